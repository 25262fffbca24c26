import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { seedEmpty } from '../server/content/seed.ts';
import { type Database, openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { expectCleanAudit } from './support/audit.ts';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  shop.deps.payments.name = 'razorpay';
});
afterAll(async () => {
  await expectCleanAudit(shop);
  await shop.close();
});

/** Starts a server that ends with the test. */
async function started(how: Parameters<typeof startServer>[1]): Promise<ServerProcess> {
  const server = await startServer(shop, how);
  onTestFinished(server.end);
  return server;
}

type CreatedOrder = { order_id: string; order_key: string; razorpay_order: { id: string } };
type AcknowledgedOrder = { id: string; key: string; paid: boolean };
/** How many requests failed with a 5xx or without a reply. */
type Refusals = { count: number };

/** Buys a product; repeats each request with its idempotency key until it succeeds. */
async function buy(
  call: ServerProcess['call'],
  productId: string,
  attempt: string,
  acknowledged: AcknowledgedOrder[],
  refusals: Refusals = { count: 0 },
) {
  const retry = async (url: string, body: object, headers?: Record<string, string>) => {
    for (;;) {
      const reply = await call('POST', url, body, headers);
      if (reply && reply.status < 500) return reply;
      if (reply) expect([502, 503]).toContain(reply.status);
      refusals.count++;
      await sleep(50);
    }
  };
  const order = orderFor([{ id: productId }]);
  const created = await retry('/razorpay/create-order', order, { 'idempotency-key': attempt });
  expect(created.status).toBe(201);
  const { order_id, order_key, razorpay_order } = created.body as CreatedOrder;
  const entry = { id: order_id, key: order_key, paid: false };
  acknowledged.push(entry);
  const paid = await shop.fake.pay(razorpay_order.id);
  const verified = await retry('/razorpay/verify-payment', paid);
  entry.paid = (verified.body as { success: boolean }).success;
}

/** Every acknowledged order exists, and every acknowledged payment is recorded (I9). */
async function expectAcknowledged(call: ServerProcess['call'], acknowledged: AcknowledgedOrder[]) {
  for (const { id, key, paid } of acknowledged) {
    const reply = await call('GET', `/order/${id}?key=${key}`);
    expect(reply?.status).toBe(200);
    if (paid) expect(reply?.body).toMatchObject({ status: 'paid', paidAmount: 1299 });
  }
}

it('without its database the shop replies 503, and recovers when the database returns (T-FLT-09)', async () => {
  const proxy = await startDatabaseProxy(new URL(shop.databaseUrl));
  onTestFinished(proxy.cut);
  const { call } = await started({
    env: { DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' },
  });
  const product = await createProduct(shop.db, { stock: 500 });
  const acknowledged: AcknowledgedOrder[] = [];
  const refusals = { count: 0 };
  let selling = true;
  const shoppers = Array.from({ length: 8 }, async (_, who) => {
    for (let n = 0; selling; n++) await buy(call, product.id, `shopper-${who}-${n}`, acknowledged, refusals);
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(4);
  proxy.cut();
  for (const [method, url, body] of [
    ['GET', '/products'],
    ['GET', `/products/${product.id}`],
    ['GET', `/order/${acknowledged[0]?.id}?key=${acknowledged[0]?.key}`],
    ['POST', '/razorpay/create-order', orderFor([{ id: product.id }])],
    ['POST', '/auth/login', { email: 'asha@example.in', password: 'block-print-42' }],
  ] as const) {
    const reply = await call(method, url, body);
    expect([url, reply?.status]).toEqual([url, 503]);
    expect(reply?.body).toMatchObject({ success: false, code: 'unavailable' });
  }
  expect((await call('GET', '/health/live'))?.status).toBe(200);
  await expect.poll(() => refusals.count).toBeGreaterThan(3 * shoppers.length);
  proxy.restore();
  const during = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(during + shoppers.length);
  selling = false;
  await Promise.all(shoppers);
  await expectAcknowledged(call, acknowledged);
  // The job queue has reconnected too.
  await buy(call, product.id, 'after', acknowledged);
  const mail = shop.db
    .selectFrom('mails')
    .select('status')
    .where('dedupeKey', '=', `order-confirmation:${acknowledged.at(-1)?.id}`);
  await expect.poll(() => mail.executeTakeFirst()).toEqual({ status: 'sent' });
  expect(await stockOf(shop.db, product.id)).toBe(500 - acknowledged.length);
});

it('kill -9 of PostgreSQL under load loses nothing that was acknowledged (T-CRS-02)', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-killed-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.url, 4);
  onTestFinished(async () => {
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  });
  await migrate(pool);
  const db = openDatabase(pool);
  await seedEmpty({ db });
  const product = await createProduct(db, { stock: 500 });
  const env = { DATABASE_URL: server.url, LOG_LEVEL: 'silent' };
  const { child, call } = await started({ env });

  const acknowledged: AcknowledgedOrder[] = [];
  let selling = true;
  const shoppers = Array.from({ length: 6 }, async (_, who) => {
    for (let n = 0; selling; n++) await buy(call, product.id, `shopper-${who}-${n}`, acknowledged);
  });
  for (let kills = 0; kills < 2; kills++) {
    const sold = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(sold + 4);
    const pidFile = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 4);
  }
  selling = false;
  await Promise.all(shoppers);
  await makeDue(db);
  child.send('minute');
  await once(child, 'message');
  // Payments that were pending are recorded by now.
  await expectAcknowledged(
    call,
    acknowledged.map(({ id, key }) => ({ id, key, paid: true })),
  );
  const settled = await db.selectFrom('orders').select('id').where('status', '=', 'paid').execute();
  expect(settled).toHaveLength(acknowledged.length);
  expect(await audit(db)).toEqual([]);
  expect(await stockOf(db, product.id)).toBe(500 - acknowledged.length);
});

it('a shutdown completes each request that has begun (T-CRS-03)', async () => {
  const { child, call } = await started({ isOpen: true });
  const product = await createProduct(shop.db, { stock: 60 });
  const acknowledged: AcknowledgedOrder[] = [];
  const orders = [];
  for (let n = 0; n < 30; n++) {
    const created = await call('POST', '/razorpay/create-order', orderFor([{ id: product.id }]));
    if (created?.status !== 201) throw new Error('create-order failed');
    const { order_id: id, order_key: key, razorpay_order } = created.body as CreatedOrder;
    orders.push({ id, key, proof: await shop.fake.pay(razorpay_order.id) });
  }
  // When the first replies arrive, the other requests have begun too.
  const readPayments = 'GET /v1/orders/:id/payments';
  await shop.fake.faults({ match: readPayments, times: 3, kind: 'slow:100' });
  await shop.fake.faults({ match: readPayments, times: 40, kind: 'slow:1500' });
  const requests = orders.map(async ({ id, key, proof }) => {
    const reply = await call('POST', '/razorpay/verify-payment', proof);
    // A request after the shutdown gets no connection. A request with a connection gets no error.
    if (reply) expect([200, 202]).toContain(reply.status);
    acknowledged.push({ id, key, paid: reply?.status === 200 });
  });
  await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(0);
  const exit = once(child, 'exit');
  // Not SIGTERM, which Vite handles itself in this process.
  child.kill('SIGINT');
  await Promise.all(requests);
  // A shutdown that hangs exits with 1.
  expect(await exit).toEqual([0, null]);
  expect(acknowledged.filter(({ paid }) => paid).length).toBeGreaterThan(0);
  await expectAcknowledged(async (_, url) => shop.get(url), acknowledged);
  await shop.fake.clearFaults();
  shop.advance(3);
  await shop.minute();
  const all = acknowledged.map(({ id, key }) => ({ id, key, paid: true }));
  await expectAcknowledged(async (_, url) => shop.get(url), all);
});

it('behind a proxy, a shop that stops answers everything until health checks know it (T-CRS-26)', async () => {
  const { child, port } = await started({ isOpen: true, env: { TRUST_PROXY: '127.0.0.1' } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = async (method: string, url: string, content?: object) => {
    const sent = request({ agent, port, path: `/api${url}`, method, host: '127.0.0.1' });
    sent.setHeader('content-type', 'application/json');
    sent.end(content && JSON.stringify(content));
    const [reply] = await once(sent, 'response');
    reply.resume();
    await once(reply, 'end');
    return { status: reply.statusCode, connection: reply.headers.connection };
  };
  const live = () => send('GET', '/health/live');
  expect(await live()).toEqual({ status: 200, connection: 'keep-alive' });
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await expect.poll(live, { interval: 5 }).toEqual({ status: 503, connection: 'close' });
  const { id } = await createProduct(shop.db, { stock: 1 });
  // On a new connection.
  const ordered = await send('POST', '/razorpay/create-order', orderFor([{ id }]));
  expect(ordered).toEqual({ status: 201, connection: 'close' });
  expect((await live()).status).toBe(503);
  expect(await exit).toEqual([0, null]);
  await expect(live()).rejects.toThrow('ECONNREFUSED');
});

/** Makes the work of the next minutes due now. */
async function makeDue(db: Database) {
  for (const change of [
    'update orders set next_check_at = now() where next_check_at is not null',
    "update webhook_events set received_at = received_at - interval '5 minutes' where handled_at is null",
  ])
    await db.executeQuery(CompiledQuery.raw(change));
}

/** A TCP proxy to the database. `cut` closes its connections and refuses new ones. */
async function startDatabaseProxy(target: URL) {
  const socket = path.join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = createConnection(socket);
    for (const [end, value] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(value);
      end
        .on('error', () => {})
        .on('close', () => {
          ends.delete(end);
          value.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = new URL(target);
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut() {
      whole = false;
      for (const end of ends) end.destroy();
    },
    restore() {
      whole = true;
    },
  };
}
