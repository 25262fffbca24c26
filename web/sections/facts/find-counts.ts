import type { PageShop } from '../../shop-context.ts';

export type ShopCounts = { products: number; orders: number; years: number };

const nothing: ShopCounts = { products: 0, orders: 0, years: 0 };

/** What the shop has counted of itself, if it is needed; zeros if it can't be loaded. */
export async function findCounts(shop: PageShop, isNeeded: boolean): Promise<ShopCounts> {
  if (!isNeeded) return nothing;
  try {
    const [{ total }, { delivered, years }] = await Promise.all([
      shop.catalogue.listProducts({ page: 1, limit: 1 }),
      shop.orders.getHistory(),
    ]);
    return { products: total, orders: delivered, years };
  } catch (error) {
    console.warn('The numbers of the shop could not be loaded.', error);
    return nothing;
  }
}
