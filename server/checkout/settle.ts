import { changeStock } from '../catalogue/catalogue.ts';
import { getSettings } from '../content/content.ts';
import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { mailOrderPaid } from './order-mails.ts';
import { nextCheck } from './reconcile-times.ts';
import { receiveRefund } from './refunds.ts';

export type Settled = { orderId: string; paid: boolean; status: string };

type Unsettled = NonNullable<Awaited<ReturnType<typeof orders.findForSettling>>>;

/**
 * The only way to become paid (contract §3): asks the provider what became of an order's payments and writes it.
 * Reached by the browser's verify call, the webhook inbox, the reconcile job and the owner, in any order and any
 * number of times; the books end the same. Throws ProviderError while the provider can't be asked.
 */
export async function settle(deps: Deps, orderId: string): Promise<Settled | undefined> {
  const order = await orders.findForSettling(deps.db, orderId);
  if (!order) return undefined;
  const known = order.providerOrderId ? await askProvider(deps, order, order.providerOrderId) : [];
  crashPoint(deps, 'provider-asked');
  const settled = await transaction(deps.db, (trx) => book(deps, trx, order.id, known));
  crashPoint(deps, 'settled');
  for (const payment of known) await catchUpRefunds(deps, payment);
  return settled;
}

/** Refunds that were made outside the shop and whose news was lost. */
async function catchUpRefunds(deps: Deps, payment: payments.ProviderPayment): Promise<void> {
  if (payment.amountRefundedPaise === 0) return;
  if ((await payments.refundedPaise(deps.db, payment.id)) >= payment.amountRefundedPaise) return;
  try {
    for (const made of await deps.payments.provider.listRefunds(payment.id)) await receiveRefund(deps, made);
  } catch (error) {
    // The payment is booked; its refunds are read at the next check.
    deps.log.warn({ err: error, payment: payment.id }, 'the refunds of a payment could not be read');
  }
}

/** The payments of an order as the provider has them, with an authorised one captured. No transaction is open. */
async function askProvider({ payments: { provider }, db }: Deps, order: Unsettled, providerOrderId: string) {
  const [remote, first] = await Promise.all([
    provider.getOrder(providerOrderId),
    provider.listPayments(providerOrderId),
  ]);
  const mismatch =
    remote.currency !== 'INR' || remote.amountPaise !== order.amountPaise || remote.receipt !== order.id;
  if (mismatch) {
    await payments.insertAttention(db, {
      kind: 'order-mismatch',
      orderId: order.id,
      subject: providerOrderId,
      detail: { amountPaise: remote.amountPaise, currency: remote.currency, receipt: remote.receipt },
    });
    return [];
  }
  const fits = (payment: payments.ProviderPayment) =>
    payment.orderId === providerOrderId &&
    payment.currency === 'INR' &&
    payment.amountPaise === order.amountPaise;
  const waiting = first.find((payment) => payment.status === 'authorized' && fits(payment));
  if (!waiting || first.some((payment) => payment.status === 'captured')) return first;
  await provider.capture(waiting.id, waiting.amountPaise);
  return provider.listPayments(providerOrderId);
}

/** Writes what the provider said, with the order locked: one payment settles, what came on top goes back. */
async function book(
  deps: Deps,
  trx: Trx,
  orderId: string,
  known: payments.ProviderPayment[],
): Promise<Settled> {
  const order = await orders.lockOrder(trx, orderId);
  if (!order) throw new Error(`order ${orderId} is gone`);
  const now = deps.clock.now();
  for (const payment of known.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    if (payment.orderId !== order.providerOrderId) await reportStray(trx, order.id, payment);
    else await payments.upsertPayment(trx, order.id, payment, now);
    if (payment.status === 'unknown') await reportStatus(trx, order.id, payment);
  }
  const captured = (await payments.listPayments(trx, order.id)).filter((p) => p.status === 'captured');
  for (const payment of captured) {
    // The ledger is in rupees: other money is the owner's to look at, below.
    if (payment.currency === 'INR')
      await payments.insertMoneyIn(trx, payment, 'Payment captured', 'Payment provider');
  }

  let settling = captured.find((payment) => payment.settles);
  for (const payment of captured) {
    if (payment.settles || !payment.providerPaymentId) continue;
    if (payment.amountPaise !== order.amountPaise || payment.currency !== 'INR') {
      await reportAmount(trx, order, payment);
    } else if (settling) {
      await giveBack(deps, trx, order, payment, 'A second payment for the same order');
    } else if (await takeGoods(trx, order)) {
      settling = payment;
      await becomePaid(deps, trx, order, payment, now);
    } else {
      await giveBack(deps, trx, order, payment, 'Sold out before the payment arrived');
    }
  }
  const paid = settling !== undefined;
  const nextCheckAt = nextCheck(order.createdAt, now, paid);
  await orders.updateOrder(trx, order.id, { nextCheckAt, checks: order.checks + 1 });
  const after = await orders.findForSettling(trx, order.id);
  return { orderId: order.id, paid, status: after?.status ?? order.status };
}

/** The pieces are out of the stock already, or are taken now for money that came late. */
async function takeGoods(trx: Trx, order: orders.LockedOrder): Promise<boolean> {
  if (order.stock === 'held') return true;
  const items = await orders.listItems(trx, order.id);
  const lines = items.map((item) => ({ variantId: item.variantId, delta: -item.quantity }));
  if (!(await changeStock(trx, lines, { reason: 'Late payment', orderId: order.id, by: 'System' })))
    return false;
  await orders.updateOrder(trx, order.id, { stock: 'held' });
  return true;
}

async function becomePaid(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  payment: payments.PaymentRow,
  now: Date,
): Promise<void> {
  await payments.markSettling(trx, payment.id);
  crashPoint(deps, 'settling');
  if (order.status === 'cancelled') await reportRevived(trx, order.id, payment);
  const moved = await orders.moveOrder(trx, order, 'paid', {
    by: 'Payment provider',
    note: 'Payment received',
  });
  // An owner may have set another status by hand: the money is noted and her status stays.
  if (!moved) {
    const note = 'Payment received';
    await orders.insertEvent(trx, {
      orderId: order.id,
      status: order.status,
      byLabel: 'Payment provider',
      note,
    });
  }
  const { seller } = await getSettings(trx);
  await orders.issueInvoice(trx, order, { seller, paymentId: payment.providerPaymentId, now });
  await mailOrderPaid(deps, trx, order.id);
}

async function giveBack(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  payment: payments.PaymentRow,
  reason: string,
): Promise<void> {
  const refundId = await payments.requestRefund(deps, trx, {
    orderId: order.id,
    paymentId: payment.id,
    amountPaise: payment.amountPaise,
    reason,
    idempotencyKey: `whole-payment-${payment.id}`,
  });
  if (!refundId) return;
  const note = `${reason}: refund of the whole payment asked for`;
  await orders.insertEvent(trx, { orderId: order.id, status: order.status, byLabel: 'System', note });
  await payments.insertAttention(trx, {
    kind: 'auto-refund',
    orderId: order.id,
    subject: payment.id,
    detail: { reason, amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  });
}

const reportStray = (trx: Trx, orderId: string, payment: payments.ProviderPayment) =>
  payments.insertAttention(trx, {
    kind: 'payment-of-other-order',
    orderId,
    subject: payment.id,
    detail: { providerOrderId: payment.orderId, amountPaise: payment.amountPaise },
  });

const reportStatus = (trx: Trx, orderId: string, payment: payments.ProviderPayment) =>
  payments.insertAttention(trx, {
    kind: 'payment-status-unknown',
    orderId,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise },
  });

const reportRevived = (trx: Trx, orderId: string, payment: payments.PaymentRow) =>
  payments.insertAttention(trx, {
    kind: 'paid-after-cancel',
    orderId,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  });

const reportAmount = (trx: Trx, order: orders.LockedOrder, payment: payments.PaymentRow) =>
  payments.insertAttention(trx, {
    kind: 'amount-mismatch',
    orderId: order.id,
    subject: payment.id,
    detail: {
      expectedPaise: order.amountPaise,
      paidPaise: payment.amountPaise,
      currency: payment.currency,
      payment: payment.providerPaymentId,
    },
  });
