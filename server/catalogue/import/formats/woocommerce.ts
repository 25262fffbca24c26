import { readIdentifier } from '../../../../shared/identifiers.ts';
import { readYesNo } from '../../../../shared/spreadsheets.ts';
import type { Row } from '../../../csv/table.ts';
import { textOf } from '../../../html-text.ts';
import { taxIn } from '../detail-cells.ts';
import {
  type BadRow,
  byName,
  type Context,
  countIn,
  createContext,
  flagIn,
  groupWithin,
  type ImportVariant,
  identifierIn,
  picturesWithin,
  type ReadItem,
  type ReadOptions,
  tagsWithin,
  uncountedStock,
} from '../item.ts';
import { nameKey, plainLine, slugFor } from '../names.ts';
import {
  attributesOf,
  checkOptions,
  combinationsOf,
  listIn,
  partsIn,
  wooAttributes,
} from './woocommerce-attributes.ts';
import { attributesOfProduct, brandIn, noteTerms, seoTexts, variantDetails } from './woocommerce-details.ts';
import { pricesIn } from './woocommerce-prices.ts';

/** Whether these are the columns of a WooCommerce export. */
export const isWooCommerce = (has: (column: string) => boolean): boolean =>
  has('Type') && has('Name') && ['SKU', 'Regular price', 'Published'].some(has) && !has('Slug');

/** A WooCommerce export: variations name their parent by SKU or id; an attribute left blank means any value. */
export function readWooCommerce(rows: Row[], readOptions: ReadOptions): { items: ReadItem[]; bad: BadRow[] } {
  const unclear = sharedSkus(rows).add('');
  const variations = Map.groupBy(
    rows.filter((row) => typesOf(row).includes('variation') && !unclear.has(row.get('Parent'))),
    (row) => row.get('Parent'),
  );
  const items: ReadItem[] = [];
  const bad: BadRow[] = [];
  const sourceOf = sourcesOf(rows);
  const used = new Set<Row>();
  for (const row of rows) {
    const types = typesOf(row);
    if (types.includes('variation')) continue;
    if (!types.includes('simple') && !types.includes('variable')) {
      bad.push({ line: row.line, name: nameIn(row), message: whyNot(row, types) });
      continue;
    }
    const children = types.includes('variable') ? takeVariations(variations, row) : [];
    for (const child of children) used.add(child);
    items.push(productOf(row, children, sourceOf(row), readOptions));
  }
  for (const row of rows)
    if (typesOf(row).includes('variation') && !used.has(row))
      bad.push({ line: row.line, name: nameIn(row), message: withoutParent(row.get('Parent'), unclear) });
  return { items, bad };
}

/** The variations of a parent. A second row of the same parent gets none. */
function takeVariations(variations: Map<string, Row[]>, parent: Row): Row[] {
  return [parent.get('SKU'), `id:${idOf(parent)}`].flatMap((key) => {
    const found = variations.get(key) ?? [];
    variations.delete(key);
    return found;
  });
}

/** The SKUs of several products with variations, for example after a spreadsheet has shortened them. */
function sharedSkus(rows: Row[]): Set<string> {
  const products = new Map<string, string>();
  const shared = new Set<string>();
  for (const row of rows.filter((row) => typesOf(row).includes('variable'))) {
    const [sku, product] = [row.get('SKU'), `${row.get('ID')} ${nameIn(row)}`];
    if ((products.get(sku) ?? product) !== product) shared.add(sku);
    products.set(sku, product);
  }
  return shared;
}

const withoutParent = (parent: string, unclear: Set<string>) =>
  parent && unclear.has(parent)
    ? `Several products of the file have the SKU of its parent, “${parent}”`
    : 'Its parent product is not in the file';

const idOf = (row: Row) => readIdentifier(row.get('ID'), 'product ID').value;
const typesOf = (row: Row) => partsIn(row.get('Type').toLowerCase());

function whyNot(row: Row, types: string[]): string {
  const members = row.get('Grouped products');
  if (types.includes('grouped'))
    return `A grouped product can’t be imported${members ? `: ${members}` : ''}. The products in it are imported`;
  if (types.includes('external')) return 'An external product, sold by another shop, can’t be imported';
  return `Products of the type “${row.get('Type')}” can’t be imported`;
}

function productOf(
  row: Row,
  children: Row[],
  source: ReadItem['source'],
  readOptions: ReadOptions,
): ReadItem {
  const { line } = row;
  const context = createContext(readOptions);
  const { notes, problems } = context;
  const attributes = attributesOf(row, children);
  // The combinations of a product whose variations are not in the file stay.
  const isWithoutRows = typesOf(row).includes('variable') && children.length === 0;
  const variants = attributes.length > 0 || isWithoutRows ? children : [row];
  if (attributes.length === 0)
    for (const child of children)
      context.problem(child, 'Its variations have no attributes to distinguish them');
  checkOptions(row, attributes, context);
  noteTerms(row, context);
  const all = wooAttributes(row);
  if (isWithoutRows && all.length > 0)
    context.note(row, 'Its attributes are not imported, because its variations are not in the file');
  const tags = row.given('Tags');
  const pictures = row.given('Images') === undefined ? undefined : [row, ...children].flatMap(picturesOf);
  return {
    line,
    source,
    slug: slugFor(undefined, nameIn(row)),
    name: row.given('Name') === undefined ? undefined : nameIn(row),
    newStatus: statusOf(row, context),
    description: descriptionOf(row),
    isFeatured: flagIn(row, 'Is featured?', context),
    ...groupsOf(row, brandIn(all), context),
    ...seoTexts(row),
    ...taxIn([row, ...children], context),
    attributes: isWithoutRows ? undefined : attributesOfProduct(row, all, attributes, context),
    tags: tags === undefined ? undefined : tagsWithin(listIn(tags), line, context),
    options: row.given('Attribute 1 name') === undefined || isWithoutRows ? undefined : attributes,
    variants: combinationsOf(
      variants.map((variant) => ({
        row: variant,
        variant: variantOf(variant, row, attributes.length > 0, context),
      })),
      attributes,
      context,
    ),
    pictures: pictures && picturesWithin(pictures, line, context),
    pricesWithoutGst: readOptions.pricesWithoutGst,
    notes,
    problems,
    own: false,
  };
}

function variantOf(
  row: Row,
  parent: Row,
  isVariation: boolean,
  context: Context,
): Omit<ImportVariant, 'values'> {
  const [picture = ''] = picturesOf(row);
  if (isVariation && isHidden(row))
    context.note(row, 'This variation was disabled; it is imported with the others');
  return {
    line: row.line,
    sku: identifierIn(row, row.get('SKU'), 'SKU', context) || undefined,
    ...pricesIn(row, context),
    ...variantDetails(row, parent, context),
    countInStock: stockIn(row, context),
    picture: isVariation && row.given('Images') !== undefined ? picture : undefined,
  };
}

/** The short description before the long one, unless that contains it. */
function descriptionOf(row: Row): string | undefined {
  const cells = [row.given('Short description'), row.given('Description')];
  if (cells.every((cell) => cell === undefined)) return undefined;
  const [short = '', long = ''] = cells.map((cell = '') => textOf(cell));
  return long.includes(short) ? long : [short, long].filter(Boolean).join('\n\n');
}

function statusOf(row: Row, context: Context): ReadItem['status'] {
  const note = (message: string) => context.noteOfNew(row, message);
  const types = typesOf(row);
  if (types.includes('downloadable')) note('Its download is not imported');
  if (types.includes('virtual')) note('It is a virtual product; here it is sold like goods that are shipped');
  const hidden = row.get('Visibility in catalog') === 'hidden';
  if (hidden) note('It was hidden in the catalogue: imported as a draft');
  return hidden || isHidden(row) ? 'draft' : 'active';
}

/** Whether a row is not published: 0, or -1 for a draft. */
const isHidden = (row: Row) => row.given('Published') !== undefined && !readYesNo(row.get('Published'));

const noCategory = /^uncategori[sz]ed$/i;

/** The first of its categories with the subcategory that is given for it; the others are reported in `notes`. */
function groupsOf(
  row: Row,
  ofAttribute: string | undefined,
  context: Context,
): Pick<ReadItem, 'category' | 'subcategory' | 'brand'> {
  const within = (name: string | undefined) => groupWithin(name, row.line, context);
  const named = row.given('Brands') === undefined ? undefined : (listIn(row.get('Brands'))[0] ?? '');
  const brand = within(named || ofAttribute || named);
  const cell = row.given('Categories');
  if (cell === '') return { brand, category: '', subcategory: '' };
  const paths = partsIn(cell ?? '')
    .map((path) => path.split('>').map(plainLine).filter(Boolean))
    .filter(([top = '']) => top && !noCategory.test(top));
  const [first] = paths;
  if (!first) return { brand };
  const [category = '', subcategory = ''] =
    paths.find((path) => path.length > 1 && isWithin(first.slice(0, 2), path)) ?? first;
  const chosen = [category, subcategory].filter(Boolean);
  const left = paths.filter((path) => !isWithin(path, chosen)).map((path) => path.join(' > '));
  if (left.length > 0)
    context.note(row, `Only “${chosen.join(' > ')}” of its categories is imported, not ${left.join(', ')}`);
  return { brand, category: within(category), subcategory: within(subcategory) };
}

/** Whether a path of categories is the beginning of another one, or the same. */
const isWithin = (path: string[], another: string[]) => path.every((part, i) => part === another[i]);

const picturesOf = (row: Row) => partsIn(row.get('Images'));
const nameIn = (row: Row) => plainLine(row.get('Name'));

/** The source of a row: its ID, else its name if no other product of the file has it. */
function sourcesOf(rows: Row[]): (row: Row) => ReadItem['source'] {
  const keyOf = (row: Row) => nameKey(nameIn(row));
  const named = Map.groupBy(
    rows.filter((row) => !idOf(row) && !typesOf(row).includes('variation')),
    keyOf,
  );
  return (row) => {
    const key = idOf(row);
    if (key) return { source: 'woocommerce', key };
    return named.get(keyOf(row))?.length === 1 ? byName(nameIn(row)) : undefined;
  };
}

/** The stock of a row. Untracked stock is reported and set to the largest quantity that shoppers can order. */
function stockIn(row: Row, context: Context): string | undefined {
  const note = (message: string) => context.noteOfNew(row, message);
  const [stock, inStock] = [row.given('Stock'), row.given('In stock?')];
  if (stock === undefined && inStock === undefined) return undefined;
  if (/^(1|notify)$/i.test(row.get('Backorders allowed?')))
    note('It was sold beyond its stock; here it is sold out at 0');
  if (!stock) {
    if (inStock && !readYesNo(inStock)) return '0';
    note(`Its stock was not counted: set to ${uncountedStock}`);
    return uncountedStock;
  }
  const count = countIn(stock);
  if (Number.isNaN(count)) return stock;
  const whole = Math.max(0, Math.floor(count));
  if (whole !== count) note(`Its stock was ${stock}: set to ${whole}`);
  return String(whole);
}
