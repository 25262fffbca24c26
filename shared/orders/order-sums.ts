import type { AppliedDiscount, Order } from '../contract/orders/orders.ts';
import { toPaise, toRupees } from '../money.ts';

/** What the discounts with this target take off, in rupees, with the names by which shoppers know them. */
export const takenOff = (
  discounts: AppliedDiscount[],
  target: AppliedDiscount['target'],
): [label: string, rupees: number][] =>
  discounts.flatMap(({ title, code, amount, ...rest }): [string, number][] =>
    rest.target === target ? [[code ? `${title} (${code})` : title, -amount]] : [],
  );

type Sums = {
  discount: number | null;
  discounts: AppliedDiscount[];
  shipping: number | null;
  rounding: number | null;
  cashOnDelivery: { fee: number | null } | null;
};

/**
 * What is between the prices of the products and the total of an order, in rupees: discounts, of which that of an admin
 * has no name of its own, the delivery charge before and after free shipping, the fee of cash on delivery, and rounding.
 */
export function sumRows(order: Sums, deliveryLabel = 'Delivery'): [label: string, rupees: number][] {
  const { discount, discounts, shipping, rounding, cashOnDelivery } = order;
  const ofProducts = takenOff(discounts, 'products');
  const ofShipping = takenOff(discounts, 'shipping');
  const charge = ofShipping.reduce((sum, [, off]) => sum - off, shipping ?? 0);
  const fee = cashOnDelivery?.fee ?? 0;
  return [
    ...(ofProducts.length === 0 && discount
      ? [['Discount', -discount] satisfies [string, number]]
      : ofProducts),
    ...(charge > 0 ? [[deliveryLabel, charge] satisfies [string, number]] : []),
    ...ofShipping,
    ...(fee > 0 ? [['Cash on delivery fee', fee] satisfies [string, number]] : []),
    ...(rounding ? [['Rounding', rounding] satisfies [string, number]] : []),
  ];
}

/** What an order costs in money, in rupees: what a free gift card pays is a discount (decision 202). */
export const moneyOf = ({ amount, giftCard }: Pick<Order, 'amount' | 'giftCard'>): number =>
  giftCard?.isFree ? toRupees(toPaise(amount) - toPaise(giftCard.amount)) : amount;
