import { useState } from 'react';
import type { Product, Variant } from '../../../shared/contract/catalogue.ts';

/** The fields that are shown in the interactive part of the product's page. */
export const viewFields = [
  ...([
    '_id',
    'slug',
    'name',
    'sku',
    'image',
    'images',
    'status',
    'isTrending',
    'rating',
    'numReviews',
  ] as const),
  ...(['price', 'originalPrice', 'finalPrice', 'priceVaries', 'options', 'variants'] as const),
  ...(['category', 'subcategory', 'brand', 'productType'] as const),
] as const;

export type ViewedProduct = Pick<Product, (typeof viewFields)[number]> & {
  /** Its rating is that of the reviews of the demo shop. */
  hasDemoReviews?: boolean;
};

export type VariantChoice = {
  /** The chosen value of each option, in the order of the options. */
  values: string[];
  /** The variant with these values; undefined if the combination does not exist. */
  variant: Variant | undefined;
  choose: (option: number, value: string) => void;
  /** The variant that would result from choosing this value. */
  variantWith: (option: number, value: string) => Variant | undefined;
};

/** The chosen variant of a product. Initially the first variant in stock. */
export function useVariantChoice(product: ViewedProduct): VariantChoice {
  const [values, setValues] = useState(() => firstChoice(product));
  const withValue = (option: number, value: string) =>
    values.map((current, index) => (index === option ? value : current));
  return {
    values,
    variant: variantOf(product, values),
    choose: (option, value) => setValues(withValue(option, value)),
    variantWith: (option, value) => variantOf(product, withValue(option, value)),
  };
}

/** The distinct pictures of a product: the main one, the gallery, those of its variants. */
export function galleryOf(product: ViewedProduct): string[] {
  const paths = [product.image, ...product.images, ...product.variants.map(({ image }) => image)];
  return [...new Set(paths.filter((path) => path !== null))];
}

function firstChoice(product: ViewedProduct): string[] {
  const variant = product.variants.find(({ countInStock }) => countInStock > 0) ?? product.variants[0];
  return variant?.values ?? [];
}

function variantOf(product: ViewedProduct, values: string[]): Variant | undefined {
  return product.variants.find(
    (variant) =>
      variant.values.length === values.length && variant.values.every((value, i) => value === values[i]),
  );
}
