// Slow: `npm run check` leaves this file out.
import { CompiledQuery } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultKind } from '../../tests/fakes/faults.ts';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { longIt, longRun } from '../../tests/support/long-run.ts';
import { place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';
import { paymentFailedMessage } from './open-payment.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' }, timeoutMs: 3000 });
// The circuit breaker rests after many failures: each case begins with a fresh client.
afterEach(async () => {
  await shop.fake.clearFaults();
  shop.freshProvider();
});

const create = (id: string, key: string) =>
  shop.post('/razorpay/create-order', orderFor([{ id }]), { headers: { 'idempotency-key': key } });

describe('create-order while the provider fails', () => {
  const kinds: FaultKind[] = ['500', 'garbage_json', 'reset', 'wrong_amount'];
  const moreKinds: FaultKind[] = longRun
    ? ['401', '502', '429', 'html_body', 'empty_body', 'switching_protocols', 'wrong_currency']
    : [];
  it.each([...kinds, ...moreKinds])(
    '%s: is reported, the stock is released, and the next attempt succeeds (T-FLT-01, T-FLT-04, T-PAY-23)',
    async (kind) => {
      const product = await createProduct(shop.db);
      await shop.fake.faults({ match: '*', times: 50, kind });
      const { status, body } = await create(product.id, `trouble-${kind}`);
      expect(status).toBe(502);
      expect(body).toMatchObject({ success: false, code: 'provider_error', message: paymentFailedMessage });
      expect(await stockOf(shop.db, product.id)).toBe(5);
      await shop.fake.clearFaults();
      shop.freshProvider();
      const again = await create(product.id, `trouble-${kind}`);
      expect(again.status).toBe(201);
      expect(await stockOf(shop.db, product.id)).toBe(4);
    },
  );

  const hangingBuyers = longRun ? 200 : 30;

  longIt(
    `${hangingBuyers} buyers get a reply although the provider hangs, and others can browse (T-FLT-02)`,
    async () => {
      const product = await createProduct(shop.db, { stock: 200 });
      await shop.fake.faults({ match: '*', times: 5000, kind: 'slow:20000' });
      let answered = 0;
      const hanging = Array.from({ length: hangingBuyers }, (_, n) =>
        create(product.id, `hangs-${n}`).finally(() => answered++),
      );
      for (let n = 0; n < 20; n++) expect((await shop.get(`/products/${product.id}`)).status).toBe(200);
      expect(answered, 'buyers answered before others could browse').toBeLessThan(hangingBuyers);
      // A buyer who would wait too long for a free connection gets a 503.
      for (const { status } of await Promise.all(hanging)) expect([502, 503]).toContain(status);
      // An order that found no free connection for its release ends with its reservation.
      await shop.fake.clearFaults();
      shop.freshProvider();
      shop.advance(16);
      await shop.minute();
      expect(await stockOf(shop.db, product.id)).toBe(200);
    },
  );

  it('a lost reply leaves one order in the shop and one at the provider (T-FLT-03)', async () => {
    const product = await createProduct(shop.db);
    await shop.fake.faults({ match: 'POST /v1/orders', times: 1, kind: 'timeout_after_commit' });
    const { status, body } = await create(product.id, 'lost-answer');
    expect(status).toBe(201);
    const { orders } = await shop.fake.ledger();
    const recorded = orders.filter(({ receipt }) => receipt === body.order_id);
    expect(recorded.map(({ id }) => id)).toEqual([(body.razorpay_order as { id: string }).id]);
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });
});

describe('a payment while the provider fails', () => {
  it.each<FaultKind>(longRun ? ['500', 'html_body', 'reset', '401'] : ['500', 'reset'])(
    '%s at verify: wait, then paid',
    async (kind) => {
      const product = await createProduct(shop.db);
      const order = await place(shop, [{ id: product.id }]);
      const paid = await shop.fake.pay(order.providerOrderId);
      await shop.fake.faults({ match: '*', times: 50, kind });
      const { status, body } = await verify(shop, paid);
      expect(status).toBe(202);
      expect(body).toMatchObject({ success: false, pending: true, order_id: order.id });
      await shop.fake.clearFaults();
      shop.freshProvider();
      shop.advance(2.1);
      // Many earlier checkouts are queued, and a run handles a limited number.
      for (let round = 0; round < (longRun ? 4 : 1); round++) await shop.minute();
      expect((await read(shop, order)).status).toBe('paid');
    },
  );

  it('an authorised payment that can’t be captured is pending, and is settled later (T-PAY-08)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId, 'authorized');
    await shop.fake.faults({ match: 'POST /v1/payments/:id/capture', times: 9, kind: '500' });
    expect((await verify(shop, paid)).body).toMatchObject({ success: false, pending: true });
    expect((await read(shop, order)).status).toBe('pending');
    await shop.fake.clearFaults();
    expect((await verify(shop, paid)).status).toBe(200);
  });

  it('orders expire while the provider can’t be reached; their payments are found afterwards', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await shop.fake.pay(order.providerOrderId);
    await shop.fake.faults({ match: '*', times: 50, kind: '500' });
    shop.advance(16);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'failed', paidAmount: 0 });
    expect(await stockOf(shop.db, product.id)).toBe(5);
    await shop.fake.clearFaults();
    shop.freshProvider();
    shop.advance(2);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('a paid order whose payment can’t be recorded keeps its units, although its reservation has expired', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const order = await place(shop, [{ id: product.id }]);
    await shop.fake.pay(order.providerOrderId);
    shop.advance(16);
    await shop.db.transaction().execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw('lock table invoices in share mode'));
      await shop.minute();
    });
    expect(await stockOf(shop.db, product.id)).toBe(0);
    shop.advance(2);
    await shop.minute();
    expect(await read(shop, order)).toMatchObject({ status: 'paid', refundedAmount: 0 });
  });
});

describe('orders that the provider does not know', () => {
  it('do not block known orders, and are abandoned after days', async () => {
    const product = await createProduct(shop.db, { stock: 9 });
    const [strange, second, good] = [
      await place(shop, [{ id: product.id }]),
      await place(shop, [{ id: product.id }]),
      await place(shop, [{ id: product.id }]),
    ];
    const change = (id: string, set: { providerOrderId?: string; provider?: string }) =>
      shop.db.updateTable('orders').set(set).where('id', '=', id).execute();
    await change(strange.id, { providerOrderId: 'order_NobodyKnowsIt' });
    await change(second.id, { provider: 'razorpay' });
    await shop.fake.pay(good.providerOrderId);
    shop.advance(2.1);
    await shop.minute();
    expect((await read(shop, good)).status).toBe('paid');
    const nextOf = async (id: string) =>
      (
        await shop.db
          .selectFrom('orders')
          .select('nextCheckAt')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).nextCheckAt;
    expect(Number(await nextOf(strange.id))).toBeGreaterThan(Number(shop.clock.now()));
    shop.advance(16);
    await shop.minute();
    expect([(await read(shop, strange)).status, (await read(shop, second)).status]).toEqual([
      'failed',
      'failed',
    ]);
    expect(await stockOf(shop.db, product.id)).toBe(8);
    shop.advance(7 * 24 * 60);
    await shop.minute();
    expect(await nextOf(strange.id)).toBeNull();
  });
});

describe('an event for an order that the provider refuses to return', () => {
  it('is retried for an hour, then raises an alert and is not retried again', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const providerOrderId = 'order_OfAnotherKey';
    await shop.db.updateTable('orders').set({ providerOrderId }).where('id', '=', order.id).execute();
    const entity = {
      id: 'pay_OfAnotherKey01',
      order_id: providerOrderId,
      amount: 1,
      currency: 'INR',
      status: 'captured',
    };
    const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
      'x-razorpay-event-id': 'EvtOtherKey000',
    };
    await shop.call('POST', '/razorpay/webhook', { payload: body, headers });
    const handled = async () =>
      (
        await shop.db
          .selectFrom('webhookEvents')
          .select('handledAt')
          .where('eventId', '=', 'EvtOtherKey000')
          .executeTakeFirstOrThrow()
      ).handledAt;
    shop.advance(2);
    await shop.minute();
    expect(await handled()).toBeNull();
    shop.advance(60);
    await shop.minute();
    expect(await handled()).not.toBeNull();
    const items = await shop.db.selectFrom('attentionItems').select('kind').execute();
    expect(items).toContainEqual({ kind: 'webhook-failed' });
  });
});

describe('a webhook while the database fails', () => {
  it('gets 503 without delay while it can’t be stored, and 200 when it is sent again (T-WHK-15)', async () => {
    const body = JSON.stringify({ event: 'order.paid', payload: {} });
    const send = () =>
      shop.call('POST', '/razorpay/webhook', {
        payload: body,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
          'x-razorpay-event-id': 'EvtWhileLocked',
        },
      });
    const { status } = await shop.db.transaction().execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw('lock table webhook_events in exclusive mode'));
      return send();
    });
    expect(status).toBe(503);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    const rows = await shop.db
      .selectFrom('webhookEvents')
      .select('eventId')
      .where('eventId', '=', 'EvtWhileLocked')
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('is accepted with the previous secret during a change, and rejected afterwards (T-WHK-17)', async () => {
    const body = JSON.stringify({ event: 'x.y', payload: {} });
    const sendSigned = async (secret: string) => {
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signWebhook(secret, body),
      };
      return (await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status;
    };
    const { payments } = shop.deps;
    const old = shop.fake.webhookSecret;
    payments.webhookSecrets = ['the-new-secret', old];
    expect([await sendSigned(old), await sendSigned('the-new-secret'), await sendSigned('another')]).toEqual([
      200, 200, 400,
    ]);
    payments.webhookSecrets = ['the-new-secret'];
    expect(await sendSigned(old)).toBe(400);
    payments.webhookSecrets = [old];
  });

  const count = longRun ? 100 : 6;

  it(`is not required: ${count} paid orders are found without one, and settled once if one arrives (T-WHK-19)`, async () => {
    const product = await createProduct(shop.db, { stock: count });
    const orders = [];
    for (let n = 0; n < count; n++) orders.push(await place(shop, [{ id: product.id }]));
    await Promise.all(orders.map((order) => shop.fake.pay(order.providerOrderId)));
    for (let rounds = 0; rounds < 2; rounds++) {
      shop.advance(2.1);
      await shop.minute();
    }
    for (const order of orders) expect((await read(shop, order)).status).toBe('paid');
    const invoices = () => shop.db.selectFrom('invoices').select('id').execute();
    const before = (await invoices()).length;
    for (const order of orders) {
      const entity = {
        id: 'pay_Later000000001',
        order_id: order.providerOrderId,
        amount: 1,
        currency: 'INR',
        status: 'captured',
      };
      const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
      };
      await shop.call('POST', '/razorpay/webhook', { payload: body, headers });
    }
    await shop.runJobs();
    expect((await invoices()).length).toBe(before);
  });
});
