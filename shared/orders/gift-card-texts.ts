import type { BoughtGiftCard } from '../contract/orders/orders.ts';
import type { CartLine, Recipient } from './cart.ts';
import { giftCardName } from './gift-card-code.ts';
import { dayInIndia } from './order-date.ts';

const dayOf = (day: string) => dayInIndia(`${day}T00:00:00+05:30`);

/** Whether a cart contains more than gift cards, which are mailed. */
export const isShipped = (lines: CartLine[]): boolean => !lines.every(({ recipient }) => recipient);

/** Who gets the gift card of a line in the cart, and when: `For Meera, on 28 Nov 2026`. */
export function recipientText({ name, sendOn }: Recipient): string {
  const whom = name ? `For ${name}` : 'For yourself';
  return sendOn ? `${whom}, on ${dayOf(sendOn)}` : whom;
}

/** The gift card of a bought line: `Gift card ending K3QX for Meera, sent on 25 Nov 2026`. */
export function boughtGiftCardText({ name, sendOn, sentAt, ending, isDisabled }: BoughtGiftCard): string {
  const card = ending ? giftCardName(ending) : 'Gift card';
  const whose = name ? `${card} for ${name}` : card;
  if (isDisabled) return `${whose}, refunded`;
  if (sentAt) return `${whose}, sent on ${dayInIndia(sentAt)}`;
  return sendOn ? `${whose}, to be sent on ${dayOf(sendOn)}` : whose;
}
