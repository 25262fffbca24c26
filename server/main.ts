import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { demoParts } from '../shared/contract/demo.ts';
import { accountTasks } from './accounts/accounts.ts';
import { createApp } from './app.ts';
import { findDemo } from './back-office.ts';
import { catalogueTasks } from './catalogue/catalogue.ts';
import { checkoutTasks } from './checkout/checkout.ts';
import { checkConfig } from './config.ts';
import { listenForChanges } from './db/changes.ts';
import { openDatabase, openPool } from './db/database.ts';
import { isMigrated } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { startDevelopment } from './http/development.ts';
import { createLog } from './log.ts';
import { mailTasks } from './mail/mail.ts';
import { createFileStore } from './media/files.ts';
import { mediaTasks, prepareSizes } from './media/media.ts';
import { readInvoice } from './orders/orders.ts';
import { migrations, prepareShop } from './prepare-shop.ts';
import { checkStart } from './start-checks.ts';
import { explainListenError, explainStartError, StartError } from './start-errors.ts';

const root = join(import.meta.dirname, '..');

const startedAt = performance.now();
const print = (line: string) => process.stdout.write(`${line}\n`);

/** What has been started, newest last; stopped in the other order. */
const stops: (() => Promise<unknown>)[] = [];
let stopping = false;

try {
  await start();
} catch (error) {
  // A start that is stopped half-way fails at whatever was taken away; the stop ends the process itself.
  if (!stopping) {
    process.stderr.write(`${explainStartError(error)}\n`);
    await stopAll();
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const checked = checkConfig();
  const lock = await checkStart(checked);
  const { config } = checked;
  stops.push(() => lock.release());
  stopOnSignals(lock.stopping);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config.dataDir));
  const pool = openPool(databaseUrl);
  stops.push(() => pool.end());
  const db = openDatabase(pool);
  const files = createFileStore(config);
  const clock = { now: () => new Date() };
  const log = createLog(config.logLevel);
  const parts = { config, pool, databaseUrl, db, files, log, say: print };
  const { pictures, admin, payments, sandbox, queue } = await prepareShop(parts);
  stops.push(queue.stop);
  const deps: Deps = { config, db, files, jobs: queue.jobs, payments, clock, log };

  const development = config.production ? undefined : await startDevelopment(root);
  if (development) stops.push(development.stop);
  const buildDir = join(root, 'build');
  const builtServer = join(buildDir, 'server', 'index.js');
  const web = development ?? { buildDir, loadBuild: () => import(builtServer) as Promise<ServerBuild> };
  if (!development && !existsSync(builtServer))
    throw new StartError('The pages are not built. Start the shop with npm start.');

  const { app, changed, missedChanges, publishChanges } = await createApp(deps, {
    isReady: async () => !stopping && (await isMigrated(pool, migrations)),
    changesReceived: () => changes.received(),
    web,
    sandbox: sandbox && { ...sandbox, db, clock, log },
  });
  const changes = listenForChanges(databaseUrl, changed, missedChanges);
  stops.push(changes.stop);
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new StartError(explainListenError(error, config));
  });
  stops.push(() => app.close());
  const { batch, import: importProducts } = catalogueTasks(deps);
  await queue.run({
    ...checkoutTasks(deps),
    ...accountTasks(deps),
    batch: (data) => batch(data).finally(publishChanges),
    import: (data) => importProducts(data).finally(publishChanges),
    ...mediaTasks(deps),
    ...mailTasks(deps, (orderId) => readInvoice(deps, orderId)),
  });

  const demo = payments.test ? [] : demoParts(await findDemo(deps));
  announce();
  warmUp(pictures);

  function announce(): void {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print('');
    print(`  Haat is open   ${config.publicUrl}   (started in ${seconds} s)`);
    print(`  Back office    ${config.publicUrl}/admin`);
    if (admin) {
      print(`  Admin login    ${admin.email}`);
      if (admin.password)
        print(`  Password       ${admin.password}   (shown at each start until you sign in)`);
      print(`  New password   npm run admin -- reset ${admin.email}`);
    }
    if (payments.test) print('  Payments       Test mode: no real payment is taken');
    if (demo.length > 0) print(`  Demo content   ${demo.join('; ')}. Remove it on the dashboard.`);
    print('');
  }

  /** Makes the sizes that cards ask for, so that the first visit is quick too; a stop ends it. */
  function warmUp(paths: string[]): void {
    const ending = new AbortController();
    stops.push(async () => ending.abort());
    prepareSizes(files, paths, [400, 640], ending.signal).catch((error: unknown) => {
      log.warn({ err: error }, 'pictures could not be made ahead');
    });
  }
}

async function startDatabase(dataDir: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, log: print });
  stops.push(() => server.stop());
  return server.url;
}

/** Ends in good order: no new requests, those under way are answered, jobs rest, the database is last. */
function stopOnSignals(announceStop: () => Promise<void>): void {
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    print(`Stopping (${reason}) …`);
    // Whatever hangs must not keep the shop from ending.
    setTimeout(() => process.exit(1), 20_000).unref();
    await announceStop().catch(() => {});
    await stopAll();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  // The starter holds this channel: when it is killed the shop ends in good order too.
  if (process.channel) process.on('disconnect', () => void stop('the starter has ended'));
}

async function stopAll(): Promise<void> {
  for (const end of stops.reverse()) {
    try {
      await end();
    } catch (error) {
      process.stderr.write(`While stopping: ${String(error)}\n`);
    }
  }
}
