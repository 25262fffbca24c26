import { z } from 'zod';
import { announcement } from './announcement/schema.ts';
import { banner } from './banner/schema.ts';
import { buttons } from './buttons/schema.ts';
import { callToAction } from './call-to-action/schema.ts';
import { categories } from './categories/schema.ts';
import { contact } from './contact/schema.ts';
import { countdown } from './countdown/schema.ts';
import { divider } from './divider/schema.ts';
import { facts } from './facts/schema.ts';
import { gallery } from './gallery/schema.ts';
import { giftPrices } from './gift-prices/schema.ts';
import { hero } from './hero/schema.ts';
import { look } from './look/schema.ts';
import { maker } from './maker/schema.ts';
import { makers } from './makers/schema.ts';
import { map } from './map/schema.ts';
import { places } from './places/schema.ts';
import { products } from './products/schema.ts';
import { promises } from './promises/schema.ts';
import { questions } from './questions/schema.ts';
import { quotes } from './quotes/schema.ts';
import { richText } from './rich-text/schema.ts';
import { season } from './season/schema.ts';
import { story } from './story/schema.ts';
import { video } from './video/schema.ts';

const time = z.iso.datetime('Enter a time').nullable().default(null);

/** A section of a page. Between `from` and `until` it is shown to shoppers; null for no limit. */
const section = <const Kind extends string, Settings extends z.ZodObject>(kind: Kind, settings: Settings) =>
  z.object({
    _id: z.string('Must be a text').regex(/^[\w-]{1,40}$/, 'Must be an id'),
    kind: z.literal(kind),
    settings,
    isHidden: z.boolean('Must be true or false').default(false),
    from: time,
    until: time,
  });

/** Every kind of section. CONTRIBUTING.md says how to add one. */
export const pageSection = z.discriminatedUnion(
  'kind',
  [
    section('hero', hero),
    section('promises', promises),
    section('categories', categories),
    section('products', products),
    section('season', season),
    section('makers', makers),
    section('banner', banner),
    section('places', places),
    section('gift-prices', giftPrices),
    section('call-to-action', callToAction),
    section('announcement', announcement),
    section('buttons', buttons),
    section('contact', contact),
    section('countdown', countdown),
    section('divider', divider),
    section('facts', facts),
    section('gallery', gallery),
    section('look', look),
    section('maker', maker),
    section('map', map),
    section('questions', questions),
    section('quotes', quotes),
    section('rich-text', richText),
    section('story', story),
    section('video', video),
  ],
  'There is no such section',
);
/** The settings of a kind of section. */
export const sectionSettings = (kind: SectionKind): z.ZodObject => {
  const found = pageSection.options.find(({ shape }) => shape.kind.value === kind);
  if (!found) throw new Error(`There is no section ${kind}`);
  return found.shape.settings;
};

export type PageSection = z.output<typeof pageSection>;
export type SectionKind = PageSection['kind'];
export type SettingsOf<Kind extends SectionKind> = Extract<PageSection, { kind: Kind }>['settings'];

const maxSections = 25;

/** What a page consists of, from top to bottom. */
export const pageSections = z
  .array(pageSection, 'Must be a list')
  .max(maxSections, `A page has at most ${maxSections} sections`)
  .refine(
    (list) => new Set(list.map(({ _id }) => _id)).size === list.length,
    'Each section needs its own id',
  );

/** The home page of a new shop (spec §7.10). */
const home = [
  { kind: 'hero' },
  { kind: 'promises' },
  { kind: 'categories' },
  {
    kind: 'products',
    settings: {
      heading: 'Featured',
      link: { label: 'View all featured', to: '/products?isFeatured=true' },
      errorText: 'Unable to load featured products.',
    },
  },
  { kind: 'season' },
  {
    kind: 'products',
    settings: {
      heading: "Today's Best Deals",
      link: { label: 'View all deals', to: '/products/' },
      products: { source: 'deals', category: '', ids: [] },
      count: 6,
      columns: 'three',
      showsStock: true,
    },
  },
  { kind: 'makers' },
  { kind: 'banner' },
  {
    kind: 'products',
    settings: {
      heading: 'Trending Now',
      link: { label: 'View all trending', to: '/products?isTrending=true' },
      products: { source: 'trending', category: '', ids: [] },
      count: 8,
    },
  },
  { kind: 'places' },
  { kind: 'gift-prices' },
  { kind: 'call-to-action' },
];

export const homeSections: PageSection[] = pageSections.parse(
  home.map((section, index) => ({ _id: `${section.kind}-${index}`, settings: {}, ...section })),
);
