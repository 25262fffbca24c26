import type { Product, ProductQuery } from '../../../shared/contract/catalogue.ts';
import type { PageShop } from '../../shop-context.ts';

/**
 * The fields of a product that its card and the cart need. `variants` contains the only variant of a product without
 * options; it is empty for a product with options, which are chosen on the product's page.
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

const maxDescription = 100;

/** The data of a product's card, with the description cut to 100 characters plus '...' (spec §5). */
export function toCard(product: Product): CardProduct {
  const { _id, slug, name, image, originalPrice, finalPrice, priceVaries } = product;
  const { description, countInStock, isTrending, options, variants } = product;
  const hasOptions = options.length > 0;
  return {
    _id,
    slug,
    name,
    description: truncate(description),
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

/** The cards of a strip; null if they can't be loaded, so that the rest of the page is still shown. */
export async function findCards(
  shop: PageShop,
  query: Partial<ProductQuery> & { limit: number },
): Promise<CardProduct[] | null> {
  try {
    const { products } = await shop.catalogue.listProducts({ page: 1, ...query });
    return products.map(toCard);
  } catch (error) {
    console.warn('A strip of products could not be loaded.', error);
    return null;
  }
}

function toCartVariant({ _id, values, finalPrice, countInStock, image }: Product['variants'][number]) {
  return { _id, values, finalPrice, countInStock, image };
}

function truncate(text: string): string {
  return text.length > maxDescription ? `${text.slice(0, maxDescription).trimEnd()}...` : text;
}
