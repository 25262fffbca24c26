import { leastPaymentPaise, shortRupees, toRupees } from '../../shared/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { conflict } from '../errors.ts';
import { issueCreditNote } from '../invoices/invoices.ts';
import { handleRows } from '../jobs/jobs.ts';
import {
  divideRefund,
  findRefundedOrder,
  giftCardMethod,
  recordManualRefund,
  recordRefund,
  refuseRefund,
  requestRefund,
  sendRefundRequest,
  sumLeft,
} from '../ledger/ledger.ts';
import { listPayments } from '../ledger/queries/payment-queries.ts';
import { listOpenRefunds } from '../ledger/queries/refund-queries.ts';
import { listPaymentRequests, withdrawOpenRequest } from '../ledger/queries/request-queries.ts';
import type { RefundOutcome } from '../ledger/refunds.ts';
import { mailOrderRefunded } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { readCodDue } from '../orders/queries/cod-queries.ts';
import { type LockedOrder, listItems, lockOrder } from '../orders/queries/order-queries.ts';
import { insertRefundLines, listRefundLines } from '../orders/queries/refund-line-queries.ts';
import { listShipments } from '../orders/queries/shipment-queries.ts';
import type { ProviderRefund } from '../provider/provider-shapes.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { cancelGiftCards, spentMeanwhile } from './bought-gift-cards.ts';
import {
  freePartOf,
  linesOfFreePart,
  refundToCard,
  returnFreeOfRefunded,
  returnFreePart,
} from './card-refunds.ts';
import { type PlannedLine, splitLines } from './refund-plan.ts';
import { isFreePart, listRefundable, refundableOf } from './refundable.ts';

/** Returns the units to stock. */
async function restock(trx: Trx, order: LockedOrder, lines: PlannedLine[], by: string): Promise<void> {
  if (lines.every(({ restocked }) => restocked === 0)) return;
  const restockedOf = new Map(lines.map(({ orderItemId, restocked }) => [orderItemId, restocked]));
  const back = (await listItems(trx, order.id)).flatMap(({ id, variantId }) => {
    const delta = restockedOf.get(id) ?? 0;
    return delta > 0 ? [{ variantId, delta }] : [];
  });
  await changeStock(trx, back, { reason: 'Returned', orderId: order.id, by });
}

export type NewRefund = {
  admin: Pick<NamedAdmin, 'userId' | 'name'>;
  /** The second admin, of a refund that needed approval. */
  approvedBy?: string;
  /** In paise, with what goes back to a free gift card. */
  amountPaise: number;
  /** The lines that it covers; the rest is goodwill. */
  lines: PlannedLine[];
  reason: string;
  /** Makes the idempotency keys of the refunds. */
  prefix: string;
  requestHash?: string;
  /** Refunds this payment only. */
  from?: string;
};

/**
 * Requests refunds of this amount, from the primary payment first, and returns units to stock. An open payment request
 * is withdrawn. What a gift card has paid returns to it, of a free one the shares of the lines. A refund of another
 * offline payment is recorded as done, because the admin pays it out, and so is what the provider would have to refund
 * of less than ₹1. The order is locked. Errors: those of requireFree.
 */
export async function requestRefunds(deps: Deps, trx: Trx, order: LockedOrder, request: NewRefund) {
  const { admin, reason, prefix, requestHash, approvedBy } = request;
  await requireFree(trx, order, request.from);
  await withdrawOpenRequest(trx, order.id);
  await restock(trx, order, request.lines, admin.name);
  const now = deps.clock.now();
  await endGiftCards(trx, order, request, now);
  const all = await listRefundable(trx, order.id, request.from);
  const freePaise = request.from ? 0 : await freePartOf(trx, order.id, all, request.lines);
  const moneyPaise = request.amountPaise - freePaise;
  const parts = all.filter((part) => !isFreePart(part));
  const shares = divideRefund(parts, moneyPaise);
  const common = { reason, requestHash, byUser: admin.userId, ...(approvedBy && { approvedBy }) };
  if (freePaise > 0) {
    const refund = { ...common, idempotencyKey: `${prefix}${parts.length}` };
    const free = linesOfFreePart(request.lines, { withUnits: moneyPaise === 0 });
    await returnFreePart(deps, trx, order, { amountPaise: freePaise, lines: free, refund }, admin.name);
  }
  let lines = request.lines;
  let requestedPaise = 0;
  let manualPaise = 0;
  let cardPaise = freePaise;
  for (const [index, { payment }] of parts.entries()) {
    const amountPaise = shares[index] ?? 0;
    if (amountPaise === 0) continue;
    const [own, later] = splitLines(lines, amountPaise);
    lines = later;
    const ids = { orderId: order.id, paymentId: payment.id, idempotencyKey: `${prefix}${index}` };
    const refund = { ...common, ...ids, amountPaise };
    if (payment.providerPaymentId && amountPaise >= leastPaymentPaise) {
      requestedPaise += amountPaise;
      const refundId = await requestRefund(deps, trx, refund);
      if (refundId) await insertRefundLines(trx, refundId, own);
      continue;
    }
    const isByCard = payment.method === giftCardMethod;
    if (isByCard) cardPaise += amountPaise;
    else manualPaise += amountPaise;
    const record = isByCard ? refundToCard : recordManualRefund;
    const refundId = await record(trx, refund, { now, by: admin.name, isFree: false });
    await insertRefundLines(trx, refundId, own);
    const hasNote = await creditRefund(trx, order, { refundId, now });
    const refunded = { refundId, amountPaise, reason, hasNote, toGiftCard: isByCard };
    await mailOrderRefunded(deps, trx, order.id, refunded);
    await returnFreeOfRefunded(deps, trx, order, { by: admin.name, refundId, reason });
  }
  const by = { by: admin.name, byUser: admin.userId };
  for (const done of notesOf({ requestedPaise, manualPaise, cardPaise }))
    await orders.addEvent(trx, order, { ...by, note: `${done}: ${reason}` });
  // Nothing may be left to ship now.
  await orders.updateStatus(trx, order, by);
}

/** What the timeline says about the parts of a refund, in paise. */
function notesOf(paise: { requestedPaise: number; manualPaise: number; cardPaise: number }): string[] {
  const parts: [number, string][] = [
    [paise.requestedPaise, 'requested'],
    [paise.manualPaise, 'paid out manually'],
    [paise.cardPaise, 'returned to the gift card'],
  ];
  return parts.flatMap(([amount, done]) =>
    amount > 0 ? `Refund of ${shortRupees(toRupees(amount))} ${done}` : [],
  );
}

/** Ends the gift cards of the lines of a refund. 409 if that has more than is left on them. */
async function endGiftCards(
  trx: Trx,
  order: LockedOrder,
  { lines, admin }: NewRefund,
  now: Date,
): Promise<void> {
  const { cancelled } = await cancelGiftCards(trx, lines, admin.name, now);
  if (cancelled === 0) return;
  const left = await refundableOf(trx, order);
  const isTooMuch = lines.some(({ orderItemId, amountPaise }) => {
    const line = left.lines.find((open) => open.orderItemId === orderItemId);
    return line && line.spentPaise > 0 && amountPaise > line.amountPaise;
  });
  if (isTooMuch) throw spentMeanwhile();
}

/**
 * Whether what was paid in advance of a locked order is still needed: the rest is to be collected on delivery, and the
 * order has neither been cancelled before it left nor come back. Then its invoice, or that of its parcel, counts on it
 * (decision 109).
 */
export async function isAdvanceBound(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (!order.codState || (await readCodDue(trx, order.id)) === 0) return false;
  const states = (await listShipments(trx, order.id)).map(({ state }) => state);
  const parcels = states.filter((state) => state !== 'cancelled');
  if (parcels.length > 0) return parcels.some((state) => state !== 'returned');
  return order.status !== 'cancelled' && order.status !== 'failed';
}

/** 409 `not_editable` if what was paid in advance is still needed. `from`: only this payment is refunded. */
export async function requireFree(trx: Trx, order: LockedOrder, from?: string): Promise<void> {
  if (!(await isAdvanceBound(trx, order))) return;
  const payment = (await listPayments(trx, order.id)).find(({ id }) => id === from);
  if (from === undefined || payment?.isPrimary) throw conflict('not_editable', advanceIsBound);
}

const advanceIsBound =
  'What was paid in advance can be refunded once the order is cancelled or its parcel has come back.';

/**
 * What is left to pay of a locked order that was changed after it was paid, in paise: 0 if it has ended, or if
 * something of it was refunded, or if the courier collects it.
 */
export async function readDuePaise(trx: Trx, order: LockedOrder): Promise<number> {
  if (order.status === 'cancelled' || order.status === 'failed' || order.refundState !== 'none') return 0;
  if ((await readCodDue(trx, order.id)) > 0) return 0;
  const accepted = new Set(
    (await listPaymentRequests(trx, order.id)).flatMap(({ paymentId }) => paymentId ?? []),
  );
  const received = (await listRefundable(trx, order.id)).filter(
    ({ payment }) => payment.isPrimary || payment.providerPaymentId === null || accepted.has(payment.id),
  );
  if (!received.some(({ payment }) => payment.isPrimary)) return 0;
  return Math.max(0, order.amountPaise - sumLeft(received));
}

/** Sends a requested refund, or reads its state from the provider, and records the result. Idempotent. */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const answer = await sendRefundRequest(deps, refundId);
  if (!answer) return;
  crashPoint(deps, 'refund-sent');
  if ('made' in answer) {
    await receiveRefund(deps, answer.made);
    return;
  }
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, answer.orderId);
    const outcome = await refuseRefund(trx, refundId, answer.refusal);
    if (order && outcome) await reportRefund(deps, trx, order, outcome);
  });
}

/** Sends the refunds whose jobs were lost. */
export async function retryRefunds(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - 60_000);
  const ids = await listOpenRefunds(deps.db, before, 100);
  const about = { idName: 'refundId', failure: 'a refund could not be sent' };
  await handleRows(deps.log, ids, about, (id) => sendRefund(deps, id));
}

/**
 * Records the provider's state of a refund, of the shop or made at the provider, with its effects. False if its
 * payment is unknown.
 */
export async function receiveRefund(deps: Deps, made: ProviderRefund): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const orderId = await findRefundedOrder(trx, made);
    const order = orderId && (await lockOrder(trx, orderId));
    if (!order) return false;
    const outcome = await recordRefund(trx, made, deps.clock.now());
    if (outcome?.changed) await reportRefund(deps, trx, order, outcome);
    return outcome !== undefined;
  });
}

/** Records the event, the credit note and the mail of a finished refund. The order is locked. */
export async function reportRefund(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  refund: Pick<RefundOutcome, 'refundId' | 'amountPaise' | 'reason' | 'status'>,
): Promise<void> {
  const paidOut = refund.status === 'processed';
  const note = paidOut ? 'Refund paid out' : 'Refund failed at the provider';
  const by = 'Payment provider';
  await orders.addEvent(trx, order, { by, note });
  if (!paidOut) {
    await orders.updateStatus(trx, order, { by });
    return;
  }
  const now = deps.clock.now();
  const hasNote = await creditRefund(trx, order, { refundId: refund.refundId, now });
  // A refund that was made at the provider has lines only now.
  const lines = (await listRefundLines(trx, order.id)).filter(
    (line) => line.refundId === refund.refundId && line.quantity > 0,
  );
  const { spentPaise } = await cancelGiftCards(trx, lines, by, now);
  if (spentPaise > 0) {
    const detail = { amountPaise: spentPaise };
    await raiseAlert(trx, {
      kind: 'refund-of-spent-card',
      orderId: order.id,
      subject: refund.refundId,
      detail,
    });
  }
  await returnFreeOfRefunded(deps, trx, order, { by, ...refund });
  await orders.updateStatus(trx, order, { by });
  await mailOrderRefunded(deps, trx, order.id, { ...refund, hasNote });
}

/**
 * Issues the credit note of a refund; false if it needs none. What is still asked for after a change was not given up
 * (decision 102).
 */
async function creditRefund(
  trx: Trx,
  { id }: LockedOrder,
  refund: { refundId: string; now: Date },
): Promise<boolean> {
  // Again, because the refund may have changed its refund state.
  const order = await orders.lockExisting(trx, id);
  // Its invoice follows its parcel: it is reversed as a whole if that comes back.
  if ((await readCodDue(trx, id)) > 0) return false;
  const duePaise = await readDuePaise(trx, order);
  return (await issueCreditNote(trx, order, { ...refund, duePaise })) !== undefined;
}
