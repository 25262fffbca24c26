import { type Insertable, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { ManualOrders } from '../db/schema.ts';

/** Records who created an order for a customer, and by how much she reduced its price. */
export async function insertManualOrder(trx: Trx, order: Insertable<ManualOrders>): Promise<void> {
  await trx.insertInto('manualOrders').values(order).execute();
}

/** By how much an admin has reduced prices of orders that she created or changed since then, in paise. */
export async function sumReductions(trx: Trx, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(reduced_paise), 0)::bigint as paise from (
      select created_by, created_at, reduced_paise from manual_orders
      union all select created_by, created_at, reduced_paise from order_edits) reductions
    where created_by = ${userId} and created_at >= ${since}`.execute(trx);
  return rows[0]?.paise ?? 0;
}
