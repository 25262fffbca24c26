import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ServerBuild } from 'react-router';
import { demoParts } from '../../shared/contract/demo.ts';
import { createApp } from '../app.ts';
import { findDemo } from '../back-office.ts';
import type { Config } from '../config.ts';
import { createCouriers } from '../couriers/couriers.ts';
import { listenForChanges } from '../db/changes.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { events } from '../events.ts';
import type { FigureReader } from '../health/figures.ts';
import { serveMetrics } from '../health/metrics.ts';
import { startDevelopment } from '../http/development.ts';
import { collectPurges } from '../http/pages/purges.ts';
import { type Handlers, type JobData, LONGEST_JOB_MS } from '../jobs/jobs.ts';
import { createFileStore } from '../media/files.ts';
import { prepareSizes } from '../media/media.ts';
import { times } from '../schedule.ts';
import { reloadSettings } from '../settings/settings.ts';
import { createTasks } from '../tasks.ts';
import { openDisk } from './disk.ts';
import { createLog, type Log } from './log.ts';
import { prepareShop } from './prepare-shop.ts';
import type { Shutdown } from './shutdown.ts';
import { explainListenError, StartError } from './start-errors.ts';
import { createWorkerPool } from './worker-pool.ts';

/** The longest time for open requests of a process that is being replaced. */
const RETIRED_REPLIES_MS = 15 * 60_000;

/** The longest time until a proxy knows that the shop stops. */
const STOP_NOTICE_MS = 3_000;

const root = join(import.meta.dirname, '..', '..');

/** What the owner reads when the shop is open. */
export type OpenedShop = {
  /** The first admin, until they have signed in. */
  admin: { email: string; password?: string | undefined } | undefined;
  /** Whether no real payments are taken. */
  isTest: boolean;
  /** The demo content that the shop has, if it takes real payments. */
  demo: string[];
};

/** The built pages, which are loaded while the database is prepared. */
function loadPages() {
  const buildDir = join(root, 'build');
  const builtServer = join(buildDir, 'server', 'index.js');
  if (!existsSync(builtServer))
    throw new StartError('The pages are not built. Start the shop with npm start.');
  const build = import(builtServer) as Promise<ServerBuild>;
  // `createApp` awaits it.
  build.catch(() => {});
  return { buildDir, loadBuild: () => build };
}

type Parts = {
  config: Config;
  databaseUrl: string;
  shutdown: Shutdown;
  say: (line: string) => void;
  /** Of this process among those of the shop. */
  index: number;
};

/**
 * Opens the shop in this process: prepares the database and listens. Adds to `shutdown` how to stop each part: no new
 * requests, open requests and jobs finish. Throws a StartError with what the owner can fix.
 */
export async function openShop(parts: Parts) {
  const { config, databaseUrl, shutdown, index } = parts;
  const { directDatabaseUrl = databaseUrl } = config;
  const log = createLog(config.logLevel);
  const pages = config.production ? loadPages() : undefined;
  // Before the database is opened, so that its queries are traced.
  const telemetry =
    config.isTraced && (await import('../health/telemetry.ts').then((m) => m.startTelemetry(log)));
  if (telemetry) shutdown.add(telemetry.stop);
  const pool = openPool(databaseUrl, 20, { isPooled: directDatabaseUrl !== databaseUrl });
  shutdown.add(() => pool.end());
  const { deps, prepared } = await prepareDeps(parts, pool, log);
  const { db, files, clock } = deps;
  const { pictures, admin, payments, sandbox, queue } = prepared;

  const web = pages ?? (await startDevelopment(root));
  if ('stop' in web) shutdown.add(web.stop);

  const { app, figures, publishChanges, drain, giveNotice, ...caches } = await createApp(deps, {
    isReady: async () => !shutdown.isStopping() && (await isMigrated(pool)),
    publishChanges: () => changes.publish(),
    web,
    sandbox: { ...sandbox, db, clock, log, isOn: () => deps.payments.name === 'sandbox' },
  });
  if (telemetry) shutdown.add(telemetry.exportFigures(figures));
  const settings = followSettings(deps, () => {
    caches.settingsChanged();
    purges?.addAll();
  });
  /** In the process that runs the jobs. */
  let purges: ReturnType<typeof collectPurges> | undefined;
  const changes = listenForChanges(
    { url: directDatabaseUrl, pool, log },
    {
      onChange(tag) {
        if (tag === 'settings') void settings.reload();
        caches.changed(tag);
        purges?.add(tag);
      },
      onGap(isListening) {
        caches.missedChanges(isListening);
        if (!isListening) return;
        purges?.addAll();
        void settings.reload();
      },
      onExpire: caches.expire,
    },
  );
  shutdown.add(changes.stop, settings.stop);
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new StartError(explainListenError(error, config));
  });
  shutdown.add(() => app.close());
  shutdown.add(() => config.trustProxy.length > 0 && giveNotice(STOP_NOTICE_MS));
  const endMetrics = await startMetrics(config, index, figures, log);
  shutdown.add(endMetrics);
  const demo = payments.test ? [] : demoParts(await findDemo(deps));
  const opened: OpenedShop = { admin, isTest: payments.test, demo };

  return {
    opened,

    /** Runs the background jobs, besides those that other processes run. */
    async runJobs(): Promise<void> {
      await queue.run(createHandlers(deps, publishChanges), times);
      if (!config.cdn) return;
      purges = collectPurges((data) => queue.jobs.enqueue(db, 'cdn-purge', data), log);
      shutdown.add(purges.flush);
      // The pages may be of another version.
      purges.addAll();
    },

    /** Prepares the picture sizes of product cards for the first visit. A stop ends it. */
    warmUp(): void {
      const abort = new AbortController();
      shutdown.add(() => abort.abort());
      prepareSizes(files, pictures, [400, 640], abort.signal).catch((error: unknown) => {
        log.warn({ err: error }, 'picture sizes could not be prepared');
      });
    },

    /**
     * Takes no new connections and jobs. Resolves when all connections have ended, at the latest after 15 minutes, and
     * all jobs are done: a backup that is interrupted would not be repeated until the next night. Until then it leaves
     * the connections of the database to the process that has taken its place.
     */
    async retire(): Promise<void> {
      await Promise.all([endMetrics(), drain(RETIRED_REPLIES_MS), queue.stop(LONGEST_JOB_MS)]);
    },
  };
}

/** Prepares the database, and opens what every domain receives. */
async function prepareDeps(parts: Parts, pool: Pool, log: Log) {
  const { config } = parts;
  const db = openDatabase(pool);
  const files = createFileStore(config);
  const clock = { now: () => new Date() };
  const prepared = await prepareShop({ ...parts, pool, db, files, log });
  const { payments, queue } = prepared;
  const workers = createWorkerPool(log);
  parts.shutdown.add(workers.close, () => queue.stop());
  const deps: Deps = {
    config,
    db,
    connections: pool,
    files,
    jobs: queue.jobs,
    payments,
    couriers: createCouriers(config, db),
    events,
    disk: openDisk(config.dataDir),
    workers,
    clock,
    log,
  };
  return { deps, prepared };
}

/** Puts settings into effect that an admin entered in any process. */
function followSettings(deps: Deps, onChange: () => void) {
  let last = Promise.resolve();
  const reload = () => {
    last = last
      .then(() => reloadSettings(deps))
      .then(onChange)
      .catch((err: unknown) => deps.log.error({ err }, 'settings could not be read; the earlier ones stay'));
    return last;
  };
  return { reload, stop: () => last };
}

/** Serves the figures of this process on a port of its own. Returns what ends that, once. */
async function startMetrics({ metrics }: Config, index: number, figures: FigureReader, log: Log) {
  let stop = metrics && (await serveMetrics({ ...metrics, port: metrics.port + index }, figures, log));
  return async () => {
    const stopNow = stop;
    stop = undefined;
    await stopNow?.();
  };
}

function createHandlers(deps: Deps, publishChanges: () => Promise<unknown>): Handlers {
  const tasks = createTasks(deps);
  return {
    ...tasks,
    batch: (data: JobData['batch']) => tasks.batch(data).finally(publishChanges),
    import: (data: JobData['import']) => tasks.import(data).finally(publishChanges),
    // Before the CDN asks again, every process has to know of the change.
    'cdn-purge': (data: JobData['cdn-purge']) => publishChanges().then(() => tasks['cdn-purge'](data)),
  };
}
