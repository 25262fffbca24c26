import { beforeAll, expect, it } from 'vitest';
import type { Batch } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));

async function run(url: string, body: object = {}): Promise<Batch> {
  const started = await owner.post(url, body);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  await shop.runJobs();
  return (await owner.get(`/products/batch/${started.body._id}`)).body as Batch;
}
const change = (body: object) => run('/products/batch', body);
const undo = ({ _id }: Batch) => run(`/products/batch/${_id}/undo`);

/** HSN code, GST rate and status of these products. */
const read = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { hsn, gstRate, status } = (await owner.get(`/products/${id}`)).body;
      return [hsn, gstRate, status];
    }),
  );

const draft = { name: 'Saree', price: 1000, status: 'draft' };

it('HSN code and GST rate are set for all products of the filter, and undone where they did not change since', async () => {
  const bare = await owner.product(draft);
  const ended = await owner.product({ ...draft, hsn: '5007', gstRate: 12 });
  const another = await owner.product({ ...draft, hsn: '7103', gstRate: 0.25 });
  const ids = [bare, ended, another].map(({ _id }) => _id);
  const matching = { lacksGst: 'true', search: 'Saree' };
  const both = await change({ matching, action: 'gst', hsn: '5208', gstRate: 5 });
  expect(both).toMatchObject({ action: 'gst', total: 2, failed: 0, undoable: true });
  expect(await read(ids)).toEqual([
    ['5208', 5, 'draft'],
    ['5208', 5, 'draft'],
    ['7103', 0.25, 'draft'],
  ]);
  // The rate alone leaves the code.
  const rate = await change({ ids, action: 'gst', gstRate: '1.5' });
  expect((await read(ids)).map(([hsn, gst]) => [hsn, gst])).toEqual([
    ['5208', 1.5],
    ['5208', 1.5],
    ['7103', 1.5],
  ]);
  await owner.put(`/products/${ended._id}`, { gstRate: 18 });
  expect(await undo(rate)).toMatchObject({
    failed: 1,
    failures: [{ _id: ended._id, message: 'It was changed after the batch.' }],
  });
  expect((await read(ids)).map(([, gst]) => gst)).toEqual([5, 18, 0.25]);
  await undo(both);
  expect((await read(ids)).map(([hsn, gst]) => [hsn, gst])).toEqual([
    [null, null],
    ['5208', 18],
    ['7103', 0.25],
  ]);
});

it('a gift card, and a price for which no rate fits, are refused with the reason', async () => {
  const card = await owner.product({ ...draft, isGiftCard: true });
  const gap = await owner.product({ ...draft, price: 2800, hsn: '5208', gstRate: 5 });
  const ids = [card, gap].map(({ _id }) => _id);
  const { failures } = await change({ ids, action: 'gst', hsn: '6211' });
  expect(failures).toMatchObject([
    { _id: card._id, message: 'A gift card has no HSN code and no GST rate.' },
    { _id: gap._id, message: expect.stringContaining('No GST rate fits this price') },
  ]);
  expect((await read(ids)).map(([hsn]) => hsn)).toEqual([null, '5208']);
});

it.each([
  [{}, { hsn: 'Enter an HSN code or a GST rate' }],
  [{ hsn: '', gstRate: '' }, { hsn: 'Enter an HSN code or a GST rate' }],
  [{ hsn: '61091' }, { hsn: 'HSN code must have 4, 6 or 8 digits' }],
  [{ gstRate: 12 }, { gstRate: '12% is not a GST rate now. Choose 0%, 0.25%, 1.5%, 3%, 5%, 18% or 40%' }],
])('refuses %j', async (given, errors) => {
  const { id } = await createProduct(shop.db);
  const { status, body } = await owner.post('/products/batch', { ids: [id], action: 'gst', ...given });
  expect([status, body.errors]).toEqual([400, errors]);
});

it('a batch puts no product on sale that lacks them, and leaves those that are on sale', async () => {
  const bare = await owner.product(draft);
  const whole = await owner.product({ ...draft, hsn: '5208', gstRate: 5 });
  const { id: older } = await createProduct(shop.db);
  await shop.db.updateTable('products').set({ hsn: null }).where('id', '=', older).execute();
  const ids = [bare._id, whole._id, older];
  const done = await change({ ids, action: 'status', status: 'featured' });
  expect(done).toMatchObject({
    failed: 1,
    failures: [{ _id: bare._id, message: 'HSN code is required to sell with GST' }],
  });
  expect((await read(ids)).map(([, , status]) => status)).toEqual(['draft', 'featured', 'featured']);
  // Undo gives back what was there, also to those that lack them.
  await undo(await change({ ids: [older], action: 'status', status: 'draft' }));
  expect((await read([older])).map(([, , status]) => status)).toEqual(['featured']);
});
