import { type Theme, theme } from './theme.ts';
import type { BaseColours } from './tokens.ts';

/** The settings of a theme that have a few named values. */
export type ChoiceField = Exclude<keyof Theme, 'palette' | 'colours' | 'dark' | 'logo'>;
type Choice<Field extends ChoiceField> = { label: string; options: Record<Theme[Field], string> };

/** The names of these settings and of their values, for owners. */
export const choices: { [Field in ChoiceField]: Choice<Field> } = {
  fonts: {
    label: 'Fonts',
    options: {
      haat: 'Fraunces and Anek',
      playfair: 'Playfair Display and Mukta',
      cormorant: 'Cormorant Garamond and Work Sans',
      gloock: 'Gloock and DM Sans',
      rozha: 'Rozha One and Hind',
      poppins: 'Poppins',
      baloo: 'Baloo 2 and Mukta',
      eczar: 'Eczar and Work Sans',
    },
  },
  size: { label: 'Text size', options: { small: 'Small', normal: 'Normal', large: 'Large' } },
  header: {
    label: 'Header',
    options: { classic: 'Name at the left', centred: 'Name in the middle', compact: 'Compact' },
  },
  motif: {
    label: 'Border',
    options: {
      block: 'Block print',
      paisley: 'Paisley',
      waves: 'Waves (leheriya)',
      dots: 'Dots (bandhani)',
      lattice: 'Lattice (jaal)',
      temple: 'Temple border',
      lotus: 'Lotus',
      steps: 'Steps (ikat)',
      none: 'No border',
    },
  },
  corners: { label: 'Corners', options: { square: 'Square', soft: 'Soft', round: 'Round' } },
  buttons: { label: 'Buttons', options: { pill: 'Pill', rounded: 'Rounded', square: 'Square' } },
  cards: { label: 'Product cards', options: { plain: 'Plain', framed: 'Framed', raised: 'Raised' } },
  pictures: {
    label: 'Product pictures',
    options: { '1:1': 'Square', '4:5': 'Upright, 4:5', '3:4': 'Tall, 3:4' },
  },
  density: { label: 'Space', options: { compact: 'Compact', normal: 'Normal', airy: 'Airy' } },
};
export const choiceFields: ChoiceField[] = theme
  .keyof()
  .exclude(['palette', 'colours', 'dark', 'logo']).options;

/** The names of the colours that an owner chooses. */
export const colourLabels: Record<keyof BaseColours, string> = {
  paper: 'Background',
  ink: 'Text',
  button: 'Buttons and links',
  sale: 'Sale',
  accent: 'Accent',
  band: 'Dark band',
};
