import { expect, it } from 'vitest';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { newProduct } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { errorsIn } from '../../parts/form/use-form.ts';
import { changeBody, type Draft, draftOf, emptyDraft, inputOf, newBody, percentOff } from './draft.ts';

const product: Product = {
  _id: 'p1',
  name: 'Jaal Quilt',
  slug: 'jaal-quilt',
  description: '',
  sku: 'JQ',
  price: 100,
  originalPrice: 100,
  discount: 12.5,
  finalPrice: 87.5,
  priceVaries: false,
  image: 'uploads/product/a.webp',
  images: [],
  countInStock: 4,
  status: 'featured',
  isFeatured: true,
  isTopDeal: false,
  isTrending: false,
  category: null,
  subcategory: null,
  brand: null,
  productType: null,
  hsn: null,
  gstRate: 5,
  rating: 0,
  numReviews: 0,
  options: [],
  tags: [],
  attributes: [],
  variants: [],
  createdAt: '',
  updatedAt: 'then',
};
const changes = (draft: Draft, stored = product) => {
  const { updatedAtBefore, ...body } = changeBody(draft, stored);
  expect(updatedAtBefore).toBe('then');
  return body;
};

it('the stock is sent only if it was changed, with the stock that was shown', () => {
  const draft = draftOf(product);
  const body = changes({ ...draft, countInStock: '9' });
  expect(body).toEqual({ countInStock: 9, countInStockBefore: 4 });
  expect(newBody({ ...emptyDraft, name: 'x', price: '5' })).toMatchObject({ price: 5, countInStock: 0 });
});

it('only changed fields are sent, so that the changes of other admins stay', () => {
  const draft = draftOf(product);
  expect(changes(draft)).toEqual({});
  expect(changes({ ...draft, name: 'Quilt', finalPrice: '' })).toEqual({
    name: 'Quilt',
    price: 100,
    finalPrice: 100,
  });
  expect(changes({ ...draft, price: '₹1,299' })).toEqual({ price: 1299, finalPrice: 87.5 });
  expect(changes({ ...draft, subcategory: 's' })).toEqual({ category: null, subcategory: 's' });
  const second = 'uploads/product/b.webp';
  expect(changes({ ...draft, pictures: [...draft.pictures, second] })).toEqual({
    image: product.image,
    images: [second],
  });
});

it('options are sent with their variants', () => {
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
    variants: [{ ...variant, lowStockAt: null, image: null, netQuantity: null }],
  };
  const draft = draftOf(sized);
  expect(changes({ ...draft, name: 'Quilt' }, sized)).toEqual({ name: 'Quilt' });
  const variants = draft.variants.map((variant) => ({ ...variant, price: '120' }));
  expect(changes({ ...draft, variants }, sized)).toEqual({
    options: sized.options,
    variants: [
      {
        _id: 'v1',
        values: ['S'],
        sku: 'JQ-S',
        image: null,
        lowStockAt: null,
        price: 120,
        finalPrice: 87.5,
        countInStock: 4,
        countInStockBefore: 4,
        netQuantity: null,
        shelfCode: '',
        weightGrams: null,
      },
    ],
  });
  expect(changes({ ...draft, options: [], variants: [] }, sized)).toEqual({
    options: [],
    price: 100,
    finalPrice: 87.5,
    sku: 'JQ',
    lowStockAt: null,
    countInStock: 4,
    netQuantity: null,
    shelfCode: '',
    weightGrams: null,
  });
});

it.each(['Red, dark', '"Red"', 'Red, "dark"', '24" x 36"', 'a",b'])(
  'the value %s stays one value when another field is saved',
  (value) => {
    const variant = { _id: 'v1', sku: 'JQ-R', price: 100, finalPrice: 87.5, discount: 12.5, countInStock: 4 };
    const values = ['Blue', value];
    const coloured: Product = {
      ...product,
      options: [{ name: 'Colour', values }],
      variants: values.map((value) => ({
        ...variant,
        values: [value],
        lowStockAt: null,
        image: null,
        netQuantity: null,
      })),
    };
    const draft = draftOf(coloured);
    expect(changes({ ...draft, name: 'Quilt' }, coloured)).toEqual({ name: 'Quilt' });
    expect(draft.variants.map((row) => row.values)).toEqual([['Blue'], [value]]);
  },
);

it('declarations are sent together if one was changed', () => {
  const draft = draftOf({ ...product, declarations: { fssai: '10012345000012' } });
  const declarations = { ...draft.declarations, countryOfOrigin: 'India', madeIn: '2026-13' };
  expect(errorsIn(newProduct, inputOf({ ...draft, declarations }))).toEqual({
    'declarations.madeIn': 'Enter a month such as 2026-11',
  });
  expect(changes({ ...draft, declarations: { ...declarations, madeIn: '' } })).toMatchObject({
    declarations: { fssai: '10012345000012', countryOfOrigin: 'India', madeIn: '' },
  });
});

it('the description is sent only if it was edited', () => {
  const plain = { ...product, description: 'Soft.\nWarm.' };
  const draft = draftOf(plain);
  expect(changes(draft, plain)).not.toHaveProperty('richDescription');
  expect(changes({ ...draft, description: '' }, plain)).toMatchObject({ richDescription: '' });
  const rich = { ...plain, richDescription: '<p>Soft.</p>' };
  expect(draftOf(rich).description).toBe('<p>Soft.</p>');
  expect(changes(draftOf(rich), rich)).not.toHaveProperty('richDescription');
});

it('the discount is calculated from the two prices', () => {
  expect(percentOff({ price: '799', finalPrice: '499' })).toBe(37.5);
  expect(percentOff({ price: '₹1,29,900', finalPrice: '' })).toBe(0);
  expect(percentOff({ price: '', finalPrice: '5' })).toBeNull();
  expect(percentOff({ price: '100', finalPrice: '101' })).toBeNull();
});

it('invalid input gets the errors of the server’s schema, by field', () => {
  const check = (draft: Draft) => errorsIn(newProduct, inputOf(draft));
  expect(check({ ...emptyDraft, countInStock: '1.5' })).toEqual({
    name: 'Product name is required',
    price: 'Valid price is required',
    countInStock: 'Stock must be a non-negative integer',
  });
  const named = { ...emptyDraft, name: 'x', price: '1,299' };
  expect(check({ ...named, finalPrice: 'ten' })).toEqual({ finalPrice: 'Valid selling price is required' });
  expect(check({ ...named, hsn: 'x', lowStockAt: '-1' })).toEqual({
    hsn: 'HSN code must have 4, 6 or 8 digits',
    lowStockAt: 'Enter a whole number, 0 or more',
  });
  expect(check({ ...named, options: [{ name: '', values: '' }] })).toEqual({
    'options.0.name': 'Option name is required',
    'options.0.values': 'Enter at least one value',
  });
});
