import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { Batch } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

async function create(input: object = {}) {
  const options = [{ name: 'Size', values: ['S', 'M'] }];
  const variants = ['S', 'M'].map((value, i) => ({
    values: [value],
    price: 100 + i,
    finalPrice: 80,
    countInStock: 3,
  }));
  return owner.product({
    name: `Batch ${randomUUID()}`,
    price: undefined,
    countInStock: undefined,
    options,
    variants,
    ...input,
  });
}
const read = async ({ _id }: Product) => (await owner.get(`/products/${_id}`)).body as Product;
async function run(url: string, body: object): Promise<Batch> {
  const started = await owner.post(url, body);
  expect(started, JSON.stringify(started.body)).toMatchObject({ status: 202 });
  await shop.runJobs();
  return (await owner.get(`/products/batch/${String(started.body._id)}`)).body as unknown as Batch;
}

it('sets fields of products and variants, previewed before and undone after', async () => {
  const products = [await create({ tags: ['old'] }), await create()];
  const ids = products.map(({ _id }) => _id);
  const edit = {
    action: 'edit',
    ids,
    addTags: ['festive'],
    removeTags: ['OLD'],
    isTrending: true,
    cost: '40',
    weightGrams: 250,
    price: { of: 'finalPrice', by: 'percent', value: 10 },
  };
  const preview = await owner.post('/products/batch/preview', edit);
  expect(preview.body).toMatchObject({ total: 2 });
  expect(preview.body.changes).toContainEqual(
    expect.objectContaining({ field: 'finalPrice · S', from: '80', to: '88' }),
  );
  expect((await read(products[0] as Product)).tags).toEqual(['old']);
  // A higher list price raises the selling price, too.
  const listPrice = { action: 'edit', ids, price: { of: 'price', by: 'percent', value: 50 } };
  expect((await owner.post('/products/batch/preview', listPrice)).body.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'price · S', from: '100', to: '150' }),
      expect.objectContaining({ field: 'finalPrice · S', from: '80', to: '120' }),
    ]),
  );
  const batch = await run('/products/batch', edit);
  expect(batch).toMatchObject({ finished: true, failed: 0, undoable: true });
  for (const product of products)
    expect(await read(product)).toMatchObject({
      tags: ['festive'],
      isTrending: true,
      variants: [
        { price: 100, finalPrice: 88, cost: 40, weightGrams: 250 },
        { price: 101, finalPrice: 88, cost: 40, weightGrams: 250 },
      ],
    });
  // What was changed since is not restored.
  await owner.patch(`/products/${ids[1]}`, { tags: ['newer'] });
  const undo = await run(`/products/batch/${batch._id}/undo`, {});
  expect(undo).toMatchObject({ finished: true, failed: 1 });
  expect(await read(products[0] as Product)).toMatchObject({
    tags: ['old'],
    isTrending: false,
    variants: [
      { finalPrice: 80, cost: null },
      { finalPrice: 80, cost: null },
    ],
  });
  expect((await read(products[0] as Product)).variants[0]).not.toHaveProperty('weightGrams');
  expect(await read(products[1] as Product)).toMatchObject({ tags: ['newer'], isTrending: true });
});

it('a product that can’t have the change is left out with the reason, without a part of it', async () => {
  const [cheap, dear] = [await create(), await create()];
  const edit = { action: 'edit', ids: [cheap._id, dear._id], isTopDeal: true };
  const to = { price: { of: 'finalPrice', by: 'to', value: 100 } };
  const batch = await run('/products/batch', { ...edit, ...to });
  expect(batch).toMatchObject({ failed: 0 });
  const above = await run('/products/batch', {
    ...edit,
    isTopDeal: false,
    price: { ...to.price, value: 101 },
  });
  expect(above).toMatchObject({
    failed: 2,
    failures: [{ message: expect.stringContaining('can’t be above') }, {}],
  });
  expect((await read(cheap)).isTopDeal).toBe(true);
  for (const wrong of [{}, { price: { of: 'price', by: 'percent', value: 5000 } }, { cost: 'much' }])
    expect((await owner.post('/products/batch', { action: 'edit', ids: [cheap._id], ...wrong })).status).toBe(
      400,
    );
});
