import type { Product, StripQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { CartVariant } from '../../../../shared/orders/cart.ts';
import type { PageShop } from '../../../shop-context.ts';

type CardField =
  | ('_id' | 'slug' | 'name' | 'description' | 'image' | 'originalPrice' | 'finalPrice' | 'priceVaries')
  | ('countInStock' | 'isTrending' | 'rating' | 'numReviews' | 'brand');

/**
 * The fields of a product that its card and the cart need. `variants` contains the only variant of a product without
 * options; it is empty for a product with options, which are chosen on the product's page.
 */
export type CardProduct = Pick<Product, CardField> & {
  hasOptions: boolean;
  /** The second picture, which is shown while a mouse is above the card. */
  secondImage: string | undefined;
  /** The low-stock threshold of a product without options; null means the shop's. */
  lowStockAt: number | null;
  variants: CartVariant[];
};

const maxDescription = 100;

/** The cards of cached products (decision 118). */
const cards = new WeakMap<Product, CardProduct>();

/**
 * The data of a product's card, with the description cut to the words within 100 characters plus '...' (spec §5). The
 * same object each time for the same product.
 */
export function toCard(product: Product): CardProduct {
  const card = cards.get(product) ?? createCard(product);
  cards.set(product, card);
  return card;
}

function createCard(product: Product): CardProduct {
  const { _id, slug, name, image, originalPrice, finalPrice, priceVaries, countInStock, isTrending } =
    product;
  const { rating, numReviews, brand } = product;
  // Who gets a gift card is entered on its page.
  const hasOptions = product.options.length > 0 || product.isGiftCard === true;
  const [only = null] = hasOptions ? [] : product.variants;
  return {
    _id,
    slug,
    name,
    image,
    originalPrice,
    finalPrice,
    priceVaries,
    countInStock,
    isTrending,
    rating,
    numReviews,
    brand,
    hasOptions,
    secondImage: product.images[0],
    description: truncate(product.description),
    lowStockAt: only?.lowStockAt ?? null,
    variants: only ? [toCartVariant(only)] : [],
  };
}

const toCartVariant = ({ _id, values, finalPrice, countInStock, image }: CartVariant): CartVariant => ({
  _id,
  values,
  finalPrice,
  countInStock,
  image,
});

/** The cards of products by their ids; without them if they can't be loaded. */
export async function findCards(shop: PageShop, ids: string[]): Promise<Map<string, CardProduct>> {
  if (ids.length === 0) return new Map();
  try {
    const products = await shop.catalogue.listProductsByIds(ids);
    return new Map(products.map((product) => [product._id, toCard(product)]));
  } catch (error) {
    console.warn('The chosen products could not be loaded.', error);
    return new Map();
  }
}

/** The cards of these strips; none if they can't be loaded, so that the rest of the page is still shown. */
export async function findStrips(shop: PageShop, queries: StripQuery[]): Promise<CardProduct[][]> {
  if (queries.length === 0) return [];
  try {
    return (await shop.catalogue.listStrips(queries)).map((products) => products.map(toCard));
  } catch (error) {
    console.warn('The strips of products could not be loaded.', error);
    return [];
  }
}

/** The cards of the products to show with this one; none if they can't be loaded. */
export async function findRelated(shop: PageShop, id: string) {
  try {
    const { together, similar } = await shop.catalogue.listRelated(id);
    return { together: together.map(toCard), similar: similar.map(toCard) };
  } catch (error) {
    console.warn('The related products could not be loaded.', error);
    return { together: [], similar: [] };
  }
}

function truncate(text: string): string {
  if (text.length <= maxDescription) return text;
  const words = text.slice(0, maxDescription + 1).replace(/\s+\S*$/, '');
  return `${words.slice(0, maxDescription)}...`;
}
