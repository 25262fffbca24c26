import { z } from 'zod';
import { paletteNames, palettes } from './palettes.ts';
import { type BaseColours, type baseNames, darkBase } from './tokens.ts';

export const colour = z
  .string('Choose a colour')
  .overwrite((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^#?([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3'),
  )
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #2b3a8c');

const colours = z.object({
  paper: colour,
  ink: colour,
  button: colour,
  sale: colour,
  accent: colour,
  band: colour,
} satisfies Record<(typeof baseNames)[number], typeof colour>);

/** Pairs of fonts; `web/fonts/pairs` has a style sheet for each but that of Haat. */
const fontNames = ['haat', 'playfair', 'cormorant', 'gloock', 'rozha', 'poppins', 'baloo', 'eczar'] as const;
const headerForms = ['classic', 'centred', 'compact'] as const;
/** Borders; `web/motifs` has a style sheet for each but block print. */
const motifNames = [
  'block',
  'paisley',
  'waves',
  'dots',
  'lattice',
  'temple',
  'lotus',
  'steps',
  'none',
] as const;

const logoPath = z
  .string()
  .regex(/^uploads\/logo\/[A-Za-z0-9_]{1,64}\.webp$/, 'Upload the logo again')
  .nullable()
  .default(null);

/** The look of the storefront. Its defaults are those of the style sheet. */
export const theme = z.object({
  palette: z.enum([...paletteNames, 'own'], 'Choose a palette').default('haat'),
  /** The colours of the palette `own`. */
  colours: colours.default(() => {
    const { label: _, ...haat } = palettes.haat;
    return haat;
  }),
  /** Colours of the dark scheme that differ from what follows from the palette. */
  dark: colours.partial().default({}),
  fonts: z.enum(fontNames, 'Choose a pair of fonts').default('haat'),
  size: z.enum(['small', 'normal', 'large'], 'Choose a size').default('normal'),
  corners: z.enum(['square', 'soft', 'round'], 'Choose the corners').default('soft'),
  density: z.enum(['compact', 'normal', 'airy'], 'Choose a density').default('normal'),
  pictures: z.enum(['1:1', '4:5', '3:4'], 'Choose a picture ratio').default('1:1'),
  cards: z.enum(['plain', 'framed', 'raised'], 'Choose a form of product cards').default('plain'),
  buttons: z.enum(['pill', 'rounded', 'square'], 'Choose a form of buttons').default('pill'),
  motif: z.enum(motifNames, 'Choose a border').default('block'),
  /** Uploaded pictures for light and for dark ground; without one, the name of the shop is text. */
  logo: z.object({ light: logoPath, dark: logoPath }).prefault({}),
  header: z.enum(headerForms, 'Choose a form of the header').default('classic'),
});
export type Theme = z.infer<typeof theme>;

/** The look of a shop that has chosen none. */
export const defaultTheme: Theme = theme.parse({});

/** The chosen colours of both schemes. */
export function baseColours({ palette, colours, dark }: Theme): { light: BaseColours; dark: BaseColours } {
  const light = palette === 'own' ? colours : palettes[palette];
  return { light, dark: { ...darkBase(light), ...dark } };
}
