import { type ProductQuery, productQuery } from '../../../../shared/contract/catalogue/catalogue.ts';
import { filterNames, flags, priceRange, readParam, readParams } from './filters.ts';

/** The query in a listing's address. Invalid values are ignored. */
export function listingQuery(params: URLSearchParams): ProductQuery {
  const given: Record<string, string | string[]> = { page: readParam(params, 'page') || '1' };
  for (const name of filterNames) {
    const values = readParams(params, name);
    const [value] = values;
    const isOff = flags.some((flag) => flag.name === name) && value !== 'true';
    if (value && !isOff) given[name] = values.length > 1 ? values : value;
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
