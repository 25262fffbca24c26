import type { Attribute } from '../../../../shared/contract/catalogue/attributes.ts';
import { type Category, productStatus } from '../../../../shared/contract/catalogue/catalogue.ts';
import { readNumber } from '../../../../shared/read-amount.ts';
import { readYesNo } from '../../../../shared/spreadsheets.ts';
import { capitalized } from '../../parts/text.ts';
import { type Column, fieldColumn, oneLine, plainNumber, type Row, sameWord } from './column-kinds.ts';
import { variantColumns } from './variant-columns.ts';

const flagColumn = (id: 'isFeatured' | 'isTopDeal' | 'isTrending', label: string): Column => ({
  kind: 'product',
  id,
  label,
  width: 84,
  isFlag: true,
  choices: ['Yes', 'No'],
  read: ({ product }) => (product[id] ? 'Yes' : 'No'),
  parse(text) {
    const is = readYesNo(text);
    return is === undefined
      ? { problem: 'Enter Yes or No' }
      : { text: is ? 'Yes' : 'No', change: { [id]: is } };
  },
});

const listIn = (text: string) =>
  text
    .split(/[,;|\n]/)
    .map(oneLine)
    .filter(Boolean);

const statuses = productStatus.options.map(capitalized);
const statusColumn: Column = {
  kind: 'product',
  id: 'status',
  label: 'Status',
  width: 100,
  choices: statuses,
  read: ({ product }) => capitalized(product.status),
  parse(text) {
    const status = productStatus.options.find((option) => sameWord(option, text));
    return status
      ? { text: capitalized(status), change: { status } }
      : { problem: `Enter ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}` };
  },
};

/** A category, or a category and its subcategory: `Textiles › Stoles`. */
function categoryColumn(categories: Category[]): Column {
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
    read: ({ product }) => textOf(product.category, product.subcategory),
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
  };
}

function brandColumn(brands: { _id: string; name: string }[]): Column {
  return {
    kind: 'product',
    id: 'brand',
    label: 'Brand',
    width: 140,
    choices: brands.map(({ name }) => name),
    read: ({ product }) => brands.find(({ _id }) => _id === product.brand)?.name ?? '',
    parse(text) {
      const brand = brands.find(({ name }) => sameWord(name, oneLine(text)));
      if (brand) return { text: brand.name, change: { brand: brand._id } };
      return text.trim()
        ? { problem: `There is no brand “${oneLine(text)}”` }
        : { text: '', change: { brand: null } };
    },
  };
}

const words: Record<string, string> = { yes: 'Yes', no: 'No' };

function attributeColumn(attribute: Attribute): Column {
  const { _id, name, type, unit, choices } = attribute;
  const valuesOf = ({ product }: Row) => product.attributes[_id] ?? [];
  const textOf = (values: string[]) =>
    type === 'flag' ? (words[values[0] ?? ''] ?? '') : values.join(type === 'choice' ? ', ' : '|');
  return {
    kind: 'product',
    id: `attribute:${_id}`,
    attribute: _id,
    label: unit ? `${name} (${unit})` : name,
    width: 140,
    isNumber: type === 'number',
    isFlag: type === 'flag',
    choices: type === 'flag' ? ['Yes', 'No'] : choices,
    isHidden: !/^occasions?$/i.test(name),
    read: (row) => textOf(valuesOf(row)),
    parse(text, row) {
      const values = readValues(attribute, text, valuesOf(row));
      if (typeof values === 'string') return { problem: values };
      return { text: textOf(values), change: { values } };
    },
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
    fieldColumn('product', 'name', 'Name', 260),
    ...variantColumns,
    fieldColumn('product', 'hsn', 'HSN', 95),
    fieldColumn('product', 'gstRate', 'GST (%)', 80, {
      isNumber: true,
      input: (text) => text.trim() && plainNumber(text, '%'),
    }),
    statusColumn,
    categoryColumn(lists.categories),
    brandColumn(lists.brands),
    fieldColumn('product', 'tags', 'Tags', 180, { input: listIn }),
    flagColumn('isFeatured', 'Featured'),
    flagColumn('isTopDeal', 'Top deal'),
    flagColumn('isTrending', 'Trending'),
    ...lists.attributes.map(attributeColumn),
    fieldColumn('product', 'seoTitle', 'SEO title', 220),
    fieldColumn('product', 'seoDescription', 'SEO description', 220),
  ];
}
