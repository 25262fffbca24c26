import { sql } from 'kysely';
import type { CartLines } from '../../../shared/contract/orders/cart.ts';
import type { Database, Trx } from '../../db/database.ts';

/** Creates the cart of an account if there is none, and locks it until the transaction ends. */
export async function lockCart(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('carts')
    .values({ userId, changedAt: now })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ changedAt: now }))
    .execute();
}

/** The lines of a cart, the oldest first, also of products that are not for sale any more. */
export async function listLines(db: Database | Trx, userId: string) {
  return db
    .selectFrom('cartLines')
    .innerJoin('variants', 'variants.id', 'cartLines.variantId')
    .innerJoin('products', 'products.id', 'variants.productId')
    .select(['variants.productId', 'variantId', 'quantity', 'products.name'])
    .where('userId', '=', userId)
    .orderBy('cartLines.createdAt')
    .orderBy('variantId')
    .execute();
}

/**
 * The lines of a request whose products are for sale, in their order. Gift cards stay in the browser, with their
 * recipients.
 */
const forSale = (lines: CartLines, now: Date) => sql`
  select v.id, v.stock, given.quantity, ${now}::timestamptz + given.place * interval '1 ms' as created_at
  from unnest(${lines.map((line) => line.product_id)}::uuid[], ${lines.map((line) => line.variant_id)}::uuid[],
    ${lines.map((line) => line.quantity)}::int[]) with ordinality as given (product_id, variant_id, quantity, place)
  join variants v on v.id = given.variant_id and v.product_id = given.product_id and v.deleted_at is null
  join products p on p.id = v.product_id and p.deleted_at is null and p.status in ('active', 'featured')
    and not p.is_gift_card`;

/** Sets quantities of at least 1. Each variant is named once. */
export async function setLines(trx: Trx, userId: string, lines: CartLines, now: Date): Promise<void> {
  await sql`insert into cart_lines (user_id, variant_id, quantity, created_at)
    select ${userId}::uuid, id, quantity, created_at from (${forSale(lines, now)}) as each
    on conflict (user_id, variant_id) do update set quantity = excluded.quantity`.execute(trx);
}

/**
 * Adds lines with a quantity of at most the stock. A line that the cart has already gets the greater of both quantities.
 * Each variant is named once.
 */
export async function addLines(trx: Trx, userId: string, lines: CartLines, now: Date): Promise<void> {
  await sql`insert into cart_lines (user_id, variant_id, quantity, created_at)
    select ${userId}::uuid, id, least(quantity, greatest(stock, 1)), created_at from (${forSale(lines, now)}) as each
    on conflict (user_id, variant_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)`.execute(
    trx,
  );
}

export async function deleteLines(trx: Trx, userId: string, variantIds: string[]): Promise<void> {
  await sql`delete from cart_lines where user_id = ${userId} and variant_id = any(${variantIds}::uuid[])`.execute(
    trx,
  );
}

/** Subtracts what an order contains from the cart of an account, if it has one. */
export async function subtractOrder(trx: Trx, userId: string, orderId: string, now: Date): Promise<void> {
  const locked = await trx
    .updateTable('carts')
    .set({ changedAt: now })
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (locked.numUpdatedRows === 0n) return;
  await sql`with bought as (
      select variant_id, sum(quantity)::int as quantity from order_items where order_id = ${orderId} group by 1),
    finished as (
      delete from cart_lines c using bought b
      where c.user_id = ${userId} and c.variant_id = b.variant_id and c.quantity <= b.quantity)
    update cart_lines c set quantity = c.quantity - b.quantity from bought b
    where c.user_id = ${userId} and c.variant_id = b.variant_id and c.quantity > b.quantity`.execute(trx);
}
