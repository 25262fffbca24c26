import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeDataDir } from '../postgres/home.ts';

/**
 * What separates the processes of two containers on one machine. Where the system does not allow it, the two starts
 * run side by side and must behave in the same way.
 */
const UNSHARE = ['unshare', '--pid', '--ipc', '--mount', '--fork', '--mount-proc', '--kill-child'];
const container = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0 ? UNSHARE : [];

let dataDir: string;
let started: ChildProcess[];

beforeEach(async () => {
  const top = await mkdtemp(path.join(tmpdir(), 'haat-containers-'));
  await chmod(top, 0o755);
  dataDir = path.join(top, 'var');
  started = [];
});

afterEach(async () => {
  for (const child of started) await kill(child);
  await removeDataDir(dataDir);
  await rm(path.dirname(dataDir), { recursive: true });
});

const pidFile = () => path.join(dataDir, 'postgres/data/postmaster.pid');

it('of two shops in two containers on one data folder, the second does not start (T-CRS-10)', async () => {
  const first = await startShop();
  await query(first.url, 'create table kept as select 42 as answer');
  const file = await readFile(pidFile(), 'utf8');

  await expect(startShop()).rejects.toThrow('already uses the data folder');
  expect(await readFile(pidFile(), 'utf8')).toBe(file);
  expect(await query(first.url, 'select answer from kept')).toEqual([{ answer: 42 }]);

  await kill(first.child);
  const next = await startShop();
  expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

// postgres/embedded.test.ts has the same case without containers.
it.runIf(container.length > 0)(
  'a process of PostgreSQL that lives on in another container prevents a start (T-CRS-10)',
  async () => {
    const first = await startShop();
    await query(first.url, 'create table kept as select 42 as answer');
    const file = await readFile(pidFile(), 'utf8');
    // The shop and the main process are killed, another one only seems to have ended.
    first.child.stdin?.end();
    await expect(startShop()).rejects.toThrow(
      'A PostgreSQL server that was not started here uses the database',
    );
    expect(await readFile(pidFile(), 'utf8')).toBe(file);

    await kill(first.child);
    const next = await startShop();
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  },
);

/**
 * Locks the folder and starts PostgreSQL as a shop does, in a container of its own that outlives it. When its input
 * ends, the shop stops one process of the server with SIGSTOP, and kills the main process and itself.
 */
async function startShop(): Promise<{ url: string; child: ChildProcess }> {
  const load = (file: string) => `await import(${JSON.stringify(path.resolve(file))})`;
  const script = `
    const { lockDataDir } = ${load('server/db/data-dir.ts')};
    const { startEmbeddedPostgres } = ${load('postgres/embedded.ts')};
    const { processesOf, readPidFile } = ${load('postgres/in-use.ts')};
    const { once } = await import('node:events');
    const [dataDir] = process.argv.slice(1);
    try {
      await lockDataDir(dataDir);
      const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} });
      console.log(JSON.stringify({ url }));
    } catch ({ message }) {
      console.log(JSON.stringify({ message }));
      process.exit();
    }
    await once(process.stdin.resume(), 'end');
    const data = dataDir + '/postgres/data';
    const { pid } = readPidFile(data);
    process.kill(processesOf(data).find((each) => each !== pid), 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    process.kill(process.pid, 'SIGKILL');`;
  const node = [process.execPath, '--input-type=module', '-e', script, dataDir];
  const [command = '', ...args] = [...container, 'sh', '-c', '"$@"; sleep 600', 'sh', ...node];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const [output] = await once(child.stdout, 'data');
  const { url, message } = JSON.parse(String(output));
  if (message) throw new Error(message);
  return { url, child };
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
