import { expect, test } from 'vitest';
import type { Product, Variant } from '../../../../shared/contract/catalogue/catalogue.ts';
import type { Shop } from '../../layout/shop.ts';
import { productStructuredData } from './structured-data.ts';

const free = { rates: [{ from: 0, amount: 0 }], ratesBy: 'total', freeFrom: null, varies: false };
const shop = {
  origin: 'https://shop.example',
  site: { clientName: 'Haat', asksForAddress: true, returnDays: 30, delivery: free },
} as unknown as Shop;
const variant = (_id: string, values: string[], finalPrice: number, countInStock: number) => ({
  _id,
  sku: `K-${_id}`,
  values,
  finalPrice,
  countInStock,
  image: null,
});
const kurta = {
  _id: 'p1',
  name: 'Kurta',
  slug: 'kurta',
  description: 'Cotton.',
  sku: 'K',
  images: [],
  category: null,
  image: 'uploads/product/k.webp',
  brand: null,
  countInStock: 3,
  finalPrice: 100,
  priceVaries: true,
  options: [
    { name: 'Colour', values: ['Blue'] },
    { name: 'Length', values: ['Long', 'Short'] },
  ],
  variants: [variant('v1', ['Blue', 'Long'], 100, 3), variant('v2', ['Blue', 'Short'], 90, 0)],
} as unknown as Product;

test('a barcode that is a GTIN is named', () => {
  const [blue, short] = kurta.variants as [Variant, Variant];
  const variants = [
    { ...blue, barcode: '8901234567890' },
    { ...short, barcode: '8901234567894' },
  ];
  const data = dataOf({ ...kurta, variants }) as { hasVariant: object[] };
  expect(data.hasVariant).toMatchObject([{ gtin: '8901234567890' }, {}]);
  expect(data.hasVariant[1]).not.toHaveProperty('gtin');
});

const dataOf = (product: Product, candidate: Shop = shop) =>
  productStructuredData(product, null, candidate, [])[0];

test('a product with options is a group of its variants, with delivery and returns (india §7)', () => {
  expect(dataOf(kurta)).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: 'p1',
    variesBy: ['https://schema.org/color'],
    hasVariant: [
      {
        name: 'Kurta, Blue, Long',
        sku: 'K-v1',
        color: 'Blue',
        image: 'https://shop.example/uploads/product/k-1200.webp',
        offers: {
          url: 'https://shop.example/products/kurta?variant=v1',
          price: 100,
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
          shippingDetails: {
            '@id': 'https://shop.example/#shipping',
            shippingRate: { value: 0, currency: 'INR' },
            shippingDestination: { addressCountry: 'IN' },
          },
          hasMerchantReturnPolicy: {
            applicableCountry: 'IN',
            merchantReturnDays: 30,
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          },
        },
      },
      {
        offers: {
          price: 90,
          availability: 'https://schema.org/OutOfStock',
          shippingDetails: { '@id': 'https://shop.example/#shipping' },
          hasMerchantReturnPolicy: { '@id': 'https://shop.example/#returns' },
        },
      },
    ],
  });
});

test('the page of a variant has its offer, of however many variants it is one', () => {
  const many = kurta.variants.slice(0, 1).flatMap((variant) =>
    Array.from({ length: 30 }, (_, n) => ({
      ...variant,
      _id: `m${n}`,
      sku: `K-m${n}`,
      values: ['Blue', `${n} cm`],
      finalPrice: 50 + n,
      countInStock: 1,
    })),
  );
  const product = { ...kurta, variants: [...kurta.variants, ...many] };
  for (const [chosen, price, stock] of [
    [kurta.variants[1], 90, 'OutOfStock'],
    [product.variants[21], 69, 'InStock'],
  ] as const)
    expect(productStructuredData(product, null, shop, [], chosen)[0]).toMatchObject({
      '@type': 'Product',
      name: `Kurta, ${chosen?.values.join(', ')}`,
      sku: chosen?.sku,
      description: 'Cotton.',
      inProductGroupWithID: 'p1',
      offers: {
        '@type': 'Offer',
        price,
        availability: `https://schema.org/${stock}`,
        url: `https://shop.example/products/kurta?variant=${chosen?._id}`,
        hasMerchantReturnPolicy: { merchantReturnDays: 30 },
      },
    });
  expect(dataOf(product)).toMatchObject({ offers: { '@type': 'AggregateOffer', lowPrice: 50 } });
});

test('the charge is named only if all PIN codes have the same rates', () => {
  const rates = [
    { from: 0, amount: 79 },
    { from: 999, amount: 0 },
  ];
  const shippingOf = (delivery: object) => {
    const site = { ...shop.site, delivery } as Shop['site'];
    const plain = { ...kurta, options: [], variants: kurta.variants.slice(0, 1), priceVaries: false };
    return JSON.stringify(dataOf(plain, { ...shop, site }));
  };
  expect(shippingOf({ rates, varies: false })).toContain('"value":79');
  expect(shippingOf({ rates, varies: true })).not.toContain('shippingDetails');
});

test('a product without options has one offer; what the shop does not say is left out', () => {
  const plain = { ...kurta, options: [], variants: kurta.variants.slice(0, 1), priceVaries: false };
  expect(dataOf(plain)).toMatchObject({
    '@type': 'Product',
    sku: 'K',
    offers: { '@type': 'Offer', price: 100 },
  });
  const silent = { ...shop, site: { ...shop.site, asksForAddress: false, returnDays: null } };
  const text = JSON.stringify(dataOf(plain, silent));
  expect(text).not.toMatch(/shippingDetails|hasMerchantReturnPolicy/);
  const none = { ...shop, site: { ...shop.site, returnDays: 0 } };
  expect(JSON.stringify(dataOf(plain, none))).toMatch(/MerchantReturnNotPermitted/);
  // A page with many variants stays small.
  const many = { ...kurta, variants: Array.from({ length: 21 }, (_, n) => variant(`v${n}`, [], 100 + n, 1)) };
  expect(dataOf(many as unknown as Product)).toMatchObject({
    offers: { '@type': 'AggregateOffer', lowPrice: 100, highPrice: 120, offerCount: 21 },
  });
});
