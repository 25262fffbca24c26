import { type CartLine, maxLines } from '../../../shared/orders/cart.ts';

/** What to do if the cart has more lines than an order can have; undefined if it has not. */
export function tooManyLines(lines: CartLine[]): string | undefined {
  const over = lines.filter(({ gone }) => !gone).length - maxLines;
  return over > 0
    ? `An order has at most ${maxLines} different items. Remove ${over === 1 ? 'one' : over} to check out.`
    : undefined;
}
