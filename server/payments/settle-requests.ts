import { shortRupees, toRupees } from '../../shared/money.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { leftToRefund, readProvider, recordRefund } from '../ledger/ledger.ts';
import type { ProviderState } from '../ledger/order-payments.ts';
import { listPayments, type PaymentRow, recordPayments } from '../ledger/queries/payment-queries.ts';
import { listRefunds } from '../ledger/queries/refund-queries.ts';
import {
  findPaymentRequest,
  listPaymentRequests,
  type PaymentRequest,
  saveOrderOfRequest,
  updatePaymentRequest,
  withdrawOpenRequest,
} from '../ledger/queries/request-queries.ts';
import { mailDifferencePaid } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import type { OrderToSettle } from '../orders/queries/settle-queries.ts';
import { readDuePaise, refundPayment, reportRefund } from '../refunds/refunds.ts';
import { crashPoint } from '../runtime/crash-point.ts';

/** A payment request with what the provider has about its link. */
export type RequestState = { requestId: string; remote: ProviderState };

/** Reads what the provider has about the payment requests of an order. No transaction is open. Throws ProviderError. */
export async function readRequests(deps: Deps, order: OrderToSettle): Promise<RequestState[]> {
  const read: RequestState[] = [];
  for (const request of await listPaymentRequests(deps.db, order.id)) {
    const { id, amountPaise, providerLinkId: linkId, providerOrderId, state } = request;
    if (!linkId) continue;
    const { provider, isTest } = order;
    const asOrder = {
      id: order.id,
      provider,
      isTest,
      amountPaise,
      linkId,
      linkReference: id,
      providerOrderId,
    };
    read.push({
      requestId: id,
      remote: await readProvider(deps, asOrder, { captures: state === 'open' }),
    });
  }
  return read;
}

/**
 * The ids at the provider of payments that belong to the payment requests of an order, not to the payment of the order
 * itself.
 */
export async function listPaymentsOfRequests(
  trx: Trx,
  orderId: string,
  read: RequestState[],
): Promise<string[]> {
  const accepted = (await listPaymentRequests(trx, orderId)).flatMap(({ paymentId }) => paymentId ?? []);
  const known = (await listPayments(trx, orderId)).filter(({ id }) => accepted.includes(id));
  return [
    ...known.flatMap(({ providerPaymentId }) => providerPaymentId ?? []),
    ...read.flatMap(({ remote }) => remote.payments.map(({ id }) => id)),
  ];
}

/**
 * Records the payments of the payment requests of a locked order (decision 1). A captured payment of the whole amount
 * is accepted, also late, as long as so much is due; any other one is refunded. A request whose link can't be paid any
 * more expires.
 */
export async function settleRequests(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  read: RequestState[],
): Promise<void> {
  for (const { requestId, remote } of read) {
    const request = await findPaymentRequest(trx, requestId);
    if (!request) continue;
    const { providerOrderId } = remote;
    if (providerOrderId && providerOrderId !== request.providerOrderId)
      await saveOrderOfRequest(trx, request, providerOrderId);
    const own = remote.payments.filter((payment) => payment.orderId === providerOrderId);
    const recorded = await recordPayments(trx, order.id, own, deps.clock.now());
    for (const refund of remote.refunds) {
      const outcome = await recordRefund(trx, refund, deps.clock.now());
      if (outcome?.changed) await reportRefund(deps, trx, order, outcome);
    }
    const rows = recorded.filter(({ providerPaymentId }) => own.some(({ id }) => id === providerPaymentId));
    let { state } = request;
    for (const payment of rows) {
      if (payment.status !== 'captured' || payment.id === request.paymentId) continue;
      if (state !== 'paid' && (await isDue(trx, order, request, payment))) {
        await acceptPayment(deps, trx, order, request, payment);
        state = 'paid';
      } else await refundUnexpected(deps, trx, order, payment, state);
    }
    const isUnderway = rows.some(({ status }) => status === 'created' || status === 'authorized');
    if (state === 'open' && remote.linkEnd && !isUnderway) await expire(trx, order, request);
  }
}

/** Whether a payment is of the amount of its request and was not refunded, and so much is due. */
async function isDue(
  trx: Trx,
  order: LockedOrder,
  request: PaymentRequest,
  payment: PaymentRow,
): Promise<boolean> {
  const leftPaise = leftToRefund(payment, await listRefunds(trx, order.id));
  const fits = leftPaise === request.amountPaise && payment.currency === 'INR';
  return fits && (await readDuePaise(trx, order)) >= request.amountPaise;
}

async function acceptPayment(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  { id, amountPaise }: PaymentRequest,
  payment: PaymentRow,
): Promise<void> {
  const now = deps.clock.now();
  await updatePaymentRequest(trx, id, { state: 'paid', paymentId: payment.id, closedAt: now });
  // Another one asks for more than is due now; its link is closed within a minute.
  await withdrawOpenRequest(trx, order.id);
  crashPoint(deps, 'settling');
  const note = `Payment of ${shortRupees(toRupees(amountPaise))} received by the payment link`;
  await orders.addEvent(trx, order, { by: 'Payment provider', note });
  await orders.touchOrder(trx, order.id);
  await mailDifferencePaid(deps, trx, order.id, { requestId: id, amountPaise });
}

/** Refunds what is left of a payment that nobody has asked for, or not any more. */
async function refundUnexpected(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  payment: PaymentRow,
  state: PaymentRequest['state'],
): Promise<void> {
  const leftPaise = leftToRefund(payment, await listRefunds(trx, order.id));
  if (leftPaise === 0) return;
  const reason =
    state === 'paid' ? 'A second payment for the same difference' : 'The payment is not due any more';
  await refundPayment(deps, trx, order, payment, leftPaise, reason);
}

async function expire(trx: Trx, order: LockedOrder, request: PaymentRequest): Promise<void> {
  await updatePaymentRequest(trx, request.id, { state: 'expired' });
  const note = `The payment link of ${shortRupees(toRupees(request.amountPaise))} has expired`;
  await orders.addEvent(trx, order, { by: 'Payment provider', note, internal: true });
  await orders.touchOrder(trx, order.id);
}
