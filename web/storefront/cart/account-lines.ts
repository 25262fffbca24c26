import { type CartLine, type CartQuantity, type LineOf, sameLine } from '../../../shared/orders/cart.ts';

/**
 * What an account whose cart was last seen as `known` does not know of these lines: new quantities, 0 for removed
 * lines. Lines that are gone, lines saved before products had variants, and gift cards, whose recipients are nobody
 * else's business, stay in the browser.
 */
export function unsentChanges(known: CartQuantity[], lines: CartLine[]): CartQuantity[] {
  const changed = lines.filter(
    (line) => line.variantId && !line.gone && !line.recipient && quantityOf(known, line) !== line.quantity,
  );
  const removed = known.filter((line) => quantityOf(lines, line) === 0);
  return [...changed, ...removed.map((line) => ({ ...line, quantity: 0 }))];
}

/**
 * The cart after a reply of the account, from its lines at the request (`sent`) and now (`lines`). What was changed in
 * between stays. A line that was sent and is not in the reply is not for sale; one that the account knew was removed
 * there.
 */
export function linesWithReply(
  known: CartQuantity[],
  sent: CartLine[],
  lines: CartLine[],
  reply: CartLine[],
): CartLine[] {
  const kept = lines.flatMap((line) => {
    const quantity = quantityOf(reply, line);
    if (quantityOf(sent, line) !== line.quantity || !line.variantId || line.recipient) return [line];
    if (quantity > 0) return [{ ...line, quantity }];
    return quantityOf(known, line) > 0 ? [] : [{ ...line, gone: true }];
  });
  const others = reply.filter((line) => quantityOf(lines, line) === 0 && quantityOf(sent, line) === 0);
  return [...kept, ...others];
}

function quantityOf(lines: CartQuantity[], wanted: LineOf): number {
  return lines.find((line) => sameLine(line, wanted))?.quantity ?? 0;
}
