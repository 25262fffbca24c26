export type StockLabel = 'Out of Stock' | 'Low Stock' | 'In Stock';

/** Below this many a product counts as low (spec §9). */
export const lowStock = 10;

/** The word for what is left (spec §4): 0 is 'Out of Stock', under 10 'Low Stock', otherwise 'In Stock'. */
export function stockLabel(countInStock: number): StockLabel {
  if (countInStock <= 0) return 'Out of Stock';
  return countInStock < lowStock ? 'Low Stock' : 'In Stock';
}
