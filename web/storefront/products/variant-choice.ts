import { useState } from 'react';
import type { Product, Variant } from '../../../shared/contract/catalogue.ts';

export type VariantChoice = {
  /** The value chosen of each option, in the options' order. */
  values: string[];
  /** The variant with exactly these values; undefined where the shop has no such combination. */
  variant: Variant | undefined;
  choose: (option: number, value: string) => void;
  /** The variant that choosing this value would lead to. */
  variantWith: (option: number, value: string) => Variant | undefined;
};

/** Which variant a shopper is looking at: first the one that can be bought, then whatever she chooses. */
export function useVariantChoice(product: Product): VariantChoice {
  const [values, setValues] = useState(() => firstChoice(product));
  const withValue = (option: number, value: string) =>
    values.map((held, index) => (index === option ? value : held));
  return {
    values,
    variant: variantOf(product, values),
    choose: (option, value) => setValues(withValue(option, value)),
    variantWith: (option, value) => variantOf(product, withValue(option, value)),
  };
}

/** Every picture of a product once: the main one, the gallery, those of its variants. */
export function galleryOf(product: Product): string[] {
  const paths = [product.image, ...product.images, ...product.variants.map(({ image }) => image)];
  return [...new Set(paths.filter((path) => path !== null))];
}

function firstChoice(product: Product): string[] {
  const variant = product.variants.find(({ countInStock }) => countInStock > 0) ?? product.variants[0];
  return variant?.values ?? [];
}

function variantOf(product: Product, values: string[]): Variant | undefined {
  return product.variants.find(
    (variant) =>
      variant.values.length === values.length && variant.values.every((value, i) => value === values[i]),
  );
}
