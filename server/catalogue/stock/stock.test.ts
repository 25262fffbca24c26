import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { VariantStock } from '../../../shared/contract/catalogue/stock.ts';
import { stockOf } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { buy } from '../../../tests/support/purchase.ts';
import { auditedShop } from '../../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);
const { name } = await shop.db
  .selectFrom('users')
  .select('name')
  .where('id', '=', owner.userId)
  .executeTakeFirstOrThrow();

async function stocked(stock: number) {
  const product = await owner.product({ name: `Stole ${randomUUID()}`, countInStock: stock });
  const [variant] = product.variants;
  if (!variant) throw new Error('no variant');
  return { product, variant: variant._id };
}
const history = async (query: string) => (await owner.get(`/products/stock?${query}`)).body as VariantStock;

it('an adjustment has a reason, and the history says who changed what, also by orders and edits', async () => {
  const { product, variant } = await stocked(5);
  const order = await buy(shop, [{ id: product._id }]);
  const received = { variant, delta: 10, reason: 'received', note: 'Bill 118' };
  expect(await owner.post('/products/stock', received)).toMatchObject({ status: 200 });
  await owner.patch(`/products/${product._id}`, { countInStock: 12, countInStockBefore: 14 });
  const { movements, total } = await history(`product=${product._id}`);
  expect(total).toBe(4);
  expect(movements).toMatchObject([
    { before: 14, delta: -2, after: 12, reason: 'Edit', by: name },
    { before: 4, delta: 10, after: 14, reason: 'Received', note: 'Bill 118', by: name },
    { before: 5, delta: -1, after: 4, reason: 'Order', order: order.id },
    { before: 0, delta: 5, after: 5 },
  ]);
});

it('no adjustment takes more than there is, and another reason needs a note', async () => {
  const { product, variant } = await stocked(2);
  const adjust = (change: object) => owner.post('/products/stock', { variant, reason: 'damaged', ...change });
  expect(await adjust({ delta: -3 })).toMatchObject({
    status: 409,
    body: { code: 'stock_changed', message: 'There are only 2 in stock' },
  });
  expect(await adjust({ delta: -1, reason: 'other' })).toMatchObject({
    status: 400,
    body: { errors: { note: 'Say in the note why the stock changes' } },
  });
  for (const change of [{ delta: 0 }, { delta: 1.5 }, { delta: 1, reason: 'gone' }, {}])
    expect((await adjust(change)).status).toBe(400);
  expect((await adjust({ delta: 1, variant: 'unknown' })).status).toBe(404);
  expect(await stockOf(shop.db, product._id)).toBe(2);
});

it('a count corrects the stock at its time, and leaves what was sold since', async () => {
  const { product, variant } = await stocked(5);
  const countedAt = new Date().toISOString();
  await buy(shop, [{ id: product._id }]);
  const count = (body: object) => owner.post('/products/stock/count', body);
  const lines = [{ variant, counted: 7, countedAt }];
  const expected = { lines: [{ variant, counted: 7, expected: 5, before: 4, after: 6 }] };
  expect((await count({ lines, isPreview: true })).body).toEqual(expected);
  expect(await stockOf(shop.db, product._id)).toBe(4);
  expect((await count({ lines })).body).toEqual(expected);
  expect(await stockOf(shop.db, product._id)).toBe(6);
  expect((await count({ lines: [...lines, ...lines] })).status).toBe(400);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await count({ lines: [{ variant, counted: 1, countedAt: tomorrow }] })).status).toBe(400);
});

it('a scanned code finds its variant by barcode, with or without the first 0, or by SKU', async () => {
  const { product, variant } = await stocked(1);
  await owner.patch(`/products/${product._id}`, { barcode: '0036000291452', sku: 'Scan-Me-1' });
  for (const code of ['0036000291452', '036000291452', 'scan-me-1'])
    expect(await history(`code=${code}`)).toMatchObject({ variant });
  expect(await owner.get('/products/stock?code=nothing')).toMatchObject({
    status: 404,
    body: { message: 'No variant has this barcode or SKU.' },
  });
  expect((await shop.get(`/products/stock?variant=${variant}`)).status).toBe(401);
});
