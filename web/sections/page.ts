import type { StripQuery } from '../../shared/contract/catalogue/catalogue.ts';
import type { SiteInfo } from '../../shared/contract/content.ts';
import { isInSeason } from '../../shared/products/season.ts';
import type { PageShop } from '../shop-context.ts';
import { type BrandForSale, findBrands } from '../storefront/brands/find-brands.ts';
import { type CardProduct, findCards, findStrips } from '../storefront/products/cards/card-data.ts';
import { findDiscountEnd, findSaleEnds } from './countdown/find-ends.ts';
import { findCounts, type ShopCounts } from './facts/find-counts.ts';
import type { ProductChoice } from './fields.ts';
import { findGiftPrices, type GiftPrices } from './gift-prices/find-gift-prices.ts';
import { findQuotes, type Quote } from './quotes/find-quotes.ts';
import type { PageSection, SectionKind, SettingsOf } from './schemas.ts';

/** What the sections of a page know of the shop. `pictures`: those of the top of a page, unless it has its own. */
export type PageFacts = Pick<
  SiteInfo,
  'clientName' | 'tagline' | 'claims' | 'values' | 'address' | 'mapEmbedUrl'
> & {
  pictures: string[];
  season: SiteInfo['seasons'][number] | undefined;
  brands: BrandForSale[];
  giftPrices: GiftPrices;
  /** Products that sections name one by one, by their ids. */
  cards: Map<string, CardProduct>;
  quotes: Quote[];
  counts: ShopCounts & { makers: number };
  /** The announced discount that ends first. */
  discountEnd: { text: string; endsAt: string } | undefined;
  /** When the scheduled sales of products end. */
  saleEnds: Map<string, string>;
  /** Whether this is the page of the editor, which marks its sections. */
  isDraft: boolean;
};

/** A section to show. `products`: those that it shows, null if they could not be loaded. */
export type ShownSection = PageSection & { products: CardProduct[] | null };

/** What a section is rendered from. */
export type SectionProps<Kind extends SectionKind> = {
  settings: SettingsOf<Kind>;
  products: CardProduct[] | null;
  facts: PageFacts;
  /** Whether it is the first of its kind. */
  isFirst: boolean;
  /** Whether its picture is loaded at once, because it is visible when the page opens. */
  isLead: boolean;
};

export type Page = { sections: ShownSection[]; facts: PageFacts };

/** What an admin marks products with. */
const markedSources = new Set<ProductChoice['source']>(['featured', 'deals', 'trending']);

/** How many products a section shows: of a list, or those with these ids. */
type Strip = { count: number } & ({ query: Omit<StripQuery, 'limit'> } | { ids: string[] });

/** Loads what the sections of a page show: no hidden ones, and no product twice. `now` decides about the season. */
export async function loadPage(
  shop: PageShop,
  site: SiteInfo,
  sections: PageSection[],
  now: Date,
): Promise<Page> {
  const season = site.seasons.find((item) => isInSeason(item, now));
  const shown = sections.filter(({ isHidden }) => !isHidden);
  const [found, facts] = await Promise.all([
    loadProducts(
      shop,
      shown.map((section) => stripOf(section, season)),
    ),
    loadFacts(shop, site, shown),
  ]);
  const loaded = await withNewest(
    shop,
    shown.map((section, index) => ({ ...section, products: found[index] ?? null })),
  );
  const { clientName, tagline, claims, values, heroImages, companyImageUrl, address, mapEmbedUrl } = site;
  const first = loaded.find(({ products }) => products && products.length > 0)?.products ?? [];
  const ownPictures = [companyImageUrl, ...first.map(({ image }) => image)];
  return {
    sections: loaded,
    facts: {
      ...facts,
      clientName,
      tagline,
      claims,
      values,
      address,
      mapEmbedUrl,
      pictures: heroImages.length > 0 ? heroImages : ownPictures.flatMap((path) => path || []),
      season,
      isDraft: shop.design.showsDrafts,
    },
  };
}

/** What these sections need beside their products, and nothing else. */
async function loadFacts(shop: PageShop, site: SiteInfo, sections: PageSection[]) {
  const has = (...kinds: SectionKind[]) => sections.some(({ kind }) => kinds.includes(kind));
  const countdowns = sections.flatMap(({ kind, settings }) => (kind === 'countdown' ? settings : []));
  const onSale = countdowns.flatMap(({ of, product }) => (of === 'sale' && product ? product : []));
  const inLooks = sections.flatMap(({ kind, settings }) => (kind === 'look' ? settings.points : []));
  const ids = new Set([...inLooks.map(({ product }) => product), ...onSale]);
  const [brands, giftPrices, cards, quotes, counts, discountEnd, saleEnds] = await Promise.all([
    has('makers', 'places', 'maker', 'facts') ? findBrands(shop) : [],
    findGiftPrices(shop, has('gift-prices') ? site.giftFilter : ''),
    findCards(shop, [...ids]),
    findQuotes(
      shop,
      sections.flatMap(({ kind, settings }) => (kind === 'quotes' ? settings.reviews : [])),
    ),
    findCounts(shop, has('facts')),
    findDiscountEnd(
      shop,
      countdowns.some(({ of }) => of === 'discount'),
    ),
    findSaleEnds(shop, onSale),
  ]);
  return {
    brands,
    giftPrices,
    cards,
    quotes,
    counts: { ...counts, makers: brands.length },
    discountEnd,
    saleEnds,
  };
}

/** A shop that has marked no product for these sections shows its newest ones in the first of them. */
async function withNewest(shop: PageShop, sections: ShownSection[]): Promise<ShownSection[]> {
  const marked = sections.flatMap((section) =>
    section.kind === 'products' && markedSources.has(section.settings.products.source) ? section : [],
  );
  const [first] = marked;
  if (!first || marked.some(({ products }) => products?.length !== 0)) return sections;
  const [newest = []] = await findStrips(shop, [{ limit: 8 }]);
  const link = { label: 'View All Products', to: '/products' };
  const shown = { ...first, settings: { ...first.settings, heading: 'Our Products', link, count: 8 } };
  return sections.map((section) => (section === first ? { ...shown, products: newest } : section));
}

function stripOf(section: PageSection, season: PageFacts['season']): Strip | null {
  if (section.kind === 'season') return season ? { query: { filter: [season.filter] }, count: 4 } : null;
  if (section.kind !== 'products') return null;
  const { products, count } = section.settings;
  return { count, ...chosen(products) };
}

function chosen({ source, category, ids }: ProductChoice) {
  switch (source) {
    case 'featured':
      return { query: { isFeatured: true } };
    case 'deals':
      return { query: { isTopDeal: true } };
    case 'trending':
      return { query: { isTrending: true } };
    case 'newest':
      return { query: {} };
    case 'category':
      return { query: { category } };
    case 'chosen':
      return { ids };
  }
}

/** The products of each section, without those that an earlier one shows; enough are read for that in one query. */
async function loadProducts(shop: PageShop, strips: (Strip | null)[]): Promise<(CardProduct[] | null)[]> {
  let before = 0;
  const queries: StripQuery[] = [];
  for (const strip of strips) {
    before += strip?.count ?? 0;
    if (strip && 'query' in strip) queries.push({ ...strip.query, limit: before });
  }
  const ids = strips.flatMap((strip) => (strip && 'ids' in strip ? strip.ids : []));
  const [lists, byId] = await Promise.all([findStrips(shop, queries), findCards(shop, ids)]);
  const seen = new Set<string>();
  return strips.map((strip) => {
    if (!strip) return null;
    const products = 'ids' in strip ? strip.ids.flatMap((id) => byId.get(id) ?? []) : lists.shift();
    const fresh = products?.filter(({ _id }) => !seen.has(_id)).slice(0, strip.count) ?? null;
    for (const { _id } of fresh ?? []) seen.add(_id);
    return fresh;
  });
}
