import type { Recipient } from '../../shared/orders/cart.ts';
import type { SaleVariant } from '../catalogue/catalogue.ts';
import type { AppliedDiscount } from '../discounts/discounts.ts';
import type { GoodsLine } from '../discounts/rule.ts';
import type { Terms } from './terms.ts';

/** Units of a variant. `recipient`: who gets a gift card, which is a line of its own. */
export type CartLine = { variant: SaleVariant; quantity: number; recipient: Recipient | null };

/**
 * `linePaise` is the price of the units less their share of discounts, plus their share of the delivery charge and the
 * fee (`shippingPaise`). `freePaise`: the part of it that a free gift card pays. `hsn` and `gstTenths`: how it is taxed.
 */
export type PricedLine = CartLine & {
  unitPaise: number;
  discountPaise: number;
  shippingPaise: number;
  linePaise: number;
  freePaise: number;
  hsn: string | null;
  gstTenths: number;
};

/**
 * A cart with its prices on these terms. `roundingPaise`: what is in the amount and in no line, because it is paid on
 * delivery in whole rupees. `shippingPaise`: the delivery charge after discounts, a part of what the lines carry.
 * `codeNote`: why the code of a discount is not used. `codeProblem`: why the code that was entered is not for these
 * goods. Both are empty without such a reason.
 */
export type PricedCart = {
  lines: PricedLine[];
  amountPaise: number;
  roundingPaise: number;
  shippingPaise: number;
  discounts: AppliedDiscount[];
  codeNote: string;
  codeProblem: string;
  terms: Terms;
};

/** Whether a line is of products, and not a gift card. */
export const isGoods = ({ variant }: Pick<CartLine, 'variant'>): boolean => !variant.isGiftCard;

/** The goods of priced lines, as discounts see them. */
export const goodsOf = (lines: Pick<PricedLine, 'variant' | 'quantity' | 'unitPaise'>[]): GoodsLine[] =>
  lines.map(({ variant: { id: variantId, productId, categoryId }, quantity, unitPaise }) => ({
    variantId,
    productId,
    categoryId,
    quantity,
    subtotalPaise: unitPaise * quantity,
  }));

/** What the lines of a cart carry of the delivery charge and the fee of cash on delivery, in paise. */
export const chargesOf = ({ lines }: Pick<PricedCart, 'lines'>): number =>
  sum(lines.map(({ shippingPaise }) => shippingPaise));

/** What the goods of a cart cost after discounts, in paise. */
export const goodsPaise = ({ lines }: Pick<PricedCart, 'lines'>): number =>
  sum(lines.filter(isGoods).map(({ linePaise, shippingPaise }) => linePaise - shippingPaise));

export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
