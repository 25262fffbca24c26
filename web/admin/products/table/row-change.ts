import { type RowChange, rowChange } from '../../../../shared/contract/catalogue/product-table.ts';
import type { Column, Row } from './column-kinds.ts';

type Columns = Map<string, Column>;
type TextOf = (row: Row, column: Column) => string;

/** The change of these rows of one product, all of whose texts are right, as the server takes it. */
export function changeOf(rows: Row[], columns: Columns, textOf: TextOf): RowChange {
  const main = rows.find(({ isMain }) => isMain);
  const { change, attributes } = entered('product', main, columns, textOf);
  const product = rows[0]?.product;
  return rowChange.parse({
    _id: product?._id,
    change: { ...change, ...(attributes.length > 0 && { attributes }) },
    before: {
      ...storedOf(product, change),
      attributes: Object.fromEntries(
        attributes.map(({ attribute }) => [attribute, product?.attributes[attribute] ?? []]),
      ),
    },
    variants: rows.flatMap((row) => variantChange(row, columns, textOf)),
  });
}

/** The values that a change replaces. Stock changes by a difference instead. */
const storedOf = (stored: object = {}, change: object) =>
  Object.fromEntries(
    Object.keys(change)
      .filter((name) => !name.startsWith('countInStock'))
      .map((name) => [name, Reflect.get(stored, name)]),
  );

function variantChange(row: Row, columns: Columns, textOf: TextOf) {
  const { variant } = row;
  const { change, names } = entered('variant', variant ? row : undefined, columns, textOf);
  if (!variant || names.length === 0) return [];
  if ('countInStock' in change) change.countInStockBefore = variant.countInStock;
  // The list price alone would keep the discount; here the selling price stays, or is the list price.
  const selling = columns.get('finalPrice');
  if (selling && (names.includes('price') || names.includes('finalPrice'))) {
    const price = change.price ?? variant.price;
    const text = textOf(row, selling);
    Object.assign(change, { price, finalPrice: text ? Number(text) : price });
  }
  return [{ _id: variant._id, change, before: storedOf(variant, change) }];
}

/** What was entered in the cells of a row that belong to the product or to the variant; `names` are the columns. */
function entered(kind: Column['kind'], row: Row | undefined, columns: Columns, textOf: TextOf) {
  const change: Record<string, unknown> = {};
  const attributes: { attribute: string; values: unknown }[] = [];
  const names: string[] = [];
  for (const column of columns.values()) {
    if (!row || column.kind !== kind || textOf(row, column) === column.read(row)) continue;
    const parsed = column.parse(textOf(row, column), row);
    if ('problem' in parsed) continue;
    names.push(column.id);
    if (column.attribute) attributes.push({ attribute: column.attribute, values: parsed.change.values });
    else Object.assign(change, parsed.change);
  }
  return { change, attributes, names };
}
