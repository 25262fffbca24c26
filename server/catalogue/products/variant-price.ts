import type { VariantInput } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { discountTenths, rupees, sellingPrice, toPaise, toRupees, toTenths } from '../../../shared/money.ts';
import { badField } from '../../errors.ts';

export type Prices = { pricePaise: number; sellingPaise: number };
type PriceInput = Pick<VariantInput, 'price' | 'finalPrice' | 'discount'>;

/**
 * The prices of a variant after a change, in paise (contract §2): `finalPrice` takes precedence over `discount`, and a
 * list price alone keeps the discount. `before` are the stored prices, undefined for a new variant; `field` returns the
 * key of a field's error. 400 for a selling price above the list price.
 */
export function pricesOf(
  { price, finalPrice, discount }: PriceInput,
  before: Prices | undefined,
  field: (name: keyof PriceInput) => string,
): Prices {
  const pricePaise = price === undefined ? (before?.pricePaise ?? 0) : toPaise(price);
  const sellingPaise = sellingOf({ finalPrice, discount }, pricePaise, before);
  if (sellingPaise > pricePaise)
    throw badField(
      field('finalPrice'),
      `The selling price can’t be above the list price of ${rupees(toRupees(pricePaise))}`,
    );
  return { pricePaise, sellingPaise };
}

function sellingOf({ finalPrice, discount }: PriceInput, pricePaise: number, before: Prices | undefined) {
  if (finalPrice !== undefined) return toPaise(finalPrice);
  if (discount !== undefined) return sellingPrice(pricePaise, toTenths(discount));
  if (pricePaise === before?.pricePaise) return before.sellingPaise;
  return sellingPrice(pricePaise, before ? discountTenths(before.pricePaise, before.sellingPaise) : 0);
}
