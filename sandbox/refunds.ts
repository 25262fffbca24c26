import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Trx, transaction } from '../server/db/database.ts';
import { ApiError, malformedId, refused } from './api-error.ts';
import { refundEntity } from './entities.ts';
import { enqueueWebhook } from './events.ts';
import { amountField, notesField, readFields, receiptField } from './fields.ts';
import { isId, newId } from './ids.ts';
import { findRefundByKey, lockRefundKey, type PaymentRow, payments, refunds } from './queries.ts';
import { after, change, type SandboxDeps, seconds } from './sandbox-deps.ts';

/** The amount, ₹24.68, whose refund fails a little later. */
const failingAmount = 2468;
const failsAfterMs = 3000;
const sixMonths = 183 * 24 * 3600;

const refundBody = z.strictObject({
  amount: amountField.optional(),
  speed: z.enum(['normal', 'optimum'], 'The selected speed is invalid.').nullish(),
  receipt: receiptField,
  notes: notesField,
  reverse_all: z.unknown().optional(),
});

/** `POST /v1/payments/:id/refund`, once per idempotency key (razorpay §4). */
export async function createRefund(
  deps: SandboxDeps,
  paymentId: string,
  body: unknown,
  key: string | undefined,
) {
  const { amount, speed, receipt, notes } = readFields(refundBody, body);
  if (key !== undefined && !/^[\w-]{10,}$/.test(key)) {
    throw refused('The idempotency key must be at least 10 characters of A-Z, a-z, 0-9, - and _.');
  }
  if (!isId('pay_', paymentId)) throw malformedId(paymentId);
  const idempotencyKey = key ?? null;
  const requestHash = key === undefined ? null : hash(body);

  const created = await change(deps, async (trx) => {
    const earlier = key !== undefined && (await findEarlier(trx, paymentId, key, requestHash));
    if (earlier) return earlier;
    const payment = await payments.lock(trx, paymentId);
    const left = refundable(deps, payment);
    if (amount !== undefined && amount > left) {
      throw refused('The refund amount provided is greater than amount captured.');
    }
    const fields = { speed: speed ?? 'normal', receipt, notes, idempotencyKey, requestHash };
    const { refund } = await insertRefund(deps, trx, payment, { ...fields, amount: amount ?? left });
    return refund;
  });
  return refundEntity(created);
}

/** Refunds an authorised payment automatically, because its order is already paid. Returns the payment. */
export async function processRefund(deps: SandboxDeps, trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  const { payment } = await insertRefund(deps, trx, row, { amount: row.amount });
  return payment;
}

/** Fails a pending refund, so that its amount can be refunded again. */
export async function failRefund(deps: SandboxDeps, refundId: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const { paymentId, failsAt } = await refunds.get(trx, refundId);
    const { amountRefunded, captured } = await payments.lock(trx, paymentId);
    if (failsAt === null) return;
    const refund = await refunds.update(trx, refundId, { status: 'failed', failsAt: null });
    const payment = await payments.update(trx, paymentId, {
      amountRefunded: amountRefunded - refund.amount,
      status: captured ? 'captured' : 'authorized',
    });
    await enqueueWebhook(deps, trx, 'refund.failed', { payment, refund });
  });
}

async function findEarlier(trx: Trx, paymentId: string, key: string, requestHash: string | null) {
  if (!(await lockRefundKey(trx, paymentId, key))) {
    throw new ApiError(409, 'Another request with the same idempotency key is still in progress.');
  }
  const earlier = await findRefundByKey(trx, paymentId, key);
  if (earlier && earlier.requestHash !== requestHash) {
    throw refused('Different request with the same idempotency key has already been processed.');
  }
  return earlier;
}

/** The amount that can still be refunded. */
function refundable(deps: SandboxDeps, payment: PaymentRow): number {
  if (payment.status === 'refunded') throw refused('The payment has been fully refunded already.');
  if (payment.status !== 'captured') {
    throw refused('The payment status should be captured for action to be taken');
  }
  if (seconds(deps.now()) - payment.createdAt > sixMonths) {
    throw refused('Refund is not supported by the bank because the payment is more than 6 months old');
  }
  return payment.amount - payment.amountRefunded;
}

type NewRefund = Omit<Parameters<typeof refunds.insert>[1], 'id' | 'paymentId' | 'status' | 'createdAt'>;

async function insertRefund(deps: SandboxDeps, trx: Trx, { id, ...row }: PaymentRow, fields: NewRefund) {
  const willFail = fields.amount === failingAmount;
  const refund = await refunds.insert(trx, {
    ...fields,
    id: newId('rfnd_'),
    paymentId: id,
    status: willFail ? 'pending' : 'processed',
    failsAt: willFail ? after(deps, failsAfterMs) : null,
    createdAt: seconds(deps.now()),
  });
  const amountRefunded = row.amountRefunded + refund.amount;
  const payment = await payments.update(trx, id, {
    amountRefunded,
    status: amountRefunded === row.amount ? 'refunded' : row.status,
  });
  await enqueueWebhook(deps, trx, 'refund.created', { payment, refund });
  if (!willFail) await enqueueWebhook(deps, trx, 'refund.processed', { payment, refund });
  return { refund, payment };
}

/** A hash that does not depend on the order of keys. */
function hash(body: unknown): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]);
  };
  return createHash('sha256')
    .update(JSON.stringify(sorted(body ?? {})))
    .digest('hex');
}
