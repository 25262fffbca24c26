import { shortRupees, toRupees } from '../../shared/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';

/** The idempotency key of the automatic refund of a payment. */
export const refundKey = (payment: Pick<payments.PaymentRow, 'id'>) => `whole-payment-${payment.id}`;

/** Refunds a payment of a locked order without an admin, once, and raises an alert. Amount in paise. */
export async function refundPayment(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  payment: payments.PaymentRow,
  amountPaise: number,
  reason: string,
): Promise<void> {
  const refundId = await payments.requestRefund(deps, trx, {
    orderId: order.id,
    paymentId: payment.id,
    amountPaise,
    reason,
    idempotencyKey: refundKey(payment),
  });
  if (!refundId) return;
  const note = `${reason}: refund of ${shortRupees(toRupees(amountPaise))} requested`;
  await orders.addEvent(trx, order, { by: 'System', note });
  const detail = { reason, amountPaise, payment: payment.providerPaymentId };
  await raiseAlert(trx, { kind: 'auto-refund', orderId: order.id, subject: payment.id, detail });
}
