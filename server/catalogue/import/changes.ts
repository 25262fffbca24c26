import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ProductChange } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { ImportChange } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { shortRupees, toRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { declarationFields, declarationNames } from '../../../shared/products/declarations.ts';
import { gstProblems } from '../../../shared/products/gst-rates.ts';
import { pricesOf, regularOf, storedPricesOf } from '../products/products.ts';
import { labelOf } from './combinations.ts';
import type { ImportItem } from './item.ts';
import { taxedAfter } from './keep-off-sale.ts';

/** A variant after an input is applied; `was` is undefined if it is new. */
type After = Pick<
  Variant,
  'sku' | 'values' | 'price' | 'finalPrice' | 'countInStock' | 'image' | 'netQuantity' | 'barcode'
> & {
  cost: number | null;
  /** The scheduled sale as a text. */
  sale: string;
  shelfCode: string | undefined;
  weightGrams: number | undefined;
  was: Variant | undefined;
};

/**
 * The changes that an input makes to the current product: the old and the new value of each field as a text.
 */
export function changesOf(now: Product, item: ImportItem, input: ProductChange): ImportChange[] {
  const changes: ImportChange[] = [];
  const add = (field: string, from: string, to: string | undefined, variant = '') => {
    if (to !== undefined && to !== from) changes.push({ field, variant, from: short(from), to: short(to) });
  };
  add('Name', now.name, input.name);
  add('Description', now.description, input.description);
  add('Status', now.status, input.status);
  add('Featured', yesOrNo(now.isFeatured), yesOrNo(input.isFeatured));
  add('Top deal', yesOrNo(now.isTopDeal), yesOrNo(input.isTopDeal));
  add('Trending', yesOrNo(now.isTrending), yesOrNo(input.isTrending));
  add('Gift card', yesOrNo(now.isGiftCard === true), yesOrNo(input.isGiftCard));
  add('HSN', now.hsn ?? '', input.hsn === undefined ? undefined : (input.hsn ?? ''));
  add('GST rate', String(now.gstRate ?? ''), input.gstRate?.toString());
  for (const name of declarationNames)
    add(declarationFields[name].label, now.declarations?.[name] ?? '', input.declarations?.[name]);
  for (const [field, was, given] of groupsOf(now, item)) if (!sameName(was, given)) add(field, was, given);
  add('SEO title', now.seoTitle ?? '', input.seoTitle);
  add('SEO description', now.seoDescription ?? '', input.seoDescription);
  add(
    'Publish on',
    momentText(now.publishAt),
    input.publishAt === undefined ? undefined : momentText(input.publishAt),
  );
  add('Tags', now.tags.join(', '), input.tags?.join(', '));
  for (const { attribute, values } of input.attributes ?? []) {
    const before = now.attributes?.find(({ name }) => sameName(name, attribute));
    const text = values.join(', ');
    const was = before?.values.join(', ') ?? '';
    if (!sameName(was, text)) add(attribute, was, text);
  }
  add('Options', optionsText(now.options), input.options && optionsText(input.options));
  const after = variantsAfter(now, input);
  for (const variant of after) addVariantChanges(variant, add);
  const unchanged = new Set(after.map(({ was }) => was?._id));
  for (const gone of now.variants)
    if (!unchanged.has(gone._id))
      changes.push({
        field: 'Combination',
        variant: '',
        to: '',
        from: `${labelOf(gone.values)}, stock ${gone.countInStock}`,
      });
  if (input.image !== undefined) {
    const before = [now.image, ...now.images].filter(Boolean);
    const next = [input.image, ...(input.images ?? [])].filter(Boolean);
    if (before.join() !== next.join()) {
      const moved = before.length === next.length ? ', changed' : '';
      changes.push({
        field: 'Pictures',
        variant: '',
        from: String(before.length),
        to: `${next.length}${moved}`,
      });
    }
  }
  const { length } = Object.keys(input.imageAlts ?? {});
  if (length > 0) add('Alt texts', '', `of ${length} pictures`);
  return changes;
}

const momentText = (iso: string | null | undefined): string => (iso ? orderDate(iso) : '');

/** A scheduled sale as a text; empty without one. */
const saleText = (paise: number | null, from: Date | null, until: Date | null): string =>
  paise === null
    ? ''
    : [
        shortRupees(toRupees(paise)),
        from && `from ${orderDate(from.toISOString())}`,
        until && `until ${orderDate(until.toISOString())}`,
      ]
        .filter(Boolean)
        .join(' ');

const saleOf = (variant: Variant): string => {
  const { salePaise, saleFrom, saleUntil } = storedPricesOf(variant);
  return saleText(salePaise, saleFrom, saleUntil);
};

type AddChange = (field: string, from: string, to: string | undefined, variant?: string) => void;

function addVariantChanges({ was, values, ...next }: After, describe: AddChange): void {
  const label = values.join(' / ');
  if (!was) {
    const { price, finalPrice, countInStock } = next;
    describe(
      'Combination',
      '',
      `${label ? `${label}: ` : ''}${priceText(price, finalPrice)}, stock ${countInStock}`,
    );
    return;
  }
  if (!sameName(labelOf(was.values), labelOf(values)))
    describe('Combination', labelOf(was.values), labelOf(values));
  describe('Price', shortRupees(was.price), shortRupees(next.price), label);
  describe('Selling price', shortRupees(regularOf(was).finalPrice), shortRupees(next.finalPrice), label);
  describe('Scheduled sale', saleOf(was), next.sale, label);
  describe('Cost price', String(was.cost ?? ''), String(next.cost ?? ''), label);
  describe('Barcode', was.barcode ?? '', next.barcode, label);
  describe('SKU', was.sku, next.sku, label);
  describe('Stock', String(was.countInStock), String(next.countInStock), label);
  describe('Shelf code', was.shelfCode ?? '', next.shelfCode, label);
  describe('Picture', was.image ?? '', next.image ?? '', label);
  describe('Weight (g)', String(was.weightGrams ?? ''), String(next.weightGrams ?? ''), label);
  describe('Net quantity', was.netQuantity ?? '', next.netQuantity ?? '', label);
}

/** The variants of a product after an input is applied. Throws 400 for a selling price above the list price. */
export function variantsAfter(now: Product | undefined, input: ProductChange): After[] {
  const options = input.options ?? now?.options ?? [];
  const given = options.length > 0 ? input.variants : [{ ...input, image: undefined, values: [] }];
  if (!given)
    return (now?.variants ?? []).map((was) => ({
      ...was,
      finalPrice: regularOf(was).finalPrice,
      shelfCode: was.shelfCode,
      weightGrams: was.weightGrams,
      cost: was.cost ?? null,
      sale: saleOf(was),
      was,
    }));
  return given.map((item) => {
    const was = now?.variants.find(({ _id, values }) =>
      '_id' in item && item._id
        ? _id === item._id
        : sameName(JSON.stringify(values), JSON.stringify(item.values)),
    );
    const prices = pricesOf(item, was && storedPricesOf(was), (name) => name);
    const { pricePaise, sellingPaise, salePaise, saleFrom, saleUntil } = prices;
    const left = was?.countInStock ?? 0;
    const { countInStock = left, countInStockBefore = left } = item;
    return {
      was,
      values: item.values,
      sku: item.sku || (was?.sku ?? ''),
      price: toRupees(pricePaise),
      finalPrice: toRupees(sellingPaise),
      countInStock: was ? left + countInStock - countInStockBefore : countInStock,
      shelfCode: item.shelfCode ?? was?.shelfCode,
      weightGrams: item.weightGrams === undefined ? was?.weightGrams : (item.weightGrams ?? undefined),
      image: item.image === undefined ? (was?.image ?? null) : item.image,
      netQuantity: item.netQuantity === undefined ? (was?.netQuantity ?? null) : item.netQuantity,
      barcode: item.barcode ?? was?.barcode ?? '',
      cost: item.cost === undefined ? (was?.cost ?? null) : item.cost,
      sale: saleText(salePaise, saleFrom, saleUntil),
    };
  });
}

/** Summarises a new product in one line. */
export function summaryOf(input: ProductChange): string {
  const variants = variantsAfter(undefined, input);
  const prices = variants.map(({ price, finalPrice }) => priceText(price, finalPrice));
  const stock = variants.reduce((sum, { countInStock }) => sum + countInStock, 0);
  const [lowest = ''] = variants
    .toSorted((a, b) => a.finalPrice - b.finalPrice)
    .map(({ price, finalPrice }) => priceText(price, finalPrice));
  return [
    new Set(prices).size > 1 ? `from ${lowest}` : lowest,
    variants.length > 1 ? `${variants.length} combinations` : '',
    `stock ${stock}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The fields that a product lacks after its import. `hasPictures` counts pictures that are still to be fetched. */
export function missingOf(
  item: ImportItem,
  now: Product | undefined,
  input: ProductChange,
  hasPictures: boolean,
): string[] {
  const untaxed = gstProblems(taxedAfter(input, now), new Date());
  const lacks: [string, boolean][] = [
    ['Pictures', !hasPictures],
    ['Description', !(input.description ?? now?.description)],
    ['Category', !(item.category ?? now?.category?.name)],
    ['HSN code', untaxed.hsn !== undefined],
    ['GST rate', untaxed.gstRate !== undefined],
  ];
  return lacks.flatMap(([field, isMissing]) => (isMissing ? field : []));
}

const priceText = (price: number, finalPrice: number) =>
  price > finalPrice
    ? `${shortRupees(finalPrice)} (list price ${shortRupees(price)})`
    : shortRupees(finalPrice);

function yesOrNo(flag: boolean): string;
function yesOrNo(flag: boolean | undefined): string | undefined;
function yesOrNo(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? 'yes' : 'no';
}

const groupsOf = (now: Product, item: ImportItem) =>
  [
    ['Category', now.category?.name ?? '', item.category],
    ['Subcategory', now.subcategory?.name ?? '', item.category === '' ? '' : item.subcategory],
    ['Brand', now.brand?.name ?? '', item.brand],
    ['Product type', now.productType?.name ?? '', item.productType],
  ] as const;

const sameName = (a: string, b: string | undefined) =>
  a.normalize().toLowerCase() === b?.normalize().toLowerCase();
const optionsText = (options: Product['options']) =>
  options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ');
/** Long descriptions are cut. */
const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
