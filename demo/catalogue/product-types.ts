export type DemoProductType = { slug: string; name: string };

export const productTypes: DemoProductType[] = [
  { slug: 'home-textiles', name: 'Home Textiles' },
  { slug: 'stoles-and-sarees', name: 'Stoles & Sarees' },
  { slug: 'bags-and-wallets', name: 'Bags & Wallets' },
  { slug: 'tableware', name: 'Tableware' },
  { slug: 'decor', name: 'Decor' },
  { slug: 'lighting', name: 'Lighting' },
  { slug: 'storage', name: 'Storage' },
  { slug: 'toys', name: 'Toys' },
  { slug: 'tea-and-spices', name: 'Tea & Spices' },
  { slug: 'stationery', name: 'Stationery' },
  { slug: 'jewellery', name: 'Jewellery' },
  { slug: 'footwear', name: 'Footwear' },
];
