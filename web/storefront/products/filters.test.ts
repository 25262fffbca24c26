import { expect, test } from 'vitest';
import { changed, formPath, listingPath, priceRange } from './filters.ts';
import { listingQuery } from './listing-query.ts';
import { listingTitle } from './listing-title.ts';

const params = (query: string) => new URLSearchParams(query);

test('an address holds what was chosen, in one order, and nothing empty', () => {
  expect(listingPath({ isTopDeal: 'true', search: ' tea ', minPrice: '', page: '1' })).toBe(
    '/products?search=tea&isTopDeal=true',
  );
  expect(listingPath({})).toBe('/products');
});

test('changing a filter leads back to the first page; changing the page keeps the filters', () => {
  const address = params('category=tea-and-spice&page=4&utm_source=x');
  expect(changed(address, { inStock: 'true' })).toBe('/products?category=tea-and-spice&inStock=true');
  expect(changed(address, { page: '5' })).toBe('/products?category=tea-and-spice&page=5');
  expect(changed(address, { category: '' })).toBe('/products');
});

test('the query asks for what the address says', () => {
  expect(listingQuery(params('search=tea&minPrice=100&inStock=true&sort=-price&page=2'))).toEqual({
    search: 'tea',
    minPrice: 100,
    inStock: true,
    sort: '-price',
    page: 2,
    limit: 24,
  });
});

test('what makes no sense in an address is left out, and so is what a page does not offer', () => {
  const odd = params('page=abc&minPrice=-5&sort=colour&isFeatured=maybe&status=draft&limit=100&search=vase');
  expect(listingQuery(odd)).toEqual({ search: 'vase', page: 1, limit: 24 });
});

test('fields that an empty form sends do not count', () => {
  expect(listingQuery(params('search=&minPrice=&maxPrice=&category=&sort='))).toEqual({ page: 1, limit: 24 });
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

test('search engines leave out a category that does not exist', () => {
  expect(listingTitle(params('category=nope'), undefined, 1).hidden).toBe(true);
  expect(listingTitle(params(''), undefined, 1).hidden).toBe(false);
});

test('search engines are told the page that is shown, whatever the address says', () => {
  expect(listingTitle(params('isFeatured=true&page=abc'), undefined, 1).path).toBe(
    '/products?isFeatured=true',
  );
  expect(listingTitle(params('page=007'), undefined, 7).path).toBe('/products?page=7');
});
