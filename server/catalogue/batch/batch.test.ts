import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { CatalogueCounts } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { Batch } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { runBatch } from './batch.ts';

const shop = await testShop();
const owner = await asOwner(shop);

/** Creates this number of products, a few at a time, because the pool has few connections. */
async function some(count: number, name = 'Diya'): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const few = Array.from({ length: Math.min(10, count - ids.length) }, () =>
      createProduct(shop.db, { name }),
    );
    ids.push(...(await Promise.all(few)).map(({ id }) => id));
  }
  return ids;
}

async function run(body: object): Promise<Batch> {
  const started = await owner.post('/products/batch', body);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  await shop.runJobs();
  return (await owner.get(`/products/batch/${started.body._id}`)).body as Batch;
}

describe('POST /products/batch', () => {
  it('changes each product and reports what failed (T-ADM-08)', async () => {
    const ids = await some(3);
    const gone = randomUUID();
    const done = await run({ ids: [...ids, gone, ids[0]], action: 'discount', discount: '12.5' });
    expect(done).toMatchObject({ total: 4, done: 4, failed: 1, finished: true });
    expect(done.failures).toEqual([{ _id: gone, name: gone, message: 'Product not found.' }]);
    const { body } = await owner.get(`/products/${ids[0]}`);
    expect(body).toMatchObject({ discount: 12.5, finalPrice: 1136.63 });
    await run({ ids, action: 'status', status: 'archived' });
    expect((await shop.get(`/products/${ids[1]}`)).status).toBe(404);
    const list = (await owner.get('/products/batch')).body as unknown as Batch[];
    expect(list[0]).toMatchObject({ action: 'status', finished: true });
  });

  it('changes all matching products except excluded ones, in several slices', async () => {
    const tag = `lota-${randomUUID().slice(0, 8)}`;
    // A slice has 50 products.
    const ids = await some(210, tag);
    const category = (await owner.post('/categories', { name: tag })).body as { _id: string };
    const done = await run({
      matching: { search: tag, except: [ids[0]] },
      action: 'category',
      category: category._id,
    });
    expect(done).toMatchObject({ total: 209, done: 209, failed: 0 });
    expect((await owner.get(`/products?category=${category._id}`)).body.total).toBe(209);
    const removed = await run({ matching: { category: category._id }, action: 'delete' });
    expect(removed).toMatchObject({ done: 209, failed: 0 });
    expect((await owner.get(`/products?search=${tag}`)).body.total).toBe(1);
  });

  it('continues after an interruption, and two workers do not repeat it', async () => {
    const ids = await some(5);
    const { body } = await owner.post('/products/batch', { ids, action: 'delete' });
    const id = String(body._id);
    await Promise.all([runBatch(shop.deps, id), runBatch(shop.deps, id)]);
    await shop.runJobs();
    expect((await owner.get(`/products/batch/${id}`)).body).toMatchObject({
      done: 5,
      failed: 0,
      finished: true,
    });
  });

  it('reports a category that was deleted meanwhile', async () => {
    const ids = await some(2);
    const category = (await owner.post('/categories', { name: randomUUID() })).body as { _id: string };
    const { body } = await owner.post('/products/batch', { ids, action: 'category', category: category._id });
    await owner.delete(`/categories/${category._id}`);
    await shop.runJobs();
    const done = (await owner.get(`/products/batch/${body._id}`)).body as Batch;
    expect(done).toMatchObject({ done: 2, failed: 2, finished: true });
    expect(done.failures[0]).toMatchObject({ name: 'Diya', message: 'Please select a category' });
  });

  it.each([
    [{ action: 'delete' }, 'Please select at least one product'],
    [{ ids: [], action: 'delete' }, 'Please select at least one product'],
    [{ matching: { search: 'no such thing' }, action: 'delete' }, 'Please select at least one product'],
    [{ ids: [randomUUID()], action: 'category' }, 'Please select a category'],
    [{ ids: [randomUUID()], action: 'category', category: 'none' }, 'Please select a category'],
    [
      { ids: [randomUUID()], action: 'discount', discount: 101 },
      'Please enter a valid discount percentage (0-100)',
    ],
    [{ ids: [randomUUID()], action: 'discount' }, 'Please enter a valid discount percentage (0-100)'],
    [{ ids: [randomUUID()], action: 'status' }, 'Please select a status'],
    [{ ids: [randomUUID()], action: 'explode' }, 'Invalid action'],
  ])('refuses %j', async (body, message) => {
    expect(await owner.post('/products/batch', body)).toMatchObject({
      status: 400,
      body: { success: false, message },
    });
  });
});

describe('POST /products/batch/{id}/undo', () => {
  const undo = (batch: Batch) => owner.post(`/products/batch/${batch._id}/undo`);
  async function undone(batch: Batch): Promise<Batch> {
    const { status, body } = await undo(batch);
    expect(status, JSON.stringify(body)).toBe(202);
    await shop.runJobs();
    return (await owner.get(`/products/batch/${body._id}`)).body as Batch;
  }
  const prices = async (id: string) =>
    ((await owner.get(`/products/${id}`)).body as Product).variants.map(({ finalPrice }) => finalPrice);

  it('restores the exact prices that a batch discount replaced, except where they changed afterwards', async () => {
    const [sized, single, edited] = [
      await owner.product({
        options: [{ name: 'Size', values: ['S', 'M'] }],
        variants: [
          { values: ['S'], price: 799, finalPrice: 499 },
          { values: ['M'], price: 899 },
        ],
      }),
      await owner.product({ price: 333.33, discount: 12.5 }),
      await owner.product({ name: 'Edited', price: 500 }),
    ];
    const batch = await run({
      ids: [sized, single, edited].map(({ _id }) => _id),
      action: 'discount',
      discount: 20,
    });
    expect(batch).toMatchObject({ undoable: true });
    // While a batch runs, it has changed some of its products.
    const running = shop.db.updateTable('productBatches').where('id', '=', batch._id);
    await running.set({ finishedAt: null }).execute();
    expect((await owner.get(`/products/batch/${batch._id}`)).body).toMatchObject({ undoable: false });
    await running.set({ finishedAt: new Date() }).execute();
    expect(await prices(sized._id)).toEqual([639.2, 719.2]);
    await owner.put(`/products/${edited._id}`, { finalPrice: 450 });
    const latest = (await owner.get('/products/batch')).body as unknown as Batch[];
    expect(latest[0]).toMatchObject({ _id: batch._id, undoable: true });

    const updatedAt = async () => ((await owner.get(`/products/${edited._id}`)).body as Product).updatedAt;
    const before = await updatedAt();
    const done = await undone(batch);
    expect(done).toMatchObject({ action: 'undo', total: 3, failed: 1, undoable: false });
    expect(await updatedAt()).toBe(before);
    expect(done.failures).toMatchObject([{ name: 'Edited', message: 'It was changed after the batch.' }]);
    expect(await prices(sized._id)).toEqual([499, 899]);
    expect(await prices(single._id)).toEqual([291.66]);
    expect(await prices(edited._id)).toEqual([450]);
    expect(await undo(batch)).toMatchObject({ status: 409, body: { code: 'not_undoable' } });
    expect((await owner.get(`/products/batch/${batch._id}`)).body).toMatchObject({ undoable: false });
  });

  it('restores the status that a batch replaced', async () => {
    const statuses = ['active', 'featured', 'draft', 'archived'] as const;
    const made = await Promise.all(statuses.map((status) => createProduct(shop.db, { status })));
    const batch = await run({ ids: made.map(({ id }) => id), action: 'status', status: 'draft' });
    await undone(batch);
    const now = await Promise.all(
      made.map(async ({ id }) => (await owner.get(`/products/${id}`)).body.status),
    );
    expect(now).toEqual(statuses);
  });

  it('is not offered for a deletion, nor after a day', async () => {
    const ids = await some(1);
    const status = await run({ ids, action: 'status', status: 'archived' });
    await shop.db
      .updateTable('productBatches')
      .set({ finishedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', status._id)
      .execute();
    const deleted = await run({ ids, action: 'delete' });
    for (const batch of [status, deleted]) expect((await undo(batch)).status).toBe(409);
    expect((await owner.post(`/products/batch/${randomUUID()}/undo`)).status).toBe(404);
  });
});

it('GET /products/counts counts products by status and stock', async () => {
  const counts = async () => (await owner.get('/products/counts')).body as CatalogueCounts;
  const before = await counts();
  await createProduct(shop.db, { stock: 0, status: 'draft' });
  expect(await counts()).toMatchObject({
    products: before.products + 1,
    byStatus: { draft: (before.byStatus.draft ?? 0) + 1 },
    outOfStock: before.outOfStock + 1,
  });
});

describe('GET /products/export.csv', () => {
  const lines = async (query: string) => {
    const { status, body, headers } = await owner.get(`/products/export.csv?${query}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    return String(body.raw).replace('\ufeff', '').trimEnd().split('\r\n');
  };

  it('has a line for each variant, with escaped formulas (T-INJ-07)', async () => {
    const name = `=HYPERLINK("x") ${randomUUID()}`;
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const variants = [
      { values: ['S'], price: 5 },
      { values: ['M'], price: 6.5, countInStock: 3 },
    ];
    await owner.product({ name, description: '+1', options, variants });
    const [head, first, second, ...rest] = await lines(`search=${encodeURIComponent(name)}`);
    expect(head).toMatch(/^Slug,Name,Description,Status/);
    expect(first).toContain(`"'=HYPERLINK(""x"")`);
    expect(first).toContain(`,"'+1",active`);
    expect(second).toMatch(/,Size,M,.*,6\.5,6\.5,0,3,3,,,,$/);
    expect(rest).toEqual([]);
  });

  it('has all products of a large catalogue, and rejects invalid filters', async () => {
    const tag = `kulhad-${randomUUID().slice(0, 8)}`;
    await some(410, tag);
    expect(await lines(`search=${tag}`)).toHaveLength(411);
    expect((await owner.get('/products/export.csv?minPrice=x')).status).toBe(400);
  });
});
