import { fromCsvCell } from '../../../../shared/csv.ts';
import { declarationFields, declarationNames } from '../../../../shared/products/declarations.ts';
import { readMonth } from '../../../csv/dates.ts';
import type { Row } from '../../../csv/table.ts';
import { attributeColumn, stockWhenExported, valueSeparator } from '../../export-columns.ts';
import { barcodeIn, costIn, readMoment } from '../detail-cells.ts';
import {
  byName,
  type Context,
  createContext,
  flagIn,
  groupWithin,
  type ImportVariant,
  identifierIn,
  notImported,
  numberIn,
  picturesWithin,
  priceIn,
  type ReadItem,
  tagsWithin,
} from '../item.ts';
import { distinct, distinctWords, nameKey, slugFor } from '../names.ts';

/** Reads an export of this shop (export.ts), in rupees: one row per variant; rows with the same slug are one product. */
export function readOwn(rows: Row[]): ReadItem[] {
  const byProduct = Map.groupBy(rows, (row) => textIn(row, 'Slug') || ` ${nameKey(row.get('Name'))}`);
  return [...byProduct.values()].map(productOf);
}

function productOf(rows: Row[]): ReadItem {
  const first = rows[0] as Row;
  const { line } = first;
  const context = createContext({ rupeesPerUnit: 1 });
  const { notes, problems } = context;
  const text = (column: string) => textIn(first, column);
  const [address, name] = [text('Slug'), text('Name')];
  const flag = (column: string) => flagIn(first, column, context);
  const group = (column: string) => groupWithin(text(column), line, context);
  const status = statusOf(text('Status'), line, context);
  const options = optionsOf(rows, first);
  const category = group('Category');
  const subcategory = group('Subcategory');
  if (subcategory && category === undefined)
    context.note({ line }, 'The subcategory is imported only with its category, in a column “Category”');
  const pictures = first.given('Pictures');
  const tags = text('Tags');
  return {
    line,
    slug: slugFor(address, name ?? ''),
    ...(address ? { address } : { source: byName(name ?? '') }),
    name,
    description: text('Description'),
    status,
    newStatus: status,
    isFeatured: flag('Featured'),
    isTopDeal: flag('Top deal'),
    isTrending: flag('Trending'),
    isGiftCard: flag('Gift card'),
    hsn: identifierIn(first, first.given('HSN'), 'HSN code', context),
    gstRate: numberIn(text('GST rate')),
    declarations: declarationsOf(first, context),
    category,
    subcategory: category === undefined ? undefined : subcategory,
    brand: group('Brand'),
    productType: group('Product type'),
    seoTitle: text('SEO title'),
    seoDescription: text('SEO description'),
    publishAt: momentIn(first, 'Publish on', context),
    tags: tags === undefined ? undefined : tagsWithin(tags.split(','), line, context),
    attributes: attributesOf(first),
    options,
    variants: rows.map((row) => variantOf(row, options?.length ?? 0, context)),
    pictures: pictures === undefined ? undefined : picturesWithin(picturesIn(pictures), line, context),
    imageAlts: altsOf(first, pictures),
    notes,
    problems,
    own: true,
  };
}

function declarationsOf(row: Row, context: Context): ReadItem['declarations'] {
  return Object.fromEntries(
    declarationNames.flatMap((name) => {
      const { label } = declarationFields[name];
      const cell =
        name === 'fssai' ? identifierIn(row, row.given(label), 'FSSAI licence', context) : textIn(row, label);
      if (cell === undefined) return [];
      return [[name, name === 'madeIn' ? (readMonth(cell) ?? cell) : cell]];
    }),
  );
}

/** The values in the columns of attributes; an empty cell removes them. */
function attributesOf(row: Row): ReadItem['attributes'] {
  const columns = row.columns.filter((name) => name.toLowerCase().startsWith(attributeColumn.toLowerCase()));
  if (columns.length === 0) return undefined;
  return columns.map((name) => ({
    attribute: name.slice(attributeColumn.length).trim(),
    values: distinct((textIn(row, name) ?? '').split(valueSeparator.trim()).map((value) => value.trim())),
  }));
}

function optionsOf(group: Row[], first: Row): ReadItem['options'] {
  if (first.given('Option 1') === undefined) return undefined;
  return [1, 2, 3].flatMap((n) => {
    const name = textIn(first, `Option ${n}`);
    return name ? [{ name, values: distinctWords(group.map((row) => valueIn(row, n))) }] : [];
  });
}

function variantOf(row: Row, optionCount: number, context: Context): ImportVariant {
  const price = (column: string) => priceIn(row, row.given(column), context);
  const number = (column: string) => numberIn(row.given(column));
  const listPrice = price('Price');
  if (listPrice === '') context.noPrice(row, 'Valid price is required');
  const stock = number('Stock');
  return {
    line: row.line,
    values: Array.from({ length: optionCount }, (_, i) => valueIn(row, i + 1)),
    sku: identifierIn(row, row.given('SKU'), 'SKU', context) || undefined,
    price: listPrice || undefined,
    finalPrice: price('Selling price'),
    discount: number('Discount'),
    countInStock: stock === '' ? '0' : stock,
    countInStockBefore: number(stockWhenExported) || undefined,
    shelfCode: textIn(row, 'Shelf code'),
    weightGrams: number('Weight (g)'),
    picture: row.given('Variant picture'),
    netQuantity: textIn(row, 'Net quantity'),
    barcode: barcodeIn(row, row.given('Barcode'), context),
    cost: costIn(row, row.given('Cost price'), context),
    ...saleOf(row, context),
  };
}

/** The scheduled sale of a variant, unless it is over. */
function saleOf(row: Row, context: Context): Pick<ImportVariant, 'salePrice' | 'saleFrom' | 'saleUntil'> {
  const salePrice = priceIn(row, row.given('Sale price'), context);
  const saleUntil = momentIn(row, 'Sale until', context, true);
  const sale = { salePrice, saleFrom: momentIn(row, 'Sale from', context), saleUntil };
  if (!salePrice || !saleUntil || Date.parse(saleUntil) > Date.now()) return sale;
  context.note(row, `The sale price ${salePrice} is not imported: the sale is over`);
  return { salePrice: '' };
}

function momentIn(row: Row, column: string, context: Context, isEnd = false): string | undefined {
  const cell = textIn(row, column);
  if (cell === undefined) return undefined;
  const read = readMoment(cell, isEnd);
  if ('moment' in read) return read.moment;
  context.note(row, notImported(`${column}: ${read.problem}`));
  return undefined;
}

/** What the pictures show, in their order. */
function altsOf(row: Row, pictures: string | undefined): ReadItem['imageAlts'] {
  const cell = textIn(row, 'Alt texts');
  if (cell === undefined || pictures === undefined) return undefined;
  const texts = cell.split(valueSeparator.trim());
  return Object.fromEntries(picturesIn(pictures).map((path, i) => [path, texts[i]?.trim() ?? '']));
}

function statusOf(cell: string | undefined, line: number, context: Context): ReadItem['status'] {
  const status = cell?.toLowerCase();
  if (!status) return undefined;
  if (status === 'active' || status === 'draft' || status === 'featured' || status === 'archived')
    return status;
  context.note({ line }, notImported(`“${cell}” is not a status: active, draft, featured or archived`));
  return undefined;
}

/**
 * Paths, addresses and file names, with spaces, commas or the like between them; a file name may hold spaces. No
 * expression matches a sequence of spaces of which the rest may not match, which would take time quadratic in its length.
 */
const picturesIn = (cell: string) =>
  cell
    .split(/[|;\n]|(?<=\.(?:jpe?g|png|webp|avif|gif))[\s,]+|(?<=\s)(?=https?:|uploads\/)/i)
    .map((text) => text.trim().replace(/,$/, ''))
    .filter(Boolean);

/** A text without the quote that keeps spreadsheets from running or changing it. */
function textIn(row: Row, column: string): string | undefined {
  const cell = row.given(column);
  return cell === undefined ? undefined : fromCsvCell(cell).trim();
}

const valueIn = (row: Row, option: number) => textIn(row, `Value ${option}`) ?? '';
