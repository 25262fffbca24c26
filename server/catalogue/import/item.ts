import { readPrice } from './price.ts';
import type { Row } from './table.ts';

export type Status = 'active' | 'draft' | 'featured' | 'archived';

/** Something to tell of one line of a file. */
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
  /** What it is called in messages where its name is not imported. */
  label?: string;
  description?: string;
  /** For a product that is there already. */
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
  /** Addresses, file names, or stored paths where the file is one of our own. */
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
  /** The selling price; empty where it equals the list price. */
  finalPrice?: string;
  discount?: string;
  countInStock?: string;
  /** What the stock was when the file was made: the difference is applied. */
  countInStockBefore?: string;
  picture?: string;
};

/** A product as it was read; with problems it is not imported. */
export type ReadItem = ImportItem & { problems: Note[] };

/** A row that makes no product, and why. */
export type BadRow = { line: number; name: string; message: string };

/** How an import reads a file. */
export type Reading = {
  /** What one unit of the file's currency is in rupees; 1 where its prices are in rupees. */
  rupeesPerUnit: number;
  /** Whether new products become drafts, whatever the file says. */
  asDraft: boolean;
};

/** Values of options as they were first seen, each once. */
export const distinct = (values: string[]): string[] => [...new Set(values.filter(Boolean))];

/** A price cell of a row in rupees. What is no price is told among `problems` and given as it is. */
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
 * Selling and list price of a file that names the price to sell at and, in a column of its own, the higher one from
 * before. `before` is undefined where that column is absent.
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

/** For stock that another shop did not count: the most that shoppers may order of it. */
export const uncountedStock = '10';

/** Our own limit of pictures for a product. */
const maxPictures = 20;

/** The pictures of a product, each once; notes tell of those beyond the limit. */
export function picturesWithin(pictures: string[], line: number, notes: Note[]): string[] {
  const all = distinct(pictures);
  if (all.length > maxPictures)
    notes.push({ line, message: `Only the first ${maxPictures} of its ${all.length} pictures are imported` });
  return all.slice(0, maxPictures);
}
