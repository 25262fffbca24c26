import { type OrderStatus, packingMoves, type StatusChange } from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { reservationMinutes } from '../../shared/reservation.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { can, requirePermission } from '../permissions.ts';
import { confirmPayment } from './confirm-payment.ts';
import { mailOrderNote, mailOrderStatus, mailOrderTracking, notifiesShopper } from './order-mails.ts';
import { requestOrAskRefund } from './refund-approvals.ts';
import { allLines } from './refund-plan.ts';
import { listRefundable, type NamedAdmin, refundableOf } from './refunds.ts';
import { releaseUnits, reservePaidUnits, reserveUnits } from './reservations.ts';

const ended = (status: OrderStatus) => status === 'cancelled' || status === 'failed';
const onItsWay = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/**
 * Sets any status for an admin (contract §3), with its effects in the same transaction: `paid` without a payment
 * records an offline payment of the amount due; an order that ends before it ships releases its stock, and reserves
 * it again when it is reopened; cancelling requests a refund. Mails the shopper if the status is mailed, with the
 * note if it is for her, and with tracking if the order is shipped. Errors: 404, 409 `out_of_stock`,
 * `order_changed`.
 */
export async function setOrderStatus(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  change: StatusChange,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = isId(orderId) ? await orders.lockOrder(trx, orderId) : undefined;
    if (!order) throw notFound('Order not found.');
    requireMayMove(admin, order, change.status);
    const { courier, trackingNumber, updatedAt, status: to, note, mailNote } = change;
    if (updatedAt && Date.parse(updatedAt) !== order.updatedAt.getTime()) {
      throw conflict('order_changed', 'Someone else has changed this order meanwhile.');
    }
    const moves = order.status !== to;
    await orders.setTracking(trx, order.id, { courier, trackingNumber });
    await recordAudit(trx, admin, {
      action: 'order.status',
      subject: order.id,
      detail: { from: order.status, ...change },
    });
    if (moves) await moveGoods(deps, trx, order, admin, to);
    if (moves || note) {
      const cause = { by: admin.name, byUser: admin.userId, note, internal: note !== '' && !mailNote };
      await orders.setStatus(trx, order.id, to, cause);
    }
    const parcel = trackingEntry(order, change);
    if (parcel.note) {
      const cause = { by: admin.name, byUser: admin.userId, note: parcel.note };
      await orders.addEvent(trx, { id: order.id, status: to }, cause);
    }
    if (moves) await moveMoney(deps, trx, { ...order, status: to }, admin, note);
    const words = mailNote ? note : '';
    const notified = moves && notifiesShopper(to) && (await mailOrderStatus(deps, trx, order.id, to, words));
    if (notified) return;
    if (words) await mailOrderNote(deps, trx, order.id, words);
    else if (parcel.isKnown && to === 'shipped') await mailOrderTracking(deps, trx, order.id);
  });
}

/** Who may not edit orders can take an order to pack forward. 404 for another order if she can't see it, else 403. */
function requireMayMove(admin: NamedAdmin, order: orders.LockedOrder, to: OrderStatus): void {
  if (can(admin, 'orders.edit')) return;
  if (!orders.isToPack(order) && !can(admin, 'orders.viewAll')) throw notFound('Order not found.');
  const isStep = to === order.status || (orders.isToPack(order) && packingMoves.includes(to));
  if (!isStep) requirePermission(admin, 'orders.edit');
}

/** The timeline entry for a changed courier or tracking number. */
function trackingEntry(order: orders.LockedOrder, change: StatusChange): { note: string; isKnown: boolean } {
  const { courier = order.courier, trackingNumber = order.trackingNumber } = change;
  const isMailed = courier !== order.courier || trackingNumber !== order.trackingNumber;
  if (!isMailed) return { note: '', isKnown: false };
  if (courier) {
    return { note: `Courier: ${[courier, trackingNumber].filter(Boolean).join(', ')}`, isKnown: true };
  }
  return trackingNumber
    ? { note: `Tracking number: ${trackingNumber}`, isKnown: true }
    : { note: 'Courier and tracking number removed', isKnown: false };
}

async function moveGoods(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  admin: NamedAdmin,
  to: OrderStatus,
) {
  const cause = { reason: `Order set to ${to}`, by: admin.name };
  // An ended order with reserved stock was shipped: its units are not in the shop.
  const inHouse = order.stock === 'reserved' && !onItsWay(order.status) && !ended(order.status);
  if (ended(to) && inHouse) await releaseUnits(trx, order.id, cause);
  const reserve = to === 'paid' ? reservePaidUnits : reserveUnits;
  if (!ended(to) && order.stock === 'released' && !(await reserve(trx, order.id, cause)))
    throw conflict('out_of_stock', 'The items of this order are no longer in stock.');
  // A pending order gets the reservation time of a new one.
  if (to === 'pending') {
    const nextCheckAt = deps.clock.now();
    await orders.extendReservation(trx, order.id, { minutes: reservationMinutes, nextCheckAt });
  }
}

async function moveMoney(deps: Deps, trx: Trx, order: orders.LockedOrder, admin: NamedAdmin, note: string) {
  if (order.status === 'paid') await takeWhatIsDue(deps, trx, order, admin, note);
  if (order.status === 'cancelled') {
    const { paise, lines } = await refundableOf(trx, order);
    if (paise > 0) {
      const prefix = `cancelled:${order.id}:${deps.clock.now().getTime()}:`;
      const whole = { amountPaise: paise, lines: allLines(lines), reason: 'Order cancelled' };
      await requestOrAskRefund(deps, trx, order, { admin, ...whole, prefix });
    }
  }
}

/** Records an offline payment, so that status, payments and revenue agree. */
async function takeWhatIsDue(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  admin: NamedAdmin,
  note: string,
) {
  const money = await listRefundable(trx, order.id);
  const remaining = payments.sumLeft(money);
  const settled = money.some(({ payment }) => payment.isPrimary);
  // A partly refunded order is still paid.
  if (settled && remaining > 0) return;
  const now = deps.clock.now();
  const due = order.amountPaise - remaining;
  if (due > 0) {
    const payment = { orderId: order.id, amountPaise: due, isPrimary: !settled, note, byUser: admin.userId };
    await payments.insertOfflinePayment(trx, payment, { now, by: admin.name });
    const recorded = `Offline payment of ${shortRupees(toRupees(due))} recorded`;
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note: recorded });
  } else {
    // A captured payment of another amount becomes the primary payment, because the admin accepts it.
    const max = money.toSorted((a, b) => b.leftPaise - a.leftPaise)[0];
    if (max) await payments.markPrimary(trx, max.payment.id);
  }
  if (settled) return;
  await confirmPayment(deps, trx, order, { paymentId: null, now });
}
