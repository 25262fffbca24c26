import { isId } from '../../shared/id.ts';
import type { Trx } from '../db/database.ts';
import { conflict, notFound } from '../errors.ts';
import { type LockedOrder, lockOrder } from './queries/order-queries.ts';
import { hasRefunds } from './queries/refund-line-queries.ts';
import { hasBooking, listShipments } from './queries/shipment-queries.ts';

export const notEditable = (message: string) => conflict('not_editable', message);

/** Locks an order. 404 if there is none. */
export async function lockExisting(trx: Trx, id: string): Promise<LockedOrder> {
  const order = isId(id) ? await lockOrder(trx, id) : undefined;
  if (!order) throw notFound('Order not found.');
  return order;
}

/** Refuses to change a locked order that has changed since `seen`, its `updatedAt` (409 `order_changed`). */
export function requireSeen(order: LockedOrder, seen: string): void {
  if (Date.parse(seen) !== order.updatedAt.getTime())
    throw conflict('order_changed', 'Someone else has changed this order meanwhile.');
}

/**
 * Refuses to change a locked order that has ended or of which something has left the shop (409 `not_editable`), or that
 * was changed since `seen`, its `updatedAt` (409 `order_changed`). Returns whether something of it is packed.
 */
export async function requireUnshipped(
  trx: Trx,
  order: LockedOrder,
  seen: string,
): Promise<{ isPacked: boolean }> {
  requireSeen(order, seen);
  if (order.status === 'cancelled' || order.status === 'failed')
    throw notEditable('This order is cancelled or was never paid.');
  const states = (await listShipments(trx, order.id)).map(({ state }) => state);
  if (states.some((state) => state !== 'packed' && state !== 'cancelled'))
    throw notEditable('A part of this order has left the shop, so it can’t be changed any more.');
  if (await hasBooking(trx, order.id))
    throw notEditable('A courier has the old order. Cancel the booking of its shipment first.');
  return { isPacked: states.includes('packed') };
}

/** Refuses a new invoice for an order of which something was refunded (409 `not_editable`). */
export async function requireWithoutRefunds(trx: Trx, order: LockedOrder): Promise<void> {
  if (order.refundState !== 'none' || (await hasRefunds(trx, order.id)))
    throw notEditable(
      'Something of this order was refunded, or a refund waits for approval, so its invoice can’t be replaced.',
    );
}
