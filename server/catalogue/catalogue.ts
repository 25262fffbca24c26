import type { Category, Product, ProductList, ProductQuery } from '../../shared/contract/catalogue.ts';
import type { CatalogueCounts } from '../../shared/contract/catalogue-admin.ts';
import type { Actor, Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { batches, runBatch } from './batch/batch.ts';
import { categoryEdits } from './categories/categories.ts';
import { groups } from './categories/groups.ts';
import { subcategories } from './categories/subcategories.ts';
import { imports, runImport } from './import/import.ts';
import { productEdits } from './products/edit.ts';
import { exportProducts } from './products/export.ts';
import { presentCategory, presentProduct } from './products/present.ts';
import * as queries from './products/queries.ts';

export { countDemoCatalogue, removeDemoCatalogue } from './demo.ts';
export { findOnlyVariants, namesOf } from './stock/queries.ts';
export { changeStock, findForSale, lockForSale, type SaleVariant } from './stock/stock.ts';

/** The catalogue as one caller sees it: shoppers what is for sale, admins every status (contract §2). */
export function catalogue(deps: Deps, actor: Actor) {
  const { db } = deps;
  const visibility = actor.kind === 'admin' ? 'admin' : 'shopper';
  return {
    ...productEdits(deps, actor),
    ...batches(deps, actor),
    ...categoryEdits(deps, actor),
    ...subcategories(deps, actor),
    ...groups(deps, actor),
    ...imports(deps, actor),

    /** All products that match as CSV, for an admin's spreadsheet. */
    exportProducts: (query: Omit<ProductQuery, 'page' | 'limit'>) => exportProducts(deps, actor, query),

    /** How many products there are in each status, and how many run low or are sold out. */
    countProducts: (): Promise<CatalogueCounts> => queries.countProducts(db),

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

    /** All categories with their subcategories, in the owner's order. */
    async listCategories(): Promise<Category[]> {
      return (await queries.listCategories(db)).map(presentCategory);
    },

    /** A category by id or slug, or 404. */
    async getCategory(idOrSlug: string): Promise<Category> {
      const all = await queries.listCategories(db);
      const row = all.find((c) => c.id === idOrSlug || c.slug === idOrSlug);
      if (!row) throw notFound('Category not found.');
      return presentCategory(row);
    },
  };
}

/** The background jobs of the catalogue. */
export const catalogueTasks = (deps: Deps) => ({
  batch: ({ batchId }: { batchId: string }) => runBatch(deps, batchId),
  import: ({ importId }: { importId: string }) => runImport(deps, importId),
});
