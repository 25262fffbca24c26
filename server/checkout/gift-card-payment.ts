import { giftCardName } from '../../shared/gift-card-code.ts';
import { apportion, shortRupees, toRupees } from '../../shared/money.ts';
import { subtractOrder } from '../catalogue/catalogue.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField } from '../errors.ts';
import { chargeGiftCard } from '../gift-cards/gift-cards.ts';
import * as orders from '../orders/orders.ts';
import { giftCardMethod, insertOfflinePayment } from '../payments/payments.ts';
import { confirmPayment } from './confirm-payment.ts';
import { amountChanged, isGoods, type PricedCart } from './price.ts';

/**
 * Records what the gift card of an order pays as a payment, once. Returns how the invoice names it;
 * undefined without a gift card, or with a free one, which is a discount (decision 202). `isPrimary`: it pays the whole
 * order. The order is locked and has not ended.
 */
export async function recordGiftCard(
  trx: Trx,
  order: orders.LockedOrder,
  { now, isPrimary }: { now: Date; isPrimary: boolean },
): Promise<string | undefined> {
  // Otherwise the provider is asked for the whole amount.
  if (order.chargedPaise === null) return undefined;
  const charged = await chargeGiftCard(trx, order.id, now);
  if (!charged) return undefined;
  const { ending, amountPaise, isFree } = charged;
  const note = giftCardName(ending);
  const payment = {
    orderId: order.id,
    amountPaise,
    isPrimary,
    isFree,
    method: giftCardMethod,
    note,
    byUser: null,
  };
  await insertOfflinePayment(trx, payment, { now, by: 'Shopper' });
  const paid = `${note}: ${shortRupees(toRupees(amountPaise))}`;
  await orders.addEvent(trx, order, { by: 'Shopper', note: paid });
  return isFree ? undefined : paid;
}

/** Makes a new order paid that its gift card pays in full, with invoice and mails. */
export async function payByGiftCard(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const order = await orders.lockOrder(trx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const now = deps.clock.now();
  const paymentId = (await recordGiftCard(trx, order, { now, isPrimary: true })) ?? null;
  await orders.moveOrder(trx, order, 'paid', { by: 'Shopper', note: 'Payment received' });
  if (order.userId) await subtractOrder(trx, order.userId, order.id, now);
  await confirmPayment(deps, trx, { ...order, status: 'paid' }, { paymentId, now });
}

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
