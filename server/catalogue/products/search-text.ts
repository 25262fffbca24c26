import type { ProductQuery } from '../../../shared/contract/catalogue/catalogue.ts';
import { typedText } from '../../../shared/text/plain-text.ts';
import { readPriceWords } from '../search/search.ts';

/** The text that a query searches for. It has no NUL characters, which PostgreSQL refuses. */
export const searchText = ({ search, keyword }: Partial<ProductQuery>): string | undefined =>
  typedText(search ?? keyword ?? '') || undefined;

/** Prices in rupees. */
export type PriceRange = { min?: number; max?: number };

/** The prices that the search of a query names (decision 81); null if it names none, or the query has prices. */
export function pricesOfSearch(query: Partial<ProductQuery>): PriceRange | null {
  const read = withPriceWords(query);
  if (read === query) return null;
  const { minPrice: min, maxPrice: max } = read;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** A query with the price that its search names (“stole under 1500”, decision 81), unless it has one already. */
export function withPriceWords<Query extends Partial<ProductQuery>>(query: Query): Query {
  const text = searchText(query);
  if (!text || query.minPrice !== undefined || query.maxPrice !== undefined) return query;
  const { text: search, ...prices } = readPriceWords(text);
  return search === text ? query : { ...query, ...prices, search };
}
