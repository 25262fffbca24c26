import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { countRecords, type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signCheckout, signWebhook } from '../provider/signature.ts';

const shop = await auditedShop();

type Sent = { secret?: string; eventId?: string | null; signature?: string | null };

function send(body: string | Buffer, { secret, eventId, signature }: Sent = {}) {
  const signed = signature === undefined ? signWebhook(secret ?? shop.fake.webhookSecret, body) : signature;
  return shop.call('POST', '/razorpay/webhook', {
    payload: body,
    headers: {
      'content-type': 'application/json',
      ...(signed !== null && { 'x-razorpay-signature': signed }),
      ...(eventId !== null && { 'x-razorpay-event-id': eventId ?? randomUUID().slice(0, 14) }),
    },
  });
}

const event = (name: string, order: PlacedOrder, paymentId = 'pay_Unknown0000001', more: object = {}) =>
  JSON.stringify({
    entity: 'event',
    event: name,
    contains: ['payment'],
    payload: {
      payment: {
        entity: {
          id: paymentId,
          entity: 'payment',
          amount: order.amountPaise,
          currency: 'INR',
          status: 'captured',
          captured: true,
          order_id: order.providerOrderId,
          method: 'upi',
          created_at: 1,
          notes: [],
          ...more,
        },
      },
    },
    created_at: 1,
  });

async function placed() {
  const product = await createProduct(shop.db);
  return { product, order: await place(shop, [{ id: product.id }]) };
}

const stored = async () => (await shop.db.selectFrom('webhookEvents').select('eventId').execute()).length;
const once = { payments: 1, invoices: 1, movements: 1, refunds: 0, confirmations: 1 };

describe('the webhook', () => {
  it.each([
    ['no signature', { signature: null }],
    ['a signature of the checkout’s secret', { secret: 'fake-key-secret' }],
    ['an empty signature', { signature: '' }],
    ['another’s signature', { signature: '0'.repeat(64) }],
  ])('rejects %s and stores nothing (T-WHK-01, T-WHK-02)', async (_what, how: Sent) => {
    const { order } = await placed();
    const before = await stored();
    const { status, body } = await send(event('order.paid', order), how);
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(await stored()).toBe(before);
  });

  it('rejects a body with one changed byte (T-WHK-04)', async () => {
    const { order } = await placed();
    const body = event('order.paid', order);
    const signature = signWebhook(shop.fake.webhookSecret, body);
    expect((await send(`${body} `, { signature })).status).toBe(400);
    expect((await send(`\ufeff${body}`, { signature })).status).toBe(400);
    expect((await send(JSON.stringify(JSON.parse(body), null, 1), { signature })).status).toBe(400);
  });

  it('verifies the raw bytes, with escapes and other scripts (T-WHK-05)', async () => {
    const { order } = await placed();
    await shop.fake.pay(order.providerOrderId);
    const body = event('order.paid', order, undefined, { description: 'आदेश' })
      .replace('upi', 'u\\u0070i')
      .replace('{"entity"', '{"x":"a\\/b","entity"');
    expect((await send(body)).status).toBe(200);
    await shop.runJobs();
    expect((await read(shop, order)).status).toBe('paid');
    expect(await countRecords(shop, order.id)).toEqual(once);
  });

  it('handles an event once if it arrives 100 times at once (T-WHK-06)', async () => {
    const { product, order } = await placed();
    await shop.fake.pay(order.providerOrderId);
    const body = event('payment.captured', order);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(body, { eventId: 'EvtHundredTime' })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await shop.runJobs();
    expect(await countRecords(shop, order.id)).toEqual(once);
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('has the same result for every sequence of the four events (T-WHK-07, T-WHK-08)', async () => {
    const names = ['order.paid', 'payment.captured', 'payment.authorized', 'payment.failed'];
    // Daily one sequence that begins with each event.
    for (const permutation of permutations(names).filter((_, n) => longRun || n % 6 === 0)) {
      const { order } = await placed();
      await shop.fake.pay(order.providerOrderId, 'failed');
      const paid = await shop.fake.pay(order.providerOrderId);
      for (const name of permutation) {
        await send(event(name, order, paid.razorpay_payment_id));
        await shop.runJobs();
      }
      expect((await read(shop, order)).status).toBe('paid');
      expect(await countRecords(shop, order.id)).toEqual({ ...once, payments: 2 });
    }
  });

  it('settles once if webhook, verify and reconcile coincide (T-WHK-10)', async () => {
    for (let round = 0; round < (longRun ? 8 : 3); round++) {
      const { order } = await placed();
      const paid = await shop.fake.pay(order.providerOrderId);
      shop.advance(2.1);
      await send(event('order.paid', order));
      await Promise.all([verify(shop, paid), shop.runJobs(), shop.minute(), verify(shop, paid)]);
      expect((await read(shop, order)).status).toBe('paid');
      expect(await countRecords(shop, order.id)).toEqual(once);
    }
  });

  it('ignores an event that the provider does not confirm (T-WHK-13)', async () => {
    const { order } = await placed();
    await send(event('payment.captured', order));
    await shop.runJobs();
    expect((await read(shop, order)).status).toBe('pending');
  });

  it('finds the order by the provider’s order only, never by notes (T-WHK-12)', async () => {
    const [mine, second] = [await placed(), await placed()];
    await shop.fake.pay(mine.order.providerOrderId);
    await send(event('order.paid', mine.order, undefined, { notes: { shop_order_id: second.order.id } }));
    await shop.runJobs();
    expect((await read(shop, mine.order)).status).toBe('paid');
    expect((await read(shop, second.order)).status).toBe('pending');
  });

  it('parks an event of an unknown order and raises an alert (T-WHK-11)', async () => {
    const { order } = await placed();
    await send(event('order.paid', { ...order, providerOrderId: 'order_OfAnotherSite' }), {
      eventId: 'EvtOtherSite00',
    });
    await shop.runJobs();
    shop.advance(6);
    await shop.minute();
    const item = await shop.db
      .selectFrom('attentionItems')
      .select('kind')
      .where('subject', '=', 'EvtOtherSite00')
      .executeTakeFirst();
    expect(item?.kind).toBe('webhook-unknown-order');
    const row = await shop.db
      .selectFrom('webhookEvents')
      .select('handledAt')
      .where('eventId', '=', 'EvtOtherSite00')
      .executeTakeFirst();
    expect(row?.handledAt).not.toBeNull();
  });

  it.each([
    '{}',
    'null',
    '[]',
    '"text"',
    'not json',
    '{"event":null,"payload":[]}',
    '{"event":"order.paid","payload":{"payment":{"entity":null}}}',
    `{"event":"payment.captured","payload":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
    '{"event":"x.y","__proto__":{"polluted":true},"payload":{"constructor":{"prototype":{"polluted":true}}}}',
  ])('accepts a signed body of any shape without an error (T-WHK-14, T-WHK-20): %.60s', async (body) => {
    expect((await send(body)).status).toBe(200);
    await shop.runJobs();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['the name of an event', (order: PlacedOrder) => event('payment.captured\0', order)],
    ['the id of a payment', (order: PlacedOrder) => event('payment.captured', order, 'pay_\0')],
    [
      'the id of an order',
      (order: PlacedOrder) => event('order.paid', { ...order, providerOrderId: 'order_\0' }),
    ],
  ])('stores an event with a NUL in %s (T-WHK-14)', async (_where, bodyOf) => {
    const { order } = await placed();
    const before = await stored();
    expect((await send(bodyOf(order))).status).toBe(200);
    expect(await stored()).toBe(before + 1);
  });

  it('rejects bodies that are too large, and other methods (T-WHK-20)', async () => {
    expect((await send('x'.repeat(300_000))).status).toBe(413);
    expect((await shop.get('/razorpay/webhook')).status).toBe(404);
    expect((await shop.call('PUT', '/razorpay/webhook', { payload: {} })).status).toBe(404);
  });

  it('reports a second payment of a paid order, which is refunded (T-PAY-14)', async () => {
    const { order } = await placed();
    const paid = await shop.fake.pay(order.providerOrderId);
    await verify(shop, paid);
    const second = await shop.fake.secondPayment(order.providerOrderId);
    for (const { razorpay_payment_id } of [paid, second, second])
      await send(event('payment.captured', order, razorpay_payment_id));
    await shop.runJobs();
    expect(await countRecords(shop, order.id)).toEqual({ ...once, payments: 2, movements: 3, refunds: 1 });
  });

  it('does not change the status of a refunded order (T-PAY-07, T-WHK-18)', async () => {
    const { order } = await placed();
    const paid = await shop.fake.pay(order.providerOrderId);
    await verify(shop, paid);
    await shop.deps.payments.provider.refund(paid.razorpay_payment_id, {
      amountPaise: order.amountPaise,
      receipt: 'made-in-the-dashboard',
      idempotencyKey: 'made-in-the-dashboard',
    });
    const { refunds } = await shop.fake.ledger();
    const refund = refunds.find(({ payment_id }) => payment_id === paid.razorpay_payment_id);
    await send(JSON.stringify({ event: 'refund.processed', payload: { refund: { entity: refund } } }));
    await shop.runJobs();
    expect(await read(shop, order)).toMatchObject({ paidAmount: 1299, refundedAmount: 1299 });
    await send(event('payment.captured', order, paid.razorpay_payment_id));
    await shop.runJobs();
    expect((await verify(shop, paid)).status).toBe(200);
    expect(await countRecords(shop, order.id)).toEqual({ ...once, movements: 2, refunds: 1 });
  });
});

describe('the signature of the payment window', () => {
  it('is valid for its order and payment only', () => {
    expect(signCheckout('rzp_stub_key_secret', 'order_9A33XWu170gUtm', 'pay_29QQoUBi66xm2f')).toBe(
      '1732b61d08dafd22ba4d2935816fea848722c65446886ec8c58c48be13753707',
    );
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
