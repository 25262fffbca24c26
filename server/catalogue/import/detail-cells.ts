import { attributeValues, maxAttributeText } from '../../../shared/contract/catalogue/attributes.ts';
import { barcodeProblem } from '../../../shared/products/barcode.ts';
import { readNumber } from '../../../shared/read-amount.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { readDate } from '../../csv/dates.ts';
import type { Row } from '../../csv/table.ts';
import {
  type Context,
  type ImportItem,
  identifierIn,
  notImported,
  numberIn,
  priceIn,
  type ReadItem,
} from './item.ts';
import { distinctWords, oneLine } from './names.ts';

/** The barcode in a cell of a row; one with a wrong check digit is reported in `notes` and imported. */
export function barcodeIn(row: Row, cell: string | undefined, context: Context): string | undefined {
  const barcode = identifierIn(row, cell, 'barcode', context);
  const problem = barcode && barcodeProblem(barcode);
  if (problem) context.note(row, problem);
  return barcode;
}

/** A cost price in a cell of a row, in rupees, to which no GST is added. */
export function costIn(row: Row, cell: string | undefined, context: Context): string | undefined {
  const { rupeesPerUnit } = context;
  const noPrice = (line: { line: number }, message: string) =>
    context.note(line, notImported(`Cost price: ${message}`));
  return priceIn(row, cell, { ...context, rupeesPerUnit, pricesWithoutGst: undefined, noPrice });
}

const taxColumns = {
  hsn: /^(?:product|wc|woo)?hsn(?:sac)?(?:code|no|number|prodid)?$/,
  gstRate: /^(?:product|wc|woo)?i?gst(?:tax)?(?:rate|percent|percentage|slab)?$/,
};

/** What a column of another shop has of the tax: `Meta: _hsn_code`, `HSN (product.metafields.custom.hsn)`, `GST (%)`. */
export function taxColumn(column: string): 'hsn' | 'gstRate' | undefined {
  const name = column
    .replace(/^meta: *| *\(product\.metafields\..*$/gi, '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  if (taxColumns.hsn.test(name)) return 'hsn';
  return taxColumns.gstRate.test(name) ? 'gstRate' : undefined;
}

/** HSN code and GST rate of a product, which plugins write in columns of their own; undefined where they are empty. */
export function taxIn(rows: Row[], context: Context): Pick<ReadItem, 'hsn' | 'gstRate'> {
  const cellOf = (field: 'hsn' | 'gstRate') =>
    rows
      .flatMap((row) =>
        row.columns.flatMap((column) => (taxColumn(column) === field ? { row, cell: row.get(column) } : [])),
      )
      .find(({ cell }) => cell !== '');
  const [hsn, gst] = [cellOf('hsn'), cellOf('gstRate')];
  const rate = gst && numberIn(gst.cell);
  const isRate = rate !== undefined && Number(rate) >= 0 && Number(rate) <= 100;
  if (gst && !isRate) context.note(gst.row, notImported(`“${gst.cell.slice(0, 40)}” is not a GST rate`));
  return {
    hsn: (hsn && identifierIn(hsn.row, hsn.cell, 'HSN code', context)) || undefined,
    gstRate: isRate ? rate : undefined,
  };
}

const gramsPer: Record<string, number> = {
  g: 1,
  kg: 1000,
  lb: 453.59237,
  lbs: 453.59237,
  oz: 28.349523125,
};

/** Whole grams of a weight in this unit; undefined for 0, which other shops have where no weight is known. */
export function gramsIn(
  row: Row,
  cell: string | undefined,
  unit: string,
  context: Context,
): string | undefined {
  if (!cell) return cell;
  const [weight, grams] = [
    readNumber(cell.replace(/^[.,]/, '0.')),
    gramsPer[unit.trim().toLowerCase() || 'g'],
  ];
  if (weight === 0) return undefined;
  if (weight !== undefined && grams !== undefined) return String(Math.max(1, Math.round(weight * grams)));
  context.note(row, notImported(`“${`${cell} ${unit}`.trim().slice(0, 40)}” is not a weight`));
  return undefined;
}

/**
 * A moment in a cell of a row, as ISO text in UTC; empty if the cell is. A day alone means its beginning in India, or its
 * end for an end. `problem` says that a cell is not a date.
 */
export function readMoment(cell: string, isEnd: boolean): { moment: string } | { problem: string } {
  if (cell === '') return { moment: '' };
  const date = readDate(cell);
  if (!date) return { problem: `“${cell.slice(0, 40)}” is not a date` };
  const time = hasTime(cell)
    ? date.at.getTime()
    : Date.parse(`${date.day}T00:00:00+05:30`) + (isEnd ? dayMs : 0);
  // The last second of a day or of a minute is its end.
  const whole = isEnd ? Math.ceil(time / 60_000) : Math.floor(time / 60_000);
  return { moment: new Date(whole * 60_000).toISOString() };
}

const dayMs = 86_400_000;
const hasTime = (cell: string) => /\d:\d\d/.test(cell);

/** The names of other facets, which no attribute can have. */
const facets = ['category', 'subcategory', 'brand', 'price', 'discount', 'rating', 'availability'];
const { attribute: nameField, values: valuesField } = attributeValues.shape;
const maxName = 60;
const maxChoice = 60;

/**
 * The values that a file of another shop gives an attribute, which is created if the shop does not have it; `isFilter`: with
 * a filter in listings. Values that can't be choices become one text. Undefined, with a note, if it can't be imported.
 */
export function attributeIn(
  row: { line: number },
  { name, values, isFilter }: { name: string; values: string[]; isFilter: boolean },
  context: Context,
): NonNullable<ImportItem['attributes']>[number] | undefined {
  const attribute = oneLine(name);
  const all = distinctWords(values.map(oneLine));
  const isText = all.some(({ length }) => length > maxChoice) || !valuesField.safeParse(all).success;
  const given = isText ? [all.join(', ')] : all;
  const isName = nameField.safeParse(attribute).success && attribute.length <= maxName;
  const isPossible =
    isName && !facets.includes(slugify(attribute)) && (given[0] ?? '').length <= maxAttributeText;
  if (isPossible)
    return { attribute, values: given, create: isText ? 'text' : isFilter ? 'filter' : 'choice' };
  context.note(
    row,
    `The attribute “${attribute.slice(0, maxName)}: ${all.join(', ').slice(0, 60)}” is not imported`,
  );
  return undefined;
}
