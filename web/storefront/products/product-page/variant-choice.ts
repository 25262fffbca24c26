import { useEffect, useMemo, useState } from 'react';
import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import { ifLower } from '../own-prices/own-prices.ts';
import { ownPriceOf, useOwnPrices } from '../own-prices/use-own-prices.ts';
import type { Swatches } from './swatches.ts';

/** The fields that are shown in the interactive part of the product's page. */
export const viewFields = [
  ...([
    '_id',
    'slug',
    'name',
    'sku',
    'image',
    'images',
    'imageAlts',
    'status',
    'isTrending',
    'rating',
    'numReviews',
  ] as const),
  ...(['price', 'originalPrice', 'finalPrice', 'priceVaries', 'options', 'variants'] as const),
  ...([
    'category',
    'subcategory',
    'brand',
    'productType',
    'sizeGuide',
    'video',
    'turnImages',
    'isGiftCard',
  ] as const),
] as const;

export type ViewedProduct = Omit<Pick<Product, (typeof viewFields)[number]>, 'variants'> & {
  swatches: Swatches;
  /** Its rating is that of the reviews of the demo shop. */
  hasDemoReviews?: boolean;
  variants: ViewedVariant[];
} & Own;
type ViewedVariant = Variant & Own;
/** The selling price of the catalogue, if `finalPrice` is one of the customer's price lists. */
type Own = { cataloguePrice?: number };

/**
 * A product at the prices of the signed-in customer. The product itself if it costs them as much as everybody, and on the
 * server.
 */
export function useOwnProduct(product: ViewedProduct): ViewedProduct {
  const own = useOwnPrices().get(product._id);
  return useMemo(() => {
    if (!own) return product;
    const { price: finalPrice, priceVaries } = own;
    const cataloguePrice = ifLower(own)?.cataloguePrice;
    const variants = product.variants.map((variant) => {
      const mine = ownPriceOf(own, variant._id);
      return mine ? { ...variant, cataloguePrice: mine.cataloguePrice, finalPrice: mine.price } : variant;
    });
    return { ...product, ...(cataloguePrice && { cataloguePrice }), finalPrice, priceVaries, variants };
  }, [product, own]);
}

export type VariantChoice = {
  /** The chosen value of each option, in the order of the options; undefined where none is chosen. */
  values: (string | undefined)[];
  /** The variant with these values; undefined until all are chosen, and if the combination does not exist. */
  variant: ViewedVariant | undefined;
  /** The picture of the first variant with the chosen values; null if variants have no pictures of their own. */
  picture: string | null;
  /** The index of the first option of which no value is chosen; -1 if all are. */
  missing: number;
  /** Whether the shopper tried to buy before they had chosen: the first missing option is then marked. */
  isAsked: boolean;
  ask: () => void;
  choose: (option: number, value: string) => void;
  /** Whether a variant with this value and the other chosen ones is in stock. */
  isInStock: (option: number, value: string) => boolean;
};

/** The parameter of the address of a product's page that names a variant. */
export const variantParam = 'variant';

/**
 * The chosen variant of a product. Initially only options with a single value are chosen; then the variant that the
 * address names, which follows each choice. It replaces the address, so that Back leaves the product.
 */
export function useVariantChoice(product: ViewedProduct): VariantChoice {
  const [values, setValues] = useState(() => product.options.map(onlyValue));
  const [isAsked, setIsAsked] = useState(false);
  const missing = values.indexOf(undefined);
  const variant = product.variants.find((variant) => fits(variant, values));

  useEffect(() => {
    const id = new URLSearchParams(window.location.search).get(variantParam);
    const named = product.variants.find(({ _id }) => _id === id);
    if (named) setValues(named.values);
  }, [product]);

  const hasPictures = product.variants.some(({ image }) => image);
  const isUntouched = product.options.every((option, index) => values[index] === onlyValue(option));
  const withValue = (option: number, value: string) =>
    values.map((now, index) => (index === option ? value : now));
  return {
    values,
    variant: missing < 0 ? variant : undefined,
    picture: hasPictures && !isUntouched ? (variant?.image ?? product.image) : null,
    missing,
    isAsked: isAsked && missing >= 0,
    ask: () => setIsAsked(true),
    choose(option, value) {
      const next = withValue(option, value);
      setValues(next);
      setIsAsked(false);
      nameInAddress(
        next.includes(undefined) ? undefined : product.variants.find((variant) => fits(variant, next)),
      );
    },
    isInStock: (option, value) =>
      product.variants.some((variant) => variant.countInStock > 0 && fits(variant, withValue(option, value))),
  };
}

/** The address of a product's page with this variant chosen. */
export const variantPath = ({ slug }: Pick<Product, 'slug'>, variant: Variant | undefined) =>
  `/products/${slug}${variant && variant.values.length > 0 ? `?${variantParam}=${variant._id}` : ''}`;

/** The distinct pictures of a product: the main one, the gallery, those of its variants. */
export function galleryOf(product: Pick<Product, 'image' | 'images' | 'variants'>): string[] {
  const paths = [product.image, ...product.images, ...product.variants.map(({ image }) => image)];
  return [...new Set(paths.filter((path) => path !== null))];
}

const onlyValue = ({ values }: Product['options'][number]) => (values.length === 1 ? values[0] : undefined);

/** Whether a variant has these values; an undefined one is any. */
const fits = (variant: Variant, values: (string | undefined)[]) =>
  values.every((value, index) => value === undefined || value === variant.values[index]);

function nameInAddress(variant: Variant | undefined) {
  const url = new URL(window.location.href);
  if (variant) url.searchParams.set(variantParam, variant._id);
  else url.searchParams.delete(variantParam);
  window.history.replaceState(window.history.state, '', url);
}
