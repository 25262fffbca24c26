import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PricesOfSearch } from './prices-of-search.tsx';

it.each([
  [{ max: 1500 }, 'up to ₹1,500.00'],
  [{ min: 500 }, 'from ₹500.00'],
  [{ min: 500, max: 1000 }, 'from ₹500.00 up to ₹1,000.00'],
])('a listing says that it shows products of the price %j of its search', (prices, text) => {
  const params = new URLSearchParams({ search: 'stole under 1500', page: '2' });
  const html = renderToStaticMarkup(<PricesOfSearch {...prices} params={params} />);
  expect(html).toContain(text);
  expect(html).toContain('href="/products?search=stole+under+1500&amp;minPrice=0"');
});
