import cluster from 'node:cluster';
import { closeSync, openSync } from 'node:fs';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { type Config, checkConfig } from './config.ts';
import { commandLine } from './runtime/command-line.ts';
import type { OpenedShop } from './runtime/open-shop.ts';
import { createShutdown } from './runtime/shutdown.ts';
import { checkStart } from './runtime/start-checks.ts';
import { explainStartError } from './runtime/start-errors.ts';
import { startWorkerProcesses } from './runtime/worker-processes.ts';

const shutdown = createShutdown();
const print = (line: string) => process.stdout.write(`${line}\n`);

if (cluster.isPrimary)
  await start().catch((error: unknown) =>
    shutdown.fail(() => process.stderr.write(`${explainStartError(error)}\n`)),
  );
else await import('./runtime/worker-process.ts');

async function start(): Promise<void> {
  const checked = checkConfig();
  const { config } = checked;
  let announceStop = async () => {};
  // Worker processes that start later use the files and settings of now.
  let replaceWorkers = () => {};
  stopOnSignals(() => announceStop(), config.workers > 1 ? () => replaceWorkers() : undefined);
  const lock = await checkStart(checked);
  announceStop = lock.stopping;
  shutdown.add(() => lock.release());
  // The code is loaded while the database starts. A primary process does not load it, to save memory.
  const code = config.workers === 1 ? import('./runtime/open-shop.ts') : undefined;
  // It is awaited below, but may fail before.
  code?.catch(() => {});
  const { url: databaseUrl, kill } = await startDatabase(config);
  lock.lost.then(() => {
    kill();
    process.stderr.write(
      `Another Haat has taken over the data folder ${config.dataDir}. This one has ended.\n`,
    );
    tellStartScript('taken over', () => process.exit(1));
  });
  if (code) {
    announce(config, await openHere(await code, config, databaseUrl));
    return;
  }
  const workers = startWorkerProcesses({ count: config.workers, databaseUrl, print });
  shutdown.add(workers.stop);
  replaceWorkers = workers.replace;
  announce(config, await workers.opened);
}

/** Opens the shop in this process. */
async function openHere(
  { openShop }: typeof import('./runtime/open-shop.ts'),
  config: Config,
  databaseUrl: string,
): Promise<OpenedShop> {
  const shop = await openShop({ config, databaseUrl, shutdown, say: print, index: 0 });
  await shop.runJobs();
  shop.warmUp();
  return shop.opened;
}

/** Prints the addresses and the login of a shop that has just been opened, and tells the start script. */
function announce({ publicUrl }: Pick<Config, 'publicUrl'>, { admin, isTest, demo }: OpenedShop): void {
  // Since this process was started.
  const seconds = (performance.now() / 1000).toFixed(1);
  print('');
  print(`  Haat is open   ${publicUrl}   (started in ${seconds} s)`);
  print(`  Back office    ${publicUrl}/admin`);
  if (admin) {
    print(`  Admin login    ${admin.email}`);
    if (admin.password) print(`  Password       ${admin.password}   (shown at each start until you sign in)`);
    print(`  New password   ${commandLine('admin', 'reset', admin.email)}`);
  }
  if (isTest) print('  Payments       Test mode: no real payment is taken');
  if (demo.length > 0) print(`  Demo content   ${demo.join('; ')}. Remove it on the dashboard.`);
  print('');
  tellStartScript('open');
}

async function startDatabase({ databaseUrl, dataDir, walArchive, workers }: Config) {
  if (databaseUrl) return { url: databaseUrl, kill: () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log: print, walArchive, workers });
  shutdown.add(() => server.stop());
  return server;
}

/**
 * Graceful shutdown: no new requests, open requests and jobs finish, the database stops last. SIGHUP replaces the worker
 * processes if there are any, unless it says that the terminal was closed.
 */
function stopOnSignals(announceStop: () => Promise<void>, replaceWorkers: (() => void) | undefined): void {
  const startedInTerminal = hasTerminal();
  const stop = (reason: string) =>
    shutdown.end({
      maxMs: 20_000,
      before: async () => {
        print(`Stopping (${reason}) …`);
        // Without it, a start meanwhile takes longer to see that this one ends.
        await announceStop().catch(() => {});
      },
    });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
  process.on('SIGHUP', () => {
    if (replaceWorkers && startedInTerminal === hasTerminal()) replaceWorkers();
    else void stop('SIGHUP');
  });
  // The channel closes when scripts/start.mjs is killed; the shop then stops too.
  if (process.channel) process.on('disconnect', () => void stop('the start script has ended'));
  tellStartScript('SIGHUP is handled');
}

/** Sends a message to scripts/start.mjs, if that has started this process. */
function tellStartScript(message: 'SIGHUP is handled' | 'open' | 'taken over', sent = () => {}): void {
  if (process.send) process.send(message, undefined, {}, sent);
  else sent();
}

/** Whether this process belongs to a terminal that is still open. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
