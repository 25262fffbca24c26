import type { CartQuote, CartQuoteRequest } from '../../shared/contract/checkout.ts';
import { deliverySummaryOf } from '../../shared/delivery.ts';
import { toRupees } from '../../shared/money.ts';
import { countAttempt, findUser, isUsedUp } from '../accounts/accounts.ts';
import { addressBlock } from '../address-block.ts';
import { getSettings } from '../content/content.ts';
import { transaction } from '../db/database.ts';
import { findDelivery, findPickup } from '../delivery/delivery.ts';
import type { Actor, Deps } from '../deps.ts';
import { findOffers } from '../discounts/discounts.ts';
import { ShopError } from '../errors.ts';
import { findUsableCard, paidByCard } from '../gift-cards/gift-cards.ts';
import { findUnpaidByKey } from '../orders/orders.ts';
import { codOffer } from './cod/rules.ts';
import { discountsOf, priceCart, shippingOf, shopTerms } from './price.ts';

/**
 * What a cart costs now, with its discounts and the delivery charge of its PIN code, as if the unpaid order that it
 * `replaces` had ended. Of a guest, whose mailbox is not known yet, limits per customer are checked when she orders.
 * Errors: those of findOffers and findUsableCard, 400 for unknown items, 409 `item_unavailable`.
 */
export function quoteCart(
  deps: Deps,
  actor: Actor,
  {
    cart_items: items,
    discount_code: code,
    gift_card_code: giftCardCode,
    replaces,
    postalCode,
    state,
    payment_method: method,
    pickupPoint,
  }: CartQuoteRequest,
): Promise<CartQuote> {
  const userId = actor.kind === 'guest' ? null : actor.userId;
  return transaction(deps.db, async (trx) => {
    const replaced = replaces && (await findUnpaidByKey(trx, replaces.order_id, replaces.order_key));
    const buyer = { userId, mailbox: '', replacedOrder: replaced?.id ?? null };
    const { settings } = await getSettings(trx);
    const now = deps.clock.now();
    const pickup = pickupPoint === undefined ? null : findPickup(settings.delivery, pickupPoint, now);
    const isDelivered = settings.asksForAddress && !pickup;
    const offer =
      isDelivered && postalCode ? await findDelivery(trx, settings, { postalCode, state }, now) : null;
    const { rates, varies } = deliverySummaryOf(settings.delivery);
    const isKnown = !isDelivered || (offer ? offer.served : !varies);
    const charged = isDelivered && isKnown ? (offer?.rates ?? rates) : [];
    const cart = await priceCart(trx, items, shopTerms(await findOffers(trx, buyer, code), charged));
    const subtotal = cart.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    const account = userId === null ? undefined : await findUser(trx, userId);
    const { email, mobile } = account ?? {};
    const contact = { email: email ?? '', mobile: mobile ?? '', postalCode };
    const card = giftCardCode && (await findUsableCard(trx, giftCardCode, replaced?.id));
    const offered = pickup ? null : await codOffer(trx, settings, cart, contact);
    const cod = offered && (card ? { ...offered, reason: noCardAtTheDoor } : offered);
    const feePaise = method === 'cash_on_delivery' && cod?.reason === '' ? cod.feePaise : 0;
    const amountPaise = cart.amountPaise + feePaise;
    const cardPaise = card ? paidByCard(card, amountPaise) : 0;
    return {
      subtotal: toRupees(subtotal),
      discounts: discountsOf(cart),
      shipping: isKnown ? toRupees(shippingOf(cart)) : null,
      delivery: offer,
      readyOn: pickup?.readyOn ?? null,
      cash_on_delivery: cod && { reason: cod.reason, fee: toRupees(cod.feePaise) },
      amount: toRupees(amountPaise),
      gift_card: card
        ? { ending: card.ending, balance: toRupees(card.availablePaise), amount: toRupees(cardPaise) }
        : null,
      due: toRupees(amountPaise - cardPaise),
    };
  });
}

export const noCardAtTheDoor = 'An order with a gift card is paid online.';

const tooMany = 'Too many codes were tried. Please wait a minute and try again.';

type Codes = Pick<CartQuoteRequest, 'discount_code' | 'gift_card_code'>;

/**
 * Runs `work`, which looks up codes of discounts or gift cards, unless `RATE_LIMIT` codes that do not exist have been tried
 * from this address, or by this account, within a minute: then 429. Codes that exist are not counted, because many shoppers
 * of a carrier share an address.
 */
export async function withoutGuessing<T>(
  { config: { rateLimit }, db, clock }: Deps,
  actor: Actor,
  { discount_code: code, gift_card_code: giftCardCode }: Codes,
  work: () => Promise<T>,
): Promise<T> {
  if ((code === undefined && giftCardCode === undefined) || rateLimit === 'off') return work();
  const keys = [
    `discount-code:${addressBlock(actor.address, 32)}`,
    ...(actor.kind === 'guest' ? [] : [`discount-code:${actor.userId}`]),
  ];
  if (await isUsedUp(db, keys, rateLimit, clock.now())) {
    const errors = { [code === undefined ? 'gift_card_code' : 'discount_code']: tooMany };
    throw new ShopError('rate_limited', tooMany, { errors, retryAfter: 60 });
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof ShopError && /^unknown_(discount_code|gift_card)$/.test(error.code))
      await countAttempt(db, keys, rateLimit, clock.now());
    throw error;
  }
}
