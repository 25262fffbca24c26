import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { orderOnDelivery } from '../../tests/support/people.ts';
import { place } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { codEnabled: true }));

const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const pack = (id: string, state = 'packed') => owner.post(`/order/admin/${id}/shipments`, { state });
const setStatus = (id: string, status: string) => owner.put(`/order/admin/${id}/status`, { status });
const states = ({ shipments }: AdminOrder) => shipments.map(({ state }) => state);

/** An unpaid order with a payment link of three days. */
async function withLink() {
  const product = await createProduct(shop.db);
  const payload = {
    name: 'Meera Iyer',
    mobile: '9876543210',
    amount: 129_900,
    payment: { method: 'link', hours: 72 },
    cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 1 }],
    shipping_details: delivery,
  };
  const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
  const { body } = await shop.call('POST', '/order/admin', { payload, headers });
  await shop.runJobs();
  return read(String(body._id));
}

it('a packed order keeps its payment link and its time, and is paid by it', async () => {
  const { _id: id, paymentLink, reservedUntil } = await withLink();
  expect(paymentLink).toContain('http');
  await pack(id);
  await shop.minute();
  expect(await read(id)).toMatchObject({ status: 'processing', paymentLink, reservedUntil });
  expect((await shop.fake.links()).map(({ status }) => status)).toEqual(['created']);
  await shop.fake.payLink(id);
  shop.advance(3);
  await shop.minute();
  const paid = await read(id);
  expect([paid.status, paid.paymentState, states(paid)]).toEqual(['processing', 'paid', ['packed']]);
});

it('a packed order that is unpacked has as much time as before', async () => {
  const { _id: id, reservedUntil } = await withLink();
  await pack(id);
  const [shipment] = (await read(id)).shipments;
  await owner.put(`/order/admin/${id}/shipments/${shipment?._id}`, { state: 'cancelled' });
  expect(await read(id)).toMatchObject({ status: 'pending', reservedUntil });
});

it('the link of an order that leaves the shop is closed, because the courier collects the amount', async () => {
  const { _id: id } = await withLink();
  await pack(id, 'shipped');
  await shop.minute();
  expect(await read(id)).toMatchObject({ paymentLink: null, reservedUntil: null });
});

it.each([
  { state: 'packed', status: 'processing' },
  { state: 'shipped', status: 'shipped' },
])(
  'recording the payment of an order that is $state leaves its shipment as it is',
  async ({ state, status }) => {
    const { id: product } = await createProduct(shop.db);
    const { id } = await place(shop, [{ id: product }]);
    await pack(id, state);
    expect((await setStatus(id, 'paid')).status).toBe(200);
    const order = await read(id);
    expect([order.status, order.paymentState, states(order)]).toEqual([status, 'paid', [state]]);
    // What is paid is unpacked by the same status.
    await setStatus(id, 'paid');
    expect(states(await read(id))).toEqual(['cancelled']);
  },
);

it('recording the payment of an order on delivery that is on its way leaves its shipment as it is', async () => {
  const { id: product } = await createProduct(shop.db);
  const { body } = await orderOnDelivery(shop, [{ id: product }]);
  const id = String(body.order_id);
  await owner.post(`/order/admin/${id}/confirm`);
  await pack(id, 'shipped');
  await setStatus(id, 'paid');
  const order = await read(id);
  expect([order.status, order.paymentState, states(order)]).toEqual(['shipped', 'paid', ['shipped']]);
});
