import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { orderTotals } from './cached-totals.ts';
import type { Database } from './database.ts';

/** Whether an order was ever placed with live keys, hidden ones included (contract §3). */
export async function hasRealOrders(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select coalesce(sum(orders), 0) > 0 as found from ${orderTotals} where not is_test`.execute(db);
  return rows[0]?.found ?? false;
}

/** Whether test orders count in figures: in test mode, and only until the shop has its first real order. */
export async function countsTestOrders({ db, payments }: Pick<Deps, 'db' | 'payments'>): Promise<boolean> {
  return payments.test && !(await hasRealOrders(db));
}
