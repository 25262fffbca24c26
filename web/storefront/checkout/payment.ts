import type { z } from 'zod';
import type {
  CreateOrderReply,
  CreateOrderRequest,
  paymentStateReply,
  VerifyReply,
} from '../../../shared/contract/checkout.ts';
import { ApiError, api } from '../../api.ts';
import { orderKey, orderKeyHeader, rememberOrderKey } from '../orders/order-keys.ts';
import {
  type Attempt,
  attemptFor,
  attemptOrdered,
  currentAttempt,
  endAttempt,
  itemsOf,
  newAttempt,
  type OrderedItem,
  orderedAttempt,
} from './attempt.ts';
import type { OrderRequest } from './order-request.ts';
import { openPaymentWindow, type PaymentProof, type WindowOptions } from './razorpay-window.ts';

type PaymentState = z.infer<typeof paymentStateReply>;

export interface Paid {
  orderId: string;
  reply: VerifyReply | null;
  /** What was paid for: an earlier order than the cart now tells, perhaps. */
  items: OrderedItem[];
}

type PaidOutcome = { kind: 'paid' } & Paid;

/** How a click on Pay ended. Only `paid` leaves the page. */
export type PayOutcome =
  | PaidOutcome
  | { kind: 'closed' }
  | { kind: 'changed'; message: string }
  | { kind: 'refused'; message: string; errors: Record<string, string> };

export type WindowLook = Pick<WindowOptions, 'name' | 'description' | 'theme'>;

const orderFailed = 'There was an error processing your payment. Please try again.';
const proofRefused = 'Payment verification failed. Please contact support.';
const verifyFailed = 'There was an error verifying your payment. Please contact support.';

/**
 * From a click on Pay to its end: make or find the order, open the provider's window, verify. `say` hears
 * what the shopper should read meanwhile.
 */
export async function pay(
  request: OrderRequest,
  look: WindowLook,
  say: (message: string) => void,
): Promise<PayOutcome> {
  const earlier = await paidMeanwhile();
  if (earlier) return { kind: 'paid', ...earlier };
  let created: CreateOrderReply;
  try {
    created = await createOrder(request);
  } catch (error) {
    return refusal(error);
  }
  const items = request.cart_items;
  const paid: PaidOutcome = { kind: 'paid', orderId: created.order_id, reply: null, items };
  if (created.paid) return paid;
  const { name, email, mobile } = request;
  const proof = await openPaymentWindow(
    {
      key: created.key_id,
      amount: created.razorpay_order.amount,
      currency: created.razorpay_order.currency,
      order_id: created.razorpay_order.id,
      prefill: { name, email: email ?? '', contact: mobile ? `+91${mobile}` : '' },
      ...look,
    },
    (description) => say(`❌ Payment failed: ${description}`),
  ).catch(() => undefined);
  if (proof === undefined) return { kind: 'refused', message: orderFailed, errors: {} };
  return proof ? verified(paid, proof, say) : dismissed(paid);
}

/**
 * A payment whose answer was lost, found again: by a reload of checkout, or by the next click on Pay, whatever
 * was changed before it.
 */
export async function paidMeanwhile(): Promise<Paid | null> {
  const attempt = orderedAttempt();
  if (!attempt) return null;
  const state = await askState(attempt.orderId);
  if (state?.paid) return { orderId: attempt.orderId, reply: null, items: itemsOf(attempt) };
  // An order that is replaced may be dead for just that: the attempt that replaces it goes on.
  if (state && state.status !== 'pending' && currentAttempt()?.key === attempt.key) endAttempt();
  return null;
}

/** A key that the server knows for another request is given up for a new one. */
async function createOrder(request: OrderRequest): Promise<CreateOrderReply> {
  try {
    return await placed(attemptFor(request), request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'idempotency_mismatch') throw error;
    return placed(newAttempt(request), request);
  }
}

async function placed(attempt: Attempt, request: OrderRequest): Promise<CreateOrderReply> {
  const body = { ...request, replaces: replacedBy(attempt) };
  const created = await api.post<CreateOrderReply>('/razorpay/create-order', body, {
    headers: { 'idempotency-key': attempt.key },
  });
  rememberOrderKey(created.order_id, created.order_key);
  attemptOrdered(attempt, created.order_id);
  return created;
}

/** The unpaid order whose pieces the server frees for this one. */
function replacedBy({ replaces }: Attempt): CreateOrderRequest['replaces'] {
  const order_id = replaces?.orderId;
  const order_key = order_id && orderKey(order_id);
  return order_key ? { order_id, order_key } : undefined;
}

function refusal(error: unknown): PayOutcome {
  if (!(error instanceof ApiError)) return { kind: 'refused', message: orderFailed, errors: {} };
  if (error.code === 'amount_changed') {
    return {
      kind: 'changed',
      message: 'Prices have changed. Your cart now shows the new ones; look it over and pay again.',
    };
  }
  if (error.code === 'out_of_stock' || error.code === 'item_unavailable') {
    return { kind: 'changed', message: 'Some items can’t be bought any more. See the lines marked below.' };
  }
  const isForShopper = error.status === 400 || error.status === 429;
  return { kind: 'refused', message: isForShopper ? error.message : orderFailed, errors: error.errors };
}

async function verified(
  paid: PaidOutcome,
  proof: PaymentProof,
  say: (message: string) => void,
): Promise<PayOutcome> {
  try {
    const reply = await api.post<VerifyReply>('/razorpay/verify-payment', proof, {
      headers: orderKeyHeader(paid.orderId),
    });
    if (reply.success || reply.pending) return { ...paid, reply };
    return { kind: 'refused', message: proofRefused, errors: {} };
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return { kind: 'refused', message: proofRefused, errors: {} };
    }
    say(verifyFailed);
    const settled = await settledWithin(paid.orderId, [1000, 2000, 3000, 5000, 8000]);
    return settled ? paid : { kind: 'refused', message: verifyFailed, errors: {} };
  }
}

/** Closing the window does not stop a payment that is already on its way: the server knows. */
async function dismissed(paid: PaidOutcome): Promise<PayOutcome> {
  const state = await askState(paid.orderId);
  return state?.paid ? paid : { kind: 'closed' };
}

/** The provider may tell the shop by itself that the money has come, so it is worth asking a few times. */
async function settledWithin(orderId: string, waits: number[]): Promise<boolean> {
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if ((await askState(orderId))?.paid) return true;
  }
  return false;
}

function askState(orderId: string): Promise<PaymentState | null> {
  return api
    .get<PaymentState>(`/razorpay/orders/${encodeURIComponent(orderId)}/status`, {
      headers: orderKeyHeader(orderId),
    })
    .catch(() => null);
}
