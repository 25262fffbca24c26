import { expect, it } from 'vitest';
import type { AttentionItem } from '../../shared/contract/attention.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { countRecords, type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);

async function unpaid(stock = 5) {
  const product = await createProduct(shop.db, { stock });
  return { product, order: await place(shop, [{ id: product.id }]) };
}
const asAdmin = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const attention = async (): Promise<AttentionItem[]> =>
  (await owner.get('/attention?limit=100')).body as unknown as AttentionItem[];
const listed = async ({ id }: PlacedOrder) => {
  const { body } = await owner.get(`/order/admin?search=${id}`);
  return (body as unknown as AdminOrder[]).length;
};

it('a deleted order is restored when it is paid', async () => {
  const { order } = await unpaid();
  await owner.delete(`/order/admin/${order.id}`);
  expect(await listed(order)).toBe(0);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  expect(await listed(order)).toBe(1);
  expect(await asAdmin(order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  expect(await attention()).toContainEqual(
    expect.objectContaining({ title: 'A deleted order was paid', remedies: ['refund', 'dismiss'] }),
  );
});

it('an order set to paid manually uses an existing payment at the provider and refunds nothing', async () => {
  const { order } = await unpaid();
  await shop.fake.pay(order.providerOrderId);
  const { status } = await owner.put(`/order/admin/${order.id}/status`, { status: 'paid', note: 'She rang' });
  expect(status).toBe(200);
  await shop.minute();
  expect(await asAdmin(order)).toMatchObject({ status: 'paid', paidAmount: 1299, refundedAmount: 0 });
  expect(await countRecords(shop, order.id)).toMatchObject({ payments: 1, movements: 1, refunds: 0 });
});

it('a new order for the last unit replaces the unpaid one, for the same buyer only', async () => {
  const { product, order } = await unpaid(1);
  const again = (replaces?: object) =>
    shop.post('/razorpay/create-order', orderFor([{ id: product.id }], { replaces }));
  expect((await again()).status).toBe(409);
  expect((await again({ order_id: order.id, order_key: 'not-hers' })).status).toBe(409);
  expect((await read(shop, order)).status).toBe('pending');
  const { status, body } = await again({ order_id: order.id, order_key: order.key });
  expect(status, JSON.stringify(body)).toBe(201);
  expect((await read(shop, order)).status).toBe('cancelled');
  expect(await stockOf(shop.db, product.id)).toBe(0);
  // She pays for the first one after all: it gets the unit of the second one, which is unpaid.
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  expect(await read(shop, order)).toMatchObject({ status: 'paid', refundedAmount: 0 });
  expect(await stockOf(shop.db, product.id)).toBe(0);
  const second = {
    id: String(body.order_id),
    key: String(body.order_key),
    providerOrderId: '',
    amountPaise: 0,
  };
  expect((await read(shop, second)).status).toBe('failed');
  for (const replaces of ['x', { order_id: order.id }, { order_id: 1, order_key: 2 }]) {
    expect((await again(replaces as object)).status).toBe(400);
  }
});

it('an authorised payment is not captured for an order that was refunded or paid in cash', async () => {
  const { order } = await unpaid();
  const paid = await shop.fake.pay(order.providerOrderId);
  await verify(shop, paid);
  await owner.post(`/order/admin/${order.id}/refund`, { reason: 'Broken' });
  await shop.runJobs();
  await shop.fake.pay(order.providerOrderId, 'authorized', { evenIfPaid: true });
  expect((await verify(shop, paid)).status).toBe(200);
  const cash = await unpaid();
  await owner.put(`/order/admin/${cash.order.id}/status`, { status: 'paid' });
  await shop.fake.pay(cash.order.providerOrderId, 'authorized');
  expect((await owner.post(`/order/admin/${cash.order.id}/check`, {})).status).toBe(200);
  const { payments } = await shop.fake.ledger();
  for (const { providerOrderId } of [order, cash.order]) {
    expect(payments.filter((p) => p.order_id === providerOrderId && p.status === 'authorized')).toHaveLength(
      1,
    );
  }
});

it('a refund that fails after it was processed raises an alert', async () => {
  const { order } = await unpaid();
  const paid = await shop.fake.pay(order.providerOrderId);
  await verify(shop, paid);
  await owner.post(`/order/admin/${order.id}/refund`, { reason: 'Broken' });
  await shop.runJobs();
  const made = (await shop.fake.ledger()).refunds.find((r) => r.payment_id === paid.razorpay_payment_id);
  const event = { event: 'refund.failed', payload: { refund: { entity: { ...made, status: 'failed' } } } };
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
    'x-razorpay-event-id': `evt_${order.id}`,
  };
  expect((await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status).toBe(200);
  await shop.runJobs();
  expect(await attention()).toContainEqual(
    expect.objectContaining({ title: 'A refund was reversed', amount: 1299, remedies: ['dismiss'] }),
  );
});

it('a payment for an order that an older backup lacks raises one alert (T-CRS-05)', async () => {
  const { order, product } = await unpaid();
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const lost = await place(shop, [{ id: product.id }]);
  const paid = await shop.fake.pay(lost.providerOrderId);
  // Neither its row nor its events are in the copy that was put back.
  for (const table of ['orderEvents', 'orderItems', 'stockMovements'] as const) {
    await shop.db.deleteFrom(table).where('orderId', '=', lost.id).execute();
  }
  await shop.db.deleteFrom('orders').where('id', '=', lost.id).execute();
  await shop.db.deleteFrom('webhookEvents').where('providerOrderId', '=', lost.providerOrderId).execute();
  await shop.db
    .updateTable('variants')
    .set((eb) => ({ stock: eb('stock', '+', 1) }))
    .where('productId', '=', product.id)
    .execute();
  // Another program's, on the same account.
  const another = await shop.deps.payments.provider.createOrder({ amountPaise: 500, receipt: 'till 3' });
  await shop.fake.pay(another.id);
  shop.advance(30);
  await shop.handlers.hour({});
  await shop.handlers.hour({});
  const items = (await attention()).filter(({ kind }) => kind === 'payment-without-order');
  expect(items).toMatchObject([{ title: 'Payment without an order', amount: 1299 }]);
  expect(JSON.stringify(items)).toContain(paid.razorpay_payment_id);
});

it('keys that the provider rejects raise one alert', async () => {
  const { product } = await unpaid();
  await shop.fake.faults({ match: '*', times: 50, kind: '401' });
  for (let n = 0; n < 2; n++) {
    expect((await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]))).status).toBe(502);
  }
  await shop.fake.clearFaults();
  const items = (await attention()).filter(({ title }) => title.includes('refuses the keys'));
  expect(items).toHaveLength(1);
});
