import type { ProductQuery } from '../../../shared/contract/catalogue.ts';
import type { PageShop } from '../../shop-context.ts';
import { type CardProduct, toCard } from './card.ts';

/** A strip's products; null where they could not be had, so that the rest of the page still stands. */
export async function cards(
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
