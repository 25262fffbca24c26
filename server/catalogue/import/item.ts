import { discountBetween, fromTenths, toPaise } from '../../../shared/money.ts';

/** One product of a file, whatever shop it came from. Prices in rupees. */
export type ImportItem = {
  /** Where it begins in the file. */
  line: number;
  slug: string;
  name: string;
  description?: string;
  status?: 'active' | 'draft' | 'featured' | 'archived';
  isFeatured?: boolean;
  isTopDeal?: boolean;
  isTrending?: boolean;
  discount?: string | number;
  hsn?: string;
  gstRate?: string;
  /** Groups by name; those that are not there yet are made. */
  category?: string;
  subcategory?: string;
  brand?: string;
  productType?: string;
  options: { name: string; values: string[] }[];
  variants: ImportVariant[];
  /** Addresses, or stored paths where the file is one of our own. */
  pictures: string[];
  /** What could not be taken over as it was. */
  notes: string[];
  /** Whether an existing product takes the file's stock too; other shops' counts would undo our sales. */
  keepsStock: boolean;
};

export type ImportVariant = {
  values: string[];
  sku: string;
  price: string | number;
  countInStock?: string | number;
  /** What the stock was when the file was made: the difference is applied. */
  countInStockBefore?: string;
  picture?: string;
};

/** A row that makes no product, and why. */
export type BadRow = { line: number; name: string; message: string };

/** A row of the file by the names of its columns. */
export type Row = { line: number; get: (column: string) => string };

/**
 * Prices and discount of variants that have a price to sell at and, higher, one from before. The one discount of
 * the product must give each selling price to the paisa; else the selling prices stand and there is none.
 */
export function reducedPrices(given: { selling: string; before: string }[]): {
  prices: string[];
  discount: number;
} {
  const tenths = given.map(({ selling, before }) =>
    Number(before) > Number(selling) ? discountBetween(toPaise(Number(before)), toPaise(Number(selling))) : 0,
  );
  const [first = 0] = tenths;
  const fits = tenths.every((each) => each !== undefined && each === first);
  if (!fits || !first) return { prices: given.map(({ selling }) => selling), discount: 0 };
  return { prices: given.map(({ before }) => before), discount: fromTenths(first) };
}

/** Values of options as they were first seen, each once. */
export const distinct = (values: string[]): string[] => [...new Set(values.filter(Boolean))];
