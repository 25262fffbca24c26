import type { Updateable } from 'kysely';
import { type OrderStatus, soldStatuses } from '../../shared/contract/orders/orders.ts';
import type { Trx } from '../db/database.ts';
import type { Orders } from '../db/schema.ts';
import * as changes from './queries/change-queries.ts';
import type { LockedOrder } from './queries/order-queries.ts';
import {
  insertOrder,
  type NewItem,
  type NewOrder,
  type NewReservation,
} from './queries/placement-queries.ts';

/**
 * The status changes that the shop makes itself: a late payment makes a failed or cancelled order paid, or pending if
 * the rest is paid on delivery, or what its shipments imply; nothing else goes back. An admin may set any status
 * (contract §3); money follows from payments, never from a status.
 */
const shopMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['pending', ...soldStatuses],
  cancelled: ['pending', ...soldStatuses],
  paid: [],
  processing: [],
  shipped: [],
  delivered: [],
};

type OrderRef = Pick<LockedOrder, 'id' | 'status'>;
/** Who or what changes an order. Only the back office shows an internal note. */
export type Cause = { by: string; byUser?: string; note?: string; internal?: boolean };

/** Stores a new order that waits for its payment, with its items and its first event. */
export const createOrder = (
  trx: Trx,
  order: NewOrder,
  items: NewItem[],
  cause: Cause,
  reservation: NewReservation,
): Promise<void> =>
  insertOrder(trx, order, items, eventOf({ id: order.id, status: 'pending' }, cause), reservation);

/** Adds an event to the timeline of an order, under its status. */
export const addEvent = (trx: Trx, order: OrderRef, cause: Cause): Promise<void> =>
  changes.insertEvent(trx, eventOf(order, cause));

const eventOf = ({ id, status }: OrderRef, { by, byUser, note, internal }: Cause) => ({
  orderId: id,
  status,
  byLabel: by,
  byUser,
  note,
  internal,
});

/**
 * Changes the status of a locked order by `shopMoves`, with these other columns, and records it; false without a change
 * if the table does not allow it.
 */
export async function moveOrder(
  trx: Trx,
  order: OrderRef,
  to: OrderStatus,
  cause: Cause,
  change: Partial<Pick<LockedOrder, 'checks' | 'nextCheckAt'>> = {},
): Promise<boolean> {
  if (!shopMoves[order.status].includes(to)) return false;
  await changes.updateStatus(trx, { ...change, status: to }, eventOf({ id: order.id, status: to }, cause));
  return true;
}

/** Sets any status, as only an admin may, and records it. */
export const setStatus = (trx: Trx, id: string, status: OrderStatus, cause: Cause): Promise<void> =>
  changes.updateStatus(trx, { status }, eventOf({ id, status }, cause));

/** Records that the units of an order were taken out of stock. Throws if they are reserved already. */
export const markReserved = (trx: Trx, id: string) => changes.updateStockState(trx, id, 'reserved');

/** Records that the units of an order were returned to stock. Throws if they are released already. */
export const markReleased = (trx: Trx, id: string) => changes.updateStockState(trx, id, 'released');

/** Lets the idempotency key of an order be used for a new one. */
export const freeIdempotencyKey = (trx: Trx, id: string) =>
  changes.updateOrder(trx, id, { idempotencyKey: null, requestHash: null });

/** Records that something of an order has changed, so that nobody overwrites it unseen. */
export const touchOrder = (trx: Trx, id: string) => changes.updateOrder(trx, id, {});

/** Changes contact details and delivery address of an order. */
export const updateContact = (
  trx: Trx,
  id: string,
  contact: Pick<Updateable<Orders>, 'name' | 'email' | 'mailbox' | 'mobile' | 'altMobile' | 'shipping'>,
) => changes.updateOrder(trx, id, contact);

/** Changes the amount of an order after its lines, and what the payment provider asks for if that stays. In paise. */
export const updateAmount = (
  trx: Trx,
  id: string,
  amounts: { amountPaise: number; roundingPaise: number; chargedPaise: number | null },
) => changes.updateOrder(trx, id, amounts);
