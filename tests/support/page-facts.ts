import type { PageFacts } from '../../web/sections/page.ts';

const claim = { title: '', detail: '' };

/** What the sections of a page know of a shop that has nothing yet. */
export const noFacts: PageFacts = {
  clientName: 'Asha Textiles',
  tagline: '',
  address: '',
  mapEmbedUrl: '',
  claims: { guarantee: claim, shipping: claim, customers: claim, products: claim },
  values: [],
  pictures: [],
  season: undefined,
  brands: [],
  giftPrices: { filter: '', bands: [] },
  cards: new Map(),
  quotes: [],
  counts: { products: 0, makers: 0, orders: 0, years: 0 },
  discountEnd: undefined,
  saleEnds: new Map(),
  isDraft: false,
};
