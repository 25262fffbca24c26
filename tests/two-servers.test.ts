// Slow: `npm run check` leaves this file out.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '../server/provider/signature.ts';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { createAdmin, type Person } from './support/people.ts';
import { countRecords, read, whileBusy } from './support/purchase.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { auditedShop } from './support/shop.ts';

/** Prepares the database and the provider, and reads the state; two other processes serve the shop. */
let admin: Person;
let servers: ServerProcess[];

const shop = await auditedShop();
beforeAll(async () => {
  shop.deps.payments.name = 'razorpay';
  admin = await createAdmin(shop);
  servers = await Promise.all([startServer(shop), startServer(shop)]);
});
afterAll(async () => {
  for (const server of servers) await server.end();
});

type CreatedOrder = { order_id: string; order_key: string; razorpay_order: { id: string; amount: number } };

/** Does the same at both processes at once. */
const atBoth = <T>(work: (server: ServerProcess, item: ServerProcess) => Promise<T>) =>
  Promise.all(servers.map((server, index) => work(server, servers[1 - index] ?? server)));

function create(call: ServerProcess['call'], productId: string, key: string) {
  const order = orderFor([{ id: productId }]);
  return whileBusy(() => call('POST', '/razorpay/create-order', order, { 'idempotency-key': key }));
}

const minute = ({ child }: ServerProcess) => {
  const done = once(child, 'message');
  child.send('minute');
  return done;
};

it('two processes on one database sell each unit once and record each payment once (T-CRS-04, T-IDM-01)', async () => {
  const stock = 6;
  const product = await createProduct(shop.db, { stock });
  // An account of the provider that would create a second order with the same receipt.
  shop.fake.setBehaviour({ uniqueReceipts: false });
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, n) => atBoth(({ call }) => create(call, product.id, `shopper-${n}`))),
  );
  const orders = tries.flatMap(([a, b]) => {
    expect([a?.status, b?.status]).toEqual(a?.status === 201 ? [201, 201] : [409, 409]);
    const created = a?.body as CreatedOrder;
    if (a?.status === 201) expect(b?.body).toEqual(created);
    return a?.status === 201
      ? [
          {
            id: created.order_id,
            key: created.order_key,
            providerOrderId: created.razorpay_order.id,
            amountPaise: created.razorpay_order.amount,
          },
        ]
      : [];
  });
  expect(orders).toHaveLength(stock);
  expect((await shop.fake.ledger()).orders).toHaveLength(stock);

  // A third of the orders expire while they are being paid.
  const expired = orders.filter((_, n) => n % 3 === 0).map(({ id }) => id);
  await shop.db
    .updateTable('orders')
    .set({ expiresAt: new Date(0) })
    .where('id', 'in', expired)
    .execute();
  await Promise.all([
    atBoth(minute),
    ...orders.map(async (order, n) => {
      const paid = await shop.fake.pay(order.providerOrderId, n % 4 === 1 ? 'authorized' : 'captured');
      await atBoth(async ({ call }, second) => {
        await sendWebhook(call, order.providerOrderId, paid.razorpay_payment_id);
        const verified = await call('POST', '/razorpay/verify-payment', paid);
        if (verified?.status !== 200) return;
        // The other process knows at once what this one has acknowledged.
        const seen = await second.call('GET', `/order/${order.id}?key=${order.key}`);
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

  // Two mails for each order, and three for the cancellation and the refund; each is sent once, at the first attempt.
  const mails = shop.db.selectFrom('mails').select('attempts').where('status', '=', 'sent');
  await expect.poll(async () => (await mails.execute()).length).toBe(2 * stock + 3);
  expect((await mails.execute()).every(({ attempts }) => attempts === 1)).toBe(true);
});

/** Sends the webhook of a paid order, with the same event id at both processes. */
function sendWebhook(call: ServerProcess['call'], providerOrderId: string, paymentId: string) {
  const entity = { id: paymentId, order_id: providerOrderId, amount: 1, currency: 'INR', status: 'captured' };
  const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
  return call('POST', '/razorpay/webhook', body, {
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
    'x-razorpay-event-id': providerOrderId.slice(-14),
  });
}
