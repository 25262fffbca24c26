// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AttentionItem } from '../../shared/contract/attention.ts';
import type { OrderBatch } from '../../shared/contract/orders/order-batches.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { shiprocketLogin, startFakeCouriers, unservedPin } from '../../tests/fakes/couriers.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { switchOnCouriers } from '../../tests/support/couriers.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
beforeAll(() => switchOnCouriers(owner));
afterAll(async () => {
  await expectCleanAudit(shop);
  await couriers.stop();
});
beforeEach(() => {
  couriers.requests.length = 0;
});

const size = { weightGrams: 450, lengthCm: 20, widthCm: 15, heightCm: 8 };

/** A paid order of two cups with a packed shipment. */
async function packed(more: object = {}) {
  const { id } = await createProduct(shop.db, { name: 'Kulhad & cup; 50%', stock: 9 });
  const order = await place(shop, [{ id, quantity: 2 }], { email: freshEmail(), ...more });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const { body } = await owner.post(`/order/admin/${order.id}/shipments`, {});
  const shipment = (body as AdminOrder).shipments[0]?._id ?? '';
  return { order, shipment, at: `/order/admin/${order.id}/shipments/${shipment}/booking` };
}
const read = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const shipmentOf = async (order: PlacedOrder) => (await read(order)).shipments[0];
const parcelOf = (shipment: string) =>
  couriers.parcels.filter(({ reference }) => reference.startsWith(shipment));
const book = (path: string, more: object) => owner.post(path, { ...size, ...more });
const later = async (minutes: number) => {
  shop.advance(minutes);
  await shop.askCouriers();
};

it('books with Shiprocket: prices, tracking number, label, pickup, and a cancellation', async () => {
  const { order, shipment, at } = await packed();
  const rates = await owner.post(at.replace('booking', 'rates'), { provider: 'shiprocket', ...size });
  expect(rates.body).toEqual([
    { id: '43', name: 'Delhivery Surface', amount: 54, days: 4 },
    { id: '1', name: 'Blue Dart', amount: 81.5, days: 2 },
  ]);
  const booked = await book(at, { provider: 'shiprocket', service: '1', pickup: true });
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  const [parcel] = parcelOf(shipment);
  expect(parcel).toMatchObject({
    reference: shipment,
    pickups: 1,
    request: {
      order_id: shipment,
      pickup_location: 'Warehouse',
      payment_method: 'Prepaid',
      sub_total: 2598,
      billing_customer_name: 'Asha Rao',
      billing_pincode: '560003',
      billing_phone: '9876543210',
      weight: 0.45,
      length: 20,
      breadth: 15,
      height: 8,
      order_items: [{ name: 'Kulhad & cup; 50%', units: 2, selling_price: 1299, hsn: '6912' }],
    },
  });
  expect(await shipmentOf(order)).toMatchObject({
    state: 'packed',
    courier: 'Shiprocket (Blue Dart)',
    trackingNumber: parcel?.trackingNumber,
    trackingUrl: `https://shiprocket.co/tracking/${parcel?.trackingNumber}`,
    booking: { provider: 'shiprocket', state: 'booked', pickup: '2026-11-24 09:00:00', problem: '' },
  });
  expect(couriers.signIns()).toBe(1);
  expect((await book(at, { provider: 'delhivery' })).body.code).toBe('already_booked');
  const label = await owner.get(`${at}/label`);
  const pdf = await PDFDocument.load(label.body.raw as Buffer);
  expect(pdf.getTitle()).toBe(`/labels/${parcel?.trackingNumber}.pdf`);
  // The stored label is read once, and again after a day.
  const labels = () => couriers.requests.filter((request) => request.endsWith('/label')).length;
  expect(labels()).toBe(1);
  const yesterday = new Date(shop.clock.now().getTime() - 25 * 3_600_000);
  await shop.db.updateTable('courierBookings').set({ labelAt: yesterday }).execute();
  await shop.askCouriers();
  await owner.get(`${at}/label`);
  expect(labels()).toBe(2);

  // The courier has the old address.
  const change = { ...(await contactOf(order)), mobile: '9876500000' };
  const contact = await owner.put(`/order/admin/${order.id}/contact`, change);
  expect(contact.body).toMatchObject({ code: 'not_editable' });
  expect((await owner.delete(at)).status).toBe(200);
  expect(parcelOf(shipment)).toMatchObject([{ isCancelled: true }]);
  expect(await shipmentOf(order)).toMatchObject({
    courier: '',
    trackingNumber: '',
    booking: { state: 'cancelled' },
  });
  // The number of an order at Shiprocket is never used twice.
  expect((await book(at, { provider: 'shiprocket' })).status).toBe(201);
  expect(parcelOf(shipment).map(({ reference }) => reference)).toEqual([shipment, `${shipment}-2`]);
});

async function contactOf(order: PlacedOrder) {
  const { updatedAt, customer } = await read(order);
  return { ...customer, updatedAt, shipping_details: delivery };
}

it('books with Delhivery, with what is due on delivery, and nothing that it refuses in a text', async () => {
  const { shipment, at, order } = await packed();
  expect((await book(at, { provider: 'delhivery' })).status).toBe(201);
  const [parcel] = parcelOf(shipment);
  expect(parcel?.request).toMatchObject({
    order: shipment,
    payment_mode: 'Prepaid',
    cod_amount: '0',
    total_amount: '2598',
    weight: '450',
    products_desc: '2 x Kulhad cup 50',
    pin: '560003',
  });
  expect(await shipmentOf(order)).toMatchObject({ courier: 'Delhivery', booking: { state: 'booked' } });
  expect((await owner.post(`${at}/pickup`)).body).toMatchObject({
    shipments: [{ booking: { pickup: expect.stringMatching(/^\d{4}-\d\d-\d\d 14:00$/) } }],
  });

  // An order that is shipped without being paid is cash on delivery.
  const { id } = await createProduct(shop.db, { stock: 2 });
  const unpaid = await place(shop, [{ id }], { email: freshEmail() });
  await owner.put(`/order/admin/${unpaid.id}/status`, { status: 'processing' });
  const cod = (await shipmentOf(unpaid))?._id ?? '';
  expect(
    (await book(`/order/admin/${unpaid.id}/shipments/${cod}/booking`, { provider: 'delhivery' })).status,
  ).toBe(201);
  expect(parcelOf(cod)[0]?.request).toMatchObject({ payment_mode: 'COD', cod_amount: '1299' });
});

it.each(['shiprocket', 'delhivery'] as const)(
  '%s: a lost reply books nothing twice (T-COU-03)',
  async (provider) => {
    const create = provider === 'shiprocket' ? '/orders/create/adhoc' : '/api/cmu/create.json';
    const { order, shipment, at } = await packed();
    couriers.fail(create, 'lost');
    const lost = await book(at, { provider });
    expect(lost).toMatchObject({ status: 502, body: { message: expect.stringContaining('did not answer') } });
    expect(await shipmentOf(order)).toMatchObject({ trackingNumber: '', booking: { state: 'open' } });
    await later(2);
    expect(parcelOf(shipment)).toHaveLength(1);
    expect(await shipmentOf(order)).toMatchObject({
      trackingNumber: parcelOf(shipment)[0]?.trackingNumber,
      booking: { state: 'booked', problem: '' },
    });
    // Also not by an admin who is faster than the job.
    const again = await packed();
    couriers.fail(create, 'lost');
    await book(again.at, { provider });
    shop.advance(2);
    expect((await book(again.at, { provider })).status).toBe(201);
    expect(parcelOf(again.shipment)).toHaveLength(1);
  },
);

it('orders that are shipped together keep courier and number of their bookings', async () => {
  const { order, at } = await packed();
  const another = await packed();
  for (const item of [at, another.at]) expect((await book(item, { provider: 'delhivery' })).status).toBe(201);
  const { trackingNumber } = (await shipmentOf(order)) ?? {};
  const { body } = await owner.post('/order/admin/batch', {
    action: 'ship',
    courier: 'India Post',
    ids: [order.id, another.order.id],
    trackingNumbers: { [another.order.id]: 'EI123456789IN' },
  });
  await shop.runJobs();
  const batch = (await owner.get(`/order/admin/batch/${body._id}`)).body as unknown as OrderBatch;
  expect(await shipmentOf(order)).toMatchObject({ state: 'shipped', courier: 'Delhivery', trackingNumber });
  expect(batch.skips).toMatchObject([{ message: expect.stringContaining('Cancel the booking first.') }]);
  expect(await shipmentOf(another.order)).toMatchObject({ state: 'packed', courier: 'Delhivery' });
});

it('two admins who book at once book once', async () => {
  const { shipment, at } = await packed();
  const both = await Promise.all([
    book(at, { provider: 'shiprocket' }),
    book(at, { provider: 'shiprocket' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(parcelOf(shipment)).toHaveLength(1);
});

it('what a courier refuses leaves nothing behind, and what failed after all is found', async () => {
  const far = await packed({ shipping_details: { ...delivery, postalCode: unservedPin } });
  const refused = await book(far.at, { provider: 'shiprocket' });
  expect(refused).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('not serviceable') },
  });
  expect(parcelOf(far.shipment)).toMatchObject([{ isCancelled: true, trackingNumber: '' }]);
  expect(await shipmentOf(far.order)).toMatchObject({
    state: 'packed',
    trackingNumber: '',
    booking: { state: 'failed' },
  });
  const rates = await owner.post(far.at.replace('booking', 'rates'), { provider: 'delhivery', ...size });
  expect(rates.body).toEqual([]);

  // A wrong refusal: the courier has booked it in spite of that.
  const { shipment, at } = await packed();
  couriers.fail('/courier/assign/awb', 'refused');
  couriers.fail('/orders/cancel', 'down');
  expect((await book(at, { provider: 'shiprocket' })).status).toBe(502);
  const [parcel] = parcelOf(shipment);
  if (parcel) parcel.trackingNumber = 'SR-WRONGLY-REFUSED';
  expect((await book(at, { provider: 'shiprocket' })).status).toBe(201);
  expect(parcelOf(shipment)).toHaveLength(1);
});

it('asks a courier that is down only a few times, and signs in again when its token ends', async () => {
  couriers.expireTokens();
  const { at } = await packed();
  expect((await book(at, { provider: 'shiprocket' })).status).toBe(201);
  expect(couriers.signIns()).toBe(2);
  couriers.fail('/pin-codes/json/', 'down', 8);
  const { at: another } = await packed();
  const rates = () => owner.post(another.replace('booking', 'rates'), { provider: 'delhivery', ...size });
  for (let n = 0; n < 8; n++) expect((await rates()).status).toBe(502);
  couriers.requests.length = 0;
  expect((await rates()).body.message).toContain('can’t be asked at the moment');
  expect(couriers.requests).toEqual([]);
  // A breaker of its own, so that the other courier is still asked.
  expect((await book(another, { provider: 'shiprocket' })).status).toBe(201);
});

it('a pickup that the courier refuses is shown with the booking and reported, until it is requested again', async () => {
  for (const how of ['refused', 'down'] as const) {
    const { order, shipment, at } = await packed();
    couriers.fail('/courier/generate/pickup', how);
    expect((await book(at, { provider: 'shiprocket', pickup: true })).status).toBe(201);
    expect(parcelOf(shipment)).toMatchObject([{ pickups: 0 }]);
    expect(await shipmentOf(order)).toMatchObject({
      booking: { state: 'booked', pickup: '', problem: expect.stringContaining('Shiprocket') },
    });
    const alertOf = async () => {
      const { body } = await owner.get('/attention?limit=100');
      return (body as unknown as AttentionItem[]).find(({ order_id: id }) => id === order.id);
    };
    expect(await alertOf()).toMatchObject({
      title: 'A courier was not asked to pick up a shipment',
      explanation: expect.stringContaining('Shiprocket'),
    });
    expect((await owner.post(`${at}/pickup`)).status).toBe(200);
    expect(parcelOf(shipment)).toMatchObject([{ pickups: 1 }]);
    expect(await shipmentOf(order)).toMatchObject({
      booking: { pickup: '2026-11-24 09:00:00', problem: '' },
    });
    expect(await alertOf()).toBeUndefined();
  }
});

it('an order that is cancelled or unpacked is cancelled at the courier too', async () => {
  const { order, shipment, at } = await packed();
  await book(at, { provider: 'shiprocket' });
  await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
  await later(1);
  expect(parcelOf(shipment)).toMatchObject([{ isCancelled: true }]);
  // One that the courier has picked up by then is reported, once.
  const late = await packed();
  await book(late.at, { provider: 'shiprocket' });
  couriers.move(parcelOf(late.shipment)[0]?.trackingNumber ?? '', 18);
  await owner.put(`/order/admin/${late.order.id}/status`, { status: 'cancelled' });
  for (const minutes of [1, 2]) await later(minutes);
  const alerts = await shop.db
    .selectFrom('attentionItems')
    .select('kind')
    .where('orderId', '=', late.order.id)
    .execute();
  expect(alerts).toEqual([{ kind: 'booking-not-cancelled' }]);
  expect(couriers.requests.filter((request) => request.endsWith('/awbs'))).toHaveLength(2);
});

it('books many orders, each once, and says what it left out', async () => {
  const orders = [
    await packed(),
    await packed({ shipping_details: { ...delivery, postalCode: unservedPin } }),
  ];
  const { id } = await createProduct(shop.db, { stock: 2 });
  const unpacked = await place(shop, [{ id }], { email: freshEmail() });
  await verify(shop, await shop.fake.pay(unpacked.providerOrderId));
  const ids = [...orders.map(({ order }) => order.id), unpacked.id];
  const run = async () => {
    const { body } = await owner.post('/order/admin/batch', {
      action: 'book',
      provider: 'shiprocket',
      pickup: true,
      ids,
    });
    await shop.runJobs();
    return (await owner.get(`/order/admin/batch/${body._id}`)).body as unknown as OrderBatch;
  };
  const batch = await run();
  expect(batch).toMatchObject({ total: 3, done: 3, skipped: 1, finished: true });
  expect(batch.skips[0]).toMatchObject({
    _id: orders[1]?.order.id,
    message: expect.stringContaining('not serviceable'),
  });
  const booked = await shipmentOf(unpacked);
  expect(booked).toMatchObject({ state: 'packed', weightGrams: 450, booking: { state: 'booked' } });
  expect(parcelOf(booked?._id ?? '')).toMatchObject([{ pickups: 1 }]);
  // An interruption between the answer of the courier and the progress of the batch: it is continued, and skips nothing
  // more.
  await shop.db.deleteFrom('orderBatchSkips').where('batchId', '=', batch._id).execute();
  await shop.db
    .updateTable('orderBatches')
    .set({ done: 0, finishedAt: null })
    .where('id', '=', batch._id)
    .execute();
  await shop.handlers['order-batch']({ batchId: batch._id });
  const { body: continued } = await owner.get(`/order/admin/batch/${batch._id}`);
  expect(continued).toMatchObject({ done: 3, skipped: 1, finished: true });
  expect(await run()).toMatchObject({ done: 3, skipped: 3 });
  expect(parcelOf(booked?._id ?? '')).toHaveLength(1);
  await owner.put('/settings/couriers/delhivery', {
    ...size,
    isOn: false,
    login: '',
    pickupLocation: '',
    pickupPin: '',
  });
  expect(
    (await owner.post('/order/admin/batch', { action: 'book', provider: 'delhivery', ids })).body.code,
  ).toBe('not_bookable');
});

it('books each order once, however many workers run the same job (T-COU-03)', async () => {
  const made = [await packed(), await packed(), await packed()];
  const ids = made.map(({ order }) => order.id);
  const request = { action: 'book', provider: 'shiprocket', pickup: false, ids };
  const batchId = String((await owner.post('/order/admin/batch', request)).body._id);
  const job = () => shop.handlers['order-batch']({ batchId });
  // One that finds that another one asks the courier fails, and the queue repeats it.
  await Promise.allSettled([job(), job(), job()]);
  await job();
  const { body } = await owner.get(`/order/admin/batch/${batchId}`);
  expect(body).toMatchObject({ done: 3, skipped: 0, finished: true });
  for (const { shipment } of made) expect(parcelOf(shipment)).toHaveLength(1);
});

it('books for a buyer with a phone number only, with the address of the shop or of its API user', async () => {
  const product = await createProduct(shop.db, { stock: 2 });
  const sold = async () => {
    const payload = {
      name: 'Meera Iyer',
      mobile: '9876543210',
      amount: 129_900,
      payment: { method: 'cash' },
      cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 1 }],
      shipping_details: delivery,
    };
    const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
    const { body } = await shop.call('POST', '/order/admin', { payload, headers });
    const packed = await owner.post(`/order/admin/${body._id}/shipments`, {});
    return { id: String(body._id), shipment: (packed.body as AdminOrder).shipments[0]?._id ?? '' };
  };
  const bookFor = async ({ id, shipment }: Awaited<ReturnType<typeof sold>>) => {
    const path = `/order/admin/${id}/shipments/${shipment}/booking`;
    const { status, body } = await book(path, { provider: 'shiprocket' });
    expect(status, JSON.stringify(body)).toBe(201);
    return parcelOf(shipment)[0]?.request.billing_email;
  };
  expect(await bookFor(await sold())).toBe(shiprocketLogin.login);
  await owner.put('/site-info/admin', { email: 'hello@haat.example' });
  const second = await sold();
  const file = { action: 'courier-file', format: 'shiprocket', ids: [second.id] };
  const { body: batch } = await owner.post('/order/admin/batch', file);
  await shop.runJobs();
  const csv = await owner.get(`/order/admin/batch/${batch._id}/courier.csv`);
  expect(String(csv.body.raw)).toContain(',9876543210,hello@haat.example,');
  expect(await bookFor(second)).toBe('hello@haat.example');
});
