import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/** Whether the order has a document numbered in the real series, as before test orders had their own. */
const realDocument = sql<boolean>`exists (
  select from invoices i where i.order_id = orders.id and i.series not in ('TEST', 'TEST-CN'))`;

/** Hidden orders that are kept for their number count as removed. */
const present = sql<boolean>`is_test and not (deleted_at is not null and ${realDocument})`;

export async function countTestOrders(db: Database | Trx): Promise<number> {
  const { n } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(present)
    .executeTakeFirstOrThrow();
  return n;
}

export type TestOrder = Awaited<ReturnType<typeof lockTestOrders>>[number];

/** All test orders, locked. */
export async function lockTestOrders(trx: Trx) {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  return trx
    .selectFrom('orders')
    .select(['id', 'status', 'stock', realDocument.as('kept')])
    .where(present)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The stock that these orders have taken and not returned. */
export async function reservedUnitsOf(
  trx: Trx,
  ids: string[],
): Promise<{ variantId: string; delta: number }[]> {
  const { rows } = await sql<{ variantId: string; delta: number }>`
    select variant_id, -sum(delta)::int as delta from stock_movements
    where order_id = any(${ids}::uuid[]) group by 1 having sum(delta) <> 0`.execute(trx);
  return rows;
}

/**
 * Deletes these orders with everything that belongs to them, and restarts their series. The stock ledger stays,
 * without their ids. Returns the ids of the deleted documents, or undefined if one was issued in the meantime.
 */
export async function deleteOrders(trx: Trx, ids: string[]): Promise<string[] | undefined> {
  const mine = sql`order_id = any(${ids}::uuid[])`;
  // From here on, no other transaction issues a document of the series.
  await sql`select from invoice_counters where series in ('TEST', 'TEST-CN') for update`.execute(trx);
  await sql`insert into removed_test_orders (provider_order_id)
    select provider_order_id from orders where id = any(${ids}::uuid[]) and provider_order_id is not null
    on conflict do nothing`.execute(trx);
  await sql`delete from webhook_events where provider_order_id in (
    select provider_order_id from orders where id = any(${ids}::uuid[]))`.execute(trx);
  await sql`delete from mails where invoice_of = any(${ids}::uuid[])
    or substring(plain from '/(?:order-success|admin/orders)/([0-9a-f-]{36})') = any(${ids}::text[])`.execute(
    trx,
  );
  const documents = await sql<{ id: string }>`delete from invoices where ${mine} returning id`.execute(trx);
  await sql`delete from refund_lines where refund_id in (select id from refunds where ${mine})`.execute(trx);
  for (const table of ['ledger_entries', 'refunds', 'payments', 'order_events'])
    await sql`delete from ${sql.table(table)} where ${mine}`.execute(trx);
  await sql`update stock_movements set order_id = null where ${mine}`.execute(trx);
  await sql`delete from order_items where ${mine}`.execute(trx);
  await sql`delete from orders where id = any(${ids}::uuid[])`.execute(trx);
  const left = await sql`select from invoices where series in ('TEST', 'TEST-CN') limit 1`.execute(trx);
  if (left.rows.length > 0) return undefined;
  await sql`delete from invoice_counters where series in ('TEST', 'TEST-CN')`.execute(trx);
  return documents.rows.map(({ id }) => id);
}

/** Whether this provider order belonged to a removed test order. */
export async function wasRemoved(db: Database, providerOrderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('removedTestOrders')
    .select('providerOrderId')
    .where('providerOrderId', '=', providerOrderId)
    .executeTakeFirst();
  return row !== undefined;
}
