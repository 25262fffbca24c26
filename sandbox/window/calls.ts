import { signCheckout } from '../../server/payments/signature.ts';
import { refused, unknownId } from '../api-error.ts';
import { detailOf, type PaymentDetail } from '../entities.ts';
import { newId } from '../ids.ts';
import { pay, paymentRow } from '../payments.ts';
import { findOrder, type PaymentRow } from '../queries.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import {
  type Ending,
  failures,
  findTestCard,
  findTestUpiId,
  testCardNumbers,
  testUpiIds,
} from '../test-data.ts';

/** What the window sends. Nothing of it is believed beyond the choice of an ending. */
export type PaymentRequest = {
  key_id?: string;
  order_id?: string;
  amount?: number;
  method?: string;
  card_number?: string;
  vpa?: string;
  email?: string;
  contact?: string;
  /** Chosen by button instead of by card number or UPI id. */
  ending?: 'fail' | 'pending';
  reason?: string;
};

/** The bank says yes to a pending payment after a minute: time enough to close the tab. */
const pendingMs = 60_000;

/** What the window shows before anything is paid. */
export async function describeOrder(books: SandboxDeps, named: { key_id?: string; order_id?: string }) {
  const order = await namedOrder(books, named);
  return {
    order: { id: order.id, amount: order.amount, currency: order.currency, status: order.status },
    cards: testCardNumbers,
    upi_ids: testUpiIds,
    reasons: Object.entries(failures).map(([reason, { label }]) => ({ reason, label })),
  };
}

/** One try to pay. Gives the payment's state, and the signature once it is authorised. */
export async function payFromWindow(books: SandboxDeps, request: PaymentRequest) {
  const order = await namedOrder(books, request);
  const { ending, method, detail } = chosen(request);
  const payment = await pay(books, {
    orderId: order.id,
    ending,
    method,
    amount: request.amount,
    detail: { ...detail, ...person(request) },
    completePayment: { afterMs: pendingMs, as: 'yes' },
  });
  return state(books, payment);
}

/** How a payment that was pending stands now. */
export async function readFromWindow(
  books: SandboxDeps,
  id: string,
  named: { key_id?: string; order_id?: string },
) {
  const order = await namedOrder(books, named);
  const payment = await paymentRow(books, id);
  if (payment.orderId !== order.id) throw unknownId();
  return state(books, payment);
}

async function namedOrder(books: SandboxDeps, { key_id, order_id }: { key_id?: string; order_id?: string }) {
  const order =
    key_id === books.keyId && typeof order_id === 'string' && (await findOrder(books.db, order_id));
  if (!order) throw unknownId();
  return order;
}

function chosen(request: PaymentRequest): { ending: Ending; method: string; detail: PaymentDetail } {
  const byButton = buttonEnding(request);
  if (request.method === 'upi') {
    const ending = byButton ?? findTestUpiId(request.vpa);
    if (!ending) throw refused('Use one of the test UPI IDs.', { reason: 'invalid_vpa', field: 'vpa' });
    const vpa = findTestUpiId(request.vpa) ? String(request.vpa).trim().toLowerCase() : testUpiIds[0];
    return { ending, method: 'upi', detail: { vpa } };
  }
  const card = findTestCard(request.card_number);
  const ending = byButton ?? card?.ending;
  if (!ending)
    throw refused('Use one of the test cards.', { reason: 'card_number_invalid', field: 'card[number]' });
  const number = card ? String(request.card_number).replace(/\D/g, '') : (testCardNumbers[0] ?? '');
  const { network } = card ?? { network: 'Visa' };
  return {
    ending,
    method: 'card',
    detail: { card: { id: newId('card'), last4: number.slice(-4), network } },
  };
}

function buttonEnding({ ending, reason = '' }: PaymentRequest): Ending | undefined {
  if (ending === 'pending') return { outcome: 'pending' };
  if (ending === 'fail') {
    return { outcome: 'failed', reason: Object.hasOwn(failures, reason) ? reason : 'payment_failed' };
  }
  return undefined;
}

function person({ email, contact }: PaymentRequest): PaymentDetail {
  const digits = typeof contact === 'string' ? contact.replace(/\D/g, '').slice(-10) : '';
  return {
    email: typeof email === 'string' ? email.slice(0, 254) : undefined,
    contact: digits.length === 10 ? `+91${digits}` : undefined,
  };
}

function state(books: SandboxDeps, payment: PaymentRow) {
  const names = { payment_id: payment.id, order_id: payment.orderId };
  if (payment.status === 'failed') {
    return { status: 'failed', error: { ...detailOf(payment).error, metadata: names } };
  }
  if (payment.status === 'created') return { status: 'pending', payment_id: payment.id };
  return {
    status: 'paid',
    response: {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.orderId,
      razorpay_signature: signCheckout(books.keySecret, payment.orderId, payment.id),
    },
  };
}
