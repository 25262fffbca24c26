import { expect, it } from 'vitest';
import type { PrintJob, PrintKind } from '../../shared/contract/orders/print-jobs.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, orderOnDelivery } from '../../tests/support/people.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

const revenue = async () => (await owner.get('/order/admin/stats')).body.totalRevenue;
const exported = async () => String((await owner.get('/order/admin/export.csv')).body.raw);

it('an order that was deleted before its invoice was issued gets into the books with it', async () => {
  await owner.put('/site-info/admin', { codEnabled: true });
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const { body } = await orderOnDelivery(shop, [{ id: product }]);
  const id = String(body.order_id);
  await owner.post(`/order/admin/${id}/confirm`);
  await owner.delete(`/order/admin/${id}`);
  expect(await exported()).not.toContain(id);
  // Its parcel was on its way to the courier already.
  expect((await owner.post(`/order/admin/${id}/shipments`, { state: 'shipped' })).status).toBe(201);
  const order = (await owner.get(`/order/admin/${id}`)).body;
  expect(order).toMatchObject({ deleted: true, invoice_number: expect.stringMatching(/^TEST-/) });
  expect(await exported()).toContain(id);
  expect((await owner.get('/order/admin')).headers['x-total-count']).toBe('0');
  const [shipment] = order.shipments as { _id: string }[];
  await owner.put(`/order/admin/${id}/shipments/${shipment?._id}`, { state: 'delivered' });
  expect(await revenue()).toBe(500);
});

it('a deleted order is neither shown to a packer nor packed (T-ADM-05)', async () => {
  const packer = await asOwner(shop, 'packer');
  const deleted = await buyAsGuest(shop, freshEmail());
  const another = await buyAsGuest(shop, freshEmail());
  expect((await packer.get(`/order/admin/${deleted.id}`)).status).toBe(200);
  await owner.delete(`/order/admin/${deleted.id}`);
  expect((await packer.get(`/order/admin/${deleted.id}`)).status).toBe(404);
  expect((await packer.post(`/order/admin/${deleted.id}/shipments`, { state: 'packed' })).status).toBe(404);
  const status = { status: 'processing' };
  expect((await packer.put(`/order/admin/${deleted.id}/status`, status)).status).toBe(404);

  const print = async (kind: PrintKind) =>
    (await owner.post('/order/admin/print-jobs', { kind, matching: 'status=paid' })).body as PrintJob;
  expect(await print('packing_slips')).toMatchObject({ total: 1 });
  expect(await print('pick_list')).toMatchObject({ total: 1 });
  expect(await print('invoices')).toMatchObject({ total: 2 });
  const batch = await owner.post('/order/admin/batch', { action: 'pack', matching: 'status=paid' });
  expect(batch.body).toMatchObject({ total: 1 });
  await shop.runJobs();
  expect((await owner.get(`/order/admin/${another.id}`)).body).toMatchObject({ status: 'processing' });
});
