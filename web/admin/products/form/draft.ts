import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import {
  type NewProduct,
  newProduct,
  type ProductChange,
  productChange,
} from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { discountTenths, fromTenths, toPaise } from '../../../../shared/money.ts';
import { maxQuantity } from '../../../../shared/orders/cart.ts';
import { type Declaration, declarationNames } from '../../../../shared/products/declarations.ts';
import { parseRupees } from '../../../../shared/read-amount.ts';
import { richTextOf, writeRichText } from '../../../../shared/text/rich-text.ts';
import { instantOf, timeInIndia } from '../../parts/form/india-time.ts';
import {
  allCombinations,
  type DraftOffer,
  type DraftOption,
  type DraftVariant,
  emptyOffer,
  keyOf,
  valuesOf,
  writeValues,
} from './combinations.ts';

type Stored = Pick<Product, 'name' | 'slug' | 'status' | 'isFeatured' | 'isTopDeal' | 'isTrending'>;
type Texts =
  | 'tags'
  | 'description'
  | 'category'
  | 'subcategory'
  | 'brand'
  | 'productType'
  | 'hsn'
  | 'gstRate'
  | 'seoTitle'
  | 'seoDescription'
  // As a field for a local time has it.
  | 'publishAt';

/** The input of the product form: numbers are texts, `slug` may be empty, `description` is rich text. */
export type Draft = DraftOffer &
  Stored &
  Record<Texts, string> & {
    isGiftCard: boolean;
    declarations: Record<Declaration, string>;
    /** Stored paths, the main picture first. */
    pictures: string[];
    /** What they show, by their paths. */
    imageAlts: Record<string, string>;
    video: string;
    turnImages: string[];
    /** Values by the id of the attribute. */
    attributes: Record<string, string[]>;
    options: DraftOption[];
    variants: DraftVariant[];
  };

const declarationsOf = (stored: Product['declarations'] = {}) =>
  Object.fromEntries(declarationNames.map((name) => [name, stored[name] ?? ''])) as Record<
    Declaration,
    string
  >;

export const emptyDraft: Draft = {
  ...emptyOffer,
  declarations: declarationsOf(),
  name: '',
  slug: '',
  tags: '',
  description: '',
  hsn: '',
  gstRate: '',
  seoTitle: '',
  seoDescription: '',
  publishAt: '',
  status: 'active',
  isFeatured: false,
  isTopDeal: false,
  isTrending: false,
  category: '',
  subcategory: '',
  brand: '',
  productType: '',
  video: '',
  turnImages: [],
  isGiftCard: false,
  pictures: [],
  imageAlts: {},
  attributes: {},
  options: [],
  variants: [],
};

/** A stored product as the form shows it. */
export function draftOf(product: Product): Draft {
  const { name, slug, status, isFeatured, isTopDeal, isTrending } = product;
  const options = product.options.map((option) => ({
    name: option.name,
    values: writeValues(option.values),
  }));
  const stored = byValues(product);
  const only = product.options.length > 0 ? undefined : product.variants[0];
  return {
    name,
    slug,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    isGiftCard: product.isGiftCard === true,
    description: descriptionOf(product),
    ...offerOf({
      ...product,
      lowStockAt: product.variants[0]?.lowStockAt ?? null,
      netQuantity: null,
      ...only,
    }),
    declarations: declarationsOf(product.declarations),
    category: product.category?._id ?? '',
    subcategory: product.subcategory?._id ?? '',
    brand: product.brand?._id ?? '',
    productType: product.productType?._id ?? '',
    hsn: product.hsn ?? '',
    gstRate: String(product.gstRate ?? ''),
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
    publishAt: timeInIndia(product.publishAt),
    imageAlts: product.imageAlts ?? {},
    tags: product.tags.join(', '),
    attributes: Object.fromEntries((product.attributes ?? []).map(({ _id, values }) => [_id, values])),
    video: product.video ?? '',
    turnImages: product.turnImages ?? [],
    pictures: [...(product.image ? [product.image] : []), ...product.images],
    options,
    variants: allCombinations(options).map((values) => {
      const variant = stored.get(keyOf(values));
      const offer = variant ? offerOf(variant) : emptyOffer;
      return { ...offer, values, image: variant?.image ?? '', offered: variant !== undefined };
    }),
  };
}

type Offer = Pick<
  Variant,
  | (
      | 'price'
      | 'finalPrice'
      | 'sku'
      | 'countInStock'
      | 'lowStockAt'
      | 'netQuantity'
      | 'weightGrams'
      | 'shelfCode'
    )
  | ('barcode' | 'cost' | 'salePrice' | 'saleFrom' | 'saleUntil' | 'regularPrice')
>;
const offerOf = (offer: Offer): DraftOffer => {
  const {
    price,
    finalPrice,
    sku,
    countInStock,
    lowStockAt,
    netQuantity,
    weightGrams,
    shelfCode = '',
  } = offer;
  const selling = offer.regularPrice ?? finalPrice;
  return {
    price: String(price),
    finalPrice: selling < price ? String(selling) : '',
    barcode: offer.barcode ?? '',
    cost: String(offer.cost ?? ''),
    salePrice: String(offer.salePrice ?? ''),
    saleFrom: timeInIndia(offer.saleFrom),
    saleUntil: timeInIndia(offer.saleUntil),
    sku,
    countInStock: String(countInStock),
    lowStockAt: String(lowStockAt ?? ''),
    netQuantity: netQuantity ?? '',
    weightGrams: String(weightGrams ?? ''),
    shelfCode,
  };
};

const byValues = (product: Product | undefined) =>
  new Map(product?.variants.map((variant) => [keyOf(variant.values), variant]));

const descriptionOf = ({ richDescription, description }: Product) =>
  richDescription ?? (description && writeRichText(richTextOf(description)));

/** The discount in percent between the two prices in the fields; null while they are not valid. */
export function percentOff({ price, finalPrice }: Pick<DraftOffer, 'price' | 'finalPrice'>): number | null {
  const list = parseRupees(price);
  const selling = parseRupees(finalPrice || price);
  if (list === undefined || selling === undefined || selling > list) return null;
  return fromTenths(discountTenths(toPaise(list), toPaise(selling)));
}

/** What is missing of the scheduled sales, by the paths of the fields. */
export function saleErrors(draft: Draft): Record<string, string> {
  const offers = draft.options.length > 0 ? offered(draft) : [draft];
  return Object.fromEntries(
    offers.flatMap(({ salePrice, saleFrom, saleUntil }, i) => {
      const path = draft.options.length > 0 ? `variants.${i}.` : '';
      if (!salePrice.trim() && (saleFrom || saleUntil))
        return [[`${path}salePrice`, 'Enter the price of the sale']];
      if (salePrice.trim() && !saleFrom && !saleUntil)
        return [[`${path}saleFrom`, 'Enter when the sale begins or when it ends']];
      return [];
    }),
  );
}

/** The variants that are for sale, in the order of the request. */
export const offered = (draft: Draft) => draft.variants.filter((variant) => variant.offered);

/** The body that creates a product from a checked draft. */
export const newBody = (draft: Draft): NewProduct => newProduct.parse(inputOf(draft));

/**
 * The body that changes a product to a checked draft: only the fields changed here, so that what another admin changed
 * stays.
 */
export function changeBody(draft: Draft, product: Product): ProductChange {
  const input: Record<string, unknown> = inputOf(draft, product);
  const stored: Record<string, unknown> = inputOf(draftOf(product), product);
  const isChanged = (name: string) => JSON.stringify(input[name]) !== JSON.stringify(stored[name]);
  const withOptions = draft.options.length + product.options.length > 0;
  const hasSale = product.variants.some(({ salePrice }) => salePrice != null);
  const sets = [
    withOptions ? offerFields : [],
    hasSale ? sentTogether.slice(0, 2).flat() : [],
    ...sentTogether,
  ];
  const changed = Object.entries(input).filter(([name]) =>
    (sets.find((names) => names.includes(name)) ?? [name]).some(isChanged),
  );
  return productChange.parse({ ...Object.fromEntries(changed), updatedAtBefore: product.updatedAt });
}

/** Fields that have a meaning only together. */
const sentTogether = [
  // With a scheduled sale all of these, because the price of the sale alone would mean no change (contract §2).
  ['price', 'finalPrice'],
  ['salePrice', 'saleFrom', 'saleUntil'],
  ['image', 'images'],
  ['category', 'subcategory'],
  ['countInStock', 'countInStockBefore'],
];
const offerFields = ['options', 'variants', ...Object.keys(emptyOffer), 'countInStockBefore'];

/**
 * The whole form as the API takes it (shared/contract). Stock is sent with the stock that the form showed first, so
 * that sales in between are not undone.
 */
export function inputOf(draft: Draft, product?: Product) {
  const { name, status, isFeatured, isTopDeal, isTrending, options, pictures, description } = draft;
  const { declarations, video, turnImages, isGiftCard } = draft;
  const [image = null, ...images] = pictures;
  const { category, subcategory, brand, productType, hsn, gstRate, tags, attributes } = draft;
  const common = {
    name,
    status,
    isFeatured,
    isTopDeal,
    isTrending,
    image,
    images,
    declarations,
    video,
    turnImages,
    isGiftCard,
    category,
    subcategory,
    brand,
    productType,
    hsn,
    // A plain description stays plain until it is edited here.
    ...(description !== (product ? descriptionOf(product) : '') && { richDescription: description }),
    ...(draft.slug.trim() && { slug: draft.slug.trim() }),
    gstRate: gstRate.trim(),
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
    publishAt: status === 'draft' ? instantOf(draft.publishAt) : null,
    imageAlts: draft.imageAlts,
    tags: tags.split(',').flatMap((tag) => tag.trim() || []),
    attributes: Object.entries(attributes).map(([attribute, values]) => ({ attribute, values })),
  };
  if (options.length === 0) {
    const hadOptions = product && product.options.length > 0;
    const before = hadOptions || !product ? undefined : { ...product, ...product.variants[0] };
    return { ...common, options: [], ...offerInput(draft, before, isGiftCard) };
  }
  const stored = byValues(product);
  return {
    ...common,
    options: options.map((option) => ({ name: option.name, values: valuesOf(option) })),
    variants: offered(draft).map((variant) => {
      const { values, image: picture } = variant;
      const before = stored.get(keyOf(values));
      return { _id: before?._id, values, image: picture, ...offerInput(variant, before, isGiftCard) };
    }),
  };
}

/**
 * Both prices, because a list price sent alone would keep the discount. A gift card costs its amount, and orders take
 * nothing from its stock.
 */
const offerInput = (
  { price, finalPrice, countInStock, salePrice, saleFrom, saleUntil, ...offer }: DraftOffer,
  before: Pick<Variant, 'countInStock' | 'barcode' | 'cost' | 'salePrice'> | undefined,
  isGiftCard: boolean,
) => ({
  price,
  finalPrice: (!isGiftCard && finalPrice.trim()) || parseRupees(price),
  sku: offer.sku,
  barcode: offer.barcode || before?.barcode ? offer.barcode : undefined,
  cost: offer.cost || before?.cost != null ? offer.cost : undefined,
  ...((salePrice.trim() || before?.salePrice != null) && {
    salePrice: isGiftCard ? null : salePrice.trim() || null,
    saleFrom: instantOf(saleFrom),
    saleUntil: instantOf(saleUntil),
  }),
  lowStockAt: offer.lowStockAt,
  netQuantity: offer.netQuantity,
  weightGrams: offer.weightGrams,
  shelfCode: offer.shelfCode,
  countInStock: isGiftCard ? maxQuantity : countInStock.trim() || 0,
  countInStockBefore: before?.countInStock,
});
