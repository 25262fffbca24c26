import type { Insertable } from 'kysely';
import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { Settings } from '../../shared/contract/site-info.ts';
import { shortRupees, toPaise, wholeRupees } from '../../shared/money.ts';
import type { Trx } from '../db/database.ts';
import type { Orders } from '../db/schema.ts';
import type { DeliveryOffer } from '../delivery/delivery.ts';
import { conflict } from '../errors.ts';
import type { PricedCart } from '../pricing/priced-cart.ts';
import { isGoods } from '../pricing/pricing.ts';
import { advanceOf } from './advance.ts';
import { isCodBlocked } from './block-queries.ts';

/**
 * `reason`: why this order can't be paid on delivery; empty if it can. With its fee, `advancePaise` are to be paid in
 * advance and `duePaise` on delivery.
 */
type CodOffer = { reason: string; feePaise: number; advancePaise: number; duePaise: number };

export type CodColumns = Pick<Insertable<Orders>, 'codState' | 'codFeePaise' | 'codNeedsConfirmation'> & {
  codAdvancePaise: number;
};

/**
 * The columns of an order that is paid on delivery; one with a part in advance only becomes that when this part is
 * paid. 409 `cod_unavailable` with the reason if it can't be.
 */
export async function requireCod(
  trx: Trx,
  settings: Settings,
  cart: PricedCart,
  buyer: CodBuyer,
): Promise<CodColumns> {
  const offer = await codOffer(trx, settings, cart, buyer);
  const reason = offer ? offer.reason : 'This shop does not offer cash on delivery.';
  if (!offer || reason) throw conflict('cod_unavailable', reason, { errors: { payment_method: reason } });
  return {
    codState: offer.advancePaise > 0 ? null : 'unconfirmed',
    codFeePaise: cart.terms.codFeePaise,
    codAdvancePaise: offer.advancePaise,
    codNeedsConfirmation: !settings.codPacksUnconfirmed,
  };
}

type CodBuyer = { email: string; mobile: string; delivery: DeliveryOffer | null };

const elsewhere = 'Cash on delivery is not available for this order. Please pay online.';

/**
 * Whether a cart can be paid on delivery by this buyer, whose contacts and PIN code (`delivery`) may be unknown in a
 * quote (decision 109). `cart` is compared without the fee. Null if the shop does not offer it, which needs a delivery
 * address. A blocked buyer reads no reason.
 */
export async function codOffer(
  trx: Trx,
  settings: Settings,
  { lines, amountPaise, roundingPaise, terms }: PricedCart,
  { email, mobile, delivery }: CodBuyer,
): Promise<CodOffer | null> {
  const { codEnabled, codFeeRupees, codMinRupees, codMaxRupees, codAdvance, asksForAddress } = settings;
  if (!codEnabled || !asksForAddress) return null;
  const feePaise = toPaise(codFeeRupees);
  const goodsPaise = amountPaise - roundingPaise - terms.codFeePaise;
  const totalPaise = wholeRupees(goodsPaise + feePaise);
  const advancePaise = advanceOf(codAdvance, totalPaise);
  const refuse = (reason: string) => ({
    reason,
    feePaise,
    advancePaise: advancePaise ?? 0,
    duePaise: totalPaise - (advancePaise ?? 0),
  });
  if (!lines.every(isGoods)) return refuse('Gift cards are paid online.');
  const excluded = lines.find(
    ({ variant: { productId, categoryId } }) =>
      settings.codExcludedProducts.includes(productId) ||
      (categoryId !== null && settings.codExcludedCategories.includes(categoryId)),
  );
  if (excluded) return refuse(`${excluded.variant.name} can’t be paid on delivery.`);
  if (codMinRupees !== null && goodsPaise < toPaise(codMinRupees))
    return refuse(`Cash on delivery is for orders from ${shortRupees(codMinRupees)}.`);
  if (codMaxRupees !== null && goodsPaise > toPaise(codMaxRupees))
    return refuse(`Cash on delivery is for orders up to ${shortRupees(codMaxRupees)}.`);
  if (advancePaise === undefined)
    return refuse('This order costs no more than what is paid in advance. Please pay online.');
  if (delivery?.served && !delivery.hasCod)
    return refuse(`Cash on delivery is not available for the PIN code ${delivery.postalCode}.`);
  const contacts = [mobile, email && mailboxOf(email)].filter(Boolean);
  return refuse((await isCodBlocked(trx, contacts)) ? elsewhere : '');
}
