import type { ProductQuery } from '../../../shared/contract/catalogue.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { readPriceWords } from '../search/search.ts';

/** The text that a query searches for. It has no NUL characters, which PostgreSQL refuses. */
export const searchText = ({ search, keyword }: Partial<ProductQuery>): string | undefined =>
  plainText(search ?? keyword ?? '') || undefined;

/** A query with the price that its search names (“stole under 1500”, decision 133), unless it has one already. */
export function withPriceWords<Query extends Partial<ProductQuery>>(query: Query): Query {
  const text = searchText(query);
  if (!text || query.minPrice !== undefined || query.maxPrice !== undefined) return query;
  const { text: search, ...prices } = readPriceWords(text);
  return search === text ? query : { ...query, ...prices, search };
}
