import { randomUUID } from 'node:crypto';
import type { RefundRequest } from '../../shared/contract/orders.ts';
import { isId } from '../../shared/id.ts';
import { shortRupees, toPaise, toRupees } from '../../shared/money.ts';
import { noteAdmin } from '../db/admin-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { conflict, notFound } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { mailOrderRefunded } from './order-mails.ts';

/** The admin who acts, with the name that the timeline shows. */
export type Admin = Extract<Actor, { kind: 'admin' }> & { name: string };

/**
 * The owner gives money back (contract §3): the amount, or all that is left, never more than came in and was not
 * asked back yet. With an idempotency key the same request asks once. Errors: 404, 409 `refund_too_large`,
 * `nothing_to_refund`, `idempotency_mismatch`.
 */
export async function refundOrder(
  deps: Deps,
  admin: Admin,
  orderId: string,
  request: RefundRequest,
  idempotencyKey: string = randomUUID(),
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = isId(orderId) ? await orders.lockOrder(trx, orderId) : undefined;
    if (!order) throw notFound('Order not found.');
    const wanted = request.amount === undefined ? undefined : toPaise(request.amount);
    const prefix = `by-hand:${order.id}:${idempotencyKey}:`;
    // A key may hold colons itself: what follows the prefix is a number alone.
    const made = (await payments.listRefunds(trx, order.id)).filter(
      ({ idempotencyKey: key }) => key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)),
    );
    if (made.length > 0) {
      const sum = made.reduce((all, refund) => all + refund.amountPaise, 0);
      if ((wanted ?? sum) === sum && made.every(({ reason }) => reason === request.reason)) return;
      throw conflict('idempotency_mismatch', 'This Idempotency-Key was used for another refund.');
    }
    const left = sumOf(await refundable(trx, order.id));
    if (left === 0) throw conflict('nothing_to_refund', 'There is nothing left to refund.');
    if (wanted !== undefined && wanted > left) {
      const most = `At most ${shortRupees(toRupees(left))} can be refunded.`;
      throw conflict('refund_too_large', most, { errors: { amount: most } });
    }
    const { reason } = request;
    const amountPaise = wanted ?? left;
    await giveBack(deps, trx, order, { admin, amountPaise, reason, prefix });
    await noteAdmin(trx, admin, {
      action: 'order.refund',
      subject: order.id,
      detail: { amountPaise, reason },
    });
  });
}

type Giving = {
  admin: Admin;
  amountPaise: number;
  reason: string;
  /** Makes the idempotency keys of the refunds. */
  prefix: string;
  /** From this payment alone. */
  from?: string;
};

/**
 * Asks for this much of an order's money back, from the payment that settled it first. What was taken by hand is
 * given back by hand, so it is written down as done. The order is locked.
 */
export async function giveBack(deps: Deps, trx: Trx, order: orders.LockedOrder, giving: Giving) {
  const { admin, reason, prefix } = giving;
  const now = deps.clock.now();
  let left = giving.amountPaise;
  let byHandPaise = 0;
  const parts = (await refundable(trx, order.id)).filter(
    ({ payment }) => giving.from === undefined || payment.id === giving.from,
  );
  for (const [at, { payment, leftPaise }] of parts.entries()) {
    const amountPaise = Math.min(left, leftPaise);
    if (amountPaise === 0) continue;
    left -= amountPaise;
    const refund = {
      orderId: order.id,
      paymentId: payment.id,
      amountPaise,
      reason,
      idempotencyKey: `${prefix}${at}`,
      byUser: admin.userId,
    };
    if (payment.providerPaymentId) {
      await payments.requestRefund(deps, trx, refund);
      continue;
    }
    byHandPaise += amountPaise;
    const refundId = await payments.recordHandRefund(trx, refund, { now, by: admin.name });
    await orders.issueCreditNote(trx, order, { refundId, now });
    await mailOrderRefunded(deps, trx, order.id, { refundId, amountPaise, reason });
  }
  const asked = giving.amountPaise - left - byHandPaise;
  const notes = [
    ...(asked > 0 ? [`Refund of ${shortRupees(toRupees(asked))} asked for`] : []),
    ...(byHandPaise > 0 ? [`Refund of ${shortRupees(toRupees(byHandPaise))} given by hand`] : []),
  ];
  for (const note of notes) {
    await orders.insertEvent(trx, {
      orderId: order.id,
      status: order.status,
      byUser: admin.userId,
      byLabel: admin.name,
      note: `${note}: ${reason}`,
    });
  }
}

/** What of each payment could still go back, the settling one first. Money that is asked back already does not count. */
export async function refundable(trx: Trx, orderId: string) {
  const refunds = await payments.listRefunds(trx, orderId);
  const captured = (await payments.listPayments(trx, orderId)).filter(
    (payment) => payment.status === 'captured' && payment.currency === 'INR',
  );
  return captured
    .toSorted((a, b) => Number(b.settles) - Number(a.settles))
    .map((payment) => {
      const gone = refunds.filter((refund) => refund.paymentId === payment.id && refund.status !== 'failed');
      const asked = gone.reduce((sum, refund) => sum + refund.amountPaise, 0);
      return { payment, leftPaise: payment.amountPaise - asked };
    });
}

/** How much that is in all, in paise. */
export const sumOf = (parts: { leftPaise: number }[]): number =>
  parts.reduce((sum, part) => sum + part.leftPaise, 0);
