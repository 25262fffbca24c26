import type { Database, Trx } from '../db/database.ts';
import type { LockedOrder } from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';

// What settling puts before the owner; attention.ts has the words for it.

export const reportOrder = (db: Database, orderId: string, remote: payments.ProviderOrder) =>
  payments.insertAttention(db, {
    kind: 'order-mismatch',
    orderId,
    subject: remote.id,
    detail: { amountPaise: remote.amountPaise, currency: remote.currency, receipt: remote.receipt },
  });

export const reportGivenBack = (
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

export const reportStray = (trx: Trx, orderId: string, payment: payments.ProviderPayment) =>
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

export const reportRevived = (trx: Trx, orderId: string, payment: payments.PaymentRow) =>
  payments.insertAttention(trx, {
    kind: 'paid-after-cancel',
    orderId,
    subject: payment.id,
    detail: { amountPaise: payment.amountPaise, payment: payment.providerPaymentId },
  });

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
