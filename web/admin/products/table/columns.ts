import type { z } from 'zod';
import type { Attribute } from '../../../../shared/contract/catalogue/attributes.ts';
import { type Category, productStatus } from '../../../../shared/contract/catalogue/catalogue.ts';
import { productChange } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import type {
  RowChange,
  TableProduct,
  TableVariant,
} from '../../../../shared/contract/catalogue/product-table.ts';
import { readNumber } from '../../../../shared/read-amount.ts';
import { readYesNo } from '../../../../shared/spreadsheets.ts';
import { capitalized } from '../../parts/text.ts';

/** A row of the spreadsheet: a product, one of its variants, or both if the product has no options. */
export type Row = { key: string; product: TableProduct; variant: TableVariant | null; isMain: boolean };

/** What a text of a cell means: a change, with the text that stands for it, or what is wrong with it. */
type Parsed<Change> = { text: string; change: Change } | { problem: string };

export type ProductPart = RowChange['change'];
export type VariantPart = RowChange['variants'][number]['change'];
export type ProductBefore = RowChange['before'];
export type VariantBefore = RowChange['variants'][number]['before'];

type Common = {
  id: string;
  label: string;
  width: number;
  isNumber?: boolean;
  isAmount?: boolean;
  isFlag?: boolean;
  /** What the cell suggests while it is edited. */
  choices?: string[];
  /** Whether the column is hidden until it is chosen. */
  isHidden?: boolean;
};
export type ProductColumn = Common & {
  kind: 'product';
  read: (product: TableProduct) => string;
  parse: (text: string, product: TableProduct) => Parsed<ProductPart>;
  /** The stored values that a change replaces. */
  before: (product: TableProduct) => ProductBefore;
};
export type VariantColumn = Common & {
  kind: 'variant';
  read: (variant: TableVariant) => string;
  parse: (text: string) => Parsed<VariantPart>;
  before: (variant: TableVariant) => VariantBefore;
};
export type Column = ProductColumn | VariantColumn;

/** Whether a row has a cell in a column. Gift cards have no tax. */
export function hasCell({ product, variant, isMain }: Row, { kind, id }: Column): boolean {
  if (product.isGiftCard && (id === 'hsn' || id === 'gstRate')) return false;
  return kind === 'product' ? isMain : variant !== null;
}

/** The stored value of a cell as text. */
export function storedText({ product, variant }: Row, column: Column): string {
  if (column.kind === 'product') return column.read(product);
  return variant ? column.read(variant) : '';
}

/** The name of a row, for messages and screen readers. */
export const nameOf = ({ product, variant }: Row): string =>
  [product.name, variant?.values.join(' / ')].filter(Boolean).join(' · ');

const fields = productChange.shape;

function check<Value, Change>(
  schema: z.ZodType<Value>,
  input: unknown,
  done: (value: Value) => Parsed<Change>,
): Parsed<Change> {
  const { data, error } = schema.safeParse(input);
  if (error) return { problem: error.issues[0]?.message ?? 'This value is not valid' };
  return done(data);
}

/** A text on one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** A number as people and spreadsheets write it, without its unit, as the schemas read it. */
const plainNumber = (text: string, unit = '') => {
  const number = text.trim().toLowerCase();
  return String(readNumber(unit && number.endsWith(unit) ? number.slice(0, -unit.length) : number) ?? text);
};
const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

const variantColumns: VariantColumn[] = [
  {
    kind: 'variant',
    id: 'sku',
    label: 'SKU',
    width: 150,
    read: ({ sku }) => sku,
    parse: (text) =>
      check<string, VariantPart>(fields.sku.unwrap(), oneLine(text), (sku) =>
        sku ? { text: sku, change: { sku } } : { problem: 'Enter a SKU' },
      ),
    before: ({ sku }) => ({ sku }),
  },
  {
    kind: 'variant',
    id: 'price',
    label: 'Price',
    width: 110,
    isAmount: true,
    isNumber: true,
    read: ({ price }) => String(price),
    parse: (text) =>
      check(fields.price.unwrap(), text, (price) => ({ text: String(price), change: { price } })),
    before: ({ price, finalPrice }) => ({ price, finalPrice }),
  },
  {
    kind: 'variant',
    id: 'finalPrice',
    label: 'Selling price',
    width: 110,
    isAmount: true,
    isNumber: true,
    // Empty if it is the list price, which it then follows.
    read: ({ price, finalPrice }) => (finalPrice === price ? '' : String(finalPrice)),
    parse: (text) =>
      text.trim()
        ? check(fields.finalPrice.unwrap(), text, (finalPrice) => ({
            text: String(finalPrice),
            change: { finalPrice },
          }))
        : { text: '', change: {} },
    before: ({ price, finalPrice }) => ({ price, finalPrice }),
  },
  {
    kind: 'variant',
    id: 'countInStock',
    label: 'Stock',
    width: 80,
    isNumber: true,
    read: ({ countInStock }) => String(countInStock),
    parse: (text) =>
      check(fields.countInStock.unwrap(), plainNumber(text), (countInStock) => ({
        text: String(countInStock),
        change: { countInStock },
      })),
    before: () => ({}),
  },
  {
    kind: 'variant',
    id: 'netQuantity',
    label: 'Net quantity',
    width: 110,
    read: ({ netQuantity }) => netQuantity ?? '',
    parse: (text) =>
      check(fields.netQuantity.unwrap(), oneLine(text), (netQuantity) => ({
        text: netQuantity ?? '',
        change: { netQuantity },
      })),
    before: ({ netQuantity }) => ({ netQuantity }),
  },
  {
    kind: 'variant',
    id: 'weightGrams',
    label: 'Weight (g)',
    width: 90,
    isNumber: true,
    read: ({ weightGrams }) => (weightGrams === null ? '' : String(weightGrams)),
    parse: (text) =>
      check(fields.weightGrams.unwrap(), gramsIn(text), (weightGrams) => ({
        text: weightGrams === null ? '' : String(weightGrams),
        change: { weightGrams },
      })),
    before: ({ weightGrams }) => ({ weightGrams }),
  },
];

/** The grams of a text such as `1.2 kg`, `250 g` or `250`. */
function gramsIn(text: string): string {
  const inKilos = /^(.*?)\s*(?:kg|kilos?|kgs)\.?$/i.exec(text.trim());
  const kilos = inKilos?.[1] === undefined ? undefined : readNumber(inKilos[1]);
  if (kilos !== undefined) return String(Math.round(kilos * 1e6) / 1e3);
  return text.trim() && plainNumber(text.trim().replace(/(?:gms?|grams?)\.?$/i, 'g'), 'g');
}

const flagColumn = (id: 'isFeatured' | 'isTopDeal' | 'isTrending', label: string): ProductColumn => ({
  kind: 'product',
  id,
  label,
  width: 84,
  isFlag: true,
  choices: ['Yes', 'No'],
  read: (product) => (product[id] ? 'Yes' : 'No'),
  parse(text) {
    const is = readYesNo(text);
    return is === undefined
      ? { problem: 'Enter Yes or No' }
      : { text: is ? 'Yes' : 'No', change: { [id]: is } };
  },
  before: (product) => ({ [id]: product[id] }),
});

const nameColumn: ProductColumn = {
  kind: 'product',
  id: 'name',
  label: 'Name',
  width: 260,
  read: ({ name }) => name,
  parse: (text) => check(fields.name.unwrap(), oneLine(text), (name) => ({ text: name, change: { name } })),
  before: ({ name }) => ({ name }),
};

const taxColumns: ProductColumn[] = [
  {
    kind: 'product',
    id: 'hsn',
    label: 'HSN',
    width: 95,
    read: ({ hsn }) => hsn ?? '',
    parse: (text) =>
      check(fields.hsn.unwrap(), oneLine(text), (hsn) => ({ text: hsn ?? '', change: { hsn } })),
    before: ({ hsn }) => ({ hsn }),
  },
  {
    kind: 'product',
    id: 'gstRate',
    label: 'GST (%)',
    width: 80,
    isNumber: true,
    read: ({ gstRate }) => (gstRate === null ? '' : String(gstRate)),
    parse: (text) =>
      check(fields.gstRate.unwrap(), text.trim() && plainNumber(text, '%'), (gstRate) => ({
        text: gstRate === null ? '' : String(gstRate),
        change: { gstRate },
      })),
    before: ({ gstRate }) => ({ gstRate }),
  },
];

const tagsColumn: ProductColumn = {
  kind: 'product',
  id: 'tags',
  label: 'Tags',
  width: 180,
  read: ({ tags }) => tags.join(', '),
  parse: (text) =>
    check(fields.tags.unwrap(), listIn(text), (tags) => ({ text: tags.join(', '), change: { tags } })),
  before: ({ tags }) => ({ tags }),
};
const listIn = (text: string) =>
  text
    .split(/[,;|\n]/)
    .map(oneLine)
    .filter(Boolean);

const statuses = productStatus.options.map(capitalized);
const statusColumn: ProductColumn = {
  kind: 'product',
  id: 'status',
  label: 'Status',
  width: 100,
  choices: statuses,
  read: ({ status }) => capitalized(status),
  parse(text) {
    const status = productStatus.options.find((option) => sameWord(option, text));
    return status
      ? { text: capitalized(status), change: { status } }
      : { problem: `Enter ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}` };
  },
  before: ({ status }) => ({ status }),
};

/** A category, or a category and its subcategory: `Textiles › Stoles`. */
function categoryColumn(categories: Category[]): ProductColumn {
  const byId = new Map(categories.map((category) => [category._id, category]));
  const textOf = (category: string | null, subcategory: string | null) => {
    const found = byId.get(category ?? '');
    const sub = found?.subcategories.find(({ _id }) => _id === subcategory);
    return [found?.name, sub?.name].filter(Boolean).join(' › ');
  };
  return {
    kind: 'product',
    id: 'category',
    label: 'Category',
    width: 190,
    choices: categories.flatMap(({ _id, subcategories }) => [
      textOf(_id, null),
      ...subcategories.map((sub) => textOf(_id, sub._id)),
    ]),
    read: ({ category, subcategory }) => textOf(category, subcategory),
    parse(text) {
      const [name = '', ...rest] = text.split(/[›>»]/).map(oneLine);
      if (!name) return { text: '', change: { category: null, subcategory: null } };
      const category = categories.find((item) => sameWord(item.name, name));
      if (!category) return { problem: `There is no category “${name}”` };
      const [subName = ''] = rest;
      const sub = category.subcategories.find((item) => sameWord(item.name, subName));
      if (rest.length > 1 || (subName && !sub))
        return { problem: `${category.name} has no subcategory “${rest.join(' › ')}”` };
      const change = { category: category._id, subcategory: sub?._id ?? null };
      return { text: textOf(change.category, change.subcategory), change };
    },
    before: ({ category, subcategory }) => ({ category, subcategory }),
  };
}

function brandColumn(brands: { _id: string; name: string }[]): ProductColumn {
  return {
    kind: 'product',
    id: 'brand',
    label: 'Brand',
    width: 140,
    choices: brands.map(({ name }) => name),
    read: ({ brand }) => brands.find(({ _id }) => _id === brand)?.name ?? '',
    parse(text) {
      const brand = brands.find(({ name }) => sameWord(name, oneLine(text)));
      if (brand) return { text: brand.name, change: { brand: brand._id } };
      return text.trim()
        ? { problem: `There is no brand “${oneLine(text)}”` }
        : { text: '', change: { brand: null } };
    },
    before: ({ brand }) => ({ brand }),
  };
}

const words: Record<string, string> = { yes: 'Yes', no: 'No' };

function attributeColumn(attribute: Attribute): ProductColumn {
  const { _id, name, type, unit, choices } = attribute;
  const valuesOf = ({ attributes }: TableProduct) => attributes[_id] ?? [];
  const textOf = (values: string[]) =>
    type === 'flag' ? (words[values[0] ?? ''] ?? '') : values.join(type === 'choice' ? ', ' : '|');
  return {
    kind: 'product',
    id: `attribute:${_id}`,
    label: unit ? `${name} (${unit})` : name,
    width: 140,
    isNumber: type === 'number',
    isFlag: type === 'flag',
    choices: type === 'flag' ? ['Yes', 'No'] : choices,
    isHidden: !/^occasions?$/i.test(name),
    read: (product) => textOf(valuesOf(product)),
    parse(text, product) {
      const values = readValues(attribute, text, valuesOf(product));
      if (typeof values === 'string') return { problem: values };
      return { text: textOf(values), change: { attributes: [{ attribute: _id, values }] } };
    },
    before: (product) => ({ attributes: { [_id]: valuesOf(product) } }),
  };
}

/** The values of an attribute in a text, or what is wrong with it. The server checks them again. */
function readValues(
  { type, name, unit, choices }: Attribute,
  text: string,
  present: string[],
): string[] | string {
  const line = oneLine(text);
  if (!line) return [];
  if (type === 'text') return [line];
  if (type === 'flag') {
    const is = readYesNo(line);
    return is === undefined ? 'Enter Yes or No' : [is ? 'yes' : 'no'];
  }
  if (type === 'number') {
    const number = readNumber(unit && line.endsWith(unit) ? line.slice(0, -unit.length) : line);
    return number === undefined ? 'Enter a number' : [String(number)];
  }
  const possible = [...choices, ...present];
  const whole = possible.find((choice) => sameWord(choice, line));
  if (whole) return [whole];
  const values: string[] = [];
  for (const item of listIn(text)) {
    const value = possible.find((choice) => sameWord(choice, item));
    if (!value) return `“${item}” is not a choice of ${name}`;
    values.push(value);
  }
  return [...new Set(values)];
}

/** All columns, in their order. */
export function createColumns(lists: {
  categories: Category[];
  brands: { _id: string; name: string }[];
  attributes: Attribute[];
}): Column[] {
  return [
    nameColumn,
    ...variantColumns,
    ...taxColumns,
    statusColumn,
    categoryColumn(lists.categories),
    brandColumn(lists.brands),
    tagsColumn,
    flagColumn('isFeatured', 'Featured'),
    flagColumn('isTopDeal', 'Top deal'),
    flagColumn('isTrending', 'Trending'),
    ...lists.attributes.map(attributeColumn),
  ];
}
