import { parseRupees } from '../../../../shared/read-amount.ts';
import { plainText } from '../../../../shared/text/plain-text.ts';

/** The parameters of the listing's address that filter and sort products. */
export const filterNames = [
  'search',
  'collection',
  'category',
  'subcategory',
  'brand',
  'place',
  'filter',
  'minPrice',
  'maxPrice',
  'isTrending',
  'isFeatured',
  'isTopDeal',
  'inStock',
  'sort',
] as const;
export type FilterName = (typeof filterNames)[number];
/** `all` is the facet of which the listing shows more values; `without` is the filter that a chip removes. */
type ParamName = FilterName | 'page' | 'all' | 'without';
/** Values of parameters; those of `brand` and `filter` can be several. */
type FilterValues = Partial<Record<ParamName, string | string[]>>;
const canRepeat = (name: string) => name === 'brand' || name === 'filter';
/** How many values of facets a listing has at most: its page stays small, and the shop counts no more facets. */
export const maxChosen = 8;

/** The collections behind the flags, with their labels (spec §2). */
export const collections = [
  { name: 'isTrending', label: 'New Arrivals' },
  { name: 'isFeatured', label: 'Featured' },
  { name: 'isTopDeal', label: 'Sale' },
] as const;

/** A flag is on with 'true' and off with anything else (spec §2). */
export const flags = [...collections, { name: 'inStock', label: 'In stock only' }] as const;

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
export function readParam(params: URLSearchParams, name: ParamName): string {
  return params.get(name)?.trim() ?? '';
}

/** The values of a parameter, trimmed. Those of one that can be repeated are in lower case, and limited in number. */
export function readParams(params: URLSearchParams, name: FilterName): string[] {
  const values = params.getAll(name).flatMap((value) => value.trim() || []);
  if (!canRepeat(name)) return values.slice(0, 1);
  const places = name === 'filter' ? maxChosen - readParams(params, 'brand').length : maxChosen;
  return [...new Set(values.map((value) => value.toLowerCase()))].slice(0, places);
}

/** The listing's address for these values, without empty ones and page 1. */
export function listingPath(values: FilterValues): string {
  const params = new URLSearchParams();
  for (const name of [...filterNames, 'all', 'page'] as const) {
    for (const item of [values[name] ?? []].flat()) {
      const value = item.trim();
      if (value && !(name === 'page' && value === '1')) params.append(name, value);
    }
  }
  const query = params.toString();
  return query ? `/products?${query}` : '/products';
}

/** The listing's address for `params` with changes. It is the first page unless the changes name a page. */
export function listingPathWith(params: URLSearchParams, changes: FilterValues): string {
  const values: FilterValues = {};
  for (const name of filterNames) values[name] = readParams(params, name);
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
    const amount = parseRupees(plainText(text));
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

/** The values of the filter form, to which the sort order belongs, and of the button that submits it. */
export function formParams(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  const values = [...new FormData(form, submitter)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(values);
}

/** The address of the first page of the listing for the values of a filter form. */
export function formPath(submitted: URLSearchParams): string {
  const params = withoutRemoved(submitted);
  const { minPrice, maxPrice } = priceRange(params);
  const text = (amount: number | undefined) => (amount === undefined ? '' : String(amount));
  const prices = { minPrice: text(minPrice), maxPrice: text(maxPrice) };
  // The field with the facet that is open comes before the button that opens another one.
  const all = params.getAll('all').at(-1) ?? '';
  return listingPathWith(params, { ...prices, all });
}

/** The parameters without the filter that `without` names: `inStock`, or `filter:size:m` for one of several values. */
function withoutRemoved(params: URLSearchParams): URLSearchParams {
  const [name = '', value] = readParam(params, 'without').split(/:(.*)/s);
  const left = [...params].filter(
    ([key, text]) => key !== name || (value !== undefined && text.trim().toLowerCase() !== value),
  );
  return new URLSearchParams(name === 'category' ? left.filter(([key]) => key !== 'subcategory') : left);
}
