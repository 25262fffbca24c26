import { notProved, requireCod } from '../../cash-on-delivery/cash-on-delivery.ts';
import type { CodColumns } from '../../cash-on-delivery/rules.ts';
import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { findOffers } from '../../discounts/discounts.ts';
import { findUsableCard, paidByCard, type UsableCard } from '../../gift-cards/gift-cards.ts';
import type { PricedCart } from '../../pricing/priced-cart.ts';
import {
  amountChanged,
  cardChanged,
  checkTotals,
  payableByCard,
  priceCart,
  requireStock,
} from '../../pricing/pricing.ts';
import type { OrderDraft } from './draft.ts';
import { requireRecipients } from './recipients.ts';
import { checkPrices } from './sale-terms.ts';

/** What an order costs, and what of it is paid by a gift card, online (`duePaise`) and on delivery, in paise. */
export type OrderPrice = {
  cart: PricedCart;
  card: UsableCard | undefined;
  cardPaise: number;
  duePaise: number;
  cod: CodColumns | undefined;
};

/**
 * Prices the order of a draft and refuses one that can't be placed. Errors: those of findOffers, priceCart, checkPrices,
 * requireRecipients, checkTotals, requireCod and findUsableCard, 409 `out_of_stock`, `mobile_not_proved`,
 * `amount_changed`.
 */
export async function priceOrder(deps: Deps, trx: Trx, draft: OrderDraft): Promise<OrderPrice> {
  const { items, settings, columns, shopper, sale, shown, method } = draft;
  const cart = await priceDraft(trx, draft);
  if (sale) checkPrices(cart, sale);
  else requireRecipients(cart, items, columns, draft.now);
  requireStock(cart.lines, items);
  checkTotals(cart, sale ? { ...settings, minOrderRupees: 1 } : settings);
  const { email, mobile } = columns;
  const cod =
    shopper && method === 'cash_on_delivery'
      ? await requireCod(trx, settings, cart, { email, mobile, delivery: shopper.delivery })
      : undefined;
  if (cod && settings.codProvesMobile && !shopper?.codProof) throw notProved(deps.config);
  if (shown.amountPaise !== undefined && shown.amountPaise !== cart.amountPaise)
    throw amountChanged(cart, shown.changed);
  const code = shopper?.giftCardCode;
  const card = code ? await findUsableCard(deps, trx, code) : undefined;
  const cardPaise = card ? paidByCard(card, payableByCard(cart)) : 0;
  const duePaise = cod?.codAdvancePaise || cart.amountPaise - cardPaise;
  if (shown.duePaise !== undefined && shown.duePaise !== duePaise)
    throw cod ? amountChanged(cart, advanceChanged) : cardChanged(cart);
  return { cart, card, cardPaise, duePaise, cod };
}

/** The cart of a draft at the prices of now, with the discounts that its buyer can use now. */
export async function priceDraft(trx: Trx, { items, terms, shopper }: OrderDraft): Promise<PricedCart> {
  if (!shopper) return priceCart(trx, items, terms);
  const offers = await findOffers(trx, shopper.customer, shopper.discountCode);
  return priceCart(trx, items, { ...terms, offers });
}

const advanceChanged = 'What is paid in advance has changed. Please check it and order again.';
