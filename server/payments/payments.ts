import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import * as queries from './queries.ts';
import { webhookSignatureOk } from './signature.ts';
import { readWebhook } from './webhook.ts';

export {
  type AttentionRow,
  findAttention,
  insertAttention,
  listAttention,
  resolveAttention,
} from './attention-queries.ts';
export type { PaymentProvider } from './provider.ts';
export { ProviderError } from './provider-error.ts';
export type { ProviderOrder, ProviderPayment, ProviderRefund } from './provider-shapes.ts';
export {
  closeWebhookEvent,
  findWebhookEvent,
  insertMoneyIn,
  insertOfflinePayment,
  listOpenEvents,
  listPayments,
  markSettling,
  type PaymentRow,
  reopenWebhookEvent,
  upsertPayment,
} from './queries.ts';
export { listOpenRefunds, listRefunds, type RefundRow, refundedPaise } from './refund-queries.ts';
export {
  askRefund,
  bookRefund,
  findRefundedOrder,
  type RefundOutcome,
  recordHandRefund,
  refuseRefund,
  requestRefund,
} from './refunds.ts';
export { checkoutSignatureOk } from './signature.ts';
export { openWebhook } from './webhook.ts';

/**
 * The inbox: a signed event is stored with its job and answered; it is handled after, once (contract §3).
 * `raw` are the bytes as they came. Throws 400 for a wrong or missing signature.
 */
export async function storeWebhook(
  { db, jobs, payments }: Pick<Deps, 'db' | 'jobs' | 'payments'>,
  raw: Buffer,
  headers: { signature: unknown; eventId: unknown },
): Promise<void> {
  if (!webhookSignatureOk(payments.webhookSecrets, raw, headers.signature)) {
    throw badRequest('The signature is not right.');
  }
  const event = readWebhook(raw, headers.eventId);
  await transaction(db, async (trx) => {
    const { eventId, name, providerOrderId, body } = event;
    const fresh = await queries.insertWebhookEvent(trx, { eventId, event: name, providerOrderId, body });
    if (fresh) await jobs.enqueue(trx, 'webhook-event', { eventId });
  });
}
