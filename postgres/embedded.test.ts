// Slow: `npm run check` leaves this file out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longIt } from '../tests/support/long-run.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { removeDataDir } from './home.ts';

// Clusters are made and fsynced here, which a busy disk makes slow.

let top: string;
let dataDir: string;
let lines: string[];
let running: EmbeddedPostgres[];
const asRoot = process.getuid?.() === 0;

beforeEach(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'haat-pg-'));
  if (asRoot) await chmod(top, 0o755);
  dataDir = path.join(top, 'var');
  lines = [];
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  await removeDataDir(dataDir);
  await rm(top, { recursive: true });
});

test('gives a durable UTF-8 database and a role with no more rights than it needs (T-CRS-07, T-IDR-15, T-PRV-92)', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  const { url } = await start({ throwaway: false });
  const [row] = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
       current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
       current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
       current_setting('log_error_verbosity') AS errors,
       current_setting('listen_addresses') AS listens, rolsuper AS super, rolcreatedb AS creates,
       'ČAJ' ILIKE 'čaj' AS folds, similarity('हिन्दी', 'हिन्दी') AS trigrams
     FROM pg_roles WHERE rolname = current_user`,
  );
  expect(row).toEqual({
    fsync: 'on',
    pages: 'on',
    commit: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    zone: 'UTC',
    errors: 'terse',
    listens: '',
    super: false,
    creates: false,
    folds: true,
    trigrams: 1,
  });
  if (asRoot) await expectOtherUser();
});

/** The server of root's shop runs as another user, for whom alone the data folder is opened. */
async function expectOtherUser() {
  const { mode, gid } = await stat(dataDir);
  expect((mode & 0o777).toString(8)).toBe('710');
  const status = readFileSync(`/proc/${serverPid()}/status`, 'utf8');
  expect(status).toMatch(RegExp(`^Gid:\\s+${gid}\\b`, 'm'));
  expect(status).not.toMatch(/^Uid:\s+0/m);
}

longIt('rejects connections without the password and as superuser', async () => {
  const { url } = await start();
  for (const [user, password] of [
    ['haat', 'guess'],
    ['postgres', ''],
  ] as const) {
    const wrong = Object.assign(new URL(url), { username: user, password });
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password/i);
  }
});

longIt('restarts at the same address if it is killed', async () => {
  const { url } = await start();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = serverPid();
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => query(url, 'SELECT answer FROM kept').catch(() => [])).toHaveLength(1);
  expect(serverPid()).not.toBe(killed);
  expect(lines.join('\n')).toContain('PostgreSQL ended unexpectedly (SIGKILL); restarting it');
});

longIt('stops when the process that started it is killed, and loses nothing (T-CRS-08)', async () => {
  const { app, url, pid } = await startInOtherProcess();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  app.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  const next = await start();
  expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

longIt('stops an orphan of an earlier run before it starts', async () => {
  const { app, pid } = await startInOtherProcess();
  process.kill(pid, 'SIGSTOP');
  app.kill('SIGKILL');
  await once(app, 'exit');
  const starting = start();
  await expect.poll(() => lines).toContain('Stopping the PostgreSQL of an earlier run');
  process.kill(pid, 'SIGCONT');
  const next = await starting;
  expect(isAlive(pid)).toBe(false);
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

longIt('starts despite a stale postmaster.pid that names a living process', async () => {
  await (await start()).stop();
  const data = path.join(dataDir, 'postgres/data');
  await writeFile(path.join(data, 'postmaster.pid'), `${process.ppid}\n${data}\n1\n5432\n\n\n\n`);
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(isAlive(process.ppid)).toBe(true);
});

longIt('does not start while a process that it may not stop uses the database (T-CRS-10)', async () => {
  await (await start()).stop();
  const data = path.join(dataDir, 'postgres/data');
  const pidFile = path.join(data, 'postmaster.pid');
  await writeFile(pidFile, `${process.ppid}\n${data}\n1\n5432\n\n\n\n`);
  // As a server of another container, it has the pipe open and is not found among the processes.
  const pipe = openSync(path.join(dataDir, 'postgres/in-use'), constants.O_RDONLY | constants.O_NONBLOCK);
  await expect(start()).rejects.toThrow(`was not started here uses the database in ${data}`);
  expect(existsSync(pidFile)).toBe(true);
  closeSync(pipe);
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

longIt('starts again after an interrupted first start (T-CRS-06)', async () => {
  await (await start()).stop();
  const folder = path.join(dataDir, 'postgres');
  await rename(path.join(folder, 'data'), path.join(folder, 'data.new-1a2b3c'));
  await rm(path.join(folder, 'data.new-1a2b3c/PG_VERSION'));
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).not.toContain('data.new-1a2b3c');
});

test('keeps committed data, and rejects a damaged or missing database without changing it (T-CRS-11)', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(existsSync(path.join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
  const data = path.join(dataDir, 'postgres/data');
  const refused = (problem: string) => expect(start()).rejects.toThrow(`The database in ${data} ${problem}`);
  const versionFile = path.join(data, 'PG_VERSION');
  await rename(versionFile, `${versionFile}.away`);
  const before = await readdir(data);
  await refused('is damaged: its file PG_VERSION is missing. Nothing was changed. Restore a backup');
  expect(await readdir(data)).toEqual(before);
  await rename(`${versionFile}.away`, versionFile);
  await rename(data, `${data}.away`);
  await refused('is missing. Nothing was changed.');
  await rename(`${data}.away`, data);
  const { url } = await start();
  expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

longIt('creates a new password if its file is lost', async () => {
  await (await start()).stop();
  await rm(path.join(dataDir, 'postgres-password'));
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

longIt('works if the folder name is too long for a socket', async () => {
  dataDir = path.join(top, `long-${'x'.repeat(120)}`);
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

if (asRoot) {
  longIt('started by root, works in a folder that other users can’t access, and is found again', async () => {
    await chmod(top, 0o700);
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const cluster = await readlink(path.join(dataDir, 'postgres'));
    expect(cluster).toMatch(/^\/var\/lib\/haat\/[0-9a-f]{12}-[0-9a-f]{6}$/);
    expect(lines.filter((line) => line.includes(cluster))).toHaveLength(1);
    const second = await start();
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  longIt('a copied data folder does not affect the original database', async () => {
    await chmod(top, 0o700);
    await start();
    const copy = path.join(top, 'copy');
    await mkdir(copy);
    await symlink(await readlink(path.join(dataDir, 'postgres')), path.join(copy, 'postgres'));
    await expect(startEmbeddedPostgres({ dataDir: copy, log: () => {} })).rejects.toThrow(
      `is in use by another one: ${dataDir}`,
    );
  });
}

async function start({ throwaway = true } = {}) {
  const server = await startEmbeddedPostgres({ dataDir, throwaway, log: (line) => lines.push(line) });
  running.push(server);
  return server;
}

async function startInOtherProcess(): Promise<{ app: ChildProcess; url: string; pid: number }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.resolve('postgres/embedded.ts'))});
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], throwaway: true, log: () => {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const app = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(app.stdout, 'data');
  return { app, url: String(url).trim(), pid: serverPid() };
}

function serverPid() {
  return Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number) {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
