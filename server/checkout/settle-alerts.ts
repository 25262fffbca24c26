import type { Database, Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { findForSettling, type LockedOrder } from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';

// What settling puts before the owner; attention.ts has the words for it.

export const reportOrder = (db: Database, orderId: string, remote: payments.ProviderOrder) =>
  payments.insertAttention(db, {
    kind: 'order-mismatch',
    orderId,
    subject: remote.id,
    detail: { amountPaise: remote.amountPaise, currency: remote.currency, receipt: remote.receipt },
  });

export const reportAutomaticRefund = (
  trx: Trx,
  orderId: string,
  payment: payments.PaymentRow,
  { amountPaise, reason }: { amountPaise: number; reason: string },
) =>
  payments.insertAttention(trx, {
    kind: 'auto-refund',
    orderId,
    subject: payment.id,
    detail: { reason, amountPaise, payment: payment.providerPaymentId },
  });

export const reportUnmatched = (trx: Trx, orderId: string, payment: payments.ProviderPayment) =>
  payments.insertAttention(trx, {
    kind: 'payment-of-other-order',
    orderId,
    subject: payment.id,
    detail: { providerOrderId: payment.orderId, amountPaise: payment.amountPaise },
  });

export const reportStatus = (trx: Trx, orderId: string, payment: payments.ProviderPayment) =>
  payments.insertAttention(trx, {
    kind: 'payment-status-unknown',
    orderId,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise },
  });

/** Money for what the owner had done with. */
export const reportPaidAfterEnd = (
  trx: Trx,
  orderId: string,
  payment: payments.PaymentRow,
  kind: 'paid-after-cancel' | 'paid-after-delete',
) =>
  payments.insertAttention(trx, {
    kind,
    orderId,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  });

/** Where the provider refuses the keys; at most once a day. */
export async function reportKeys({ db, clock }: Deps, error: unknown): Promise<void> {
  if (!(error instanceof payments.ProviderError) || error.kind !== 'unauthorised') return;
  const subject = `keys ${clock.now().toISOString().slice(0, 10)}`;
  await payments.insertAttention(db, { kind: 'keys-refused', subject, detail: { error: error.message } });
}

/** Where the last look that the shop takes at an order by itself could not be taken. */
export async function reportNeverChecked({ db }: Deps, orderId: string, error: unknown): Promise<void> {
  const order = await findForSettling(db, orderId);
  if (!(error instanceof payments.ProviderError) || order?.nextCheckAt !== null) return;
  const detail = { error: error.message };
  await payments.insertAttention(db, { kind: 'never-asked', orderId, subject: orderId, detail });
}

export const reportAmount = (trx: Trx, order: LockedOrder, payment: payments.PaymentRow) =>
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
