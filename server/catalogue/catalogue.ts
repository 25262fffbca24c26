import type { Product, ProductList, ProductQuery } from '../../shared/contract/catalogue.ts';
import type { CatalogueCounts } from '../../shared/contract/catalogue-admin.ts';
import type { Actor, Admin, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { batches, runBatch } from './batch/batch.ts';
import { categories, categoryAdmin } from './categories/categories.ts';
import { imports, runImport } from './import/import.ts';
import { productEdits } from './products/edit.ts';
import { exportProducts } from './products/export.ts';
import { presentProduct } from './products/present.ts';
import * as queries from './products/queries.ts';

export { countDemoCatalogue, removeDemoCatalogue } from './demo.ts';
export { findOnlyVariants, namesOf } from './stock/queries.ts';
export { changeStock, findForSale, lockForSale, type SaleVariant } from './stock/stock.ts';

/** The catalogue as one caller sees it: shoppers the products for sale, admins those of every status (contract §2). */
export function catalogue(deps: Deps, actor: Actor) {
  const { db } = deps;
  const visibility = actor.kind === 'admin' ? 'admin' : 'shopper';
  return {
    ...categories(deps),

    /** One page of products with the true total. Without `sort`: name matches of a search first, then newest. */
    async listProducts(query: ProductQuery): Promise<ProductList> {
      const { rows, total } = await queries.listProducts(db, query, visibility);
      return {
        products: rows.map(presentProduct),
        total,
        page: query.page,
        pages: Math.max(1, Math.ceil(total / query.limit)),
      };
    },

    /** A product by id or slug. 404 when there is none that this caller may see. */
    async getProduct(idOrSlug: string): Promise<Product> {
      const row = await queries.findProduct(db, idOrSlug, visibility);
      if (!row) throw notFound('Product not found.');
      return presentProduct(row);
    },

    /** The products of these ids that this caller may see, in the order asked. */
    async listProductsByIds(ids: string[]): Promise<Product[]> {
      const rows = await queries.listProductsByIds(db, [...new Set(ids)], visibility);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row ? [presentProduct(row)] : [];
      });
    },
  };
}

/** The changes that an admin makes to the catalogue. */
export const catalogueAdmin = (deps: Deps, admin: Admin) => ({
  ...productEdits(deps, admin),
  ...batches(deps, admin),
  ...categoryAdmin(deps, admin),
  ...imports(deps, admin),
  exportProducts: (query: Omit<ProductQuery, 'page' | 'limit'>) => exportProducts(deps, admin, query),

  /** Counts the products per status, and those that run low or are sold out. */
  countProducts: (): Promise<CatalogueCounts> => queries.countProducts(deps.db),
});

/** The background jobs of the catalogue. */
export const catalogueTasks = (deps: Deps) => ({
  batch: ({ batchId }: { batchId: string }) => runBatch(deps, batchId),
  import: ({ importId }: { importId: string }) => runImport(deps, importId),
});
