import { apportion } from '../../shared/money.ts';
import { badField } from '../errors.ts';
import { amountChanged, isGoods, type PricedCart } from './price.ts';

/**
 * What a gift card can pay of a cart, in paise: not for other gift cards (decision 202). 400 if it contains nothing else.
 */
export function payableByCard({ lines, amountPaise }: PricedCart): number {
  const cards = lines.filter((line) => !isGoods(line));
  if (cards.length === lines.length) throw badField('gift_card_code', noCardForCards);
  return amountPaise - cards.reduce((sum, { linePaise }) => sum + linePaise, 0);
}

/** The same cart, of which a free gift card pays this amount in paise: a share of each line but of gift cards. */
export function withFreeCard(cart: PricedCart, paise: number): PricedCart {
  const shares = apportion(
    paise,
    cart.lines.map((line) => (isGoods(line) ? line.linePaise : 0)),
  );
  return { ...cart, lines: cart.lines.map((line, at) => ({ ...line, freePaise: shares[at] ?? 0 })) };
}

const noCardForCards = 'A gift card can’t pay for another gift card.';

/** The card pays another part than the shopper saw. */
export const cardChanged = (cart: PricedCart) =>
  amountChanged(cart, 'The balance of your gift card has changed. Please check the total and pay again.');
