/** The attribute that says how to care for a product. */
export const care = { name: 'Care', slug: 'care' };

/** How to care for the products of each category. */
export const careByCategory: Record<string, string> = {
  'block-print-textiles': 'Wash separately in cold water with a mild soap. Dry in the shade.',
  'blue-pottery': 'Wash by hand. Not for the oven, the microwave or the dishwasher.',
  'brass-and-bidri': 'Wipe with a dry cloth. Rub brass with tamarind or lemon to brighten it.',
  'channapatna-toys': 'Wipe with a damp cloth. Keep out of water.',
  terracotta: 'Rinse without soap and let it dry in the sun.',
  'cane-and-sabai': 'Dust with a soft brush. Keep dry.',
  'silver-jewellery': 'Keep in its pouch. Polish with a soft, dry cloth.',
  'leather-juttis': 'Wipe with a dry cloth. Keep away from water, and stuff with paper when not worn.',
};
