import type { OrderStatus } from '../../shared/contract/orders/orders.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { subtractOrder } from '../catalogue/catalogue.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badGateway } from '../errors.ts';
import { canReserveAgain } from '../gift-cards/gift-cards.ts';
import { leftToRefund, readProvider, recordRefund } from '../ledger/ledger.ts';
import type { ProviderState } from '../ledger/order-payments.ts';
import { isOpenLink, saveOrderOfLink } from '../ledger/queries/link-queries.ts';
import { markPrimary, type PaymentRow, recordPayments } from '../ledger/queries/payment-queries.ts';
import { listRefunds } from '../ledger/queries/refund-queries.ts';
import { listPaymentRequests } from '../ledger/queries/request-queries.ts';
import type { RefundOutcome } from '../ledger/refunds.ts';
import * as orders from '../orders/orders.ts';
import { setHidden } from '../orders/queries/change-queries.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import { findForSettling, type OrderToSettle } from '../orders/queries/settle-queries.ts';
import { recordCheck } from '../orders/queries/unsettled-queries.ts';
import { ProviderError } from '../provider/provider.ts';
import type { ProviderPayment, ProviderRefund } from '../provider/provider-shapes.ts';
import { refundKey, refundPayment, reportRefund } from '../refunds/refunds.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { createLimiter } from '../runtime/limiter.ts';
import { confirmPayment } from './confirm-payment.ts';
import { recordGiftCard } from './gift-card-payment.ts';
import { reservePaidUnits } from './reserve-paid-units.ts';
import {
  listPaymentsOfRequests,
  type RequestState,
  readRequests,
  settleRequests,
} from './settle-requests.ts';

/** `underway`: the order is unpaid and a bank may still confirm a payment of it. */
export type SettleResult = { orderId: string; paid: boolean; status: OrderStatus; underway: boolean };

/** Leaves database connections for those who browse and order. */
const settleLimiter = createLimiter({ concurrency: 6, maxWaitMs: 10_000 });

/**
 * The only way to become paid (contract §3): reads the payments of an order from the provider and records them. Called
 * by the browser's verify call, the webhook inbox, the reconcile job and admins, in any order and any number of times,
 * with the same result. Throws ProviderError while the provider can't be asked.
 */
export async function settle(deps: Deps, orderId: string): Promise<SettleResult | undefined> {
  const order = await findForSettling(deps.db, orderId);
  // The payment provider knows nothing of an order that is paid on delivery, unless a part of it is paid in advance.
  if (order?.codState && order.codAdvancePaise === 0)
    return { orderId, paid: false, status: order.status, underway: false };
  return order && settleOrder(deps, order);
}

/** The same for an order that has just been read. */
export async function settleOrder(deps: Deps, order: OrderToSettle): Promise<SettleResult> {
  const remote = await readProvider(deps, order);
  const requests = order.hasRequests ? await readRequests(deps, order) : [];
  crashPoint(deps, 'payments-read');
  const { becamePaid, ...settled } = await settleLimiter.run(() =>
    transaction(deps.db, (trx) => recordProviderState(deps, trx, order, remote, requests)),
  );
  if (becamePaid) deps.log.info({ orderId: order.id }, 'order paid');
  crashPoint(deps, 'settled');
  return settled;
}

/** Settles an order for a caller who waits: 502 while the provider can't be asked. */
export function settleNow(deps: Deps, orderId: string): Promise<SettleResult | undefined> {
  return settle(deps, orderId).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    throw badGateway('The payment provider can’t be asked now.');
  });
}

async function recordProviderState(
  deps: Deps,
  trx: Trx,
  { id: orderId, linkId }: OrderToSettle,
  remote: ProviderState,
  requests: RequestState[],
): Promise<SettleResult & { becamePaid: boolean }> {
  const locked = await orders.lockExisting(trx, orderId);
  const now = deps.clock.now();
  const { providerOrderId } = remote;
  // The order of a paid link counts before that of an earlier link.
  if (providerOrderId && providerOrderId !== locked.providerOrderId)
    await saveOrderOfLink(trx, orderId, { linkId, providerOrderId });
  const known = { ...locked, providerOrderId: providerOrderId ?? locked.providerOrderId };
  // Requests may have been added and paid since the provider was read, to an order that costs another amount than it
  // charged.
  const mayHaveRequests = locked.chargedPaise !== null;
  const ofRequests = mayHaveRequests ? await listPaymentsOfRequests(trx, orderId, requests) : [];
  const recorded = (await recordOwnPayments(trx, known, remote.payments, now)).filter(
    ({ providerPaymentId }) => !providerPaymentId || !ofRequests.includes(providerPaymentId),
  );
  const refunds = await recordRefunds(trx, remote.refunds, now);
  const unassigned = await listUnassigned(trx, known, recorded, refunds.length > 0);
  const { order, paid } = await assignPayments(deps, trx, known, { recorded, unassigned }, now);
  // After the invoice, to which a credit note refers.
  for (const refund of refunds) await reportRefund(deps, trx, order, refund);
  await settleRequests(deps, trx, order, requests);
  // markPaid has recorded the check with the new status.
  if (order.checks === locked.checks) {
    const asked = mayHaveRequests ? await listPaymentRequests(trx, orderId) : [];
    const checks = [
      nextCheck(order, now, paid),
      ...asked.map((request) => nextCheck(request, now, request.state === 'paid')),
    ];
    await recordCheck(trx, orderId, earliest(checks));
  }
  const underway = !paid && recorded.some(({ status }) => status === 'created' || status === 'authorized');
  const becamePaid = order.status === 'paid' && locked.status !== 'paid';
  const { linkEnd } = remote;
  const hasEnded = linkEnd && !paid && !underway && (await endWithLink(trx, { orderId, linkId, linkEnd }));
  return { orderId, paid, status: hasEnded ? 'failed' : order.status, underway, becamePaid };
}

/** Ends an unpaid order whose payment link can't be paid any more. False if it has ended, or gets another link. */
async function endWithLink(
  trx: Trx,
  { orderId, linkId, linkEnd }: { orderId: string; linkId: string | null; linkEnd: 'cancelled' | 'expired' },
): Promise<boolean> {
  if (!(await isOpenLink(trx, orderId, linkId))) return false;
  const note = linkEnd === 'expired' ? linkExpired : 'The payment link was cancelled at the payment provider';
  return orders.releaseOrder(trx, orderId, { status: 'failed', by: 'Payment provider', note });
}

export const linkExpired = 'The payment link has expired';

async function recordOwnPayments(
  trx: Trx,
  { id: orderId, providerOrderId }: LockedOrder,
  remote: ProviderPayment[],
  now: Date,
) {
  const inOrder = remote.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const own = inOrder.filter((payment) => payment.orderId === providerOrderId);
  const recorded = await recordPayments(trx, orderId, own, now);
  for (const payment of inOrder) {
    const { amountPaise } = payment;
    const alert = { orderId, subject: payment.id };
    if (payment.orderId !== providerOrderId) {
      const detail = { amountPaise, providerOrderId: payment.orderId };
      await raiseAlert(trx, { kind: 'payment-of-other-order', ...alert, detail });
    }
    if (payment.status === 'unknown')
      await raiseAlert(trx, { kind: 'payment-status-unknown', ...alert, detail: { amountPaise } });
  }
  return recorded;
}

/** Records refunds and returns those whose outcome is new. */
async function recordRefunds(trx: Trx, remote: ProviderRefund[], now: Date) {
  const outcomes: RefundOutcome[] = [];
  for (const refund of remote) {
    const outcome = await recordRefund(trx, refund, now);
    if (outcome?.changed) outcomes.push(outcome);
  }
  return outcomes;
}

/** A captured payment that is not primary, with what of it, in paise, was not refunded. */
type Unassigned = { payment: PaymentRow; leftPaise: number; refundRequested: boolean };

/** Chooses the primary payment and refunds every other one; a payment that does not fit raises an alert. */
async function assignPayments(
  deps: Deps,
  trx: Trx,
  locked: LockedOrder,
  { recorded, unassigned }: { recorded: PaymentRow[]; unassigned: Unassigned[] },
  now: Date,
): Promise<{ order: LockedOrder; paid: boolean }> {
  let order = locked;
  let paid = recorded.some(({ status, isPrimary }) => status === 'captured' && isPrimary);
  const chargedPaise = order.chargedPaise ?? order.amountPaise;
  for (const { payment, leftPaise, refundRequested } of unassigned) {
    const fits = payment.amountPaise === chargedPaise && payment.currency === 'INR';
    if (!fits) await alertAmount(trx, order, payment);
    // A payment that is refunded can't become primary, even if the items are in stock again.
    if (!fits || leftPaise === 0 || refundRequested) continue;
    if (paid) {
      await refundPayment(deps, trx, order, payment, leftPaise, 'A second payment for the same order');
    } else if (hasEnded(order) && !(await canReserveAgain(trx, order.id))) {
      await refundPayment(deps, trx, order, payment, leftPaise, 'The gift card was used for another order');
    } else if (await hasUnits(deps, trx, order)) {
      paid = true;
      order = await markPaid(deps, trx, order, payment, now);
    } else {
      await refundPayment(deps, trx, order, payment, leftPaise, 'Sold out before the payment arrived');
    }
  }
  return { order, paid };
}

/** The captured payments that are not primary, those of which least was refunded first. */
async function listUnassigned(
  trx: Trx,
  { id: orderId }: LockedOrder,
  recorded: (PaymentRow & { hasRefunds: boolean })[],
  hasNewRefunds: boolean,
): Promise<Unassigned[]> {
  const unassigned = recorded.filter(
    ({ status, isPrimary, providerPaymentId }) => status === 'captured' && !isPrimary && providerPaymentId,
  );
  if (unassigned.length === 0) return [];
  const hasRefunds = hasNewRefunds || unassigned.some((payment) => payment.hasRefunds);
  const refunds = hasRefunds ? await listRefunds(trx, orderId) : [];
  return unassigned
    .map((payment) => ({
      payment,
      leftPaise: leftToRefund(payment, refunds),
      refundRequested: refunds.some(
        ({ paymentId, idempotencyKey }) => paymentId === payment.id && idempotencyKey === refundKey(payment),
      ),
    }))
    .toSorted((a, b) => b.leftPaise / b.payment.amountPaise - a.leftPaise / a.payment.amountPaise);
}

const alertAmount = (trx: Trx, order: LockedOrder, payment: PaymentRow) =>
  raiseAlert(trx, {
    kind: 'amount-mismatch',
    orderId: order.id,
    subject: payment.id,
    detail: {
      expectedPaise: order.chargedPaise ?? order.amountPaise,
      paidPaise: payment.amountPaise,
      currency: payment.currency,
      payment: payment.providerPaymentId,
    },
  });

const hasEnded = ({ status }: LockedOrder) => status === 'failed' || status === 'cancelled';

/** Reserves the units again if the payment is late; false if they are sold to others who paid. */
const hasUnits = async (deps: Deps, trx: Trx, order: LockedOrder): Promise<boolean> =>
  order.stock === 'reserved' ||
  reservePaidUnits(deps, trx, order.id, { reason: 'Late payment', by: 'System' });

/**
 * Makes a payment primary and the order paid, with its invoice and mails, or one of which the rest is paid on delivery.
 * Returns the order with its new state.
 */
async function markPaid(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  payment: PaymentRow,
  now: Date,
): Promise<LockedOrder> {
  await markPrimary(trx, payment.id);
  crashPoint(deps, 'settling');
  const alert = {
    orderId: order.id,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  };
  if (order.status === 'cancelled') await raiseAlert(trx, { kind: 'paid-after-cancel', ...alert });
  if (order.deletedAt || order.isArchived) {
    await setHidden(trx, order.id, null);
    await raiseAlert(trx, { kind: 'paid-after-delete', ...alert });
  }
  const isAdvance = order.codAdvancePaise > 0;
  const note = isAdvance ? 'Payment in advance received' : 'Payment received';
  const received = { by: 'Payment provider', note };
  const check = { checks: order.checks + 1, nextCheckAt: nextCheck(order, now, true) };
  const goal = isAdvance ? 'pending' : 'paid';
  // The shipments of an order that ended stay, so it may be shipped.
  const to = order.status === 'pending' ? goal : await orders.readStatus(trx, { ...order, status: goal });
  const moved = await orders.moveOrder(trx, order, to, received, check);
  // An admin may have set another status, which stays.
  if (!moved) await orders.addEvent(trx, order, received);
  if (order.userId) await subtractOrder(trx, order.userId, order.id, now);
  const changed = {
    ...order,
    stock: 'reserved' as const,
    deletedAt: null,
    isArchived: false,
    ...(moved && { status: to, ...check }),
  };
  if (isAdvance) {
    await deps.events.advancePaid(deps, trx, order.id);
    return changed;
  }
  const byCard = await recordGiftCard(trx, changed, {
    now,
    isPrimary: false,
  });
  const paymentId = [payment.providerPaymentId, byCard].filter(Boolean).join(', ');
  await confirmPayment(deps, trx, order, { paymentId, now });
  return changed;
}

/** Minutes after which an unpaid order is checked again. */
const unpaidMinutes = [2, 5, 10, 15, 17, 30, 60, 120, 360, 720, 1440, 2880, 4320];
/** The same for a paid order: a second payment or an outside refund may have come without a webhook. */
const paidMinutes = [60, 1440];
/** The last check is so long after the end of the reservation: banks confirm payments for up to five days. */
const lastMinutes = 7200;

const earliest = (times: (Date | null)[]): Date | null =>
  times.reduce((first, time) => (first && time && time > first ? first : (time ?? first)), null);

/** When to check an order, or a payment request, with the provider next; null after the last check. */
function nextCheck(
  { createdAt, expiresAt }: Pick<LockedOrder, 'createdAt' | 'expiresAt'>,
  now: Date,
  paid: boolean,
): Date | null {
  const due = (paid ? paidMinutes : unpaidMinutes)
    .map((minutes) => createdAt.getTime() + minutes * 60_000)
    .concat(expiresAt.getTime() + lastMinutes * 60_000)
    .find((time) => time > now.getTime());
  return due === undefined ? null : new Date(due);
}
