/** How a gift card pays: a payment that the provider does not know. */
export const giftCardMethod = 'gift_card';

type Payment = {
  id: string;
  status: string;
  method: string | null;
  currency: string;
  amountPaise: number;
  isPrimary: boolean;
};
type Refund = { paymentId: string; status: string; amountPaise: number };

/** What can still be refunded of a captured payment, in paise. Refunds that failed do not count. */
export const leftToRefund = (payment: Pick<Payment, 'id' | 'amountPaise'>, refunds: Refund[]): number =>
  refunds
    .filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed')
    .reduce((left, { amountPaise }) => left - amountPaise, payment.amountPaise);

/**
 * The captured payments in rupees, that of a gift card last and otherwise the primary one first (decision 139), each
 * with what can still be refunded of it, in paise.
 */
export const listRefundablePayments = <T extends Payment>(payments: T[], refunds: Refund[]) =>
  payments
    .filter(({ status, currency }) => status === 'captured' && currency === 'INR')
    .toSorted(
      (a, b) =>
        Number(a.method === giftCardMethod) - Number(b.method === giftCardMethod) ||
        Number(b.isPrimary) - Number(a.isPrimary),
    )
    .map((payment) => ({ payment, leftPaise: leftToRefund(payment, refunds) }));

/** What can still be refunded of all of them, in paise. */
export const sumLeft = (payments: { leftPaise: number }[]): number =>
  payments.reduce((sum, { leftPaise }) => sum + leftPaise, 0);
