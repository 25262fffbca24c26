import { expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

// Each kind of item with its words and each of its remedies; those of refunds and messages are in refund.test.ts.
const shop = await auditedShop();
const owner = await asOwner(shop);

type Item = { _id: string; kind: string; title: string; explanation: string; amount: number | null };

async function unpaid() {
  const product = await createProduct(shop.db, { pricePaise: 100_000 });
  return place(shop, [{ id: product.id }]);
}
async function about(order: PlacedOrder): Promise<Item | undefined> {
  const { body } = await owner.get('/attention?limit=100');
  const items = body as unknown as (Item & { order_id: string | null })[];
  return items.find(({ order_id }) => order_id === order.id);
}
const resolve = (item: Item | undefined, remedy: string) =>
  owner.post(`/attention/${item?._id}/resolve`, { remedy });

it('an order that differs at the provider is checked again', async () => {
  const order = await unpaid();
  const paid = await shop.fake.pay(order.providerOrderId);
  await shop.fake.faults({ match: 'GET /v1/orders/:id', kind: 'wrong_amount' });
  expect((await verify(shop, paid)).status).toBe(400);
  const item = await about(order);
  expect(item).toMatchObject({ kind: 'order-mismatch', title: 'The order differs at the payment provider' });
  expect((await resolve(item, 'settle')).body.resolvedAt).not.toBeNull();
  expect((await read(shop, order)).status).toBe('paid');
});

it('a payment of another order is checked again', async () => {
  const order = await unpaid();
  const paid = await shop.fake.pay(order.providerOrderId);
  const { listPayments, ...provider } = shop.deps.payments.provider;
  // No provider should: here it lists another order's payment once.
  shop.deps.payments.provider = {
    ...provider,
    async listPayments(id) {
      shop.deps.payments.provider = { ...provider, listPayments };
      return (await listPayments(id)).map((payment) => ({ ...payment, orderId: 'order_OfAnother0001' }));
    },
  };
  expect((await verify(shop, paid)).status).toBe(400);
  const item = await about(order);
  expect(item).toMatchObject({ kind: 'payment-of-other-order', amount: 1000 });
  expect((await resolve(item, 'settle')).body.resolvedAt).not.toBeNull();
  expect((await read(shop, order)).status).toBe('paid');
});

it('a second payment that was refunded automatically is dismissed', async () => {
  const order = await unpaid();
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  await verify(shop, await shop.fake.secondPayment(order.providerOrderId));
  await shop.runJobs();
  const item = await about(order);
  expect(item).toMatchObject({ kind: 'auto-refund', amount: 1000 });
  expect((await resolve(item, 'dismiss')).status).toBe(200);
  expect(await about(order)).toBeUndefined();
});

it('a payment for a cancelled order is refunded with one click', async () => {
  const order = await unpaid();
  await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const item = await about(order);
  expect(item).toMatchObject({ kind: 'paid-after-cancel', amount: 1000 });
  expect((await resolve(item, 'settle')).status).toBe(400);
  expect((await resolve(item, 'refund')).status).toBe(200);
  await shop.runJobs();
  expect(await read(shop, order)).toMatchObject({ paidAmount: 1000, refundedAmount: 1000 });
});

it('an unreadable event is retried and raises the alert again if that fails', async () => {
  const payload = '{"event":null,"payload":[]}';
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, payload),
    'x-razorpay-event-id': 'EvtUnreadable1',
  };
  await shop.call('POST', '/razorpay/webhook', { payload, headers });
  await shop.runJobs();
  const find = async () => {
    const { body } = await owner.get('/attention?limit=100');
    return (body as unknown as Item[]).find(({ kind }) => kind === 'webhook-failed');
  };
  const item = await find();
  expect(item?.explanation).toContain('It can’t be read.');
  expect((await resolve(item, 'retry')).status).toBe(200);
  expect(await find()).toBeUndefined();
  await shop.runJobs();
  expect((await find())?._id).toBe(item?._id);
  expect((await resolve(item, 'dismiss')).status).toBe(200);
});

it('rejects invalid remedies, alerts and pages', async () => {
  expect((await owner.post('/attention/nothing/resolve', { remedy: 'dismiss' })).status).toBe(404);
  expect((await owner.post('/attention/nothing/resolve', { remedy: 'burn' })).status).toBe(400);
  expect((await owner.get('/attention?page=0')).status).toBe(400);
  expect((await owner.get('/attention?resolved=maybe')).status).toBe(400);
});
