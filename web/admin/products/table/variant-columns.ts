import { readNumber } from '../../../../shared/read-amount.ts';
import { check, fields, oneLine, plainNumber, type VariantColumn, type VariantPart } from './column-kinds.ts';

/** The columns of what belongs to a variant. */
export const variantColumns: VariantColumn[] = [
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
    id: 'cost',
    label: 'Cost',
    width: 100,
    isAmount: true,
    isNumber: true,
    read: ({ cost }) => (cost === null ? '' : String(cost)),
    parse: (text) =>
      check(fields.cost.unwrap(), text.trim(), (cost) => ({
        text: cost === null ? '' : String(cost),
        change: { cost },
      })),
    before: ({ cost }) => ({ cost }),
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
  {
    kind: 'variant',
    id: 'barcode',
    label: 'Barcode',
    width: 140,
    read: ({ barcode }) => barcode,
    parse: (text) =>
      check(fields.barcode.unwrap(), oneLine(text), (barcode) => ({ text: barcode, change: { barcode } })),
    before: ({ barcode }) => ({ barcode }),
  },
];

/** The grams of a text such as `1.2 kg`, `250 g` or `250`. */
function gramsIn(text: string): string {
  const inKilos = /^(.*?)\s*(?:kg|kilos?|kgs)\.?$/i.exec(text.trim());
  const kilos = inKilos?.[1] === undefined ? undefined : readNumber(inKilos[1]);
  if (kilos !== undefined) return String(Math.round(kilos * 1e6) / 1e3);
  return text.trim() && plainNumber(text.trim().replace(/(?:gms?|grams?)\.?$/i, 'g'), 'g');
}
