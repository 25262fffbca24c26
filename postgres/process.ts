import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../server/start-errors.ts';
import { serverEnvironment } from './cluster.ts';
import type { PostgresHome } from './home.ts';

export type ServerProcess = { pid: number; exited: Promise<string>; hasExited(): boolean };

const LOG_LIMIT_BYTES = 5_000_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 5_000;
const ORPHANS_END_MS = 1_000;

/** Starts the server and waits until it accepts connections, including the time of a crash recovery. */
export async function launchServer(home: PostgresHome, log: (line: string) => void): Promise<ServerProcess> {
  const data = path.join(home.folder, 'data');
  const logFile = path.join(home.folder, 'server.log');
  const child = spawnServer(home, data, logFile);
  const server = watchExit(child);
  const startedAt = Date.now();
  let isReported = false;
  const isReady = () => {
    const file = readPidFile(data);
    return file?.pid === server.pid && file.isReady;
  };
  while (!isReady()) {
    if (server.hasExited()) {
      throw new StartError(`PostgreSQL does not start (${await server.exited}):\n${lastLines(logFile)}`);
    }
    if (!isReported && Date.now() - startedAt > 3_000) {
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

/** Stops processes that a killed shop left running on this cluster, and removes its stale files. */
export async function clearLeftovers(home: PostgresHome, log: (line: string) => void) {
  const data = path.join(home.folder, 'data');
  const pids = processesOf(data);
  if (pids.length > 0) {
    const main = readPidFile(data)?.pid;
    if (main && pids.includes(main)) {
      log('Stopping the PostgreSQL of an earlier run');
      send(main, 'SIGINT');
      await waitUntilStopped(data, FAST_STOP_MS);
    } else {
      // Without the main process, the others end by themselves; they have nothing to save.
      await waitUntilStopped(data, ORPHANS_END_MS);
    }
    for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
      for (const pid of processesOf(data)) send(pid, signal);
      await waitUntilStopped(data, IMMEDIATE_STOP_MS);
    }
  }
  // Its process id may belong to another process now, which PostgreSQL would mistake for itself.
  if (process.platform === 'linux') await rm(path.join(data, 'postmaster.pid'), { force: true });
}

function spawnServer({ postgres, user }: PostgresHome, data: string, logFile: string) {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) truncateSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  // Detached: Ctrl-C in the terminal must not stop it before the shop has stopped.
  const child = spawn(postgres, ['-D', data], {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
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

/** The main process of the server, as its file says; undefined without a file. */
function readPidFile(data: string) {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Finds the server and its children by their working folder, because process ids are reused. */
function processesOf(data: string): number[] {
  if (process.platform !== 'linux') {
    const pid = readPidFile(data)?.pid;
    return pid && send(pid, 0) ? [pid] : [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, data));
}

function worksIn(pid: number, data: string) {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === data &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    );
  } catch {
    return false;
  }
}

async function waitUntilStopped(data: string, timeoutMs: number) {
  for (const startedAt = Date.now(); Date.now() - startedAt < timeoutMs; await sleep(20)) {
    if (processesOf(data).length === 0) return;
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
