import type { Product, Variant } from '../../../../shared/contract/catalogue.ts';
import { discountTenths, fromTenths, parseRupees, toPaise } from '../../../../shared/money.ts';
import { richTextOf, writeRichText } from '../../../../shared/rich-text.ts';
import { differing } from '../../parts/differing.ts';
import {
  allCombinations,
  type DraftOffer,
  type DraftOption,
  type DraftVariant,
  keyOf,
} from './combinations.ts';

/** A product while it is being written: what the fields hold, as text. */
export type Draft = DraftOffer & {
  name: string;
  /** Empty while it follows the name. */
  slug: string;
  /** Rich text (see parts/rich-editor). */
  description: string;
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
  ...{
    name: '',
    slug: '',
    description: '',
    price: '',
    finalPrice: '',
    countInStock: '',
    lowStockAt: '',
    sku: '',
  },
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
    ...pricesOf(product),
    countInStock: String(product.countInStock),
    lowStockAt: thresholdOf(product.variants[0]),
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
        ...(variant ? pricesOf(variant) : { price: '', finalPrice: '' }),
        countInStock: variant ? String(variant.countInStock) : '',
        lowStockAt: thresholdOf(variant),
      };
    }),
  };
}

const thresholdOf = (variant: Variant | undefined) => String(variant?.lowStockAt ?? '');

const pricesOf = ({ price, finalPrice }: Pick<Product, 'price' | 'finalPrice'>) => ({
  price: String(price),
  finalPrice: finalPrice < price ? String(finalPrice) : '',
});

const descriptionOf = ({ richDescription, description }: Product) =>
  richDescription ?? (description && writeRichText(richTextOf(description)));

/** The discount in percent between the two prices in the fields; null while they are not valid. */
export function percentOff({ price, finalPrice }: Pick<DraftOffer, 'price' | 'finalPrice'>): number | null {
  const list = priceOf(price);
  const selling = priceOf(finalPrice || price);
  if (list === undefined || selling === undefined || selling > list) return null;
  return fromTenths(discountTenths(toPaise(list), toPaise(selling)));
}

/** What is wrong, by field, in the words of the shop (spec §5 Product form). */
export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.name.trim()) errors.name = 'Product name is required';
  if (draft.hsn && !/^\d{4,8}$/.test(draft.hsn.trim())) errors.hsn = 'HSN code must be 4 to 8 digits';
  if (draft.options.length === 0) {
    return { ...errors, ...checkOffer(draft, '') };
  }
  draft.options.forEach((option, i) => {
    if (!option.name.trim()) errors[`options.${i}.name`] = 'Give the option a name, such as Size';
    if (!option.values.trim()) errors[`options.${i}.values`] = 'List its values, with commas between them';
  });
  offered(draft).forEach((variant, i) => {
    Object.assign(errors, checkOffer(variant, `variants.${i}.`));
  });
  if (offered(draft).length === 0) errors.variants = 'At least one combination is needed';
  return errors;
}

function checkOffer(offer: DraftOffer, prefix: string): DraftErrors {
  const errors: DraftErrors = {};
  const list = priceOf(offer.price);
  const selling = priceOf(offer.finalPrice || offer.price);
  if (list === undefined) errors[`${prefix}price`] = 'Valid price is required';
  else if (selling === undefined) errors[`${prefix}finalPrice`] = 'Valid selling price is required';
  else if (selling > list) errors[`${prefix}finalPrice`] = 'The selling price can’t be above the list price';
  if (!isStock(offer.countInStock)) errors[`${prefix}countInStock`] = 'Stock must be a non-negative integer';
  if (!isStock(offer.lowStockAt)) errors[`${prefix}lowStockAt`] = 'Enter a whole number, 0 or more';
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
  ['price', 'finalPrice'],
];
const ofVariants = [
  'options',
  'variants',
  'price',
  'finalPrice',
  'lowStockAt',
  'sku',
  'countInStock',
  'countInStockBefore',
];

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
    gstRate: Number(gstRate || 0),
  };
  if (options.length === 0) {
    const only = product?.options.length === 0 ? product : undefined;
    return {
      ...common,
      options: [],
      ...amountsOf(draft),
      ...{ sku: draft.sku.trim(), lowStockAt: draft.lowStockAt.trim() },
      ...stockOf(draft.countInStock, only?.countInStock),
    };
  }
  const before = new Map(product?.variants.map((variant) => [keyOf(variant.values), variant]));
  return {
    ...common,
    options: options.map((option) => ({ name: option.name.trim(), values: valuesOf(option) })),
    variants: offered(draft).map((variant) => {
      const stored = before.get(keyOf(variant.values));
      return {
        ...(stored && { _id: stored._id }),
        ...{ values: variant.values, sku: variant.sku.trim(), image: variant.image || null },
        ...amountsOf(variant),
        lowStockAt: variant.lowStockAt.trim(),
        ...stockOf(variant.countInStock, stored?.countInStock),
      };
    }),
  };
}

const valuesOf = (option: DraftOption) => allCombinations([option]).map(([value = '']) => value);

/** Both prices, because a list price sent alone would keep the discount. */
const amountsOf = ({ price, finalPrice }: DraftOffer) => ({
  price: priceOf(price),
  finalPrice: priceOf(finalPrice || price),
});

function stockOf(text: string, before: number | undefined) {
  const countInStock = Number(text || 0);
  if (before === undefined) return { countInStock };
  return countInStock === before ? {} : { countInStock, countInStockBefore: before };
}

/** Cut to the maximum that the call accepts. */
function priceOf(text: string): number | undefined {
  const amount = parseRupees(text);
  return amount !== undefined && amount <= 10_000_000 ? amount : undefined;
}
const isStock = (text: string) => /^\d{0,7}$/.test(text.trim());
