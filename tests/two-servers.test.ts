import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '../server/payments/signature.ts';
import { expectCleanAudit } from './support/audit.ts';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { createAdmin, type Person } from './support/people.ts';
import { countRecords, read } from './support/purchase.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

/** Prepares the database and the provider, and looks; the selling is done by the two processes. */
let shop: TestShop;
let admin: Person;
let servers: ServerProcess[];

beforeAll(async () => {
  shop = await createTestShop();
  shop.deps.payments.name = 'razorpay';
  admin = await createAdmin(shop);
  servers = await Promise.all([4572, 4573].map((port) => startServer(shop, { port })));
});
afterAll(async () => {
  for (const server of servers) await server.end();
  await expectCleanAudit(shop);
  await shop.close();
});

type Made = { order_id: string; order_key: string; razorpay_order: { id: string; amount: number } };

/** The same at both processes at the same moment. */
const atBoth = <T>(work: (server: ServerProcess, other: ServerProcess) => Promise<T>) =>
  Promise.all(servers.map((server, at) => work(server, servers[1 - at] ?? server)));

/** Asks again, as a shopper does, where the shop is too busy. */
async function create(call: ServerProcess['call'], productId: string, key: string) {
  const order = orderFor([{ id: productId }]);
  let reply = await call('POST', '/razorpay/create-order', order, { 'idempotency-key': key });
  for (let tries = 0; reply?.status === 503 && tries < 10; tries++)
    reply = await call('POST', '/razorpay/create-order', order, { 'idempotency-key': key });
  return reply;
}

const minute = ({ child }: ServerProcess) => {
  const done = once(child, 'message');
  child.send('minute');
  return done;
};

it('two processes on one database sell each piece once and settle each payment once (T-CRS-04)', async () => {
  const stock = 12;
  const product = await createProduct(shop.db, { stock });
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => atBoth(({ call }) => create(call, product.id, `shopper-${n}`))),
  );
  const orders = tries.flatMap(([one, other]) => {
    expect([one?.status, other?.status]).toEqual(one?.status === 201 ? [201, 201] : [409, 409]);
    const made = one?.body as Made;
    if (one?.status === 201) expect(other?.body).toEqual(made);
    return one?.status === 201
      ? [
          {
            id: made.order_id,
            key: made.order_key,
            providerOrderId: made.razorpay_order.id,
            amountPaise: made.razorpay_order.amount,
          },
        ]
      : [];
  });
  expect(orders).toHaveLength(stock);

  // A third of them run out of time in the very moment in which they are paid.
  const late = orders.filter((_, n) => n % 3 === 0).map(({ id }) => id);
  await shop.db
    .updateTable('orders')
    .set({ expiresAt: new Date(0) })
    .where('id', 'in', late)
    .execute();
  await Promise.all([
    atBoth(minute),
    ...orders.map(async (order, n) => {
      const paid = await shop.fake.pay(order.providerOrderId, n % 4 === 1 ? 'authorized' : 'captured');
      await atBoth(async ({ call }, other) => {
        await hook(call, order.providerOrderId, paid.razorpay_payment_id);
        const told = await call('POST', '/razorpay/verify-payment', paid);
        if (told?.status !== 200) return;
        // What one process has said is true at the other at once.
        const seen = await other.call('GET', `/order/${order.id}?key=${order.key}`);
        expect(seen?.body).toMatchObject({ status: 'paid', paidAmount: 1299 });
      });
    }),
  ]);
  shop.advance(3);
  await Promise.all([atBoth(minute), shop.minute()]);
  await Promise.all([atBoth(minute), shop.minute()]);

  for (const order of orders) {
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299, refundedAmount: 0 });
    const once = { payments: 1, invoices: 1, movements: 1, refunds: 0, confirmations: 1 };
    expect(await countRecords(shop, order.id)).toEqual(once);
  }
  expect(await stockOf(shop.db, product.id)).toBe(0);

  const [first, second] = orders;
  const cancel = { status: 'cancelled' };
  const refund = { amount: 1000, reason: 'Scratched' };
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () =>
      atBoth(async ({ call }) => [
        await call('PUT', `/order/admin/${first?.id}/status`, cancel, admin.headers),
        await call('POST', `/order/admin/${second?.id}/refund`, refund, admin.headers),
      ]),
    ),
  );
  const statuses = clicks.flat().map((pair) => pair.map((reply) => reply?.status));
  expect(statuses.map(([cancelled]) => cancelled)).toEqual(Array(10).fill(200));
  expect(statuses.map(([, refunded]) => refunded).sort()).toEqual([201, ...Array(9).fill(409)]);
  await atBoth(minute);
  expect(await stockOf(shop.db, product.id)).toBe(1);
  await expect
    .poll(async () => (await shop.fake.ledger()).refunds.map(({ amount }) => amount).sort())
    .toEqual([100_000, 129_900]);

  // Confirmations to the shopper and news to the admin, three mails of what followed; each sent once, at the first try.
  const mails = shop.db.selectFrom('mails').select('attempts').where('status', '=', 'sent');
  await expect.poll(async () => (await mails.execute()).length).toBe(2 * stock + 3);
  expect((await mails.execute()).every(({ attempts }) => attempts === 1)).toBe(true);
});

/** The provider's word that an order is paid; the same event at both. */
function hook(call: ServerProcess['call'], providerOrderId: string, paymentId: string) {
  const entity = { id: paymentId, order_id: providerOrderId, amount: 1, currency: 'INR', status: 'captured' };
  const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
  return call('POST', '/razorpay/webhook', body, {
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
    'x-razorpay-event-id': providerOrderId.slice(-14),
  });
}
