import { parseRupees } from '../../../shared/money.ts';

/** The parameters of the listing's address that filter and sort products. */
export const filterNames = [
  'search',
  'category',
  'subcategory',
  'minPrice',
  'maxPrice',
  'isTrending',
  'isFeatured',
  'isTopDeal',
  'inStock',
  'sort',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The collections behind the flags, with their labels (spec §2). */
export const collections = [
  { name: 'isTrending', label: 'New Arrivals' },
  { name: 'isFeatured', label: 'Featured' },
  { name: 'isTopDeal', label: 'Sale' },
] as const;

/** A flag is on with 'true' and off with anything else (spec §2). */
export const flagNames: readonly FilterName[] = ['isTrending', 'isFeatured', 'isTopDeal', 'inStock'];

/** The maximum that the shop's query accepts, in rupees. */
const maxPriceLimit = 999_999_999;

export const sortOptions = [
  { value: '', label: 'Recommended' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
] as const;

/** A parameter, trimmed; '' if it is missing. */
export function readParam(params: URLSearchParams, name: FilterName | 'page'): string {
  return params.get(name)?.trim() ?? '';
}

/** The listing's address for these values, without empty ones and page 1. */
export function listingPath(values: Partial<Record<FilterName | 'page', string>>): string {
  const params = new URLSearchParams();
  for (const name of [...filterNames, 'page'] as const) {
    const value = values[name]?.trim();
    if (value && !(name === 'page' && value === '1')) params.set(name, value);
  }
  const query = params.toString();
  return query ? `/products?${query}` : '/products';
}

/** The listing's address for `params` with changes. It is the first page unless the changes name a page. */
export function listingPathWith(
  params: URLSearchParams,
  changes: Partial<Record<FilterName | 'page', string>>,
): string {
  const values: Partial<Record<FilterName | 'page', string>> = {};
  for (const name of filterNames) values[name] = readParam(params, name);
  return listingPath({ ...values, ...changes });
}

export type PriceErrors = { minPrice?: string; maxPrice?: string };

/** The prices in rupees, and an error for each field that is not a price or contradicts the other. */
export function priceRange(params: URLSearchParams): {
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  problems: PriceErrors;
} {
  const problems: PriceErrors = {};
  const read = (name: keyof PriceErrors) => {
    const text = readParam(params, name);
    const amount = parseRupees(text);
    if (amount !== undefined && amount <= maxPriceLimit) return amount;
    if (text) problems[name] = 'Enter an amount in rupees, such as 1,000';
    return undefined;
  };
  const [minPrice, maxPrice] = [read('minPrice'), read('maxPrice')];
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) {
    problems.minPrice = 'The minimum is above the maximum';
  }
  return { minPrice, maxPrice, problems };
}

/** The values of a filter form, and the sort order of the list. */
export function formParams(form: HTMLFormElement, sort: string): URLSearchParams {
  const values = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams([...values.filter(([name]) => name !== 'sort'), ['sort', sort]]);
}

/** The address of the first page of the listing for the values of a filter form. */
export function formPath(params: URLSearchParams): string {
  const { minPrice, maxPrice } = priceRange(params);
  const text = (amount: number | undefined) => (amount === undefined ? '' : String(amount));
  return listingPathWith(params, { minPrice: text(minPrice), maxPrice: text(maxPrice) });
}
