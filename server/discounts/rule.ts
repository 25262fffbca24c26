import { apportion } from '../../shared/money.ts';
import type { DiscountRow } from './queries.ts';

/** What the payment provider takes at least: a discount leaves ₹1 to pay. */
export const minTotalPaise = 100;

/** A line of a cart as discounts see it: the price of its units, and the groups that its product belongs to. */
export type GoodsLine = {
  variantId: string;
  productId: string;
  categoryId: string | null;
  quantity: number;
  subtotalPaise: number;
};

/** What decides by how much a discount reduces a cart. */
export type Rule = Pick<
  DiscountRow,
  | 'id'
  | 'code'
  | 'percentTenths'
  | 'amountPaise'
  | 'fixedPricePaise'
  | 'appliesTo'
  | 'targetIds'
  | 'minSubtotalPaise'
  | 'minQuantity'
  | 'getQuantity'
  | 'getAppliesTo'
  | 'getTargetIds'
  | 'maxPerOrder'
  | 'isCombinable'
  | 'isFreeShipping'
>;

/** The delivery charge for what the products cost after discounts, in paise. */
export type ShippingOf = (reducedPaise: number) => number;

/**
 * A cart while discounts reduce it, one after the other. By line: what is left to pay, what a unit costs, and the units
 * that no "buy X get Y" has used.
 */
export type ReducedCart = {
  goods: GoodsLine[];
  left: number[];
  prices: number[];
  unused: number[];
  shippingOf: ShippingOf;
  freeShippingPaise: number;
};

/** What a discount takes off each line, and off the delivery charge, in paise. */
export type Reduction = { shares: number[]; shippingPaise: number };

/** Reduces a cart by a discount that applies to the lines with these indexes. */
export type Reduce = (rule: Rule, lines: Set<number>, cart: ReducedCart) => Reduction;

/** Takes an amount off, divided by what each line may lose, in paise; ₹1 of the cart is left to pay. */
export function takeOff(cart: ReducedCart, mostByLine: number[], wantedPaise: number): Reduction {
  const amount = Math.max(0, Math.min(wantedPaise, sum(mostByLine), sum(cart.left) - minTotalPaise));
  const shares = apportion(amount, mostByLine);
  cart.left = cart.left.map((paise, line) => paise - (shares[line] ?? 0));
  return { shares, shippingPaise: 0 };
}

/** What is left to pay of these lines; 0 for others. */
export const leftOf = ({ left }: ReducedCart, lines: Set<number>): number[] =>
  left.map((paise, line) => (lines.has(line) ? paise : 0));

/** The indexes of the lines of these targets. */
export function linesOf(appliesTo: Rule['appliesTo'], targetIds: string[], goods: GoodsLine[]): Set<number> {
  if (appliesTo === 'order') return new Set(goods.keys());
  const targets = new Set(targetIds);
  return new Set(
    goods.flatMap(({ productId, categoryId }, line) => {
      const target = appliesTo === 'products' ? productId : categoryId;
      return target !== null && targets.has(target) ? line : [];
    }),
  );
}

export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
