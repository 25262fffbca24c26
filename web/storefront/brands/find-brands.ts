import type { PageShop } from '../../shop-context.ts';

/** Brands with products for sale, those with most products first; none if they can't be loaded. */
export async function findBrands(shop: PageShop) {
  try {
    return await shop.catalogue.listBrandsForSale();
  } catch (error) {
    console.warn('The brands could not be loaded.', error);
    return [];
  }
}

export type BrandForSale = Awaited<ReturnType<PageShop['catalogue']['listBrandsForSale']>>[number];

/** The states where brands are, with their brands and the number of products, in the order of the brands. */
export function placesOf(brands: BrandForSale[]) {
  const byState = Map.groupBy(
    brands.filter(({ state }) => state),
    ({ state }) => state,
  );
  return [...byState].map(([state, inState]) => ({
    state,
    brands: inState.length,
    products: inState.reduce((sum, { products }) => sum + products, 0),
  }));
}
