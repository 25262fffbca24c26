import { readNumber } from '../../../../shared/read-amount.ts';
import { type Column, fieldColumn, oneLine, plainNumber } from './column-kinds.ts';

const amount = { isAmount: true, isNumber: true };
const sku = fieldColumn('variant', 'sku', 'SKU', 150);
const sellingPrice = fieldColumn('variant', 'finalPrice', 'Selling price', 110, amount);

/** The columns of what belongs to a variant. */
export const variantColumns: Column[] = [
  { ...sku, parse: (text, row) => (oneLine(text) ? sku.parse(text, row) : { problem: 'Enter a SKU' }) },
  fieldColumn('variant', 'price', 'Price', 110, amount),
  {
    ...sellingPrice,
    // Empty if it is the list price, which it then follows.
    read: (row) => (row.variant?.finalPrice === row.variant?.price ? '' : sellingPrice.read(row)),
    parse: (text, row) => (text.trim() ? sellingPrice.parse(text, row) : { text: '', change: {} }),
  },
  fieldColumn('variant', 'cost', 'Cost', 100, amount),
  fieldColumn('variant', 'countInStock', 'Stock', 80, { isNumber: true, input: plainNumber }),
  fieldColumn('variant', 'netQuantity', 'Net quantity', 110),
  fieldColumn('variant', 'weightGrams', 'Weight (g)', 90, { isNumber: true, input: gramsIn }),
  fieldColumn('variant', 'barcode', 'Barcode', 140),
];

/** The grams of a text such as `1.2 kg`, `250 g` or `250`. */
function gramsIn(text: string): string {
  const inKilos = /^(.*?)\s*(?:kg|kilos?|kgs)\.?$/i.exec(text.trim());
  const kilos = inKilos?.[1] === undefined ? undefined : readNumber(inKilos[1]);
  if (kilos !== undefined) return String(Math.round(kilos * 1e6) / 1e3);
  return text.trim() && plainNumber(text.trim().replace(/(?:gms?|grams?)\.?$/i, 'g'), 'g');
}
