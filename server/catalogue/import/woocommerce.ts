import { minuteInIndia } from '../../../shared/order-date.ts';
import { slugify } from '../../../shared/slug.ts';
import { readDate } from '../../csv/dates.ts';
import type { Row } from '../../csv/table.ts';
import { textOf } from '../../html-text.ts';
import {
  type BadRow,
  type Context,
  countIn,
  createContext,
  type ImportVariant,
  identifierIn,
  picturesWithin,
  priceIn,
  type ReadItem,
  type ReadOptions,
  reducedPrice,
  tagsWithin,
  uncountedStock,
} from './item.ts';
import { attributesOf, combinationsOf, describeAttributes, listIn } from './woocommerce-attributes.ts';

/** Whether these are the columns of a WooCommerce export. */
export const isWooCommerce = (has: (column: string) => boolean): boolean =>
  has('Type') && has('Name') && ['SKU', 'Regular price', 'Published'].some(has) && !has('Slug');

/** A WooCommerce export: variations name their parent by SKU or id; an attribute left blank means any value. */
export function readWooCommerce(rows: Row[], readOptions: ReadOptions): { items: ReadItem[]; bad: BadRow[] } {
  const variations = Map.groupBy(
    rows.filter((row) => typesOf(row).includes('variation')),
    (row) => row.get('Parent'),
  );
  const items: ReadItem[] = [];
  const bad: BadRow[] = [];
  const freeSlug = createSlugs();
  const used = new Set<Row>();
  for (const row of rows) {
    const types = typesOf(row);
    if (types.includes('variation')) continue;
    if (!types.includes('simple') && !types.includes('variable')) {
      bad.push({ line: row.line, name: row.get('Name'), message: whyNot(row, types) });
      continue;
    }
    const children = types.includes('variable') ? takeVariations(variations, row) : [];
    for (const child of children) used.add(child);
    items.push(productOf(row, children, freeSlug(row.get('Name')), readOptions));
  }
  for (const row of rows)
    if (typesOf(row).includes('variation') && !used.has(row))
      bad.push({ line: row.line, name: row.get('Name'), message: 'Its parent product is not in the file' });
  return { items, bad };
}

/** The variations of a parent. A second parent with the same SKU or id gets none. */
function takeVariations(variations: Map<string, Row[]>, parent: Row): Row[] {
  return [parent.get('SKU'), `id:${parent.get('ID')}`].flatMap((key) => {
    const found = variations.get(key) ?? [];
    variations.delete(key);
    return found;
  });
}

const typesOf = (row: Row) => listIn(row.get('Type'));

function whyNot(row: Row, types: string[]): string {
  const members = row.get('Grouped products');
  if (types.includes('grouped'))
    return `A grouped product can’t be imported${members ? `: ${members}` : ''}. The products in it are imported`;
  if (types.includes('external')) return 'An external product, sold by another shop, can’t be imported';
  return `Products of the type “${row.get('Type')}” can’t be imported`;
}

function productOf(row: Row, children: Row[], slug: string, readOptions: ReadOptions): ReadItem {
  const { line } = row;
  const context = createContext(readOptions);
  const { notes, problems } = context;
  const attributes = attributesOf(row, children);
  const variants = attributes.length > 0 ? children : [row];
  if (attributes.length === 0)
    for (const child of children)
      context.problem(child, 'Its variations have no attributes to distinguish them');
  describeAttributes(row, attributes, context);
  const tags = row.given('Tags');
  const pictures = row.given('Images') === undefined ? undefined : [row, ...children].flatMap(picturesOf);
  return {
    ...{ line, slug, name: row.given('Name'), newStatus: statusOf(row, context) },
    description: descriptionOf(row),
    isFeatured: row.given('Is featured?') === undefined ? undefined : row.get('Is featured?') === '1',
    ...groupsOf(row, context),
    tags: tags === undefined ? undefined : tagsWithin(listIn(tags), line, context),
    options: row.given('Attribute 1 name') === undefined ? undefined : attributes,
    variants: combinationsOf(
      variants.map((each) => ({
        row: each,
        variant: variantOf(each, attributes.length > 0, context),
      })),
      attributes,
      context,
    ),
    pictures: pictures && picturesWithin(pictures, line, context),
    pricesWithoutGst: readOptions.pricesWithoutGst,
    ...{ notes, problems, own: false },
  };
}

function variantOf(row: Row, isVariation: boolean, context: Context): Omit<ImportVariant, 'values'> {
  const [picture = ''] = picturesOf(row);
  if (isVariation && row.given('Published') !== undefined && row.get('Published') !== '1')
    context.note(row, 'This variation was disabled; it is imported with the others');
  return {
    line: row.line,
    sku: identifierIn(row, row.get('SKU'), 'SKU', context) || undefined,
    ...pricesIn(row, context),
    countInStock: stockIn(row, context),
    picture: isVariation && row.given('Images') !== undefined ? picture : undefined,
  };
}

function descriptionOf(row: Row): string | undefined {
  const texts = [row.given('Description'), row.given('Short description')];
  const text = texts.find(Boolean) ?? texts.find((each) => each !== undefined);
  return text === undefined ? undefined : textOf(text);
}

function statusOf(row: Row, context: Context): ReadItem['status'] {
  const note = (message: string) => context.note(row, message);
  const types = typesOf(row);
  if (types.includes('downloadable')) note('Its download is not imported');
  if (types.includes('virtual')) note('It is a virtual product; here it is sold like goods that are shipped');
  const hidden = row.get('Visibility in catalog') === 'hidden';
  if (hidden) note('It was hidden in the catalogue: imported as a draft');
  const published = row.given('Published');
  return hidden || (published !== undefined && published !== '1') ? 'draft' : 'active';
}

/** The first of its categories with one subcategory level; the others are reported in `notes`. */
function groupsOf(row: Row, context: Context): Pick<ReadItem, 'category' | 'subcategory' | 'brand'> {
  const brand = row.given('Brands') === undefined ? undefined : (listIn(row.get('Brands'))[0] ?? '');
  const cell = row.given('Categories');
  if (cell === undefined) return { brand };
  const [first = '', ...others] = listIn(cell);
  const [category = '', subcategory = '', ...deeper] = first.split('>').map((part) => part.trim());
  const left = [...(deeper.length > 0 ? [first] : []), ...others];
  if (left.length > 0)
    context.note(
      row,
      `Only “${[category, subcategory].filter(Boolean).join(' > ')}” of its categories is imported, not ${left.join(', ')}`,
    );
  return { brand, category, subcategory };
}

const picturesOf = (row: Row) => listIn(row.get('Images'));

/** Derives a slug from each name, with a number if it is taken. */
function createSlugs() {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name: string): string => {
    const base = slugify(name) || 'product';
    let slug = base;
    let number = numbers.get(base) ?? 1;
    while (taken.has(slug)) slug = `${base}-${++number}`;
    numbers.set(base, number);
    taken.add(slug);
    return slug;
  };
}

/** Selling and list price of a row; a sale price applies only during the sale. */
function pricesIn(row: Row, context: Context): Pick<ImportVariant, 'price' | 'finalPrice'> {
  const [regularCell, saleCell] = [row.given('Regular price'), row.given('Sale price')];
  if (regularCell === undefined) {
    if (saleCell)
      context.note(row, 'The sale price is imported only if the file has a column “Regular price”');
    return {};
  }
  const regular = priceIn(row, regularCell, context);
  const sale = saleCell && priceIn(row, saleCell, context);
  if (!regular && !sale) {
    context.problem(row, 'Valid price is required');
    return {};
  }
  const why = sale ? notNow(row, context) : undefined;
  if (why) context.note(row, `The sale price ${sale} is not imported: ${why}`);
  if (!sale || why)
    return saleCell === undefined ? { finalPrice: regular } : { price: regular, finalPrice: regular };
  if (regular && Number(sale) > Number(regular)) {
    context.note(row, `The sale price ${sale} is above the price ${regular} and is not imported`);
    return { price: regular, finalPrice: regular };
  }
  return reducedPrice(row, sale, regular, context);
}

/** Why a sale price does not apply today in India. The end of a sale that applies is reported in `notes`. */
function notNow(row: Row, context: Context): string | undefined {
  const [starts, ends] = [row.get('Date sale price starts'), row.get('Date sale price ends')];
  const [from, until] = [readDate(starts)?.day, readDate(ends)?.day];
  const today = minuteInIndia(new Date()).slice(0, 10);
  if (starts && !from) return `its start “${starts}” is not a date`;
  if (ends && !until) return `its end “${ends}” is not a date`;
  if (from && from > today) return `the sale starts on ${from}`;
  if (until && until < today) return `the sale ended on ${until}`;
  if (until)
    context.note(row, `The end of the sale on ${until} is not imported: end it yourself after that day`);
  return undefined;
}

/** The stock of a row. Untracked stock is reported and set to the largest quantity that shoppers can order. */
function stockIn(row: Row, context: Context): string | undefined {
  const note = (message: string) => context.note(row, message);
  const [stock, inStock] = [row.given('Stock'), row.given('In stock?')];
  if (stock === undefined && inStock === undefined) return undefined;
  if (/^(1|notify)$/i.test(row.get('Backorders allowed?')))
    note('It was sold beyond its stock; here it is sold out at 0');
  if (!stock) {
    if (inStock === '0') return '0';
    note(`Its stock was not counted: set to ${uncountedStock}`);
    return uncountedStock;
  }
  const count = countIn(stock);
  if (Number.isNaN(count)) return stock;
  const whole = Math.max(0, Math.floor(count));
  if (whole !== count) note(`Its stock was ${stock}: set to ${whole}`);
  return String(whole);
}
