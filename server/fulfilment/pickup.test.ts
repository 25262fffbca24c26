import { beforeAll, expect, it } from 'vitest';
import type { CartQuote } from '../../shared/contract/orders/checkout.ts';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { lastMail } from '../../tests/support/people.ts';
import { place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

let id: string;
const point = {
  name: 'Johari Bazaar',
  address: '12, Johari Bazaar\nJaipur',
  hours: '10 am to 7 pm',
  days: 2,
};
const rates = [{ from: 0, amount: 99 }];

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(async () => {
  const pickup = [
    { ...point, isOpen: true },
    { ...point, name: 'Closed place', isOpen: false },
  ];
  const delivery = { ...defaultDelivery, elsewhere: { ...defaultDelivery.elsewhere, rates }, pickup };
  const saved = await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', codEnabled: true, delivery });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  id = (await createProduct(shop.db, { stock: 99 })).id;
});

const picked = (more: object = {}) => ({ pickupPoint: point.name, shipping_details: null, ...more });
const adminOrderOf = async (order: string) => (await owner.get(`/order/admin/${order}`)).body as AdminOrder;
const ready = (order: string) => owner.post(`/order/admin/${order}/pickup-ready`, {});
const mailsTo = (email: string) =>
  shop.db.selectFrom('mails').select('subject').where('toAddress', '=', email).execute();

it('an order that is picked up has no charge and no address, and is taxed where the shop is', async () => {
  expect((await shop.get('/site-info')).body.delivery).toMatchObject({ pickup: [point] });
  const quote = (await shop.post('/razorpay/quote', { ...orderFor([{ id }]), pickupPoint: point.name }))
    .body as unknown as CartQuote;
  expect(quote).toMatchObject({ shipping: 0, delivery: null, cash_on_delivery: null, amount: 1299 });

  const email = 'pickup@example.in';
  const placed = await place(shop, [{ id }], picked({ email, amount: 129_900 }));
  expect((await verify(shop, await shop.fake.pay(placed.providerOrderId))).status).toBe(200);
  const order = (await read(shop, placed)) as unknown as Order;
  const { days: _, ...where } = point;
  expect(order).toMatchObject({
    shippingAddress: null,
    arrival: null,
    shipping: 0,
    amount: 1299,
    pickup: { ...where, readyOn: quote.readyOn, readyAt: null },
  });
  expect(JSON.stringify(await lastMail(shop, email))).toContain('12, Johari Bazaar');
  const { content } = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', placed.id)
    .executeTakeFirstOrThrow();
  expect(content as InvoiceContent).toMatchObject({
    delivery: null,
    tax: 'split',
    placeOfSupply: { name: 'Rajasthan' },
  });

  // The list of pickups has it, and what a courier takes does not.
  const listed = async (view: string) =>
    ((await owner.get(`/order/admin?view=${view}`)).body as unknown as Order[]).map(({ _id }) => _id);
  expect(await listed('to_pick_up')).toContain(placed.id);
  const lines = order.cart_items.map((line) => ({ line_id: line._id, quantity: 1 }));
  expect((await owner.post(`/order/admin/${placed.id}/shipments`, { lines })).status).toBe(201);
  expect(await listed('to_pick_up')).toContain(placed.id);
  expect(await listed('to_ship')).not.toContain(placed.id);

  for (const _ of [1, 2]) expect((await ready(placed.id)).status).toBe(200);
  const told = await adminOrderOf(placed.id);
  expect(told.pickup?.readyAt).not.toBeNull();
  expect(told.timeline.filter(({ note }) => note === 'Ready for pickup')).toHaveLength(1);
  expect(await mailsTo(email)).toContainEqual({
    subject: `Test: Your order ${order.order_number} is ready for pickup`,
  });
  expect((await owner.put(`/order/admin/${placed.id}/status`, { status: 'delivered' })).status).toBe(200);
  expect(await adminOrderOf(placed.id)).toMatchObject({
    status: 'delivered',
    fulfilmentState: 'delivered',
    courier: '',
  });
  expect(await mailsTo(email)).toContainEqual({
    subject: `Test: Your order ${order.order_number} has been picked up`,
  });
  expect(await listed('to_pick_up')).not.toContain(placed.id);
});

it('places that are closed or unknown, and cash on delivery, are refused without an order', async () => {
  const count = async () => (await shop.db.selectFrom('orders').select('id').execute()).length;
  const before = await count();
  for (const pickupPoint of ['Closed place', 'Nowhere', '']) {
    const reply = await shop.post('/razorpay/create-order', orderFor([{ id }], picked({ pickupPoint })));
    expect(reply).toMatchObject({ status: 400, body: { errors: { pickupPoint: expect.any(String) } } });
  }
  const cod = await shop.post('/order/cash-on-delivery', orderFor([{ id }], picked()));
  expect(cod).toMatchObject({ status: 409, body: { code: 'cod_unavailable' } });
  expect(await count()).toBe(before);
});

it('only a paid order that is picked up becomes ready, and one that gets an address is not picked up', async () => {
  const unpaid = await place(shop, [{ id }], picked({ email: 'unpaid@example.in' }));
  expect(await ready(unpaid.id)).toMatchObject({ status: 409, body: { code: 'not_editable' } });
  const sent = await place(shop, [{ id }], { email: 'sent@example.in' });
  expect(await ready(sent.id)).toMatchObject({ status: 409, body: { code: 'not_editable' } });

  const { updatedAt, customer } = await adminOrderOf(unpaid.id);
  const shipping_details = orderFor([]).shipping_details;
  const moved = await owner.put(`/order/admin/${unpaid.id}/contact`, {
    ...customer,
    updatedAt,
    shipping_details,
  });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  expect(await adminOrderOf(unpaid.id)).toMatchObject({ pickup: null, shippingAddress: shipping_details });
});

it('two places have different names', async () => {
  const pickup = [point, point].map((item) => ({ ...item, isOpen: true }));
  const reply = await owner.put('/site-info/admin', { delivery: { ...defaultDelivery, pickup } });
  expect(reply).toMatchObject({
    status: 400,
    body: { errors: { 'delivery.pickup.1.name': expect.any(String) } },
  });
});
