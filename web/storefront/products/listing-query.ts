import { type ProductQuery, productQuery } from '../../../shared/contract/catalogue.ts';
import { asked, filterNames } from './filters.ts';

/** The query of the listing's address. A page is for people: what makes no sense in the address is left out. */
export function listingQuery(params: URLSearchParams): ProductQuery {
  const given: Record<string, string> = {};
  for (const name of [...filterNames, 'page'] as const) {
    const value = asked(params, name);
    if (value) given[name] = value;
  }
  const parsed = productQuery.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete given[String(issue.path[0])];
  return productQuery.parse(given);
}
