import { describe, expect, it } from 'vitest';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);

/** A paid order of three cups and a tray, with the ids of both lines. */
async function bought() {
  const cups = await createProduct(shop.db, { name: 'Kulhad cup', stock: 9 });
  const tray = await createProduct(shop.db, { name: 'Sabai tray', stock: 9 });
  const email = freshEmail();
  const order = await place(shop, [{ id: cups.id, quantity: 3 }, { id: tray.id }], { email });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const [cup = '', second = ''] = (await read(order)).cart_items.map(({ _id }) => _id);
  return { order, email, cups, tray, cup, other: second };
}

const read = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const asShopper = async ({ id, key }: PlacedOrder) =>
  (await shop.get(`/order/${id}?key=${key}`)).body as Order;
const pack = (order: PlacedOrder, shipment: object) =>
  owner.post(`/order/admin/${order.id}/shipments`, shipment);
const change = async (order: PlacedOrder, number: number, to: object) => {
  const { shipments } = await read(order);
  return owner.put(`/order/admin/${order.id}/shipments/${shipments[number - 1]?._id}`, to);
};
const set = (order: PlacedOrder, status: string, more: object = {}) =>
  owner.put(`/order/admin/${order.id}/status`, { status, ...more });
const mailsTo = async (email: string) => {
  await shop.runJobs();
  const mails = shop.db.selectFrom('mails').select(['kind', 'subject', 'plain']).orderBy('createdAt');
  return (await mails.where('toAddress', '=', email).execute()).filter(
    ({ kind }) => kind !== 'order-confirmation',
  );
};

it('ships an order in two shipments, each with its own mails and delivery', async () => {
  const { order, email, cup, other } = await bought();
  expect(await read(order)).toMatchObject({
    paymentState: 'paid',
    fulfilmentState: 'unfulfilled',
    shipments: [],
  });

  const first = await pack(order, { lines: [{ line_id: cup, quantity: 2 }], weightGrams: 450, lengthCm: 20 });
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ status: 'processing', fulfilmentState: 'unfulfilled' });
  expect(await mailsTo(email)).toEqual([]);
  expect((await asShopper(order)).shipments).toEqual([]);

  const delhivery = { courier: 'Delhivery', trackingNumber: '149/081' };
  await change(order, 1, { state: 'shipped', ...delhivery });
  expect(await asShopper(order)).toMatchObject({
    status: 'processing',
    fulfilmentState: 'partly_fulfilled',
    ...delhivery,
    shipments: [{ number: 1, lines: [{ line_id: cup, quantity: 2 }], ...delhivery }],
  });
  const [shipped] = await mailsTo(email);
  expect(shipped).toMatchObject({
    kind: 'order-shipped',
    subject: expect.stringContaining('A part of your order'),
  });
  for (const words of ['2 × Kulhad cup', 'https://www.delhivery.com/track-v2/package/149%2F081'])
    expect(shipped?.plain).toContain(words);
  expect(shipped?.plain).not.toContain('Sabai tray');

  // The rest, whose number is added later and changed once. It weighs what its units weigh.
  await shop.db.updateTable('variants').set({ weightGrams: 350 }).where('sku', 'is not', null).execute();
  const rest = await pack(order, { state: 'shipped' });
  expect(rest.body).toMatchObject({
    status: 'shipped',
    fulfilmentState: 'fulfilled',
    shipments: [
      {
        number: 1,
        weightGrams: 450,
        lengthCm: 20,
        events: [{ state: 'packed' }, { state: 'shipped', by: 'Shop owner' }],
      },
      {
        number: 2,
        weightGrams: 700,
        lines: [
          { line_id: cup, quantity: 1 },
          { line_id: other, quantity: 1 },
        ],
      },
    ],
  });
  for (const trackingNumber of ['EI1', 'EI1', 'EI2'])
    await change(order, 2, { courier: 'India Post', trackingNumber });
  const kinds = (await mailsTo(email)).map(({ kind }) => kind);
  expect(kinds).toEqual(['order-shipped', 'order-shipped', 'order-tracking', 'order-tracking']);
  expect((await owner.get('/order/admin?search=149%2F081')).body).toMatchObject([{ _id: order.id }]);

  await change(order, 1, { state: 'delivered' });
  expect(await read(order)).toMatchObject({ status: 'shipped', fulfilmentState: 'fulfilled' });
  await change(order, 2, { state: 'delivered' });
  expect(await read(order)).toMatchObject({ status: 'delivered', fulfilmentState: 'delivered' });
  expect((await mailsTo(email)).slice(4).map(({ kind }) => kind)).toEqual([
    'order-delivered',
    'order-delivered',
  ]);
  expect((await asShopper(order)).timeline.map(({ status, note }) => [status, note]).slice(2)).toEqual([
    ['processing', 'Shipment 1: packed'],
    ['processing', 'Shipment 1: shipped, Delhivery, 149/081'],
    ['shipped', 'Shipment 2: shipped'],
    ['shipped', 'Shipment 2: India Post, EI1'],
    ['shipped', 'Shipment 2: India Post, EI2'],
    ['shipped', 'Shipment 1: delivered'],
    ['delivered', 'Shipment 2: delivered'],
  ]);
});

describe('units', () => {
  it('are in one shipment only, however many admins pack at once (T-SHP-01)', async () => {
    const { order, cup } = await bought();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        pack(order, { lines: [{ line_id: cup, quantity: 2 }], state: n % 2 ? 'shipped' : 'packed' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
    const all = await Promise.all(Array.from({ length: 8 }, () => set(order, 'shipped')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    const { shipments } = await read(order);
    expect(shipments.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(4);
    // Even a writer that does not look first.
    const [item] = shipments[0]?.lines ?? [];
    await expect(
      shop.db
        .insertInto('shipmentLines')
        .values({ shipmentId: shipments[1]?._id ?? '', orderItemId: item?.line_id ?? '', quantity: 3 })
        .onConflict((oc) => oc.columns(['shipmentId', 'orderItemId']).doUpdateSet({ quantity: 3 }))
        .execute(),
    ).rejects.toThrow('more units packed than bought');
  });

  it('that are not left, of another order or of an order that ended are rejected', async () => {
    const { order, cup } = await bought();
    const foreign = await bought();
    const cases: [object, number, string][] = [
      [{ lines: [{ line_id: cup, quantity: 4 }] }, 409, 'too_many_units'],
      [
        {
          lines: [
            { line_id: cup, quantity: 2 },
            { line_id: cup, quantity: 2 },
          ],
        },
        409,
        'too_many_units',
      ],
      [{ lines: [{ line_id: foreign.cup, quantity: 1 }] }, 400, 'validation_failed'],
      [{ lines: [] }, 400, 'validation_failed'],
      [{ weightGrams: 0 }, 400, 'validation_failed'],
      [{ trackingNumber: 'x'.repeat(101) }, 400, 'validation_failed'],
      [{ updatedAt: '2026-01-01T00:00:00Z' }, 409, 'order_changed'],
    ];
    for (const [body, status, code] of cases)
      expect(await pack(order, body), JSON.stringify(body)).toMatchObject({ status, body: { code } });
    expect((await change(foreign.order, 1, {})).status).toBe(404);
    expect((await read(order)).shipments).toEqual([]);
    await set(order, 'cancelled');
    expect((await pack(order, {})).body.code).toBe('order_ended');
    expect((await set(order, 'cancelled', { courier: 'DTDC' })).body.errors).toHaveProperty('courier');
  });

  it('that were refunded are not packed, and a refund can complete an order', async () => {
    const { order, cup, other } = await bought();
    await pack(order, { lines: [{ line_id: cup, quantity: 3 }], state: 'shipped' });
    expect((await read(order)).status).toBe('processing');
    const lines = [{ line_id: other, quantity: 1 }];
    await owner.post(`/order/admin/${order.id}/refund`, { lines, restock: true, reason: 'Sold out' });
    await shop.runJobs();
    expect(await read(order)).toMatchObject({
      status: 'shipped',
      fulfilmentState: 'fulfilled',
      paymentState: 'partly_refunded',
    });
    expect((await pack(order, {})).body.code).toBe('nothing_to_pack');
  });
});

it('a shipment that returns to its origin restocks its units once, if the admin says so', async () => {
  const { order, cups, tray } = await bought();
  await set(order, 'shipped');
  await change(order, 1, { state: 'returned' });
  expect(await read(order)).toMatchObject({
    status: 'shipped',
    fulfilmentState: 'returned',
    paymentState: 'paid',
  });
  expect([await stockOf(shop.db, cups.id), await stockOf(shop.db, tray.id)]).toEqual([6, 8]);
  // Decided later, as for a parcel whose return the courier reports; by two admins at once.
  const restocked = { state: 'returned', restock: true };
  await Promise.all([change(order, 1, restocked), change(order, 1, restocked)]);
  expect([await stockOf(shop.db, cups.id), await stockOf(shop.db, tray.id)]).toEqual([9, 9]);
  await change(order, 1, { state: 'shipped' });
  await change(order, 1, restocked);
  expect([await stockOf(shop.db, cups.id), await stockOf(shop.db, tray.id)]).toEqual([9, 9]);
  // A refund can't restock them a second time.
  await owner.post(`/order/admin/${order.id}/refund`, { restock: true, reason: 'Came back' });
  await shop.runJobs();
  expect(await stockOf(shop.db, cups.id)).toBe(9);
  expect(await read(order)).toMatchObject({ paymentState: 'refunded' });
  // Sent again: the units are taken again, if they are there.
  await change(order, 1, { state: 'packed' });
  expect(await stockOf(shop.db, cups.id)).toBe(6);
  await change(order, 1, { state: 'returned', restock: true });
  await shop.db.updateTable('variants').set({ stock: 0 }).where('productId', '=', tray.id).execute();
  await shop.db
    .insertInto('stockMovements')
    .values({ variantId: tray.variantIds[0] ?? '', delta: -9, reason: 'Broken', byLabel: 'Test' })
    .execute();
  expect((await change(order, 1, { state: 'shipped' })).body.code).toBe('out_of_stock');
  expect((await read(order)).shipments).toMatchObject([{ state: 'returned' }]);
});

it('an order that is cancelled after a part was shipped returns only what is in the shop', async () => {
  const { order, cups, tray, cup } = await bought();
  await pack(order, { lines: [{ line_id: cup, quantity: 2 }], state: 'shipped' });
  await pack(order, {});
  await set(order, 'cancelled');
  expect([await stockOf(shop.db, cups.id), await stockOf(shop.db, tray.id)]).toEqual([7, 9]);
  expect((await read(order)).shipments.map(({ state }) => state)).toEqual(['shipped', 'cancelled']);
  expect((await change(order, 1, { state: 'cancelled' })).body.code).toBe('order_ended');
  await expectCleanAudit(shop);
  await change(order, 1, { state: 'returned', restock: true });
  expect(await stockOf(shop.db, cups.id)).toBe(9);
  await expectCleanAudit(shop);
  await set(order, 'processing');
  expect([await stockOf(shop.db, cups.id), await stockOf(shop.db, tray.id)]).toEqual([6, 8]);
});

it('a status that is set twice or undone mails once, and keeps the shipment', async () => {
  const { order, email } = await bought();
  await set(order, 'shipped', { courier: 'DTDC', trackingNumber: 'D1' });
  await set(order, 'processing');
  expect(await read(order)).toMatchObject({
    shipments: [{ state: 'packed', trackingNumber: 'D1', shippedAt: null }],
  });
  await set(order, 'shipped');
  await set(order, 'delivered');
  await set(order, 'delivered');
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['order-shipped', 'order-delivered']);
  await set(order, 'paid');
  expect(await read(order)).toMatchObject({
    fulfilmentState: 'unfulfilled',
    shipments: [{ state: 'cancelled' }],
    courier: '',
  });
});

it('an unpaid order whose shipment is unpacked waits for its payment again', async () => {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  await pack(order, {});
  expect(await read(order)).toMatchObject({ status: 'processing', paymentState: 'pending' });
  shop.advance(60);
  await shop.minute();
  await change(order, 1, { state: 'cancelled' });
  await shop.minute();
  expect((await read(order)).status).toBe('pending');
});
