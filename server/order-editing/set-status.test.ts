// Slow: `npm run check` leaves this file out.
import { describe, expect, it } from 'vitest';
import { orderStatus } from '../../shared/contract/orders/orders.ts';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { createAdmin, lastMail, signUp } from '../../tests/support/people.ts';
import { buy, countRecords, type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const admin = await createAdmin(shop);

const set = (order: PlacedOrder, status: unknown, note?: string, more: object = {}) =>
  shop.call('PUT', `/order/admin/${order.id}/status`, {
    payload: { status, note, ...more },
    headers: admin.headers,
  });

async function bought(stock = 5) {
  const product = await createProduct(shop.db, { stock });
  const order = await place(shop, [{ id: product.id }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return { product, order };
}

async function unpaid(stock = 5) {
  const product = await createProduct(shop.db, { stock });
  return { product, order: await place(shop, [{ id: product.id }]) };
}

describe('the status that an admin sets', () => {
  it('may follow any other, and is recorded in the timeline with author and reason (T-ADM-02)', async () => {
    const all = orderStatus.options;
    for (const from of all) {
      const { order } = await unpaid(2);
      for (const to of all) {
        expect((await set(order, from)).status, from).toBe(200);
        const isRecorded = to === 'paid' && ['processing', 'shipped', 'delivered'].includes(from);
        const isPaid = Number((await read(shop, order)).paidAmount) > 0;
        const { status, body } = await set(order, to, `${from} to ${to}`);
        expect(status, `${from} to ${to}`).toBe(200);
        // Recording a payment leaves the shipments as they are.
        expect(body).toMatchObject({ status: isRecorded && !isPaid ? from : to });
        const event = { status: to, note: `${from} to ${to}`, by: 'Shop owner' };
        expect(body.timeline).toContainEqual(expect.objectContaining(event));
      }
    }
  });

  it('must be a valid status (T-ADM-03)', async () => {
    const { order } = await unpaid();
    for (const status of ['refunded', 'PAID', '', null, ['paid'], 'x'.repeat(10_000)]) {
      expect((await set(order, status)).status).toBe(400);
    }
    expect((await set({ ...order, id: 'no-id' }, 'paid')).status).toBe(404);
    expect((await read(shop, order)).status).toBe('pending');
  });

  it('is for admins only (T-PAY-24)', async () => {
    const { order } = await unpaid();
    const shopper = await signUp(shop);
    const url = `/order/admin/${order.id}`;
    for (const [method, path] of [
      ['PUT', `${url}/status`],
      ['POST', `${url}/refund`],
      ['POST', `${url}/check`],
      ['POST', `${url}/restore`],
      ['DELETE', url],
      ['GET', url],
      ['GET', '/order/admin'],
      ['GET', '/order/admin/stats'],
      ['GET', '/attention'],
    ] as const) {
      const payload = method === 'PUT' || method === 'POST' ? {} : undefined;
      expect((await shop.call(method, path, { payload })).status, path).toBe(401);
      expect((await shop.call(method, path, { payload, headers: shopper.headers })).status, path).toBe(403);
    }
  });
});

describe('an order set to paid without a payment', () => {
  it('records an offline payment of what is due, with an invoice and a mail (T-ADM-01)', async () => {
    const before = await stats();
    const { order, product } = await unpaid();
    const { body } = await set(order, 'paid', 'Cash at the fair');
    expect(body).toMatchObject({
      status: 'paid',
      paidAmount: 1299,
      payments: [{ method: 'offline', amount: 1299, isPrimary: true, note: 'Cash at the fair' }],
      timeline: [
        { status: 'pending' },
        { status: 'paid', note: 'Cash at the fair' },
        { status: 'paid', note: 'Offline payment of ₹1,299 recorded' },
      ],
    });
    expect(body.invoice_number).toMatch(/^TEST-/);
    expect((await shop.get(`/razorpay/invoice/${order.id}?key=${order.key}`)).status).toBe(200);
    expect((await stats()).totalRevenue).toBe(before.totalRevenue + 1299);
    expect(await stockOf(shop.db, product.id)).toBe(4);
    expect((await lastMail(shop, 'asha@example.in'))?.kind).toBe('order-confirmation');
    // Another click changes nothing.
    await set(order, 'paid');
    await set(order, 'processing');
    await set(order, 'paid');
    expect(await countRecords(shop, order.id)).toMatchObject({ payments: 1, invoices: 1, movements: 1 });
  });

  it('refunds a payment that arrives at the provider afterwards', async () => {
    const { order } = await unpaid();
    await set(order, 'paid', 'Cash');
    await shop.fake.pay(order.providerOrderId);
    await shop.call('POST', `/order/admin/${order.id}/check`, { payload: {}, headers: admin.headers });
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 2598, refundedAmount: 1299 });
  });

  it('takes an earlier payment of another amount into account', async () => {
    const { order } = await unpaid();
    await shop.fake.pay(order.providerOrderId, 'captured', { charged: 100_000 });
    await shop.call('POST', `/order/admin/${order.id}/check`, { payload: {}, headers: admin.headers });
    expect(await read(shop, order)).toMatchObject({ status: 'pending', paidAmount: 1000 });
    expect((await set(order, 'paid', 'The rest in cash')).body).toMatchObject({ paidAmount: 1299 });
    const over = await unpaid();
    await shop.fake.pay(over.order.providerOrderId, 'captured', { fee: 2_600 });
    await shop.call('POST', `/order/admin/${over.order.id}/check`, { payload: {}, headers: admin.headers });
    expect((await set(over.order, 'paid')).body).toMatchObject({ status: 'paid', paidAmount: 1325 });
  });

  it('stays paid under other statuses, and never expires as pending', async () => {
    const { order, product } = await bought();
    await set(order, 'pending');
    shop.advance(30);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'pending', paidAmount: 1299 });
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });
});

describe('the stock of an order', () => {
  it('is returned once if 20 admins cancel it at once before it ships (T-STK-07)', async () => {
    const { order, product } = await bought();
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(order, 'cancelled')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await stockOf(shop.db, product.id)).toBe(5);
    await shop.runJobs();
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'cancelled', refundedAmount: 1299 });
    expect((await countRecords(shop, order.id)).refunds).toBe(1);
    expect(await stockOf(shop.db, product.id)).toBe(5);
  });

  it('is not returned if it was shipped', async () => {
    const { order, product } = await bought();
    await set(order, 'shipped', '', { courier: 'India Post', trackingNumber: 'EI123456789IN' });
    expect((await lastMail(shop, 'asha@example.in'))?.kind).toBe('order-shipped');
    const { body } = await set(order, 'cancelled', 'Lost on the way');
    expect(body).toMatchObject({ stock: 'reserved', courier: 'India Post' });
    expect(await stockOf(shop.db, product.id)).toBe(4);
    // They are out of the house, whatever the order is called now.
    await set(order, 'failed');
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('is reserved again when the order is reopened, which fails without stock', async () => {
    const { order, product } = await unpaid(1);
    await set(order, 'cancelled');
    await set(order, 'failed');
    expect(await stockOf(shop.db, product.id)).toBe(1);
    expect((await set(order, 'processing')).body).toMatchObject({ stock: 'reserved' });
    expect(await stockOf(shop.db, product.id)).toBe(0);
    await set(order, 'cancelled');
    const unpaidOne = await place(shop, [{ id: product.id }]);
    expect(await set(order, 'processing')).toMatchObject({ status: 409, body: { code: 'out_of_stock' } });
    // A paid order takes precedence over an unpaid one, but not over another paid one.
    expect((await set(order, 'paid')).status).toBe(200);
    expect((await read(shop, unpaidOne)).status).toBe('failed');
    expect(await set(unpaidOne, 'paid')).toMatchObject({ status: 409, body: { code: 'out_of_stock' } });
    expect(await read(shop, unpaidOne)).toMatchObject({ status: 'failed', paidAmount: 0 });
  });

  it('is reserved for another 15 minutes when the order is pending again', async () => {
    const { order, product } = await unpaid();
    shop.advance(20);
    await shop.minute();
    await set(order, 'pending');
    await shop.minute();
    expect(await stockOf(shop.db, product.id)).toBe(4);
    shop.advance(16);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'failed' });
    expect(await stockOf(shop.db, product.id)).toBe(5);
  });
});

describe('a payment after a cancellation', () => {
  it('makes the order paid while the units are in stock, and raises an alert', async () => {
    const { order, product } = await unpaid();
    await set(order, 'cancelled');
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
    expect(await stockOf(shop.db, product.id)).toBe(4);
    const kinds = await shop.db
      .selectFrom('attentionItems')
      .select('kind')
      .where('orderId', '=', order.id)
      .execute();
    expect(kinds).toEqual([{ kind: 'paid-after-cancel' }]);
  });

  it('is refunded if the units are sold out (T-PAY-20)', async () => {
    const { order, product } = await unpaid(1);
    await set(order, 'cancelled');
    await buy(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({
      status: 'cancelled',
      paidAmount: 1299,
      refundedAmount: 1299,
    });
    expect(await stockOf(shop.db, product.id)).toBe(0);
  });

  it('an offline payment is refunded manually', async () => {
    const { order } = await unpaid();
    await set(order, 'paid', 'Cash');
    const { body } = await set(order, 'cancelled');
    expect(body).toMatchObject({
      status: 'cancelled',
      paidAmount: 1299,
      refundedAmount: 1299,
      refunds: [{ status: 'processed', by: 'Shop owner' }],
    });
    expect((body.credit_notes as object[]).length).toBe(1);
  });
});

async function stats() {
  return (await shop.get('/order/admin/stats', { headers: admin.headers })).body as { totalRevenue: number };
}
