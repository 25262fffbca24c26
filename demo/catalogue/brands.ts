export type DemoBrand = { slug: string; name: string; description: string };

/** Makers’ collectives; all invented. */
export const brands: DemoBrand[] = [
  {
    slug: 'chhipa-lane-collective',
    name: 'Chhipa Lane Collective',
    description: 'Forty printing and stitching families of Sanganer and Bagru, with partner dyers in Kutch.',
  },
  {
    slug: 'neelgarh-studio',
    name: 'Neelgarh Studio',
    description: 'A blue-pottery workshop on the old Amber road in Jaipur, run by its painters.',
  },
  {
    slug: 'dhatu-guild',
    name: 'Dhatu Guild',
    description:
      'Brass casters of Moradabad and bidri inlayers of Bidar who buy metal and sell work together.',
  },
  {
    slug: 'lac-and-lathe',
    name: 'Lac & Lathe',
    description: 'Wood-turners of Channapatna working in hale wood and vegetable-dyed lac.',
  },
  {
    slug: 'kumhar-wheel',
    name: 'Kumhar Wheel',
    description: 'Potters from Molela, Kutch and Bengal who share kilns, designs and a van.',
  },
  {
    slug: 'monsoon-leaf-growers',
    name: 'Monsoon Leaf Growers',
    description: 'Small tea and spice growers from Assam to Wayanad, packing at origin.',
  },
  {
    slug: 'sabai-sisters',
    name: 'Sabai Sisters Cooperative',
    description: 'Women weavers of Mayurbhanj, Prayagraj and Tripura working in grass, cane and bamboo.',
  },
  {
    slug: 'kagzi-works',
    name: 'Kagzi Works',
    description: 'Papermakers and binders of Sanganer who turn hosiery offcuts into cotton-rag sheets.',
  },
  {
    slug: 'chandi-gali',
    name: 'Chandi Gali',
    description: 'Silversmiths of Jaipur’s Johari Bazaar and Cuttack’s filigree lanes.',
  },
  {
    slug: 'mochi-mohalla',
    name: 'Mochi Mohalla',
    description:
      'Cobblers and embroiderers of Jaipur, Jodhpur and Patiala, cutting vegetable-tanned leather.',
  },
];
