// What a paid order costs: CPU of the request thread, of the other threads and of PostgreSQL, queries, commits to disk,
// calls of the provider, and the rate. The shop runs in production mode in a process of its own, like the provider; the
// first turns are a warm-up. Prints; asserts nothing. Run it after a build:
//   node_modules/.bin/node bench/orders.ts [number of orders] [folder of another version of the shop to compare with]
// PROFILE=folder stores a CPU profile of each thread.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import type { Paid } from '../tests/fakes/razorpay.ts';
import { createProduct, orderFor } from '../tests/support/factories.ts';
import { fillWithOrders } from './many-orders.ts';

/** For one paid order on average. Times in milliseconds. */
export type OrderCost = {
  requestThread: number;
  otherThreads: number;
  postgres: number;
  queries: number;
  commits: number;
  providerCalls: number;
};

async function main(): Promise<void> {
  const [count = 400, other] = process.argv.slice(2);
  const folders = other ? [path.resolve(other), path.resolve('.')] : [path.resolve('.')];
  for (const folder of folders) {
    const { oneByOne, atOnce } = await measureOrders({ folder, count: Number(count) });
    console.log(folder);
    console.table({ 'one by one': oneByOne, '16 at once': atOnce });
  }
}

/**
 * Places, pays and verifies `count` orders one by one and as many with 16 at once, in a shop that has `existing` orders.
 * Also returns the orders per second of each, which only a quiet machine makes comparable.
 */
export async function measureOrders({ folder = path.resolve('.'), count = 400, existing = 0 } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.url);
  const port = Number(process.env.PORT ?? 4216);
  const env = { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir, PORT: String(port) };
  const provider = start(['provider'], env);
  const { url, ...keys } = (await ask(provider, {})) as Record<string, string>;
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SEED: 'empty',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000',
    TRUST_PROXY: '127.0.0.1',
    RAZORPAY_KEY_ID: keys.keyId,
    RAZORPAY_KEY_SECRET: keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
    RAZORPAY_API_URL: url,
  };
  const { PROFILE: profile } = process.env;
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const shop = start(['shop', folder], { ...env, ...settings }, profiling);
  try {
    const address = `http://127.0.0.1:${port}/api`;
    while (!(await fetch(`${address}/health/ready`).catch(() => undefined))?.ok) await sleep(50);
    if (existing > 0) await fillWithOrders(pool, existing);
    const db = openDatabase(pool);
    const products = await Promise.all(
      Array.from({ length: 50 }, () => createProduct(db, { stock: 1_000_000 })),
    );
    const buy = buyer(address, provider, products);
    await inLanes(16, Math.min(count, 100), buy);
    const counters = () => readCounters(shop, provider, pool);
    await untilQuiet(pool);
    const oneByOne = await measure(counters, pool, count, () => inLanes(1, count, buy));
    const atOnce = await measure(counters, pool, count, () => inLanes(16, count, buy));
    return { oneByOne, atOnce };
  } finally {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
    provider.kill();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  }
}

/** A function that places, pays and verifies an order of two products, each from another network and mailbox. */
function buyer(address: string, provider: ChildProcess, products: { id: string }[]) {
  let made = 0;
  return async () => {
    const i = made++;
    const pick = (at: number) => products[at % products.length]?.id ?? '';
    const from = `10.${(i >> 8) % 256}.${i % 256}.7`;
    const post = async (call: string, body: object) => {
      const reply = await fetch(`${address}/razorpay/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${call} replied with ${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as { razorpay_order: { id: string } };
    };
    const email = `bench${i}@example.in`;
    const lines = [{ id: pick(i) }, { id: pick(i + 7), quantity: 2 }];
    const placed = await post('create-order', orderFor(lines, { email }));
    const paid = (await ask(provider, { pay: placed.razorpay_order.id })) as Paid;
    await post('verify-payment', paid);
  };
}

/** Runs `work` `count` times, `lanes` at once. */
async function inLanes(lanes: number, count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** What each order costs with all its mails and webhooks, and the orders per second without waiting for those. */
async function measure(
  counters: () => Promise<OrderCost>,
  pool: pg.Pool,
  count: number,
  work: () => Promise<void>,
) {
  const before = await counters();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  await untilQuiet(pool);
  const after = await counters();
  const cost = Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      Number(((after[name as keyof OrderCost] - value) / count).toFixed(2)),
    ]),
  ) as OrderCost;
  return { ...cost, perSecond: Number((count / seconds).toFixed(1)) };
}

/** Waits until every mail is sent, and every webhook has arrived and is handled. */
async function untilQuiet(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(`select
      exists (select from mails where status = 'waiting' and created_at > now() - interval '1 hour')
      or exists (select from webhook_events where handled_at is null)
      or exists (select from pgboss.job where state in ('created', 'retry', 'active') and name in ('mail', 'webhook-event'))
      or 3 * (select count(*) from payments where created_at > now() - interval '1 hour' and provider_payment_id not like 'pay_Bench%')
        > (select count(*) from webhook_events) as busy`);
    if (!rows[0].busy) return;
    await sleep(250);
  }
}

async function readCounters(shop: ChildProcess, provider: ChildProcess, pool: pg.Pool): Promise<OrderCost> {
  const counted = (await ask(shop, {})) as { queries: number };
  const { calls } = (await ask(provider, { count: true })) as { calls: number };
  const { rows } = await pool.query(
    `select (select sum(fsyncs) from pg_stat_io where object = 'wal') as syncs,
      (select array_agg(pid) from pg_stat_activity) as pids`,
  );
  const request = await threadMs(`${shop.pid}/task/${shop.pid}`);
  return {
    requestThread: request,
    otherThreads: (await processMs(shop.pid ?? 0)) - request,
    postgres: await postgresMs(rows[0].pids[0]),
    queries: counted.queries,
    commits: Number(rows[0].syncs),
    providerCalls: calls,
  };
}

/** The CPU of PostgreSQL: of the postmaster, of its children, and of those that have ended. */
async function postgresMs(child: number): Promise<number> {
  const [, postmaster = ''] = (await stat(`${child}`)).fields;
  let sum = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const { fields, ms, endedMs } = await stat(pid).catch(() => ({ fields: [], ms: 0, endedMs: 0 }));
    if (pid === postmaster) sum += ms + endedMs;
    else if (fields[1] === postmaster) sum += ms;
  }
  return sum;
}

const processMs = async (pid: number) => (await stat(`${pid}`)).ms;

const threadMs = async (task: string) => (await stat(task)).ms;

/** CPU in milliseconds, user and system, from /proc, in steps of 10 ms. */
async function stat(task: string) {
  const text = await readFile(`/proc/${task}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { fields, ms: (user + system) * 10, endedMs: (endedUser + endedSystem) * 10 };
}

const waiting = new Map<number, (answer: unknown) => void>();
let asked = 0;

/** Starts this file in another process, which replies to `ask`. */
function start(args: string[], env: NodeJS.ProcessEnv, execArgv: string[] = []): ChildProcess {
  const child = fork(import.meta.filename, args, { env, execArgv });
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => waiting.get(id)?.(answer));
  return child;
}

async function ask(child: ChildProcess, question: object): Promise<unknown> {
  const id = ++asked;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  waiting.set(id, resolve);
  child.send({ id, ...question });
  return promise.finally(() => waiting.delete(id));
}

function answer<T extends { id: number }>(reply: (question: T) => unknown): void {
  process.on('message', async (question: T) => {
    process.send?.({ id: question.id, answer: await reply(question) });
  });
}

/** The provider, with a database of its own. */
async function runProvider(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const { subscribe } = await import('node:diagnostics_channel');
  const { migrate } = await import('../server/db/migrate.ts');
  const { startFakeRazorpay } = await import('../tests/fakes/razorpay.ts');
  let calls = 0;
  subscribe('http.server.request.start', () => {
    calls++;
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-provider-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
  const pool = openPool(server.url);
  await migrate(pool);
  const fake = await startFakeRazorpay({
    db: openDatabase(pool),
    webhookUrl: `http://127.0.0.1:${process.env.PORT}/api/razorpay/webhook`,
    speed: 1,
    seed: false,
  });
  process.on('SIGTERM', async () => {
    await fake.close();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
    process.exit();
  });
  answer<{ id: number; pay?: string; count?: true }>(async ({ pay, count }) => {
    if (pay) return fake.pay(pay);
    if (count) return { calls };
    const { url, keyId, keySecret, webhookSecret } = fake;
    return { url, keyId, keySecret, webhookSecret };
  });
}

/** The server of a version of the shop, whose queries are counted. */
async function runShop(): Promise<void> {
  const folder = process.argv[3] ?? '';
  process.chdir(folder);
  const { Client } = createRequire(path.join(folder, 'package.json'))('pg') as typeof pg;
  const query = Client.prototype.query;
  let queries = 0;
  Client.prototype.query = function counted(this: unknown, ...args: unknown[]) {
    queries++;
    return Reflect.apply(query, this, args);
  } as typeof query;
  answer(() => ({ queries }));
  await import(path.join(folder, 'server', 'main.ts'));
}

if (import.meta.main) {
  const [role] = process.argv.slice(2);
  if (role === 'provider') await runProvider();
  else if (role === 'shop') await runShop();
  else await main();
}
