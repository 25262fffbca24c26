import type { CartQuote, CartQuoteRequest } from '../../shared/contract/orders/checkout.ts';
import type { DeliveryCharges } from '../../shared/contract/orders/delivery.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { deliverySummaryOf } from '../../shared/orders/delivery.ts';
import { findUser } from '../accounts/accounts.ts';
import { codOffer } from '../cash-on-delivery/cash-on-delivery.ts';
import { getSettings } from '../content/content.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { askAboutPin, type DeliveryOffer, findDelivery, findPickup } from '../delivery/delivery.ts';
import type { Actor, Deps } from '../deps.ts';
import { findOffers } from '../discounts/discounts.ts';
import { findUsableCard, paidByCard } from '../gift-cards/gift-cards.ts';
import { findUnpaidByKey } from '../orders/queries/order-queries.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import {
  discountsOf,
  goodsPaise,
  isGoods,
  noCharges,
  payableByCard,
  priceCart,
  priceLines,
  shopTerms,
} from '../pricing/pricing.ts';
import { checkCodes } from './code-attempts.ts';
import { refuseOnHoliday } from './holiday.ts';

/**
 * What a cart costs now, with its discounts and the delivery charge of its PIN code, as if the unpaid order that it
 * `replaces` had ended. The mailbox of a guest is not known yet: limits per customer are checked when they order. Errors:
 * 409 `checkout_closed` on a holiday of the shop, those of checkCodes, findOffers and findUsableCard, 400 for unknown
 * items, 409 `item_unavailable`.
 */
export async function quoteCart(deps: Deps, actor: Actor, request: CartQuoteRequest): Promise<CartQuote> {
  const {
    cart_items: items,
    discount_code: code,
    gift_card_code: giftCardCode,
    replaces,
    postalCode,
    state,
    payment_method: method,
    pickupPoint,
  } = request;
  const { settings } = await getSettings(deps.db);
  refuseOnHoliday(settings, deps.clock.now());
  await checkCodes(deps, actor, request);
  const userId = actor.kind === 'guest' ? null : actor.userId;
  if (postalCode && settings.asksForAddress) await askAboutPin(deps, settings, postalCode);
  return transaction(deps.db, async (trx) => {
    const replaced = replaces && (await findUnpaidByKey(trx, replaces.order_id, replaces.order_key));
    const buyer = { userId, mailbox: '', replacedOrder: replaced?.id ?? null };
    const now = deps.clock.now();
    const pickup = pickupPoint === undefined ? null : findPickup(settings.delivery, pickupPoint, now);
    const { charges, offer } = pickup
      ? { charges: noCharges, offer: null }
      : await chargesFor(trx, settings, { postalCode, state }, now);
    const offers = await findOffers(trx, buyer, code);
    const terms = shopTerms({ now, userId, delivery: charges, offers });
    const online = await priceCart(trx, items, terms);
    const codFeePaise = toPaise(settings.codFeeRupees);
    const onDelivery = settings.codEnabled
      ? priceLines(online.lines, { ...terms, method: 'cash_on_delivery', codFeePaise })
      : online;
    const isShipped = online.lines.some(isGoods);
    const subtotal = online.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    const account = userId === null ? undefined : await findUser(trx, userId);
    const { email, mobile } = account ?? {};
    const contact = { email: email ?? '', mobile: mobile ?? '', delivery: offer };
    const card = giftCardCode && (await findUsableCard(deps, trx, giftCardCode, replaced?.id));
    const offered = pickup ? null : await codOffer(trx, settings, onDelivery, contact);
    const cod = offered && (card ? { ...offered, reason: noCardOnDelivery } : offered);
    const cart = method === 'cash_on_delivery' && cod?.reason === '' ? onDelivery : online;
    const cardPaise = card ? paidByCard(card, payableByCard(cart)) : 0;
    return {
      subtotal: toRupees(subtotal),
      discounts: discountsOf(cart),
      codeNote: cart.codeNote,
      shipping: charges || !isShipped ? toRupees(cart.shippingPaise) : null,
      missingForFreeDelivery: charges && missingForFreeDelivery(cart, charges),
      delivery: isShipped ? offer : null,
      readyOn: pickup?.readyOn ?? null,
      cash_on_delivery: cod && {
        reason: cod.reason,
        fee: toRupees(cod.feePaise),
        advance: toRupees(cod.advancePaise),
        due: toRupees(cod.duePaise),
        saves: toRupees(onDelivery.amountPaise - onDelivery.roundingPaise - online.amountPaise),
      },
      amount: toRupees(cart.amountPaise),
      rounding: toRupees(cart.roundingPaise),
      gift_card: card
        ? { ending: card.ending, balance: toRupees(card.availablePaise), amount: toRupees(cardPaise) }
        : null,
      due: toRupees(cart.amountPaise - cardPaise),
    };
  });
}

function missingForFreeDelivery(
  cart: PricedCart,
  { rates, ratesBy, freeFrom }: DeliveryCharges,
): number | null {
  const from = ratesBy === 'total' ? rates.find(({ amount }) => amount === 0)?.from : freeFrom;
  const missing = toPaise(from ?? 0) - goodsPaise(cart);
  return cart.shippingPaise > 0 && missing > 0 ? toRupees(missing) : null;
}

/**
 * What the shop charges for delivery to a place, and how it delivers; `charges` is null if it depends on a PIN code
 * that was not given or is not served. Nothing is charged for what is not shipped.
 */
export async function chargesFor(
  trx: Database | Trx,
  settings: Settings,
  { postalCode, state }: Pick<CartQuoteRequest, 'postalCode' | 'state'>,
  now: Date,
): Promise<{ charges: DeliveryCharges | null; offer: DeliveryOffer | null }> {
  if (!settings.asksForAddress) return { charges: noCharges, offer: null };
  if (postalCode) {
    const offer = await findDelivery(trx, settings, { postalCode, state }, now);
    return { charges: offer.served ? offer : null, offer };
  }
  const { varies, ...charges } = deliverySummaryOf(settings.delivery);
  return { charges: varies ? null : charges, offer: null };
}

export const noCardOnDelivery = 'An order with a gift card is paid online.';
