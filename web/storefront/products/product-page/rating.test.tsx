import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Review, ReviewList } from '../../../../shared/contract/catalogue/reviews.ts';
import { Rating } from './rating.tsx';
import { productStructuredData } from './structured-data.ts';

const product = {
  name: 'Lamp',
  slug: 'lamp',
  description: '',
  sku: 'L-1',
  image: null,
  images: [],
  options: [],
  variants: [],
  category: null,
  brand: null,
  countInStock: 1,
  finalPrice: 100,
  priceVaries: false,
} as unknown as Product;

const review: Review = {
  _id: '1',
  source: 'order',
  stars: 5,
  title: 'Lovely',
  text: '</script><b>',
  name: 'Asha R.',
  variant: '',
  images: [],
  answer: '',
  helpful: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
};
const listOf = (more: Partial<ReviewList['summary']>): ReviewList => ({
  reviews: [review],
  total: 2,
  pages: 1,
  page: 1,
  summary: { isDemo: false, count: 2, rating: 4.5, byStars: [0, 0, 0, 1, 1], withPhotos: 0, ...more },
});
const dataFor = (list: ReviewList | null) =>
  JSON.stringify(productStructuredData(product, list, undefined, []));

test('without reviews of buyers search engines get no rating', () => {
  expect(renderToStaticMarkup(<Rating rating={0} numReviews={0} />)).toBe('');
  for (const list of [null, listOf({ count: 0 }), listOf({ isDemo: true })])
    expect(dataFor(list)).not.toMatch(/ggregateRating|"Review"/);
  expect(renderToStaticMarkup(<Rating rating={4.5} numReviews={2} isDemo />)).toContain('(2 demo reviews)');
});

test('a rating is shown together with the number of its reviews, which it opens', () => {
  const html = renderToStaticMarkup(<Rating rating={4.5} numReviews={2} />);
  expect(html).toContain('(2 reviews)');
  expect(html).toContain('href="#reviews"');
  expect(dataFor(listOf({}))).toContain('"reviewCount":2');
  expect(dataFor(listOf({}))).toContain('"datePublished":"2026-11-21"');
});
