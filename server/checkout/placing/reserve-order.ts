import { toPaise } from '../../../shared/money.ts';
import { notProved, requireProofOfShare } from '../../cash-on-delivery/cash-on-delivery.ts';
import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { spendDiscounts } from '../../discounts/discounts.ts';
import { reserveGiftCard } from '../../gift-cards/gift-cards.ts';
import * as orders from '../../orders/orders.ts';
import { amountChanged, cardChanged, type PricedCart } from '../../pricing/pricing.ts';
import type { OrderDraft } from './draft.ts';
import { type OrderPrice, priceDraft } from './price-order.ts';

/** Refuses an order with which the unpaid orders of its buyer reserve too much. See checkLimits for the errors. */
export async function requireReservable(
  { config }: Deps,
  trx: Trx,
  { id, shopper, settings, reservation }: OrderDraft,
  cart: PricedCart,
): Promise<void> {
  if (!shopper?.limited) return;
  const canProve = shopper.limited.codMobile !== undefined && config.texts;
  await orders.checkLimits(trx, shopper.limited, cart, {
    largestOrderPaise: toPaise(settings.maxOrderRupees),
    reservationId: reservation.continues?.reservationId ?? id,
    wayOut: canProve ? notProved(config) : undefined,
  });
}

/**
 * Takes the units, the uses of discounts and the part of the gift card of an order that was just written. Last, because
 * others wait for these rows. Errors: those of takeStock, requireProofOfShare, 409 `amount_changed`.
 */
export async function reserveOrder(
  { config }: Deps,
  trx: Trx,
  draft: OrderDraft,
  { cart, card, cardPaise }: OrderPrice,
): Promise<void> {
  const { id, items, cause, shopper } = draft;
  const lines = await orders.takeStock(trx, cart, items, { orderId: id, by: cause.by });
  if (!shopper) return;
  if (shopper.limited?.codMobile !== undefined)
    requireProofOfShare(config, await orders.codShares(trx, shopper.limited, lines), shopper.codProof);
  // A discount was used up meanwhile: the shopper gets the price without it.
  if (!(await spendDiscounts(trx, id, cart.discounts, shopper.customer)))
    throw amountChanged(await priceDraft(trx, draft));
  // Of an order of ₹1, a card with less can pay nothing.
  if (card && cardPaise > 0 && !(await reserveGiftCard(trx, id, card, cardPaise))) throw cardChanged(cart);
}
