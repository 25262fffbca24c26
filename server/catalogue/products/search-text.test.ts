import { expect, it } from 'vitest';
import { pricesOfSearch, withPriceWords } from './search-text.ts';

it.each([
  [{ search: 'stole under 1500' }, { max: 1500 }],
  [{ keyword: 'bowl between ₹५०० and ₹१०००' }, { min: 500, max: 1000 }],
  [{ search: 'vase above 2k', isFeatured: true }, { min: 2000 }],
  [{ search: 'rice under 15 kg' }, null],
  [{ search: 'rice' }, null],
  [{}, null],
  // The link of the page that searches for the words instead.
  [{ search: 'stole under 1500', minPrice: 0 }, null],
])('the search %j names the prices %j', (query, prices) => {
  expect(pricesOfSearch(query)).toEqual(prices);
  expect(withPriceWords(query) === query).toBe(prices === null);
});
