import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handlers.ts';
import { storeWebhook } from './payments.ts';

/** Payments of orders, and what admins do with them. The signature of the webhook covers the raw bytes. */
export const paymentHandlers = (deps: Deps) =>
  ({
    'POST /razorpay/webhook': ({ body, headers }) =>
      storeWebhook(deps, body, {
        signature: headers['x-razorpay-signature'],
        eventId: headers['x-razorpay-event-id'],
      }),
    'GET /razorpay/checkout-config': ({ shop }) => shop.payments.window(),
    'POST /razorpay/verify-payment': async ({ shop, body, orderKey, reply }) => {
      const outcome = await shop.payments.verifyPayment(body, orderKey);
      if (outcome.pending) reply.status(202);
      return outcome;
    },
    'POST /razorpay/callback': ({ shop, body }) => shop.payments.returnFromWindow(body ?? {}),
    'GET /razorpay/orders/:id/status': ({ shop, params, orderKey }) =>
      shop.payments.paymentState(params.id, orderKey),
    'POST /razorpay/orders/:id/payment': ({ shop, params, orderKey }) =>
      shop.payments.reopenPayment(params.id, orderKey),
    'POST /order/admin/:id/due': ({ backOffice, params, body }) =>
      backOffice.payments.collectDue(params.id, body),
    'DELETE /order/admin/:id/due': ({ backOffice, params }) => backOffice.payments.withdrawRequest(params.id),
    'POST /order/admin/:id/check': ({ backOffice, params }) =>
      backOffice.payments.checkWithProvider(params.id),
    'GET /attention': ({ backOffice, query }) => backOffice.payments.listAttention(query),
    'POST /attention/:id/resolve': ({ backOffice, params, body }) =>
      backOffice.payments.resolveAttention(params.id, body.remedy),
  }) satisfies Partial<Handlers>;
