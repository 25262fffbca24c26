import { leastPaymentPaise } from '../../shared/money.ts';

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
 * The captured payments in rupees, that of a gift card last and otherwise the primary one first (decision 202), each
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

type Refundable = { payment: { providerPaymentId: string | null }; leftPaise: number };

/**
 * How a refund is divided over these payments, in paise, the first ones first. It asks the provider for nothing or for
 * at least ₹1 of a payment, as far as the other payments allow it.
 */
export function divideRefund(parts: Refundable[], amountPaise: number): number[] {
  let left = amountPaise;
  const shares = parts.map(({ leftPaise }) => {
    const paise = Math.min(left, leftPaise);
    left -= paise;
    return paise;
  });
  const fits = (index: number, paise: number) =>
    paise >= 0 && paise <= (parts[index]?.leftPaise ?? 0) && !isTooSmall(parts[index], paise);
  for (const [index, share] of shares.entries()) {
    if (!isTooSmall(parts[index], share)) continue;
    const moves = parts.flatMap((_, to) =>
      to === index
        ? []
        : [0, leastPaymentPaise].map((paise) => ({ to, paise, rest: (shares[to] ?? 0) + share - paise })),
    );
    const move = moves.find(({ to, paise, rest }) => fits(index, paise) && fits(to, rest));
    if (!move) continue;
    shares[index] = move.paise;
    shares[move.to] = move.rest;
  }
  return shares;
}

/** Whether the provider does not refund so little of this payment; nothing is not too small. */
export const isTooSmall = (part: Pick<Refundable, 'payment'> | undefined, paise: number): boolean =>
  part?.payment.providerPaymentId != null && paise > 0 && paise < leastPaymentPaise;

/** What can still be refunded of all of them, in paise. */
export const sumLeft = (payments: { leftPaise: number }[]): number =>
  payments.reduce((sum, { leftPaise }) => sum + leftPaise, 0);
