import {
  cancelReasons,
  type OrderStatus,
  packingMoves,
  type StatusChange,
} from '../../shared/contract/orders/orders.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { reservationMinutes } from '../../shared/orders/order-state.ts';
import { confirm, followShipments } from '../cash-on-delivery/cash-on-delivery.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { moveShipments } from '../fulfilment/fulfilment.ts';
import { canReserveAgain } from '../gift-cards/gift-cards.ts';
import { sumLeft } from '../ledger/ledger.ts';
import { insertOfflinePayment, markPrimary } from '../ledger/queries/payment-queries.ts';
import { withdrawOpenRequest } from '../ledger/queries/request-queries.ts';
import {
  mailOrderNote,
  mailOrderStatus,
  mailOrderTracking,
  notifiesShopper,
} from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { readCodDue } from '../orders/queries/cod-queries.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import { extendReservation } from '../orders/queries/placement-queries.ts';
import { listReservedUnits } from '../orders/queries/refund-line-queries.ts';
import { listShipments, type Shipment, updateShipment } from '../orders/queries/shipment-queries.ts';
import { confirmPayment, recordGiftCard, reservePaidUnits } from '../payments/payments.ts';
import { can, requirePermission } from '../permissions.ts';
import {
  allLines,
  isAdvanceBound,
  listRefundable,
  refundableOf,
  requestOrAskRefund,
} from '../refunds/refunds.ts';
import { giveGiftCards } from './bought-gift-cards.ts';

const ended = (status: OrderStatus) => status === 'cancelled' || status === 'failed';

/**
 * Sets any status for an admin (contract §3), with its effects in the same transaction: shipments are packed, shipped or
 * delivered, or that is undone, until they imply the status; `paid` without a payment records an offline payment of the
 * amount due, after which the status is what the shipments imply, which stay as they are; an order that ends releases the
 * stock that it did not ship, and reserves it again when it is reopened; cancelling requests a refund. Mails the shopper
 * if the status is mailed, with the note if it is for them, and with tracking if the order is shipped. Errors: 404, 400
 * for a tracking number without a shipment, 409 `out_of_stock`, `order_changed`.
 */
export async function setOrderStatus(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  change: StatusChange,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    requireMayMove(admin, order, change.status);
    const { updatedAt, status: to, mailNote } = change;
    const note = noteOf(change);
    if (updatedAt) orders.requireSeen(order, updatedAt);
    const moves = order.status !== to;
    const records = moves && to === 'paid' && !(await readMoney(trx, order)).isPaid;
    await orders.touchOrder(trx, order.id);
    await recordAudit(trx, admin, {
      action: 'order.status',
      subject: order.id,
      detail: { from: order.status, ...change, note },
    });
    if (moves) await moveGoods(deps, trx, order, admin, to);
    const numbers = moves && !records ? await moveShipments(deps, trx, admin, order.id, to) : [];
    if (moves || note) {
      const cause = { by: admin.name, byUser: admin.userId, note, internal: note !== '' && !mailNote };
      await orders.setStatus(trx, order.id, to, cause);
    }
    const shipment = await setTracking(trx, order.id, change);
    if (shipment) {
      const cause = { by: admin.name, byUser: admin.userId, note: trackingNote(shipment) };
      await orders.addEvent(trx, { id: order.id, status: to }, cause);
    }
    const keepsMoney = moves && (await moveMoney(deps, trx, { ...order, status: to }, admin, change));
    const byAdmin = { by: admin.name, byUser: admin.userId };
    const status = records ? await orders.updateStatus(trx, { ...order, status: to }, byAdmin) : to;
    if (moves) await followStatus(deps, trx, { ...order, status }, admin);
    const words = mailNote ? note : '';
    const notified =
      moves &&
      notifiesShopper(to) &&
      (await mailOrderStatus(deps, trx, order.id, to, { note: words, numbers, keepsMoney }));
    if (notified) return;
    if (words) await mailOrderNote(deps, trx, order.id, words);
    else if (shipment?.state === 'shipped') await mailOrderTracking(deps, trx, order.id, shipment);
  });
}

/** The note of a change; that of a cancellation begins with its reason. */
const noteOf = ({ status, reason, note }: StatusChange): string =>
  [status === 'cancelled' && reason && cancelReasons[reason], note].filter(Boolean).join(': ');

/** Who may not edit orders can take an order to pack forward. 404 for another order if they can't see it, else 403. */
function requireMayMove(admin: NamedAdmin, order: LockedOrder, to: OrderStatus): void {
  if (can(admin, 'orders.edit')) return;
  if (!orders.isToPack(order) && !can(admin, 'orders.viewAll')) throw notFound('Order not found.');
  const isStep = to === order.status || (orders.isToPack(order) && packingMoves.includes(to));
  if (!isStep) requirePermission(admin, 'orders.edit');
}

/** Changes courier and tracking number of the last shipment of an order. Undefined if they are the same. */
async function setTracking(trx: Trx, orderId: string, { courier, trackingNumber }: StatusChange) {
  if (courier === undefined && trackingNumber === undefined) return undefined;
  const last = (await listShipments(trx, orderId)).findLast(({ state }) => state !== 'cancelled');
  if (!last) {
    if (!courier && !trackingNumber) return undefined;
    throw badField(courier ? 'courier' : 'trackingNumber', 'Only an order that is packed has a shipment.');
  }
  const shipment = await updateShipment(trx, last.id, { courier, trackingNumber });
  const isNew = shipment.courier !== last.courier || shipment.trackingNumber !== last.trackingNumber;
  return isNew ? shipment : undefined;
}

/** The timeline entry for a changed courier or tracking number. */
function trackingNote({ courier, trackingNumber }: Shipment): string {
  if (courier) return `Courier: ${[courier, trackingNumber].filter(Boolean).join(', ')}`;
  return trackingNumber ? `Tracking number: ${trackingNumber}` : 'Courier and tracking number removed';
}

async function moveGoods(deps: Deps, trx: Trx, order: LockedOrder, admin: NamedAdmin, to: OrderStatus) {
  const cause = { reason: `Order set to ${to}`, by: admin.name };
  if (ended(to)) await withdrawOpenRequest(trx, order.id);
  if (ended(to) && order.stock === 'reserved' && !(await hasLeft(trx, order.id)))
    await orders.releaseUnits(trx, order.id, cause);
  const reserve = () =>
    to === 'paid' ? reservePaidUnits(deps, trx, order.id, cause) : orders.reserveUnits(trx, order.id, cause);
  if (!ended(to) && order.stock === 'released' && !(await reserve()))
    throw conflict('out_of_stock', 'The items of this order are no longer in stock.');
  if (ended(order.status) && !ended(to) && !(await canReserveAgain(trx, order.id)))
    throw conflict('conflict', 'The gift card of this order can’t pay its part any more.');
  // A pending order gets the reservation time of a new one.
  if (to === 'pending' && !order.codState) {
    const nextCheckAt = deps.clock.now();
    await extendReservation(trx, order.id, { minutes: reservationMinutes, nextCheckAt });
  }
}

/** What a new status of an order that is paid on delivery entails: an admin who does not end it has confirmed it. */
async function followStatus(deps: Deps, trx: Trx, order: LockedOrder, admin: NamedAdmin) {
  const confirms = order.codState === 'unconfirmed' && !ended(order.status);
  if (confirms) await confirm(trx, order, { by: admin.name, byUser: admin.userId });
  await followShipments(deps, trx, confirms ? { ...order, codState: 'confirmed' } : order, admin);
}

/** Whether shipments of an order have left the shop, with all units that it still reserves. */
async function hasLeft(trx: Trx, orderId: string): Promise<boolean> {
  const left = (await listShipments(trx, orderId)).some(
    ({ state }) => state !== 'packed' && state !== 'cancelled',
  );
  return left && (await listReservedUnits(trx, orderId)).length === 0;
}

/**
 * Takes what is due of an order that became paid, and refunds one that was cancelled. True if it keeps what was paid in
 * advance.
 */
async function moveMoney(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  admin: NamedAdmin,
  change: StatusChange,
): Promise<boolean> {
  if (order.status === 'paid') await takeWhatIsDue(deps, trx, order, admin, noteOf(change));
  if (order.status !== 'cancelled') return false;
  const { paise, freePaise, lines } = await refundableOf(trx, order);
  if (paise + freePaise === 0) return false;
  if (await keepsAdvance(trx, order, change)) {
    const note = `Paid in advance and kept: ${shortRupees(toRupees(paise))}`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note });
    return true;
  }
  const prefix = `cancelled:${order.id}:${deps.clock.now().getTime()}:`;
  const whole = { amountPaise: paise + freePaise, lines: allLines(lines), reason: 'Order cancelled' };
  await requestOrAskRefund(deps, trx, order, { admin, ...whole, prefix });
  return false;
}

/**
 * Whether an order that is cancelled keeps what was paid in advance: the admin wants it, or its parcel has not come
 * back.
 */
const keepsAdvance = async (trx: Trx, order: LockedOrder, change: StatusChange) =>
  (change.keepsAdvance === true && (await readCodDue(trx, order.id)) > 0) ||
  (await isAdvanceBound(trx, order));

/**
 * What was paid of an order and not refunded, and what the courier has to collect, in paise. `isPaid`: it was paid, and
 * not refunded in full; one that was refunded in part is still paid.
 */
async function readMoney(trx: Trx, { id }: LockedOrder) {
  const money = await listRefundable(trx, id);
  const leftPaise = sumLeft(money);
  const codDuePaise = await readCodDue(trx, id);
  const isSettled = money.some(({ payment }) => payment.isPrimary);
  return {
    money,
    leftPaise,
    codDuePaise,
    isSettled,
    isPaid: isSettled && leftPaise > 0 && codDuePaise === 0,
  };
}

/** Records an offline payment, so that status, payments and revenue agree. */
async function takeWhatIsDue(deps: Deps, trx: Trx, order: LockedOrder, admin: NamedAdmin, note: string) {
  const now = deps.clock.now();
  const byCard = await recordGiftCard(trx, order, { now, isPrimary: false });
  const { money, leftPaise, codDuePaise, isSettled, isPaid } = await readMoney(trx, order);
  if (isPaid) return;
  const due = codDuePaise || order.amountPaise - leftPaise;
  if (due > 0) {
    await giveGiftCards(deps, trx, admin, order.id);
    const payment = {
      orderId: order.id,
      amountPaise: due,
      isPrimary: !isSettled,
      method: 'offline',
      note,
      byUser: admin.userId,
    };
    await insertOfflinePayment(trx, payment, { now, by: admin.name });
    const recorded = `Offline payment of ${shortRupees(toRupees(due))} recorded`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note: recorded });
  } else {
    // A captured payment of another amount becomes the primary payment, because the admin accepts it.
    const max = money.toSorted((a, b) => b.leftPaise - a.leftPaise)[0];
    if (max) await markPrimary(trx, max.payment.id);
  }
  if (isSettled) return;
  await confirmPayment(deps, trx, order, { paymentId: byCard ?? null, now });
}
