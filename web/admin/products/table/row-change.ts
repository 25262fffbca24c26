import type { RowChange } from '../../../../shared/contract/catalogue/product-table.ts';
import type { Column, ProductBefore, ProductPart, Row, VariantBefore, VariantPart } from './column-kinds.ts';
import { storedText } from './column-kinds.ts';

type TextOf = (row: Row, column: Column) => string;

/** The change of these rows of one product, all of whose texts are right, as the server takes it. */
export function changeOf(rows: Row[], columns: Map<string, Column>, textOf: TextOf): RowChange {
  let change: ProductPart = {};
  let before: ProductBefore = {};
  const variants: RowChange['variants'] = [];
  for (const row of rows) {
    const variant = variantChange(row, columns, textOf);
    if (variant) variants.push(variant);
    for (const column of columns.values()) {
      const text = textOf(row, column);
      if (column.kind !== 'product' || !row.isMain || text === storedText(row, column)) continue;
      const parsed = column.parse(text, row.product);
      if (!('change' in parsed)) continue;
      const { attributes = [], ...fields } = parsed.change;
      const { attributes: values, ...stored } = column.before(row.product);
      change = { ...change, ...fields };
      before = { ...before, ...stored };
      if (attributes.length > 0) {
        change.attributes = [...(change.attributes ?? []), ...attributes];
        before.attributes = { ...before.attributes, ...values };
      }
    }
  }
  return { _id: rows[0]?.product._id ?? '', change, before, variants };
}

function variantChange(
  row: Row,
  columns: Map<string, Column>,
  textOf: TextOf,
): RowChange['variants'][number] | undefined {
  const { variant } = row;
  if (!variant) return undefined;
  let change: VariantPart = {};
  let before: VariantBefore = {};
  let changesPrice = false;
  for (const column of columns.values()) {
    const text = textOf(row, column);
    if (column.kind !== 'variant' || text === storedText(row, column)) continue;
    const parsed = column.parse(text);
    if (!('change' in parsed)) continue;
    change = { ...change, ...parsed.change };
    before = { ...before, ...column.before(variant) };
    changesPrice ||= column.id === 'price' || column.id === 'finalPrice';
    if (column.id === 'countInStock') change.countInStockBefore = variant.countInStock;
  }
  // The list price alone would keep the discount; here the selling price stays, or is the list price.
  const selling = columns.get('finalPrice');
  if (changesPrice && selling) {
    const price = change.price ?? variant.price;
    const text = textOf(row, selling);
    change = { ...change, price, finalPrice: text ? Number(text) : price };
  }
  return Object.keys(change).length > 0 ? { _id: variant._id, change, before } : undefined;
}
