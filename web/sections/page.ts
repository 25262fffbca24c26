import type { StripQuery } from '../../shared/contract/catalogue/catalogue.ts';
import type { SiteInfo } from '../../shared/contract/content.ts';
import { isInSeason } from '../../shared/products/season.ts';
import type { PageShop } from '../shop-context.ts';
import { type BrandForSale, findBrands } from '../storefront/brands/find-brands.ts';
import { type CardProduct, findCards, findStrips } from '../storefront/products/cards/card-data.ts';
import type { ProductChoice } from './fields.ts';
import { findGiftPrices, type GiftPrices } from './gift-prices/find-gift-prices.ts';
import type { PageSection, SectionKind, SettingsOf } from './schemas.ts';

/** What the sections of a page know of the shop. `pictures`: those of the top of a page, unless it has its own. */
export type PageFacts = Pick<SiteInfo, 'clientName' | 'tagline' | 'claims' | 'values'> & {
  pictures: string[];
  season: SiteInfo['seasons'][number] | undefined;
  brands: BrandForSale[];
  giftPrices: GiftPrices;
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
};

export type Page = { sections: ShownSection[]; facts: PageFacts };

/** What an admin marks products with. */
const markedSources = new Set<ProductChoice['source']>(['featured', 'deals', 'trending']);

/** How many products a section shows: of a list, or those with these ids. */
type Strip = { count: number } & ({ query: Omit<StripQuery, 'limit'> } | { ids: string[] });

/** Loads what the sections of a page show at a time: no hidden ones, and no product twice. */
export async function loadPage(
  shop: PageShop,
  site: SiteInfo,
  sections: PageSection[],
  now: Date,
): Promise<Page> {
  const season = site.seasons.find((item) => isInSeason(item, now));
  const shown = sections.filter((section) => !section.isHidden && isInTime(section, now));
  const has = (...kinds: SectionKind[]) => shown.some(({ kind }) => kinds.includes(kind));
  const [found, brands, giftPrices] = await Promise.all([
    loadProducts(
      shop,
      shown.map((section) => stripOf(section, season)),
    ),
    has('makers', 'places') ? findBrands(shop) : [],
    findGiftPrices(shop, has('gift-prices') ? site.giftFilter : ''),
  ]);
  const loaded = await withNewest(
    shop,
    shown.map((section, index) => ({ ...section, products: found[index] ?? null })),
  );
  const { clientName, tagline, claims, values, heroImages, companyImageUrl } = site;
  const first = loaded.find(({ products }) => products && products.length > 0)?.products ?? [];
  const ownPictures = [companyImageUrl, ...first.map(({ image }) => image)];
  return {
    sections: loaded,
    facts: {
      clientName,
      tagline,
      claims,
      values,
      pictures: heroImages.length > 0 ? heroImages : ownPictures.flatMap((path) => path || []),
      season,
      brands,
      giftPrices,
      isDraft: shop.design.showsDrafts,
    },
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

const isInTime = ({ from, until }: PageSection, now: Date): boolean =>
  (from === null || new Date(from) <= now) && (until === null || now < new Date(until));

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
