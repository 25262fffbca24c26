import { toPaise } from '../../../shared/money.ts';
import { notProved } from '../../cash-on-delivery/cash-on-delivery.ts';
import type { CodProof } from '../../cash-on-delivery/proof.ts';
import type { Config } from '../../config.ts';
import type { Trx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { spendDiscounts } from '../../discounts/discounts.ts';
import { conflict } from '../../errors.ts';
import { reserveGiftCard } from '../../gift-cards/gift-cards.ts';
import { takeStock } from '../../orders/orders.ts';
import type { PricedCart } from '../../pricing/priced-cart.ts';
import { amountChanged, cardChanged } from '../../pricing/pricing.ts';
import type { OrderDraft } from './draft.ts';
import { type OrderPrice, priceDraft } from './price-order.ts';
import { type CodShares, checkLimits, codShares } from './reservation-limits.ts';

/** Refuses an order with which the unpaid orders of its buyer reserve too much. See checkLimits for the errors. */
export async function requireReservable(
  { config }: Deps,
  trx: Trx,
  { id, shopper, settings, reservation }: OrderDraft,
  cart: PricedCart,
): Promise<void> {
  if (!shopper?.limited) return;
  const canProve = shopper.limited.codMobile !== undefined && config.texts;
  await checkLimits(trx, shopper.limited, cart, {
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
  const lines = await takeStock(trx, cart, items, { orderId: id, by: cause.by });
  if (!shopper) return;
  if (shopper.limited?.codMobile !== undefined)
    requireProofOfShare(config, await codShares(trx, shopper.limited, lines), shopper.codProof);
  // A discount was used up meanwhile: the shopper gets the price without it.
  if (!(await spendDiscounts(trx, id, cart.discounts, shopper.customer)))
    throw amountChanged(await priceDraft(trx, draft));
  // A card with less than ₹1 pays nothing of an order of ₹1.
  if (card && cardPaise > 0 && !(await reserveGiftCard(trx, id, card, cardPaise))) throw cardChanged(cart);
}

/**
 * Refuses an order that reserves a large share of the stock of a product without a proof (`mobile_not_proved`), which an
 * earlier order is not. 409 `reservation_limit` if most of the stock is ordered with a proved mailbox only, because
 * somebody with a domain has any number of mailboxes.
 */
function requireProofOfShare(
  config: Pick<Config, 'texts'>,
  { isLarge, scarce }: CodShares,
  proof: CodProof,
): void {
  if (!isLarge || proof === 'mobile') return;
  if (proof !== 'mailbox') throw notProved(config);
  if (!scarce) return;
  const { name } = scarce.variant;
  throw conflict(
    'reservation_limit',
    `Much of the stock of ${name} is ordered with cash on delivery. Please pay online, order less, or try again later.`,
  );
}
