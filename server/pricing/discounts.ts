import { apportion, proportion } from '../../shared/money.ts';
import { applyOffers } from '../discounts/discounts.ts';
import type { Sale } from '../discounts/offers.ts';
import { deliveryPaise } from './delivery.ts';
import { goodsOf, isGoods, type PricedCart, type PricedLine, sum } from './priced-cart.ts';
import type { Terms } from './terms.ts';

/**
 * Step 2: what an admin takes off all goods, and the discounts of the shop. Goods at a price of a list that takes no
 * discounts have no share of the latter, and meet no condition.
 */
export function takeDiscounts(cart: PricedCart): PricedCart {
  const { lines, terms } = cart;
  const subtotals = lines.map((line) => (isGoods(line) ? line.linePaise : 0));
  const byAdmin = apportion(adminDiscount(terms, sum(subtotals)), subtotals);
  const { applied, codeNote, codeProblem } = applyOffers(
    terms.offers,
    goodsOf(lines.filter(takesDiscounts)),
    saleOf(cart),
  );
  const discounts = applied.map(({ shares, ...discount }) => ({
    ...discount,
    shares: byLine(lines, shares),
  }));
  return {
    ...cart,
    codeNote,
    codeProblem,
    discounts,
    lines: lines.map((line, index) => {
      const shares = discounts.map((discount) => discount.shares[index] ?? 0);
      const discountPaise = (byAdmin[index] ?? 0) + sum(shares);
      return { ...line, discountPaise, linePaise: line.linePaise - discountPaise };
    }),
  };
}

/** What an admin takes off goods of this price, in paise. */
function adminDiscount({ reduction }: Pick<Terms, 'reduction'>, subtotalPaise: number): number {
  if (!reduction) return 0;
  if ('percentTenths' in reduction) return proportion(subtotalPaise, reduction.percentTenths, 1000);
  return Math.min(reduction.paise, subtotalPaise);
}

/** How a cart is paid and delivered, as the discounts of its goods see it. */
export function saleOf({ lines, terms }: PricedCart): Sale {
  const others = lines.filter((line) => isGoods(line) && !takesDiscounts(line));
  const othersPaise = sum(others.map(({ unitPaise, quantity }) => unitPaise * quantity));
  const shippingOf = deliveryPaise(lines, terms);
  return {
    isOnline: terms.method === 'online',
    shippingOf: shippingOf && ((reducedPaise) => shippingOf(reducedPaise + othersPaise)),
  };
}

/** Whether a line is of goods whose price discounts may reduce. */
export const takesDiscounts = (line: Pick<PricedLine, 'variant'>): boolean =>
  isGoods(line) && line.variant.takesDiscounts;

/** The shares of the lines that take discounts, with 0 for the others. */
function byLine(lines: PricedLine[], shares: number[]): number[] {
  let next = 0;
  return lines.map((line) => (takesDiscounts(line) ? (shares[next++] ?? 0) : 0));
}
