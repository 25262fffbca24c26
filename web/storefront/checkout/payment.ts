import type {
  CodOrderReply,
  CreateOrderReply,
  CreateOrderRequest,
  OrderHeaders,
  PaymentState,
  VerifyReply,
} from '../../../shared/contract/orders/checkout.ts';
import type { Order } from '../../../shared/contract/orders/orders.ts';
import { ApiError, call } from '../../api.ts';
import { customerOf } from '../orders/customer.ts';
import { orderKey, orderKeyHeader, saveOrderKey } from '../orders/order-keys.ts';
import {
  type Attempt,
  attemptFor,
  currentAttempt,
  endAttempt,
  itemsOf,
  newAttempt,
  type OrderedItem,
  orderedAttempt,
  recordOrder,
} from './attempt.ts';
import type { OrderRequest } from './order-request.ts';
import { type Waiting, waitForTurn } from './place-in-queue.ts';
import { openPaymentWindow, type PaymentProof, type WindowOptions } from './razorpay-window.ts';

/** An unpaid order, with its items if the cart still contains them. */
export interface Unpaid {
  orderId: string;
  items: OrderedItem[];
}

export interface Paid extends Unpaid {
  reply: VerifyReply | null;
}

/** The outcome of a click on Pay. Only `paid` leaves the page. */
export type PayOutcome =
  | ({ kind: 'paid' } & Paid)
  | { kind: 'closed' }
  /** Paid according to the payment window, but the server could not be reached. */
  | { kind: 'unconfirmed'; message: string }
  | { kind: 'changed'; message: string }
  /** The mobile number of an order on delivery must be proved first. */
  | { kind: 'unproved'; message: string }
  | { kind: 'failed'; message: string; errors: Record<string, string> };

/** The seller and description that the payment window shows. */
type WindowTexts = Pick<WindowOptions, 'name' | 'description'>;
type OnFailure = (message: string) => void;

const orderFailed = 'There was an error processing your payment. Please try again.';
const proofRejected = 'Payment verification failed. Please contact support.';
const verifyFailed = 'There was an error verifying your payment. Please contact support.';

/**
 * Pays for a cart: creates or finds the order, opens the provider's window and verifies the payment. `onFailure` gets a
 * message for each payment that fails while the window stays open. In a rush, the order waits for its turn.
 */
export function pay(
  request: OrderRequest,
  texts: WindowTexts,
  onFailure: OnFailure,
  waiting: Waiting,
): Promise<PayOutcome> {
  const { name, email = '', mobile, cart_items: items } = request;
  return payFor(unpaidAttempt(), { name, email, mobile }, items, texts, onFailure, () =>
    waitForTurn(() => createOrder(sendOnline, request, withoutSecret(request)), waiting),
  );
}

/** The request as the browser keeps it: the code of a gift card is as good as cash. */
const withoutSecret = ({ gift_card_code: code, ...request }: OrderRequest) => ({
  ...request,
  ...(code && { giftCardEnding: code.slice(-4) }),
});

/**
 * The same for an order that is paid on delivery: the window opens only for a part that is paid in advance. One that
 * was paid online meanwhile is not placed again.
 */
export function payCod(
  request: OrderRequest,
  texts: WindowTexts,
  onFailure: OnFailure,
  waiting: Waiting,
): Promise<PayOutcome> {
  const { name, email = '', mobile, cart_items: items } = request;
  // Another attempt than that to pay the same cart online.
  const content = { ...request, payment_method: 'cash_on_delivery' };
  return payFor(unpaidAttempt(), { name, email, mobile }, items, texts, onFailure, () =>
    waitForTurn(() => createOrder(sendCod, request, content), waiting),
  );
}

/** The same as `pay` for an existing unpaid order. */
export function payOrder(order: Order, texts: WindowTexts, onFailure: OnFailure): Promise<PayOutcome> {
  const unpaid = unpaidOrder(order._id);
  const buyer = customerOf(order) ?? { name: '', email: '' };
  return payFor(unpaid, buyer, unpaid.items, texts, onFailure, () =>
    call('POST /razorpay/orders/:id/payment', {
      params: { id: order._id },
      headers: orderKeyHeader(order._id),
    }),
  );
}

async function payFor(
  earlier: Unpaid | null,
  buyer: { name: string; email: string; mobile?: string | undefined },
  items: OrderedItem[],
  texts: WindowTexts,
  onFailure: OnFailure,
  open: () => Promise<CreateOrderReply>,
): Promise<PayOutcome> {
  // The reply to an earlier payment may have been lost.
  if (earlier && (await readPaymentState(earlier.orderId))?.paid)
    return { kind: 'paid', ...earlier, reply: null };
  let opened: CreateOrderReply;
  try {
    opened = await open();
  } catch (error) {
    return outcomeOfError(error);
  }
  const paid = { kind: 'paid' as const, orderId: opened.order_id, reply: null, items };
  const { razorpay_order: provided } = opened;
  if (opened.paid || !provided) return paid;
  const { name, email, mobile } = buyer;
  const proof = await openPaymentWindow(
    {
      key: opened.key_id,
      amount: provided.amount,
      currency: provided.currency,
      order_id: provided.id,
      prefill: { name, email, contact: mobile ? `+91${mobile}` : '' },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--night').trim() },
      ...texts,
    },
    (description) => onFailure(`❌ Payment failed: ${description}`),
  ).catch(() => undefined);
  if (proof === undefined) return { kind: 'failed', message: orderFailed, errors: {} };
  return proof ? verify(paid, proof) : { kind: 'closed' };
}

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
 * Reads the state of an order's payment; null if the server does not reply. Ends the attempt of an order that can no
 * longer be paid.
 */
export async function readPaymentState(orderId: string): Promise<PaymentState | null> {
  const state = await call('GET /razorpay/orders/:id/status', {
    params: { id: orderId },
    headers: orderKeyHeader(orderId),
  }).catch(() => undefined);
  if (!state) return null;
  const isOver = !state.paid && !state.underway && state.status !== 'pending';
  // A replaced order can't be paid either, but the attempt that replaces it continues.
  if (isOver && currentAttempt()?.orderId === orderId) endAttempt(orderId);
  return state;
}

type Ordered = { order_id: string; order_key: string };
type OrderOptions = { body: CreateOrderRequest; headers: OrderHeaders };
type Send<Reply extends Ordered> = (options: OrderOptions) => Promise<Reply>;

const sendOnline: Send<CreateOrderReply> = (options) => call('POST /razorpay/create-order', options);
const sendCod: Send<CodOrderReply> = (options) => call('POST /order/cash-on-delivery', options);

/**
 * `content`: the request as the attempt knows it. Starts a new attempt if the server knows the key with a different
 * request.
 */
async function createOrder<Reply extends Ordered>(send: Send<Reply>, request: OrderRequest, content: object) {
  try {
    return await placeOrder(send, attemptFor(content), request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'idempotency_mismatch') throw error;
    return placeOrder(send, newAttempt(content), request);
  }
}

async function placeOrder<Reply extends Ordered>(
  send: Send<Reply>,
  attempt: Attempt,
  request: OrderRequest,
): Promise<Reply> {
  const body = { ...request, replaces: replacedBy(attempt) };
  const created = await send({ body, headers: { 'idempotency-key': attempt.key } });
  saveOrderKey(created.order_id, created.order_key);
  recordOrder(attempt, created.order_id);
  return created;
}

/** The unpaid order whose reserved items the server releases for this one. */
function replacedBy({ replaces }: Attempt): CreateOrderRequest['replaces'] {
  const order_id = replaces?.orderId;
  const order_key = order_id && orderKey(order_id);
  return order_key ? { order_id, order_key } : undefined;
}

function outcomeOfError(error: unknown): PayOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: orderFailed, errors: {} };
  if (error.code === 'amount_changed') {
    return {
      kind: 'changed',
      message: 'Prices have changed. Check the new prices in your cart, then pay again.',
    };
  }
  if (error.code === 'mobile_not_proved') return { kind: 'unproved', message: error.message };
  if (error.code === 'out_of_stock' || error.code === 'item_unavailable') {
    return {
      kind: 'changed',
      message: 'Some items are no longer available. Change or remove the marked items.',
    };
  }
  const isForShopper =
    error.status === 400 ||
    error.status === 429 ||
    error.code === 'cod_unavailable' ||
    error.code === 'discount_not_applicable' ||
    error.code === 'not_payable' ||
    error.code === 'reservation_limit';
  return { kind: 'failed', message: isForShopper ? error.message : orderFailed, errors: error.errors };
}

async function verify(paid: { kind: 'paid' } & Paid, proof: PaymentProof): Promise<PayOutcome> {
  const rejected: PayOutcome = { kind: 'failed', message: proofRejected, errors: {} };
  try {
    const reply = await call('POST /razorpay/verify-payment', {
      body: proof,
      headers: orderKeyHeader(paid.orderId),
    });
    return reply.success || reply.pending ? { ...paid, reply } : rejected;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return rejected;
    return { kind: 'unconfirmed', message: verifyFailed };
  }
}
