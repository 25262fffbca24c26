import type { PageShop } from '../../shop-context.ts';

export type GiftPrices = { filter: string; bands: { value: string; label: string; count: number }[] };

const shown = 4;

/** The lowest price bands of the products that are gifts; none if they can't be loaded. */
export async function findGiftPrices(shop: PageShop, filter: string): Promise<GiftPrices> {
  if (!filter) return { filter, bands: [] };
  try {
    const facets = await shop.catalogue.listFacets({ filter: [filter], page: 1, limit: 1 });
    const bands = facets.find(({ name }) => name === 'price')?.values ?? [];
    return { filter, bands: bands.slice(0, shown) };
  } catch (error) {
    console.warn('The gifts could not be loaded.', error);
    return { filter, bands: [] };
  }
}
