import { readYesNo } from '../../../../shared/spreadsheets.ts';
import type { Row } from '../../../csv/table.ts';
import { attributeIn, barcodeIn, costIn, gramsIn } from '../detail-cells.ts';
import type { Context, ImportVariant, ReadItem } from '../item.ts';
import { plainLine } from '../names.ts';
import { listIn, type WooAttribute } from './woocommerce-attributes.ts';

const barcodes = [
  'GTIN, UPC, EAN, or ISBN',
  'Meta: _global_unique_id',
  'Meta: _wpm_gtin_code',
  'Meta: _alg_ean',
];
const costs = ['Cost of goods', 'Meta: _wc_cog_cost', 'Meta: _alg_wc_cog_cost'];
const seo = {
  title: ['Meta: _yoast_wpseo_title', 'Meta: rank_math_title'],
  description: ['Meta: _yoast_wpseo_metadesc', 'Meta: rank_math_description'],
};

/** The cell of the first of these columns that has a value, else that of the first one that the file has. */
function firstOf(row: Row, columns: string[]): string | undefined {
  const cells = columns.map((column) => row.given(column));
  return cells.find(Boolean) ?? cells.find((cell) => cell !== undefined);
}

/** Barcode, cost price and weight of a row; a variation without a weight has that of its parent. */
export function variantDetails(
  row: Row,
  parent: Row,
  context: Context,
): Pick<ImportVariant, 'barcode' | 'cost' | 'weightGrams'> {
  const { columns } = row;
  const [weight = '', unit = ''] = columns.flatMap((name) => /^Weight \(([a-z]+)\)$/i.exec(name) ?? []);
  return {
    barcode: barcodeIn(row, firstOf(row, barcodes), context),
    cost: costIn(row, firstOf(row, costs), context),
    weightGrams: weight ? gramsIn(row, row.get(weight) || parent.get(weight), unit, context) : undefined,
  };
}

/** The texts of plugins for search engines, without patterns such as `%%title%%`. */
export function seoTexts(row: Row): Pick<ReadItem, 'seoTitle' | 'seoDescription'> {
  const textOf = (columns: string[]) => {
    const cell = firstOf(row, columns);
    return cell === undefined ? undefined : /%/.test(cell.replace(/\d ?%/g, '')) ? '' : plainLine(cell);
  };
  return { seoTitle: textOf(seo.title), seoDescription: textOf(seo.description) };
}

/** The attributes of a product that are no options, and its dimensions. Hidden ones are not shown here either. */
export function attributesOfProduct(
  row: Row,
  attributes: WooAttribute[],
  options: { name: string }[],
  context: Context,
): ReadItem['attributes'] {
  const others = attributes.filter(
    ({ name, values }) => values && !options.some((option) => option.name === name) && !isBrand(name),
  );
  const found = others.flatMap(({ name, values, isVisible, isGlobal }) => {
    if (!isVisible) context.note(row, `The attribute “${name}: ${values}” was hidden and is not imported`);
    const given = { name, values: listIn(values), isFilter: isGlobal };
    return (isVisible && attributeIn(row, given, context)) || [];
  });
  const size = dimensionsOf(row);
  const all = size ? [...found, { attribute: 'Dimensions', values: [size], create: 'text' as const }] : found;
  return all.length > 0 ? all : undefined;
}

const isBrand = (name: string) => /^brands?$/i.test(name);
/** The brand of a shop that has brands as an attribute. */
export const brandIn = (attributes: WooAttribute[]): string | undefined =>
  listIn(attributes.find(({ name }) => isBrand(name))?.values ?? '')[0];

/** Length, width and height in one text: `30 × 20 × 10 cm`. */
function dimensionsOf(row: Row): string {
  const sides = ['Length', 'Width', 'Height'].map((side) => {
    const column = row.columns.find((name) => new RegExp(`^${side} \\([a-z]+\\)$`, 'i').test(name)) ?? '';
    return { value: column && row.get(column), unit: /\(([a-z]+)\)/i.exec(column)?.[1] ?? '' };
  });
  const given = sides.filter(({ value }) => value && Number(value) !== 0);
  const [first] = given;
  return first ? `${given.map(({ value }) => value).join(' × ')} ${first.unit}` : '';
}

/** Reports what a product of WooCommerce can have and one here can’t. */
export function noteTerms(row: Row, context: Context): void {
  const note = (message: string) => context.noteOfNew(row, message);
  if (row.get('Tax status').toLowerCase() === 'none')
    note('It was sold without tax; here its GST rate counts');
  if (readYesNo(row.get('Sold individually?')))
    note('It was sold once in an order; here a cart can have more of it');
  for (const [column, noun] of [
    ['Upsells', 'upsells'],
    ['Cross-sells', 'cross-sells'],
  ] as const)
    if (row.get(column)) note(`Its ${noun} are not imported: ${row.get(column).slice(0, 100)}`);
}
