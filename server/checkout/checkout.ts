import { setTimeout } from 'node:timers/promises';
import {
  type CreateOrderReply,
  type CreateOrderRequest,
  type PaymentState,
  type VerifyReply,
  type VerifyRequest,
  verifyRequest,
} from '../../shared/contract/checkout.ts';
import { crashPoint } from '../crash-point.ts';
import { isTimeout } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badRequest, notFound, ShopError } from '../errors.ts';
import { findByProviderOrder, orders } from '../orders/orders.ts';
import { checkoutSignatureOk, listPayments, type PaymentRow, ProviderError } from '../payments/payments.ts';
import { placeOrder, reopenPayment } from './place-order.ts';
import { settle } from './settle.ts';

export { checkoutAdmin } from './checkout-admin.ts';
export { checkoutTasks } from './tasks.ts';

/** A shopper hears within 15 s, however slow the provider is. */
const shopperWaitsMs = 12_000;

const notVerified = 'Payment verification failed. Please contact support.';

/** From a cart to a paid order (contract §3). */
export function checkout(deps: Deps, actor: Actor) {
  return {
    /** Places the order and opens its payment. See placeOrder for its errors. */
    createOrder: (request: CreateOrderRequest, idempotencyKey?: string): Promise<CreateOrderReply> =>
      placeOrder(deps, actor, request, idempotencyKey),

    /**
     * The browser's word that it has paid: the signature, then what the provider itself says. A replay gives the
     * same answer. 400 for a wrong signature, 404 for another's order; `pending` while the money can't be read.
     */
    async verifyPayment(request: VerifyRequest, key?: string): Promise<VerifyReply> {
      const order = await genuineOrder(deps, request);
      if (!order) throw badRequest(notVerified);
      const anothers = order.userId && actor.kind === 'user' && actor.userId !== order.userId;
      if (anothers) throw notFound('Order not found.');
      crashPoint(deps, 'signature-checked');
      const settled = await outcomeOf(deps, order.id, request.razorpay_payment_id);
      if (settled === 'later' || settled?.underway)
        return { success: false, pending: true, order_id: order.id, message: stillChecking };
      if (!settled?.paid) throw badRequest(notVerified);
      // The signature proves the purchase; an account's order is shown to the account alone.
      const shownKey = order.userId ? key : order.accessKey;
      const details = await orders(deps, actor).getOrder(order.id, shownKey).catch(hidden);
      return { success: true, order_id: order.id, order_details: details, invoice_url: details?.invoice_url };
    },

    /**
     * The same word as a form that the provider posts, from any site and without a token: the signature alone
     * counts. Gives the page to go to; its address names nobody and opens nothing by itself.
     */
    async returnFromWindow(form: unknown): Promise<string> {
      const request = verifyRequest.safeParse(form);
      const order = request.success ? await genuineOrder(deps, request.data) : undefined;
      if (!request.success || !order) return '/checkout?payment=failed';
      const settled = await outcomeOf(deps, order.id, request.data.razorpay_payment_id);
      const mayBePaid = settled === 'later' || settled?.paid || settled?.underway;
      return mayBePaid ? `/order-success/${order.id}` : '/checkout?payment=failed';
    },

    /** What became of the payment, asked when the window closes: the provider's word, not the window's. */
    async paymentState(id: string, key?: string): Promise<PaymentState> {
      const order = await orders(deps, actor).getOrder(id, key);
      const known = { order_id: id, status: order.status };
      // One that ended unpaid may have its money by now: a shopper who is told otherwise pays again.
      if (!/^(pending|failed|cancelled)$/.test(order.status))
        return { ...known, paid: order.paidAmount > 0, underway: false };
      const settled = await settleOrWait(deps, id);
      if (settled === 'later' || !settled) return { ...known, paid: false, underway: true };
      const { status, paid, underway } = settled;
      return { ...known, status, paid, underway };
    },

    /** Opens the payment of an unpaid order again. 404 for another user's order. See reopenPayment for its errors. */
    async reopenPayment(id: string, key?: string): Promise<CreateOrderReply> {
      await orders(deps, actor).getOrder(id, key);
      return reopenPayment(deps, id);
    },

    /** What the payment window needs before there is an order. */
    window: () => ({
      key_id: deps.payments.keyId,
      script_url: deps.payments.checkoutScript,
      test_mode: deps.payments.test,
    }),
  };
}

/** The order that a signed answer of the window is about; undefined for a forged one. */
async function genuineOrder(deps: Deps, request: VerifyRequest) {
  const order = await findByProviderOrder(deps.db, request.razorpay_order_id);
  const genuine = checkoutSignatureOk(
    deps.payments.keySecret,
    order ? request.razorpay_order_id : '',
    request.razorpay_payment_id,
    request.razorpay_signature,
  );
  return genuine ? order : undefined;
}

const stillChecking = 'Your payment is being confirmed. This can take a few minutes.';

/**
 * The state of the order that this payment is for. If the order is settled and the payment is already recorded,
 * asking the provider again or locking the order would change nothing.
 */
async function outcomeOf(deps: Deps, orderId: string, paymentId: string) {
  const booked = await listPayments(deps.db, orderId);
  const isSettled = booked.some(({ isPrimary }) => isPrimary);
  const isBooked = ({ providerPaymentId, status }: PaymentRow) =>
    providerPaymentId === paymentId && status === 'captured';
  return isSettled && booked.some(isBooked) ? { paid: true, underway: false } : settleOrWait(deps, orderId);
}

/** Settles now, or says that it must wait: provider or shop are too busy, and the reconcile job will do it. */
async function settleOrWait(deps: Deps, orderId: string) {
  try {
    return await soonOrLater(deps, orderId);
  } catch (error) {
    const busy =
      error instanceof ProviderError ||
      (error instanceof ShopError && error.status === 503) ||
      isTimeout(error);
    if (!busy) throw error;
    deps.log.warn({ err: error, orderId }, 'a payment could not be read now');
    return 'later' as const;
  }
}

/** Settling is several calls, each within its own time; whoever waits for all of them is told before long. */
function soonOrLater(deps: Deps, orderId: string) {
  const settling = settle(deps, orderId);
  // It goes on when nobody waits any more, and nobody hears then that it failed.
  settling.catch((error) => deps.log.warn({ err: error, orderId }, 'a payment could not be settled'));
  return Promise.race([settling, setTimeout(shopperWaitsMs, 'later' as const, { ref: false })]);
}

function hidden(error: unknown): undefined {
  if (error instanceof ShopError && error.status === 404) return undefined;
  throw error;
}
