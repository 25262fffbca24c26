import type { ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import {
  maxTableProducts,
  type RowChange,
  type RowResult,
  type TableProduct,
} from '../../../shared/contract/catalogue/product-table.ts';
import { isId } from '../../../shared/id.ts';
import { fromTenths, toRupees } from '../../../shared/money.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { ShopError } from '../../errors.ts';
import { listProductPage, lockProducts, updateProductIn } from '../products/products.ts';
import { listRows } from './queries.ts';

/** The spreadsheet of products and variants. */
export const productTable = ({ db }: Pick<Deps, 'db'>, admin: Admin) => ({
  /** The ids of the products that match, in their order, with the number of all. */
  listTableIds: (query: Omit<ProductQuery, 'page' | 'limit'>): Promise<{ ids: string[]; total: number }> =>
    listProductPage(db, { ...query, page: 1, limit: maxTableProducts }, 'admin'),

  /** The rows of these products in the order of the ids, without those that do not exist. */
  async listTableRows(ids: string[]): Promise<TableProduct[]> {
    const byId = new Map((await listTableProducts(db, ids)).map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },

  /** Saves each product in its own transaction, as `updateProduct` does, and says what happened to each of them. */
  async saveTableRows(rows: RowChange[]): Promise<RowResult[]> {
    const results: RowResult[] = [];
    for (const row of rows) results.push(await saveRow(db, admin, row));
    return results;
  },
});

/** The rows of these products, in any order. */
export async function listTableProducts(db: Database | Trx, ids: string[]): Promise<TableProduct[]> {
  const rows = await listRows(db, ids);
  return rows.map(({ gstTenths, variants, ...row }) => ({
    ...row,
    gstRate: gstTenths === null ? null : fromTenths(gstTenths),
    variants: variants.map(({ pricePaise, sellingPaise, costPaise, ...variant }) => ({
      ...variant,
      price: toRupees(pricePaise),
      finalPrice: toRupees(sellingPaise),
      cost: costPaise === null ? null : toRupees(costPaise),
    })),
  }));
}

/** Saves a product as part of a transaction, unless a value that the client read has changed. 400, 403, 409. */
export async function saveRowIn(trx: Trx, admin: Admin, row: RowChange): Promise<RowResult> {
  const { _id } = row;
  const read = async () => (await listTableProducts(trx, [_id]))[0] ?? null;
  await lockProducts(trx, isId(_id) ? [_id] : []);
  const current = await read();
  if (!current) return { _id, isSaved: false, product: null, errors: [deleted] };
  if (hasChanged(current, row)) return { _id, isSaved: false, product: current, errors: [] };
  await updateProductIn(trx, admin, _id, inputOf(current, row));
  return { _id, isSaved: true, product: await read(), errors: [] };
}

async function saveRow(db: Database, admin: Admin, row: RowChange): Promise<RowResult> {
  const { _id } = row;
  try {
    return await transaction(db, (trx) => saveRowIn(trx, admin, row));
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    const [product = null] = await listTableProducts(db, [_id]);
    return { _id, isSaved: false, product, errors: errorsOf(error, product) };
  }
}

const deleted = { variant: null, field: '', message: 'This product was deleted meanwhile.' };

/** Whether one of the values that the client read is another one now. */
function hasChanged(current: TableProduct, { before, variants }: RowChange): boolean {
  const { attributes = {}, ...fields } = before;
  const byId = new Map(current.variants.map((variant) => [variant._id, variant]));
  return (
    differs(current, fields) ||
    differs(current.attributes, attributes, []) ||
    variants.some((variant) => {
      const stored = byId.get(variant._id);
      return !stored || differs(stored, variant.before);
    })
  );
}

const differs = (stored: object, before: object, absent: unknown = null): boolean => {
  const values = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(before).some(
    ([name, value]) => JSON.stringify(values.get(name) ?? absent) !== JSON.stringify(value),
  );
};

/** The change as that of a product: a variant without options is part of it, and others are named completely. */
function inputOf({ variants }: TableProduct, { change, variants: changes }: RowChange): ProductChange {
  if (changes.length === 0) return change;
  const byId = new Map(changes.map((variant) => [variant._id, variant.change]));
  const [only] = variants;
  if (variants.length === 1 && only?.values.length === 0) return { ...change, ...byId.get(only._id) };
  return { ...change, variants: variants.map(({ _id, values }) => ({ _id, values, ...byId.get(_id) })) };
}

/** The errors by field, as `updateProduct` names them: those of a variant as `variants.2.price`. */
function errorsOf({ errors = {}, message }: ShopError, product: TableProduct | null): RowResult['errors'] {
  const all = Object.entries(errors).map(([name, text]) => {
    const [, index, field] = /^variants\.(\d+)\.(.+)$/.exec(name) ?? [];
    return {
      variant: (index !== undefined && product?.variants[Number(index)]?._id) || null,
      field: field ?? name,
      message: text,
    };
  });
  return all.length > 0 ? all : [{ variant: null, field: '', message }];
}
