import type { CartVariant } from '../../../shared/cart.ts';
import type { Product, StripQuery } from '../../../shared/contract/catalogue.ts';
import { pick } from '../../load.ts';
import type { PageShop } from '../../shop-context.ts';

const cardFields = [
  ...(['_id', 'slug', 'name', 'description', 'image', 'originalPrice', 'finalPrice', 'priceVaries'] as const),
  ...(['countInStock', 'isTrending'] as const),
] as const;
const cartFields = ['_id', 'values', 'finalPrice', 'countInStock', 'image'] as const;

/**
 * The fields of a product that its card and the cart need. `variants` contains the only variant of a product without
 * options; it is empty for a product with options, which are chosen on the product's page.
 */
export type CardProduct = Pick<Product, (typeof cardFields)[number]> & {
  hasOptions: boolean;
  /** The low-stock threshold of a product without options; null means the shop's. */
  lowStockAt: number | null;
  variants: CartVariant[];
};

const maxDescription = 100;

/** The data of a product's card, with the description cut to 100 characters plus '...' (spec §5). */
export function toCard(product: Product): CardProduct {
  const { description, options, variants } = product;
  const [only = null] = options.length > 0 ? [] : variants;
  return {
    ...pick(product, cardFields),
    description: truncate(description),
    hasOptions: options.length > 0,
    lowStockAt: only?.lowStockAt ?? null,
    variants: only ? [pick(only, cartFields)] : [],
  };
}

/** The cards of these strips; none if they can't be loaded, so that the rest of the page is still shown. */
export async function findStrips(shop: PageShop, queries: StripQuery[]): Promise<CardProduct[][]> {
  try {
    return (await shop.catalogue.listStrips(queries)).map((products) => products.map(toCard));
  } catch (error) {
    console.warn('The strips of products could not be loaded.', error);
    return [];
  }
}

function truncate(text: string): string {
  return text.length > maxDescription ? `${text.slice(0, maxDescription).trimEnd()}...` : text;
}
