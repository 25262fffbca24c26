import { z } from 'zod';
import { productStatus } from '../../../shared/contract/catalogue/catalogue.ts';
import { maxTagLength, maxTags } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { type Identifier, readIdentifier } from '../../../shared/identifiers.ts';
import { inRupees } from '../../../shared/money.ts';
import { declarationNames } from '../../../shared/products/declarations.ts';
import { isInRupees, readAmount, readNumber } from '../../../shared/read-amount.ts';
import { isLost, readYesNo } from '../../../shared/spreadsheets.ts';
import type { Row } from '../../csv/table.ts';
import { distinct, distinctWords, nameKey, oneLine } from './names.ts';

const note = z.object({
  line: z.number(),
  message: z.string(),
  /** `new`: concerns new products only. `price`: why a price is not imported; a new combination needs one. */
  about: z.enum(['new', 'price']).optional(),
});
/** A message about one line of a file. */
export type Note = z.infer<typeof note>;

/** The notes that concern an item which changes the product `now`, with what is done about them. */
export const notesOf = ({ notes }: ImportItem, now: object | undefined): Note[] =>
  notes
    .filter(({ about }) => !(now && about === 'new'))
    .map(({ line, message, about }) => ({
      line,
      message: about === 'price' ? notImported(message) : message,
    }));

/** A note about a cell that is left out. */
export const notImported = (why: string): string => `${why}; this cell is not imported`;

const text = z.string().optional();
const flag = z.boolean().optional();

const importVariant = z.object({
  line: z.number(),
  values: z.array(z.string()),
  /** Undefined if the cell is empty: a combination always has a SKU. */
  sku: text,
  /** The list price (MRP). */
  price: text,
  /** The selling price; empty if it equals the list price. */
  finalPrice: text,
  discount: text,
  countInStock: text,
  /** The stock when the file was exported: the difference is applied. */
  countInStockBefore: text,
  /** Only exports of this shop have it. */
  shelfCode: text,
  weightGrams: text,
  picture: text,
  netQuantity: text,
  barcode: text,
  cost: text,
  /** The price of a scheduled sale; empty without one. Its beginning and end in ISO 8601. */
  salePrice: text,
  saleFrom: text,
  saleUntil: text,
});
export type ImportVariant = z.infer<typeof importVariant>;

/**
 * One product of a file of any format. A field is undefined if the file has no such column, so that the product keeps
 * its value, and empty if the cell is empty, so that the value is removed. Prices in rupees.
 */
export const importItem = z.object({
  /** The line on which it begins. */
  line: z.number(),
  /** The slug that a new product gets, with a number if it is in use. */
  slug: z.string(),
  /** What the file states as its address: our slug, or the handle of Shopify. If it can't be ours, it leads to it. */
  address: text,
  /** What it is called in the files of its source. */
  source: z.object({ source: z.enum(['shopify', 'woocommerce', 'name']), key: z.string() }).optional(),
  /** What the preview has found: the id of the product that it changes, or `new`. */
  product: text,
  /** The ids of products that it is not, as the admin has answered. */
  not: z.array(z.string()).optional(),
  /** The ids of combinations that the file does not name and the admin removes. */
  remove: z.array(z.string()).optional(),
  name: text,
  /** Its name in messages if the name is not imported. */
  label: text,
  description: text,
  /** The description with its formatting, not sanitised; undefined if it has none. */
  descriptionHtml: text,
  /** For an existing product. */
  status: productStatus.optional(),
  /** For a product that this import creates. */
  newStatus: productStatus.optional(),
  isFeatured: flag,
  isTopDeal: flag,
  isTrending: flag,
  isGiftCard: flag,
  hsn: text,
  gstRate: text,
  /** Whether GST is added to the prices; they can have fractions of a paisa. */
  pricesWithoutGst: flag,
  /** Declarations by their identifiers. */
  declarations: z.partialRecord(z.enum(declarationNames), z.string()).optional(),
  /** Groups by name; missing ones are created. */
  category: text,
  subcategory: text,
  /** The category of a product that has none. */
  firstCategory: z.object({ category: z.string(), subcategory: z.string() }).optional(),
  brand: text,
  productType: text,
  tags: z.array(z.string()).optional(),
  /**
   * Values of attributes, which are named as the merchant named them; other attributes keep theirs. `create`: as what it
   * is created if the shop does not have it.
   */
  attributes: z
    .array(
      z.object({
        attribute: z.string(),
        values: z.array(z.string()),
        create: z.enum(['filter', 'choice', 'text']).optional(),
      }),
    )
    .optional(),
  seoTitle: text,
  seoDescription: text,
  /** In ISO 8601. */
  publishAt: text,
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
  variants: z.array(importVariant),
  /** URLs, file names, or stored paths if the file is an export of this shop. */
  pictures: z.array(z.string()).optional(),
  /** What they show, by URL, file name or path. */
  imageAlts: z.record(z.string(), z.string()).optional(),
  /** What is imported differently or not at all. */
  notes: z.array(note),
  /**
   * Whether the file is an export of this shop. Stock and pictures of other files are for new products: their stock
   * would undo sales, and their pictures are added to the existing ones.
   */
  own: z.boolean(),
});
export type ImportItem = z.infer<typeof importItem>;

/** A product as read from the file; it is not imported if it has problems. */
export type ReadItem = ImportItem & { problems: Note[] };

/** A row that is not imported, with the reason. */
export type BadRow = { line: number; name: string; message: string };

export type ReadOptions = {
  /** The value of one unit of the file's currency in rupees; 1 if its prices are in rupees. */
  rupeesPerUnit: number;
  /** Whether new products become drafts, regardless of the file. */
  asDraft: boolean;
  /** Whether GST must be added to the prices of a file of another shop. */
  pricesWithoutGst?: boolean;
};

/** Collects the messages about one product while it is read. */
export function createContext({ rupeesPerUnit, pricesWithoutGst }: Omit<ReadOptions, 'asDraft'>) {
  const notes: Note[] = [];
  const problems: Note[] = [];
  return {
    rupeesPerUnit,
    pricesWithoutGst,
    notes,
    problems,
    /** Records that something is imported differently or not at all. */
    note: ({ line }: { line: number }, message: string) => notes.push({ line, message }),
    /** The same for a new product only. */
    noteOfNew: ({ line }: { line: number }, message: string) => notes.push({ line, message, about: 'new' }),
    /** Records why a price is not imported; a product that exists keeps its own. */
    noPrice: ({ line }: { line: number }, message: string) => notes.push({ line, message, about: 'price' }),
    /** Records a reason why the product can't be imported. */
    problem: ({ line }: { line: number }, message: string) => problems.push({ line, message }),
  };
}
export type Context = ReturnType<typeof createContext>;

/** The key of a source by name, for files without IDs and addresses. */
export const byName = (name: string): ImportItem['source'] => ({ source: 'name', key: nameKey(name) });

/** The identifier in a cell of a row. One that can't be read is reported in `notes`, and undefined. */
export function identifierIn(
  row: { line: number },
  cell: string | undefined,
  kind: Identifier,
  context: Context,
): string | undefined {
  if (cell === undefined) return undefined;
  const { value, problem } = readIdentifier(cell, kind);
  if (problem) context.note(row, notImported(problem));
  return value;
}

/** The number in a cell, which may have a unit (`%`, `g`), in the notation of the API; another text unchanged. */
export function numberIn(cell: string | undefined): string | undefined {
  const number = readNumber((cell ?? '').replace(/(?:%|\bg|(?<=\d)g)$/i, ''));
  return number === undefined ? cell : String(number);
}

/** The units in a cell, which can be negative in other shops: `1,200`, `5.0`, `-3`. NaN for another text. */
export const countIn = (cell: string): number => {
  const isNegative = /^[-−]/.test(cell);
  return (isNegative ? -1 : 1) * (readNumber(isNegative ? cell.slice(1) : cell) ?? Number.NaN);
};

/** A yes/no cell of a row; one that says neither is reported in `notes`, and undefined. */
export function flagIn(row: Row, column: string, context: Context): boolean | undefined {
  const cell = row.given(column);
  const flag = cell === undefined ? undefined : readYesNo(cell);
  if (cell && flag === undefined)
    context.note(row, notImported(`${column}: “${short(cell)}” is neither yes nor no`));
  return flag;
}

/** A price cell of a row in rupees. An invalid one is reported in `notes`, and undefined. */
export function priceIn(row: Row, cell: string | undefined, context: Context): string | undefined {
  if (!cell) return cell;
  const read = readPrice(cell, context);
  if ('price' in read) return read.price;
  context.noPrice(row, read.problem);
  return undefined;
}

const foreignSign = /(?![₹₨])\p{Sc}|\b(?!INR)[A-Z]{3}\b/u;

/**
 * A price cell as rupees: “1,299”, “₹1,299.00”, “1299,50”, “499 Rs”. Amounts without a rupee sign are multiplied by
 * `rupeesPerUnit`. It is rounded to a paisa unless GST is added to it later. `problem` says why a cell is not a price; a
 * foreign currency is a problem while the rate is 1.
 */
function readPrice(
  cell: string,
  { rupeesPerUnit, pricesWithoutGst }: Context,
): { price: string } | { problem: string } {
  const isForeign = foreignSign.test(cell);
  if (isForeign && rupeesPerUnit === 1) return { problem: `“${short(cell)}” is not a price in rupees` };
  const amount = readAmount(isForeign ? cell.replace(foreignSign, '') : cell, pricesWithoutGst);
  if (amount === undefined) return { problem: `“${short(cell)}” is not a price` };
  const rate = isInRupees(cell) ? 1 : rupeesPerUnit;
  return { price: String(pricesWithoutGst ? amount * rate : inRupees(amount, rate)) };
}

const short = (cell: string) => cell.slice(0, 40);

/** What is said about a text of which question marks are left. */
export const withoutLetters = (cell: string): string =>
  `“${short(cell.trim())}” has lost its letters: save the file as “CSV UTF-8”`;

/**
 * Selling and list price of a file with a selling price and, in a separate column, the higher previous price.
 * `before` is undefined if that column is absent.
 */
export function reducedPrice(
  row: Row,
  selling: string,
  before: string | undefined,
  context: Context,
): Pick<ImportVariant, 'price' | 'finalPrice'> {
  if (before === undefined) return { finalPrice: selling };
  if (Number(before) > Number(selling)) return { price: before, finalPrice: selling };
  if (Number(before) > 0 && Number(before) < Number(selling))
    context.note(row, `The compare-at price ${before} is below the price ${selling} and is not imported`);
  return { price: selling, finalPrice: selling };
}

/** The stock for products whose stock another shop did not track: the largest quantity that shoppers can order. */
export const uncountedStock = '10';

/** The name of a group; one that is too long is reported in `notes`, and undefined. */
export function groupWithin(cell: string | undefined, line: number, context: Context): string | undefined {
  const name = cell && oneLine(cell);
  if (name && isLost(name)) {
    context.note({ line }, notImported(withoutLetters(name)));
    return undefined;
  }
  if (name === undefined || name.length <= maxGroup) return name;
  context.note({ line }, notImported(`“${short(name)}…” is too long for a category, brand or type`));
  return undefined;
}
const maxGroup = 120;

/**
 * The tags of a product; those that are too many or too long are reported in `notes`, and undefined is returned if one has
 * lost its letters.
 */
export function tagsWithin(tags: string[], line: number, context: Context): string[] | undefined {
  const lost = tags.find(isLost);
  if (lost) {
    context.note({ line }, notImported(withoutLetters(lost)));
    return undefined;
  }
  const all = distinctWords(tags.map((tag) => oneLine(tag.replaceAll(',', ' '))));
  const kept = all.filter(({ length }) => length <= maxTagLength).slice(0, maxTags);
  if (kept.length < all.length)
    context.note({ line }, `Only ${kept.length} of its ${all.length} tags are imported`);
  return kept;
}

/** The maximum number of pictures for a product. */
const maxPictures = 20;

/** The distinct pictures of a product; those beyond the limit are reported in `notes`. */
export function picturesWithin(pictures: string[], line: number, context: Context): string[] {
  const all = distinct(pictures);
  if (all.length > maxPictures)
    context.note({ line }, `Only the first ${maxPictures} of its ${all.length} pictures are imported`);
  return all.slice(0, maxPictures);
}
