import { textOf } from '../../../shared/html.ts';
import { slugify } from '../../../shared/slug.ts';
import {
  type BadRow,
  type ImportVariant,
  type Note,
  picturesWithin,
  type ReadItem,
  type Reading,
  type Status,
} from './item.ts';
import type { Row } from './table.ts';
import { attributesOf, combinationsOf, describeAttributes } from './woocommerce-attributes.ts';
import { listIn, pricesIn, stockIn } from './woocommerce-cells.ts';

/** Whether these are the columns of a WooCommerce export. */
export const isWooCommerce = (has: (column: string) => boolean): boolean =>
  has('Type') && has('Name') && ['SKU', 'Regular price', 'Published'].some(has) && !has('Slug');

/** A WooCommerce export: variations name their parent by SKU or id; an attribute left blank means any value. */
export function readWooCommerce(rows: Row[], reading: Reading): { items: ReadItem[]; bad: BadRow[] } {
  const variations = Map.groupBy(
    rows.filter((row) => typesOf(row).includes('variation')),
    (row) => row.get('Parent'),
  );
  const items: ReadItem[] = [];
  const bad: BadRow[] = [];
  const slugs = new Set<string>();
  const used = new Set<Row>();
  for (const row of rows) {
    const types = typesOf(row);
    if (types.includes('variation')) continue;
    if (!types.includes('simple') && !types.includes('variable')) {
      bad.push({ line: row.line, name: row.get('Name'), message: whyNot(row, types) });
      continue;
    }
    const own = [...(variations.get(row.get('SKU')) ?? []), ...(variations.get(`id:${row.get('ID')}`) ?? [])];
    const children = types.includes('variable') ? own : [];
    for (const child of children) used.add(child);
    items.push(productOf(row, children, freeSlug(slugs, row.get('Name')), reading));
  }
  for (const row of rows)
    if (typesOf(row).includes('variation') && !used.has(row))
      bad.push({ line: row.line, name: row.get('Name'), message: 'Its parent product is not in the file' });
  return { items, bad };
}

const typesOf = (row: Row) => listIn(row.get('Type'));

function whyNot(row: Row, types: string[]): string {
  const members = row.get('Grouped products');
  if (types.includes('grouped'))
    return `A grouped product can’t be imported${members ? `: ${members}` : ''}. The products in it are imported`;
  if (types.includes('external')) return 'An external product, sold by another shop, can’t be imported';
  return `Products of the type “${row.get('Type')}” can’t be imported`;
}

function productOf(row: Row, children: Row[], slug: string, reading: Reading): ReadItem {
  const { line } = row;
  const notes: Note[] = [];
  const problems: Note[] = [];
  const attributes = attributesOf(row, children);
  const sold = attributes.length > 0 ? children : [row];
  if (attributes.length === 0)
    for (const child of children)
      problems.push({ line: child.line, message: 'Its variations have no attributes to distinguish them' });
  describeAttributes(row, attributes, notes, problems);
  const pictures = row.given('Images') === undefined ? undefined : [row, ...children].flatMap(picturesOf);
  return {
    ...{ line, slug, name: row.given('Name'), newStatus: statusOf(row, notes) },
    description: descriptionOf(row),
    isFeatured: row.given('Is featured?') === undefined ? undefined : row.get('Is featured?') === '1',
    ...groupsOf(row, notes),
    options: row.given('Attribute 1 name') === undefined ? undefined : attributes,
    variants: combinationsOf(
      sold.map((each) => ({
        row: each,
        variant: variantOf(each, attributes.length > 0, reading, notes, problems),
      })),
      attributes,
      notes,
    ),
    pictures: pictures && picturesWithin(pictures, line, notes),
    ...{ notes, problems, own: false },
  };
}

function variantOf(
  row: Row,
  isVariation: boolean,
  reading: Reading,
  notes: Note[],
  problems: Note[],
): Omit<ImportVariant, 'values'> {
  const [picture = ''] = picturesOf(row);
  if (isVariation && row.given('Published') !== undefined && row.get('Published') !== '1')
    notes.push({
      line: row.line,
      message: 'This variation was disabled; it is imported with the others',
    });
  return {
    line: row.line,
    sku: row.get('SKU') || undefined,
    ...pricesIn(row, reading, notes, problems),
    countInStock: stockIn(row, notes),
    picture: isVariation && row.given('Images') !== undefined ? picture : undefined,
  };
}

function descriptionOf(row: Row): string | undefined {
  const texts = [row.given('Description'), row.given('Short description')];
  const text = texts.find(Boolean) ?? texts.find((each) => each !== undefined);
  return text === undefined ? undefined : textOf(text);
}

function statusOf(row: Row, notes: Note[]): Status {
  const tell = (message: string) => notes.push({ line: row.line, message });
  const types = typesOf(row);
  if (types.includes('downloadable')) tell('Its download is not imported');
  if (types.includes('virtual')) tell('It is a virtual product; here it is sold like goods that are shipped');
  const hidden = row.get('Visibility in catalog') === 'hidden';
  if (hidden) tell('It was hidden in the catalogue: imported as a draft');
  const published = row.given('Published');
  return hidden || (published !== undefined && published !== '1') ? 'draft' : 'active';
}

/** The first of its categories with one subcategory level; the others are reported in `notes`. */
function groupsOf(row: Row, notes: Note[]): Pick<ReadItem, 'category' | 'subcategory' | 'brand'> {
  const brand = row.given('Brands') === undefined ? undefined : (listIn(row.get('Brands'))[0] ?? '');
  const cell = row.given('Categories');
  if (cell === undefined) return { brand };
  const [first = '', ...others] = listIn(cell);
  const [category = '', subcategory = '', ...deeper] = first.split('>').map((part) => part.trim());
  const left = [...(deeper.length > 0 ? [first] : []), ...others];
  if (left.length > 0)
    notes.push({
      line: row.line,
      message: `Only “${[category, subcategory].filter(Boolean).join(' > ')}” of its categories is imported, not ${left.join(', ')}`,
    });
  return { brand, category, subcategory };
}

const picturesOf = (row: Row) => listIn(row.get('Images'));

function freeSlug(taken: Set<string>, name: string): string {
  const base = slugify(name) || 'product';
  let slug = base;
  for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`;
  taken.add(slug);
  return slug;
}
