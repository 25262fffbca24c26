import { leastPaymentPaise, shortRupees, toRupees } from '../../shared/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { recordManualRefund, requestRefund } from '../ledger/ledger.ts';
import type { PaymentRow } from '../ledger/queries/payment-queries.ts';
import * as orders from '../orders/orders.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';

/** The idempotency key of the automatic refund of a payment. */
export const refundKey = (payment: Pick<PaymentRow, 'id'>) => `whole-payment-${payment.id}`;

/**
 * Refunds a payment of a locked order without an admin, once, and raises an alert. Amount in paise. A rest of less than
 * ₹1, which the provider does not refund, is recorded as one that the shop pays out.
 */
export async function refundPayment(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  payment: PaymentRow,
  amountPaise: number,
  reason: string,
): Promise<void> {
  const isManual = amountPaise < leastPaymentPaise;
  const refund = {
    orderId: order.id,
    paymentId: payment.id,
    amountPaise,
    reason,
    // An earlier one of the whole payment may have failed.
    idempotencyKey: isManual ? `${refundKey(payment)}:rest` : refundKey(payment),
  };
  const refundId = isManual
    ? await recordManualRefund(trx, refund, { now: deps.clock.now(), by: 'System' })
    : await requestRefund(deps, trx, refund);
  if (!refundId) return;
  const done = isManual ? 'is less than the provider refunds, and is to be paid out manually' : 'requested';
  const note = `${reason}: refund of ${shortRupees(toRupees(amountPaise))} ${done}`;
  await orders.addEvent(trx, order, { by: 'System', note });
  const detail = { reason: isManual ? note : reason, amountPaise, payment: payment.providerPaymentId };
  await raiseAlert(trx, { kind: 'auto-refund', orderId: order.id, subject: payment.id, detail });
}
