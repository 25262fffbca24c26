import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { cacheById } from './cache-by-id.ts';
import { readFacetValues } from './facets/facet-queries.ts';
import { presentProduct } from './present.ts';
import { listProductsByIds, type ProductRow, readListed, type Visibility } from './queries.ts';

/** About 10 MB. */
const maxProducts = 2000;
/** Products with all that their pages show, also about 10 MB. */
const maxWholeProducts = 500;
const maxFacetValues = 5000;

export type CachedProducts = ReturnType<typeof cacheProducts>;

/**
 * Keeps products as lists and carts show them to every guest, and the values of facets, until the database notifies of
 * a change (decision 118). A list is then read as ids.
 */
export function cacheProducts(db: Database) {
  const products = cacheById(maxProducts, (ids: string[]) => readProductsById(db, ids, 'shopper'));
  const wholeProducts = cacheById(maxWholeProducts, (ids: string[]) =>
    readWholeProductsById(db, ids, 'shopper'),
  );
  const facetValues = cacheById(maxFacetValues, (ids: number[]) => readFacetValues(db, ids));
  return {
    products: products.read,
    wholeProducts: wholeProducts.read,
    facetValues: facetValues.read,
    /** Forgets what a tag of a change names (tell_product). */
    drop(tag: string): void {
      const [kind, id] = tag.split(':');
      if (kind === 'product' && id !== undefined) for (const item of [products, wholeProducts]) item.drop(id);
      if (kind !== 'catalogue') return;
      products.clear();
      wholeProducts.clear();
      facetValues.clear();
    },
    /** Forgets everything, and keeps nothing while changes are not notified. */
    setNotified(isNotified: boolean): void {
      products.setNotified(isNotified);
      wholeProducts.setNotified(isNotified);
      facetValues.setNotified(isNotified);
    },
  };
}

const byId = (rows: ProductRow[]) =>
  new Map(rows.map((row): [string, Product] => [row.id, presentProduct(row)]));

/** Products of lists by their ids. */
export const readProductsById = async (db: Database, ids: string[], visibility: Visibility) =>
  byId(await readListed(db, ids, visibility));

/** Products with all that their pages show, by their ids. */
export const readWholeProductsById = async (db: Database, ids: string[], visibility: Visibility) =>
  byId(await listProductsByIds(db, ids, visibility));
