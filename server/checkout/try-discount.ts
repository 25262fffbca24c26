import type { DiscountTrial, DiscountTrialResult } from '../../shared/contract/catalogue/discounts.ts';
import { toPaise, toRupees } from '../../shared/money.ts';
import { getSettings } from '../content/content.ts';
import type { Deps } from '../deps.ts';
import { findTrial } from '../discounts/discounts.ts';
import {
  discountsOf,
  goodsOf,
  isGoods,
  priceCart,
  saleOf,
  shopTerms,
  variantLabel,
} from '../pricing/pricing.ts';
import { chargesFor } from './quote.ts';

/**
 * What a sample cart costs before and after discounts, as for a customer who meets their conditions: with this
 * discount, which need not be stored, and the automatic ones of now. Says why it is not given. Errors: those of
 * priceCart.
 */
export async function tryDiscount(
  { db, clock }: Deps,
  { discount, id, cart_items: items, postalCode, payment_method: method }: DiscountTrial,
): Promise<DiscountTrialResult> {
  const now = clock.now();
  const trial = await findTrial(db, discount, id, now);
  const { settings } = await getSettings(db);
  const { charges } = await chargesFor(db, settings, { postalCode }, now);
  const hasFee = settings.codEnabled && method === 'cash_on_delivery';
  const codFeePaise = hasFee ? toPaise(settings.codFeeRupees) : 0;
  const { offers } = trial;
  const terms = shopTerms({ now, userId: null, delivery: charges, method, codFeePaise, offers });
  const cart = await priceCart(db, items, terms);
  const lines = cart.lines.map(({ variant, quantity, unitPaise, discountPaise }) => ({
    variant_id: variant.id,
    name: variant.name,
    variant: variantLabel(variant),
    quantity,
    subtotal: toRupees(unitPaise * quantity),
    total: toRupees(unitPaise * quantity - discountPaise),
  }));
  const before = cart.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return {
    lines,
    subtotal: toRupees(before),
    discounts: discountsOf(cart),
    shipping: charges && toRupees(cart.shippingPaise),
    fee: toRupees(codFeePaise),
    rounding: toRupees(cart.roundingPaise),
    amount: toRupees(cart.amountPaise),
    notes: trial.notesOn(goodsOf(cart.lines.filter(isGoods)), cart.discounts, saleOf(cart)),
  };
}
