import { signCheckout } from '../../server/payments/signature.ts';
import { unknownId } from '../api-error.ts';
import { pay } from '../payments.ts';
import { findOrder } from '../queries.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import type { Ending } from '../test-data.ts';

/** A payment without a browser (razorpay §11.3). */
export type PayOrder = {
  order_id: string;
  outcome: 'captured' | 'authorized' | 'failed' | 'pending';
  method?: string;
  reason?: string;
  /** What is really taken, in paise. */
  amount_override?: number;
  /** The customer pays this much on top. */
  fee_bearer?: number;
  /** When the bank answers a pending payment with yes; without it, only when told to. */
  delay_ms?: number;
  even_if_paid?: boolean;
};

export type Paid = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

export async function payNow(books: SandboxDeps, order: PayOrder): Promise<Paid> {
  const found = await findOrder(books.db, order.order_id);
  if (!found) throw unknownId();
  const ending: Ending =
    order.outcome === 'failed'
      ? { outcome: 'failed', reason: order.reason ?? 'payment_failed' }
      : { outcome: order.outcome };
  const method = order.method ?? 'upi';
  const taken = order.amount_override ?? (order.fee_bearer ? found.amount + order.fee_bearer : undefined);
  const payment = await pay(books, {
    orderId: found.id,
    ending,
    method,
    taken,
    detail: method === 'upi' ? { vpa: 'success@razorpay' } : {},
    completePayment: order.delay_ms === undefined ? undefined : { afterMs: order.delay_ms, as: 'yes' },
    evenIfPaid: order.even_if_paid,
  });
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: found.id,
    razorpay_signature: signCheckout(books.keySecret, found.id, payment.id),
  };
}
