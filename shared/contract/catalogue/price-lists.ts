import { z } from 'zod';
import { maxPricedProducts } from '../../products/limits.ts';
import { tagName } from '../accounts/notes-and-tags.ts';
import { requiredLine, searchField } from '../text-fields.ts';
import { paging, rupeesAmount } from '../wire.ts';

const wrongPercent = 'Enter a percentage from 0.1 to 99.9, with at most 1 decimal';
const yesOrNo = z.boolean('Must be true or false');

/** Body of `POST /price-lists` and `PUT /price-lists/{id}`. */
export const priceListInput = z.object({
  name: requiredLine('Name', 60),
  /** The list is for customers with an account and this tag. */
  customerTag: tagName,
  /** Off the selling price of what has no price of its own in the list; null for none. */
  percent: z
    .number(wrongPercent)
    .min(0.1, wrongPercent)
    .max(99.9, wrongPercent)
    .refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-9, wrongPercent)
    .nullable(),
  /** Whether discounts also reduce the prices of the list. */
  takesDiscounts: yesOrNo.default(false),
  active: yesOrNo,
});
export type PriceListInput = z.infer<typeof priceListInput>;

/** A price list in the back office (decision 164). */
export const priceList = priceListInput.extend({
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The customers with an account and the tag. */
  customers: z.number(),
  /** The variants with a price of their own. */
  prices: z.number(),
});
export type PriceList = z.infer<typeof priceList>;

/** A price list on the page of a customer with its tag. */
export const namedPriceList = priceList.pick({ _id: true, name: true, active: true });

/** Query of `GET /price-lists/{id}/prices`. `search` is a part of the name of a product or of a SKU. */
export const listPricesQuery = z.object({ ...paging, search: searchField });
export type ListPricesQuery = z.infer<typeof listPricesQuery>;

/** The price of a variant in a list, in rupees. It has an effect if it is below the selling price. */
export const listPrice = z.object({
  /** The id of the variant. */
  _id: z.string(),
  product_id: z.string(),
  name: z.string(),
  variant: z.string(),
  sku: z.string(),
  image: z.string().nullable(),
  price: z.number(),
  sellingPrice: z.number(),
});
export type ListPrice = z.infer<typeof listPrice>;

/** Body of `PUT /price-lists/{id}/prices/{variant}`, in rupees. */
export const listPriceInput = z.object({ price: rupeesAmount.min(0.01, 'Enter a price') });

/** Query of `POST /price-lists/{id}/prices/import`. */
export const priceImportQuery = z.object({ save: z.stringbool().default(false) });

/** What a file with prices would change, or has changed. Nothing is saved while a row has a problem. */
export const priceImport = z.object({
  saved: z.boolean(),
  /** Rows with a price; those of them whose price is new or another one. */
  prices: z.number(),
  changed: z.number(),
  /** Prices that an empty cell removes. */
  removed: z.number(),
  /** Prices that are not below the selling price. */
  withoutEffect: z.number(),
  /** The first rows that are wrong, and how many there are. */
  problems: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemCount: z.number(),
});
export type PriceImport = z.infer<typeof priceImport>;

/** Query of `GET /account/prices`: the ids of products, separated by commas. */
export const ownPricesQuery = z.object({
  product_ids: z
    .string('Name the products')
    .max(50 * maxPricedProducts, `At most ${maxPricedProducts} products`)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z
        .array(z.uuid('Must be ids of products'))
        .max(maxPricedProducts, `At most ${maxPricedProducts} products`),
    ),
});

/**
 * A product that costs the signed-in customer less than in the catalogue. In rupees: their price and that of the catalogue
 * are those of the cheapest variant, `priceVaries` is whether theirs differ. Only variants with a price of theirs are named.
 */
export const ownPrices = z.object({
  product_id: z.string(),
  price: z.number(),
  cataloguePrice: z.number(),
  priceVaries: z.boolean(),
  variants: z.array(z.object({ variant_id: z.string(), price: z.number(), cataloguePrice: z.number() })),
});
export type OwnPrices = z.infer<typeof ownPrices>;
