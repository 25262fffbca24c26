import type { PageShop } from '../../shop-context.ts';

/** The announced discount that ends first, if it is needed; none if it can't be loaded. */
export async function findDiscountEnd(shop: PageShop, isNeeded: boolean) {
  if (!isNeeded) return undefined;
  try {
    return await shop.design.getDiscountEnd();
  } catch (error) {
    console.warn('The end of the discount could not be loaded.', error);
    return undefined;
  }
}

/** When the scheduled sales of these products end; none if they can't be loaded. */
export async function findSaleEnds(shop: PageShop, products: string[]): Promise<Map<string, string>> {
  if (products.length === 0) return new Map();
  try {
    return await shop.design.getSaleEnds(products);
  } catch (error) {
    console.warn('The ends of sales could not be loaded.', error);
    return new Map();
  }
}
