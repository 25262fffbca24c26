import { expect, it } from 'vitest';
import type { Product } from '../../../../shared/contract/catalogue.ts';
import { bodyOf, checkDraft, draftOf, emptyDraft, percentOff } from './draft.ts';

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
  const body = bodyOf({ ...draft, countInStock: '9' }, product);
  expect(body).toEqual({ countInStock: 9, countInStockBefore: 4 });
  expect(bodyOf({ ...emptyDraft, name: 'x', price: '5' }, undefined)).toMatchObject({
    price: 5,
    countInStock: 0,
  });
});

it('sends only what was changed, so that what others changed meanwhile stays', () => {
  const draft = draftOf(product);
  expect(bodyOf(draft, product)).toEqual({});
  expect(bodyOf({ ...draft, name: 'Quilt', finalPrice: '' }, product)).toEqual({
    ...{ name: 'Quilt', price: 100, finalPrice: 100 },
  });
  expect(bodyOf({ ...draft, price: '₹1,299' }, product)).toEqual({ price: 1299, finalPrice: 87.5 });
  expect(bodyOf({ ...draft, subcategory: 's' }, product)).toEqual({ category: '', subcategory: 's' });
  const second = 'uploads/product/b.webp';
  expect(bodyOf({ ...draft, pictures: [...draft.pictures, second] }, product)).toEqual({
    ...{ image: product.image, images: [second] },
  });
});

it('sends options with all that hangs on them', () => {
  const variant = {
    _id: 'v1',
    values: ['S'],
    sku: 'JQ-S',
    price: 100,
    finalPrice: 87.5,
    discount: 12.5,
    countInStock: 4,
  };
  const sized: Product = {
    ...product,
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ ...variant, lowStockAt: null, image: null }],
  };
  const draft = draftOf(sized);
  expect(bodyOf({ ...draft, name: 'Quilt' }, sized)).toEqual({ name: 'Quilt' });
  const variants = draft.variants.map((each) => ({ ...each, price: '120' }));
  expect(bodyOf({ ...draft, variants }, sized)).toEqual({
    options: sized.options,
    variants: [
      { _id: 'v1', values: ['S'], sku: 'JQ-S', image: null, lowStockAt: '', price: 120, finalPrice: 87.5 },
    ],
  });
  expect(bodyOf({ ...draft, options: [], variants: [] }, sized)).toEqual({
    ...{ options: [], price: 100, finalPrice: 87.5, sku: 'JQ', lowStockAt: '', countInStock: 4 },
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

it('shows the discount between the two prices while they are typed', () => {
  expect(percentOff({ price: '799', finalPrice: '499' })).toBe(37.5);
  expect(percentOff({ price: '₹1,29,900', finalPrice: '' })).toBe(0);
  expect(percentOff({ price: '', finalPrice: '5' })).toBeNull();
  expect(percentOff({ price: '100', finalPrice: '101' })).toBeNull();
});

it('says what is wrong in the words of the shop', () => {
  expect(checkDraft({ ...emptyDraft, countInStock: '1.5' })).toEqual({
    name: 'Product name is required',
    price: 'Valid price is required',
    countInStock: 'Stock must be a non-negative integer',
  });
  const dear = { ...emptyDraft, name: 'x', price: '1,299', finalPrice: '1,300' };
  expect(checkDraft(dear)).toEqual({ finalPrice: 'The selling price can’t be above the list price' });
  expect(checkDraft({ ...dear, finalPrice: 'ten' })).toEqual({
    finalPrice: 'Valid selling price is required',
  });
  const sized = { ...emptyDraft, name: 'x', options: [{ name: '', values: '' }] };
  expect(Object.keys(checkDraft(sized))).toEqual(['options.0.name', 'options.0.values', 'variants']);
});
