import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../server/runtime/start-errors.ts';
import { serverEnvironment } from './cluster.ts';
import type { PostgresHome } from './home.ts';
import { isInUse, openInUsePipe, processesOf, readPidFile } from './in-use.ts';

export type ServerProcess = { pid: number; exited: Promise<string>; hasExited(): boolean };

const LOG_LIMIT_BYTES = 5_000_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 5_000;
const ORPHANS_END_MS = 1_000;
/** How long a server of another container has to stop, whose shop has ended. */
const ELSEWHERE_STOP_MS = 10_000;

/** Starts the server and waits until it accepts connections, including the time of a crash recovery. */
export async function launchServer(home: PostgresHome, log: (line: string) => void): Promise<ServerProcess> {
  const data = path.join(home.folder, 'data');
  const logFile = path.join(home.folder, 'server.log');
  const child = await spawnServer(home, data, logFile);
  const server = watchExit(child);
  const startedAt = performance.now();
  let isReported = false;
  const isReady = () => {
    const file = readPidFile(data);
    return file?.pid === server.pid && file.isReady;
  };
  while (!isReady()) {
    if (server.hasExited()) {
      throw new StartError(`PostgreSQL does not start (${await server.exited}):\n${lastLines(logFile)}`);
    }
    if (!isReported && performance.now() - startedAt > 3_000) {
      isReported = true;
      log('PostgreSQL is recovering from an unclean stop');
    }
    await sleep(10);
  }
  tieToThisProcess(home, data, server);
  return server;
}

/** Fast shutdown: open transactions are rolled back. Stronger signals follow only if it hangs. */
export async function stopServer(server: ServerProcess) {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const) {
    if (server.hasExited()) return;
    send(server.pid, signal);
    const waiting = new AbortController();
    const timedOut = sleep(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([server.exited, timedOut]);
    waiting.abort();
  }
}

/**
 * Stops what a killed shop left running on this cluster, then removes its `postmaster.pid`. The caller has locked the
 * data folder. Throws a StartError, and removes nothing, if the cluster stays in use: by a server of another container,
 * or of a user whose processes this one may not stop.
 */
export async function clearLeftovers(home: PostgresHome, log: (line: string) => void) {
  const data = path.join(home.folder, 'data');
  if (await isInUse(home)) {
    const main = readPidFile(data)?.pid ?? 0;
    const pids = processesOf(data);
    if (pids.includes(main)) {
      log('Stopping the PostgreSQL of an earlier run');
      send(main, 'SIGINT');
      await untilUnused(home, FAST_STOP_MS);
    } else {
      // Without their main process, the others end by themselves; they have nothing to save.
      await untilUnused(home, pids.length > 0 ? ORPHANS_END_MS : ELSEWHERE_STOP_MS);
    }
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      if (processesOf(data).length === 0) break;
      killProcesses(home, signal);
      await untilUnused(home, IMMEDIATE_STOP_MS);
    }
    if (await isInUse(home)) {
      throw new StartError(
        `A PostgreSQL server that was not started here uses the database in ${data}. Stop the container or program that runs it.`,
      );
    }
  }
  // Its process id may belong to another process now, which PostgreSQL would mistake for itself.
  await rm(path.join(data, 'postmaster.pid'), { force: true });
}

/** Sends a signal to each process of the server. */
export function killProcesses(home: PostgresHome, signal: NodeJS.Signals) {
  for (const pid of processesOf(path.join(home.folder, 'data'))) send(pid, signal);
}

async function spawnServer(home: PostgresHome, data: string, logFile: string) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) truncateSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const inUse = await openInUsePipe(home);
  // Detached: Ctrl-C in the terminal must not stop it before the shop has stopped.
  const child = spawn(home.postgres, ['-D', data], {
    ...home.user,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output, inUse],
  });
  closeSync(output);
  closeSync(inUse);
  child.unref();
  return child;
}

function watchExit(child: ChildProcess): ServerProcess {
  let ended = false;
  const exited = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      ended = true;
      resolve(reason);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
  });
  return { pid: child.pid ?? 0, exited, hasExited: () => ended };
}

/**
 * Starts a shell that reads from a pipe of this process. When this process ends, even by kill -9, the pipe closes and the
 * shell stops PostgreSQL.
 */
function tieToThisProcess({ user }: PostgresHome, data: string, server: ServerProcess) {
  const script = `read -r _; [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -INT "$1"`;
  const guard = spawn('/bin/sh', ['-c', script, 'haat-postgres-guard', String(server.pid), data], {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  server.exited.then(() => guard.stdin.destroy());
}

async function untilUnused(home: PostgresHome, timeoutMs: number) {
  for (const startedAt = performance.now(); performance.now() - startedAt < timeoutMs; await sleep(20)) {
    if (!(await isInUse(home))) return;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return pid > 0 && process.kill(pid, signal);
  } catch {
    return false;
  }
}

function lastLines(file: string) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}
