import { checkoutResponse, pay } from '../payments.ts';
import { orders } from '../queries.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import type { Outcome } from '../test-data.ts';

/** A payment without a browser (razorpay §11.3). */
export type PayOrder = Outcome & {
  order_id: string;
  method?: string;
  /** The amount that is charged, in paise. */
  amount_override?: number;
  /** A fee in paise that the customer pays in addition. */
  fee_bearer?: number;
  /** The time after which the bank accepts a pending payment; never if undefined. */
  delay_ms?: number;
  even_if_paid?: boolean;
};

export type Paid = ReturnType<typeof checkoutResponse>;

export async function payNow(deps: SandboxDeps, body: PayOrder): Promise<Paid> {
  const { id, amount } = await orders.get(deps.db, body.order_id);
  const { outcome, reason, method = 'upi', fee_bearer: fee } = body;
  const payment = await pay(deps, {
    orderId: id,
    outcome,
    reason,
    method,
    charged: body.amount_override ?? (fee ? amount + fee : undefined),
    detail: method === 'upi' ? { vpa: 'success@razorpay' } : {},
    completeAfterMs: body.delay_ms,
    evenIfPaid: body.even_if_paid,
  });
  return checkoutResponse(deps, payment);
}
