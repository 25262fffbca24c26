import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import { countRows } from '../db/paging.ts';
import { testSeries } from '../invoices/invoices.ts';

/** Whether the order has a document numbered in the real series, as before test orders had their own. */
const hasRealNumber = sql<boolean>`exists (
  select from invoices i where i.order_id = orders.id and i.series <> all(${testSeries}::text[]))`;

/** Hidden orders that stay because of their number count as removed. */
const testOrders = (db: Database | Trx) =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'stock', 'providerOrderId', hasRealNumber.as('hasRealNumber')])
    .where(sql<boolean>`is_test and not (deleted_at is not null and ${hasRealNumber})`);

export const countTestOrders = (db: Database): Promise<number> => countRows(testOrders(db));

/** All test orders, locked. */
export async function lockTestOrders(trx: Trx) {
  await sql`set local statement_timeout = '60s'`.execute(trx);
  return testOrders(trx).orderBy('id').forUpdate().execute();
}

/**
 * Deletes the documents and refund lines of test orders, and restarts their series. Returns the ids of the documents,
 * or undefined if one was issued for another order in the meantime.
 */
export async function deleteTestDocuments(trx: Trx, orderIds: string[]): Promise<string[] | undefined> {
  // From here on, no other transaction issues a document of the series.
  await sql`select from invoice_counters where series = any(${testSeries}::text[]) for update`.execute(trx);
  await sql`delete from refund_lines where order_item_id in (
    select id from order_items where order_id = any(${orderIds}::uuid[]))`.execute(trx);
  const deleted = await sql<{ id: string }>`
    delete from invoices where order_id = any(${orderIds}::uuid[]) returning id`.execute(trx);
  const left = await sql`select from invoices where series = any(${testSeries}::text[]) limit 1`.execute(trx);
  if (left.rows.length > 0) return undefined;
  await sql`delete from invoice_counters where series = any(${testSeries}::text[])`.execute(trx);
  return deleted.rows.map(({ id }) => id);
}

/** Deletes test orders to which nothing of another domain refers any more. Their ids at the provider stay known. */
export async function deleteTestOrders(trx: Trx, ids: string[]): Promise<void> {
  await sql`delete from order_events where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from order_items where order_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    with deleted as (delete from orders where id = any(${ids}::uuid[]) returning provider_order_id)
    insert into removed_test_orders (provider_order_id)
      select provider_order_id from deleted where provider_order_id is not null
      on conflict do nothing`.execute(trx);
}
