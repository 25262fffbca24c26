import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir.ts';

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'haat-lock-')), 'var');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(path.dirname(dataDir), { recursive: true });
});

test('a second shop on the folder is rejected and told which process uses it', async () => {
  const holder = await holdInOtherProcess();
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `Another Haat (process ${holder.pid}) already uses the data folder ${dataDir}.`,
  );
});

test('a released folder can be locked again', async () => {
  await (await lockDataDir(dataDir)).release();
  await (await lockDataDir(dataDir)).release();
});

test('the lock of a killed shop is taken over', async () => {
  const holder = await holdInOtherProcess();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockDataDir(dataDir)).release();
});

test('a start waits for a shop that is stopping', async () => {
  const lock = await lockDataDir(dataDir);
  await lock.stopping();
  const next = holdInOtherProcess();
  await expect(Promise.race([next, after(1_500)])).resolves.toBe('waiting');
  await lock.release();
  await next;
});

test.each(['', 'nonsense', '{"pid":1,"started":"before the last boot"}'])(
  'a lock file with %j is stale',
  async (content) => {
    await (await lockDataDir(dataDir)).release();
    await writeFile(path.join(dataDir, 'haat.lock'), content);
    await (await lockDataDir(dataDir)).release();
  },
);

test('if several processes take over at once, exactly one gets the folder', async () => {
  await (await lockDataDir(dataDir)).release();
  await writeFile(path.join(dataDir, 'haat.lock'), 'stale');
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, holdInOtherProcess));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a folder that cannot be created is named', async () => {
  await writeFile(path.dirname(dataDir).concat('/file'), '');
  const inFile = path.join(path.dirname(dataDir), 'file', 'var');
  await expect(lockDataDir(inFile)).rejects.toThrow(`The data folder ${inFile} can't be used`);
});

async function holdInOtherProcess(): Promise<ChildProcess> {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(path.resolve('server/db/data-dir.ts'))});
    await lockDataDir(process.argv[1]);
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const outcome = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => undefined)]);
  if (!outcome) throw new Error('refused');
  return child;
}

function after(milliseconds: number) {
  return new Promise((resolve) => setTimeout(() => resolve('waiting'), milliseconds));
}
