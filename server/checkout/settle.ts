import type { OrderStatus } from '../../shared/contract/orders.ts';
import { shortRupees, toRupees } from '../../shared/money.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { changeStock } from '../catalogue/catalogue.ts';
import { getSettings } from '../content/content.ts';
import { crashPoint } from '../crash-point.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badGateway } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { createLimiter } from './limiter.ts';
import { mailOrderPaid } from './order-mails.ts';
import { nextCheck } from './reconcile-times.ts';
import { reportRefund } from './refunds.ts';

/** `underway`: the order is unpaid and a bank may still confirm a payment of it. */
export type SettleResult = { orderId: string; paid: boolean; status: OrderStatus; underway: boolean };

/** Many who pay at once wait here, and leave connections to those who browse and order. */
const settleLimiter = createLimiter({ width: 6, maxWaitMs: 10_000 });

type Unsettled = NonNullable<Awaited<ReturnType<typeof orders.findForSettling>>>;

/**
 * The only way to become paid (contract §3): asks the provider what became of an order's payments and writes it.
 * Reached by the browser's verify call, the webhook inbox, the reconcile job and the owner, in any order and any
 * number of times; the books end the same. Throws ProviderError while the provider can't be asked.
 */
export async function settle(deps: Deps, orderId: string): Promise<SettleResult | undefined> {
  const order = await orders.findForSettling(deps.db, orderId);
  if (!order) return undefined;
  // The provider knows only orders of its own mode, not those of the sandbox or of other keys.
  const { name, test } = deps.payments;
  const askable = order.provider === name && order.isTest === test ? order.providerOrderId : null;
  const { known, refunds } = await readProvider(deps, order, askable);
  crashPoint(deps, 'provider-asked');
  const settled = await settleLimiter(() =>
    transaction(deps.db, (trx) => book(deps, trx, order.id, known, refunds)),
  );
  crashPoint(deps, 'settled');
  return settled;
}

/** The same where somebody waits for it: 502 while the provider can't be asked. */
export function settleNow(deps: Deps, orderId: string): Promise<SettleResult | undefined> {
  return settle(deps, orderId).catch((error) => {
    if (!(error instanceof payments.ProviderError)) throw error;
    throw badGateway('The payment provider can’t be asked now.');
  });
}

async function readProvider(deps: Deps, order: Unsettled, providerOrderId: string | null) {
  try {
    const known = providerOrderId ? await askProvider(deps, order, providerOrderId) : [];
    return { known, refunds: await readRefunds(deps, known) };
  } catch (error) {
    await alertRefusedKeys(deps, error);
    throw error;
  }
}

/** Raises an alert, at most one a day, if the provider refuses the keys of the shop. */
export async function alertRefusedKeys({ db, clock }: Deps, error: unknown): Promise<void> {
  if (!(error instanceof payments.ProviderError) || error.kind !== 'unauthorised') return;
  const subject = `keys ${clock.now().toISOString().slice(0, 10)}`;
  await raiseAlert(db, { kind: 'keys-refused', subject, detail: { error: error.message } });
}

/** Refunds that the provider has and the shop does not know of: made outside, or their news was lost. */
async function readRefunds(
  deps: Deps,
  known: payments.ProviderPayment[],
): Promise<payments.ProviderRefund[]> {
  const found: payments.ProviderRefund[] = [];
  for (const { id, amountRefundedPaise } of known) {
    if (amountRefundedPaise === 0) continue;
    if ((await payments.refundedPaise(deps.db, id)) >= amountRefundedPaise) continue;
    found.push(...(await deps.payments.provider.listRefunds(id)));
  }
  return found;
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
    const { amountPaise, currency, receipt } = remote;
    const detail = { amountPaise, currency, receipt };
    await raiseAlert(db, { kind: 'order-mismatch', orderId: order.id, subject: remote.id, detail });
    return [];
  }
  const fits = (payment: payments.ProviderPayment) =>
    payment.orderId === providerOrderId &&
    payment.currency === 'INR' &&
    payment.amountPaise === order.amountPaise;
  const waiting = first.find((payment) => payment.status === 'authorized' && fits(payment));
  const taken = first.some(
    ({ status, captured }) => status === 'captured' || (status === 'refunded' && captured),
  );
  if (!waiting || taken) return first;
  // Paid otherwise already: what is only authorised goes back by itself, and costs nobody a fee.
  if ((await payments.listPayments(db, order.id)).some(({ isPrimary }) => isPrimary)) return first;
  await provider.capture(waiting.id, waiting.amountPaise);
  return provider.listPayments(providerOrderId);
}

/** Writes what the provider said, with the order locked: one payment settles, what came on top goes back. */
async function book(
  deps: Deps,
  trx: Trx,
  orderId: string,
  known: payments.ProviderPayment[],
  refunds: payments.ProviderRefund[],
): Promise<SettleResult> {
  let order = await lockedOrder(trx, orderId);
  const now = deps.clock.now();
  for (const payment of known.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const { id: subject, amountPaise, orderId: providerOrderId } = payment;
    const detail = { amountPaise, providerOrderId };
    if (providerOrderId === order.providerOrderId) await payments.upsertPayment(trx, order.id, payment, now);
    else await raiseAlert(trx, { kind: 'payment-of-other-order', orderId, subject, detail });
    if (payment.status === 'unknown')
      await raiseAlert(trx, { kind: 'payment-status-unknown', orderId, subject, detail: { amountPaise } });
  }
  const recorded = await payments.listPayments(trx, order.id);
  const captured = recorded.filter((p) => p.status === 'captured');
  for (const payment of captured) {
    // The ledger is in rupees: other money is the owner's to look at, below.
    if (payment.currency === 'INR')
      await payments.insertCaptureEntry(trx, payment, 'Payment captured', 'Payment provider');
  }
  const outcomes: payments.RefundOutcome[] = [];
  for (const made of refunds) {
    const outcome = await payments.recordRefund(trx, made, now);
    if (outcome?.changed) outcomes.push(outcome);
  }

  let primary = captured.find((payment) => payment.isPrimary);
  for (const { payment, left } of await listUnassigned(trx, order.id, captured)) {
    const fits = payment.amountPaise === order.amountPaise && payment.currency === 'INR';
    if (!fits) {
      await raiseAlert(trx, {
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
    }
    // Money that goes back pays for nothing, though the pieces may be there again by now.
    if (!fits || left.paise === 0 || left.askedBack) continue;
    if (primary) {
      await refundPayment(deps, trx, order, payment, left.paise, 'A second payment for the same order');
    } else if (await reserveStock(trx, order)) {
      primary = payment;
      await markPaid(deps, trx, order, payment, now);
      order = await lockedOrder(trx, orderId);
    } else {
      await refundPayment(deps, trx, order, payment, left.paise, 'Sold out before the payment arrived');
    }
  }
  // After the invoice, which a credit note may have to name.
  for (const outcome of outcomes) await reportRefund(deps, trx, order, outcome);
  const paid = primary !== undefined;
  await orders.recordCheck(trx, order.id, nextCheck(order.createdAt, now, paid));
  const underway = !paid && recorded.some(({ status }) => status === 'created' || status === 'authorized');
  return { orderId: order.id, paid, status: order.status, underway };
}

async function lockedOrder(trx: Trx, orderId: string): Promise<orders.LockedOrder> {
  const order = await orders.lockOrder(trx, orderId);
  if (!order) throw new Error(`order ${orderId} is gone`);
  return order;
}

const wholePayment = (payment: payments.PaymentRow) => `whole-payment-${payment.id}`;

/** What may still settle or has to go back, those first of which nothing went back yet. */
async function listUnassigned(trx: Trx, orderId: string, captured: payments.PaymentRow[]) {
  const refunds = await payments.listRefunds(trx, orderId);
  return captured
    .filter((payment) => !payment.isPrimary && payment.providerPaymentId)
    .map((payment) => {
      const own = refunds.filter(({ paymentId }) => paymentId === payment.id);
      const gone = own.filter(({ status }) => status !== 'failed');
      const left = {
        paise: payment.amountPaise - gone.reduce((sum, refund) => sum + refund.amountPaise, 0),
        askedBack: own.some(({ idempotencyKey }) => idempotencyKey === wholePayment(payment)),
      };
      return { payment, left };
    })
    .toSorted((a, b) => b.left.paise / b.payment.amountPaise - a.left.paise / a.payment.amountPaise);
}

/** The pieces are out of the stock already, or are taken now for money that came late. */
async function reserveStock(trx: Trx, order: orders.LockedOrder): Promise<boolean> {
  if (order.stock === 'reserved') return true;
  const items = await orders.listReservedUnits(trx, order.id);
  const lines = items.map((item) => ({ variantId: item.variantId, delta: -item.quantity }));
  if (!(await changeStock(trx, lines, { reason: 'Late payment', orderId: order.id, by: 'System' })))
    return false;
  await orders.markReserved(trx, order.id);
  return true;
}

async function markPaid(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  payment: payments.PaymentRow,
  now: Date,
): Promise<void> {
  await payments.markPrimary(trx, payment.id);
  crashPoint(deps, 'settling');
  const alert = {
    orderId: order.id,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  };
  if (order.status === 'cancelled') await raiseAlert(trx, { kind: 'paid-after-cancel', ...alert });
  if (order.deletedAt) {
    await orders.setHidden(trx, order.id, null);
    await raiseAlert(trx, { kind: 'paid-after-delete', ...alert });
  }
  const received = { by: 'Payment provider', note: 'Payment received' };
  const moved = await orders.moveOrder(trx, order, 'paid', received);
  // An admin may have set another status, which stays.
  if (!moved) await orders.addEvent(trx, order, received);
  const { seller } = await getSettings(trx);
  await mailOrderPaid(deps, trx, order.id);
  // Last, since all who pay now wait for the next number until this commits.
  await orders.issueInvoice(trx, order, { seller, paymentId: payment.providerPaymentId, now });
}

async function refundPayment(
  deps: Deps,
  trx: Trx,
  order: orders.LockedOrder,
  payment: payments.PaymentRow,
  amountPaise: number,
  reason: string,
): Promise<void> {
  const refundId = await payments.requestRefund(deps, trx, {
    orderId: order.id,
    paymentId: payment.id,
    amountPaise,
    reason,
    idempotencyKey: wholePayment(payment),
  });
  if (!refundId) return;
  const note = `${reason}: refund of ${shortRupees(toRupees(amountPaise))} asked for`;
  await orders.addEvent(trx, order, { by: 'System', note });
  await raiseAlert(trx, {
    kind: 'auto-refund',
    orderId: order.id,
    subject: payment.id,
    detail: { reason, amountPaise, payment: payment.providerPaymentId },
  });
}
