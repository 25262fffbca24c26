import type { CartQuote, CartQuoteRequest } from '../../shared/contract/checkout.ts';
import { deliverySummaryOf } from '../../shared/delivery.ts';
import { toRupees } from '../../shared/money.ts';
import { countAttempt, findUser, isUsedUp } from '../accounts/accounts.ts';
import { addressBlock } from '../address-block.ts';
import { getSettings } from '../content/content.ts';
import { transaction } from '../db/database.ts';
import { findDelivery } from '../delivery/delivery.ts';
import type { Actor, Deps } from '../deps.ts';
import { findOffers } from '../discounts/discounts.ts';
import { ShopError } from '../errors.ts';
import { findUnpaidByKey } from '../orders/orders.ts';
import { codOffer } from './cod/rules.ts';
import { discountsOf, priceCart, shippingOf, shopTerms } from './price.ts';

/**
 * What a cart costs now, with its discounts and the delivery charge of its PIN code, as if the unpaid order that it
 * `replaces` had ended. Of a guest, whose mailbox is not known yet, limits per customer are checked when she orders.
 * Errors: those of findOffers, 400 for unknown items, 409 `item_unavailable`.
 */
export function quoteCart(
  deps: Deps,
  actor: Actor,
  {
    cart_items: items,
    discount_code: code,
    replaces,
    postalCode,
    state,
    payment_method: method,
  }: CartQuoteRequest,
): Promise<CartQuote> {
  const userId = actor.kind === 'guest' ? null : actor.userId;
  return transaction(deps.db, async (trx) => {
    const replaced = replaces && (await findUnpaidByKey(trx, replaces.order_id, replaces.order_key));
    const buyer = { userId, mailbox: '', replacedOrder: replaced?.id ?? null };
    const { settings } = await getSettings(trx);
    const offer =
      settings.asksForAddress && postalCode
        ? await findDelivery(trx, settings.delivery, { postalCode, state }, deps.clock.now())
        : null;
    const { rates, varies } = deliverySummaryOf(settings.delivery);
    const isKnown = !settings.asksForAddress || (offer ? offer.served : !varies);
    const charged = settings.asksForAddress && isKnown ? (offer?.rates ?? rates) : [];
    const cart = await priceCart(trx, items, shopTerms(await findOffers(trx, buyer, code), charged));
    const subtotal = cart.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
    const account = userId === null ? undefined : await findUser(trx, userId);
    const { email, mobile } = account ?? {};
    const contact = { email: email ?? '', mobile: mobile ?? '', postalCode };
    const cod = await codOffer(trx, settings, cart, contact);
    const feePaise = method === 'cash_on_delivery' && cod?.reason === '' ? cod.feePaise : 0;
    return {
      subtotal: toRupees(subtotal),
      discounts: discountsOf(cart),
      shipping: isKnown ? toRupees(shippingOf(cart)) : null,
      delivery: offer,
      cash_on_delivery: cod && { reason: cod.reason, fee: toRupees(cod.feePaise) },
      amount: toRupees(cart.amountPaise + feePaise),
    };
  });
}

const tooMany = 'Too many codes were tried. Please wait a minute and try again.';

/**
 * Runs `work`, which looks up a code, unless `RATE_LIMIT` codes that do not exist have been tried from this address
 * within a minute: then 429. Codes that exist are not counted, because many shoppers of a carrier share an address.
 */
export async function withoutGuessing<T>(
  { config: { rateLimit }, db, clock }: Deps,
  actor: Actor,
  code: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (code === undefined || rateLimit === 'off') return work();
  const keys = [`discount-code:${addressBlock(actor.address, 32)}`];
  if (await isUsedUp(db, keys, rateLimit, clock.now()))
    throw new ShopError('rate_limited', tooMany, { errors: { discount_code: tooMany }, retryAfter: 60 });
  try {
    return await work();
  } catch (error) {
    if (error instanceof ShopError && error.code === 'unknown_discount_code')
      await countAttempt(db, keys, rateLimit, clock.now());
    throw error;
  }
}
