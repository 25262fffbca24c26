import { type Reduce, sum, takeOff } from '../rule.ts';

/** Each unit costs a fixed price, unless it costs less. */
export const reduceToFixedPrice: Reduce = ({ fixedPricePaise }, lines, cart) => {
  const price = fixedPricePaise ?? 0;
  cart.prices = cart.prices.map((paise, line) => (lines.has(line) ? Math.min(paise, price) : paise));
  const above = cart.goods.map(({ quantity }, line) =>
    lines.has(line) ? Math.max(0, (cart.left[line] ?? 0) - price * quantity) : 0,
  );
  return takeOff(cart, above, sum(above));
};
