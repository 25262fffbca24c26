import { transaction } from '../server/db/database.ts';
import {
  amountField,
  bodyFields,
  malformedId,
  notesField,
  receiptField,
  unknownId,
  wrongField,
} from './api-error.ts';
import { collection, orderEntity, paymentEntity } from './entities.ts';
import { isId, newId } from './ids.ts';
import { readPage } from './paging.ts';
import {
  findOrder,
  insertOrder,
  isReceiptFree,
  listOrderPayments,
  listOrders,
  updateOrder,
} from './queries.ts';
import { type SandboxDeps, seconds } from './sandbox-deps.ts';

const known = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'partial_payment',
  'first_payment_min_amount',
  'payment',
  'payment_capture',
];

/** `POST /v1/orders` (razorpay §2.1). */
export async function createOrder(books: SandboxDeps, body: unknown) {
  const fields = bodyFields(body, known);
  const amount = amountField(fields.amount);
  if (!fields.currency) throw wrongField('currency', 'The currency field is required.');
  if (fields.currency !== 'INR') throw wrongField('currency', 'The selected currency is invalid.');
  const receipt = receiptField(fields.receipt);
  const notes = notesField(fields.notes);
  const capture = captureField(fields.payment, fields.payment_capture);

  const row = await transaction(books.db, async (trx) => {
    if (receipt && books.habits.uniqueReceipts && !(await isReceiptFree(trx, receipt))) {
      throw wrongField('receipt', 'Order receipt should be unique.');
    }
    return insertOrder(trx, {
      id: newId('order'),
      amount,
      currency: 'INR',
      receipt,
      notes: JSON.stringify(notes),
      capture,
      createdAt: seconds(books.now()),
    });
  });
  return orderEntity(books, row);
}

/** `GET /v1/orders/:id`. */
export async function getOrder(books: SandboxDeps, id: string) {
  return orderEntity(books, await orderRow(books, id));
}

/** `GET /v1/orders`: newest first. */
export async function listAllOrders(books: SandboxDeps, query: Record<string, unknown>) {
  const rows = await listOrders(books.db, {
    ...readPage(query),
    receipt: typeof query.receipt === 'string' ? query.receipt : undefined,
    authorized: query.authorized === undefined ? undefined : query.authorized === '1',
  });
  return collection(rows.map((row) => orderEntity(books, row)));
}

/** `GET /v1/orders/:id/payments`: every try, also the failed ones. */
export async function getOrderPayments(books: SandboxDeps, id: string) {
  await orderRow(books, id);
  const rows = await listOrderPayments(books.db, id);
  return collection(rows.map((row) => paymentEntity(books, row)));
}

/** `PATCH /v1/orders/:id`: notes and nothing else. */
export async function changeOrderNotes(books: SandboxDeps, id: string, body: unknown) {
  const { notes } = bodyFields(body, ['notes']);
  await orderRow(books, id);
  return orderEntity(books, await updateOrder(books.db, id, { notes: JSON.stringify(notesField(notes)) }));
}

async function orderRow(books: SandboxDeps, id: string) {
  if (!isId('order', id)) throw malformedId(id);
  const row = await findOrder(books.db, id);
  if (!row) throw unknownId();
  return row;
}

function captureField(payment: unknown, legacy: unknown): 'automatic' | 'manual' {
  if (payment === undefined) return legacy === 0 || legacy === false ? 'manual' : 'automatic';
  const { capture, capture_options: options } = bodyFields(payment, ['capture', 'capture_options']);
  if (capture !== 'automatic' && capture !== 'manual') {
    throw wrongField('payment.capture', 'The selected payment.capture is invalid.');
  }
  const {
    automatic_expiry_period: automatic = 12,
    manual_expiry_period: manual = 7200,
    refund_speed: speed = 'normal',
  } = bodyFields(options, ['automatic_expiry_period', 'manual_expiry_period', 'refund_speed']);
  if (!Number.isInteger(automatic) || Number(automatic) < 12) {
    throw wrongField('automatic_expiry_period', 'The automatic expiry period must be at least 12.');
  }
  if (!Number.isInteger(manual) || Number(manual) < Number(automatic) || Number(manual) > 7200) {
    throw wrongField('manual_expiry_period', 'The manual expiry period is invalid.');
  }
  if (speed !== 'normal' && speed !== 'optimum') {
    throw wrongField('refund_speed', 'The selected refund speed is invalid.');
  }
  return capture;
}
