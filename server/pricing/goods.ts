import type { CartLine, PricedCart } from './priced-cart.ts';
import type { Terms } from './terms.ts';

/** Step 1: the price of each unit, of its account or as the admin has set it. */
export const priceGoods = (cart: PricedCart): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const unitPaise = unitPaiseOf(line, cart.terms);
    return { ...line, unitPaise, linePaise: unitPaise * line.quantity };
  }),
});

/** What a unit costs before discounts, in paise. */
export const unitPaiseOf = (
  { variant }: Pick<CartLine, 'variant'>,
  { prices }: Pick<Terms, 'prices'>,
): number => prices.get(variant.id) ?? variant.sellingPaise;
