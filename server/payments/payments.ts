import { crashPoint } from '../crash-point.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, unavailable } from '../errors.ts';
import { orAfter } from '../time-limit.ts';
import * as queries from './queries.ts';
import { webhookSignatureOk } from './signature.ts';
import { concernsPayment, readWebhook } from './webhook.ts';

export * from './ledger.ts';
export { getBalancePaise } from './ledger-queries.ts';
export * from './order-payments.ts';
export { ProviderError } from './provider-error.ts';
export { providerTotalMs } from './provider-http.ts';
export type { ProviderLink, ProviderPayment, ProviderRefund } from './provider-shapes.ts';
export {
  closeWebhookEvent,
  countPaymentsWithoutWebhook,
  deletePayments,
  findLastWebhookTime,
  findWebhookEvent,
  insertOfflinePayment,
  listKnown,
  listOpenEvents,
  listPayments,
  markPrimary,
  type PaymentRow,
  recordPayments,
  reopenWebhookEvent,
  settledPayments,
} from './queries.ts';
export {
  type ApprovalRow,
  countRejectedByShop,
  decideApproval,
  findApproval,
  findApprovalByPrefix,
  insertRefundApproval,
  listApprovals,
  listWaitingApprovals,
  lockApproval,
  sumWithoutApproval,
} from './refund-approval-queries.ts';
export { listKnownRefunds, listOpenRefunds, listRefunds } from './refund-queries.ts';
export * from './refunds.ts';
export { checkoutSignatureOk } from './signature.ts';
export { concernsPayment, openWebhook } from './webhook.ts';

/** The provider waits five seconds for a reply, then sends the event again. */
const answerWithinMs = 4000;

/**
 * Stores a signed event and its job; the job handles it once (contract §3). An event about a payment that is settled
 * is handled by that, without a job (decision 1). `raw` is the unchanged body. Throws 400
 * for a wrong or missing signature, and 503 if the event can't be stored in time, so that the provider sends it
 * again.
 */
export async function storeWebhook(
  { db, jobs, payments, config, clock }: Pick<Deps, 'db' | 'jobs' | 'payments' | 'config' | 'clock'>,
  raw: Buffer,
  headers: { signature: unknown; eventId: unknown },
): Promise<void> {
  if (!webhookSignatureOk(payments.webhookSecrets, raw, headers.signature)) {
    throw badRequest('The signature is not right.');
  }
  const { paymentId, ...event } = readWebhook(raw, headers.eventId);
  const receivedAt = clock.now();
  async function store(): Promise<void> {
    const isOfPayment = paymentId && concernsPayment(event.event);
    if (isOfPayment && (await queries.insertSettledEvent(db, { ...event, paymentId, receivedAt }))) return;
    await transaction(db, async (trx) => {
      const isNew = await queries.insertWebhookEvent(trx, { ...event, receivedAt });
      if (isNew) await jobs.enqueue(trx, 'webhook-event', { eventId: event.eventId });
    });
  }
  await orAfter(store(), answerWithinMs, () => {
    throw unavailable('The event could not be stored in time.');
  });
  crashPoint({ config }, 'webhook-stored');
}
