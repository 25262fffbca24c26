// Slow: `npm run check` leaves this file out.
import { createServer } from 'node:net';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, expect, it } from 'vitest';
import type { CourierSettings } from '../../shared/contract/orders/couriers.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { PrintJob } from '../../shared/contract/orders/print-jobs.ts';
import { startFakeCouriers } from '../../tests/fakes/couriers.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { courierAccounts } from '../../tests/support/couriers.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { createTestShop, testShop } from '../../tests/support/shop.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: { ...couriers.env, LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
afterAll(async () => {
  await expectCleanAudit(shop);
  await couriers.stop();
});

const size = { weightGrams: 450, lengthCm: 20, widthCm: 15, heightCm: 8 };

/** A paid order with a packed shipment, to a PIN code. */
async function packed(postalCode = delivery.postalCode) {
  const { id } = await createProduct(shop.db);
  const order = await place(shop, [{ id }], {
    email: freshEmail(),
    shipping_details: { ...delivery, postalCode },
  });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const { body } = await owner.post(`/order/admin/${order.id}/shipments`, {});
  const shipment = (body as AdminOrder).shipments[0]?._id ?? '';
  return { id: order.id, at: `/order/admin/${order.id}/shipments/${shipment}/booking` };
}
const book = (path: string, provider = 'sandbox') => owner.post(path, { ...size, provider, pickup: true });
const track = async (path: string) => ((await owner.post(`${path}/track`)).body as AdminOrder).shipments[0];
const bookable = async () =>
  (await owner.get('/order/admin/couriers')).body as unknown as { provider: string }[];
const settings = async (as = owner) =>
  (await as.get('/settings/couriers')).body as unknown as CourierSettings;
const switchTo = (isOn: boolean, as = owner) =>
  as.put('/settings/couriers/sandbox', { ...size, isOn, login: '', pickupLocation: '', pickupPin: '' });

async function printed(ids: string[]): Promise<PrintJob> {
  const { body } = await owner.post('/order/admin/print-jobs', { kind: 'courier_labels', ids });
  await shop.runJobs();
  return (await owner.get(`/order/admin/print-jobs/${body._id}`)).body as PrintJob;
}

it('the test courier books, labels, tracks and returns without an account', async () => {
  expect(await bookable()).toMatchObject([{ provider: 'sandbox' }]);
  const { id, at } = await packed();
  const rates = await owner.post(at.replace('booking', 'rates'), { provider: 'sandbox', ...size });
  expect(rates.body).toMatchObject([{ name: 'Test Standard' }, { name: 'Test Express' }]);
  expect((await book(at)).body).toMatchObject({
    shipments: [{ courier: 'Test courier (Test Standard)', booking: { state: 'booked' } }],
  });
  const label = await owner.get(`${at}/label`);
  expect(label.headers['content-type']).toBe('application/pdf');
  const steps = [];
  for (let step = 0; step < 4; step++) steps.push((await track(at))?.state);
  expect(steps).toEqual(['shipped', 'shipped', 'shipped', 'delivered']);
  expect((await owner.get(`/order/admin/${id}`)).body).toMatchObject({ status: 'delivered' });

  const back = await packed('560098');
  await book(back.at);
  for (let step = 0; step < 4; step++) await track(back.at);
  expect((await track(back.at))?.state).toBe('returned');
  const refused = await book((await packed('560099')).at);
  expect([refused.status, refused.body.message]).toEqual([502, expect.stringContaining('560099')]);
  const changed = await packed();
  await book(changed.at);
  expect((await owner.delete(changed.at)).body).toMatchObject({ shipments: [{ trackingNumber: '' }] });
  expect((await book(changed.at)).status).toBe(201);
});

it('joins the labels of couriers to one PDF, and says what it skipped (T-COU-08, T-COU-09)', async () => {
  const [first, two, none] = [await packed(), await packed(), await packed()];
  await book(first.at);
  await book(two.at);
  const job = await printed([none.id, two.id, first.id]);
  expect(job).toMatchObject({ pages: 2, finished: true, failed: false });
  expect(job.skipped).toMatchObject([{ _id: none.id, reason: 'no shipment of it is booked with a courier' }]);
  const { body } = await owner.get(`/order/admin/print-jobs/${job._id}/file`);
  expect((await PDFDocument.load(body.raw as Buffer)).getPageCount()).toBe(2);

  // A label that can't be read leaves the others.
  const booking = await shop.db
    .selectFrom('courierBookings')
    .innerJoin('shipments', 'shipments.id', 'shipmentId')
    .select('courierBookings.id')
    .where('orderId', '=', two.id)
    .executeTakeFirstOrThrow();
  await shop.deps.files.put(`prints/courier-label-${booking.id}.pdf`, Buffer.from('%PDF-1.7 and nothing'));
  const rest = await printed([two.id, first.id]);
  expect(rest).toMatchObject({ pages: 1, skipped: [{ reason: 'the label of the courier can’t be read' }] });
});

it('the test courier is off beside a real one, and not there once payments are real', async () => {
  const before = await packed();
  await owner.put('/settings/couriers/shiprocket', courierAccounts.shiprocket);
  expect(await bookable()).toMatchObject([{ provider: 'shiprocket' }]);
  expect((await book(before.at)).body.code).toBe('not_bookable');
  expect((await switchTo(true)).body.code).toBe('not_bookable');
  expect((await settings()).accounts.find(({ provider }) => provider === 'sandbox')?.isOn).toBe(false);

  const live = await createTestShop({ live: true, env: { LOG_LEVEL: 'silent' } });
  const merchant = await asOwner(live);
  expect((await settings(merchant)).accounts.map(({ provider }) => provider)).toEqual([
    'shiprocket',
    'delhivery',
  ]);
  expect((await switchTo(true, merchant)).body.code).toBe('not_bookable');
  await live.close();
});

it('downloads a label only from the courier or a public address, without a connection to another (T-COU-07)', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const address = inside.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const { id, at } = await packed();
    couriers.labelsAt(`https://${host}:${port}/label.pdf`);
    expect((await book(at, 'shiprocket')).status).toBe(201);
    const { status } = await owner.get(`${at}/label`);
    expect(status).toBe(502);
    expect((await printed([id])).skipped).toMatchObject([{ reason: expect.stringContaining('Shiprocket') }]);
  }
  couriers.labelsAt('');
  expect(connections).toBe(0);
  inside.close();
});
