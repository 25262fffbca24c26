import { readYesNo } from '../../../../shared/spreadsheets.ts';
import type { Row } from '../../../csv/table.ts';
import { textOf } from '../../../html-text.ts';
import {
  byName,
  type Context,
  countIn,
  createContext,
  groupWithin,
  type ImportVariant,
  identifierIn,
  picturesWithin,
  priceIn,
  type ReadItem,
  type ReadOptions,
  reducedPrice,
  tagsWithin,
  uncountedStock,
} from '../item.ts';
import { distinctWords, nameKey, shortValue, slugFor } from '../names.ts';

/** Columns by the older name and the current one. */
const names = {
  handle: ['Handle', 'URL handle'],
  body: ['Body (HTML)', 'Body HTML', 'Description'],
  published: ['Published', 'Published on online store'],
  sku: ['Variant SKU', 'SKU'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  picture: ['Image Src', 'Product image URL'],
  position: ['Image Position'],
  variantPicture: ['Variant Image', 'Variant image URL'],
} as const;

/** Whether these are the columns of a Shopify export, of either generation. */
export const isShopify = (has: (column: string) => boolean): boolean =>
  names.handle.some(has) && ['Title', ...names.price, ...names.sku, ...names.body].some(has);

/** Reads a Shopify export: rows with the same handle are one product; rows without a variant only add pictures. */
export function readShopify(rows: Row[], readOptions: ReadOptions): ReadItem[] {
  let key = '';
  const byProduct = Map.groupBy(rows, (row) => {
    key = cell(row, 'handle') || (row.get('Title') ? ` ${nameKey(row.get('Title'))}` : key);
    return key;
  });
  return [...byProduct.values()].map((group) => productOf(group, readOptions));
}

/** Handle, slug and source. */
function identityOf(group: Row[], first: Row) {
  const handle = group.map((row) => cell(row, 'handle')).find(Boolean);
  const name = first.get('Title');
  const slug = slugFor(handle, name);
  if (!handle) return { slug, source: byName(name) };
  return { slug, address: handle, source: { source: 'shopify' as const, key: handle } };
}

function productOf(group: Row[], readOptions: ReadOptions): ReadItem {
  const first = group.find((row) => row.get('Title')) ?? (group[0] as Row);
  const context = createContext(readOptions);
  const { notes, problems } = context;
  const variantRows = group.filter(
    (row) => row === first || cell(row, 'price') || cell(row, 'sku') || row.get('Option1 Value'),
  );
  const options = optionsOf(first, variantRows);
  const body = given(first, 'body');
  const tags = first.given('Tags');
  if (readYesNo(first.get('Gift Card')))
    context.noteOfNew(first, 'A gift card is imported as an ordinary product');
  return {
    ...identityOf(group, first),
    line: first.line,
    name: first.given('Title'),
    newStatus: statusOf(first),
    description: body === undefined ? undefined : textOf(body),
    brand: groupWithin(first.given('Vendor'), first.line, context),
    productType: groupWithin(first.given('Type'), first.line, context),
    tags: tags === undefined ? undefined : tagsWithin(tags.split(','), first.line, context),
    options,
    variants: variantRows.map((row) => variantOf(row, options?.length ?? 0, context)),
    pictures: picturesOf(group, first.line, context),
    pricesWithoutGst: readOptions.pricesWithoutGst,
    notes,
    problems,
    own: false,
  };
}

/** A product without options has one called Title with the value Default Title. */
function optionsOf(first: Row, sold: Row[]): ReadItem['options'] {
  if (first.given('Option1 Name') === undefined) return undefined;
  const named = [1, 2, 3].map((n) => first.get(`Option${n} Name`)).filter(Boolean);
  if (named[0] === 'Title' && sold.length <= 1) return [];
  return named.map((name, i) => ({
    name,
    values: distinctWords(sold.map((row) => shortValue(row.get(`Option${i + 1} Value`)))),
  }));
}

function variantOf(row: Row, optionCount: number, context: Context): ImportVariant {
  const selling = priceIn(row, given(row, 'price'), context);
  const before = priceIn(row, given(row, 'compareAt'), context);
  if (selling === '') context.noPrice(row, 'Valid price is required');
  const cells = Array.from({ length: optionCount }, (_, i) => row.get(`Option${i + 1} Value`));
  const values = cells.map(shortValue);
  for (const [i, value] of values.entries())
    if (value !== cells[i]) context.note(row, `A value of an option is too long; it becomes “${value}”`);
  return {
    line: row.line,
    values,
    sku: identifierIn(row, cell(row, 'sku'), 'SKU', context) || undefined,
    ...(selling && reducedPrice(row, selling, before, context)),
    countInStock: stockOf(row, context),
    picture: given(row, 'variantPicture'),
  };
}

/** The stock of a variant. Sales beyond the stock, and untracked stock, can't be imported unchanged. */
function stockOf(row: Row, context: Context): string | undefined {
  const note = (message: string) => context.noteOfNew(row, message);
  if (/^continue$/i.test(cell(row, 'policy')) || readYesNo(cell(row, 'policy')))
    note('It was sold beyond its stock; here it is sold out at 0');
  const stock = given(row, 'stock');
  if (stock === undefined) return undefined;
  const uncounted = given(row, 'tracker') === '';
  const count = stock === '' ? 0 : countIn(stock);
  if (!Number.isInteger(count)) return stock;
  if (uncounted && count <= 0) {
    note(`Its stock was not counted: set to ${uncountedStock}`);
    return uncountedStock;
  }
  if (uncounted) note(`Its stock was not counted: set to the ${count} of the file`);
  else if (stock === '') note('The file has no stock for it: set to 0');
  else if (count < 0) note(`Its stock was ${count}: set to 0`);
  return String(Math.max(0, count));
}

function picturesOf(group: Row[], line: number, context: Context): string[] | undefined {
  const columns = [given(group[0] as Row, 'picture'), given(group[0] as Row, 'variantPicture')];
  if (columns.every((column) => column === undefined)) return undefined;
  const shown = group
    .filter((row) => cell(row, 'picture'))
    .toSorted((a, b) => Number(cell(a, 'position')) - Number(cell(b, 'position')))
    .map((row) => cell(row, 'picture'));
  return picturesWithin([...shown, ...group.map((row) => cell(row, 'variantPicture'))], line, context);
}

function statusOf(row: Row): ReadItem['status'] {
  const status = row.get('Status').toLowerCase();
  const published = cell(row, 'published');
  const isHidden = published !== '' && readYesNo(published) === false;
  if (status === 'archived') return status;
  // `unlisted` and unknown statuses are not shown either.
  return isHidden || (status && status !== 'active') ? 'draft' : 'active';
}

function given(row: Row, field: keyof typeof names): string | undefined {
  const cells = names[field].map((name) => row.given(name));
  return cells.find(Boolean) ?? cells.find((cell) => cell !== undefined);
}

const cell = (row: Row, field: keyof typeof names) => given(row, field) ?? '';
