/** The parameters of the listing's address that choose and order products. */
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

/** The collections that a flag stands for, in the words of the shop (spec §2). */
export const collections = [
  { name: 'isTrending', label: 'New Arrivals' },
  { name: 'isFeatured', label: 'Featured' },
  { name: 'isTopDeal', label: 'Sale' },
] as const;

export const sortings = [
  { value: '', label: 'Our choice' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
] as const;

/** One parameter, trimmed; '' when it is not there. */
export function asked(params: URLSearchParams, name: FilterName | 'page'): string {
  return params.get(name)?.trim() ?? '';
}

/** The listing's address for these values; empty ones are left out, and so is page 1. */
export function listingPath(values: Partial<Record<FilterName | 'page', string>>): string {
  const params = new URLSearchParams();
  for (const name of [...filterNames, 'page'] as const) {
    const value = values[name]?.trim();
    if (value && !(name === 'page' && value === '1')) params.set(name, value);
  }
  const query = params.toString();
  return query ? `/products?${query}` : '/products';
}

/** All values of an address, with some changed. A change leads back to the first page unless it is the page. */
export function changed(
  params: URLSearchParams,
  changes: Partial<Record<FilterName | 'page', string>>,
): string {
  const values: Partial<Record<FilterName | 'page', string>> = {};
  for (const name of filterNames) values[name] = asked(params, name);
  return listingPath({ ...values, ...changes });
}

/** The listing's address for what a filter form holds. */
export function formPath(form: HTMLFormElement, sort: string): string {
  const values = Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return listingPath({ ...values, sort });
}
