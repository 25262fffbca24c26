import { afterEach, expect, it, vi } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { countRecords, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { settle } from '../payments/settle.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop();
afterEach(() => vi.restoreAllMocks());

const create = (body: object) => shop.post('/razorpay/create-order', body);
const openItems = (orderId: string) =>
  shop.db
    .selectFrom('attentionItems')
    .select(['kind', 'subject'])
    .where('orderId', '=', orderId)
    .where('resolvedAt', 'is', null)
    .execute();

it('an order with one negative line is rejected as a whole (T-PRC-03)', async () => {
  const [first, second] = [await createProduct(shop.db), await createProduct(shop.db)];
  const lines = [
    { id: first.id, quantity: 2 },
    { id: second.id, quantity: -1 },
  ];
  expect((await create(orderFor(lines, { amount: 129_900 }))).status).toBe(400);
  expect([await stockOf(shop.db, first.id), await stockOf(shop.db, second.id)]).toEqual([5, 5]);
});

it('a changed price is reported, and the next attempt succeeds at the new one (T-PRC-10)', async () => {
  const product = await createProduct(shop.db);
  await shop.db
    .updateTable('variants')
    .set({ pricePaise: 139_900, sellingPaise: 139_900 })
    .where('productId', '=', product.id)
    .execute();
  const late = await create(orderFor([{ id: product.id }], { amount: 129_900 }));
  expect(late).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 139_900 } });
  const good = await create(orderFor([{ id: product.id }], { amount: 139_900 }));
  expect(good).toMatchObject({ status: 201, body: { razorpay_order: { amount: 139_900 } } });
});

it('a payment of another provider order pays nothing (T-PAY-12)', async () => {
  const product = await createProduct(shop.db);
  const [mine, second] = [await place(shop, [{ id: product.id }]), await place(shop, [{ id: product.id }])];
  const paid = await shop.fake.pay(second.providerOrderId);
  const { provider } = shop.deps.payments;
  const strays = await provider.listPayments(second.providerOrderId);
  vi.spyOn(provider, 'listPayments').mockResolvedValue(strays);
  await shop.post('/razorpay/verify-payment', { ...paid, razorpay_order_id: mine.providerOrderId });
  await settle(shop.deps, mine.id);
  expect(await read(shop, mine)).toMatchObject({ status: 'pending', paidAmount: 0 });
  expect(await openItems(mine.id)).toEqual([
    { kind: 'payment-of-other-order', subject: paid.razorpay_payment_id },
  ]);
  vi.restoreAllMocks();
  await verify(shop, paid);
  expect(await read(shop, second)).toMatchObject({ status: 'paid' });
});

it('a fee paid by the buyer raises an alert (T-PAY-13)', async () => {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId, 'captured', { fee: 2598 }));
  expect(await read(shop, order)).toMatchObject({ status: 'pending', paidAmount: 1324.98 });
  expect(await openItems(order.id)).toMatchObject([{ kind: 'amount-mismatch' }]);
});

it('an event that arrives before the provider’s reply is settled afterwards (T-WHK-09)', async () => {
  const product = await createProduct(shop.db);
  const { provider } = shop.deps.payments;
  const opened = provider.createOrder.bind(provider);
  vi.spyOn(provider, 'createOrder').mockImplementation(async (wanted) => {
    const made = await opened(wanted);
    const { razorpay_payment_id: id } = await shop.fake.pay(made.id);
    const entity = { id, entity: 'payment', amount: made.amountPaise, currency: 'INR', status: 'captured' };
    const payload = { payment: { entity: { ...entity, order_id: made.id, method: 'upi', created_at: 1 } } };
    const body = JSON.stringify({ entity: 'event', event: 'order.paid', payload, created_at: 1 });
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
      'x-razorpay-event-id': 'EvtTooSoon0001',
    };
    expect((await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status).toBe(200);
    await shop.runJobs();
    return made;
  });
  const order = await place(shop, [{ id: product.id }]);
  shop.advance(2);
  await shop.minute();
  await shop.runJobs();
  expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  expect(await countRecords(shop, order.id)).toEqual({
    payments: 1,
    invoices: 1,
    movements: 1,
    refunds: 0,
    confirmations: 1,
  });
  expect(await openItems(order.id)).toEqual([]);
});
