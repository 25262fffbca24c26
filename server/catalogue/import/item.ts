import { readPrice } from './price.ts';
import type { Row } from './table.ts';

export type Status = 'active' | 'draft' | 'featured' | 'archived';

/** A message about one line of a file. */
export type Note = { line: number; message: string };

/**
 * One product of a file, whatever shop it came from. A field is undefined where the file has no such column, so
 * that the product keeps its value, and empty where the cell is empty, so that the value is removed. Prices in rupees.
 */
export type ImportItem = {
  /** Where it begins in the file. */
  line: number;
  slug: string;
  name?: string;
  /** Its name in messages if the name is not imported. */
  label?: string;
  description?: string;
  /** For an existing product. */
  status?: Status;
  /** For a product that this import creates. */
  newStatus?: Status;
  isFeatured?: boolean;
  isTopDeal?: boolean;
  isTrending?: boolean;
  hsn?: string;
  gstRate?: string;
  /** Groups by name; those that are not there yet are made. */
  category?: string;
  subcategory?: string;
  brand?: string;
  productType?: string;
  options?: { name: string; values: string[] }[];
  variants: ImportVariant[];
  /** Addresses, file names, or stored paths if the file is an export of this shop. */
  pictures?: string[];
  /** What could not be taken over as it was. */
  notes: Note[];
  /**
   * Whether the file is one of our own. The stock and pictures of other shops' files are for new products: their
   * counts would undo our sales, and their pictures add to what is there.
   */
  own: boolean;
};

export type ImportVariant = {
  line: number;
  values: string[];
  /** Empty cells are left out: a combination always has a SKU. */
  sku?: string;
  /** The list price (MRP). */
  price?: string;
  /** The selling price; empty if it equals the list price. */
  finalPrice?: string;
  discount?: string;
  countInStock?: string;
  /** What the stock was when the file was made: the difference is applied. */
  countInStockBefore?: string;
  picture?: string;
};

/** A product as read from the file; it is not imported if it has problems. */
export type ReadItem = ImportItem & { problems: Note[] };

/** A row that makes no product, and why. */
export type BadRow = { line: number; name: string; message: string };

/** How an import reads a file. */
export type Reading = {
  /** The value of one unit of the file's currency in rupees; 1 if its prices are in rupees. */
  rupeesPerUnit: number;
  /** Whether new products become drafts, whatever the file says. */
  asDraft: boolean;
};

/** Distinct option values in the order of their first appearance. */
export const distinct = (values: string[]): string[] => [...new Set(values.filter(Boolean))];

/** A price cell of a row in rupees. An invalid price is added to `problems` and returned unchanged. */
export function priceIn(
  row: Row,
  cell: string,
  { rupeesPerUnit }: Pick<Reading, 'rupeesPerUnit'>,
  problems: Note[],
): string {
  if (cell === '') return '';
  const read = readPrice(cell, rupeesPerUnit);
  if ('price' in read) return read.price;
  problems.push({ line: row.line, message: read.problem });
  return cell;
}

/**
 * Selling and list price of a file with a selling price and, in a separate column, the higher previous price.
 * `before` is undefined if that column is absent.
 */
export function reducedPrice(
  row: Row,
  selling: string,
  before: string | undefined,
  notes: Note[],
): Pick<ImportVariant, 'price' | 'finalPrice'> {
  if (before === undefined) return { finalPrice: selling };
  if (Number(before) > Number(selling)) return { price: before, finalPrice: selling };
  if (Number(before) > 0 && Number(before) < Number(selling))
    notes.push({
      line: row.line,
      message: `The compare-at price ${before} is below the price ${selling} and is not imported`,
    });
  return { price: selling, finalPrice: selling };
}

/** The stock for products whose stock another shop did not track: the largest quantity that shoppers can order. */
export const uncountedStock = '10';

/** The maximum number of pictures for a product. */
const maxPictures = 20;

/** The distinct pictures of a product; those beyond the limit are reported in `notes`. */
export function picturesWithin(pictures: string[], line: number, notes: Note[]): string[] {
  const all = distinct(pictures);
  if (all.length > maxPictures)
    notes.push({ line, message: `Only the first ${maxPictures} of its ${all.length} pictures are imported` });
  return all.slice(0, maxPictures);
}
