import type { Database, Trx } from '../db/database.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderRefund } from './provider-shapes.ts';
import * as queries from './queries.ts';
import * as refunds from './refund-queries.ts';
import { webhookSignatureOk } from './signature.ts';
import { readWebhook } from './webhook.ts';

export type { PaymentProvider } from './provider.ts';
export { ProviderError } from './provider-error.ts';
export type { ProviderOrder, ProviderPayment } from './provider-shapes.ts';
export {
  closeWebhookEvent,
  findWebhookEvent,
  insertAttention,
  insertMoneyIn,
  listOpenEvents,
  listPayments,
  markSettling,
  type PaymentRow,
  upsertPayment,
} from './queries.ts';
export { listOpenRefunds } from './refund-queries.ts';
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

/**
 * Asks for money back in the caller's transaction, once per key; a job sends it. Amount in paise. The database
 * refuses more than was captured (constraint refunds_within_payment).
 */
export async function requestRefund(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  refund: queries.RefundRequest,
): Promise<string | undefined> {
  const refundId = await queries.insertRefund(trx, refund);
  if (refundId) await jobs.enqueue(trx, 'refund', { refundId });
  return refundId;
}

export type RefundOutcome = {
  refundId: string;
  orderId: string;
  amountPaise: number;
  reason: string;
  status: 'pending' | 'processed' | 'failed';
  changed: boolean;
};

/**
 * Sends a requested refund, or asks what became of it. Throws while the provider can't be reached, so that the
 * job tries again with the same key: the money goes back once.
 */
export async function sendRefund(
  { db, payments: { provider }, clock }: Pick<Deps, 'db' | 'payments' | 'clock'>,
  refundId: string,
): Promise<RefundOutcome | undefined> {
  const refund = await refunds.findRefund(db, refundId);
  if (!refund?.providerPaymentId || refund.status === 'processed' || refund.status === 'failed')
    return undefined;
  try {
    const made = refund.providerRefundId
      ? await provider.getRefund(refund.providerPaymentId, refund.providerRefundId)
      : await provider.refund(refund.providerPaymentId, {
          amountPaise: refund.amountPaise,
          receipt: `rf_${refund.id}`,
          idempotencyKey: refund.id,
        });
    return await bookRefund(db, made, clock.now());
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    const reason = error.description ?? error.message;
    await transaction(db, (trx) => failRefund(trx, refundId, refund.orderId, reason));
    return { refundId, ...facts(refund), status: 'failed', changed: true };
  }
}

/** Writes what the provider says of a refund, ours or one made at the provider itself. */
export async function bookRefund(
  db: Database,
  made: ProviderRefund,
  now: Date,
): Promise<RefundOutcome | undefined> {
  return transaction(db, async (trx) => {
    const refundId = (await refunds.findRefundOf(trx, made))?.id ?? (await adoptRefund(trx, made));
    const refund = refundId && (await refunds.lockRefund(trx, refundId));
    if (!refundId || !refund) return undefined;
    const settled = refund.status === 'processed' || refund.status === 'failed';
    const outcome = { refundId, ...facts(refund) };
    if (settled) return { ...outcome, status: refund.status as 'processed' | 'failed', changed: false };
    if (made.status === 'failed') {
      await failRefund(trx, refundId, refund.orderId, 'The provider could not give the money back');
      return { ...outcome, status: 'failed', changed: true };
    }
    if (made.status === 'processed') {
      await refunds.updateRefund(trx, refundId, {
        status: 'processed',
        providerRefundId: made.id,
        processedAt: now,
      });
      await refunds.insertMoneyOut(trx, refund, refund.byUser ? 'Shop' : 'System');
      return { ...outcome, status: 'processed', changed: true };
    }
    await refunds.updateRefund(trx, refundId, { status: 'pending', providerRefundId: made.id });
    return { ...outcome, status: 'pending', changed: false };
  });
}

const facts = ({
  orderId,
  amountPaise,
  reason,
}: {
  orderId: string;
  amountPaise: number;
  reason: string;
}) => ({
  orderId,
  amountPaise,
  reason,
});

async function adoptRefund(trx: Trx, made: ProviderRefund): Promise<string | undefined> {
  const payment = await refunds.findPaymentOf(trx, made.paymentId);
  if (!payment) return undefined;
  return refunds.insertOutsideRefund(trx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountPaise: made.amountPaise,
    providerRefundId: made.id,
  });
}

async function failRefund(trx: Trx, refundId: string, orderId: string, error: string): Promise<void> {
  await refunds.updateRefund(trx, refundId, { status: 'failed', error });
  await queries.insertAttention(trx, {
    kind: 'refund-failed',
    orderId,
    subject: refundId,
    detail: { error },
  });
}
