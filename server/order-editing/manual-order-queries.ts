import type { Insertable } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { ManualOrders } from '../db/schema.ts';

/** Records who created an order for a customer, and by how much they reduced its price. */
export async function insertManualOrder(trx: Trx, order: Insertable<ManualOrders>): Promise<void> {
  await trx.insertInto('manualOrders').values(order).execute();
}
