export type DemoCategory = {
  slug: string;
  name: string;
  description: string;
  showInNavbar: boolean;
  subcategories: { slug: string; name: string }[];
};

/** In the order in which the shop lists them. */
export const categories: DemoCategory[] = [
  {
    slug: 'block-print-textiles',
    name: 'Block-Print Textiles',
    description: 'Cotton and silk printed, tied and stitched by hand in Rajasthan, Kutch, Andhra and Bengal.',
    showInNavbar: true,
    subcategories: [
      { slug: 'cushion-covers', name: 'Cushion Covers' },
      { slug: 'quilts-and-throws', name: 'Quilts & Throws' },
      { slug: 'stoles-and-sarees', name: 'Stoles & Sarees' },
      { slug: 'table-and-kitchen', name: 'Table, Kitchen & Totes' },
    ],
  },
  {
    slug: 'blue-pottery',
    name: 'Blue Pottery',
    description: 'Jaipur’s quartz-bodied pottery, painted in cobalt and copper and fired once.',
    showInNavbar: true,
    subcategories: [
      { slug: 'vases', name: 'Vases & Jars' },
      { slug: 'tableware', name: 'Tableware' },
      { slug: 'tiles-and-decor', name: 'Tiles & Wall Plates' },
    ],
  },
  {
    slug: 'brass-and-bidri',
    name: 'Brass & Bidri',
    description: 'Cast and beaten brass from Moradabad and the south, and silver-inlaid bidri from Bidar.',
    showInNavbar: true,
    subcategories: [
      { slug: 'diyas-and-lamps', name: 'Diyas & Lamps' },
      { slug: 'bidriware', name: 'Bidriware' },
      { slug: 'bells-and-vessels', name: 'Bells & Vessels' },
    ],
  },
  {
    slug: 'channapatna-toys',
    name: 'Channapatna Toys',
    description: 'Lathe-turned wooden toys in vegetable-dyed lac, safe for small hands and mouths.',
    showInNavbar: true,
    subcategories: [
      { slug: 'baby-toys', name: 'Rattles & Stackers' },
      { slug: 'pull-along-toys', name: 'Pull-Along Toys' },
      { slug: 'tops-and-dolls', name: 'Tops & Dolls' },
    ],
  },
  {
    slug: 'terracotta',
    name: 'Terracotta',
    description: 'Fired clay for plants, water, tea and candlelight, thrown by potters across India.',
    showInNavbar: false,
    subcategories: [
      { slug: 'planters', name: 'Planters' },
      { slug: 'drinkware', name: 'Kulhads & Surahis' },
      { slug: 'lamps', name: 'Jali Lamps' },
    ],
  },
  {
    slug: 'tea-and-spice',
    name: 'Tea & Spice',
    description: 'Single-origin teas and whole spices bought from growers and packed in small lots.',
    showInNavbar: true,
    subcategories: [
      { slug: 'tea', name: 'Tea' },
      { slug: 'spices', name: 'Whole & Ground Spices' },
      { slug: 'masala-boxes', name: 'Masala Boxes' },
    ],
  },
  {
    slug: 'cane-and-sabai',
    name: 'Cane & Sabai',
    description: 'Baskets, trays and lampshades woven from cane, bamboo, moonj and sabai grass.',
    showInNavbar: false,
    subcategories: [
      { slug: 'baskets', name: 'Baskets' },
      { slug: 'trays', name: 'Trays' },
      { slug: 'pendant-shades', name: 'Pendant Shades' },
    ],
  },
  {
    slug: 'handmade-paper',
    name: 'Handmade Paper',
    description: 'Sheets couched from cotton rag in Sanganer and bound, folded and printed by hand.',
    showInNavbar: false,
    subcategories: [
      { slug: 'notebooks', name: 'Notebooks' },
      { slug: 'gift-boxes', name: 'Gift Boxes' },
      { slug: 'lanterns', name: 'Paper Lanterns' },
      { slug: 'cards', name: 'Cards' },
    ],
  },
  {
    slug: 'silver-jewellery',
    name: 'Silver Jewellery',
    description: 'Earrings, bangles, necklaces and rings in hallmarked sterling silver.',
    showInNavbar: true,
    subcategories: [
      { slug: 'earrings', name: 'Earrings' },
      { slug: 'bangles', name: 'Bangles' },
      { slug: 'necklaces', name: 'Necklaces' },
      { slug: 'rings', name: 'Rings' },
    ],
  },
  {
    slug: 'leather-juttis',
    name: 'Leather Juttis',
    description: 'Vegetable-tanned juttis, slides and small leather goods from Jaipur, Jodhpur and Patiala.',
    showInNavbar: false,
    subcategories: [
      { slug: 'juttis', name: 'Juttis' },
      { slug: 'slides', name: 'Slides' },
      { slug: 'wallets', name: 'Wallets' },
    ],
  },
];
