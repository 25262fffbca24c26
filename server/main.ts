import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { demoParts } from '../shared/contract/demo.ts';
import { createApp } from './app.ts';
import { findDemo } from './back-office.ts';
import { type Config, checkConfig } from './config.ts';
import { listenForChanges } from './db/changes.ts';
import { openDatabase, openPool } from './db/database.ts';
import { isMigrated } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { openDisk } from './disk.ts';
import { serveMetrics } from './health/metrics.ts';
import { startDevelopment } from './http/development.ts';
import type { JobData } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { createFileStore } from './media/files.ts';
import { prepareSizes } from './media/media.ts';
import { prepareShop } from './prepare-shop.ts';
import { checkStart } from './start-checks.ts';
import { explainListenError, explainStartError, StartError } from './start-errors.ts';
import { createTasks } from './tasks.ts';
import { createWorkerPool } from './worker-pool.ts';

const root = join(import.meta.dirname, '..');

const startedAt = performance.now();
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Stops what has been started, in reverse order. */
const stops: (() => Promise<unknown>)[] = [];
let stopping = false;

try {
  await start();
} catch (error) {
  // A start that is interrupted by a stop fails too; the stop then ends the process.
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
  const { url: databaseUrl, kill } = await startDatabase(config);
  lock.lost.then(() => {
    kill();
    process.stderr.write(
      `Another Haat has taken over the data folder ${config.dataDir}. This one has ended.\n`,
    );
    process.exit(1);
  });
  const pool = openPool(databaseUrl);
  stops.push(() => pool.end());
  const db = openDatabase(pool);
  const files = createFileStore(config);
  const clock = { now: () => new Date() };
  const log = createLog(config.logLevel);
  const parts = { config, pool, databaseUrl, db, files, log, say: print };
  const { pictures, admin, payments, sandbox, queue } = await prepareShop(parts);
  const workers = createWorkerPool(log);
  stops.push(workers.close, queue.stop);
  const deps: Deps = {
    config,
    db,
    connections: pool,
    files,
    jobs: queue.jobs,
    payments,
    disk: openDisk(config.dataDir),
    workers,
    clock,
    log,
  };

  const development = config.production ? undefined : await startDevelopment(root);
  if (development) stops.push(development.stop);
  const buildDir = join(root, 'build');
  const builtServer = join(buildDir, 'server', 'index.js');
  const web = development ?? { buildDir, loadBuild: () => import(builtServer) as Promise<ServerBuild> };
  if (!development && !existsSync(builtServer))
    throw new StartError('The pages are not built. Start the shop with npm start.');

  const { app, figures, changed, missedChanges, publishChanges } = await createApp(deps, {
    isReady: async () => !stopping && (await isMigrated(pool)),
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
  if (config.metrics) stops.push(await serveMetrics(config.metrics, figures, log));
  const tasks = createTasks(deps);
  const handlers = {
    ...tasks,
    batch: (data: JobData['batch']) => tasks.batch(data).finally(publishChanges),
    import: (data: JobData['import']) => tasks.import(data).finally(publishChanges),
  };
  await queue.run(handlers);

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

  /** Prepares the picture sizes of product cards for the first visit. A stop ends it. */
  function warmUp(paths: string[]): void {
    const abort = new AbortController();
    stops.push(async () => abort.abort());
    prepareSizes(files, paths, [400, 640], abort.signal).catch((error: unknown) => {
      log.warn({ err: error }, 'picture sizes could not be prepared');
    });
  }
}

async function startDatabase({ databaseUrl, dataDir, walArchive }: Config) {
  if (databaseUrl) return { url: databaseUrl, kill: () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log: print, walArchive });
  stops.push(() => server.stop());
  return server;
}

/** Graceful shutdown: no new requests, open requests and jobs finish, the database stops last. */
function stopOnSignals(announceStop: () => Promise<void>): void {
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    print(`Stopping (${reason}) …`);
    // Ends the process even if something hangs.
    setTimeout(() => process.exit(1), 20_000).unref();
    await announceStop().catch(() => {});
    await stopAll();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  // The channel closes when scripts/start.mjs is killed; the shop then stops too.
  if (process.channel) process.on('disconnect', () => void stop('the start script has ended'));
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
