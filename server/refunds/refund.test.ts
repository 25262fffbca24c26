// Slow: `npm run check` leaves this file out.
import { describe, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { createAdmin } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const admin = await createAdmin(shop);

const refund = (order: PlacedOrder, body: object, key?: string) =>
  shop.post(`/order/admin/${order.id}/refund`, body, {
    headers: { ...admin.headers, ...(key && { 'idempotency-key': key }) },
  });

const set = (order: PlacedOrder, status: string) =>
  shop.call('PUT', `/order/admin/${order.id}/status`, { payload: { status }, headers: admin.headers });

/** What the owner does at the provider itself. */
const dashboardRefund = (paymentId: string, amountPaise: number) =>
  shop.deps.payments.provider.refund(paymentId, {
    amountPaise,
    receipt: `dashboard-${paymentId}`,
    idempotencyKey: `dashboard-${paymentId}`,
  });

async function bought(pricePaise = 100_000) {
  const product = await createProduct(shop.db, { pricePaise });
  const order = await place(shop, [{ id: product.id }]);
  const paid = await shop.fake.pay(order.providerOrderId);
  await verify(shop, paid);
  return { order, paid };
}

const atProvider = async (paymentId: string) =>
  (await shop.fake.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId);

describe('a refund of the back office', () => {
  it('refunds the remaining amount, with a credit note for the invoice', async () => {
    const { order, paid } = await bought();
    const { status, body } = await refund(order, { reason: 'Broken on arrival' });
    expect(status).toBe(201);
    expect(body.refunds).toMatchObject([
      { amount: 1000, status: 'requested', reason: 'Broken on arrival', by: 'Shop owner' },
    ]);
    await shop.runJobs();
    const after = await any(order);
    expect(after).toMatchObject({
      status: 'paid',
      paidAmount: 1000,
      refundedAmount: 1000,
      refunds: [{ status: 'processed' }],
    });
    expect(await atProvider(paid.razorpay_payment_id)).toMatchObject([{ amount: 100_000 }]);
    const [note] = after.credit_notes as { code: string; url: string; amount: number }[];
    expect(note).toMatchObject({ code: expect.stringMatching(/^TEST-CN-\d{6}$/), amount: 1000 });
    const url = String(note?.url).replace('/api', '');
    expect((await shop.get(url)).status).toBe(404);
    const pdf = await shop.get(`${url}?key=${order.key}`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const text = pdfText(pdf.body.raw as Buffer);
    expect(text).toContain(String(after.invoice_number));
    expect(text).toContain(String(note?.code));
    expect((await shop.get(`${url}?key=${order.key}`)).body.raw).toEqual(pdf.body.raw);
    expect((await refund(order, { reason: 'Again' })).body.code).toBe('nothing_to_refund');
  });

  it('is requested once for 20 clicks (T-PAY-25)', async () => {
    const { order, paid } = await bought();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(order, { reason: 'Click' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const same = await bought();
    const keyed = await Promise.all(
      Array.from({ length: 20 }, () => refund(same.order, { amount: 10, reason: 'Click' }, 'one-click')),
    );
    expect(keyed.every(({ status }) => status === 201)).toBe(true);
    expect((await refund(same.order, { amount: 20, reason: 'Click' }, 'one-click')).body.code).toBe(
      'idempotency_mismatch',
    );
    await Promise.all([shop.runJobs(), shop.runJobs()]);
    expect(await atProvider(paid.razorpay_payment_id)).toHaveLength(1);
    expect(await atProvider(same.paid.razorpay_payment_id)).toMatchObject([{ amount: 1000 }]);
  });

  it('is another refund under another key, even if one key begins with the other', async () => {
    const { order } = await bought();
    expect((await refund(order, { amount: 10, reason: 'Scratch' }, 'scratch:2')).status).toBe(201);
    expect((await refund(order, { amount: 10, reason: 'Scratch' }, 'scratch')).status).toBe(201);
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({ refundedAmount: 20 });
  });

  it('is made once if its reply is lost (T-PAY-26)', async () => {
    const { order, paid } = await bought();
    await refund(order, { amount: 300, reason: 'Scratch' });
    await shop.fake.faults({ match: 'POST /v1/payments/:id/refund', times: 1, kind: 'reset' });
    await shop.fake.faults({ match: 'POST /v1/payments/:id/refund', times: 3, kind: '500' });
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({ refundedAmount: 0 });
    await shop.fake.clearFaults();
    shop.advance(2);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ refundedAmount: 300 });
    await shop.minute();
    expect(await atProvider(paid.razorpay_payment_id)).toMatchObject([{ amount: 30_000 }]);
  });

  it('never exceeds the payments: of three concurrent refunds of 40 %, two succeed (T-PAY-27)', async () => {
    const { order } = await bought();
    const answers = await Promise.all([1, 2, 3].map(() => refund(order, { amount: 400, reason: 'Part' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'refund_too_large',
      errors: { amount: 'At most ₹200 can be refunded.' },
    });
    await shop.runJobs();
    await refund(order, { reason: 'The rest' });
    await shop.runJobs();
    const { credit_notes, refundedAmount } = await any(order);
    expect(refundedAmount).toBe(1000);
    expect((credit_notes as { amount: number }[]).map(({ amount }) => amount)).toEqual([400, 400, 200]);
  });

  it.each([{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { amount: '5' }, { reason: ' ' }])(
    'refuses %j',
    async (wrong) => {
      const { order } = await bought();
      expect((await refund(order, { reason: 'x', ...wrong })).status).toBe(400);
    },
  );

  it('that fails raises an alert and is retried with one click (T-PAY-28)', async () => {
    const { order, paid } = await bought(2468);
    await refund(order, { reason: 'Test of failure' });
    await shop.runJobs();
    const [made] = await atProvider(paid.razorpay_payment_id);
    await hook({ event: 'refund.failed', payload: { refund: { entity: { ...made, status: 'failed' } } } });
    expect((await any(order)).refunds).toMatchObject([{ status: 'failed' }]);
    const [item] = await attention(order);
    expect(item).toMatchObject({ kind: 'refund-failed', amount: 24.68, remedies: ['refund', 'dismiss'] });
    const { status, body } = await resolve(item, 'refund');
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await any(order)).refunds).toMatchObject([
      { status: 'failed' },
      { status: 'requested', amount: 24.68 },
    ]);
    expect((await resolve(item, 'refund')).body.code).toBe('already_resolved');
  });

  it('that was made on the provider’s dashboard is found without its event', async () => {
    const { order, paid } = await bought();
    await dashboardRefund(paid.razorpay_payment_id, 25_000);
    await shop.call('POST', `/order/admin/${order.id}/check`, { payload: {}, headers: admin.headers });
    await shop.call('POST', `/order/admin/${order.id}/check`, { payload: {}, headers: admin.headers });
    expect(await any(order)).toMatchObject({ refundedAmount: 250, credit_notes: [{ amount: 250 }] });
  });

  it('of an offline payment is recorded as a manual refund', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await set(order, 'paid');
    const { status, body } = await refund(order, { amount: 99, reason: 'Goodwill' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      refundedAmount: 99,
      refunds: [{ status: 'processed' }],
      credit_notes: [{ amount: 99 }],
    });
  });

  it('of a second payment needs no credit note', async () => {
    const { order } = await bought();
    await verify(shop, await shop.fake.secondPayment(order.providerOrderId));
    await shop.runJobs();
    expect(await any(order)).toMatchObject({ paidAmount: 2000, refundedAmount: 1000, credit_notes: [] });
  });
});

describe('alerts', () => {
  it('a payment of another amount is refunded', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(order.providerOrderId, 'captured', { charged: 50_000 }));
    const [item] = await attention(order);
    expect(item).toMatchObject({ kind: 'amount-mismatch', amount: 500 });
    expect((await resolve(item, 'settle')).body).toMatchObject({ resolvedAt: null });
    expect((await resolve(item, 'retry')).status).toBe(400);
    expect((await resolve(item, 'refund')).status).toBe(200);
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({
      status: 'pending',
      paidAmount: 500,
      refundedAmount: 500,
    });
    expect(await attention(order)).toEqual([]);
  });

  it('an event that can’t be handled is retried, and raises the alert again if that fails', async () => {
    await hook({ event: 'order.paid', payload: { payment: { entity: payment('order_NobodyKnows1') } } });
    shop.advance(6);
    await shop.minute();
    const item = (await list()).find(({ kind }) => kind === 'webhook-unknown-order');
    expect((await resolve(item, 'retry')).status).toBe(200);
    await shop.runJobs();
    shop.advance(6);
    await shop.minute();
    expect((await list()).some(({ _id }) => _id === item?._id)).toBe(true);
    expect((await resolve(item, 'dismiss')).status).toBe(200);
    expect((await list('?resolved=true')).some(({ _id }) => _id === item?._id)).toBe(true);
  });

  it('a dispute and an unknown status raise alerts (T-FLT-05)', async () => {
    const { order, paid } = await bought();
    const entity = { ...payment(order.providerOrderId), id: paid.razorpay_payment_id };
    await hook({ event: 'payment.dispute.created', payload: { payment: { entity } } });
    expect(await attention(order)).toMatchObject([{ kind: 'dispute' }]);
    const product = await createProduct(shop.db);
    const odd = await place(shop, [{ id: product.id }]);
    const answer = await shop.fake.pay(odd.providerOrderId);
    await shop.fake.faults({ match: 'GET /v1/orders/:id/payments', times: 1, kind: 'unknown_status' });
    expect(await verify(shop, answer)).toMatchObject({ status: 202, body: { pending: true } });
    const [item] = await attention(odd);
    expect(item).toMatchObject({ kind: 'payment-status-unknown' });
    expect((await resolve(item, 'settle')).body.resolvedAt).not.toBeNull();
    expect((await read(shop, odd)).status).toBe('paid');
  });

  it('payments and refunds in another currency are not counted as rupees (T-PAY-11)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const answer = await shop.fake.pay(order.providerOrderId);
    await shop.fake.faults({ match: 'GET /v1/orders/:id/payments', times: 1, kind: 'wrong_currency' });
    expect((await verify(shop, answer)).status).toBe(400);
    expect(await read(shop, order)).toMatchObject({ status: 'pending', paidAmount: 0 });
    const [item] = await attention(order);
    expect(item).toMatchObject({ kind: 'amount-mismatch', amount: null });
    expect(item?.explanation).toContain('USD');
    // The money that did settle the order is not what that item is about.
    await set(order, 'paid');
    expect((await resolve(item, 'refund')).body).toMatchObject({ code: 'nothing_to_refund' });
    await dashboardRefund(answer.razorpay_payment_id, order.amountPaise);
    await hook({
      event: 'refund.processed',
      payload: { refund: { entity: (await atProvider(answer.razorpay_payment_id))[0] } },
    });
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299, refundedAmount: 0 });
  });

  it('can’t be settled while the provider is down, and report that', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(order.providerOrderId, 'captured', { charged: 50_000 }));
    const [item] = await attention(order);
    await shop.fake.faults({ match: 'GET /v1/orders/:id', times: 9, kind: '401' });
    const { status, body } = await resolve(item, 'settle');
    await shop.fake.clearFaults();
    expect([status, body.code]).toEqual([502, 'provider_error']);
  });
});

type Item = { _id: string; kind: string; order_id: string | null; explanation: string };

const payment = (orderId: string) => ({
  id: 'pay_NobodyKnows001',
  order_id: orderId,
  amount: 100,
  currency: 'INR',
  status: 'captured',
});

async function list(query = '?limit=100'): Promise<Item[]> {
  const { status, body } = await shop.get(`/attention${query}`, { headers: admin.headers });
  expect(status).toBe(200);
  return body as unknown as Item[];
}
const attention = async (order: PlacedOrder) =>
  (await list()).filter(({ order_id }) => order_id === order.id);
const resolve = (item: Item | undefined, remedy: string) =>
  shop.post(`/attention/${item?._id}/resolve`, { remedy }, { headers: admin.headers });

async function any(order: PlacedOrder) {
  const { status, body } = await shop.get(`/order/admin/${order.id}`, { headers: admin.headers });
  expect(status).toBe(200);
  return body;
}

async function hook(event: object) {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
  };
  expect((await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status).toBe(200);
  await shop.runJobs();
}
