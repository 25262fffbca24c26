export type DemoBrand = {
  slug: string;
  name: string;
  town: string;
  state: string;
  /** Two paragraphs, separated by a new line. */
  description: string;
  /** The demo picture that shows its work. */
  picture: string;
};

/** Makers’ collectives; all invented. */
export const brands: DemoBrand[] = [
  {
    slug: 'chhipa-lane-collective',
    name: 'Chhipa Lane Collective',
    town: 'Sanganer',
    state: 'Rajasthan',
    description:
      'Forty printing and stitching families of Sanganer and Bagru, with partner dyers in Kutch.\nThe blocks are cut from teak in the next lane and last for about eight hundred metres of cloth. Printing stops in the monsoon, because the cloth has to dry in the sun between two colours.',
    picture: 'running-stitch-kantha-throw-3',
  },
  {
    slug: 'neelgarh-studio',
    name: 'Neelgarh Studio',
    town: 'Jaipur',
    state: 'Rajasthan',
    description:
      'A blue-pottery workshop on the old Amber road in Jaipur, run by its painters.\nThe body has no clay: it is ground quartz, glass and gum, pressed into moulds by hand and fired once. Each painter signs the foot of what she has painted.',
    picture: 'jaal-serving-bowl-3',
  },
  {
    slug: 'dhatu-guild',
    name: 'Dhatu Guild',
    town: 'Moradabad',
    state: 'Uttar Pradesh',
    description:
      'Brass casters of Moradabad and bidri inlayers of Bidar who buy metal and sell work together.\nThe casters pour into sand and finish on a hand lathe. The inlayers blacken their zinc with earth from the fort of Bidar, which leaves the silver bright.',
    picture: 'vine-jaal-bidri-box-3',
  },
  {
    slug: 'lac-and-lathe',
    name: 'Lac & Lathe',
    town: 'Channapatna',
    state: 'Karnataka',
    description:
      'Wood-turners of Channapatna working in hale wood and vegetable-dyed lac.\nThe lac is pressed against the turning wood and melts into it, so the colour does not flake. Every edge is tested on the cheek, as the town has always done.',
    picture: 'buguri-spinning-top-3',
  },
  {
    slug: 'kumhar-wheel',
    name: 'Kumhar Wheel',
    town: 'Molela',
    state: 'Rajasthan',
    description:
      'Potters from Molela, Kutch and Bengal who share kilns, designs and a van.\nThe clay comes from the bed of the Banas after the rains and is mixed with husk. Half of what they throw is still for their own villages: water jars, roof tiles and horses for the shrines.',
    picture: 'kulhad-chai-cups-set-of-six-3',
  },
  {
    slug: 'monsoon-leaf-growers',
    name: 'Monsoon Leaf Growers',
    town: 'Kalpetta',
    state: 'Kerala',
    description:
      'Small tea and spice growers from Assam to Wayanad, packing at origin.\nNo member has more than four acres. Each tin names the season of its leaf, and spices are ground in the week in which they leave the hills.',
    picture: 'assam-second-flush-tea-3',
  },
  {
    slug: 'sabai-sisters',
    name: 'Sabai Sisters Cooperative',
    town: 'Baripada',
    state: 'Odisha',
    description:
      'Women weavers of Mayurbhanj, Prayagraj and Tripura working in grass, cane and bamboo.\nSabai grass is cut twice a year, twisted into rope at home and coiled in company. The cooperative pays by the coil and keeps the school fees of its members in a common fund.',
    picture: 'zigzag-cane-tray-3',
  },
  {
    slug: 'kagzi-works',
    name: 'Kagzi Works',
    town: 'Sanganer',
    state: 'Rajasthan',
    description:
      'Papermakers and binders of Sanganer who turn hosiery offcuts into cotton-rag sheets.\nThe sheets are lifted by hand, pressed between felts and dried on the wall. The deckle edge is what is left of the frame; nothing is trimmed that can be kept.',
    picture: 'buti-rag-paper-notebook-3',
  },
  {
    slug: 'chandi-gali',
    name: 'Chandi Gali',
    town: 'Cuttack',
    state: 'Odisha',
    description:
      'Silversmiths of Jaipur’s Johari Bazaar and Cuttack’s filigree lanes.\nThe wire for filigree is drawn finer than a hair, twisted in pairs and soldered with a mouth blowpipe. An earring takes two days, of which one is cleaning.',
    picture: 'filigree-coin-necklace-3',
  },
  {
    slug: 'mochi-mohalla',
    name: 'Mochi Mohalla',
    town: 'Jodhpur',
    state: 'Rajasthan',
    description:
      'Cobblers and embroiderers of Jaipur, Jodhpur and Patiala, cutting vegetable-tanned leather.\nThe soles are stitched by one family and the uppers embroidered by another, and both names are on the slip in the box. A jutti has no left and no right until it has been worn for a week.',
    picture: 'rose-jaal-wedding-jutti-3',
  },
];
