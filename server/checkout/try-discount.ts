import type { DiscountTrial, DiscountTrialResult } from '../../shared/contract/discounts.ts';
import { toRupees } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import { findTrial } from '../discounts/discounts.ts';
import { discountsOf, goodsOf, priceCart, shopTerms, variantLabel } from './price.ts';

/**
 * What a sample cart costs before and after discounts, as for a signed-in shopper who orders for the first time: with this
 * discount, which need not be stored, and the automatic ones of now. Says why it is not given. Errors: those of priceCart.
 */
export async function tryDiscount(
  { db, clock }: Deps,
  { discount, id, cart_items: items }: DiscountTrial,
): Promise<DiscountTrialResult> {
  const trial = await findTrial(db, discount, id, clock.now());
  const cart = await priceCart(db, items, shopTerms(trial.offers));
  const lines = cart.lines.map(({ variant, quantity, unitPaise, linePaise }) => ({
    variant_id: variant.id,
    name: variant.name,
    variant: variantLabel(variant),
    quantity,
    subtotal: toRupees(unitPaise * quantity),
    total: toRupees(linePaise),
  }));
  const before = cart.lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  return {
    lines,
    subtotal: toRupees(before),
    discounts: discountsOf(cart),
    amount: toRupees(cart.amountPaise),
    notes: trial.notesOn(goodsOf(cart.lines), cart.discounts),
  };
}
