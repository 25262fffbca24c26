import type { SectionKind } from '../../sections/schemas.ts';

/** A shape of a drawing, in a field of 96 by 60: its form, left, top, width and height. */
export type Shape = readonly [
  form: 'text' | 'heading' | 'picture' | 'button' | 'dark' | 'round',
  x: number,
  y: number,
  width: number,
  height: number,
];

/** The groups of the chooser. */
export const kindGroups = [
  'Text and pictures',
  'Products',
  'Ways into the shop',
  'Trust and service',
] as const;

type Kind = {
  group: (typeof kindGroups)[number];
  name: string;
  description: string;
  drawing: readonly Shape[];
};

/** Several equal shapes beside each other. */
const row = (form: Shape[0], count: number, top: number, height: number): Shape[] => {
  const width = (84 - (count - 1) * 4) / count;
  return Array.from({ length: count }, (_, i) => [form, 6 + i * (width + 4), top, width, height]);
};

/** What owners read of each kind of section, and its drawing for the chooser. */
export const sectionKinds: Record<SectionKind, Kind> = {
  hero: {
    group: 'Text and pictures',
    name: 'Hero',
    description: 'A large heading with two buttons and up to three pictures, for the top of a page.',
    drawing: [
      ['heading', 6, 14, 36, 6],
      ['text', 6, 25, 32, 3],
      ['text', 6, 31, 26, 3],
      ['button', 6, 40, 16, 7],
      ['button', 25, 40, 16, 7],
      ['picture', 50, 8, 24, 44],
      ['picture', 77, 8, 13, 21],
      ['picture', 77, 31, 13, 21],
    ],
  },
  banner: {
    group: 'Text and pictures',
    name: 'Banner',
    description: 'A large picture beside a heading, a text and two buttons.',
    drawing: [
      ['picture', 0, 8, 48, 44],
      ['heading', 55, 15, 34, 5],
      ['text', 55, 25, 34, 3],
      ['text', 55, 31, 28, 3],
      ['button', 55, 40, 16, 7],
    ],
  },
  'call-to-action': {
    group: 'Text and pictures',
    name: 'Call to action',
    description: 'A dark panel with a heading and one button.',
    drawing: [
      ['dark', 4, 8, 88, 44],
      ['heading', 28, 18, 40, 6],
      ['text', 33, 28, 30, 3],
      ['button', 38, 37, 20, 8],
    ],
  },
  products: {
    group: 'Products',
    name: 'Products',
    description: 'Featured, new, trending or chosen products, or those of a category.',
    drawing: [
      ['heading', 6, 6, 30, 5],
      ...row('picture', 4, 16, 24),
      ...row('text', 4, 44, 3),
      ...row('text', 4, 50, 3),
    ],
  },
  season: {
    group: 'Products',
    name: 'Season',
    description: 'The season of the day from Settings, with its products. Shown only during a season.',
    drawing: [['dark', 4, 6, 88, 20], ['heading', 10, 13, 34, 5], ...row('picture', 4, 30, 24)],
  },
  'gift-prices': {
    group: 'Products',
    name: 'Gifts by price',
    description: 'Price bands of the products that Settings name as gifts.',
    drawing: [['heading', 6, 10, 34, 5], ...row('button', 4, 24, 12), ...row('text', 4, 42, 3)],
  },
  categories: {
    group: 'Ways into the shop',
    name: 'Categories',
    description: 'The categories that have a picture.',
    drawing: [['heading', 6, 8, 34, 5], ...row('round', 5, 20, 14), ...row('text', 5, 42, 3)],
  },
  makers: {
    group: 'Ways into the shop',
    name: 'Makers',
    description: 'The makers with a picture, those with most products first.',
    drawing: [['heading', 6, 8, 30, 5], ...row('picture', 3, 19, 24), ...row('text', 3, 47, 3)],
  },
  places: {
    group: 'Ways into the shop',
    name: 'Places',
    description: 'The states of India from which most products come.',
    drawing: [['heading', 6, 8, 30, 5], ...row('button', 4, 20, 9), ...row('button', 4, 34, 9)],
  },
  promises: {
    group: 'Trust and service',
    name: 'Promises',
    description: 'The promises of the shop from Settings, in one row.',
    drawing: [...row('round', 4, 14, 18), ...row('text', 4, 40, 3)],
  },
  announcement: {
    group: 'Text and pictures',
    name: 'Announcement',
    description: 'A thin line of text with a link.',
    drawing: [
      ['dark', 0, 22, 96, 16],
      ['text', 22, 28, 34, 4],
      ['button', 62, 27, 14, 6],
    ],
  },
  'rich-text': {
    group: 'Text and pictures',
    name: 'Text',
    description: 'Text with headings, lists and links.',
    drawing: [
      ['heading', 6, 10, 40, 5],
      ['text', 6, 21, 84, 3],
      ['text', 6, 28, 80, 3],
      ['text', 6, 35, 84, 3],
      ['text', 6, 42, 52, 3],
    ],
  },
  story: {
    group: 'Text and pictures',
    name: 'Story',
    description: 'A picture beside a longer text, with a button.',
    drawing: [
      ['picture', 6, 8, 36, 44],
      ['heading', 50, 10, 34, 5],
      ['text', 50, 20, 40, 3],
      ['text', 50, 26, 38, 3],
      ['text', 50, 32, 40, 3],
      ['button', 50, 42, 18, 7],
    ],
  },
  gallery: {
    group: 'Text and pictures',
    name: 'Gallery',
    description: 'Two to eight pictures.',
    drawing: [...row('picture', 4, 8, 20), ...row('picture', 4, 32, 20)],
  },
  video: {
    group: 'Text and pictures',
    name: 'Video',
    description: 'An uploaded video, or one of YouTube, which is loaded after a click.',
    drawing: [
      ['heading', 30, 5, 36, 5],
      ['picture', 16, 14, 64, 40],
      ['button', 42, 28, 12, 12],
    ],
  },
  look: {
    group: 'Products',
    name: 'Look',
    description: 'A picture with points that lead to the products in it.',
    drawing: [
      ['picture', 6, 6, 84, 48],
      ['button', 26, 20, 7, 7],
      ['button', 52, 34, 7, 7],
      ['button', 70, 16, 7, 7],
    ],
  },
  buttons: {
    group: 'Text and pictures',
    name: 'Buttons',
    description: 'A row of buttons.',
    drawing: row('button', 3, 24, 12),
  },
  divider: {
    group: 'Text and pictures',
    name: 'Space',
    description: 'Space between two sections, with or without the motif of the shop.',
    drawing: [
      ['text', 6, 8, 84, 3],
      ['round', 38, 26, 7, 7],
      ['round', 48, 26, 7, 7],
      ['text', 6, 49, 84, 3],
    ],
  },
  countdown: {
    group: 'Products',
    name: 'Countdown',
    description: 'The time that is left of a discount, or of the sale of a product.',
    drawing: [['heading', 28, 8, 40, 5], ...row('picture', 4, 20, 18), ['button', 38, 44, 20, 8]],
  },
  quotes: {
    group: 'Trust and service',
    name: 'Quotes',
    description: 'What buyers say in published reviews.',
    drawing: [
      ['heading', 24, 7, 48, 5],
      ...row('round', 3, 18, 9),
      ...row('text', 3, 33, 3),
      ...row('text', 3, 39, 3),
    ],
  },
  facts: {
    group: 'Trust and service',
    name: 'Facts',
    description: 'Numbers that the shop counts: products, makers, delivered orders, years.',
    drawing: [...row('heading', 4, 20, 9), ...row('text', 4, 35, 3)],
  },
  maker: {
    group: 'Ways into the shop',
    name: 'One maker',
    description: 'A maker with their picture, their story and a link to their products.',
    drawing: [
      ['round', 8, 14, 32, 32],
      ['heading', 50, 15, 34, 5],
      ['text', 50, 25, 40, 3],
      ['text', 50, 31, 36, 3],
      ['button', 50, 40, 22, 7],
    ],
  },
  map: {
    group: 'Trust and service',
    name: 'Map',
    description: 'The address of the shop with its map, which is loaded after a click.',
    drawing: [
      ['heading', 6, 14, 30, 5],
      ['text', 6, 24, 30, 3],
      ['text', 6, 30, 24, 3],
      ['picture', 44, 8, 46, 44],
      ['button', 64, 25, 7, 7],
    ],
  },
  questions: {
    group: 'Trust and service',
    name: 'Questions and answers',
    description: 'Questions, each with an answer that opens.',
    drawing: [
      ['heading', 6, 8, 40, 5],
      ['text', 6, 20, 84, 3],
      ['text', 6, 29, 76, 3],
      ['text', 6, 38, 84, 3],
      ['text', 6, 47, 70, 3],
    ],
  },
  contact: {
    group: 'Trust and service',
    name: 'Contact form',
    description: 'The form of the contact page, for messages to the shop.',
    drawing: [
      ['heading', 22, 6, 40, 5],
      ['picture', 22, 15, 52, 8],
      ['picture', 22, 26, 52, 16],
      ['button', 22, 46, 20, 8],
    ],
  },
};
