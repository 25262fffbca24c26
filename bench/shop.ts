import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { startChild } from './child.ts';
import { fillWithOrders } from './many-orders.ts';
import { fillWithProducts } from './many-products.ts';
import { readUse } from './processes.ts';
import type { Provider, ProviderTask } from './provider.ts';

const root = path.dirname(import.meta.dirname);
const startTimeoutMs = 300_000;
export const ownerEmail = 'bench@example.in';
export const ownerPassword = 'measured-by-the-owner';

export type BenchShop = Awaited<ReturnType<typeof openShop>>;

/**
 * Starts a complete shop as `npm start` does, in production mode, with a data folder of its own that is filled to so
 * many products and orders. A given data folder is kept, otherwise a temporary one is removed at the end. With
 * `provider`, the sandbox of the payment provider is a process of its own.
 */
export async function openShop(options: {
  products: number;
  orders?: number;
  dataDir?: string;
  provider?: boolean;
}) {
  const dataDir = options.dataDir
    ? path.resolve(options.dataDir)
    : await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const logFile = path.join(dataDir, 'bench.log');
  let child: ChildProcess | undefined;
  const provider = options.provider ? startChild<ProviderTask, Provider>('provider.ts') : undefined;
  const paid = await provider?.run({ webhookUrl: `${base}/api/razorpay/webhook` });

  /** Starts the shop. Returns the milliseconds until the first good reply of the home page. */
  async function start(): Promise<number> {
    const log = openSync(logFile, 'a');
    const startedAt = performance.now();
    child = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        HAAT_STOP_WITH_PARENT: '1',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ownerEmail,
        ADMIN_PASSWORD: ownerPassword,
        RATE_LIMIT: 'off',
        ...(paid && {
          RAZORPAY_KEY_ID: paid.keyId,
          RAZORPAY_KEY_SECRET: paid.keySecret,
          RAZORPAY_WEBHOOK_SECRET: paid.webhookSecret,
          RAZORPAY_API_URL: paid.url,
        }),
      },
    });
    while (performance.now() - startedAt < startTimeoutMs) {
      if (child.exitCode !== null)
        throw new Error(`The shop did not start:\n${readFileSync(logFile, 'utf8').slice(-3000)}`);
      const reply = await fetch(base).catch(() => undefined);
      await reply?.arrayBuffer();
      if (reply?.ok) return performance.now() - startedAt;
      await sleep(5);
    }
    throw new Error(`The shop was not ready within ${startTimeoutMs / 1000} s`);
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  async function restart(): Promise<number> {
    await stop();
    return start();
  }

  /** The connection string of the running database, which accepts connections on a socket only. */
  function databaseUrl(): string {
    const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8');
    const pidFile = readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    const socketFolder = encodeURIComponent(pidFile.split('\n')[4] ?? '');
    return `postgres://haat:${password}@localhost/haat?host=${socketFolder}`;
  }

  async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: databaseUrl() });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until every mail is sent, and every webhook has arrived and is handled, so that their CPU counts. */
  async function untilQuiet(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const [row] = await query<{ busy: boolean }>(busy);
      if (!row?.busy) return;
      await sleep(100);
    }
    throw new Error('The mails and webhooks of the orders were not handled within a minute');
  }

  /** Starts and stops only the database, which is at rest. Returns the milliseconds until it accepts connections. */
  async function startDatabaseAlone(): Promise<number> {
    const startedAt = performance.now();
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    const ms = performance.now() - startedAt;
    await server.stop();
    return ms;
  }

  /** Returns whether rows were added. */
  async function fill(): Promise<boolean> {
    const pool = new pg.Pool({ connectionString: databaseUrl() });
    try {
      const { rows } = await pool.query<{ products: number; orders: number }>(
        'select (select count(*) from products)::int as products, (select count(*) from orders)::int as orders',
      );
      const [found = { products: 0, orders: 0 }] = rows;
      const needsProducts = found.products < options.products;
      const needsOrders = found.orders < (options.orders ?? 0) / 2;
      if (needsProducts) await fillWithProducts(pool, options.products);
      if (needsOrders) await fillWithOrders(pool, options.orders ?? 0);
      return needsProducts || needsOrders;
    } finally {
      await pool.end();
    }
  }

  await start();
  await sleep(2000);
  const memoryOfFirstStart = readUse(child?.pid ?? 0).server.memory;
  if (await fill()) await restart();
  return {
    port,
    base,
    dataDir,
    start,
    stop,
    restart,
    query,
    databaseUrl,
    untilQuiet,
    /** The address of the provider, if it is a process of its own. */
    providerUrl: paid?.url,
    /** The ids of products without options that no measurement sells out. */
    buyable: async () => (await query<{ id: string }>(buyable)).map(({ id }) => id),
    startDatabaseAlone,
    /** In MB: of the server that has filled the new shop. */
    memoryOfFirstStart,
    /** CPU and memory of the server and of PostgreSQL. */
    use: () => readUse(child?.pid ?? 0),
    async close() {
      await stop();
      await provider?.stop();
      if (!options.dataDir) await removeDataDir(dataDir);
    },
  };
}

const buyable = `select id from products p where status = 'active' and options = '[]'
  and exists (select from variants v where v.product_id = p.id and stock > 1000) order by id limit 500`;

const busy = `select exists (select from mails where status = 'waiting' and created_at > now() - interval '1 hour')
    or exists (select from webhook_events where handled_at is null)
    or exists (select from pgboss.job where state in ('created', 'retry', 'active') and name in ('mail', 'webhook-event'))
    as busy`;

/** Below the ephemeral ports, so that no other connection uses it before the server starts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
        .on('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
