import { type Trx, transaction } from '../server/db/database.ts';
import { announce } from './announcements.ts';
import {
  amountField,
  bodyFields,
  malformedId,
  notesField,
  refused,
  unknownId,
  wrongField,
} from './api-error.ts';
import { collection, detailOf, type PaymentDetail, paymentEntity } from './entities.ts';
import { isId, newId } from './ids.ts';
import { readPage } from './paging.ts';
import {
  findPayment,
  insertPayment,
  listOrderPayments,
  listPayments,
  lockOrder,
  lockPayment,
  type OrderRow,
  type PaymentRow,
  updateOrder,
  updatePayment,
} from './queries.ts';
import { processRefund } from './refunds.ts';
import { after, type SandboxDeps, seconds } from './sandbox-deps.ts';
import { type Ending, failures } from './test-data.ts';

export type Attempt = {
  orderId: string;
  ending: Ending;
  method: string;
  /** What the checkout says it is about to take; must be the order's. */
  amount?: number;
  /** What is really taken, where an offer or a fee makes it differ from the order's amount. */
  taken?: number;
  detail?: PaymentDetail;
  /** When the bank answers a pending payment, and how. */
  completePayment?: { afterMs: number; as: 'yes' | 'no' };
  /** Also on an order that is paid: what the real provider does once in a while. */
  evenIfPaid?: boolean;
};

const alreadyPaid =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.';

/** One try to pay an order, from the checkout. Gives the payment as it stands after it. */
export async function pay(books: SandboxDeps, attempt: Attempt): Promise<PaymentRow> {
  const payment = await transaction(books.db, async (trx) => {
    const order = await lockOrder(trx, attempt.orderId);
    if (!order) throw unknownId();
    if (attempt.amount !== undefined && attempt.amount !== order.amount) {
      throw refused(
        'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
      );
    }
    if (!attempt.evenIfPaid) await mayPay(trx, order);
    const started = await start(books, trx, order, attempt);
    const { ending } = attempt;
    if (ending.outcome === 'pending') return started;
    if (ending.outcome === 'failed') return fail(books, trx, started, ending.reason);
    return authorise(
      books,
      trx,
      order,
      started,
      ending.outcome === 'captured' && order.capture === 'automatic',
    );
  });
  books.wake();
  return payment;
}

/** The bank's answer to a payment that was pending, or that had failed for want of one. */
export async function answer(
  books: SandboxDeps,
  paymentId: string,
  as: 'yes' | 'no',
): Promise<PaymentRow | undefined> {
  const found = await findPayment(books.db, paymentId);
  if (!found) throw unknownId();
  const payment = await transaction(books.db, async (trx) => {
    const order = await lockOrder(trx, found.orderId);
    const row = await lockPayment(trx, paymentId);
    if (!order || !row || !['created', 'failed'].includes(row.status)) return row;
    if (as === 'no') {
      return row.status === 'failed' ? row : fail(books, trx, row, 'payment_timed_out');
    }
    const detail: PaymentDetail = { ...detailOf(row), late: true, error: undefined };
    const late = await updatePayment(trx, row.id, { detail: JSON.stringify(detail) });
    if (order.status !== 'paid') return authorise(books, trx, order, late, order.capture === 'automatic');
    const authorised = await authorise(books, trx, order, late, false);
    return processRefund(books, trx, authorised);
  });
  books.wake();
  return payment;
}

/** `POST /v1/payments/:id/capture`. */
export async function capturePayment(books: SandboxDeps, id: string, body: unknown) {
  const fields = bodyFields(body, ['amount', 'currency']);
  const amount = amountField(fields.amount);
  if (fields.currency !== undefined && fields.currency !== 'INR') {
    throw wrongField('currency', 'The selected currency is invalid.');
  }
  const found = await paymentRow(books, id);
  const captured = await transaction(books.db, async (trx) => {
    const order = await lockOrder(trx, found.orderId);
    const row = await lockPayment(trx, id);
    if (!order || !row) throw unknownId();
    if (row.captured) throw refused('This payment has already been captured');
    if (row.status !== 'authorized') {
      throw refused('Only payments which have been authorized and not yet captured can be captured');
    }
    if (order.status === 'paid') throw refused(alreadyPaid);
    if (amount !== row.amount) throw refused('Capture amount must be equal to the amount authorized.');
    return capture(books, trx, order, row);
  });
  books.wake();
  return paymentEntity(books, captured);
}

/** `GET /v1/payments/:id`. */
export async function getPayment(books: SandboxDeps, id: string, query: Record<string, unknown> = {}) {
  const wanted = [query['expand[]'] ?? query.expand].flat();
  return paymentEntity(books, await paymentRow(books, id), { card: wanted.includes('card') });
}

/** `GET /v1/payments`: newest first, and behind the times. */
export async function listAllPayments(books: SandboxDeps, query: Record<string, unknown>) {
  const { to, ...page } = readPage(query);
  const newest = seconds(books.now()) - Math.ceil(books.habits.listLagSeconds / books.habits.speed);
  const rows = await listPayments(books.db, { ...page, to: Math.min(to ?? newest, newest) });
  return collection(rows.map((row) => paymentEntity(books, row)));
}

/** `PATCH /v1/payments/:id`: notes and nothing else. */
export async function changePaymentNotes(books: SandboxDeps, id: string, body: unknown) {
  const { notes } = bodyFields(body, ['notes']);
  await paymentRow(books, id);
  return paymentEntity(
    books,
    await updatePayment(books.db, id, { notes: JSON.stringify(notesField(notes)) }),
  );
}

export async function paymentRow(books: SandboxDeps, id: string): Promise<PaymentRow> {
  if (!isId('pay', id)) throw malformedId(id);
  const row = await findPayment(books.db, id);
  if (!row) throw unknownId();
  return row;
}

async function mayPay(trx: Trx, order: OrderRow) {
  if (order.status === 'paid') throw refused(alreadyPaid);
  const others = await listOrderPayments(trx, order.id);
  if (others.some((other) => other.status === 'authorized')) {
    throw refused('Another payment of this order is being processed.');
  }
}

async function start(books: SandboxDeps, trx: Trx, order: OrderRow, attempt: Attempt): Promise<PaymentRow> {
  const { ending, completePayment: bank, detail = {} } = attempt;
  await updateOrder(trx, order.id, {
    attempts: order.attempts + 1,
    status: order.status === 'paid' ? 'paid' : 'attempted',
  });
  return insertPayment(trx, {
    id: newId('pay'),
    orderId: order.id,
    amount: attempt.taken ?? order.amount - books.habits.discount,
    currency: order.currency,
    status: 'created',
    method: attempt.method,
    detail: JSON.stringify(detail),
    answerAt: ending.outcome === 'pending' && bank ? after(books, bank.afterMs) : null,
    answer: ending.outcome === 'pending' && bank ? bank.as : null,
    createdAt: seconds(books.now()),
  });
}

async function fail(books: SandboxDeps, trx: Trx, row: PaymentRow, reason: string): Promise<PaymentRow> {
  const { code, description, source, step } = failures[reason] ?? {
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment failed',
    source: 'gateway',
    step: 'payment_authorization',
  };
  const detail: PaymentDetail = { ...detailOf(row), error: { code, description, source, step, reason } };
  const payment = await updatePayment(trx, row.id, {
    status: 'failed',
    detail: JSON.stringify(detail),
    answerAt: null,
  });
  await announce(books, trx, 'payment.failed', { payment });
  return payment;
}

async function authorise(
  books: SandboxDeps,
  trx: Trx,
  order: OrderRow,
  row: PaymentRow,
  thenCapture: boolean,
) {
  const rrn = String(
    200_000_000_000 + (Number.parseInt(Buffer.from(row.id).toString('hex').slice(-8), 16) % 9e10),
  );
  const detail: PaymentDetail = {
    ...detailOf(row),
    acquirer: row.method === 'upi' ? { rrn, upi_transaction_id: row.id } : { auth_code: rrn.slice(-6), rrn },
  };
  const payment = await updatePayment(trx, row.id, {
    status: 'authorized',
    detail: JSON.stringify(detail),
    answerAt: null,
  });
  await announce(books, trx, 'payment.authorized', { payment });
  return thenCapture ? capture(books, trx, order, payment) : payment;
}

async function capture(books: SandboxDeps, trx: Trx, order: OrderRow, row: PaymentRow): Promise<PaymentRow> {
  // Two percent, and 18 percent GST on them; UPI costs nothing.
  const charge = row.method === 'upi' ? 0 : Math.ceil(row.amount / 50);
  const tax = Math.floor((charge * 18) / 100);
  const payment = await updatePayment(trx, row.id, {
    status: 'captured',
    captured: true,
    detail: JSON.stringify({ ...detailOf(row), fee: charge + tax, tax }),
  });
  const paid = await updateOrder(trx, order.id, {
    status: 'paid',
    amountPaid: order.amountPaid + row.amount,
  });
  await announce(books, trx, 'payment.captured', { payment });
  await announce(books, trx, 'order.paid', { payment, order: paid });
  return payment;
}
