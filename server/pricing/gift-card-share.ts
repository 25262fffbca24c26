import { apportion } from '../../shared/money.ts';
import { badField } from '../errors.ts';
import { isGoods, type PricedCart } from './priced-cart.ts';
import { addTax } from './tax.ts';

/**
 * What a gift card can pay of a cart, in paise: not for other gift cards (decision 202). 400 if it contains nothing else.
 */
export function payableByCard({ lines, amountPaise }: PricedCart): number {
  const cards = lines.filter((line) => !isGoods(line));
  if (cards.length === lines.length)
    throw badField('gift_card_code', 'A gift card can’t pay for another gift card.');
  return amountPaise - cards.reduce((sum, { linePaise }) => sum + linePaise, 0);
}

/** The same cart, of which a free gift card pays this amount in paise: a share of each line but of gift cards. */
export function withFreeCard(cart: PricedCart, paise: number): PricedCart {
  const shares = apportion(
    paise,
    cart.lines.map((line) => (isGoods(line) ? line.linePaise : 0)),
  );
  const lines = cart.lines.map((line, index) => ({ ...line, freePaise: shares[index] ?? 0 }));
  return addTax({ ...cart, lines });
}
