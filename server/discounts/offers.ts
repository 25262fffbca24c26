import { type Applied, bestDiscounts, findLack } from './best-discounts.ts';
import { lackText } from './lack-text.ts';
import type { DiscountRow } from './queries.ts';
import { type GoodsLine, type ShippingOf, sum } from './rule.ts';

/** How a cart is paid and delivered. `shippingOf` is null while the delivery charge is not known. */
export type Sale = { isOnline: boolean; shippingOf: ShippingOf | null };

/** Discounts that a buyer can use; at most one of them has a code. `entered`: the one whose code they have entered. */
export type Offers = { discounts: DiscountRow[]; entered?: DiscountRow | undefined };

/**
 * The discounts that goods have; why the one with a code is not among them (`codeNote`); and why the code that was
 * entered is not for these goods (`codeProblem`). Texts are empty if there is no such reason.
 */
export type Offered = { applied: Applied<DiscountRow>[]; codeNote: string; codeProblem: string };

/** The best discounts for these goods, which depend on how they are paid and delivered. */
export function applyOffers({ discounts, entered }: Offers, goods: GoodsLine[], sale: Sale): Offered {
  const usable = discounts.filter(({ isOnlineOnly }) => sale.isOnline || !isOnlineOnly);
  const applied = bestDiscounts(usable, goods, sale.shippingOf ?? undefined);
  const named = discounts.find(({ code }) => code !== null);
  const isUnused = named && !applied.some(({ discount }) => discount.id === named.id);
  const codeNote = isUnused ? unusedText(named, 'code', goods, sale, applied) : '';
  return { applied, codeNote, codeProblem: codeProblemOf({ entered }, goods) };
}

/** Why the code that was entered is not for these goods; empty if it is. */
export function codeProblemOf({ entered }: Pick<Offers, 'entered'>, goods: GoodsLine[]): string {
  const lack = entered && findLack(entered, goods);
  return entered && lack ? lackText(entered, lack, 'code') : '';
}

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
