import type {
  CreateOrderReply,
  CreateOrderRequest,
  VerifyReply,
  VerifyRequest,
} from '../../shared/contract/checkout.ts';
import type { Actor, Deps } from '../deps.ts';
import { badRequest, notFound, ShopError } from '../errors.ts';
import { findByProviderOrder, orders } from '../orders/orders.ts';
import { checkoutSignatureOk, ProviderError } from '../payments/payments.ts';
import { placeOrder } from './place-order.ts';
import { settle } from './settle.ts';

export { checkoutTasks } from './tasks.ts';

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
      const order = await findByProviderOrder(deps.db, request.razorpay_order_id);
      const genuine = checkoutSignatureOk(
        deps.payments.keySecret,
        order?.id ? request.razorpay_order_id : '',
        request.razorpay_payment_id,
        request.razorpay_signature,
      );
      if (!order || !genuine) throw badRequest(notVerified);
      const anothers = order.userId && actor.kind === 'user' && actor.userId !== order.userId;
      if (anothers) throw notFound('Order not found.');
      const settled = await settleOrWait(deps, order.id);
      if (settled === 'later')
        return { success: false, pending: true, order_id: order.id, message: stillChecking };
      if (!settled?.paid) throw badRequest(notVerified);
      // The signature proves the purchase; an account's order is shown to the account alone.
      const shownKey = order.userId ? key : order.accessKey;
      const details = await orders(deps, actor).getOrder(order.id, shownKey).catch(hidden);
      return { success: true, order_id: order.id, order_details: details, invoice_url: details?.invoice_url };
    },

    /** What became of the payment, asked when the window closes: the provider's word, not the window's. */
    async paymentState(id: string, key?: string) {
      const order = await orders(deps, actor).getOrder(id, key);
      if (order.status !== 'pending')
        return { order_id: id, status: order.status, paid: order.paidAmount > 0 };
      const settled = await settleOrWait(deps, id);
      return settled === 'later' || !settled
        ? { order_id: id, status: order.status, paid: false }
        : { order_id: id, status: settled.status, paid: settled.paid };
    },

    /** What the payment window needs before there is an order. */
    window: () => ({
      key_id: deps.payments.keyId,
      script_url: deps.payments.checkoutScript,
      test_mode: deps.payments.test,
    }),
  };
}

const stillChecking = 'Your payment is being confirmed. This can take a few minutes.';

/** Settles now, or says that it must wait: the provider can't be asked, and the reconcile job will. */
async function settleOrWait(deps: Deps, orderId: string) {
  try {
    return await settle(deps, orderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, orderId }, 'a payment could not be read now');
    return 'later' as const;
  }
}

function hidden(error: unknown): undefined {
  if (error instanceof ShopError && error.status === 404) return undefined;
  throw error;
}
