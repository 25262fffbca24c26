import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowBaseBackups, DATABASE, ensureCluster, writeSettings } from './cluster.ts';
import { chownTo, type PostgresHome, preparePostgresHome } from './home.ts';
import { isSocketFolder } from './in-use.ts';
import { assertNotMoved } from './moved.ts';
import { clearLeftovers, killProcesses, launchServer, stopServer } from './process.ts';
import {
  hasBaseBackup,
  prepareArchive,
  prepareRecovery,
  unmarkBaseBackup,
  type WalRecovery,
} from './wal-archive.ts';

export type EmbeddedPostgres = {
  /** The connection string. */
  url: string;
  /** Resolves when the server has stopped and everything committed is on disk. */
  stop(): Promise<void>;
  /** Kills the server, for a shop that has lost its data folder: it must not write anything more. */
  kill(): void;
};

const RESTART_PAUSES_MS = [100, 500, 1_000, 2_000, 5_000];

/**
 * Starts PostgreSQL on `<dataDir>/postgres` with only a Unix socket, and restarts it after a crash. It stops when this
 * process ends, even if it is killed. The caller has locked the data folder.
 * `throwaway` is for tests: no fsync, no autovacuum, on which plans would depend, and a role that may create
 * databases and empty them without triggers. `walArchive`: the folder to which WAL is archived. `recovery`: the
 * cluster is a base backup, and this resolves when it has recovered. `workers`: how many processes with a connection
 * pool each use it.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  throwaway?: boolean;
  walArchive?: string | undefined;
  recovery?: WalRecovery;
  workers?: number;
}): Promise<EmbeddedPostgres> {
  const { log, throwaway = false, walArchive, recovery, workers = 1 } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const home = await preparePostgresHome(dataDir, log);
  await assertNotMoved(home.folder);
  await clearLeftovers(home, log);
  const { password } = await ensureCluster(home, dataDir, { throwaway, log });
  const socketFolder = await makeSocketFolder(home);
  if (!walArchive) await unmarkBaseBackup(home);
  // A cluster that has a base backup was allowed to make it.
  else if (!(await hasBaseBackup(dataDir, walArchive))) await allowBaseBackups(home);
  const more = [
    walArchive && (await prepareArchive(home, walArchive)),
    recovery && (await prepareRecovery(home, recovery)),
  ];
  await writeSettings(home, socketFolder, { throwaway, workers, more: more.filter(Boolean).join('') });
  const supervisor = await keepRunning(home, log);
  return {
    url: `postgres://${DATABASE}:${password}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`,
    stop: async () => {
      await supervisor.stop();
      if (isTemporary(socketFolder, home)) await rm(socketFolder, { recursive: true, force: true });
    },
    kill: supervisor.kill,
  };
}

async function keepRunning(home: PostgresHome, log: (line: string) => void) {
  let stopping = false;
  let server = await launchServer(home, log);

  const watch = async () => {
    while (!stopping) {
      const reason = await server.exited;
      if (stopping) return;
      log(`PostgreSQL ended unexpectedly (${reason}); restarting it`);
      await restart();
    }
    await stopServer(server);
  };
  const restart = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      await sleep(RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)]);
      try {
        await clearLeftovers(home, log);
        server = await launchServer(home, log);
        return;
      } catch (error) {
        log((error as Error).message);
      }
    }
  };

  const watching = watch();
  return {
    stop: async () => {
      stopping = true;
      await stopServer(server);
      await watching;
    },
    kill: () => {
      stopping = true;
      killProcesses(home, 'SIGKILL');
    },
  };
}

async function makeSocketFolder(home: PostgresHome) {
  const folder = path.join(home.folder, 'run');
  if (!isSocketFolder(folder)) {
    const temporary = await mkdtemp('/tmp/haat-');
    await chownTo(home.user, temporary);
    return temporary;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chownTo(home.user, folder);
  // No server is running on this cluster, so any socket is stale.
  for (const name of await readdir(folder)) await rm(path.join(folder, name));
  return folder;
}

function isTemporary(socketFolder: string, home: PostgresHome) {
  return !socketFolder.startsWith(`${home.folder}${path.sep}`);
}
