import type { Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { VariantInput } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import {
  discountTenths,
  fromTenths,
  rupees,
  sellingPrice,
  toPaise,
  toRupees,
  toTenths,
} from '../../../shared/money.ts';
import { badField } from '../../errors.ts';

/** The stored prices of a variant in paise. While its scheduled sale is on, `sellingPaise` is the price of the sale. */
export type StoredPrices = {
  pricePaise: number;
  sellingPaise: number;
  regularPaise: number | null;
  salePaise: number | null;
  saleFrom: Date | null;
  saleUntil: Date | null;
};

/** The prices of a variant in paise: `sellingPaise` outside the scheduled sale. */
export type Prices = Omit<StoredPrices, 'regularPaise'>;

type PriceInput = Pick<
  VariantInput,
  'price' | 'finalPrice' | 'discount' | 'salePrice' | 'saleFrom' | 'saleUntil'
>;
type FieldName = (name: keyof PriceInput) => string;

/**
 * The prices of a variant after a change, in paise (contract §2): `finalPrice` takes precedence over `discount`, and a
 * list price alone keeps the discount. `before` are the stored prices, undefined for a new variant; `field` returns the
 * key of a field's error. 400 for a selling price above the list price, and for a sale that can't be.
 */
export function pricesOf(input: PriceInput, before: StoredPrices | undefined, field: FieldName): Prices {
  const { price, discount, salePrice } = input;
  const regular = before && { ...before, sellingPaise: before.regularPaise ?? before.sellingPaise };
  // Who sends back what a reply says during a sale does not make its price permanent.
  const isPriceOfSale = regular && salePrice === undefined && isCharged(input.finalPrice, before);
  const finalPrice = isPriceOfSale ? undefined : input.finalPrice;
  const pricePaise = price === undefined ? (before?.pricePaise ?? 0) : toPaise(price);
  const sellingPaise = sellingOf({ finalPrice, discount }, pricePaise, regular);
  if (sellingPaise > pricePaise)
    throw badField(
      field('finalPrice'),
      `The selling price can’t be above the list price of ${rupees(toRupees(pricePaise))}`,
    );
  const sale = saleOf(input, before, field);
  if (sale.salePaise !== null && sale.salePaise >= sellingPaise && isAboutPrices(input))
    throw badField(
      field('salePrice'),
      `The price of the sale must be below the selling price of ${rupees(toRupees(sellingPaise))}`,
    );
  return { pricePaise, sellingPaise, ...sale };
}

const isCharged = (finalPrice: number | undefined, { regularPaise, sellingPaise }: StoredPrices) =>
  regularPaise !== null && finalPrice !== undefined && toPaise(finalPrice) === sellingPaise;

/** A discount on all variants leaves their sales as they are: a sale never makes a price higher. */
const isAboutPrices = ({ price, finalPrice, salePrice }: PriceInput) =>
  [price, finalPrice, salePrice].some((value) => value !== undefined);

type Before = { pricePaise: number; sellingPaise: number } | undefined;

function sellingOf(
  { finalPrice, discount }: Pick<PriceInput, 'finalPrice' | 'discount'>,
  pricePaise: number,
  before: Before,
) {
  if (finalPrice !== undefined) return toPaise(finalPrice);
  if (discount !== undefined) return sellingPrice(pricePaise, toTenths(discount));
  if (pricePaise === before?.pricePaise) return before.sellingPaise;
  return sellingPrice(pricePaise, before ? discountTenths(before.pricePaise, before.sellingPaise) : 0);
}

const noSale = { salePaise: null, saleFrom: null, saleUntil: null };

function saleOf(
  { salePrice, saleFrom, saleUntil }: PriceInput,
  before: StoredPrices = { pricePaise: 0, sellingPaise: 0, regularPaise: null, ...noSale },
  field: FieldName,
) {
  const sale = {
    salePaise: changed(salePrice, before.salePaise, toPaise),
    saleFrom: changed(saleFrom, before.saleFrom, (text) => new Date(text)),
    saleUntil: changed(saleUntil, before.saleUntil, (text) => new Date(text)),
  };
  if (sale.salePaise === null) {
    if (salePrice !== null && (saleFrom || saleUntil))
      throw badField(field('salePrice'), 'Enter the price of the sale');
    return noSale;
  }
  if (!sale.saleFrom && !sale.saleUntil)
    throw badField(field('saleFrom'), 'Enter when the sale begins or when it ends');
  if (sale.saleFrom && sale.saleUntil && sale.saleFrom >= sale.saleUntil)
    throw badField(field('saleUntil'), 'The sale must end after it begins');
  const isOtherEnd = sale.saleUntil?.getTime() !== before.saleUntil?.getTime();
  if (sale.saleUntil && isOtherEnd && sale.saleUntil.getTime() <= Date.now())
    throw badField(field('saleUntil'), 'The sale must end in the future');
  return sale;
}

function changed<Given, Stored>(
  given: Given | null | undefined,
  before: Stored | null,
  read: (given: Given) => Stored,
): Stored | null {
  if (given === undefined) return before;
  return given === null ? null : read(given);
}

/** The columns of these prices at a moment. */
export function columnsAt(prices: Prices, now: Date): StoredPrices {
  const { sellingPaise, salePaise, saleFrom, saleUntil } = prices;
  const isOver = saleUntil !== null && saleUntil <= now;
  if (salePaise === null || isOver) return { ...prices, ...noSale, regularPaise: null };
  if (saleFrom && saleFrom > now) return { ...prices, regularPaise: null };
  return { ...prices, sellingPaise: Math.min(salePaise, sellingPaise), regularPaise: sellingPaise };
}

/** The stored prices of a variant as an admin reads it. */
export const storedPricesOf = (variant: Variant): StoredPrices => ({
  pricePaise: toPaise(variant.price),
  sellingPaise: toPaise(variant.finalPrice),
  regularPaise: variant.regularPrice == null ? null : toPaise(variant.regularPrice),
  salePaise: variant.salePrice == null ? null : toPaise(variant.salePrice),
  saleFrom: variant.saleFrom ? new Date(variant.saleFrom) : null,
  saleUntil: variant.saleUntil ? new Date(variant.saleUntil) : null,
});

/** The selling price and the discount of a variant outside its scheduled sale, in rupees and percent. */
export function regularOf({ price, finalPrice, discount, regularPrice }: Variant): {
  finalPrice: number;
  discount: number;
} {
  if (regularPrice == null) return { finalPrice, discount };
  return {
    finalPrice: regularPrice,
    discount: fromTenths(discountTenths(toPaise(price), toPaise(regularPrice))),
  };
}
