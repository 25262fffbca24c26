import { refused, unknownId } from '../api-error.ts';
import { detailOf, type PaymentDetail } from '../entities.ts';
import { newId } from '../ids.ts';
import { checkoutResponse, pay } from '../payments.ts';
import { orders, type PaymentRow, payments } from '../queries.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import {
  failures,
  findTestCard,
  findTestUpiId,
  type Outcome,
  testCardNumbers,
  testUpiIds,
} from '../test-data.ts';

/** How the window names an order. */
export type OrderKey = { key_id?: string; order_id?: string };

/** The request of the window. Only the choice of an outcome is trusted. */
export type PaymentRequest = OrderKey & {
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

/** The bank accepts a pending payment after a minute, which is enough time to close the tab. */
const pendingMs = 60_000;

/** What the window shows before a payment. */
export async function describeOrder(deps: SandboxDeps, key: OrderKey) {
  const order = await findOrder(deps, key);
  return {
    order: { id: order.id, amount: order.amount, currency: order.currency, status: order.status },
    cards: testCardNumbers,
    upi_ids: testUpiIds,
    reasons: Object.entries(failures).map(([reason, { label }]) => ({ reason, label })),
  };
}

/** One attempt to pay. Returns the payment's state, and the signature if it is authorised. */
export async function payFromWindow(deps: SandboxDeps, request: PaymentRequest) {
  const order = await findOrder(deps, request);
  const { detail, ...chosen } = readChoice(request);
  const payment = await pay(deps, {
    ...chosen,
    orderId: order.id,
    amount: request.amount,
    detail: { ...detail, ...customerDetail(request) },
    completeAfterMs: pendingMs,
  });
  return state(deps, payment);
}

/** The state of a pending payment. */
export async function readFromWindow(deps: SandboxDeps, id: string, key: OrderKey) {
  const order = await findOrder(deps, key);
  const payment = await payments.get(deps.db, id);
  if (payment.orderId !== order.id) throw unknownId();
  return state(deps, payment);
}

async function findOrder(deps: SandboxDeps, { key_id, order_id }: OrderKey) {
  const order =
    key_id === deps.keyId && typeof order_id === 'string' && (await orders.find(deps.db, order_id));
  if (!order) throw unknownId();
  return order;
}

/** The outcome that was chosen with a button, or that of the test card or UPI id. */
function readChoice(request: PaymentRequest): Outcome & { method: string; detail: PaymentDetail } {
  const byButton = outcomeOfButton(request);
  if (request.method === 'upi') {
    const outcome = byButton ?? findTestUpiId(request.vpa);
    if (!outcome) throw refused('Use one of the test UPI IDs.', { reason: 'invalid_vpa', field: 'vpa' });
    const vpa = findTestUpiId(request.vpa) ? String(request.vpa).trim().toLowerCase() : testUpiIds[0];
    return { ...outcome, method: 'upi', detail: { vpa } };
  }
  const card = findTestCard(request.card_number);
  if (!byButton && !card) {
    throw refused('Use one of the test cards.', { reason: 'card_number_invalid', field: 'card[number]' });
  }
  const number = card ? String(request.card_number).replace(/\D/g, '') : (testCardNumbers[0] ?? '');
  const { network, ...outcome } = card ?? { network: 'Visa', outcome: 'captured' };
  return {
    ...(byButton ?? outcome),
    method: 'card',
    detail: { card: { id: newId('card_'), last4: number.slice(-4), network } },
  };
}

function outcomeOfButton({ ending, reason = '' }: PaymentRequest): Outcome | undefined {
  if (ending === 'pending') return { outcome: 'pending' };
  if (ending !== 'fail') return undefined;
  return { outcome: 'failed', reason: Object.hasOwn(failures, reason) ? reason : 'payment_failed' };
}

function customerDetail({ email, contact }: PaymentRequest): PaymentDetail {
  const digits = typeof contact === 'string' ? contact.replace(/\D/g, '').slice(-10) : '';
  return {
    email: typeof email === 'string' ? email.slice(0, 254) : undefined,
    contact: digits.length === 10 ? `+91${digits}` : undefined,
  };
}

function state(deps: SandboxDeps, payment: PaymentRow) {
  const names = { payment_id: payment.id, order_id: payment.orderId };
  if (payment.status === 'failed') {
    return { status: 'failed', error: { ...detailOf(payment).error, metadata: names } };
  }
  if (payment.status === 'created') return { status: 'pending', payment_id: payment.id };
  return { status: 'paid', response: checkoutResponse(deps, payment) };
}
