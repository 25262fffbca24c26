// How much CPU of the request thread pages and paid orders take, as ratios in one run: cached, missing and new pages;
// orders without their jobs, with an invoice from a worker thread, and with one that the request thread renders as well.
// Prints; asserts nothing. Run it after a build: NODE_ENV=production node_modules/.bin/node bench/load.ts [rounds]
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import type { Deps } from '../server/deps.ts';
import { openDisk } from '../server/disk.ts';
import { createLog } from '../server/log.ts';
import { createFileStore } from '../server/media/files.ts';
import type { InvoiceContent } from '../server/orders/invoices/invoice.ts';
import { renderInvoice } from '../server/orders/invoices/pdf.ts';
import { createProvider } from '../server/payments/provider.ts';
import { createTasks } from '../server/tasks.ts';
import { createWorkerPool } from '../server/worker-pool.ts';
import { startFakeRazorpay } from '../tests/fakes/razorpay.ts';
import { createProduct, orderFor } from '../tests/support/factories.ts';
import { createTestJobs } from '../tests/support/jobs.ts';

/** A multiple of 20. */
const rounds = Number(process.argv[2] ?? 60);
const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
const pool = openPool(server.url);
await migrate(pool);
const db = openDatabase(pool);
const config = readConfig({
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
  LOG_LEVEL: 'fatal',
  RATE_LIMIT: 'off',
});
const files = createFileStore(config);
const { seedDemo } = await import('../demo/seed.ts');
await seedDemo({ db, files, log: () => {} });
const fake = await startFakeRazorpay({ db, seed: false, behaviour: { listLagSeconds: 0 } });
const log = createLog(config.logLevel);
const workers = createWorkerPool(log);
const queue = createTestJobs();
const payments: Deps['payments'] = {
  provider: createProvider({ ...fake, apiUrl: fake.url }),
  name: 'sandbox',
  keyId: fake.keyId,
  keySecret: fake.keySecret,
  webhookSecrets: [fake.webhookSecret],
  checkoutScript: '/sandbox/razorpay/v1/checkout.js',
  test: true,
};
const deps: Deps = {
  ...{ config, db, files, jobs: queue.jobs, payments, workers, log },
  disk: openDisk(dataDir),
  clock: { now: () => new Date() },
};
const loadBuild = () => import(path.resolve('build/server/index.js'));
const { app } = await createApp(deps, { isReady: async () => true, web: { loadBuild } });
const tasks = createTasks(deps);

const pages = await compare({
  'a cached page': () => get('/', 200),
  'an unknown address': (i) => get(`/nowhere-${i}`, 404),
  'a missing product': (i) => get(`/products/nothing-${i}`, 404),
  'a new search': (i) => get(`/products?search=${i}`, 200),
});
print('Pages', pages);

const orders = await compare({
  'order and payment': async (i) => {
    await buy(i);
    queue.waiting.length = 0;
  },
  'and its mails, with the invoice from a worker thread': async (i) => {
    await buy(i);
    await queue.run(tasks);
  },
  'and the invoice rendered on this thread as well': async (i) => {
    const id = await buy(i);
    await queue.run(tasks);
    const { content } = await db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', id)
      .executeTakeFirstOrThrow();
    await renderInvoice(content as unknown as InvoiceContent);
  },
});
print('Paid orders', orders);

await app.close();
await workers.close();
await fake.close();
await pool.end();
await server.stop();
await removeDataDir(dataDir);

/**
 * The CPU milliseconds of this thread for each kind of work, on average: the system counts in steps that are longer than
 * a cached page takes. The kinds take turns, each for the same number of rounds.
 */
async function compare(kinds: Record<string, (round: number) => Promise<unknown>>) {
  const measured = new Map<string, number>();
  const turn = 20;
  for (let from = -turn; from < rounds; from += turn) {
    for (const [name, work] of Object.entries(kinds)) {
      const before = process.threadCpuUsage();
      for (let i = 0; i < turn; i++) await work(from + i);
      const { user, system } = process.threadCpuUsage(before);
      // The first turn is a warm-up.
      if (from >= 0) measured.set(name, (measured.get(name) ?? 0) + (user + system) / 1000 / rounds);
    }
  }
  return measured;
}

function print(title: string, measured: Map<string, number>): void {
  console.log(`${title}, CPU of the request thread`);
  const [base = 0] = measured.values();
  for (const [name, milliseconds] of measured) {
    const ratio = (milliseconds / base).toFixed(1);
    console.log(`${ratio.padStart(8)} ×  ${milliseconds.toFixed(2).padStart(7)} ms  ${name}`);
  }
}

async function get(url: string, expected: number): Promise<void> {
  const { statusCode } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
  if (statusCode !== expected) throw new Error(`${url} replied with ${statusCode}`);
}

/** Places and pays an order. Returns its id. */
async function buy(round: number): Promise<string> {
  const { id } = await createProduct(db);
  const payload = orderFor([{ id }], { email: `bench${round}@example.in` });
  const placed = await app.inject({ method: 'POST', url: '/api/razorpay/create-order', payload });
  const { order_id: orderId, razorpay_order } = placed.json();
  if (!razorpay_order) throw new Error(`create-order replied with ${placed.body}`);
  const paid = await fake.pay(razorpay_order.id);
  const verified = await app.inject({ method: 'POST', url: '/api/razorpay/verify-payment', payload: paid });
  if (verified.statusCode !== 200) throw new Error(`verify-payment replied with ${verified.body}`);
  return orderId;
}
