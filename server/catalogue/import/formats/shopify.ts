import { netQuantityText, readNetQuantity } from '../../../../shared/products/net-quantity.ts';
import { readYesNo } from '../../../../shared/spreadsheets.ts';
import type { Row } from '../../../csv/table.ts';
import { textOf } from '../../../html-text.ts';
import { attributeIn, barcodeIn, costIn, gramsIn, taxColumn, taxIn } from '../detail-cells.ts';
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
  alt: ['Image Alt Text'],
  variantPicture: ['Variant Image', 'Variant image URL'],
  type: ['Type', 'Custom Product Type'],
  category: ['Product Category', 'Standardized Product Type'],
  barcode: ['Variant Barcode', 'Barcode'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  weight: ['Variant Weight'],
  weightUnit: ['Variant Weight Unit', 'Weight unit for display'],
  needsShipping: ['Variant Requires Shipping', 'Requires shipping'],
  taxable: ['Variant Taxable', 'Charge tax'],
  fulfilment: ['Variant Fulfillment Service', 'Fulfillment service'],
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
    (row) => row.get('Option1 Value') || cell(row, 'price') || cell(row, 'sku') || row === first,
  );
  const options = optionsOf(first, variantRows);
  const body = given(first, 'body');
  const tags = first.given('Tags');
  const isGiftCard = readYesNo(first.get('Gift Card')) || undefined;
  if (!isGiftCard) noteTerms(variantRows, context);
  return {
    ...identityOf(group, first),
    line: first.line,
    name: first.given('Title'),
    isGiftCard,
    newStatus: statusOf(first),
    description: body === undefined ? undefined : textOf(body),
    descriptionHtml: body && hasFormatting(body) ? `<div>${body}</div>` : undefined,
    brand: groupWithin(first.given('Vendor'), first.line, context),
    productType: groupWithin(given(first, 'type'), first.line, context),
    firstCategory: firstCategoryOf(first, context),
    ...(isGiftCard ? {} : taxIn(group, context)),
    attributes: metafieldsOf(first, options ?? [], context),
    seoTitle: first.given('SEO Title'),
    seoDescription: first.given('SEO Description'),
    tags: tags === undefined ? undefined : tagsWithin(tags.split(','), first.line, context),
    options,
    variants: variantRows.map((row) => variantOf(row, options?.length ?? 0, context)),
    pictures: picturesOf(group, first.line, context),
    imageAlts: Object.fromEntries(
      group.map((row) => [cell(row, 'picture'), cell(row, 'alt')]).filter(([, alt]) => alt),
    ),
    pricesWithoutGst: readOptions.pricesWithoutGst,
    notes,
    problems,
    own: false,
  };
}

/** Whether a text has formatting that descriptions here can have. Tables become lines of plain text. */
const hasFormatting = (html: string) =>
  /<(ul|ol|h[1-6]|strong|b|em|i|u|a|blockquote)[\s>]/i.test(html) && !/<table[\s>]/i.test(html);

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
    barcode: barcodeIn(row, given(row, 'barcode'), context),
    cost: costIn(row, row.given('Cost per item'), context),
    weightGrams: weightOf(row, context),
    netQuantity: netQuantityOf(row, context),
    picture: given(row, 'variantPicture'),
  };
}

/** Grams of a variant. Files of Shopify have grams, those of some apps another unit. */
function weightOf(row: Row, context: Context): string | undefined {
  const unit = cell(row, 'weightUnit');
  return gramsIn(row, given(row, 'grams'), 'g', context) ?? gramsIn(row, given(row, 'weight'), unit, context);
}

/** What a package contains, from the columns of the unit price. */
function netQuantityOf(row: Row, context: Context): string | undefined {
  const [total = '', unit = '', base = '', baseUnit = ''] = [
    'Total Measure',
    'Total Measure Unit',
    'Base Measure',
    'Base Measure Unit',
  ].map((name) => row.get(`Unit Price ${name}`));
  if (!total && !base && !baseUnit) return undefined;
  const quantity = readNetQuantity(`${total} ${unit}`);
  if (quantity) return netQuantityText(quantity);
  context.note(row, `The unit price is not imported: “${`${total} ${unit}`.trim()}” is not a net quantity`);
  return undefined;
}

/** Reports terms of sale that products do not have here, once for a product. */
function noteTerms(rows: Row[], context: Context): void {
  const note = (row: Row | undefined, message: string) => row && context.noteOfNew(row, message);
  const isNo = (field: 'needsShipping' | 'taxable') => (row: Row) =>
    cell(row, field) !== '' && readYesNo(cell(row, field)) === false;
  note(
    rows.find(isNo('needsShipping')),
    'It was sold without shipping; here it is sold like goods that are shipped',
  );
  note(rows.find(isNo('taxable')), 'It was sold without tax; here its GST rate counts');
  const sent = rows.find((row) => !/^(?:manual)?$/i.test(cell(row, 'fulfilment')));
  note(sent, `It was sent by “${sent ? cell(sent, 'fulfilment').slice(0, 40) : ''}”; here you send it`);
}

/** The last two levels of Shopify’s category, such as Decor > Vases. */
function firstCategoryOf(row: Row, context: Context): ReadItem['firstCategory'] {
  const path = cell(row, 'category')
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name && !/^uncategori[sz]ed$/i.test(name));
  const [category = '', subcategory = ''] = path
    .slice(-2)
    .map((name) => groupWithin(name, row.line, context) ?? '');
  return category ? { category, subcategory } : undefined;
}

const metafield = /^(.+) \(product\.metafields\.((?:shopify|custom)\.[\w-]+)\)$/i;

/** The values of metafields, except those of which an option has the values, and those that name other objects. */
function metafieldsOf(row: Row, options: { name: string }[], context: Context): ReadItem['attributes'] {
  const linked = [1, 2, 3].map((n) => row.get(`Option${n} Linked To`).toLowerCase());
  const found = row.columns.flatMap((column) => {
    const [, name = '', key = ''] = metafield.exec(column) ?? [];
    const isOption =
      linked.includes(`product.metafields.${key}`.toLowerCase()) ||
      options.some((option) => option.name.toLowerCase() === name.toLowerCase());
    if (!name || isOption || taxColumn(column)) return [];
    const value = row.get(column);
    if (!value || /^(?:gid:|[{[])/.test(value)) {
      if (value) context.note(row, `The metafield “${name}” is not imported`);
      return [];
    }
    return (
      attributeIn(row, { name, values: value.split(';'), isFilter: key.startsWith('shopify.') }, context) ??
      []
    );
  });
  return found.length > 0 ? found : undefined;
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
    .map((row) => ({ picture: cell(row, 'picture'), position: Number(cell(row, 'position')) }))
    .filter(({ picture }) => picture)
    .toSorted((a, b) => a.position - b.position)
    .map(({ picture }) => picture);
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
