import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { orderFor } from '../../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../../tests/support/shop.ts';

let shop: TestShop;
let owner: Owner;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await asOwner(shop);
});
afterAll(() => shop.close());

const minutes = (count: number) => new Date(shop.clock.now().getTime() + count * 60_000).toISOString();
const create = async (body: object) =>
  (await owner.post('/products', { price: 1200, finalPrice: 1000, countInStock: 9, ...body }))
    .body as unknown as Product;
const change = (product: Product, body: object) => owner.put(`/products/${product._id}`, body);
const priceOf = async ({ _id }: Product) => {
  const { body } = await shop.get(`/products/${_id}`);
  return (body as unknown as Product).finalPrice;
};
const listed = async (query: string) => {
  const { body } = await shop.get(`/products?${query}`);
  return (body as { products: Product[] }).products.map(({ name }) => name);
};
const order = (product: Product, finalPrice: number) =>
  shop.post('/razorpay/create-order', orderFor([{ id: product._id }], { amount: finalPrice * 100 }));

it('a scheduled sale is the selling price from its beginning to its end, everywhere', async () => {
  const product = await create({
    name: 'Scheduled stole',
    salePrice: 700,
    saleFrom: minutes(10),
    saleUntil: minutes(60),
  });
  await shop.minute();
  expect(await priceOf(product)).toBe(1000);
  expect(product.variants[0]).toMatchObject({ salePrice: 700, regularPrice: null });
  shop.advance(11);
  await shop.minute();
  expect(await priceOf(product)).toBe(700);
  expect(await listed('search=Scheduled&maxPrice=700')).toEqual(['Scheduled stole']);
  expect((await order(product, 1000)).status).toBe(409);
  expect((await order(product, 700)).status).toBe(201);
  // The price of the sale that a client sends back is not made permanent, and another one is the price after it.
  expect((await change(product, { finalPrice: 700, price: 1200 })).status).toBe(200);
  const edited = await change(product, { finalPrice: 900 });
  expect(edited.body).toMatchObject({ finalPrice: 700, variants: [{ regularPrice: 900 }] });
  shop.advance(60);
  await shop.minute();
  expect(await priceOf(product)).toBe(900);
  const after = (await owner.get(`/products/${product._id}`)).body as unknown as Product;
  expect(after.variants[0]).toMatchObject({
    salePrice: null,
    saleFrom: null,
    saleUntil: null,
    regularPrice: null,
  });
});

it('an order costs what its moment says, also if the job is late', async () => {
  const product = await create({ name: 'Late', salePrice: 700, saleUntil: minutes(30) });
  expect(product.finalPrice).toBe(700);
  shop.advance(31);
  expect(await priceOf(product)).toBe(700);
  expect((await order(product, 700)).status).toBe(409);
  expect((await order(product, 1000)).status).toBe(201);
});

it.each([
  [
    'a price that is not lower',
    { salePrice: 1000, saleUntil: 'later' },
    'salePrice',
    'below the selling price of ₹1,000',
  ],
  ['no time', { salePrice: 700 }, 'saleFrom', 'when the sale begins'],
  ['no price', { saleUntil: 'later' }, 'salePrice', 'the price of the sale'],
  [
    'an end before its beginning',
    { salePrice: 7, saleFrom: 'later', saleUntil: 'now' },
    'saleUntil',
    'after it begins',
  ],
  ['an end in the past', { salePrice: 7, saleUntil: 'now' }, 'saleUntil', 'in the future'],
  ['a cost that is no number', { cost: 'abc' }, 'cost', 'Valid cost price'],
  ['a barcode that a spreadsheet shortened', { barcode: '8.9E+12' }, 'barcode', 'has shortened'],
  ['a time of an active product', { publishAt: 'later' }, 'publishAt', 'Only a draft'],
  ['a time in the past', { publishAt: 'now', status: 'draft' }, 'publishAt', 'in the future'],
])('%s is refused', async (_, fields, field, message) => {
  const times: Record<string, string> = {
    now: new Date(Date.now() - 60_000).toISOString(),
    later: minutes(60),
  };
  const body = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, times[value] ?? value]),
  );
  const reply = await owner.post('/products', { name: 'Wrong', price: 1200, finalPrice: 1000, ...body });
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toMatchObject({ [field]: expect.stringContaining(message) });
});

it('a draft is published at its time, but not without what the law asks for', async () => {
  const draft = await create({ name: 'Tomorrow', status: 'draft', publishAt: minutes(5) });
  const taken = await create({ name: 'Withdrawn', status: 'draft', publishAt: minutes(5) });
  await change(taken, { status: 'archived' });
  await shop.minute();
  expect((await shop.get(`/products/${draft._id}`)).status).toBe(404);
  shop.advance(6);
  await shop.minute();
  expect((await shop.get(`/products/${draft._id}`)).body).toMatchObject({ status: 'active' });
  expect((await owner.get(`/products/${draft._id}`)).body).toMatchObject({ publishAt: null });
  expect((await owner.get(`/products/${taken._id}`)).body).toMatchObject({
    status: 'archived',
    publishAt: null,
  });
});

it('a discount for many products is what the price returns to after a sale', async () => {
  const product = await create({ name: 'Batch', salePrice: 700, saleUntil: minutes(30) });
  await owner.post('/products/batch', { ids: [product._id], action: 'discount', discount: 50 });
  await shop.runJobs();
  const { body } = await owner.get(`/products/${product._id}`);
  expect(body).toMatchObject({ finalPrice: 600, variants: [{ regularPrice: 600, salePrice: 700 }] });
});

it('cost, sale and schedule are for admins only', async () => {
  const product = await create({
    name: 'Secret',
    cost: 123.45,
    barcode: '8901234567890',
    salePrice: 700,
    saleUntil: minutes(30),
    seoTitle: 'Buy it',
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ values: ['S'], price: 1200, cost: 123.45, salePrice: 700, saleUntil: minutes(30) }],
  });
  expect(product.variants[0]?.cost).toBe(123.45);
  for (const path of [`/products/${product._id}`, '/products?search=Secret', '/products'])
    expect(JSON.stringify((await shop.get(path)).body)).not.toMatch(
      /"cost|123\.45|salePrice|saleUntil|publishAt/,
    );
  const bulk = await shop.post('/products/bulk', { ids: [product._id] });
  expect(JSON.stringify(bulk.body)).not.toMatch(/"cost|123\.45|salePrice|regularPrice/);
  const stored = await sql<{ cost: number }>`select cost_paise as cost from variants
    where product_id = ${product._id}`.execute(shop.db);
  expect(stored.rows).toEqual([{ cost: 12345 }]);
});
