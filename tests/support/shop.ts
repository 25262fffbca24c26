import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll } from 'vitest';
import { removeDataDir } from '../../postgres/home.ts';
import { type AppParts, createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { seedEmpty } from '../../server/content/seed.ts';
import { createCouriers } from '../../server/couriers/couriers.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { events } from '../../server/events.ts';
import type { Handlers } from '../../server/jobs/jobs.ts';
import { createFileStore } from '../../server/media/files.ts';
import { openSandbox } from '../../server/provider/choose.ts';
import { createProvider } from '../../server/provider/client.ts';
import { createLog } from '../../server/runtime/log.ts';
import { ensureShopKey } from '../../server/runtime/secrets.ts';
import { createWorkerPool } from '../../server/runtime/worker-pool.ts';
import { createTasks } from '../../server/tasks.ts';
import { startFakeRazorpay } from '../fakes/razorpay.ts';
import { expectCleanAudit } from './audit.ts';
import { requireDocumented } from './documented-errors.ts';
import { createTestJobs } from './jobs.ts';
import { borrowDatabase, returnDatabase } from './shop-database.ts';

export type TestShop = Awaited<ReturnType<typeof createTestShop>>;
/**
 * The threads of all test shops of this process: a thread that renders its first invoice loads packages for a second.
 */
const workers = createWorkerPool(createLog('error'), { maxThreads: 1 });

type ShopOptions = {
  env?: Record<string, string>;
  timeoutMs?: number;
  live?: boolean;
  /** An empty data folder with its database, migrated, instead of new ones. */
  place?: { dataDir: string; databaseUrl: string };
  /** Whether the built-in sandbox has its routes, besides the simulated provider. */
  sandbox?: boolean;
  /** The shop stays as a new one is: not open. */
  isShut?: boolean;
  /** The pages; none by default. */
  web?: AppParts['web'];
  /** Seeds the database, instead of the seed of an empty shop. */
  seed?: (parts: Pick<Deps, 'db' | 'files'>) => Promise<unknown>;
};

/** The shop of a test file, closed after its tests. */
export async function testShop(options?: ShopOptions) {
  const shop = await createTestShop(options);
  afterAll(() => shop.close());
  return shop;
}

/** The shop of a test file that moves money or stock: its audit must be clean after the tests (threats §6.3). */
export async function auditedShop(options?: ShopOptions) {
  const shop = await testShop(options);
  afterAll(() => expectCleanAudit(shop));
  return shop;
}

type Reply = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/**
 * Creates the app in this process with its own database, and the simulated provider as a server. `advance` lets
 * time pass; jobs run when the test says so. `live`: as with live keys, so that orders are not test orders.
 */
export async function createTestShop(options: ShopOptions = {}) {
  const own = options.place ? undefined : await borrowDatabase();
  const databaseUrl = own?.url ?? options.place?.databaseUrl ?? '';
  const dataDir = options.place?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'haat-shop-')));
  const pool = own?.pool ?? openPool(databaseUrl, 20);
  const db = openDatabase(pool);
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  let databaseClock = Promise.resolve();
  const fake = await startFakeRazorpay({ db, now: clock.now, seed: false, behaviour: { listLagSeconds: 0 } });
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '3999',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    RAZORPAY_API_URL: fake.url,
    ...options.env,
  });
  const files = createFileStore(config);
  await ensureShopKey(files);
  await (options.seed ?? seedEmpty)({ db, files });
  if (!options.isShut) await db.updateTable('siteInfo').set({ opening: '{"isOpen": true}' }).execute();
  const newProvider = () => createProvider({ ...fake, apiUrl: fake.url, timeoutMs: options.timeoutMs });
  const queue = createTestJobs();
  const disk = { free: 50e9, size: 100e9, isWritable: true };
  const log = createLog(config.logLevel);
  const deps: Deps = {
    config,
    db,
    connections: pool,
    files,
    jobs: queue.jobs,
    payments: {
      provider: newProvider(),
      name: options.live ? 'razorpay' : 'sandbox',
      keyId: fake.keyId,
      keySecret: fake.keySecret,
      webhookSecrets: [fake.webhookSecret],
      checkoutScript: '/sandbox/razorpay/v1/checkout.js',
      test: !options.live,
    },
    couriers: createCouriers(config, db),
    events,
    disk: { space: async () => disk, isWritable: async () => disk.isWritable },
    workers,
    clock,
    log,
  };
  const { app, routes, figures, changed, missedChanges, expire } = await createApp(deps, {
    isReady: async () => true,
    ...(options.web && { web: options.web }),
    ...(options.sandbox && {
      sandbox: {
        ...(await openSandbox(db, config)),
        db,
        clock,
        log,
        isOn: () => deps.payments.name === 'sandbox',
      },
    }),
  });
  const handlers: Handlers = createTasks(deps);

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    more: InjectOptions = {},
  ): Promise<Reply> {
    await databaseClock;
    const reply = await app.inject({ method, url: `/api${url}`, ...more });
    const json = String(reply.headers['content-type']).includes('json');
    const body = json ? reply.json() : { raw: reply.rawPayload };
    if (reply.statusCode >= 400) requireDocumented(method, url, body.code);
    return {
      status: reply.statusCode,
      body,
      headers: reply.headers,
    };
  }

  return {
    app,
    /** Every call below /api, such as `GET /order/:id`. */
    routes: routes.filter((route) => route.includes(' /api/')).map((route) => route.replace(' /api/', ' /')),
    db,
    pool,
    /** For a separate process on the same database. */
    databaseUrl,
    deps,
    /** The figures of the app. */
    figures,
    /** The change notifications of the database. */
    changed,
    missedChanges,
    expire,
    fake,
    /** The state of the disk, in bytes, as tests set it. */
    disk,
    clock,
    get: (url: string, more?: InjectOptions) => call('GET', url, more),
    post: (url: string, payload?: object, more?: InjectOptions) => call('POST', url, { payload, ...more }),
    call,
    /** A new client of the provider, without recorded failures. */
    freshProvider() {
      deps.payments.provider = newProvider();
    },
    /** Lets time pass: moves the clocks of the shop, of the provider and of the database. */
    advance(minutes: number) {
      ahead += minutes * 60_000;
      databaseClock = databaseClock.then(() => own?.advance(minutes));
    },
    /** Sets the clocks of the shop and of the provider wrong by `minutes`; that of the database stays right. */
    skewClock(minutes: number) {
      ahead += minutes * 60_000;
    },
    handlers,
    /** The names of the queued jobs. */
    waitingJobs: () => queue.waiting.map(({ name }) => name),
    async runJobs() {
      await databaseClock;
      await queue.run(handlers);
    },
    /** Runs the jobs of the minute, and the jobs that they queue. */
    async minute() {
      await databaseClock;
      await handlers.minute({});
      await queue.run(handlers);
    },
    /** Runs the jobs that ask couriers. */
    async askCouriers() {
      await databaseClock;
      await handlers.couriers({});
    },
    async close() {
      await databaseClock;
      await app.close();
      await fake.close();
      await (own ? returnDatabase(own) : pool.end());
      if (!options.place) await removeDataDir(dataDir);
    },
  };
}
