import {
  type CreateOrderReply,
  type PaymentState,
  type VerifyReply,
  type VerifyRequest,
  verifyRequest,
} from '../../shared/contract/orders/checkout.ts';
import { isReceived } from '../../shared/orders/order-state.ts';
import { isTimeout } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { badRequest, notFound, ShopError } from '../errors.ts';
import { orders } from '../orders/orders.ts';
import { findByProviderOrder, type OrderToSettle } from '../orders/queries/settle-queries.ts';
import { checkoutSignatureOk, ProviderError } from '../provider/provider.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { orAfter } from '../runtime/time-limit.ts';
import { reopenPayment } from './open-payment.ts';
import { type SettleResult, settle, settleOrder } from './settle.ts';

/** The longest time that a shopper waits for the provider. */
const shopperWaitsMs = 12_000;

const notVerified = 'Payment verification failed. Please contact support.';

/** The payment of an order, as its buyer makes it (contract §3). */
export function payments(deps: Deps, actor: Actor) {
  return {
    /**
     * Verifies a payment that the browser reports: checks the signature, then reads the payment from the provider.
     * A repeated call has the same reply. 400 for a wrong signature, 404 for the order of another user; `pending`
     * while the provider can't be asked.
     */
    async verifyPayment(request: VerifyRequest, key?: string): Promise<VerifyReply> {
      const order = await genuineOrder(deps, request);
      if (!order) throw badRequest(notVerified);
      const anothers = order.userId && actor.kind === 'user' && actor.userId !== order.userId;
      if (anothers) throw notFound('Order not found.');
      crashPoint(deps, 'signature-checked');
      const settled = await outcomeOf(deps, order);
      if (settled === 'later' || settled?.underway)
        return { success: false, pending: true, order_id: order.id, message: stillChecking };
      if (!settled?.paid) throw badRequest(notVerified);
      // The signature proves the payment. An order of an account is shown only to that account.
      const shownKey = order.userId ? key : order.accessKey;
      const details = await orders(deps, actor).getOrder(order.id, shownKey).catch(hidden);
      return { success: true, order_id: order.id, order_details: details, invoice_url: details?.invoice_url };
    },

    /**
     * The same for the form that the provider's page posts without a session token: only the signature counts.
     * Returns the path of the page to open, which contains no order key.
     */
    async returnFromWindow(form: unknown): Promise<string> {
      const request = verifyRequest.safeParse(form);
      const order = request.success ? await genuineOrder(deps, request.data) : undefined;
      if (!request.success || !order) return '/checkout?payment=failed';
      const settled = await outcomeOf(deps, order);
      const mayBePaid = settled === 'later' || settled?.paid || settled?.underway;
      return mayBePaid ? `/order-success/${order.id}` : '/checkout?payment=failed';
    },

    /** The state of the payment according to the provider, read when the payment window closes. */
    async paymentState(id: string, key?: string): Promise<PaymentState> {
      const order = await orders(deps, actor).getOrder(id, key);
      const known = { order_id: id, status: order.status };
      // A failed order may have a late payment; otherwise the shopper would pay twice.
      if (!/^(pending|failed|cancelled)$/.test(order.status))
        return { ...known, paid: isReceived(order), underway: false };
      const settled = await settleOrWait(deps, id, () => settle(deps, id));
      if (settled === 'later' || !settled) return { ...known, paid: false, underway: true };
      const { status, paid, underway } = settled;
      return { ...known, status, paid, underway };
    },

    /** Opens the payment of an unpaid order again. 404 for another user's order. See reopenPayment for its errors. */
    async reopenPayment(id: string, key?: string): Promise<CreateOrderReply> {
      await orders(deps, actor).getOrder(id, key);
      return reopenPayment(deps, id);
    },

    /** The public settings of the payment window. */
    window: () => ({
      key_id: deps.payments.keyId,
      script_url: deps.payments.checkoutScript,
      test_mode: deps.payments.test,
    }),
  };
}

/** The order of a signed payment; undefined if the signature is wrong. */
async function genuineOrder(deps: Deps, request: VerifyRequest) {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = request;
  const order = await findByProviderOrder(deps.db, orderId, paymentId);
  const genuine = checkoutSignatureOk(
    deps.payments.keySecret,
    order ? orderId : '',
    paymentId,
    request.razorpay_signature,
  );
  return genuine ? order : undefined;
}

const stillChecking = 'Your payment is being confirmed. This can take a few minutes.';

/**
 * The state of the order of a payment. If the payment is settled, neither the provider is asked nor the order locked.
 */
const outcomeOf = async (deps: Deps, order: OrderToSettle & { isSettled: boolean }) =>
  order.isSettled
    ? { paid: true, underway: false }
    : settleOrWait(deps, order.id, () => settleOrder(deps, order));

/**
 * Settles the order. Returns 'later', and leaves it to the reconcile job, if the provider or the shop is too busy or
 * all calls to the provider together take longer than `shopperWaitsMs`.
 */
async function settleOrWait(deps: Deps, orderId: string, work: () => Promise<SettleResult | undefined>) {
  const settling = work().catch((err: unknown) => {
    deps.log.warn({ err, orderId }, 'a payment could not be settled now');
    const isBusy =
      err instanceof ProviderError || (err instanceof ShopError && err.status === 503) || isTimeout(err);
    if (!isBusy) throw err;
    return 'later' as const;
  });
  return orAfter(settling, shopperWaitsMs, () => 'later' as const);
}

function hidden(error: unknown): undefined {
  if (error instanceof ShopError && error.status === 404) return undefined;
  throw error;
}
