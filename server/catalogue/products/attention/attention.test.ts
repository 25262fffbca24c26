import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AttentionCounts, ProductList } from '../../../../shared/contract/catalogue/catalogue.ts';
import { asOwner } from '../../../../tests/support/owner.ts';
import { testShop } from '../../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const create = (input: object) => owner.product({ name: `Attention ${randomUUID()}`, ...input });

it('counts what is missing or wrong, and each count is that of its list', async () => {
  const image = await owner.upload();
  const complete = {
    description: 'Words',
    hsn: '6913',
    gstRate: 12,
    weightGrams: 100,
    countInStock: 50,
    image,
  };
  await create({ ...complete, gstRate: 5, price: 105, cost: 100 });
  // The price without GST is a paisa below the cost.
  const loss = await create({ ...complete, gstRate: 5, price: 105, cost: 100.01 });
  const bare = await create({ countInStock: 0 });
  const low = await create({ countInStock: 3 });
  await create({ status: 'archived', countInStock: 0 });
  const gift = await create({ isGiftCard: true, price: 500, countInStock: 0 });
  const counts = (await owner.get('/products/attention')).body as AttentionCounts;
  for (const [kind, products] of Object.entries({
    tax: [bare, low],
    pictures: [bare, low, gift],
    alt: [],
    description: [bare, low, gift],
    weight: [bare, low],
    cost: [bare, low],
    margin: [loss],
    soldOut: [bare],
    lowStock: [low],
  })) {
    const { body } = await owner.get(`/products?attention=${kind}`);
    const list = body as ProductList;
    const found = list.products.map(({ _id }) => _id);
    if (kind !== 'alt') expect(found.toSorted(), kind).toEqual(products.map(({ _id }) => _id).toSorted());
    expect(counts, kind).toMatchObject({ [kind]: list.total });
  }
  expect((await owner.get('/products/attention?status=draft')).body).toMatchObject({ tax: 0, soldOut: 0 });
  expect((await owner.get('/products?attention=nothing')).status).toBe(400);
  expect((await shop.get('/products/attention')).status).toBe(401);
});
