import { textOf } from '../../../shared/html.ts';
import { slugify } from '../../../shared/slug.ts';
import {
  type BadRow,
  distinct,
  type ImportItem,
  type ImportVariant,
  type Row,
  reducedPrices,
} from './item.ts';

/** A WooCommerce export: variations name their parent by SKU or id; an attribute left blank means any value. */
export function readWooCommerce(rows: Row[]): { items: ImportItem[]; bad: BadRow[] } {
  const typesOf = (row: Row) =>
    row
      .get('Type')
      .split(',')
      .map((type) => type.trim());
  const variations = Map.groupBy(
    rows.filter((row) => typesOf(row).includes('variation')),
    (row) => row.get('Parent'),
  );
  const items: ImportItem[] = [];
  const bad: BadRow[] = [];
  const slugs = new Set<string>();
  const used = new Set<Row>();
  for (const row of rows) {
    const types = typesOf(row);
    if (types.includes('variation')) continue;
    const name = row.get('Name');
    if (!types.includes('simple') && !types.includes('variable')) {
      bad.push({
        line: row.line,
        name,
        message: `Products of the type “${row.get('Type')}” can’t be imported`,
      });
      continue;
    }
    const own = [...(variations.get(row.get('SKU')) ?? []), ...(variations.get(`id:${row.get('ID')}`) ?? [])];
    const children = types.includes('variable') ? own : [];
    for (const child of children) used.add(child);
    items.push(productOf(row, children, freeSlug(slugs, name)));
  }
  for (const row of rows)
    if (typesOf(row).includes('variation') && !used.has(row))
      bad.push({ line: row.line, name: row.get('Name'), message: 'Its parent product is not in the file' });
  return { items, bad };
}

function productOf(row: Row, children: Row[], slug: string): ImportItem {
  const notes: string[] = [];
  const attributes = children.length > 0 ? attributesOf(row, children) : [];
  const sold = attributes.length > 0 ? children : [row];
  const { prices, discount } = reducedPrices(
    sold.map((each) => {
      const [sale, regular] = [each.get('Sale price'), each.get('Regular price')];
      return sale ? { selling: sale, before: regular } : { selling: regular, before: '' };
    }),
  );
  const uncounted = sold.some((each) => each.get('In stock?') !== '0' && each.get('Stock') === '');
  if (uncounted) notes.push(`Its stock was not counted: set to ${uncountedStock}`);
  const [category = '', subcategory = ''] = (row.get('Categories').split(',')[0] ?? '')
    .split('>')
    .map((part) => part.trim());
  const shown = row.get('Published') === '1' && row.get('Visibility in catalog') !== 'hidden';
  const pictures = [row, ...children].flatMap((each) => picturesOf(each));
  return {
    ...{ line: row.line, slug, name: row.get('Name'), discount, category, subcategory, notes },
    description: textOf(row.get('Description') || row.get('Short description')),
    status: shown ? 'active' : 'draft',
    isFeatured: row.get('Is featured?') === '1',
    options: attributes.map(({ name, values }) => ({ name, values })),
    variants: specificFirst(sold.map((each, i) => variantsOf(each, attributes, prices[i] ?? ''))),
    pictures: distinct(pictures),
    keepsStock: false,
  };
}

const uncountedStock = 10;
type Attribute = { name: string; values: string[] };

/** The attributes that tell variations apart; those that all of them leave blank do not. */
function attributesOf(parent: Row, children: Row[]): Attribute[] {
  return [1, 2, 3]
    .map((n) => {
      const name = parent.get(`Attribute ${n} name`);
      const given = children.map((child) => valueIn(child, name));
      const all = parent
        .get(`Attribute ${n} value(s)`)
        .split(',')
        .map((value) => value.trim());
      const anyBlank = given.some((value) => value === '');
      return { name, values: distinct(anyBlank ? [...all, ...given] : given), told: given.some(Boolean) };
    })
    .filter(({ name, told }) => name && told)
    .map(({ name, values }) => ({ name, values }));
}

function valueIn(row: Row, attribute: string): string {
  const n = [1, 2, 3].find((each) => row.get(`Attribute ${each} name`) === attribute);
  return n ? row.get(`Attribute ${n} value(s)`).trim() : '';
}

/** A variation stands for every combination that its blanks leave open; only one can carry its SKU. */
function variantsOf(row: Row, attributes: Attribute[], price: string): ImportVariant[] {
  const combinations = attributes.reduce<string[][]>(
    (rows, { name, values }) => {
      const value = valueIn(row, name);
      return rows.flatMap((done) => (value ? [value] : values).map((each) => [...done, each]));
    },
    [[]],
  );
  const inStock = row.get('In stock?') !== '0';
  const counted =
    row.get('Stock') === '' ? (inStock ? uncountedStock : 0) : Number.parseInt(row.get('Stock'), 10) || 0;
  const [picture] = picturesOf(row);
  return combinations.map((values, i) => ({
    values,
    sku: i === 0 ? row.get('SKU') : '',
    price,
    countInStock: Math.max(0, counted),
    ...(attributes.length > 0 && picture && { picture }),
  }));
}

/** Where a blank and a variation of its own both mean a combination, its own counts. */
function specificFirst(groups: ImportVariant[][]): ImportVariant[] {
  const keyOf = ({ values }: ImportVariant) => JSON.stringify(values);
  const own = new Set(groups.flatMap((group) => (group.length === 1 ? group.map(keyOf) : [])));
  return groups.flatMap((group) =>
    group.length === 1 ? group : group.filter((each) => !own.has(keyOf(each))),
  );
}

const picturesOf = (row: Row) =>
  row
    .get('Images')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);

function freeSlug(taken: Set<string>, name: string): string {
  const base = slugify(name) || 'product';
  let slug = base;
  for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`;
  taken.add(slug);
  return slug;
}
