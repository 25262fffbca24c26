import { type LinesQuote, linesChange } from '../../../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { toPaise } from '../../../../shared/money.ts';
import { takenOff } from '../../../../shared/orders/order-sums.ts';
import { errorsIn } from '../../parts/form/use-form.ts';
import { amountErrors, type Draft, draftOf, saleOf } from '../new/draft.ts';

/** How a difference is paid, before anything is chosen. */
export const duePayment: Draft['payment'] = { method: 'link', hours: '24', reference: '' };

export const duePaymentOf = ({ hours, ...payment }: Draft['payment']) => ({
  ...payment,
  hours: Number(hours),
});

/** The names of the discounts of the shop that reduce the products of an order; empty without any. */
export const agreedDiscountOf = ({ discounts }: AdminOrder): string =>
  takenOff(discounts, 'products')
    .map(([name]) => name)
    .join(', ');

/** The order as it is, to be changed. */
export function draftOfLines(order: AdminOrder): Draft {
  const { discount, shipping } = order;
  const hasAgreedDiscount = agreedDiscountOf(order) !== '';
  return {
    ...draftOf(order),
    ...(hasAgreedDiscount && { discount: { type: 'kept' as const, amount: '', percent: '' } }),
    ...(!hasAgreedDiscount &&
      discount && { discount: { type: 'amount' as const, amount: String(discount), percent: '' } }),
    ...(shipping && { shipping: String(shipping) }),
    payment: duePayment,
  };
}

/** What the server prices. */
export function linesQuoteBodyOf(draft: Draft) {
  const sale = saleOf(draft);
  return draft.discount.type === 'none' ? { ...sale, discount: null } : sale;
}

/** The request, with the total that the admin has seen; there is none while the draft can't be priced. */
export function linesBodyOf(
  draft: Draft,
  quote: LinesQuote | undefined,
  { updatedAt, payments }: AdminOrder,
) {
  const isPaid = payments.some(({ isPrimary }) => isPrimary);
  return {
    ...linesQuoteBodyOf(draft),
    updatedAt,
    amount: toPaise(quote?.amount ?? 0),
    ...(isPaid && (quote?.due ?? 0) > 0 && { payment: duePaymentOf(draft.payment) }),
  };
}

/** What is wrong with the draft. */
export const linesErrors = (draft: Draft, quote: LinesQuote | undefined, order: AdminOrder) => ({
  ...errorsIn(linesChange, linesBodyOf(draft, quote, order)),
  ...amountErrors(draft),
});
