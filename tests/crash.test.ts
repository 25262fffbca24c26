import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutTasks } from '../server/checkout/checkout.ts';
import { type CrashPoint, crashPoints } from '../server/crash-point.ts';
import type { Deps } from '../server/deps.ts';
import { signWebhook } from '../server/payments/signature.ts';
import { expectBooksInOrder } from './support/audit.ts';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { createAdmin, type Person } from './support/people.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

const port = 4571;
/** Prepares the database and the provider, and reads what the killed process has left. */
let shop: TestShop;
let admin: Person;
/** What a caller was told, to be held to it afterwards. */
const told: { orderId: string; providerOrderId: string; key: string; paid: boolean }[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  admin = await createAdmin(shop);
});
afterAll(() => shop.close());

it.each(crashPoints)(
  'kill -9 at %s loses nothing (T-CRS-01)',
  async (point) => {
    const product = await createProduct(shop.db, { stock: 50 });
    const victim = await start(point);
    const died = once(victim, 'exit');
    await sellUntilItDies(victim, product.id, point);
    const [, signal] = await died;
    expect(signal).toBe('SIGKILL');

    await recover();
    await expectBooksInOrder(shop);
    await expectWhatWasTold();
    await expectProviderAgrees();
    const held = await heldOf(product.id);
    expect(await stockOf(shop.db, product.id)).toBe(50 - held);
  },
  30_000,
);

it('and the next start takes every call again', async () => {
  const product = await createProduct(shop.db);
  const server = await start();
  const order = await create(product.id, 'after-all-of-it');
  expect(order?.status).toBe(201);
  for (const one of told) {
    expect((await call('GET', `/order/${one.orderId}?key=${one.key}`))?.status).toBe(200);
  }
  server.kill('SIGKILL');
});

/** One shopper after another does all that a shop is for, until the process is gone. */
async function sellUntilItDies(victim: ChildProcess, productId: string, point: CrashPoint): Promise<void> {
  const alive = () => victim.exitCode === null && victim.signalCode === null;
  for (let n = 0; alive() && n < 3; n++) {
    const key = `${point}-${n}`;
    const made = (await create(productId, key)) ?? undefined;
    if (made?.status !== 201) continue;
    const body = made.body as { order_id: string; order_key: string; razorpay_order: { id: string } };
    const order = {
      orderId: body.order_id,
      key: body.order_key,
      providerOrderId: body.razorpay_order.id,
      paid: false,
    };
    told.push(order);
    const paid = await shop.fake.pay(order.providerOrderId, n === 1 ? 'authorized' : 'captured');
    if (point.startsWith('webhook')) await hook(order.providerOrderId);
    else {
      const verified = await call('POST', '/razorpay/verify-payment', paid);
      if (verified?.status === 200) order.paid = true;
    }
    await call('GET', `/razorpay/invoice/${order.orderId}?key=${order.key}`);
    if (point === 'refund-sent') await refund(order.orderId);
    if (point === 'expiry-half-way') await letExpire(victim, productId);
  }
  if (alive())
    await Promise.race([once(victim, 'exit'), new Promise((resolve) => setTimeout(resolve, 8_000))]);
}

const create = (productId: string, key: string) =>
  call('POST', '/razorpay/create-order', orderFor([{ id: productId }]), { 'idempotency-key': key });

const refund = (orderId: string) =>
  call('POST', `/order/admin/${orderId}/refund`, { amount: 100, reason: 'Scratched' }, admin.headers);

/** The provider's word that an order is paid. */
async function hook(providerOrderId: string) {
  const entity = {
    id: 'pay_AnyOfThem00001',
    order_id: providerOrderId,
    amount: 1,
    currency: 'INR',
    status: 'captured',
  };
  const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
  const signature = signWebhook(shop.fake.webhookSecret, body);
  await call('POST', '/razorpay/webhook', body, {
    'x-razorpay-signature': signature,
    'x-razorpay-event-id': providerOrderId.slice(-14),
  });
}

/** Three unpaid orders whose time is over, and the round that ends them. */
async function letExpire(victim: ChildProcess, productId: string) {
  for (const key of ['a', 'b', 'c']) await create(productId, `expiring-${key}`);
  await shop.db
    .updateTable('orders')
    .set({ expiresAt: new Date(0) })
    .where('status', '=', 'pending')
    .execute();
  victim.send('minute');
}

/** What the shop does by itself after the restart, a few minutes later. */
async function recover(): Promise<void> {
  const later = { now: () => new Date(Date.now() + 6 * 60_000) };
  const payments = { ...shop.deps.payments, name: 'razorpay' as const };
  const tasks = checkoutTasks({ ...shop.deps, payments, clock: later } satisfies Deps);
  await tasks.minute();
  await tasks.minute();
  await shop.runJobs();
}

/** What a caller was told stands: an order that was made is there, one that was paid is paid (I9). */
async function expectWhatWasTold(): Promise<void> {
  for (const { orderId, key, paid } of told) {
    const { status, body } = await shop.get(`/order/${orderId}?key=${key}`);
    expect(status).toBe(200);
    if (paid) expect(body.paidAmount).toBe(1299);
  }
}

/** Every rupee at the provider is in the shop's books, and no other (I4, I5, I6). */
async function expectProviderAgrees(): Promise<void> {
  const { payments, refunds } = await shop.fake.ledger();
  const captured = payments.filter((payment) => payment.captured === true).map(({ id }) => id);
  const ours = await shop.db
    .selectFrom('payments')
    .select('providerPaymentId')
    .where('status', '=', 'captured')
    .where('settles', '=', true)
    .execute();
  expect(ours.map(({ providerPaymentId }) => providerPaymentId).sort()).toEqual(captured.sort());
  const given = await shop.db
    .selectFrom('refunds')
    .select('providerRefundId')
    .where('status', '=', 'processed')
    .execute();
  expect(given.map(({ providerRefundId }) => providerRefundId).sort()).toEqual(
    refunds.map(({ id }) => id).sort(),
  );
}

async function heldOf(productId: string): Promise<number> {
  const rows = await shop.db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('quantity')
    .where('orderItems.productId', '=', productId)
    .where('orders.stock', '=', 'held')
    .execute();
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}

async function start(crashAt?: CrashPoint): Promise<ChildProcess> {
  const { fake, deps } = shop;
  const child = fork(path.resolve('tests/support/crash-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: deps.config.dataDir,
      RATE_LIMIT: 'off',
      RAZORPAY_KEY_ID: fake.keyId,
      RAZORPAY_KEY_SECRET: fake.keySecret,
      RAZORPAY_WEBHOOK_SECRET: fake.webhookSecret,
      RAZORPAY_API_URL: fake.url,
      ...(crashAt && { CRASH_AT: crashAt }),
    },
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The shop did not start'))),
  ]);
  return child;
}

/** Undefined when the shop died before it answered. */
async function call(
  method: string,
  url: string,
  body?: object | string,
  headers: Record<string, string> = {},
) {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/api${url}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const json = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, body: json ? await reply.json() : await reply.arrayBuffer() };
  } catch {
    return undefined;
  }
}
