import type { Product } from '../../../../shared/contract/catalogue.ts';
import { sellingPrice, toPaise, toRupees, toTenths } from '../../../../shared/money.ts';
import { richTextOf, writeRichText } from '../../../../shared/rich-text.ts';
import { differing } from '../../parts/differing.ts';
import { allCombinations, type DraftOption, type DraftVariant, keyOf } from './combinations.ts';

/** A product while it is being written: what the fields hold, as text. */
export type Draft = {
  name: string;
  /** Empty while it follows the name. */
  slug: string;
  /** Rich text (see parts/rich-editor). */
  description: string;
  price: string;
  discount: string;
  countInStock: string;
  sku: string;
  status: Product['status'];
  isFeatured: boolean;
  isTopDeal: boolean;
  isTrending: boolean;
  category: string;
  subcategory: string;
  brand: string;
  productType: string;
  hsn: string;
  gstRate: string;
  /** Stored paths, the main picture first. */
  pictures: string[];
  options: DraftOption[];
  variants: DraftVariant[];
};
export type DraftErrors = Record<string, string>;

export const emptyDraft: Draft = {
  ...{ name: '', slug: '', description: '', price: '', discount: '', countInStock: '', sku: '' },
  ...{ status: 'active', isFeatured: false, isTopDeal: false, isTrending: false },
  ...{ category: '', subcategory: '', brand: '', productType: '', hsn: '', gstRate: '18' },
  ...{ pictures: [], options: [], variants: [] },
};

/** A stored product as the form shows it. */
export function draftOf(product: Product): Draft {
  const { name, slug, sku, status, isFeatured, isTopDeal, isTrending } = product;
  const options = product.options.map((option) => ({ name: option.name, values: option.values.join(', ') }));
  const kept = new Map(product.variants.map((variant) => [keyOf(variant.values), variant]));
  return {
    ...{ name, slug, sku, status, isFeatured, isTopDeal, isTrending },
    description: descriptionOf(product),
    price: String(product.price),
    discount: product.discount ? String(product.discount) : '',
    countInStock: String(product.countInStock),
    category: product.category?._id ?? '',
    subcategory: product.subcategory?._id ?? '',
    brand: product.brand?._id ?? '',
    productType: product.productType?._id ?? '',
    hsn: product.hsn ?? '',
    gstRate: String(product.gstRate),
    pictures: [...(product.image ? [product.image] : []), ...product.images],
    options,
    variants: allCombinations(options).map((values) => {
      const variant = kept.get(keyOf(values));
      return {
        ...{ values, sku: variant?.sku ?? '', image: variant?.image ?? '', offered: variant !== undefined },
        price: variant ? String(variant.price) : '',
        countInStock: variant ? String(variant.countInStock) : '',
      };
    }),
  };
}

const descriptionOf = ({ richDescription, description }: Product) =>
  richDescription ?? (description && writeRichText(richTextOf(description)));

/** The selling price of what the two fields hold, in rupees; null while they hold no figures. */
export function finalPrice(price: string, discount: string): number | null {
  if (!isPrice(price) || !isDiscount(discount)) return null;
  return toRupees(sellingPrice(toPaise(Number(price)), toTenths(Number(discount || 0))));
}

/** What is wrong, by field, in the words of the shop (spec §5 Product form). */
export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.name.trim()) errors.name = 'Product name is required';
  if (!isDiscount(draft.discount)) errors.discount = 'Please enter a valid discount percentage (0-100)';
  if (draft.hsn && !/^\d{4,8}$/.test(draft.hsn.trim())) errors.hsn = 'HSN code must be 4 to 8 digits';
  if (draft.options.length === 0) {
    if (!isPrice(draft.price)) errors.price = 'Valid price is required';
    if (!isStock(draft.countInStock)) errors.countInStock = 'Stock must be a non-negative integer';
    return errors;
  }
  draft.options.forEach((option, i) => {
    if (!option.name.trim()) errors[`options.${i}.name`] = 'Give the option a name, such as Size';
    if (!option.values.trim()) errors[`options.${i}.values`] = 'List its values, with commas between them';
  });
  offered(draft).forEach((variant, i) => {
    if (!isPrice(variant.price)) errors[`variants.${i}.price`] = 'Valid price is required';
    if (!isStock(variant.countInStock))
      errors[`variants.${i}.countInStock`] = 'Stock must be a non-negative integer';
  });
  if (offered(draft).length === 0) errors.variants = 'At least one combination is needed';
  return errors;
}

/** The variants that are for sale, in the order of the body's list. */
export const offered = (draft: Draft) => draft.variants.filter((variant) => variant.offered);

/**
 * The body of the call; of a product that is there only what was changed here, so that what others changed
 * meanwhile stays. Stock goes with what the form showed at first, so that sales in between are not undone.
 */
export function bodyOf(draft: Draft, product: Product | undefined): object {
  const whole = wholeBody(draft, product);
  if (!product) return whole;
  const changed = differing(whole, wholeBody(draftOf(product), product));
  const withOptions = draft.options.length + product.options.length > 0;
  const together = withOptions ? [...belongTogether, ofVariants] : belongTogether;
  const goes = (name: string) =>
    (together.find((names) => names.includes(name)) ?? [name]).some((each) => each in changed);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => goes(name)));
}

/** Fields that mean something only beside each other. */
const belongTogether = [
  ['image', 'images'],
  ['category', 'subcategory'],
];
const ofVariants = ['options', 'variants', 'price', 'sku', 'countInStock', 'countInStockBefore'];

function wholeBody(draft: Draft, product: Product | undefined): Record<string, unknown> {
  const { name, status, isFeatured, isTopDeal, isTrending, options, pictures } = draft;
  const [image = null, ...images] = pictures;
  const { category, subcategory, brand, productType, hsn, gstRate } = draft;
  const common = {
    ...{ name, status, isFeatured, isTopDeal, isTrending, image, images },
    ...{ category, subcategory, brand, productType, hsn },
    // Plain words stay plain until they are edited here.
    ...(draft.description !== (product ? descriptionOf(product) : '') && {
      richDescription: draft.description,
    }),
    ...(draft.slug.trim() && { slug: draft.slug.trim() }),
    discount: Number(draft.discount || 0),
    gstRate: Number(gstRate || 0),
  };
  if (options.length === 0) {
    const only = product?.options.length === 0 ? product : undefined;
    return {
      ...common,
      options: [],
      price: Number(draft.price),
      sku: draft.sku.trim(),
      ...stockOf(draft.countInStock, only?.countInStock),
    };
  }
  const before = new Map(product?.variants.map((variant) => [keyOf(variant.values), variant]));
  return {
    ...common,
    options: options.map((option) => ({ name: option.name.trim(), values: valuesOf(option) })),
    variants: offered(draft).map(({ values, sku, price, countInStock, image: own }) => {
      const stored = before.get(keyOf(values));
      const written = { sku: sku.trim(), price: Number(price), image: own || null };
      return {
        ...(stored && { _id: stored._id }),
        values,
        ...(stored ? differing(written, stored) : written),
        ...stockOf(countInStock, stored?.countInStock),
      };
    }),
  };
}

const valuesOf = (option: DraftOption) => allCombinations([option]).map(([value = '']) => value);

function stockOf(text: string, before: number | undefined) {
  const countInStock = Number(text || 0);
  if (before === undefined) return { countInStock };
  return countInStock === before ? {} : { countInStock, countInStockBefore: before };
}

const isPrice = (text: string) => /^\d{1,8}(\.\d{1,2})?$/.test(text.trim());
const isStock = (text: string) => /^\d{0,7}$/.test(text.trim());
const isDiscount = (text: string) => /^(\d{1,2}(\.\d)?|100(\.0)?)?$/.test(text.trim());
