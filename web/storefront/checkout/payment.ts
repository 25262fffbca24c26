import type {
  CreateOrderReply,
  CreateOrderRequest,
  PaymentState,
  VerifyReply,
} from '../../../shared/contract/checkout.ts';
import type { Order } from '../../../shared/contract/orders.ts';
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

/** An order that waits for its payment, with what the cart held for it: nothing for an order of another cart. */
export interface Unpaid {
  orderId: string;
  items: OrderedItem[];
}

export interface Paid extends Unpaid {
  reply: VerifyReply | null;
}

/** How a click on Pay ended. Only `paid` leaves the page. */
export type PayOutcome =
  | ({ kind: 'paid' } & Paid)
  | { kind: 'closed' }
  /** Paid according to the payment window, but the shop could not be reached. */
  | { kind: 'unheard'; message: string }
  | { kind: 'changed'; message: string }
  | { kind: 'refused'; message: string; errors: Record<string, string> };

/** The seller and description that the payment window shows. */
type Purpose = Pick<WindowOptions, 'name' | 'description'>;
type Say = (message: string) => void;

const orderFailed = 'There was an error processing your payment. Please try again.';
const proofRefused = 'Payment verification failed. Please contact support.';
const verifyFailed = 'There was an error verifying your payment. Please contact support.';

/**
 * From a click on Pay to its end: make or find the order, open the provider's window, verify. `say` hears
 * what the shopper should read meanwhile.
 */
export function pay(request: OrderRequest, purpose: Purpose, say: Say): Promise<PayOutcome> {
  const { name, email = '', mobile, cart_items: items } = request;
  return payFor(unpaidAttempt(), { name, email, mobile }, items, purpose, say, () => createOrder(request));
}

/** The same for an existing unpaid order. */
export function payOrder(order: Order, purpose: Purpose, say: Say): Promise<PayOutcome> {
  const unpaid = unpaidOrder(order._id);
  const account = order.user_id && { ...order.user_id, mobile: order.user_id.phone };
  const buyer = order.guest_details ?? account ?? { name: '', email: '' };
  return payFor(unpaid, buyer, unpaid.items, purpose, say, () =>
    api.post<CreateOrderReply>(`/razorpay/orders/${order._id}/payment`, undefined, {
      headers: orderKeyHeader(order._id),
    }),
  );
}

async function payFor(
  earlier: Unpaid | null,
  buyer: { name: string; email: string; mobile?: string | undefined },
  items: OrderedItem[],
  purpose: Purpose,
  say: Say,
  open: () => Promise<CreateOrderReply>,
): Promise<PayOutcome> {
  // A payment whose reply was lost, whatever has changed since.
  if (earlier && (await readPaymentState(earlier.orderId))?.paid)
    return { kind: 'paid', ...earlier, reply: null };
  let opened: CreateOrderReply;
  try {
    opened = await open();
  } catch (error) {
    return refusal(error);
  }
  const paid = { kind: 'paid' as const, orderId: opened.order_id, reply: null, items };
  if (opened.paid) return paid;
  const { name, email, mobile } = buyer;
  const proof = await openPaymentWindow(
    {
      key: opened.key_id,
      amount: opened.razorpay_order.amount,
      currency: opened.razorpay_order.currency,
      order_id: opened.razorpay_order.id,
      prefill: { name, email, contact: mobile ? `+91${mobile}` : '' },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--night').trim() },
      ...purpose,
    },
    (description) => say(`❌ Payment failed: ${description}`),
  ).catch(() => undefined);
  if (proof === undefined) return { kind: 'refused', message: orderFailed, errors: {} };
  return proof ? verified(paid, proof) : { kind: 'closed' };
}

/** The order of the current attempt, if there is one. */
export function unpaidAttempt(): Unpaid | null {
  const attempt = orderedAttempt();
  return attempt && { orderId: attempt.orderId, items: itemsOf(attempt) };
}

/** An unpaid order, with its items if they may still be in the cart. */
export function unpaidOrder(orderId: string): Unpaid {
  const attempt = unpaidAttempt();
  return attempt?.orderId === orderId ? attempt : { orderId, items: [] };
}

/**
 * The state of an order's payment according to the server; null if it does not answer. Ends the attempt of an order
 * that can no longer be paid.
 */
export async function readPaymentState(orderId: string): Promise<PaymentState | null> {
  const state = await api
    .get<PaymentState | undefined>(`/razorpay/orders/${encodeURIComponent(orderId)}/status`, {
      headers: orderKeyHeader(orderId),
    })
    .catch(() => undefined);
  if (!state) return null;
  const isOver = !state.paid && !state.underway && state.status !== 'pending';
  // An order that is replaced may be dead for just that: the attempt that replaces it goes on.
  if (isOver && currentAttempt()?.orderId === orderId) endAttempt(orderId);
  return state;
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
  const isForShopper = error.status === 400 || error.status === 429 || error.code === 'not_payable';
  return { kind: 'refused', message: isForShopper ? error.message : orderFailed, errors: error.errors };
}

async function verified(paid: { kind: 'paid' } & Paid, proof: PaymentProof): Promise<PayOutcome> {
  const refused: PayOutcome = { kind: 'refused', message: proofRefused, errors: {} };
  try {
    const reply = await api.post<VerifyReply>('/razorpay/verify-payment', proof, {
      headers: orderKeyHeader(paid.orderId),
    });
    return reply.success || reply.pending ? { ...paid, reply } : refused;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return refused;
    return { kind: 'unheard', message: verifyFailed };
  }
}
