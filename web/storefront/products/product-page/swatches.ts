import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';

const isColourOption = (name: string) => /^(?:colou?r|shade|rang)s?$/i.test(name.trim());

/** Names of colours as Indian shops use them, with the colour of their swatch. */
const colours = new Map(
  Object.entries({
    amber: '#d98a1f',
    aqua: '#58b8c4',
    beige: '#d9c7a3',
    black: '#1d1b1a',
    blue: '#2f5fa8',
    brass: '#b58e3a',
    bronze: '#8a6237',
    brown: '#6f4a2f',
    burgundy: '#6b1f33',
    charcoal: '#3c3a3b',
    chocolate: '#4b2e20',
    copper: '#b0653a',
    coral: '#e8745c',
    cream: '#f1e6cc',
    crimson: '#a8202f',
    emerald: '#1f7a55',
    fawn: '#c9a77c',
    fuchsia: '#c22d80',
    gold: '#c9a227',
    golden: '#c9a227',
    green: '#3f7d4e',
    grey: '#8b8a88',
    gray: '#8b8a88',
    haldi: '#e0a22e',
    henna: '#8a4b2d',
    indigo: '#2b3a8c',
    ivory: '#f3ecdc',
    khaki: '#a3936a',
    lavender: '#a79bcb',
    leaf: '#4f8a4c',
    lemon: '#f0dd5a',
    lilac: '#b79ac8',
    lime: '#a3c644',
    madder: '#a63b2c',
    magenta: '#b52a7a',
    maroon: '#70202b',
    mauve: '#a5808f',
    mehendi: '#6d7a2d',
    mint: '#a8d5bd',
    mustard: '#cf9a1d',
    natural: '#e3d5b8',
    navy: '#1f2a4d',
    ochre: '#c3832b',
    olive: '#6f7040',
    orange: '#df7b26',
    peach: '#f2b591',
    pink: '#de7fa0',
    plum: '#6a3355',
    purple: '#6b3f8e',
    rani: '#c5195f',
    red: '#b3282d',
    rose: '#d0788a',
    ruby: '#8f1535',
    rust: '#a8502a',
    saffron: '#ec8f1d',
    silver: '#b9bcc0',
    sky: '#8cb8dc',
    tan: '#b98a5a',
    teal: '#1f6f73',
    terracotta: '#b75f41',
    turmeric: '#e0a22e',
    turquoise: '#35a7a8',
    violet: '#6b4aa3',
    white: '#fbfaf7',
    wine: '#5f1e2f',
    yellow: '#ecc52f',
  }),
);

/** The colour of a name such as "Deep Indigo": that of its last word that names one. */
const colourOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => colours.get(word) ?? [])
    .at(-1);

/** What stands beside each value of each option: the path of a picture, a colour such as `#2b3a8c`, or nothing. */
export type Swatches = (string | null)[][];

/**
 * The swatches of options that choose a colour: the pictures of the variants if one of the option has a picture of its
 * own, where the others have the product's, otherwise the colours that the values name.
 */
export function swatchesOf({
  options,
  variants,
  image,
}: Pick<Product, 'options' | 'variants' | 'image'>): Swatches {
  return options.map(({ name, values }, index) => {
    if (!isColourOption(name)) return [];
    const pictureOf = (value: string) =>
      variants.find((variant) => variant.values[index] === value && variant.image)?.image;
    const hasPictures = values.some(pictureOf);
    return values.map((value) => (hasPictures ? (pictureOf(value) ?? image) : (colourOf(value) ?? null)));
  });
}
