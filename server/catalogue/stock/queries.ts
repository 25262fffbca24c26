import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { defaultGstTenths } from '../../../shared/products/gst-rates.ts';
import type { Database, Trx } from '../../db/database.ts';
import { gstTenthsOf } from '../../db/gst-columns.ts';
import { ownPrice, sellingNow } from '../price-lists/price-lists.ts';

/**
 * Those of these variants that are for sale, with the values that a line item stores, at the prices of this account, or
 * of the catalogue for a guest. Prices in paise.
 */
export async function findForSale(db: Database, ids: string[], userId: string | null) {
  return ids.length === 0 ? [] : (await theseForSale(db, ids, userId).execute()).map(atOwnPrice);
}

/**
 * The same, and takes these units out of stock. Locks the variants in id order, so that carts with the same variants in
 * another order can't deadlock. Returns the variants as they were before: the caller rolls back if one of them is not
 * among them, has less stock, of which nothing is taken then, or another price.
 */
export async function takeForSale(
  trx: Trx,
  ids: string[],
  userId: string | null,
  moves: StockMove[],
  cause: StockCause,
): Promise<SaleVariant[]> {
  const locked = await trx
    .with('locked', () => theseForSale(trx, ids, userId).orderBy('variants.id').forNoKeyUpdate('variants'))
    .with('changed', (db) =>
      db
        .updateTable('variants')
        .from(movedBy(moves))
        .from('locked')
        .set((eb) => ({ stock: eb('variants.stock', '+', eb.ref('moves.delta')) }))
        .whereRef('variants.id', '=', 'moves.variantId')
        .whereRef('locked.id', '=', 'variants.id')
        .where(sql<boolean>`locked.stock + moves.delta >= 0`),
    )
    .with('recorded', () => insertMovements(trx, moves, cause))
    .selectFrom('locked')
    .selectAll()
    .execute();
  return locked.map(atOwnPrice);
}
export type SaleVariant = Awaited<ReturnType<typeof findForSale>>[number];

type Row = Awaited<ReturnType<ReturnType<typeof variantsForSale>['execute']>>[number];

/** `sellingPaise` is what the buyer pays, `cataloguePaise` the selling price of the catalogue. */
const atOwnPrice = ({ ownPrice, ...variant }: Row) => ({
  ...variant,
  cataloguePaise: variant.sellingPaise,
  sellingPaise: ownPrice?.paise ?? variant.sellingPaise,
  takesDiscounts: ownPrice?.takesDiscounts ?? true,
});

const theseForSale = (db: Database, ids: string[], userId: string | null) =>
  variantsForSale(db, userId).where(isOneOf('variants.id', ids));

const variantsForSale = (db: Database, userId: string | null) =>
  db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select([
      'variants.id',
      'variants.productId',
      'variants.sku',
      'variants.optionValues',
      'variants.pricePaise',
      'variants.stock',
      'variants.weightGrams',
      'products.name',
      'products.slug',
      'products.hsn',
      'products.categoryId',
      'products.isGiftCard',
    ])
    .select(sql<number>`coalesce(${gstTenthsOf('products')}, ${sql.lit(defaultGstTenths)})`.as('gstTenths'))
    .select([sellingNow.as('sellingPaise'), ownPrice(userId).as('ownPrice')])
    .select(
      sql<string | null>`coalesce(variants.image, (select path from product_images i
        where i.product_id = products.id order by i.position limit 1))`.as('image'),
    )
    .where('variants.deletedAt', 'is', null)
    .where('products.deletedAt', 'is', null)
    .where('products.status', 'in', ['active', 'featured']);

/** One statement for any number of ids, so that it is prepared once. */
const isOneOf = (column: string, ids: string[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** The stock of these variants, which others may change. */
export async function readStock(trx: Trx, ids: string[]): Promise<Map<string, number>> {
  const rows = await trx.selectFrom('variants').select(['id', 'stock']).where(isOneOf('id', ids)).execute();
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
    .where(isOneOf('id', sortedIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row.stock]));
}

/** A negative `delta` sells, a positive one returns. */
export type StockMove = { variantId: string; delta: number };
/** Why stock changes and who changes it: the name of the admin with the id `userId`, else `by`. */
export type StockCause = { reason: string; note?: string; orderId?: string; userId?: string; by: string };

/** Changes the stock of locked variants, each of which is named once, and records the movements. */
export async function moveStock(trx: Trx, moves: StockMove[], cause: StockCause): Promise<void> {
  if (moves.length === 0) return;
  await trx
    .with('changed', (db) =>
      db
        .updateTable('variants')
        .from(movedBy(moves))
        .set((eb) => ({ stock: eb('stock', '+', eb.ref('moves.delta')) }))
        .whereRef('variants.id', '=', 'moves.variantId'),
    )
    .with('recorded', () => insertMovements(trx, moves, cause))
    .selectNoFrom(sql.lit(1).as('done'))
    .execute();
}

/** Records movements of stock that has been changed. */
export async function recordMovements(trx: Trx, moves: StockMove[], cause: StockCause): Promise<void> {
  await insertMovements(trx, moves, cause).execute();
}

const insertMovements = (
  trx: Trx,
  moves: StockMove[],
  { reason, note = '', orderId, userId, by }: StockCause,
) =>
  trx
    .insertInto('stockMovements')
    .columns(['variantId', 'delta', 'reason', 'note', 'orderId', 'byLabel'])
    .expression((eb) =>
      eb
        .selectFrom(movedBy(moves))
        .select(['moves.variantId', 'moves.delta'])
        .select([
          sql<string>`${reason}`.as('reason'),
          sql<string>`${note}`.as('note'),
          sql<string>`${orderId}::uuid`.as('orderId'),
          sql<string>`coalesce((select name from users where id = ${userId}::uuid), ${by})`.as('byLabel'),
        ]),
    );

/** Moves of stock as a table. */
const movedBy = (moves: StockMove[]) =>
  sql<StockMove>`unnest(${moves.map(({ variantId }) => variantId)}::uuid[], ${moves.map(({ delta }) => delta)}::int[])`.as<'moves'>(
    sql`moves (variant_id, delta)`,
  );

/** The units that these orders have taken and not returned. */
export async function listTakenUnits(trx: Trx, orderIds: string[]): Promise<StockMove[]> {
  const { rows } = await sql<StockMove>`
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

/** Names of products by id, for messages to admins; also of deleted ones. */
export async function findProductNames(trx: Trx, productIds: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', productIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A product of a cart: whether shoppers can see it, and its variant if it has exactly one. */
export type CartProduct = {
  id: string;
  name: string;
  isPublic: boolean;
  isGiftCard: boolean;
  onlyVariantId: string | null;
};

/**
 * The products of a cart by id, deleted ones too, and those of its variants that are for sale to this account, or to a
 * guest. An item without a variant stands for the only one of its product.
 */
export async function findForCart(
  db: Database,
  items: { product_id: string; variant_id?: string | null | undefined }[],
  userId: string | null,
): Promise<{ products: Map<string, CartProduct>; variants: SaleVariant[] }> {
  const productIds = items.map(({ product_id }) => product_id);
  const variantIds = items.flatMap(({ variant_id }) => variant_id ?? []);
  const withoutVariant = items.flatMap(({ product_id, variant_id }) => (variant_id ? [] : product_id));
  const products = sql<CartProduct[]>`(select coalesce(json_agg(p), '[]') from (
    select p.id, p.name, p.is_gift_card, p.deleted_at is null and p.status in ('active', 'featured') as is_public,
      (select case when count(*) = 1 then min(v.id::text) end from variants v
        where v.product_id = p.id and v.deleted_at is null) as only_variant_id
    from products p where p.id = any(${productIds}::uuid[])) p)`;
  const variants = variantsForSale(db, userId).where(
    sql<boolean>`(variants.id = any(${variantIds}::uuid[]) or variants.product_id = any(${withoutVariant}::uuid[]))`,
  );
  const found = await db
    .selectNoFrom([products.as('products'), jsonArrayFrom(variants).as('variants')])
    .executeTakeFirstOrThrow();
  return {
    products: new Map(found.products.map((product) => [product.id, product])),
    variants: found.variants.map(atOwnPrice),
  };
}
