import type { Product, ProductList, ProductQuery, StripQuery } from '../../../shared/contract/catalogue.ts';
import type { CatalogueCounts } from '../../../shared/contract/catalogue-admin.ts';
import type { Facet } from '../../../shared/contract/facets.ts';
import type { Actor, Admin, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { storeVideo, type Upload } from '../../media/media.ts';
import { can } from '../../permissions.ts';
import { listRenamed } from '../former-slugs/former-slugs.ts';
import { countMissedSearch, suggestInstead } from '../search/search.ts';
import { productEdits } from './edit.ts';
import { exportProducts } from './export.ts';
import { listFacets } from './facets.ts';
import * as lists from './list-queries.ts';
import { presentProduct } from './present.ts';
import * as queries from './queries.ts';
import { findRelated } from './related-queries.ts';
import { searchText } from './search-text.ts';
import { countProducts } from './total-queries.ts';

export { renderDescriptions } from './description.ts';
export { createProductIn, placementOf, updateProductIn } from './edit.ts';
export { deleteProducts, updateProducts } from './edit-queries.ts';
export { findGstGaps } from './gst-gap.ts';
export { listMatchingIds } from './list-queries.ts';
export { presentProduct } from './present.ts';
export { listProductsByIds } from './queries.ts';
export { foldProductTotals } from './total-queries.ts';
export { checkCombinations } from './variant-plan.ts';
export { pricesOf } from './variant-price.ts';

const maxInstead = 6;

/** Reads products as one caller sees them: shoppers those for sale, admins those of every status (contract §2). */
export function products(deps: Pick<Deps, 'db' | 'reads' | 'clock' | 'log'>, actor: Actor) {
  const { reads } = deps;
  const visibility = can(actor, 'catalogue.edit') ? 'admin' : 'shopper';
  return {
    /** One page of products with the total. Default order: the best matches of a search first, otherwise the newest. */
    async listProducts(query: ProductQuery): Promise<ProductList> {
      const { rows, total } = await lists.listProducts(reads, query, visibility);
      return {
        products: rows.map(presentProduct),
        total,
        page: query.page,
        pages: Math.max(1, Math.ceil(total / query.limit)),
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
      const other = await suggestInstead(reads, missed, async (text) => {
        const { rows } = await lists.listProducts(reads, { search: text, page: 1, limit }, visibility);
        return rows;
      });
      if (other) return { search: other.search, products: other.found.map(presentProduct) };
      const [featured = [], newest = []] = await lists.listStrips(
        reads,
        [{ isFeatured: true, limit }, { limit }],
        visibility,
      );
      return { search: null, products: (featured.length > 0 ? featured : newest).map(presentProduct) };
    },

    /** What shoppers can filter the list of a query by, with the numbers of products (decision 81). */
    listFacets: (query: ProductQuery): Promise<Facet[]> => listFacets(reads, query),

    /** The first products of each of these lists. */
    async listStrips(strips: StripQuery[]): Promise<Product[][]> {
      return (await lists.listStrips(reads, strips, visibility)).map((rows) => rows.map(presentProduct));
    },

    /** A product by id or slug, also by a former one. 404 if there is none that this actor may see. */
    async getProduct(idOrSlug: string): Promise<Product> {
      const find = (each: string) => queries.findProduct(reads, each, visibility);
      const found = await find(idOrSlug);
      if (found) return presentProduct(found);
      const [renamed] = await listRenamed(reads, 'products', [idOrSlug]);
      const row = renamed && (await find(renamed.id));
      if (!row) throw notFound('Product not found.');
      return presentProduct(row);
    },

    /** For the page of a product, by its id: products that are often bought together with it, and similar ones. */
    async listRelated(id: string): Promise<{ together: Product[]; similar: Product[] }> {
      const { together, similar } = await findRelated(reads, id);
      return { together: together.map(presentProduct), similar: similar.map(presentProduct) };
    },

    /** The products with these ids that this caller may see, in the order of the ids. */
    async listProductsByIds(ids: string[]): Promise<Product[]> {
      const rows = await queries.listProductsByIds(reads, [...new Set(ids)], visibility);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [presentProduct(row)] : [];
      });
    },
  };
}

/** What an admin does with products. */
export const productAdmin = (deps: Pick<Deps, 'db' | 'workers' | 'files' | 'config'>, admin: Admin) => ({
  ...productEdits(deps, admin),
  exportProducts: (query: Omit<ProductQuery, 'page' | 'limit'>) => exportProducts(deps, admin, query),

  /** Stores a video, which can then be that of a product. Returns its path. 413, 415, 507. */
  storeVideo: (upload: Upload): Promise<string> => storeVideo(deps, upload),

  /** Counts the products per status, and those with low stock or none. */
  countProducts: (): Promise<CatalogueCounts> => countProducts(deps.db),
});
