// Slow: `npm run check` leaves this file out.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { OrderBatch } from '../../shared/contract/orders/order-batches.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

async function paidOrders(count: number): Promise<PlacedOrder[]> {
  const product = await createProduct(shop.db, { stock: count });
  const orders: PlacedOrder[] = [];
  for (let n = 0; n < count; n++) {
    const order = await place(shop, [{ id: product.id }], { email: `batch${n}-${product.id}@example.in` });
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    orders.push(order);
  }
  return orders;
}
const read = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const list = async (query: string) => {
  const { body } = await owner.get(`/order/admin?limit=100&${query}`);
  return (body as unknown as AdminOrder[]).map(({ _id }) => _id);
};
async function run(request: object): Promise<OrderBatch> {
  const { status, body } = await owner.post('/order/admin/batch', request);
  expect(status, JSON.stringify(body)).toBe(202);
  await shop.runJobs();
  return (await owner.get(`/order/admin/batch/${body._id}`)).body as OrderBatch;
}
const shippedMails = async () => {
  const mails = await shop.db.selectFrom('mails').select('id').where('kind', '=', 'order-shipped').execute();
  return mails.length;
};

it('packs, ships and delivers many orders, each once, and reports what it skips', async () => {
  const orders = await paidOrders(4);
  const [first, second, third, fourth] = orders.map(({ id }) => id) as [string, string, string, string];
  const product = await createProduct(shop.db);
  const unpaid = await place(shop, [{ id: product.id }]);
  await owner.put(`/order/admin/${fourth}/status`, { status: 'cancelled' });
  const ids = [...orders.map(({ id }) => id), unpaid.id];
  expect(await list('view=to_pack')).toEqual([third, second, first]);
  expect(await list('view=unpaid')).toEqual([unpaid.id]);

  const packed = await run({ action: 'pack', ids });
  expect(packed).toMatchObject({ total: 5, done: 5, skipped: 2, finished: true });
  expect(packed.skips.map(({ _id, message }) => [_id, message])).toEqual(
    expect.arrayContaining([
      [fourth, 'The order is cancelled.'],
      [unpaid.id, 'The order is not paid.'],
    ]),
  );
  expect(await list('view=to_pack')).toEqual([]);
  expect(await list('view=to_ship&fulfilment=unfulfilled')).toEqual([third, second, first]);

  const file = await run({ action: 'courier-file', format: 'delhivery', ids });
  expect(file.skipped).toBe(2);
  const csv = String((await owner.get(`/order/admin/batch/${file._id}/courier.csv`)).body.raw);
  expect(csv.split('\r\n').length).toBe(5);
  expect(csv).toContain(`${third.slice(-6).toUpperCase()},Prepaid,0,1299`);

  const trackingNumbers = { [first]: 'EI1', [second.slice(-6).toLowerCase()]: 'EI2', '00000x': 'EI9' };
  const ship = { action: 'ship', courier: 'India Post', trackingNumbers };
  expect(await run({ ...ship, matching: 'view=to_ship', except: [third] })).toMatchObject({
    done: 2,
    skipped: 0,
    unmatched: [{ name: '00000x', message: 'No selected order has this number.' }],
  });
  expect((await read({ ...unpaid, id: second })).shipments).toMatchObject([
    { state: 'shipped', courier: 'India Post', trackingNumber: 'EI2', events: [{}, { by: 'Shop owner' }] },
  ]);
  expect(await shippedMails()).toBe(2);

  const again = await run({ ...ship, ids: [first, second, third] });
  expect(again).toMatchObject({ done: 3, skipped: 2 });
  expect(again.skips[0]?.message).toBe('Nothing is left to ship.');
  expect(await shippedMails()).toBe(3);
  expect(await list('view=in_transit')).toEqual([third, second, first]);

  expect(await run({ action: 'deliver', ids: [...ids, 'unknown'] })).toMatchObject({ done: 5, skipped: 2 });
  expect(await list('fulfilment=delivered')).toEqual([third, second, first]);
  expect(await list('payment=refunded')).toEqual([fourth]);
  expect((await read({ ...unpaid, id: first })).status).toBe('delivered');
});

it('ships what is packed, never what was left for later, and continues after an order that fails', async () => {
  const [part, broken, whole] = (await paidOrders(3)) as [PlacedOrder, PlacedOrder, PlacedOrder];
  const product = await createProduct(shop.db, { stock: 2 });
  const two = await place(shop, [{ id: product.id, quantity: 2 }]);
  await verify(shop, await shop.fake.pay(two.providerOrderId));
  const [line] = (await read(two)).cart_items;
  const lines = [{ line_id: line?._id, quantity: 1 }];
  expect((await owner.post(`/order/admin/${two.id}/shipments`, { lines })).status).toBe(201);
  await sql`alter table shipments add constraint broken check (order_id <> ${sql.lit(broken.id)}) not valid`.execute(
    shop.db,
  );
  const ids = [part.id, broken.id, whole.id, two.id];
  const before = await shippedMails();
  const batch = await run({ action: 'ship', courier: 'DTDC', ids });
  expect(batch.skips).toMatchObject([{ _id: broken.id, message: 'It could not be changed. Try again.' }]);
  expect(await shippedMails()).toBe(before + 3);
  await sql`alter table shipments drop constraint broken`.execute(shop.db);

  const again = await run({ action: 'ship', courier: 'DTDC', ids });
  expect(again).toMatchObject({ done: 4, skipped: 3 });
  expect(again.skips.find(({ _id }) => _id === two.id)?.message).toMatch(/^A part of it was shipped before/);
  expect((await read(two)).fulfilmentState).toBe('partly_fulfilled');
  expect(await shippedMails()).toBe(before + 4);
});

it('handles each order once, however many workers run the same job (T-SHP-02)', async () => {
  const orders = await paidOrders(12);
  const before = await shippedMails();
  const { body } = await owner.post('/order/admin/batch', {
    action: 'ship',
    ids: orders.map(({ id }) => id),
  });
  const batchId = String(body._id);
  await Promise.all(Array.from({ length: 3 }, () => shop.handlers['order-batch']({ batchId })));
  await shop.runJobs();
  expect((await owner.get(`/order/admin/batch/${batchId}`)).body).toMatchObject({ done: 12, skipped: 0 });
  const shipments = shop.db.selectFrom('shipments').select('id');
  const ids = orders.map(({ id }) => id);
  expect(await shipments.where('orderId', 'in', ids).execute()).toHaveLength(12);
  expect(await shippedMails()).toBe(before + 12);
});

it('rejects invalid requests, and shows batches and saved lists to their admin only', async () => {
  const [order] = (await paidOrders(1)) as [PlacedOrder];
  const ids = [order.id];
  for (const wrong of [
    { action: 'pack' },
    { action: 'pack', ids: [] },
    { action: 'pack', ids: ['unknown'] },
    { action: 'burn', ids },
    { action: 'courier-file', format: 'pigeon', ids },
    { action: 'ship', courier: 'x'.repeat(101), ids },
    { action: 'pack', matching: 'view=lost' },
    { action: 'ship', trackingNumbers: { a: 1 }, ids },
  ])
    expect((await owner.post('/order/admin/batch', wrong)).status, JSON.stringify(wrong)).toBe(400);
  const { _id } = await run({ action: 'pack', ids });

  const view = { name: 'Chennai', query: 'view=to_pack&search=asha%40example.in' };
  expect((await owner.post('/order/admin/views', view)).body).toMatchObject([
    { name: 'Chennai', query: 'view=to_pack&search=asha@example.in' },
  ]);
  expect((await owner.post('/order/admin/views', { ...view, name: ' ' })).status).toBe(400);
  const packer = await asOwner(shop, 'packer');
  expect((await packer.get('/order/admin/views')).body).toEqual([]);
  expect((await packer.get(`/order/admin/batch/${_id}`)).status).toBe(404);
  const [saved] = (await owner.get('/order/admin/views')).body as unknown as { _id: string }[];
  expect((await packer.delete(`/order/admin/views/${saved?._id}`)).status).toBe(404);
  expect((await owner.delete(`/order/admin/views/${saved?._id}`)).status).toBe(200);
  // A packer ships what she sees, and gets no file of addresses.
  expect(
    (await packer.post('/order/admin/batch', { action: 'courier-file', format: 'delhivery', ids })).status,
  ).toBe(403);
  expect((await packer.post('/order/admin/batch', { action: 'ship', matching: '' })).status).toBe(202);
  await shop.runJobs();
  expect((await read(order)).status).toBe('shipped');
});
