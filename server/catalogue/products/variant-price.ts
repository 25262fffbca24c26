import type { VariantInput } from '../../../shared/contract/catalogue-admin.ts';
import { discountTenths, rupees, sellingPrice, toPaise, toRupees, toTenths } from '../../../shared/money.ts';
import { badField } from '../../errors.ts';

export type Prices = { pricePaise: number; sellingPaise: number };
type PriceInput = Pick<VariantInput, 'price' | 'finalPrice' | 'discount'>;

/**
 * The prices of a variant as they will be, in paise (contract §2): `finalPrice` counts before `discount`, and a list
 * price written alone keeps the discount. `now` are the stored prices, undefined for a new variant; `field` puts the
 * name of a field into the form of the error's key. 400 for a selling price above the list price.
 */
export function pricesOf(
  { price, finalPrice, discount }: PriceInput,
  now: Prices | undefined,
  field: (name: keyof PriceInput) => string,
): Prices {
  const pricePaise = price === undefined ? (now?.pricePaise ?? 0) : toPaise(price);
  const sellingPaise = sellingOf({ finalPrice, discount }, pricePaise, now);
  if (sellingPaise > pricePaise)
    throw badField(
      field('finalPrice'),
      `The selling price can’t be above the list price of ${rupees(toRupees(pricePaise))}`,
    );
  return { pricePaise, sellingPaise };
}

function sellingOf({ finalPrice, discount }: PriceInput, pricePaise: number, now: Prices | undefined) {
  if (finalPrice !== undefined) return toPaise(finalPrice);
  if (discount !== undefined) return sellingPrice(pricePaise, toTenths(discount));
  if (pricePaise === now?.pricePaise) return now.sellingPaise;
  return sellingPrice(pricePaise, now ? discountTenths(now.pricePaise, now.sellingPaise) : 0);
}
