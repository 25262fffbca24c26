import { type Applied, bestDiscounts, type GoodsLine, type ShippingOf } from './best-discounts.ts';
import { sum } from './buy-x-get-y.ts';
import type { DiscountRow } from './queries.ts';

/** How a cart is paid and delivered. `shippingOf` is null while the delivery charge is not known. */
export type Sale = { isOnline: boolean; shippingOf: ShippingOf | null };

/** The discounts that goods have, and why that with a code is not among them; empty if it is, or without a code. */
export type Offered = { applied: Applied<DiscountRow>[]; codeNote: string };

/** The discounts for these goods, which depend on how they are paid and delivered. */
export type Offers = (goods: GoodsLine[], sale: Sale) => Offered;

/** The best of these discounts, which the buyer can use. At most one of them has a code. */
export const offersOf =
  (discounts: DiscountRow[]): Offers =>
  (goods, sale) => {
    const usable = discounts.filter(({ isOnlineOnly }) => sale.isOnline || !isOnlineOnly);
    const applied = bestDiscounts(usable, goods, sale.shippingOf ?? undefined);
    const named = discounts.find(({ code }) => code !== null);
    const isUnused = named && !applied.some(({ discount }) => discount.id === named.id);
    return { applied, codeNote: isUnused ? unusedText(named, 'code', goods, sale, applied) : '' };
  };

/** Why a discount that lacks nothing is not among those that goods have. */
export function unusedText(
  { isFreeShipping, isOnlineOnly }: DiscountRow,
  noun: 'code' | 'discount',
  goods: GoodsLine[],
  { isOnline, shippingOf }: Sale,
  applied: Offered['applied'],
): string {
  const isCode = noun === 'code';
  if (isOnlineOnly && !isOnline) return `This ${noun} is only for orders that are paid online.`;
  if (isFreeShipping) {
    if (shippingOf === null)
      return `This ${noun} makes delivery free. Enter ${isCode ? 'your' : 'a'} PIN code to see what it saves.`;
    const off = sum(applied.flatMap(({ shares }) => shares));
    if (shippingOf(sum(goods.map(({ subtotalPaise }) => subtotalPaise)) - off) === 0)
      return `There is no delivery charge, so this ${noun} saves nothing.`;
  }
  if (applied.length === 0) return `This ${noun} saves nothing on ${isCode ? 'your' : 'this'} cart.`;
  const titles = applied.map(({ discount }) => discount.title).join(', ');
  return isCode
    ? 'Another discount saves you more, so this code is not used.'
    : `Another discount saves at least as much: ${titles}.`;
}
