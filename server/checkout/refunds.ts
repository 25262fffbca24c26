import { createHash, randomUUID } from 'node:crypto';
import type { Refundable, RefundRequest } from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { crashPoint } from '../crash-point.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { mailOrderRefunded } from './order-mails.ts';
import { nothingLeft, planRefund, splitLines } from './refund-plan.ts';

/** The admin, with the name that the timeline shows. */
export type NamedAdmin = Admin & { name: string };

/**
 * Refunds lines of an order, an amount, or all that remains (contract §3), never more than is paid and not
 * refunded. With an idempotency key, a repeated request refunds once. Errors: 404, those of planRefund, 409
 * `idempotency_mismatch`.
 */
export async function refundOrder(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  request: RefundRequest,
  idempotencyKey: string = randomUUID(),
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockKnown(trx, orderId);
    const prefix = `by-hand:${order.id}:${idempotencyKey}:`;
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    // A key may contain colons; the prefix must be followed by a number only.
    const made = (await payments.listRefunds(trx, order.id)).filter(
      ({ idempotencyKey: key }) => key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)),
    );
    if (made.length > 0) {
      if (made.every((refund) => refund.requestHash === requestHash)) return;
      throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another refund.');
    }
    const left = await refundableOf(trx, order);
    if (left.paise === 0) throw nothingLeft();
    const { amountPaise, lines } = planRefund(request, left.lines, left.paise);
    const { reason } = request;
    await restock(trx, order, lines, left.lines, admin);
    await requestRefunds(deps, trx, order, { admin, amountPaise, lines, reason, prefix, requestHash });
    await recordAudit(trx, admin, {
      action: 'order.refund',
      subject: order.id,
      detail: { amountPaise, reason },
    });
  });
}

/** What can still be refunded of an order, in total and by line (contract §3). 404 for an unknown order. */
export async function readRefundable(deps: Deps, orderId: string): Promise<Refundable> {
  return transaction(deps.db, async (trx) => {
    const { paise, lines } = await refundableOf(trx, await lockKnown(trx, orderId));
    return {
      amount: toRupees(paise),
      lines: lines.map(({ orderItemId, quantity, amountPaise, restockable }) => ({
        line_id: orderItemId,
        quantity,
        amount: toRupees(amountPaise),
        restockable,
      })),
    };
  });
}

async function lockKnown(trx: Trx, orderId: string): Promise<orders.LockedOrder> {
  const order = isId(orderId) ? await orders.lockOrder(trx, orderId) : undefined;
  if (!order) throw notFound('Order not found.');
  return order;
}

/** How much of an order can still be refunded, in paise, and for which lines. The order is locked. */
export async function refundableOf(trx: Trx, order: orders.LockedOrder) {
  const paise = payments.sumLeft(await listRefundable(trx, order.id));
  return { paise, lines: await orders.listRefundable(trx, order, paise) };
}

/** Returns the units to stock. */
async function restock(
  trx: Trx,
  order: orders.LockedOrder,
  lines: orders.RefundLine[],
  items: orders.RefundableLine[],
  admin: NamedAdmin,
): Promise<void> {
  const back = items.flatMap(({ orderItemId, variantId }) => {
    const delta = lines.find((line) => line.orderItemId === orderItemId)?.restocked ?? 0;
    return delta > 0 ? [{ variantId, delta }] : [];
  });
  if (back.length === 0) return;
  await changeStock(trx, back, { reason: 'Returned', orderId: order.id, by: admin.name });
}

type NewRefund = {
  admin: NamedAdmin;
  amountPaise: number;
  /** The lines that it covers; the rest is goodwill. */
  lines: orders.RefundLine[];
  reason: string;
  /** Makes the idempotency keys of the refunds. */
  prefix: string;
  requestHash?: string;
  /** Refunds this payment only. */
  from?: string;
};

/**
 * Requests refunds of this amount, from the primary payment first. A refund of an offline payment is recorded as
 * done, because the admin pays it out. The order is locked.
 */
export async function requestRefunds(deps: Deps, trx: Trx, order: orders.LockedOrder, request: NewRefund) {
  const { admin, reason, prefix, requestHash } = request;
  const now = deps.clock.now();
  let left = request.amountPaise;
  let lines = request.lines;
  let manualPaise = 0;
  const parts = (await listRefundable(trx, order.id)).filter(
    ({ payment }) => request.from === undefined || payment.id === request.from,
  );
  for (const [at, { payment, leftPaise }] of parts.entries()) {
    const amountPaise = Math.min(left, leftPaise);
    if (amountPaise === 0) continue;
    left -= amountPaise;
    const [own, later] = splitLines(lines, amountPaise);
    lines = later;
    const refund = {
      orderId: order.id,
      paymentId: payment.id,
      amountPaise,
      reason,
      idempotencyKey: `${prefix}${at}`,
      requestHash,
      byUser: admin.userId,
    };
    if (payment.providerPaymentId) {
      const refundId = await payments.requestRefund(deps, trx, refund);
      if (refundId) await orders.insertRefundLines(trx, refundId, own);
      continue;
    }
    manualPaise += amountPaise;
    const refundId = await payments.recordManualRefund(trx, refund, { now, by: admin.name });
    await orders.insertRefundLines(trx, refundId, own);
    await orders.issueCreditNote(trx, order, { refundId, now });
    await mailOrderRefunded(deps, trx, order.id, { refundId, amountPaise, reason });
  }
  const requested = request.amountPaise - left - manualPaise;
  const notes = [
    ...(requested > 0 ? [`Refund of ${shortRupees(toRupees(requested))} requested`] : []),
    ...(manualPaise > 0 ? [`Refund of ${shortRupees(toRupees(manualPaise))} paid out manually`] : []),
  ];
  for (const note of notes) {
    await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note: `${note}: ${reason}` });
  }
}

/** The payments of an order that can be refunded, the primary one first, each with what is left of it, in paise. */
export async function listRefundable(trx: Trx, orderId: string) {
  const refunds = await payments.listRefunds(trx, orderId);
  return payments.listRefundablePayments(await payments.listPayments(trx, orderId), refunds);
}

/** Sends a requested refund, or reads its state from the provider, and records the result. Idempotent. */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const answer = await payments.sendRefundRequest(deps, refundId);
  if (!answer) return;
  crashPoint(deps, 'refund-sent');
  if ('made' in answer) {
    await receiveRefund(deps, answer.made);
    return;
  }
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockOrder(trx, answer.orderId);
    const outcome = await payments.refuseRefund(trx, refundId, answer.refusal);
    if (order && outcome) await reportRefund(deps, trx, order, outcome);
  });
}

/**
 * Records the provider's state of a refund, of the shop or made at the provider, with its effects. False if its
 * payment is unknown.
 */
export async function receiveRefund(deps: Deps, made: payments.ProviderRefund): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const orderId = await payments.findRefundedOrder(trx, made);
    const order = orderId && (await orders.lockOrder(trx, orderId));
    if (!order) return false;
    const outcome = await payments.recordRefund(trx, made, deps.clock.now());
    if (outcome?.changed) await reportRefund(deps, trx, order, outcome);
    return outcome !== undefined;
  });
}

/** Records the event, the credit note and the mail of a finished refund. The order is locked. */
export async function reportRefund(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  refund: Pick<payments.RefundOutcome, 'refundId' | 'amountPaise' | 'reason' | 'status'>,
): Promise<void> {
  const paidOut = refund.status === 'processed';
  const note = paidOut ? 'Refund paid out' : 'Refund failed at the provider';
  await orders.addEvent(trx, order, { by: 'Payment provider', note });
  if (!paidOut) return;
  await orders.issueCreditNote(trx, order, { refundId: refund.refundId, now: deps.clock.now() });
  await mailOrderRefunded(deps, trx, order.id, refund);
}
