/** A review of the demo shop. It is invented, labelled as a demo review on its page, and no search engine gets it. */
export type DemoReview = {
  /** The slug of the product. */
  product: string;
  stars: number;
  name: string;
  title: string;
  body: string;
  answer?: string;
};

/** A question of the demo shop with its answer. */
export type DemoQuestion = { product: string; name: string; body: string; answer: string };

const review = (
  product: string,
  stars: number,
  name: string,
  title: string,
  body: string,
  answer?: string,
): DemoReview => ({ product, stars, name, title, body, ...(answer && { answer }) });

export const demoReviews: DemoReview[] = [
  review(
    'indigo-ajrakh-cotton-stole',
    5,
    'Nandini K.',
    'Softer after each wash',
    'Light enough for Chennai and the colour stays deep. I wash it by hand in cold water.',
  ),
  review(
    'indigo-ajrakh-cotton-stole',
    4,
    'Farah S.',
    'Beautiful print',
    'The border is a little narrower than I expected, but the cloth is lovely.',
  ),
  review(
    'indigo-ajrakh-cotton-stole',
    3,
    'Devika M.',
    'Some colour in the first wash',
    'The indigo ran in the first two washes. It is fine since then.',
    'Natural indigo loses some colour at first. Please wash it separately twice.',
  ),
  review(
    'neelgarh-lotus-bottle-vase',
    5,
    'Joseph T.',
    'Well packed',
    'Arrived in three layers of paper without a scratch. The blue is as in the picture.',
  ),
  review(
    'neelgarh-lotus-bottle-vase',
    4,
    'Ritu A.',
    'Smaller than I thought',
    'Look at the measurements first. For a few stems it is perfect.',
  ),
  review(
    'enamel-lotus-jhumka',
    5,
    'Meghna P.',
    'Light on the ears',
    'I wore them for a whole wedding day and forgot about them.',
  ),
  review(
    'enamel-lotus-jhumka',
    4,
    'Sana I.',
    'Fine enamel',
    'The hook is a little stiff. Otherwise very happy.',
  ),
  review(
    'lotus-akhand-diya',
    5,
    'Kavya R.',
    'Burns through the night',
    'The glass keeps the flame steady even with the fan on.',
  ),
  review(
    'lotus-akhand-diya',
    2,
    'Anil B.',
    'Needs polishing often',
    'It looks beautiful on the first day and darkens in our damp house.',
    'Tamarind or lemon and salt bring the shine back. Keep it dry between uses.',
  ),
  review(
    'haathi-pull-along-elephant',
    5,
    'Tara V.',
    'Our daughter’s favourite',
    'It rolls well on tiles and survives a toddler. The lacquer has not chipped.',
  ),
  review(
    'haathi-pull-along-elephant',
    5,
    'Imran H.',
    'Good present',
    'Bought it for a first birthday. The cord is short enough to be safe.',
  ),
  review(
    'assam-second-flush-tea',
    5,
    'Gautam D.',
    'Strong and malty',
    'Takes milk well. Two minutes are enough.',
  ),
  review('assam-second-flush-tea', 4, 'Leela N.', 'Good everyday tea', 'Fresh, and the tin closes tightly.'),
  review(
    'marigold-chai-mug',
    4,
    'Sunita J.',
    'Cheerful',
    'The handle fits two fingers. It has survived the dishwasher so far.',
  ),
  review('marigold-chai-mug', 5, 'Arjun W.', 'Bought four', 'Each one is slightly different, which I like.'),
  review(
    'sanganeri-buti-cushion-cover',
    5,
    'Pooja L.',
    'Crisp print',
    'The zip is well hidden and the seams are straight.',
  ),
  review(
    'brass-masala-dabba',
    5,
    'Usha C.',
    'For life',
    'Heavy, and the lid fits. My mother has had hers for forty years.',
  ),
  review(
    'brass-masala-dabba',
    4,
    'Rahul G.',
    'Small spoon',
    'The dabba is excellent; the spoon could be longer.',
  ),
  review(
    'buti-embroidered-jutti',
    4,
    'Simran B.',
    'Order one size larger',
    'Tight for the first week, then very comfortable.',
  ),
  review(
    'buti-rag-paper-notebook',
    5,
    'Naveen S.',
    'Takes ink well',
    'My fountain pen does not bleed through.',
  ),
];

export const demoQuestions: DemoQuestion[] = [
  {
    product: 'indigo-ajrakh-cotton-stole',
    name: 'Rekha',
    body: 'Can I iron it?',
    answer: 'Yes, on the reverse side with a warm iron.',
  },
  {
    product: 'marigold-chai-mug',
    name: 'Harish',
    body: 'Is it safe in the microwave?',
    answer: 'Yes. The handle becomes hot, so please use a cloth.',
  },
  {
    product: 'lotus-akhand-diya',
    name: 'Shanti',
    body: 'Which wick does it take?',
    answer: 'A round cotton wick of 4 to 5 mm. Two are in the box.',
  },
];
