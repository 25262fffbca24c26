import { words } from './many-products.ts';

/** Listings of 24 products with a price filter that no earlier request had. 4,000,000 exist. */
export const newListings = (from: number, count: number): string[] =>
  series(from, count).map((n) => `minPrice=${n % 100}&maxPrice=${4600 + Math.floor(n / 100)}`);

/** Searches for parts of words of product names that no earlier request had; each finds dozens of products. */
export function newSearches(from: number, count: number): string[] {
  const parts = new Set<string>();
  for (const word of Object.values(words).flat())
    for (const start of series(0, word.length - 2))
      for (const end of series(start + 3, word.length - start - 2))
        parts.add(word.slice(start, end).toLowerCase());
  const list = [...parts];
  return series(from, count).map((n) => {
    // When all words have been used, the price makes the search a new one.
    return `search=${list[n % list.length]}&minPrice=${Math.floor(n / list.length)}`;
  });
}

export const series = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);
