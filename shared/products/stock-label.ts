export type StockLabel = 'Out of Stock' | 'Low Stock' | 'In Stock';

/** The default threshold, if neither the variant nor the shop has one (spec §9). */
export const lowStock = 10;

/** The length of a product's stock bar (spec §4): percent of the highest stock shown beside it, at most 100. */
export function stockShare(countInStock: number, highest: number): number {
  return highest > 0 ? Math.min(100, Math.max(0, (countInStock / highest) * 100)) : 0;
}

/**
 * The label of a stock (spec §4): 0 is 'Out of Stock', under 10 'Low Stock', otherwise 'In Stock'. With a threshold of
 * the variant or the shop, a stock up to the threshold is 'Low Stock'.
 */
export function stockLabel(countInStock: number, threshold: number | null = null): StockLabel {
  if (countInStock <= 0) return 'Out of Stock';
  return countInStock <= (threshold ?? lowStock - 1) ? 'Low Stock' : 'In Stock';
}
