import { type Insertable, sql, type Updateable } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { OrderEvents, Orders } from '../../db/schema.ts';

export type NewEvent = Pick<
  Insertable<OrderEvents>,
  'orderId' | 'status' | 'byUser' | 'byLabel' | 'note' | 'internal'
>;
// clock_timestamp() and not now(), because a transaction that waits for the lock would date its event too early.
export const eventTime = sql<Date>`clock_timestamp()`;

/** Changes columns of an order; false if there is no such order. */
export async function updateOrder(trx: Trx, id: string, change: Updateable<Orders>): Promise<boolean> {
  const row = await trx
    .updateTable('orders')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records when an order was ready for pickup. */
export const setReadyForPickup = (trx: Trx, id: string, pickupReadyAt: Date): Promise<boolean> =>
  updateOrder(trx, id, { pickupReadyAt });

/** Ends the buyer's consent to updates on WhatsApp. Undefined if the buyer has not consented. */
export const deleteWhatsappConsent = (trx: Trx, id: string) =>
  trx
    .updateTable('orders')
    .set({ whatsappConsent: null, whatsappConsentAt: null, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where('whatsappConsent', 'is not', null)
    .returning(['id', 'status'])
    .executeTakeFirst();

/** Changes the state of the stock of an order. Throws if it is so already, since its units were moved then. */
export async function updateStockState(trx: Trx, id: string, stock: 'reserved' | 'released'): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ stock, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where('stock', '!=', stock)
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function insertEvent(trx: Trx, event: NewEvent): Promise<void> {
  await trx
    .insertInto('orderEvents')
    .values({ ...event, at: eventTime })
    .execute();
}

/** Changes the status of an order, with other columns, and records the event. */
export async function updateStatus(
  trx: Trx,
  change: Updateable<Orders> & Pick<NewEvent, 'status'>,
  event: NewEvent,
): Promise<void> {
  await trx
    .with('newEvent', (db) => db.insertInto('orderEvents').values({ ...event, at: eventTime }))
    .updateTable('orders')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', event.orderId)
    .execute();
}

/**
 * Hides an order from lists, figures and exports since `hiddenAt`, or shows it again (null). False if there is no such
 * order.
 */
export async function setHidden(trx: Trx, id: string, hiddenAt: Date | null): Promise<boolean> {
  await trx.deleteFrom('archivedOrders').where('orderId', '=', id).execute();
  return updateOrder(trx, id, { deletedAt: hiddenAt });
}

/** The same, but an order with a document is hidden from the list only, as it is in the books. */
export async function hideOrder(trx: Trx, id: string, hiddenAt: Date | null): Promise<boolean> {
  const found = await setHidden(trx, id, hiddenAt);
  if (found) await keepInBooks(trx, id);
  return found;
}

/** Archives an order that is hidden and has a document. */
export async function keepInBooks(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql`insert into archived_orders (order_id, archived_at)
    select id, deleted_at from orders
    where id = ${id} and deleted_at is not null and exists (select from invoices where order_id = orders.id)
    returning order_id`.execute(trx);
  if (rows.length > 0) await updateOrder(trx, id, { deletedAt: null });
}
