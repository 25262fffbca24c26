import { shortRupees, toRupees } from '../../shared/money.ts';
import type { Lack } from './best-discounts.ts';
import type { Rule } from './rule.ts';

/** Why a cart does not have a discount, for the shopper who has entered its code, or for the admin who tries it. */
export function lackText(
  { appliesTo, minQuantity, minSubtotalPaise }: Rule,
  lack: Lack,
  noun: 'code' | 'discount',
): string {
  const what = appliesTo === 'order' ? 'items' : 'of its products';
  return {
    products: `This ${noun} is not for the products in ${noun === 'code' ? 'your' : 'the'} cart.`,
    quantity: `This ${noun} needs at least ${minQuantity} ${what} in the cart.`,
    total: `This ${noun} needs ${appliesTo === 'order' ? 'a cart' : 'its products'} of at least ${shortRupees(toRupees(minSubtotalPaise))}.`,
    gets: `Add the products that this ${noun} reduces to the cart.`,
  }[lack];
}
