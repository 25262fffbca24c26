import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodOrderReply } from '../../shared/contract/orders/checkout.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { startFakeCouriers } from '../../tests/fakes/couriers.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { switchOnCouriers } from '../../tests/support/couriers.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { orderOnDelivery } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const couriers = await startFakeCouriers();
const shop = await testShop({ env: couriers.env });
const owner = await asOwner(shop);
beforeAll(() => switchOnCouriers(owner));
afterAll(async () => {
  await expectCleanAudit(shop);
  await couriers.stop();
});

type Sold = { pricePaise: number; quantity?: number; off?: number; shipping?: number; method?: string };

/** Sells units of a product, all in rupees off and with a delivery charge. Returns the address of the order. */
async function sell({ pricePaise, quantity = 1, off = 0, shipping = 0, method = 'cash' }: Sold) {
  const product = await createProduct(shop.db, { pricePaise, stock: quantity });
  const payload = {
    name: 'Meera Iyer',
    mobile: '9876543210',
    email: 'meera@example.in',
    payment: { method },
    cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity }],
    shipping_details: delivery,
    ...(off > 0 && { discount: { type: 'amount', amount: off } }),
    ...(shipping > 0 && { shipping }),
    amount: pricePaise * quantity - off * 100 + shipping * 100,
  };
  const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
  const { status, body } = await shop.call('POST', '/order/admin', { payload, headers });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as AdminOrder;
}

async function pack({ _id }: AdminOrder, lines?: object[]) {
  const { body } = await owner.post(`/order/admin/${_id}/shipments`, { lines });
  return { order: _id, shipment: (body as AdminOrder).shipments.at(-1)?._id ?? '' };
}

/** What a courier is sent for a packed shipment. */
async function sentTo(provider: string, { order, shipment }: { order: string; shipment: string }) {
  const size = { weightGrams: 450, lengthCm: 20, widthCm: 15, heightCm: 8 };
  const path = `/order/admin/${order}/shipments/${shipment}/booking`;
  const { status, body } = await owner.post(path, { provider, ...size });
  expect(status, JSON.stringify(body)).toBe(201);
  return couriers.parcels.find(({ reference }) => reference === shipment)?.request ?? {};
}

/** A column of the file for a courier, of this order. */
async function inFile(format: string, orderId: string, column: string) {
  const { body } = await owner.post('/order/admin/batch', { action: 'courier-file', format, ids: [orderId] });
  await shop.runJobs();
  const csv = await owner.get(`/order/admin/batch/${body._id}/courier.csv`);
  const [row] = parse<Record<string, string>>(String(csv.body.raw), { columns: true });
  return row?.[column];
}

it('Shiprocket gets the price of a unit after its discount, once, without the delivery charge', async () => {
  const paid = await sell({ pricePaise: 100_000, quantity: 2, off: 1200, shipping: 60 });
  expect(await sentTo('shiprocket', await pack(paid))).toMatchObject({
    order_items: [{ units: 2, selling_price: 400 }],
    payment_method: 'Prepaid',
    sub_total: 800,
  });
});

it('Shiprocket gets prices of units that add up, also if they do not divide evenly', async () => {
  const paid = await sell({ pricePaise: 5_000, quantity: 3, off: 50 });
  const request = await sentTo('shiprocket', await pack(paid));
  expect(request).toMatchObject({
    order_items: [
      { units: 2, selling_price: 33.33 },
      { units: 1, selling_price: 33.34 },
    ],
    sub_total: 100,
  });
});

it('Shiprocket collects what is due, with the price of a unit after its discount', async () => {
  const cod = await sell({ pricePaise: 99_900, off: 99, shipping: 40, method: 'cash_on_delivery' });
  expect(await sentTo('shiprocket', await pack(cod))).toMatchObject({
    order_items: [{ units: 1, selling_price: 900 }],
    payment_method: 'COD',
    sub_total: 940,
  });
});

it('Delhivery gets the value of the units of a parcel, and collects what is due', async () => {
  const paid = await sell({ pricePaise: 5_000, quantity: 3, off: 50 });
  const [line] = paid.cart_items;
  const part = await pack(paid, [{ line_id: line?._id, quantity: 2 }]);
  expect(await sentTo('delhivery', part)).toMatchObject({ total_amount: '66.67', cod_amount: '0' });
  expect(await sentTo('delhivery', await pack(paid))).toMatchObject({ total_amount: '33.33' });
  const cod = await sell({ pricePaise: 99_900, off: 99, shipping: 40, method: 'cash_on_delivery' });
  expect(await sentTo('delhivery', await pack(cod))).toMatchObject({
    total_amount: '940',
    cod_amount: '940',
  });
});

it('couriers get the value of a parcel without what a free gift card pays of it', async () => {
  const { code } = (await owner.post('/gift-cards', { amount: 200, reason: 'Goodwill' })).body;
  const { id } = await createProduct(shop.db, { pricePaise: 50_000 });
  const order = await place(shop, [{ id, quantity: 2 }], { gift_card_code: code });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  expect(await inFile('delhivery', order.id, 'total_amount')).toBe('800');
  const { body } = await owner.get(`/order/admin/${order.id}`);
  expect(await sentTo('shiprocket', await pack(body as AdminOrder))).toMatchObject({
    order_items: [{ units: 2, selling_price: 400 }],
    payment_method: 'Prepaid',
    sub_total: 800,
  });
});

it.each([
  ['shiprocket', 'sub_total', 'sub_total'],
  ['delhivery', 'total_amount', 'cod_amount'],
  ['india-post', 'Value (₹)', 'COD amount (₹)'],
])(
  'the file for %s says what its parcel is worth, and what is to be collected',
  async (format, value, due) => {
    const paid = await sell({ pricePaise: 100_000, quantity: 2, off: 1200, shipping: 60 });
    expect(await inFile(format, paid._id, value)).toBe('800');
    await pack(paid, [{ line_id: paid.cart_items[0]?._id, quantity: 1 }]);
    expect(await inFile(format, paid._id, value)).toBe('400');

    await owner.put('/site-info/admin', { codEnabled: true, codAdvance: { type: 'amount', amount: 200 } });
    const { id } = await createProduct(shop.db, { pricePaise: 90_000 });
    const { body } = await orderOnDelivery(shop, [{ id }]);
    await verify(shop, await shop.fake.pay((body as unknown as CodOrderReply).razorpay_order?.id ?? ''));
    expect(await inFile(format, String(body.order_id), due)).toBe('700');
  },
);
