import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { mailOrderRefunded } from './order-mails.ts';

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
