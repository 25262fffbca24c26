import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue.ts';
import { Rating } from './rating.tsx';
import { productStructuredData } from './structured-data.ts';

const product = {
  ...{ name: 'Lamp', slug: 'lamp', description: '', sku: 'L-1', image: null, images: [], options: [] },
  ...{ variants: [], category: null, brand: null, countInStock: 1, finalPrice: 100, priceVaries: false },
} as unknown as Product;

test('without reviews no stars are shown and search engines get no rating', () => {
  const unrated = { ...product, rating: 0, numReviews: 0 };
  expect(renderToStaticMarkup(<Rating {...unrated} />)).toBe('');
  expect(JSON.stringify(productStructuredData(unrated, undefined, []))).not.toContain('ggregateRating');
});

test('a rating is shown together with the number of its reviews', () => {
  const rated = { ...product, rating: 4.5, numReviews: 2 };
  expect(renderToStaticMarkup(<Rating {...rated} />)).toContain('(2 reviews)');
  expect(JSON.stringify(productStructuredData(rated, undefined, []))).toContain('"reviewCount":2');
});
