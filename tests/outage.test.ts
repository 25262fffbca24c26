import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { seedEmpty } from '../server/content/seed.ts';
import { type Database, openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { expectCleanAudit } from './support/audit.ts';
import { removeDataDir } from './support/data-dir.ts';
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

/** A server of this test, ended with it. */
async function started(how: Parameters<typeof startServer>[1]): Promise<ServerProcess> {
  const server = await startServer(shop, how);
  onTestFinished(server.end);
  return server;
}

type Made = { order_id: string; order_key: string; razorpay_order: { id: string } };
type Told = { id: string; key: string; paid: boolean };
/** How often shoppers were told that the shop can't serve them now. */
type Refusals = { count: number };

/** A shopper who tries each step again until she has an answer, with the key of her attempt. */
async function buy(
  call: ServerProcess['call'],
  productId: string,
  attempt: string,
  told: Told[],
  refusals: Refusals = { count: 0 },
) {
  const insist = async (url: string, body: object, headers?: Record<string, string>) => {
    for (;;) {
      const reply = await call('POST', url, body, headers);
      if (reply && reply.status < 500) return reply;
      if (reply) expect([502, 503]).toContain(reply.status);
      refusals.count++;
      await sleep(50);
    }
  };
  const order = orderFor([{ id: productId }]);
  const made = await insist('/razorpay/create-order', order, { 'idempotency-key': attempt });
  expect(made.status).toBe(201);
  const { order_id, order_key, razorpay_order } = made.body as Made;
  const mine = { id: order_id, key: order_key, paid: false };
  told.push(mine);
  const paid = await shop.fake.pay(razorpay_order.id);
  const verified = await insist('/razorpay/verify-payment', paid);
  mine.paid = (verified.body as { success: boolean }).success;
}

/** What somebody was told stands (I9). */
async function expectAllThere(call: ServerProcess['call'], told: Told[]) {
  for (const { id, key, paid } of told) {
    const reply = await call('GET', `/order/${id}?key=${key}`);
    expect(reply?.status).toBe(200);
    if (paid) expect(reply?.body).toMatchObject({ status: 'paid', paidAmount: 1299 });
  }
}

it('without its database a shop answers 503 and takes up its work again by itself (T-FLT-09)', async () => {
  const cable = await startCable(new URL(shop.databaseUrl));
  onTestFinished(cable.cut);
  const { call } = await started({
    port: 4574,
    env: { DATABASE_URL: cable.url, LOG_LEVEL: 'silent' },
  });
  const product = await createProduct(shop.db, { stock: 500 });
  const told: Told[] = [];
  const refusals = { count: 0 };
  let selling = true;
  const shoppers = Array.from({ length: 8 }, async (_, who) => {
    for (let n = 0; selling; n++) await buy(call, product.id, `shopper-${who}-${n}`, told, refusals);
  });
  await expect.poll(() => told.length).toBeGreaterThan(4);
  cable.cut();
  for (const [method, url, body] of [
    ['GET', '/products'],
    ['GET', `/products/${product.id}`],
    ['GET', `/order/${told[0]?.id}?key=${told[0]?.key}`],
    ['POST', '/razorpay/create-order', orderFor([{ id: product.id }])],
    ['POST', '/auth/login', { email: 'asha@example.in', password: 'block-print-42' }],
  ] as const) {
    const reply = await call(method, url, body);
    expect([url, reply?.status]).toEqual([url, 503]);
    expect(reply?.body).toMatchObject({ success: false, code: 'unavailable' });
  }
  expect((await call('GET', '/health/live'))?.status).toBe(200);
  await expect.poll(() => refusals.count).toBeGreaterThan(3 * shoppers.length);
  cable.mend();
  const during = told.length;
  await expect.poll(() => told.length).toBeGreaterThan(during + shoppers.length);
  selling = false;
  await Promise.all(shoppers);
  await expectAllThere(call, told);
  // The queue has found its way back too.
  await buy(call, product.id, 'after', told);
  const letter = shop.db
    .selectFrom('mails')
    .select('status')
    .where('dedupeKey', '=', `order-confirmation:${told.at(-1)?.id}`);
  await expect.poll(() => letter.executeTakeFirst()).toEqual({ status: 'sent' });
  expect(await stockOf(shop.db, product.id)).toBe(500 - told.length);
});

it('kill -9 of PostgreSQL under load loses nothing that was answered (T-CRS-02)', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-killed-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.url, 4);
  onTestFinished(async () => {
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  });
  await migrate(pool, path.resolve('migrations'));
  const db = openDatabase(pool);
  await seedEmpty({ db });
  const product = await createProduct(db, { stock: 500 });
  const env = { DATABASE_URL: server.url, LOG_LEVEL: 'silent' };
  const { child, call } = await started({ port: 4575, env });

  const told: Told[] = [];
  let selling = true;
  const shoppers = Array.from({ length: 6 }, async (_, who) => {
    for (let n = 0; selling; n++) await buy(call, product.id, `shopper-${who}-${n}`, told);
  });
  for (let kills = 0; kills < 2; kills++) {
    const sold = told.length;
    await expect.poll(() => told.length).toBeGreaterThan(sold + 4);
    const note = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    process.kill(Number((await readFile(note, 'utf8')).split('\n')[0]), 'SIGKILL');
    const before = told.length;
    await expect.poll(() => told.length).toBeGreaterThan(before + 4);
  }
  selling = false;
  await Promise.all(shoppers);
  await dueNow(db);
  child.send('minute');
  await once(child, 'message');
  // Who was told to wait has paid too by now.
  await expectAllThere(
    call,
    told.map(({ id, key }) => ({ id, key, paid: true })),
  );
  const settled = await db.selectFrom('orders').select('id').where('status', '=', 'paid').execute();
  expect(settled).toHaveLength(told.length);
  expect(await audit(db)).toEqual([]);
  expect(await stockOf(db, product.id)).toBe(500 - told.length);
});

it('a stop lets each payment under way come to its answer (T-CRS-03)', async () => {
  const { child, call } = await started({ port: 4576, whole: true });
  const product = await createProduct(shop.db, { stock: 60 });
  const told: Told[] = [];
  const orders = [];
  for (let n = 0; n < 30; n++) {
    const made = await call('POST', '/razorpay/create-order', orderFor([{ id: product.id }]));
    if (made?.status !== 201) throw new Error('The shop does not sell');
    const { order_id: id, order_key: key, razorpay_order } = made.body as Made;
    orders.push({ id, key, proof: await shop.fake.pay(razorpay_order.id) });
  }
  // The first answers say that the others are under way too.
  const asking = 'GET /v1/orders/:id/payments';
  await shop.fake.faults({ match: asking, times: 3, kind: 'slow:100' });
  await shop.fake.faults({ match: asking, times: 40, kind: 'slow:1500' });
  const answers = orders.map(async ({ id, key, proof }) => {
    const reply = await call('POST', '/razorpay/verify-payment', proof);
    // Whoever came too late has no connection; nobody who has one sees an error.
    if (reply) expect([200, 202]).toContain(reply.status);
    told.push({ id, key, paid: reply?.status === 200 });
  });
  await expect.poll(() => told.length, { interval: 10 }).toBeGreaterThan(0);
  const exit = once(child, 'exit');
  // As good as SIGTERM, to which the page builder of a test has an answer of its own.
  child.kill('SIGINT');
  await Promise.all(answers);
  // A stop that hangs ends with 1.
  expect(await exit).toEqual([0, null]);
  expect(told.filter(({ paid }) => paid).length).toBeGreaterThan(0);
  await expectAllThere(async (_, url) => shop.get(url), told);
  await shop.fake.clearFaults();
  shop.advance(3);
  await shop.minute();
  const all = told.map(({ id, key }) => ({ id, key, paid: true }));
  await expectAllThere(async (_, url) => shop.get(url), all);
});

/** Makes the work of the minute due at once. */
async function dueNow(db: Database) {
  for (const change of [
    'update orders set next_check_at = now() where next_check_at is not null',
    "update webhook_events set received_at = received_at - interval '5 minutes' where handled_at is null",
  ])
    await db.executeQuery(CompiledQuery.raw(change));
}

/** A line to the database that can be cut: what goes over it breaks, and nothing new comes through. */
async function startCable(target: URL) {
  const socket = path.join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = createConnection(socket);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(other);
      end
        .on('error', () => {})
        .on('close', () => {
          ends.delete(end);
          other.destroy();
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
    mend() {
      whole = true;
    },
  };
}
