import { type ProductQuery, productQuery } from '../../../shared/contract/catalogue.ts';
import { filterNames, flagNames, priceRange, readParam } from './filters.ts';

/** The query in a listing's address. Invalid values are ignored. */
export function listingQuery(params: URLSearchParams): ProductQuery {
  const given: Record<string, string> = {};
  for (const name of [...filterNames, 'page'] as const) {
    const value = readParam(params, name);
    const isOff = flagNames.some((flag) => flag === name) && value !== 'true';
    if (value && !isOff) given[name] = value;
  }
  for (const name of ['minPrice', 'maxPrice'] as const) {
    const amount = priceRange(params)[name];
    if (amount === undefined) delete given[name];
    else given[name] = String(amount);
  }
  const parsed = productQuery.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete given[String(issue.path[0])];
  return productQuery.parse(given);
}
