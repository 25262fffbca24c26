import { maxSendDays } from '../../../shared/contract/orders/checkout.ts';
import { badRequest } from '../../errors.ts';
import { lastDayToSend } from '../../gift-cards/gift-cards.ts';
import type { PricedCart } from '../../pricing/priced-cart.ts';
import { isGoods } from '../../pricing/pricing.ts';
import type { CartItems } from '../../pricing/wanted-lines.ts';

/**
 * 400 for a gift card without a recipient, for one whose day is too far ahead, and for a buyer without an e-mail
 * address who is the recipient. A day that is past counts as today.
 */
export function requireRecipients(
  { lines }: PricedCart,
  items: CartItems,
  buyer: { email: string },
  now: Date,
): void {
  const cards = lines.filter((line) => !isGoods(line));
  const nobody = cards.find(({ recipient }) => !recipient);
  if (nobody) {
    const index = items.findIndex(({ variant_id: id, recipient }) => !recipient && isOf(nobody, id));
    throw refused(index, `Say who gets ${nobody.variant.name}`);
  }
  const lastDay = lastDayToSend(now, maxSendDays);
  for (const [index, { recipient }] of items.entries()) {
    if (recipient && recipient.sendOn > lastDay)
      throw refused(index, 'A gift card can be sent within a year');
    if (recipient?.email === '' && buyer.email === '')
      throw badRequest('Email is required', { email: 'Email is required' });
  }
}

const isOf = ({ variant }: PricedCart['lines'][number], id: string | null | undefined) =>
  !id || id.toLowerCase() === variant.id;

const refused = (index: number, message: string) =>
  badRequest(message, { [`cart_items.${index}.recipient`]: message });
