import type { LookUpRequest } from '../shared/contract/orders/order-look-up.ts';
import { accountTasks } from './accounts/accounts.ts';
import { catalogueTasks } from './catalogue/catalogue.ts';
import type { Deps } from './deps.ts';
import {
  handleCourierEvent,
  readCourierLabels,
  runOrderBatch,
  runPrintJob,
} from './fulfilment/fulfilment.ts';
import { purgeTasks } from './http/pages/purges.ts';
import { readCreditNote, readInvoice } from './invoices/invoices.ts';
import { mailTasks } from './mail/mail.ts';
import { runMove } from './moving/moving.ts';
import { notificationTasks } from './notifications/notifications.ts';
import { mailGiftCards } from './order-editing/order-editing.ts';
import { mailOrderLink } from './orders/orders.ts';
import { createPaymentLink } from './payments/payment-links.ts';
import { createRequestedLink } from './payments/payment-requests.ts';
import { handleWebhookEvent } from './payments/webhook-events.ts';
import { sendRefund } from './refunds/refunds.ts';
import { createSchedule } from './schedule.ts';

/** The background work of all domains: a handler for each kind of job. All are idempotent. */
export const createTasks = (deps: Deps) => ({
  ...createSchedule(deps),
  'webhook-event': ({ eventId }: { eventId: string }) => handleWebhookEvent(deps, eventId),
  refund: ({ refundId }: { refundId: string }) => sendRefund(deps, refundId),
  'payment-link': ({ orderId }: { orderId: string }) => createPaymentLink(deps, orderId),
  'payment-request': ({ requestId }: { requestId: string }) => createRequestedLink(deps, requestId),
  'gift-cards': () => mailGiftCards(deps),
  'courier-event': ({ eventId }: { eventId: string }) => handleCourierEvent(deps, eventId),
  'order-batch': ({ batchId }: { batchId: string }) => runOrderBatch(deps, batchId),
  'order-link': (asked: LookUpRequest) => mailOrderLink(deps, asked),
  move: ({ moveId }: { moveId: string }) => runMove(deps, moveId),
  ...accountTasks(deps),
  ...catalogueTasks(deps),
  ...notificationTasks(deps),
  ...purgeTasks(deps),
  print: ({ printJobId }: { printJobId: string }) =>
    runPrintJob(deps, printJobId, (orderId) => readCourierLabels(deps, orderId)),
  ...mailTasks(deps, {
    invoice: (orderId) => readInvoice(deps, orderId),
    creditNote: (refundId) => readCreditNote(deps, refundId),
  }),
});
