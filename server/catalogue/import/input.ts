import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import {
  newProduct,
  type ProductChange,
  productChange,
} from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { gstTenthsOfValue } from '../../../shared/gst.ts';
import { inRupees } from '../../../shared/money.ts';
import { declarationFields, declarationNames } from '../../../shared/products/declarations.ts';
import { defaultGstTenths, toGstTenths } from '../../../shared/products/gst-rates.ts';
import { ShopError } from '../../errors.ts';
import { checkCombinations, regularOf } from '../products/products.ts';
import {
  labelOf,
  matchCombinations,
  optionsWith,
  sameValues,
  storedCombinations,
  valuesIn,
} from './combinations.ts';
import { type ImportItem, type ImportVariant, type Note, notImported } from './item.ts';
import { altsOf, picturesOf } from './pictures.ts';

/** 400 for one line of a file. */
export class BadLine extends ShopError {
  readonly line: number;
  constructor(line: number, message: string) {
    super('validation_failed', message);
    this.line = line;
  }
}

/**
 * The input of the product form that changes `now` (undefined for a new product) to match the item, without groups, and
 * the cells that are left out because their values can't be stored. `stored` maps the addresses of its pictures to their
 * paths in the shop. Throws BadLine.
 */
export function inputOf(
  read: ImportItem,
  now: Product | undefined,
  stored: Map<string, string>,
): { input: ProductChange; lost: Note[] } {
  const item = read.pricesWithoutGst ? withGst(read, now) : read;
  const { line, address, name, description, isFeatured, isTopDeal, isTrending, isGiftCard } = item;
  const { slug, hsn, gstRate, tags, attributes, declarations } = item;
  if (!now && !name)
    throw new BadLine(
      line,
      `There is no product with the slug “${address}” to change, and a new one needs a name`,
    );
  const raw = {
    name,
    description,
    isFeatured,
    isTopDeal,
    isTrending,
    isGiftCard,
    hsn,
    tags,
    attributes,
    declarations,
    seoTitle: item.seoTitle,
    seoDescription: item.seoDescription,
    publishAt: item.publishAt,
    status: now ? item.status : item.newStatus,
    gstRate: gstRate || undefined,
    ...variantFields(item, now, stored),
    ...picturesOf(item, now, stored),
    imageAlts: altsOf(item, now, stored),
  };
  const lost: Note[] = [];
  const left = new Set<string>();
  for (;;) {
    const given = without(raw, left);
    const parsed = now ? productChange.safeParse(given) : newProduct.safeParse({ ...given, slug });
    if (parsed.success) return { input: parsed.data, lost };
    const [issue] = parsed.error.issues;
    const index = lineOf(item, 'variants' in raw ? raw.variants : undefined, issue?.path ?? []);
    const cell = cellOf(issue?.path ?? [], now !== undefined);
    const message = issue?.message ?? 'Not valid';
    if (!cell || left.has(cell.key)) throw new BadLine(index, message);
    left.add(cell.key);
    lost.push({ line: index, message: notImported(`${cell.label}: ${message}`) });
  }
}

/** The columns whose cells can be left out, by the names of their fields. */
const optionalCells: Record<string, string> = {
  description: 'Description',
  hsn: 'HSN',
  gstRate: 'GST rate',
  tags: 'Tags',
  attributes: 'Attributes',
  finalPrice: 'Selling price',
  discount: 'Discount',
  countInStock: 'Stock',
  sku: 'SKU',
  shelfCode: 'Shelf code',
  weightGrams: 'Weight (g)',
  netQuantity: 'Net quantity',
  barcode: 'Barcode',
  cost: 'Cost price',
  salePrice: 'Sale price',
  saleFrom: 'Sale from',
  saleUntil: 'Sale until',
  seoTitle: 'SEO title',
  seoDescription: 'SEO description',
  publishAt: 'Publish on',
  imageAlts: 'Alt texts',
};

/** The optional cell to which an issue leads: a field of the product, of a combination, or a declaration. */
function cellOf(
  [field, place, inner]: PropertyKey[],
  exists: boolean,
): { key: string; label: string } | undefined {
  const isVariant = field === 'variants' && typeof place === 'number';
  // The stock at the export is of use only together with the stock.
  const name = String(isVariant ? inner : field).replace(/Before$/, '');
  if (name === 'declarations') {
    const declaration = declarationNames.find((known) => known === place);
    return declaration && { key: `declarations.${declaration}`, label: declarationFields[declaration].label };
  }
  // A product that exists has a name and prices, which stay.
  const label = optionalCells[name] ?? (exists ? { name: 'Name', price: 'Price' }[name] : undefined);
  return label ? { key: isVariant ? `variants.${place}.${name}` : name, label } : undefined;
}

/** An input without the fields with these keys. */
function without(input: object, keys: Set<string>, start = ''): Record<string, unknown> {
  const entries = Object.entries(input).filter(([name]) => !keys.has(start + name.replace(/Before$/, '')));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === 'declarations' && value) return [name, without(value, keys, 'declarations.')];
      if (name !== 'variants' || !Array.isArray(value)) return [name, value];
      return [name, value.map((variant: object, i) => without(variant, keys, `variants.${i}.`))];
    }),
  );
}

/** The line of the row to which an issue leads. */
function lineOf(
  { line, variants }: ImportItem,
  given: { values: string[] }[] | undefined,
  [list, place]: PropertyKey[],
): number {
  const values = list === 'variants' && typeof place === 'number' ? given?.[place]?.values : undefined;
  return (values && variants.find((row) => sameValues(row.values, values))?.line) ?? line;
}

/** The item with GST added to its prices, at the rate that the product has or will have. */
function withGst(item: ImportItem, now: Product | undefined): ImportItem {
  const hsn = item.hsn ?? now?.hsn ?? null;
  const rate = item.gstRate ? Number(item.gstRate) : (now?.gstRate ?? null);
  const gstTenths = rate === null ? defaultGstTenths : toGstTenths(rate);
  return {
    ...item,
    variants: item.variants.map((variant) => {
      const { price, finalPrice, salePrice } = variant;
      const tenths = gstTenthsOfValue({ hsn, gstTenths }, Number(finalPrice || price) * 100, new Date());
      const gross = (net: string | undefined) => net && String(inRupees(Number(net), 1 + tenths / 1000));
      return {
        ...variant,
        price: gross(price),
        finalPrice: gross(finalPrice),
        salePrice: gross(salePrice),
      };
    }),
  };
}

/** Options, prices, SKUs and stock. */
function variantFields(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const { line, options, variants } = item;
  if (!options && now) return variantFieldsWithoutOptions(item, now, stored);
  requireFit(item, now);
  const [first] = variants;
  if (!options || options.length === 0) {
    if (variants.length > 1)
      throw new BadLine(line, 'The product has several rows, but no options to distinguish them');
    const only = now?.options.length === 0 ? now.variants[0] : undefined;
    const fields = first && fieldsOf(first, item, only);
    if (!only && fields?.price === undefined) throw withoutPrice(item, first?.line ?? line);
    return { options: options && [], ...fields };
  }
  const { rows } = matchCombinations(item, now);
  const given = variants.map((variant, i) => {
    const values = valuesIn(options, variant.values);
    const existing = rows[i];
    const fields = fieldsOf(variant, item, existing);
    if (!existing && fields.price === undefined) throw withoutPrice(item, variant.line);
    return { _id: existing?._id, values, ...fields, ...imageOf(variant, stored) };
  });
  const all = withStored(item, options, now, given);
  try {
    checkCombinations(all.options, all.variants);
  } catch (error) {
    throw error instanceof ShopError ? new BadLine(line, error.message) : error;
  }
  return all;
}

/** Why a new combination can't be created. */
function withoutPrice({ notes }: ImportItem, line: number): BadLine {
  const why = notes.find((note) => note.about === 'price' && note.line === line);
  return new BadLine(line, why?.message ?? 'Valid price is required');
}

/** Throws BadLine for combinations that neither fit the options of the file nor are removed. */
function requireFit(item: ImportItem, now: Product | undefined): void {
  const { kept, fits } = storedCombinations(item, now);
  if (fits || kept.length === 0) return;
  const listed = kept.map(({ values, countInStock }) => `“${labelOf(values)}” (stock ${countInStock})`);
  throw new BadLine(
    item.line,
    `The options of the file are others. Confirm in the preview that these combinations are removed: ${listed.join(', ')}`,
  );
}

/** Options and combinations of a file together with the combinations of the product that it does not name. */
function withStored<Given extends { _id?: string | undefined; values: string[] }>(
  item: ImportItem,
  options: Product['options'],
  now: Product | undefined,
  given: Given[],
) {
  const { kept } = storedCombinations(item, now);
  if (!now || kept.length === 0) return { options, variants: given };
  const all = optionsWith(options, now.options, kept);
  const variants = now.variants.flatMap((variant) => {
    if (kept.includes(variant)) return { _id: variant._id, values: valuesIn(all, variant.values) };
    return given.find(({ _id }) => _id === variant._id) ?? [];
  });
  return { options: all, variants: [...variants, ...given.filter(({ _id }) => !_id)] };
}

/** The same for a file without option columns. */
function variantFieldsWithoutOptions(item: ImportItem, now: Product, stored: Map<string, string>) {
  const { rows } = matchCombinations(item, now);
  const filled = item.variants
    .map((row, index) => ({ row, existing: rows[index] }))
    .filter(({ row }) => hasValues(row));
  const [first] = filled;
  if (!first) return {};
  if (now.options.length === 0) {
    if (filled.length > 1)
      throw new BadLine(item.line, 'The product has several rows, but no options to distinguish them');
    return fieldsOf(first.row, item, now.variants[0]);
  }
  for (const { row, existing } of filled)
    if (!existing)
      throw new BadLine(
        row.line,
        row.sku
          ? `No combination of this product has the SKU “${row.sku}”`
          : 'This product has options: the row needs the option values or the SKU of a combination',
      );
  const variants = now.variants.map((variant) => {
    const row = filled.find(({ existing }) => existing === variant)?.row;
    return {
      _id: variant._id,
      values: variant.values,
      ...(row && { ...fieldsOf({ ...row, sku: undefined }, item, variant), ...imageOf(row, stored) }),
    };
  });
  return { variants };
}

const hasValues = (row: ImportVariant) =>
  [
    row.price,
    row.finalPrice,
    row.discount,
    row.countInStock,
    row.shelfCode,
    row.weightGrams,
    row.picture,
    row.netQuantity,
    row.barcode,
    row.cost,
    row.salePrice,
  ].some((item) => item !== undefined);

function fieldsOf(row: ImportVariant, { own }: ImportItem, now: Variant | undefined) {
  const counts =
    own || !now ? { countInStock: row.countInStock, countInStockBefore: row.countInStockBefore } : {};
  const shelf = row.shelfCode !== undefined && { shelfCode: row.shelfCode };
  return {
    ...(row.sku && { sku: row.sku }),
    ...shelf,
    ...pricesOf(row, own, now),
    ...(row.countInStock && counts),
    netQuantity: row.netQuantity,
    weightGrams: row.weightGrams,
    barcode: row.barcode,
    cost: row.cost,
    salePrice: row.salePrice,
    saleFrom: row.saleFrom,
    saleUntil: row.saleUntil,
  };
}

/**
 * List price, selling price and discount. An export of this shop has all three: for an existing product only the
 * edited ones apply, and a list price that was edited alone keeps the discount, as in the API. A selling price
 * without a list price raises the current list price if necessary.
 */
function pricesOf({ price, discount, ...row }: ImportVariant, own: boolean, now: Variant | undefined) {
  const finalPrice = row.finalPrice === '' ? (price ?? now?.price.toString()) : row.finalPrice;
  const known = own && now ? regularOf(now) : undefined;
  if (finalPrice !== undefined && Number(finalPrice) !== known?.finalPrice)
    return { price: price ?? Math.max(now?.price ?? 0, Number(finalPrice)), finalPrice };
  if (discount !== undefined && Number(discount) !== known?.discount)
    return { price, discount: discount || 0 };
  return { price };
}

function imageOf({ picture }: ImportVariant, stored: Map<string, string>) {
  if (picture === undefined) return {};
  return { image: picture === '' ? null : stored.get(picture) };
}
