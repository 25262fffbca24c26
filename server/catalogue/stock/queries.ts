import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Those of these variants that are for sale, with the values that a line item stores. Prices in paise. */
export async function findForSale(trx: Trx, ids: string[]) {
  return ids.length === 0 ? [] : variantsForSale(trx, ids).execute();
}

/** The same, locked in id order, so that carts with the same variants in another order can't deadlock. */
export async function lockForSale(trx: Trx, ids: string[]) {
  if (ids.length === 0) return [];
  return variantsForSale(trx, ids).orderBy('variants.id').forNoKeyUpdate('variants').execute();
}
export type SaleVariant = Awaited<ReturnType<typeof lockForSale>>[number];

const variantsForSale = (trx: Trx, ids: string[]) =>
  trx
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select([
      'variants.id',
      'variants.productId',
      'variants.sku',
      'variants.optionValues',
      'variants.sellingPaise',
      'variants.stock',
      'products.name',
      'products.slug',
      'products.hsn',
      'products.gstTenths',
    ])
    .select(
      sql<string | null>`coalesce(variants.image, (select path from product_images i
        where i.product_id = products.id order by i.position limit 1))`.as('image'),
    )
    .where('variants.id', 'in', ids)
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .where('products.status', 'in', ['active', 'featured']);

/** The stock of these variants, which others may change. */
export async function readStock(trx: Trx, ids: string[]): Promise<Map<string, number>> {
  const rows = await trx.selectFrom('variants').select(['id', 'stock']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.stock]));
}

/** The units of all variants that are for sale. */
export async function sumStockForSale(trx: Trx): Promise<number> {
  const { units } = await trx
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(sql<number>`coalesce(sum(variants.stock), 0)::bigint`.as('units'))
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .where('products.status', 'in', ['active', 'featured'])
    .executeTakeFirstOrThrow();
  return units;
}

/** The stock of these variants, locked in id order, whether they are for sale or not. */
export async function lockStock(trx: Trx, sortedIds: string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('variants')
    .select(['id', 'stock'])
    .where('id', 'in', sortedIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row.stock]));
}

type StockCause = { reason: string; orderId?: string; by: string };

/** Changes the stock of a variant and records the movement. */
export async function moveStock(
  trx: Trx,
  variantId: string,
  delta: number,
  cause: StockCause,
): Promise<void> {
  await trx
    .updateTable('variants')
    .set((eb) => ({ stock: eb('stock', '+', delta) }))
    .where('id', '=', variantId)
    .execute();
  await recordMovements(trx, [{ variantId, delta }], cause);
}

/** Records movements of stock that has been changed. */
export async function recordMovements(
  trx: Trx,
  moves: { variantId: string; delta: number }[],
  { reason, orderId, by: byLabel }: StockCause,
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ variantId, delta }) => ({ variantId, delta, reason, orderId, byLabel }));
  await trx.insertInto('stockMovements').values(rows).execute();
}

/** The units that these orders have taken and not returned. */
export async function listTakenUnits(
  trx: Trx,
  orderIds: string[],
): Promise<{ variantId: string; delta: number }[]> {
  const { rows } = await sql<{ variantId: string; delta: number }>`
    select variant_id, -sum(delta)::int as delta from stock_movements
    where order_id = any(${orderIds}::uuid[]) group by 1 having sum(delta) <> 0`.execute(trx);
  return rows;
}

/** Removes the ids of these orders from their movements, which stay. */
export async function detachMovements(trx: Trx, orderIds: string[]): Promise<void> {
  await sql`update stock_movements set order_id = null where order_id = any(${orderIds}::uuid[])`.execute(
    trx,
  );
}

/** The variant of each of these products that has exactly one. */
export async function findOnlyVariants(trx: Trx, productIds: string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('variants')
    .select(['productId', sql<string>`min(id::text)`.as('id')])
    .where('productId', 'in', productIds)
    .where('deletedAt', 'is', null)
    .groupBy('productId')
    .having((eb) => eb.fn.countAll(), '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.productId, row.id]));
}

/** Names of products by id, for messages to admins; also of deleted ones. */
export async function findProductNames(trx: Trx, productIds: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', productIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Names of products by id, for messages to shoppers; null for a product that shoppers can't see. */
export async function findPublicNames(trx: Trx, productIds: string[]): Promise<Map<string, string | null>> {
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'name', 'status', 'deletedAt'])
    .where('id', 'in', productIds)
    .execute();
  const isPublic = ({ status, deletedAt }: (typeof rows)[number]) =>
    !deletedAt && (status === 'active' || status === 'featured');
  return new Map(rows.map((row) => [row.id, isPublic(row) ? row.name : null]));
}
