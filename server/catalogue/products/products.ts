import type {
  AttentionCounts,
  Facet,
  Product,
  ProductList,
  ProductQuery,
  StripQuery,
} from '../../../shared/contract/catalogue/catalogue.ts';
import type { CatalogueCounts } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Database } from '../../db/database.ts';
import type { Actor, Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { storeVideo, type Upload } from '../../media/media.ts';
import { can } from '../../permissions.ts';
import { listRenamed } from '../former-slugs/former-slugs.ts';
import { correctionOf, countMissedSearch, suggestInstead } from '../search/search.ts';
import { type CachedProducts, readProductsById, readWholeProductsById } from './cached-products.ts';
import { productEdits } from './edit.ts';
import { exportProducts } from './export.ts';
import { listFacets } from './facets/facets.ts';
import * as lists from './list-queries.ts';
import { presentProduct } from './present.ts';
import * as queries from './queries.ts';
import { findRelated } from './related-queries.ts';
import { type PriceRange, pricesOfSearch, searchText } from './search-text.ts';
import { countProducts } from './total-queries.ts';

export { type CachedProducts, cacheProducts } from './cached-products.ts';
export { renderDescriptions } from './description.ts';
export { chooseProductSlug, createProductIn, placementOf, updateProductIn } from './edit.ts';
export { deleteProducts, lockProducts, updateProducts } from './edit-queries.ts';
export { findGstGaps } from './gst/gst-gap.ts';
export { chargesGst, countWithoutGst } from './gst/gst-queries.ts';
export { findGstProblems, isForSale, newGstProblems, type Taxed } from './gst/required-gst.ts';
export { countMembers, listMatchingIds, listProducts as listProductPage } from './list-queries.ts';
export { presentProduct } from './present.ts';
export { listProductsByIds } from './queries.ts';
export { applySales, publishDueDrafts } from './scheduled.ts';
export { findSaleEnds } from './scheduled-queries.ts';
export { foldProductTotals } from './total-queries.ts';
export { checkCombinations } from './variant-plan.ts';
export { pricesOf, regularOf, storedPricesOf } from './variant-price.ts';

const maxInstead = 6;

type Interpreted = ReturnType<typeof lists.interpret>;

/** Reads products as one caller sees them: shoppers those for sale, admins those of every status (contract §2). */
export function products(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  actor: Actor,
  cachedProducts?: CachedProducts,
) {
  const { db } = deps;
  const visibility = can(actor, 'catalogue.edit') ? 'admin' : 'shopper';

  async function readEach(ids: string[]): Promise<Product[]> {
    if (cachedProducts) return cachedProducts.products(ids);
    const byId = await readProductsById(db, ids, visibility);
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Products of several lists, all read at once. */
  async function readLists(all: string[][]): Promise<Product[][]> {
    const byId = new Map((await readEach([...new Set(all.flat())])).map((product) => [product._id, product]));
    return all.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  }

  async function listProducts(query: ProductQuery, search?: Interpreted): Promise<ProductList> {
    const { ids, total } = await lists.listProducts(db, query, visibility, search);
    return {
      products: await readEach(ids),
      total,
      page: query.page,
      pages: Math.max(1, Math.ceil(total / query.limit)),
    };
  }

  return {
    /** One page of products with the total. Default order: the best matches of a search first, otherwise the newest. */
    listProducts: (query: ProductQuery) => listProducts(query),

    /** What shoppers can filter the list of a query by, with the numbers of products (decision 81). */
    listFacets: (query: ProductQuery): Promise<Facet[]> =>
      listFacets(db, query, undefined, cachedProducts?.facetValues),

    /**
     * Both, with the words of a search that were corrected and the prices in rupees that it names; a search is
     * interpreted once.
     */
    openListing(query: ProductQuery): {
      list: Promise<ProductList>;
      facets: Promise<Facet[]>;
      correction: Promise<string | null>;
      prices: PriceRange | null;
    } {
      const search = lists.interpret(db, query);
      return {
        correction: search.then(correctionOf),
        prices: pricesOfSearch(query),
        list: listProducts(query, search),
        facets: listFacets(db, query, search, cachedProducts?.facetValues),
      };
    },

    /**
     * What to show if a search has found nothing, which is counted: another search that finds something with its first
     * products, otherwise featured products.
     */
    async suggestInstead(search: string): Promise<{ search: string | null; products: Product[] }> {
      const missed = searchText({ search }) ?? '';
      countMissedSearch(deps, missed);
      const limit = maxInstead;
      const another = await suggestInstead(db, missed, async (text) => {
        const { ids } = await lists.listProducts(db, { search: text, page: 1, limit }, visibility);
        return ids;
      });
      if (another) return { search: another.search, products: await readEach(another.found) };
      const [featured = [], newest = []] = await lists.listStrips(
        db,
        [{ isFeatured: true, limit }, { limit }],
        visibility,
      );
      return { search: null, products: await readEach(featured.length > 0 ? featured : newest) };
    },

    /** The first products of each of these lists. */
    async listStrips(strips: StripQuery[]): Promise<Product[][]> {
      return readLists(await lists.listStrips(db, strips, visibility));
    },

    /** A product by id or slug, also by a former one. 404 if there is none that this actor may see. */
    getProduct: async (idOrSlug: string): Promise<Product> =>
      presentProduct(await findProduct(db, idOrSlug, visibility)),

    /** For the page of a product, by its id: products that are often bought together with it, and similar ones. */
    async listRelated(id: string): Promise<{ together: Product[]; similar: Product[] }> {
      const related = await findRelated(db, id);
      const [together = [], similar = []] = await readLists([related.together, related.similar]);
      return { together, similar };
    },

    /** The products with these ids that this caller may see, in the order of the ids. */
    async listProductsByIds(ids: string[]): Promise<Product[]> {
      if (cachedProducts) return cachedProducts.wholeProducts(ids);
      const byId = await readWholeProductsById(db, [...new Set(ids)], visibility);
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

async function findProduct(db: Database, idOrSlug: string, visibility: queries.Visibility) {
  const found = await queries.findProduct(db, idOrSlug, visibility);
  if (found) return found;
  const [renamed] = await listRenamed(db, 'products', [idOrSlug]);
  const row = renamed && (await queries.findProduct(db, renamed.id, visibility));
  if (!row) throw notFound('Product not found.');
  return row;
}

/** What an admin does with products. */
export const productAdmin = (deps: Pick<Deps, 'db' | 'workers' | 'files' | 'config'>, admin: Admin) => ({
  ...productEdits(deps, admin),
  exportProducts: (query: Omit<ProductQuery, 'page' | 'limit'>) => exportProducts(deps, admin, query),

  /** Stores a video, which can then be that of a product. Returns its path. 413, 415, 507. */
  storeVideo: (upload: Upload): Promise<string> => storeVideo(deps, upload),

  /** Counts the products per status, and those with low stock or none. */
  countProducts: (): Promise<CatalogueCounts> => countProducts(deps.db),

  /** For each reason, how many of the matching products need attention for it. */
  countAttention: (query: Omit<ProductQuery, 'page' | 'limit'>): Promise<AttentionCounts> =>
    lists.countAttention(deps.db, query),
});
