// Measures each call of each page of the back office with 100,000 orders, in milliseconds and as a ratio to the smallest
// reply in the same run. Lists the calls that take more than 300 ms; asserts nothing.
//   node_modules/.bin/node bench/back-office.ts [folder] [orders]
// Without a folder it fills a temporary one. A given folder is filled if it has no orders, and is kept: a shop can be
// started on it (DATA_DIR).
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { addAdmin } from '../server/accounts/admins/admins.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { isUnseeded, seedEmpty } from '../server/content/seed.ts';
import { createCouriers } from '../server/couriers/couriers.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { events } from '../server/events.ts';
import { createFileStore } from '../server/media/files.ts';
import { choosePayments } from '../server/provider/choose.ts';
import { openDisk } from '../server/runtime/disk.ts';
import { createLog } from '../server/runtime/log.ts';
import { createWorkerPool } from '../server/runtime/worker-pool.ts';
import { fillWithOrders } from './many-orders.ts';

const limitMs = 300;
const rounds = 15;
const warmUps = 2;
const [folder, orders = '100000'] = process.argv.slice(2);
const dataDir = folder ? resolve(folder) : await mkdtemp(join(tmpdir(), 'haat-bench-'));
const email = 'bench@example.in';

const lock = await lockDataDir(dataDir);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: !folder });
const pool = openPool(server.url);
try {
  await measure();
} finally {
  await pool.end();
  await server.stop();
  await lock.release();
  if (!folder) await removeDataDir(dataDir);
}

async function measure() {
  const { call, get, close } = await open();
  const { smallest, calls } = await pages(get);
  const bases: number[] = [];
  const measured: { name: string; median: number; p95: number }[] = [];
  for (const [page, path] of calls) {
    const times: number[] = [];
    for (let round = 0; round < warmUps + rounds; round++) {
      // Alternately, so that other load on the machine affects both alike.
      const [base, ms] = [await timeOf(() => call(smallest)), await timeOf(() => call(path))];
      if (round < warmUps) continue;
      bases.push(base);
      times.push(ms);
    }
    measured.push({
      name: `${page}  ${path}`,
      median: quantile(times, 0.5),
      p95: quantile(times, 0.95),
    });
  }
  await close();
  const base = quantile(bases, 0.5);
  const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`.padStart(10);
  console.log(
    `The smallest reply (${smallest}): median ${base.toFixed(1)} ms, p95 ${quantile(bases, 0.95).toFixed(1)} ms`,
  );
  console.log('   ratio    median       p95  page and call');
  for (const { name, median, p95 } of measured) {
    const ratio = `${(median / base).toFixed(1)} ×`.padStart(8);
    console.log(`${ratio}${milliseconds(median)}${milliseconds(p95)}  ${name}`);
  }
  const slow = measured.filter(({ median }) => median > limitMs);
  console.log(`Over ${limitMs} ms: ${slow.map(({ name }) => name).join(', ') || 'none'}.`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function quantile(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
}

/** The calls of each page, with an order and a search from the middle of the list. */
async function pages(get: <T>(path: string) => Promise<T>) {
  type Order = { _id: string; order_number: string; customer: { email: string } };
  const [order] = await get<Order[]>('/order/admin?page=2000&limit=1');
  if (!order) throw new Error('There are no orders to measure with.');
  const [product] = (await get<{ products: { _id: string }[] }>('/products?limit=1')).products;
  const [customer] = await get<{ _id: string; email: string }[]>('/customers?page=300&limit=1');
  const calls = Object.entries({
    Dashboard: ['/auth/admin/stats', '/attention?limit=3'],
    Attention: ['/attention?limit=20&page=1&resolved=false', '/attention?limit=20&page=5&resolved=true'],
    Orders: [
      '',
      'page=2000',
      'status=delivered&page=900',
      'status=pending',
      'guest=true&page=500',
      'sort=-amount&page=100',
      'from=2026-01-01&to=2026-03-31',
      'deleted=true',
      `search=${order.order_number}`,
      'search=asha',
      'search=rao%20buyer',
      'search=9&page=3',
      'search=no%20such%20name',
      `search=${encodeURIComponent(order.customer.email)}`,
    ]
      .map((query) => `/order/admin?limit=20&${query}`)
      .concat('/order/admin/stats', `/order/admin/${order._id}`, '/order/admin/news'),
    Customers: [
      '',
      'page=300',
      'sort=-spent',
      'sort=-createdAt&guest=true',
      'search=asha',
      'search=rao',
      'search=9',
      'search=no%20such%20name',
      `search=${encodeURIComponent(customer?.email ?? '')}`,
    ]
      .map((query) => `/customers?limit=24&${query}`)
      .concat(`/customers/${customer?._id}`, `/order/admin?customer=${customer?._id}`),
    Products: [
      '/products?limit=24',
      '/products?limit=24&search=indigo',
      '/categories',
      '/products/counts',
      `/products/${product?._id}`,
    ],
    Batch: ['/products/batch', '/products/import'],
    Brands: ['/brands', '/product-types'],
    Policy: ['/policies', '/policies/templates'],
    Settings: ['/site-info/admin'],
    Queries: ['/contact', '/contact?page=100', '/contact?search=arrive', '/contact/unread'],
    Mail: ['/mails', '/mails?page=2000', '/mails?search=buyer77', '/mails?status=failed', '/mails/summary'],
    Admins: ['/auth/admin/admins'],
    Log: ['/admin/log', '/admin/log?area=orders'],
  }).flatMap(([page, paths]) => paths.map((path) => [page, path] as const));
  return { smallest: '/auth/me', calls };
}

/** Starts the app in this process with filled tables and a signed-in admin. */
async function open() {
  await migrate(pool);
  const db = openDatabase(pool);
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  });
  if (await isUnseeded(db)) await seedEmpty({ db });
  const { password } = await addAdmin(db, email);
  const { rows } = await pool.query<{ filled: boolean }>('select exists (select from orders) as filled');
  if (!rows[0]?.filled) {
    const startedAt = performance.now();
    await fillWithOrders(pool, Number(orders));
    console.log(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  // The clock advances with each call, so that nothing is read from a short-lived cache.
  let advancedMs = 0;
  const clock = { now: () => new Date(Date.now() + advancedMs) };
  const { payments } = await choosePayments(db, config);
  const log = createLog(config.logLevel);
  const jobs = { enqueue: async () => {} };
  const workers = createWorkerPool(log);
  const deps = {
    config,
    db,
    connections: pool,
    files: createFileStore(config),
    jobs,
    payments,
    couriers: createCouriers(config, db),
    events,
    disk: openDisk(dataDir),
    workers,
    clock,
    log,
  };
  const { app } = await createApp(deps, { isReady: async () => true });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const signedIn = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, portal: 'admin' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const call = async (path: string): Promise<string> => {
    advancedMs += 11_000;
    const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = await reply.text();
    if (!reply.ok) throw new Error(`${path} replied ${reply.status}: ${body}`);
    return body;
  };
  const get = async <T>(path: string) => JSON.parse(await call(path)) as T;
  return { call, get, close: () => app.close().then(workers.close) };
}
