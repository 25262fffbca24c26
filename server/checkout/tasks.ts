import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import { mailGiftCards } from './bought-gift-cards.ts';
import { createPaymentLink } from './payment-links.ts';
import { createRequestedLink } from './payment-requests.ts';
import { sendRefund } from './refunds.ts';
import { runOrderBatch } from './run-order-batch.ts';
import { handleCourierEvent } from './track-shipments.ts';
import { handleWebhookEvent } from './webhook-events.ts';

/** The background jobs of checkout. All are idempotent. */
export const checkoutTasks = (deps: Deps) => ({
  'webhook-event': ({ eventId }: { eventId: string }) => handleWebhookEvent(deps, eventId),
  refund: ({ refundId }: { refundId: string }) => sendRefund(deps, refundId),
  'payment-link': ({ orderId }: { orderId: string }) => createPaymentLink(deps, orderId),
  'payment-request': ({ requestId }: { requestId: string }) => createRequestedLink(deps, requestId),
  'gift-cards': () => mailGiftCards(deps),
  'courier-event': ({ eventId }: { eventId: string }) => handleCourierEvent(deps, eventId),
  'order-batch': ({ batchId }: { batchId: string }) => runOrderBatch(deps, batchId),
  'order-link': (asked: LookUpRequest) => orders.mailOrderLink(deps, asked),
});
