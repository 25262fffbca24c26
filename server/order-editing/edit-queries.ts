import type { Insertable } from 'kysely';
import type { Trx } from '../db/database.ts';
import { gstColumns } from '../db/gst-columns.ts';
import type { ManualOrders, OrderEdits, OrderItems } from '../db/schema.ts';

/** The change of an order that was made with this idempotency key. */
export async function findEdit(trx: Trx, orderId: string, idempotencyKey: string) {
  return trx
    .selectFrom('orderEdits')
    .select('requestHash')
    .where('orderId', '=', orderId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Records a change of the lines of an order, and by how much the admin reduced its price. Returns its id. */
export async function insertEdit(trx: Trx, edit: Insertable<OrderEdits>): Promise<string> {
  const { id } = await trx.insertInto('orderEdits').values(edit).returning('id').executeTakeFirstOrThrow();
  return id;
}

/**
 * Replaces the lines of a locked order, in this order. The line of a variant that stays is changed and keeps its id,
 * which cancelled shipments name.
 */
export async function replaceItems(
  trx: Trx,
  orderId: string,
  items: Omit<Insertable<OrderItems>, 'orderId' | 'position'>[],
): Promise<void> {
  const stay = items.map(({ variantId }) => variantId);
  await trx
    .deleteFrom('orderItems')
    .where('orderId', '=', orderId)
    .where('variantId', 'not in', stay)
    .execute();
  // Positions are unique, so the old ones make room first.
  await trx
    .updateTable('orderItems')
    .set((eb) => ({ position: eb('position', '+', 1000) }))
    .where('orderId', '=', orderId)
    .execute();
  for (const [position, given] of items.entries()) {
    const item = { ...given, ...gstColumns(given.gstTenths) };
    const { numUpdatedRows } = await trx
      .updateTable('orderItems')
      .set({ ...item, position })
      .where('orderId', '=', orderId)
      .where('variantId', '=', item.variantId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      await trx
        .insertInto('orderItems')
        .values({ ...item, orderId, position })
        .execute();
  }
}

/** Records who created an order for a customer, and by how much they reduced its price. */
export async function insertManualOrder(trx: Trx, order: Insertable<ManualOrders>): Promise<void> {
  await trx.insertInto('manualOrders').values(order).execute();
}
