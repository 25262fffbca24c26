// What a paid order costs: CPU of the request thread, of the other threads and of PostgreSQL, queries, commits to disk,
// calls of the provider, and the rate. The shop runs in production mode in a process of its own, like the provider; the
// first turns are a warm-up. Prints; asserts nothing. Run it after a build:
//   node_modules/.bin/node bench/orders.ts [number of orders] [folder of another version of the shop to compare with]
// Versions are measured in turn, and the medians are printed. PROFILE=folder stores a CPU profile of each thread.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import type { Paid } from '../tests/fakes/razorpay.ts';
import { createProduct, orderFor } from '../tests/support/factories.ts';
import { ask, startProcess } from './order-processes.ts';
import { mediansOf, type Sample } from './repeat.ts';
import { freePort } from './shop.ts';

/** For one paid order on average. Times in milliseconds. */
type OrderCost = {
  requestThread: number;
  otherThreads: number;
  postgres: number;
  queries: number;
  commits: number;
  providerCalls: number;
};

export type OrderBench = Awaited<ReturnType<typeof openOrderBench>>;

async function main(): Promise<void> {
  const [count = 400, other] = process.argv.slice(2);
  const { PROFILE: profile } = process.env;
  const folders = [...(other ? [path.resolve(other)] : []), path.resolve('.')];
  const benches: { folder: string; bench: OrderBench; runs: Record<string, Sample[]> }[] = [];
  try {
    for (const folder of folders) {
      const bench = await openOrderBench({ folder, profile });
      benches.push({ folder, bench, runs: { 'one by one': [], '16 at once': [] } });
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, atOnce] of Object.entries({ 'one by one': 1, '16 at once': 16 }))
        for (const { bench, runs } of benches)
          runs[name]?.push(await bench.run(atOnce, Math.ceil(Number(count) / rounds)));
    }
  } finally {
    for (const { bench } of benches) await bench.close();
  }
  for (const { folder, runs } of benches) {
    console.log(folder);
    console.table(Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, mediansOf(list)])));
  }
}

/** How often each version is measured. */
const rounds = 4;

/**
 * Starts a version of the shop with 50 products and a provider in another process, and places the first orders as a
 * warm-up. `profile` is the folder for CPU profiles.
 */
export async function openOrderBench({ folder, profile }: { folder: string; profile?: string | undefined }) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.url);
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir, PORT: String(port) };
  const provider = startProcess(['provider'], env);
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
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const shop = startProcess(['shop', folder], { ...env, ...settings }, profiling);

  async function close(): Promise<void> {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
    provider.kill();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  }

  try {
    const address = `http://127.0.0.1:${port}/api`;
    while (!(await fetch(`${address}/health/ready`).catch(() => undefined))?.ok) await sleep(50);
    const db = openDatabase(pool);
    const products = await Promise.all(
      Array.from({ length: 50 }, () => createProduct(db, { stock: 1_000_000 })),
    );
    const buy = buyer(address, provider, products);
    await inLanes(16, 100, buy);
    await untilQuiet(pool);
    return {
      /** Places, pays and verifies `count` orders, `atOnce` together: what each costs, and the orders per second. */
      run: (atOnce: number, count: number) =>
        measure(
          () => readCounters(shop, provider, pool),
          pool,
          count,
          () => inLanes(atOnce, count, buy),
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
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
  return { perSecond: Number((count / seconds).toFixed(1)), ...cost };
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

if (import.meta.main) await main();
