import { raiseAlert } from '../alerts/alerts.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ProviderError } from '../provider/provider.ts';
import type { ProviderRefund } from '../provider/provider-shapes.ts';
import { insertRefundEntry } from './queries/entry-queries.ts';
import * as refunds from './queries/refund-queries.ts';

export type RefundRequest = {
  orderId: string;
  paymentId: string;
  amountPaise: number;
  reason: string;
  idempotencyKey: string;
  /** Distinguishes a repeated request from a different one with the same key. */
  requestHash?: string;
  byUser?: string;
};

/**
 * Requests a refund in the caller's transaction, once per key; a job sends it. Amount in paise. The database
 * rejects more than was captured (constraint refunds_within_payment).
 */
export async function requestRefund(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  refund: RefundRequest,
): Promise<string | undefined> {
  // The key is checked first, because the trigger on the sum runs before a conflict is found.
  if (await refunds.isRefundStored(trx, refund.idempotencyKey)) return undefined;
  const refundId = await refunds.insertRefund(trx, refund);
  await jobs.enqueue(trx, 'refund', { refundId });
  return refundId;
}

/**
 * Records a manual refund of an offline payment. `isFree`: of what a free gift card paid, which is not in the ledger.
 * Amount in paise.
 */
export async function recordManualRefund(
  trx: Trx,
  refund: RefundRequest,
  { now, by, isFree = false }: { now: Date; by: string; isFree?: boolean },
): Promise<string> {
  const refundId = await refunds.insertRefund(trx, { ...refund, status: 'processed', processedAt: now });
  if (!isFree) await insertRefundEntry(trx, { ...refund, id: refundId }, by);
  return refundId;
}

/** The provider's reply to a refund: the refund, or a permanent refusal. */
export type RefundReply = { made: ProviderRefund } | { refundId: string; orderId: string; refusal: string };

/**
 * Sends a requested refund, or reads its state; undefined if it is finished. Throws while the provider can't be
 * reached, so that the job repeats it with the same key.
 */
export async function sendRefundRequest(
  { db, payments: { provider } }: Pick<Deps, 'db' | 'payments'>,
  refundId: string,
): Promise<RefundReply | undefined> {
  const refund = await refunds.findRefund(db, refundId);
  if (!refund?.providerPaymentId || isSettled(refund.status)) return undefined;
  try {
    const made = refund.providerRefundId
      ? await provider.getRefund(refund.providerPaymentId, refund.providerRefundId)
      : await provider.refund(refund.providerPaymentId, {
          amountPaise: refund.amountPaise,
          receipt: `rf_${refund.id}`,
          idempotencyKey: refund.id,
        });
    return { made };
  } catch (error) {
    // 409 means that the same request is being processed: not a refusal.
    const refused = error instanceof ProviderError && error.kind === 'rejected' && error.httpStatus !== 409;
    if (!refused || refund.providerRefundId) throw error;
    return { refundId, orderId: refund.orderId, refusal: error.description ?? error.message };
  }
}

export type RefundOutcome = {
  refundId: string;
  amountPaise: number;
  reason: string;
  status: 'pending' | 'processed' | 'failed';
  changed: boolean;
};

/** The order of a provider's refund; undefined if its payment is unknown. */
export async function findRefundedOrder(
  db: Database | Trx,
  made: ProviderRefund,
): Promise<string | undefined> {
  const known = (await refunds.findRefundOf(db, made)) ?? (await refunds.findPaymentOf(db, made.paymentId));
  return known?.orderId;
}

/** Records the provider's state of a refund, of the shop or made at the provider. The order is locked. */
export async function recordRefund(
  trx: Trx,
  made: ProviderRefund,
  now: Date,
): Promise<RefundOutcome | undefined> {
  const refundId = (await refunds.findRefundOf(trx, made))?.id ?? (await adoptRefund(trx, made));
  const refund = refundId && (await refunds.lockRefund(trx, refundId));
  if (!refundId || !refund) return undefined;
  // A processed refund stays processed; one recorded as failed may still be processed.
  if (refund.status === 'processed') {
    if (made.status === 'failed') {
      const { orderId, amountPaise } = refund;
      const detail = { amountPaise, refund: made.id };
      await raiseAlert(trx, { kind: 'refund-reversed', orderId, subject: refundId, detail });
    }
    return outcomeOf(refund, 'processed', false);
  }
  if (made.status === 'processed') {
    const change = { status: 'processed' as const, providerRefundId: made.id, processedAt: now, error: '' };
    await refunds.updateRefund(trx, refundId, change);
    await insertRefundEntry(trx, refund, refund.byUser ? 'Shop' : 'System');
    return outcomeOf(refund, 'processed', true);
  }
  if (refund.status === 'failed') return outcomeOf(refund, 'failed', false);
  if (made.status === 'failed') {
    await failRefund(trx, refund, 'The provider could not give the money back');
    return outcomeOf(refund, 'failed', true);
  }
  await refunds.updateRefund(trx, refundId, { status: 'pending', providerRefundId: made.id });
  return outcomeOf(refund, 'pending', false);
}

/** Records a permanent refusal and raises an alert. The order is locked. */
export async function refuseRefund(
  trx: Trx,
  refundId: string,
  refusal: string,
): Promise<RefundOutcome | undefined> {
  const refund = await refunds.lockRefund(trx, refundId);
  if (!refund || isSettled(refund.status)) return undefined;
  await failRefund(trx, refund, refusal);
  return outcomeOf(refund, 'failed', true);
}

const outcomeOf = (
  { id: refundId, amountPaise, reason }: { id: string; amountPaise: number; reason: string },
  status: RefundOutcome['status'],
  changed: boolean,
): RefundOutcome => ({ refundId, amountPaise, reason, status, changed });

const isSettled = (status: string) => status === 'processed' || status === 'failed';

/** Stores a refund that was made outside the shop. Only payments in rupees are in the ledger. */
async function adoptRefund(trx: Trx, made: ProviderRefund): Promise<string | undefined> {
  const payment = await refunds.findPaymentOf(trx, made.paymentId);
  if (payment?.status !== 'captured' || payment.currency !== 'INR') return undefined;
  return refunds.insertRefund(trx, {
    orderId: payment.orderId,
    paymentId: payment.id,
    amountPaise: made.amountPaise,
    providerRefundId: made.id,
    status: 'pending',
    reason: 'Refunded at the payment provider',
    idempotencyKey: `outside:${made.id}`,
  });
}

async function failRefund(
  trx: Trx,
  { id: refundId, orderId, amountPaise }: { id: string; orderId: string; amountPaise: number },
  error: string,
): Promise<void> {
  await refunds.updateRefund(trx, refundId, { status: 'failed', error });
  const detail = { error, amountPaise };
  await raiseAlert(trx, { kind: 'refund-failed', orderId, subject: refundId, detail });
}
