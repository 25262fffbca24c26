import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handlers.ts';
import { storeWebhook } from './payments.ts';

/** The provider's webhook: the signature covers the raw bytes. */
export const paymentHandlers = (deps: Deps) =>
  ({
    'POST /razorpay/webhook': ({ body, headers }) =>
      storeWebhook(deps, body, {
        signature: headers['x-razorpay-signature'],
        eventId: headers['x-razorpay-event-id'],
      }),
  }) satisfies Partial<Handlers>;
