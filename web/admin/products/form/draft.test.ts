import { expect, it } from 'vitest';
import type { Product } from '../../../../shared/contract/catalogue.ts';
import { bodyOf, checkDraft, draftOf, emptyDraft, finalPrice } from './draft.ts';

const product: Product = {
  ...{
    _id: 'p1',
    name: 'Jaal Quilt',
    slug: 'jaal-quilt',
    description: '',
    sku: 'JQ',
    price: 100,
    originalPrice: 100,
  },
  ...{ discount: 12.5, finalPrice: 87.5, priceVaries: false, image: 'uploads/product/a.webp', images: [] },
  ...{ countInStock: 4, status: 'featured', isFeatured: true, isTopDeal: false, isTrending: false },
  ...{ category: null, subcategory: null, brand: null, productType: null, hsn: null, gstRate: 5, rating: 0 },
  ...{ numReviews: 0, options: [], variants: [], createdAt: '', updatedAt: '' },
};

it('sends the stock only where it was changed, with what was seen', () => {
  const draft = draftOf(product);
  expect(bodyOf(draft, product)).not.toHaveProperty('countInStock');
  expect(bodyOf(draft, product)).not.toHaveProperty('status');
  const body = bodyOf({ ...draft, countInStock: '9' }, product);
  expect(body).toMatchObject({ countInStock: 9, countInStockBefore: 4, image: product.image });
  expect(bodyOf({ ...emptyDraft, name: 'x', price: '5' }, undefined)).toMatchObject({
    price: 5,
    countInStock: 0,
  });
});

it('sends the description only where it was edited', () => {
  const plain = { ...product, description: 'Soft.\nWarm.' };
  const draft = draftOf(plain);
  expect(bodyOf(draft, plain)).not.toHaveProperty('richDescription');
  expect(bodyOf({ ...draft, description: '' }, plain)).toMatchObject({ richDescription: '' });
  const rich = { ...plain, richDescription: '<p>Soft.</p>' };
  expect(draftOf(rich).description).toBe('<p>Soft.</p>');
  expect(bodyOf(draftOf(rich), rich)).not.toHaveProperty('richDescription');
});

it('shows the selling price as it is written', () => {
  expect(finalPrice('499.50', '12.5')).toBe(437.06);
  expect(finalPrice('100', '')).toBe(100);
  expect(finalPrice('', '5')).toBeNull();
  expect(finalPrice('100', '101')).toBeNull();
});

it('says what is wrong in the words of the shop', () => {
  expect(checkDraft({ ...emptyDraft, countInStock: '1.5', discount: '120' })).toEqual({
    name: 'Product name is required',
    price: 'Valid price is required',
    countInStock: 'Stock must be a non-negative integer',
    discount: 'Please enter a valid discount percentage (0-100)',
  });
  const sized = { ...emptyDraft, name: 'x', options: [{ name: '', values: '' }] };
  expect(Object.keys(checkDraft(sized))).toEqual(['options.0.name', 'options.0.values', 'variants']);
});
