import { createHash } from 'node:crypto';
import { type Trx, transaction } from '../server/db/database.ts';
import { announce } from './announcements.ts';
import {
  ApiError,
  amountField,
  bodyFields,
  malformedId,
  notesField,
  receiptField,
  refused,
  unknownId,
  wrongField,
} from './api-error.ts';
import { collection, refundEntity } from './entities.ts';
import { isId, newId } from './ids.ts';
import { readPage } from './paging.ts';
import {
  findPayment,
  findRefund,
  findRefundByKey,
  insertRefund,
  listRefunds,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  takeRefundKey,
  updatePayment,
  updateRefund,
} from './queries.ts';
import { after, type SandboxDeps, seconds } from './sandbox-deps.ts';

/** The amount, ₹24.68, whose refund fails a little later. */
const failingAmount = 2468;
const failsAfterMs = 3000;
const sixMonths = 183 * 24 * 3600;

/** `POST /v1/payments/:id/refund`, once per idempotency key (razorpay §4). */
export async function createRefund(
  books: SandboxDeps,
  paymentId: string,
  body: unknown,
  key: string | undefined,
) {
  const fields = bodyFields(body, ['amount', 'speed', 'receipt', 'notes', 'reverse_all']);
  if (key !== undefined && !/^[\w-]{10,}$/.test(key)) {
    throw refused('The idempotency key must be at least 10 characters of A-Z, a-z, 0-9, - and _.');
  }
  const amount = fields.amount === undefined ? undefined : amountField(fields.amount);
  const speed = fields.speed ?? 'normal';
  if (speed !== 'normal' && speed !== 'optimum') throw wrongField('speed', 'The selected speed is invalid.');
  const receipt = receiptField(fields.receipt);
  const notes = notesField(fields.notes);
  if (!isId('pay', paymentId)) throw malformedId(paymentId);

  const refund = await transaction(books.db, async (trx) => {
    if (key !== undefined) {
      const earlier = await findEarlier(trx, paymentId, key, hash(fields));
      if (earlier) return earlier;
    }
    const payment = await lockPayment(trx, paymentId);
    if (!payment) throw unknownId();
    const left = refundable(books, payment);
    if (amount !== undefined && amount > left) {
      throw refused('The refund amount provided is greater than amount captured.');
    }
    return record(books, trx, payment, {
      amount: amount ?? left,
      speed,
      receipt,
      notes: JSON.stringify(notes),
      idempotencyKey: key ?? null,
      requestHash: key === undefined ? null : hash(fields),
    });
  });
  books.wake();
  return refundEntity(refund);
}

/** Gives an uncaptured payment back by itself: a late one on an order that is paid. */
export async function processRefund(books: SandboxDeps, trx: Trx, payment: PaymentRow): Promise<PaymentRow> {
  await record(books, trx, payment, { amount: payment.amount, speed: 'normal', receipt: null, notes: '{}' });
  return (await findPayment(trx, payment.id)) ?? payment;
}

/** A refund that could not be paid out: its amount can be refunded again. */
export async function failRefund(books: SandboxDeps, refundId: string): Promise<void> {
  await transaction(books.db, async (trx) => {
    const found = await findRefund(trx, refundId);
    const payment = found && (await lockPayment(trx, found.paymentId));
    if (!payment || found.failsAt === null) return;
    const refund = await updateRefund(trx, refundId, { status: 'failed', failsAt: null });
    const restored = await updatePayment(trx, payment.id, {
      amountRefunded: payment.amountRefunded - refund.amount,
      status: payment.captured ? 'captured' : 'authorized',
    });
    await announce(books, trx, 'refund.failed', { payment: restored, refund });
  });
}

/** `GET /v1/refunds/:id` and `GET /v1/payments/:id/refunds/:id`. */
export async function getRefund(books: SandboxDeps, id: string, paymentId?: string) {
  if (!isId('rfnd', id)) throw malformedId(id);
  const row = await findRefund(books.db, id);
  if (!row || (paymentId !== undefined && row.paymentId !== paymentId)) throw unknownId();
  return refundEntity(row);
}

/** `GET /v1/refunds` and `GET /v1/payments/:id/refunds`: newest first. */
export async function listAllRefunds(books: SandboxDeps, query: Record<string, unknown>, paymentId?: string) {
  if (paymentId !== undefined) {
    if (!isId('pay', paymentId)) throw malformedId(paymentId);
    if (!(await findPayment(books.db, paymentId))) throw unknownId();
  }
  const rows = await listRefunds(books.db, { ...readPage(query), paymentId });
  return collection(rows.map(refundEntity));
}

/** `PATCH /v1/refunds/:id`: notes and nothing else. */
export async function changeRefundNotes(books: SandboxDeps, id: string, body: unknown) {
  const { notes } = bodyFields(body, ['notes']);
  await getRefund(books, id);
  return refundEntity(await updateRefund(books.db, id, { notes: JSON.stringify(notesField(notes)) }));
}

async function findEarlier(trx: Trx, paymentId: string, key: string, requestHash: string) {
  if (!(await takeRefundKey(trx, paymentId, key))) {
    throw new ApiError(409, 'Another request with the same idempotency key is still in progress.');
  }
  const earlier = await findRefundByKey(trx, paymentId, key);
  if (earlier && earlier.requestHash !== requestHash) {
    throw refused('Different request with the same idempotency key has already been processed.');
  }
  return earlier;
}

/** What can still be refunded of a payment. */
function refundable(books: SandboxDeps, payment: PaymentRow): number {
  if (payment.status === 'refunded') throw refused('The payment has been fully refunded already.');
  if (payment.status !== 'captured') {
    throw refused('The payment status should be captured for action to be taken');
  }
  if (seconds(books.now()) - payment.createdAt > sixMonths) {
    throw refused('Refund is not supported by the bank because the payment is more than 6 months old');
  }
  return payment.amount - payment.amountRefunded;
}

type NewRefund = Pick<Parameters<typeof insertRefund>[1], 'amount' | 'speed' | 'receipt' | 'notes'> & {
  idempotencyKey?: string | null;
  requestHash?: string | null;
};

async function record(
  books: SandboxDeps,
  trx: Trx,
  payment: PaymentRow,
  fields: NewRefund,
): Promise<RefundRow> {
  const willFail = fields.amount === failingAmount;
  const refund = await insertRefund(trx, {
    ...fields,
    id: newId('rfnd'),
    paymentId: payment.id,
    status: willFail ? 'pending' : 'processed',
    failsAt: willFail ? after(books, failsAfterMs) : null,
    createdAt: seconds(books.now()),
  });
  const amountRefunded = payment.amountRefunded + refund.amount;
  const changed = await updatePayment(trx, payment.id, {
    amountRefunded,
    status: amountRefunded === payment.amount ? 'refunded' : payment.status,
  });
  await announce(books, trx, 'refund.created', { payment: changed, refund });
  if (!willFail) await announce(books, trx, 'refund.processed', { payment: changed, refund });
  return refund;
}

/** The same for two bodies that mean the same. */
function hash(fields: Record<string, unknown>): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]);
  };
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}
