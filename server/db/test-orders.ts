import type { Deps } from '../deps.ts';
import type { Database } from './database.ts';

/** Whether an order was ever placed with live keys, hidden ones included (contract §3). */
export async function hasRealOrders(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('isTest', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether test orders count in figures: in test mode, and only until the shop has its first real order. */
export async function countsTestOrders({ db, payments }: Pick<Deps, 'db' | 'payments'>): Promise<boolean> {
  return payments.test && !(await hasRealOrders(db));
}
