import { expect, test } from 'vitest';
import { formPath, listingPath, listingPathWith, priceRange } from './filters.ts';
import { listingMeta } from './listing-meta.ts';
import { listingQuery } from './listing-query.ts';

const params = (query: string) => new URLSearchParams(query);

test('an address contains the chosen values in a fixed order, without empty ones', () => {
  expect(listingPath({ isTopDeal: 'true', search: ' tea ', minPrice: '', page: '1' })).toBe(
    '/products?search=tea&isTopDeal=true',
  );
  expect(listingPath({})).toBe('/products');
});

test('changing a filter returns to the first page; changing the page keeps the filters', () => {
  const address = params('category=tea-and-spice&page=4&utm_source=x');
  expect(listingPathWith(address, { inStock: 'true' })).toBe('/products?category=tea-and-spice&inStock=true');
  expect(listingPathWith(address, { page: '5' })).toBe('/products?category=tea-and-spice&page=5');
  expect(listingPathWith(address, { category: '' })).toBe('/products');
});

test('the query contains the values of the address', () => {
  expect(listingQuery(params('search=tea&minPrice=100&inStock=true&sort=-price&page=2'))).toEqual({
    search: 'tea',
    minPrice: 100,
    inStock: true,
    sort: '-price',
    page: 2,
    limit: 24,
  });
});

test('invalid values and unknown parameters are ignored', () => {
  const invalid = params(
    'page=abc&minPrice=-5&sort=colour&isFeatured=maybe&status=draft&limit=100&search=vase',
  );
  expect(listingQuery(invalid)).toEqual({ search: 'vase', page: 1, limit: 24 });
});

test('empty fields are ignored', () => {
  expect(listingQuery(params('search=&minPrice=&maxPrice=&category=&sort='))).toEqual({ page: 1, limit: 24 });
});

test('values of facets are alternatives in lower case, limited in number as the shop counts them', () => {
  expect(listingQuery(params('filter=Size:M&filter=size:m&filter=size:l&brand=Neel'))).toMatchObject({
    filter: ['size:m', 'size:l'],
    brand: ['neel'],
  });
  const many = (value: (i: number) => string) =>
    listingQuery(new URLSearchParams(Array.from({ length: 30 }, (_, i) => ['filter', value(i)]))).filter;
  expect(many((i) => `facet-${i}:x`)).toHaveLength(8);
});

test('a chip removes one value, and a category with its subcategory', () => {
  const form = 'search=&filter=size:m&filter=size:l&category=pots&subcategory=jugs&sort=price';
  const without = (chip: string) => formPath(params(`${form}&without=${chip}`));
  expect(without('filter:size:m')).toBe(
    '/products?category=pots&subcategory=jugs&filter=size%3Al&sort=price',
  );
  expect(without('category')).toBe('/products?filter=size%3Am&filter=size%3Al&sort=price');
  expect(without('sort')).toBe('/products?category=pots&subcategory=jugs&filter=size%3Am&filter=size%3Al');
  expect(formPath(params('all=size&filter=size:m&all=brand'))).toBe('/products?filter=size%3Am&all=brand');
});

test('a flag that is not on does not filter', () => {
  expect(listingQuery(params('isTopDeal=false&inStock=false&isFeatured=1'))).toEqual({ page: 1, limit: 24 });
});

test('prices are accepted in the usual notations', () => {
  const typed = params('minPrice=1,000&maxPrice=%E2%82%B91,20,000.50');
  expect(listingQuery(typed)).toMatchObject({ minPrice: 1000, maxPrice: 120_000.5 });
  expect(formPath(typed)).toBe('/products?minPrice=1000&maxPrice=120000.5');
});

test('a price that cannot be read, or a minimum above the maximum, is an error of its field', () => {
  const words = 'Enter an amount in rupees, such as 1,000';
  expect(priceRange(params('minPrice=cheap&maxPrice=-5')).problems).toEqual({
    minPrice: words,
    maxPrice: words,
  });
  expect(priceRange(params('maxPrice=12345678901')).problems).toEqual({ maxPrice: words });
  expect(priceRange(params('minPrice=2,000&maxPrice=1000')).problems).toEqual({
    minPrice: 'The minimum is above the maximum',
  });
  expect(priceRange(params('minPrice=&maxPrice=1000')).problems).toEqual({});
});

test('a category that does not exist is not indexed, nor is a listing with filters', () => {
  expect(listingMeta(params('category=nope'), undefined, 1).hidden).toBe(true);
  expect(listingMeta(params(''), undefined, 1).hidden).toBe(false);
  for (const filter of ['filter=size:m', 'brand=neel', 'all=size', 'isFeatured=true&inStock=true'])
    expect(listingMeta(params(filter), undefined, 1).hidden, filter).toBe(true);
});

test('the canonical address names the page that is shown', () => {
  expect(listingMeta(params('isFeatured=true&page=abc'), undefined, 1).path).toBe(
    '/products?isFeatured=true',
  );
  expect(listingMeta(params('page=007'), undefined, 7).path).toBe('/products?page=7');
});
