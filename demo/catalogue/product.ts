/** The types of the demo catalogue, whose data is in the other files of this folder. */

/** Shapes that the studio (`demo/pictures/`) can build. */
export type PictureKind =
  | 'cushion'
  | 'quilt'
  | 'stole'
  | 'napkins'
  | 'saree'
  | 'tote'
  | 'vase'
  | 'mug'
  | 'bowl'
  | 'plate'
  | 'jar'
  | 'tile'
  | 'diya'
  | 'urli'
  | 'bell'
  | 'bidri-box'
  | 'bidri-vase'
  | 'lota'
  | 'stacker'
  | 'top'
  | 'elephant'
  | 'car'
  | 'rattle'
  | 'dolls'
  | 'planter'
  | 'surahi'
  | 'kulhad'
  | 'jali-lamp'
  | 'tea-tin'
  | 'spice-jar'
  | 'masala-dabba'
  | 'pouch'
  | 'basket'
  | 'tray'
  | 'lidded-basket'
  | 'pendant-shade'
  | 'notebook'
  | 'gift-box'
  | 'lantern'
  | 'card-set'
  | 'gift-card'
  | 'jhumka'
  | 'bangle'
  | 'necklace'
  | 'ring'
  | 'jutti'
  | 'slide'
  | 'wallet';

/** Repeats drawn by the pattern programs; `plain` shows the material alone. */
export type PicturePattern =
  | 'plain'
  | 'buti'
  | 'paisley'
  | 'jaal'
  | 'leheriya'
  | 'bandhani'
  | 'ajrakh'
  | 'ikat'
  | 'lippan'
  | 'kalamkari'
  | 'bagru'
  | 'kantha'
  | 'marigold'
  | 'lotus'
  | 'chevron'
  | 'stripe';

/** Four colours each: ground, two inks and the paper behind. */
export type PicturePalette =
  | 'madder'
  | 'indigo'
  | 'turmeric'
  | 'leaf'
  | 'rose'
  | 'teal'
  | 'charcoal'
  | 'ivory'
  | 'rust'
  | 'plum'
  | 'sky'
  | 'mustard';

export type Picture = { kind: PictureKind; pattern: PicturePattern; palette: PicturePalette };

export type DemoVariant = {
  /** One value per option, in the options' order. */
  values: string[];
  sku: string;
  /** Rupees, tax included; the product's price when absent. */
  price?: number;
  stock: number;
  /** Only where the colour differs from the product's own picture. */
  palette?: PicturePalette;
};

export type DemoProduct = {
  slug: string;
  name: string;
  /** Slugs from `categories.ts`, `brands.ts`, `product-types.ts`. */
  category: string;
  subcategory: string;
  /** Absent for gift cards, as are type and HSN. */
  brand?: string;
  productType?: string;
  sku: string;
  /** Rupees, tax included, before discount. */
  price: number;
  /** Percent, 0 to 100, one decimal. */
  discount?: number;
  hsn?: string;
  gstRate: number;
  stock: number;
  isGiftCard?: boolean;
  isFeatured?: boolean;
  isTopDeal?: boolean;
  isTrending?: boolean;
  /** Two to four sentences: what it is, of what, by which craft, from where. */
  description: string;
  options?: { name: 'Size' | 'Colour' | 'Amount'; values: string[] }[];
  variants?: DemoVariant[];
  picture: Picture;
  /** A third picture in a setting exists. */
  inSetting?: boolean;
};
