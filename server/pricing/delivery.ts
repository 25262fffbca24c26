import { toPaise, toRupees } from '../../shared/money.ts';
import { chargeFor } from '../../shared/orders/delivery.ts';
import { type CartLine, goodsPaise, isGoods, type PricedCart, sum } from './priced-cart.ts';
import type { Terms } from './terms.ts';

/** Step 3: the delivery charge for what the goods cost after discounts, less what discounts take off it. */
export function addDelivery(cart: PricedCart): PricedCart {
  const reducedPaise = goodsPaise(cart);
  const offPaise = sum(cart.discounts.map(({ shippingPaise }) => shippingPaise));
  const chargePaise = deliveryPaise(cart.lines, cart.terms)?.(reducedPaise) ?? 0;
  // Products that cost nothing can't carry a charge.
  return { ...cart, shippingPaise: reducedPaise > 0 ? chargePaise - offPaise : 0 };
}

/** The delivery charge of these lines by what their goods cost after discounts, in paise; null while it is not known. */
export function deliveryPaise(
  lines: CartLine[],
  { delivery }: Pick<Terms, 'delivery'>,
): ((reducedPaise: number) => number) | null {
  const goods = lines.filter(isGoods);
  if (goods.length === 0) return () => 0;
  if (!delivery) return null;
  if ('paise' in delivery) return () => delivery.paise;
  const grams = sum(goods.map(({ variant, quantity }) => (variant.weightGrams ?? 0) * quantity));
  return (reducedPaise) => toPaise(chargeFor(delivery, { total: toRupees(reducedPaise), grams }));
}
