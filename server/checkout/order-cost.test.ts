import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

let shop: TestShop;
/** The statements so far, with their connection. */
const sent: { connection: object; text: string }[] = [];
const { query } = pg.Client.prototype;
beforeAll(async () => {
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: [string | { text: string }]) {
      const [statement] = args;
      sent.push({ connection: this, text: typeof statement === 'string' ? statement : statement.text });
      return Reflect.apply(query, this, args);
    },
  });
  shop = await createTestShop({ env: { RATE_LIMIT: '1000' } });
});
afterAll(async () => {
  await expectCleanAudit(shop);
  await shop.close();
  Object.assign(pg.Client.prototype, { query });
});

/** The statements of one transaction, or one outside of any. */
type Unit = string[];
const isWrite = (text: string) =>
  /\b(insert into|update|delete from)\b/i.test(text) && !/for no key update$/i.test(text);
/** The simulated provider uses the same database. */
const isOfProvider = (unit: Unit) => unit.some((text) => text.includes('sandbox'));

/**
 * Counts what the shop does: statements, commits of transactions with a statement that can write, and calls of the
 * provider. Jobs are in memory.
 */
async function count(work: () => Promise<unknown>) {
  let providerCalls = 0;
  const onRequest = () => {
    providerCalls++;
  };
  const requests = 'http.server.request.start';
  subscribe(requests, onRequest);
  const from = sent.length;
  await work().finally(() => unsubscribe(requests, onRequest));
  const own = unitsOf(sent.slice(from)).filter((unit) => !isOfProvider(unit));
  const commits = own.filter((unit) => unit.some(isWrite)).length;
  return { statements: own.flat().length, commits, providerCalls };
}

function unitsOf(statements: typeof sent): Unit[] {
  const units: Unit[] = [];
  const open = new Map<object, Unit>();
  for (const { connection, text } of statements) {
    const unit = open.get(connection) ?? [];
    if (unit.length === 0) units.push(unit);
    unit.push(text);
    if (text === 'begin') open.set(connection, unit);
    if (text === 'commit' || text === 'rollback') open.delete(connection);
  }
  return units;
}

async function cart(lines: number) {
  const products = await Promise.all(Array.from({ length: lines }, () => createProduct(shop.db)));
  return products.map(({ id }) => ({ id }));
}

const sendEvent = (
  name: string,
  order: { providerOrderId: string; amountPaise: number },
  paymentId: string,
) => {
  const entity = {
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
  };
  const payload = JSON.stringify({ entity: 'event', event: name, payload: { payment: { entity } } });
  return shop.call('POST', '/razorpay/webhook', {
    payload,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, payload),
      'x-razorpay-event-id': `${name}-${paymentId}`.replace('.', '-'),
    },
  });
};

// The first request of a process asks whether the shop is open.
beforeAll(() => shop.get('/products'));

it.each([1, 12])(
  'an order of %i lines takes as many statements, commits and calls as any other (T-LOAD-01)',
  async (lines) => {
    const items = await cart(lines);
    const mailbox = { email: `lines${lines}@example.in` };
    let order: Awaited<ReturnType<typeof place>> | undefined;
    const placing = await count(async () => {
      order = await place(shop, items, mailbox);
    });
    if (!order) throw new Error('no order');
    const paid = await shop.fake.pay(order.providerOrderId);
    const verifying = await count(() => verify(shop, paid));
    const repeating = await count(() => verify(shop, paid));
    // One statement of each counts the request in a table that is not logged, so its commit waits for no disk (decision
    // 71).
    expect({ placing, verifying, repeating }).toEqual({
      placing: { statements: 12, commits: 3, providerCalls: 1 },
      verifying: { statements: 16, commits: 2, providerCalls: 2 },
      repeating: { statements: 3, commits: 1, providerCalls: 0 },
    });
  },
);

it('what is sold out in another shop of this process costs an order nothing', async () => {
  const another = await createTestShop();
  const soldOut = await createProduct(another.db, { stock: 0 });
  const refused = await another.post('/razorpay/create-order', orderFor([{ id: soldOut.id }]));
  expect(refused.body.code).toBe('out_of_stock');
  await another.close();
  const items = await cart(1);
  const placing = await count(() => place(shop, items, { email: 'other@example.in' }));
  expect(placing).toEqual({ statements: 12, commits: 3, providerCalls: 1 });
});

it('a webhook about a recorded payment takes one commit, and an earlier one settles the order', async () => {
  await shop.runJobs();
  const order = await place(shop, await cart(2), { email: 'webhook@example.in' });
  const paid = await shop.fake.pay(order.providerOrderId);
  const storing = await count(() => sendEvent('payment.captured', order, paid.razorpay_payment_id));
  const settling = await count(() => shop.runJobs());
  const known = await count(() => sendEvent('order.paid', order, paid.razorpay_payment_id));
  expect({ storing, settling, known }).toEqual({
    // One of them stores nothing, because the payment is not settled yet.
    storing: { statements: 4, commits: 2, providerCalls: 0 },
    settling: { statements: 21, commits: 5, providerCalls: 2 },
    known: { statements: 1, commits: 1, providerCalls: 0 },
  });
  expect((await shop.get(`/order/${order.id}?key=${order.key}`)).body.status).toBe('paid');
});
