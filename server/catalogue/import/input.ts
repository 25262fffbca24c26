import type { Product, Variant } from '../../../shared/contract/catalogue.ts';
import { newProduct, type ProductChange, productChange } from '../../../shared/contract/catalogue-admin.ts';
import { gstTenthsOfValue } from '../../../shared/gst.ts';
import { inRupees, toTenths } from '../../../shared/money.ts';
import { ShopError } from '../../errors.ts';
import { checkCombinations } from '../products/products.ts';
import type { ImportItem, ImportVariant } from './item.ts';
import { picturesOf } from './pictures.ts';

/** 400 for one line of a file. */
export class BadLine extends ShopError {
  readonly line: number;
  constructor(line: number, message: string) {
    super('validation_failed', message);
    this.line = line;
  }
}

/**
 * The input of the product form that changes `now` (undefined for a new product) to match the item, without groups.
 * `stored` maps the addresses of its pictures to their paths in the shop. Throws BadLine.
 */
export function inputOf(
  read: ImportItem,
  now: Product | undefined,
  stored: Map<string, string>,
): ProductChange {
  const item = read.pricesWithoutGst ? withGst(read, now) : read;
  const { line, slug, name, description, isFeatured, isTopDeal, isTrending, isGiftCard } = item;
  const { hsn, gstRate, tags, attributes, declarations } = item;
  if (!now && !name)
    throw new BadLine(
      line,
      `There is no product with the slug “${slug}” to change, and a new one needs a name`,
    );
  const raw = {
    ...{ name, description, isFeatured, isTopDeal, isTrending, isGiftCard },
    ...{ hsn, tags, attributes, declarations },
    status: now ? item.status : item.newStatus,
    gstRate: gstRate || undefined,
    ...variantFields(item, now, stored),
    ...picturesOf(item, now, stored),
  };
  const parsed = now ? productChange.safeParse(raw) : newProduct.safeParse({ ...raw, slug });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const [list, place] = issue?.path ?? [];
    const variant = list === 'variants' && typeof place === 'number' ? item.variants[place] : undefined;
    throw new BadLine(variant?.line ?? line, issue?.message ?? 'Not valid');
  }
  return parsed.data;
}

/** What a product has that was created without a rate. */
const defaultGstRate = 18;

/** The item with GST added to its prices, at the rate that the product has or will have. */
function withGst(item: ImportItem, now: Product | undefined): ImportItem {
  const hsn = item.hsn ?? now?.hsn ?? null;
  const gstTenths = toTenths(item.gstRate ? Number(item.gstRate) : (now?.gstRate ?? defaultGstRate));
  return {
    ...item,
    variants: item.variants.map((variant) => {
      const { price, finalPrice } = variant;
      const tenths = gstTenthsOfValue({ hsn, gstTenths }, Number(finalPrice || price) * 100, new Date());
      const gross = (net: string | undefined) => net && String(inRupees(Number(net), 1 + tenths / 1000));
      return { ...variant, price: gross(price), finalPrice: gross(finalPrice) };
    }),
  };
}

/** Options, prices, SKUs and stock. */
function variantFields(item: ImportItem, now: Product | undefined, stored: Map<string, string>) {
  const { line, options, variants } = item;
  if (!options && now) return variantFieldsWithoutOptions(item, now, stored);
  const [first] = variants;
  if (!options || options.length === 0) {
    if (variants.length > 1)
      throw new BadLine(line, 'The product has several rows, but no options to distinguish them');
    const only = now?.options.length === 0 ? now.variants[0] : undefined;
    const fields = first && fieldsOf(first, item, only);
    if (!only && fields?.price === undefined) throw new BadLine(line, 'Valid price is required');
    return { options: options && [], ...fields };
  }
  const given = variants.map((variant) => {
    const { values } = variant;
    const existing = now?.variants.find((each) => sameValues(each.values, values));
    const fields = fieldsOf(variant, item, existing);
    if (!existing && fields.price === undefined) throw new BadLine(variant.line, 'Valid price is required');
    return { values, ...fields, ...imageOf(variant, stored) };
  });
  try {
    checkCombinations(options, given);
  } catch (error) {
    throw error instanceof ShopError ? new BadLine(line, error.message) : error;
  }
  return { options, variants: given };
}

/** The same for a file without option columns: rows are matched to combinations by values or SKU. */
function variantFieldsWithoutOptions(item: ImportItem, now: Product, stored: Map<string, string>) {
  const filled = item.variants.filter(hasValues);
  const [first] = filled;
  if (!first) return {};
  if (now.options.length === 0) {
    if (filled.length > 1)
      throw new BadLine(item.line, 'The product has several rows, but no options to distinguish them');
    return fieldsOf(first, item, now.variants[0]);
  }
  const rows = new Map<string, ImportVariant>();
  for (const row of filled) {
    const existing = now.variants.find((each) => isOf(row, each));
    if (!existing)
      throw new BadLine(
        row.line,
        row.sku
          ? `No combination of this product has the SKU “${row.sku}”`
          : 'This product has options: the row needs the option values or the SKU of a combination',
      );
    if (rows.has(existing._id)) throw new BadLine(row.line, 'This combination is in the file twice');
    rows.set(existing._id, row);
  }
  const variants = now.variants.map((each) => {
    const row = rows.get(each._id);
    return {
      _id: each._id,
      values: each.values,
      ...(row && { ...fieldsOf({ ...row, sku: undefined }, item, each), ...imageOf(row, stored) }),
    };
  });
  return { variants };
}

const hasValues = (row: ImportVariant) =>
  [
    ...[row.price, row.finalPrice, row.discount, row.countInStock],
    ...[row.shelfCode, row.weightGrams, row.picture, row.netQuantity],
  ].some((each) => each !== undefined);

const isOf = (row: ImportVariant, variant: Variant) =>
  row.values.length > 0
    ? sameValues(row.values, variant.values)
    : row.sku?.toLowerCase() === variant.sku.toLowerCase();

const sameValues = (a: string[], b: string[]) =>
  JSON.stringify(a).toLowerCase() === JSON.stringify(b).toLowerCase();

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
  };
}

/**
 * List price, selling price and discount. An export of this shop has all three: for an existing product only the
 * edited ones apply, and a list price that was edited alone keeps the discount, as in the API. A selling price
 * without a list price raises the current list price if necessary.
 */
function pricesOf({ price, discount, ...row }: ImportVariant, own: boolean, now: Variant | undefined) {
  const finalPrice = row.finalPrice === '' ? (price ?? String(now?.price ?? '')) : row.finalPrice;
  const known = own ? now : undefined;
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
