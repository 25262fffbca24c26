import type { AppliedDiscount } from './contract/orders.ts';

/** A discount of a cart or order with its code, as shoppers read it beside the amount. */
export const discountLabel = ({ title, code }: Pick<AppliedDiscount, 'title' | 'code'>): string =>
  code ? `${title} (${code})` : title;

/** What each discount takes off an order, in rupees; that of an admin has no name of its own. */
export function discountRows(order: {
  discount: number | null;
  discounts: AppliedDiscount[];
}): [label: string, rupees: number][] {
  if (order.discounts.length > 0) return order.discounts.map((each) => [discountLabel(each), each.amount]);
  return order.discount ? [['Discount', order.discount]] : [];
}
