// How long the server takes for each call of each page of the back office over 100,000 orders, with each as a ratio to
// the emptiest answer an admin can get in the same run. Says which take more than 300 ms; asserts nothing.
//   node_modules/.bin/node bench/back-office.ts [folder] [orders]
// Without a folder a throwaway one is filled. A folder that is named is filled if it has no orders, and stays: a shop
// can be started on it (DATA_DIR).
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { addAdmin } from '../server/accounts/accounts.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { isUnseeded, seedEmpty } from '../server/content/seed.ts';
import { lockDataDir } from '../server/db/data-dir.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { createLog } from '../server/log.ts';
import { createFileStore } from '../server/media/files.ts';
import { choosePayments } from '../server/payments/choose.ts';
import { createWorkerPool } from '../server/worker-pool.ts';
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
  const { emptiest, calls } = await pages(get);
  const bases: number[] = [];
  const measured: { name: string; median: number; p95: number }[] = [];
  for (const [page, path] of calls) {
    const taken: number[] = [];
    for (let round = 0; round < warmUps + rounds; round++) {
      // Turn by turn, so that whatever else the machine does weighs on both alike.
      const [base, ms] = [await timeOf(() => call(emptiest)), await timeOf(() => call(path))];
      if (round < warmUps) continue;
      bases.push(base);
      taken.push(ms);
    }
    measured.push({
      name: `${page}  ${path}`,
      median: quantile(taken, 0.5),
      p95: quantile(taken, 0.95),
    });
  }
  await close();
  const base = quantile(bases, 0.5);
  const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`.padStart(10);
  console.log(
    `The emptiest answer (${emptiest}): median ${base.toFixed(1)} ms, p95 ${quantile(bases, 0.95).toFixed(1)} ms`,
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
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function quantile(taken: number[], part: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * part)] ?? 0;
}

/** What each page asks for, with an order and a search from the middle of the books. */
async function pages(get: <T>(path: string) => Promise<T>) {
  type Order = { _id: string; order_number: string; customer: { email: string } };
  const [order] = await get<Order[]>('/order/admin?page=2000&limit=1');
  if (!order) throw new Error('There are no orders to measure with.');
  const [product] = (await get<{ products: { _id: string }[] }>('/products?limit=1')).products;
  const calls = Object.entries({
    Dashboard: ['/auth/admin/stats', '/attention?limit=3'],
    Attention: ['/attention?limit=20&page=1&resolved=false', '/attention?limit=20&page=5&resolved=true'],
    Orders: [
      ...['', 'page=2000', 'status=delivered&page=900', 'status=pending', 'guest=true&page=500'],
      ...['sort=-amount&page=100', 'from=2026-01-01&to=2026-03-31', 'deleted=true'],
      `search=${order.order_number}`,
      ...['search=asha', 'search=rao%20buyer', 'search=9&page=3', 'search=nobody%20is%20called%20so'],
      `search=${encodeURIComponent(order.customer.email)}`,
    ]
      .map((query) => `/order/admin?limit=20&${query}`)
      .concat('/order/admin/stats', `/order/admin/${order._id}`, '/order/admin/news'),
    Products: [
      ...['/products?limit=24', '/products?limit=24&search=indigo', '/categories', '/products/counts'],
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
  return { emptiest: '/auth/me', calls };
}

/** The whole app in this process, an owner signed in, the books filled. */
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
  const { rows } = await pool.query<{ some: boolean }>('select exists (select from orders) as some');
  if (!rows[0]?.some) {
    const began = performance.now();
    await fillWithOrders(pool, Number(orders));
    console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  // Each call finds the clock a little later: nothing that is kept for a moment answers for the database.
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const { payments } = await choosePayments(db, config);
  const log = createLog(config.logLevel);
  const jobs = { enqueue: async () => {} };
  const workers = createWorkerPool(log);
  const deps = { config, db, files: createFileStore(config), jobs, payments, workers, clock, log };
  const { app } = await createApp(deps, { isReady: async () => true });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const signedIn = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, portal: 'admin' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const call = async (path: string): Promise<string> => {
    ahead += 11_000;
    const reply = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${body}`);
    return body;
  };
  const get = async <T>(path: string) => JSON.parse(await call(path)) as T;
  return { call, get, close: () => app.close().then(workers.close) };
}
