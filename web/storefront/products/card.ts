import type { Product } from '../../../shared/contract/catalogue.ts';

/**
 * The part of a product that a card shows and a cart keeps: a listing carries no more, so pages stay small.
 * `variants` holds the only one of a product without options, else nothing: the choice is made on its page.
 */
export type CardProduct = Pick<
  Product,
  | '_id'
  | 'slug'
  | 'name'
  | 'description'
  | 'image'
  | 'originalPrice'
  | 'finalPrice'
  | 'priceVaries'
  | 'countInStock'
  | 'isTrending'
> & {
  hasOptions: boolean;
  /** The low-stock threshold of a product without options; null means the shop's. */
  lowStockAt: number | null;
  variants: Pick<Product['variants'][number], '_id' | 'values' | 'finalPrice' | 'countInStock' | 'image'>[];
};

const shortDescription = 100;

/** A product as its card shows it: the description cut to 100 characters plus '...' (spec §5). */
export function toCard(product: Product): CardProduct {
  const { _id, slug, name, image, originalPrice, finalPrice, priceVaries } = product;
  const { description, countInStock, isTrending, options, variants } = product;
  const hasOptions = options.length > 0;
  return {
    _id,
    slug,
    name,
    description: cut(description),
    image,
    originalPrice,
    finalPrice,
    priceVaries,
    countInStock,
    isTrending,
    hasOptions,
    lowStockAt: (hasOptions ? null : variants[0]?.lowStockAt) ?? null,
    variants: hasOptions ? [] : variants.slice(0, 1).map(toCartVariant),
  };
}

function toCartVariant({ _id, values, finalPrice, countInStock, image }: Product['variants'][number]) {
  return { _id, values, finalPrice, countInStock, image };
}

function cut(text: string): string {
  return text.length > shortDescription ? `${text.slice(0, shortDescription).trimEnd()}...` : text;
}
