import { z } from 'zod';
import type { Trx } from '../server/db/database.ts';
import { signCheckout } from '../server/provider/signature.ts';
import { refused } from './api-error.ts';
import { detailOf, linkStatus, type PaymentDetail, paymentEntity } from './entities.ts';
import { enqueueWebhook } from './events.ts';
import { amountField, currencyField, readFields } from './fields.ts';
import { newId } from './ids.ts';
import {
  links,
  listOrderPayments,
  lockLinkOfOrder,
  type OrderRow,
  orders,
  type PaymentRow,
  payments,
} from './queries.ts';
import { processRefund } from './refunds.ts';
import { after, change, type SandboxDeps, seconds } from './sandbox-deps.ts';
import { failureOf, type Outcome } from './test-data.ts';

type Attempt = Outcome & {
  orderId: string;
  method: string;
  /** The amount that the checkout shows; must be that of the order. */
  amount?: number;
  /** The amount that is charged, if an offer or a fee changes it. */
  charged?: number;
  detail: PaymentDetail;
  /** The time after which the bank accepts a pending payment; never if undefined. */
  completeAfterMs?: number;
  /** Also if the order is paid, which happens at the real provider occasionally. */
  evenIfPaid?: boolean;
};

const alreadyPaid =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.';

const linkClosed = 'This payment link was cancelled or has expired.';

/** One attempt to pay an order. Returns the payment. */
export async function pay(deps: SandboxDeps, attempt: Attempt): Promise<PaymentRow> {
  return change(deps, async (trx) => {
    const order = await orders.lock(trx, attempt.orderId);
    if (attempt.amount !== undefined && attempt.amount !== order.amount) {
      throw refused(
        'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
      );
    }
    if (!attempt.evenIfPaid) await assertPayable(deps, trx, order);
    const payment = await startPayment(deps, trx, order, attempt);
    if (attempt.outcome === 'pending') return payment;
    if (attempt.outcome === 'failed') return fail(deps, trx, payment, attempt.reason);
    const captures = attempt.outcome === 'captured' && order.capture === 'automatic';
    return authorize(deps, trx, order, payment, captures);
  });
}

/** Completes a payment that is pending, or one that has failed but was paid after all. */
export async function completePayment(
  deps: SandboxDeps,
  paymentId: string,
  answer: 'yes' | 'no',
): Promise<PaymentRow> {
  const { orderId } = await payments.get(deps.db, paymentId);
  return change(deps, async (trx) => {
    const order = await orders.lock(trx, orderId);
    const payment = await payments.lock(trx, paymentId);
    if (!['created', 'failed'].includes(payment.status)) return payment;
    if (answer === 'no') {
      return payment.status === 'failed' ? payment : fail(deps, trx, payment, 'payment_timed_out');
    }
    const detail: PaymentDetail = { ...detailOf(payment), late: true, error: undefined };
    const late = await payments.update(trx, paymentId, { detail: JSON.stringify(detail) });
    if (order.status !== 'paid') return authorize(deps, trx, order, late, order.capture === 'automatic');
    return processRefund(deps, trx, await authorize(deps, trx, order, late, false));
  });
}

const captureBody = z.strictObject({ amount: amountField, currency: currencyField.optional() });

/** `POST /v1/payments/:id/capture`. */
export async function capturePayment(deps: SandboxDeps, id: string, body: unknown) {
  const { amount } = readFields(captureBody, body);
  const { orderId } = await payments.get(deps.db, id);
  const captured = await change(deps, async (trx) => {
    const order = await orders.lock(trx, orderId);
    const payment = await payments.lock(trx, id);
    if (payment.captured) throw refused('This payment has already been captured');
    if (payment.status !== 'authorized') {
      throw refused('Only payments which have been authorized and not yet captured can be captured');
    }
    if (order.status === 'paid') throw refused(alreadyPaid);
    if (amount !== payment.amount) throw refused('Capture amount must be equal to the amount authorized.');
    return capture(deps, trx, order, payment);
  });
  return paymentEntity(deps, captured);
}

/** What the checkout passes to the page after a payment. */
export const checkoutResponse = ({ keySecret }: SandboxDeps, { id, orderId }: PaymentRow) => ({
  razorpay_payment_id: id,
  razorpay_order_id: orderId,
  razorpay_signature: signCheckout(keySecret, orderId, id),
});

async function assertPayable(deps: SandboxDeps, trx: Trx, order: OrderRow) {
  if (order.status === 'paid') throw refused(alreadyPaid);
  const link = await lockLinkOfOrder(trx, order.id);
  if (link && linkStatus(deps, link) !== 'created') throw refused(linkClosed);
  const others = await listOrderPayments(trx, order.id);
  if (others.some(({ status }) => status === 'authorized')) {
    throw refused('Another payment of this order is being processed.');
  }
}

async function startPayment(deps: SandboxDeps, trx: Trx, order: OrderRow, attempt: Attempt) {
  const completes = attempt.outcome === 'pending' && attempt.completeAfterMs !== undefined;
  await orders.update(trx, order.id, {
    attempts: order.attempts + 1,
    status: order.status === 'paid' ? 'paid' : 'attempted',
  });
  return payments.insert(trx, {
    id: newId('pay_'),
    orderId: order.id,
    amount: attempt.charged ?? order.amount - deps.behaviour.discount,
    currency: order.currency,
    status: 'created',
    method: attempt.method,
    detail: JSON.stringify(attempt.detail),
    answerAt: completes ? after(deps, attempt.completeAfterMs ?? 0) : null,
    answer: completes ? 'yes' : null,
    createdAt: seconds(deps.now()),
  });
}

async function fail(deps: SandboxDeps, trx: Trx, { id, detail }: PaymentRow, reason?: string) {
  const payment = await payments.update(trx, id, {
    status: 'failed',
    detail: JSON.stringify({ ...detailOf({ detail }), error: failureOf(reason) }),
    answerAt: null,
  });
  await enqueueWebhook(deps, trx, 'payment.failed', { payment });
  return payment;
}

async function authorize(
  deps: SandboxDeps,
  trx: Trx,
  order: OrderRow,
  row: PaymentRow,
  captures: boolean,
): Promise<PaymentRow> {
  const digits = Number.parseInt(Buffer.from(row.id).toString('hex').slice(-8), 16) % 9e10;
  const rrn = String(200_000_000_000 + digits);
  const acquirer =
    row.method === 'upi' ? { rrn, upi_transaction_id: row.id } : { auth_code: rrn.slice(-6), rrn };
  const payment = await payments.update(trx, row.id, {
    status: 'authorized',
    detail: JSON.stringify({ ...detailOf(row), acquirer }),
    answerAt: null,
  });
  await enqueueWebhook(deps, trx, 'payment.authorized', { payment });
  return captures ? capture(deps, trx, order, payment) : payment;
}

async function capture(deps: SandboxDeps, trx: Trx, order: OrderRow, row: PaymentRow): Promise<PaymentRow> {
  // Two percent, and 18 percent GST on them; UPI costs nothing.
  const charge = row.method === 'upi' ? 0 : Math.ceil(row.amount / 50);
  const tax = Math.floor((charge * 18) / 100);
  const payment = await payments.update(trx, row.id, {
    status: 'captured',
    captured: true,
    detail: JSON.stringify({ ...detailOf(row), fee: charge + tax, tax }),
  });
  const amountPaid = order.amountPaid + row.amount;
  const paid = await orders.update(trx, order.id, { status: 'paid', amountPaid });
  await enqueueWebhook(deps, trx, 'payment.captured', { payment });
  await enqueueWebhook(deps, trx, 'order.paid', { payment, order: paid });
  const link = await lockLinkOfOrder(trx, order.id);
  if (link) {
    const payment_link = await links.update(trx, link.id, { status: 'paid' });
    await enqueueWebhook(deps, trx, 'payment_link.paid', { payment, order: paid, payment_link });
  }
  return payment;
}
