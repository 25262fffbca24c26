// Slow: `npm run check` leaves this file out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { longIt } from '../../tests/support/long-run.ts';
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
    `Another Haat (process ${holder.pid} on ${hostname()}) already uses the data folder ${dataDir}.`,
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

test('process ids prove nothing: only the file lock tells whether a shop runs (T-CRS-10)', async () => {
  const holder = await holdInOtherProcess();
  const beat = await readBeat();
  // As from another container: no process here has this id.
  await writeBeat({ ...beat, pid: 4_194_304 });
  await expect(lockDataDir(dataDir)).rejects.toThrow('already uses the data folder');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  // A killed shop, whose process id another process has now.
  await writeBeat({ ...beat, pid: process.ppid });
  await (await lockDataDir(dataDir)).release();
});

longIt(
  'a shop of another machine that does not see the lock is noticed by its heartbeat (T-CRS-10)',
  async () => {
    await (await lockDataDir(dataDir)).release();
    const another = { instance: 'other', kernel: 'other', host: 'pi', pid: 1, at: '', stopping: false };
    const write = () => writeBeat({ ...another, at: String(performance.now()) });
    await write();
    const beating = setInterval(write, 100);
    await expect(lockDataDir(dataDir)).rejects.toThrow('Another Haat (process 1 on pi) already uses');
    clearInterval(beating);
    // When the heartbeat has stopped, that shop has ended.
    const lock = await lockDataDir(dataDir);
    // If it was only suspended and goes on, one of the two has to end.
    await write();
    await lock.lost;
    await lock.release();
    expect(await readBeat()).toMatchObject({ instance: 'other' });
  },
);

longIt('if several processes start at once, exactly one gets the folder', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, holdInOtherProcess));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('other users of the machine can read nothing, in an existing folder too (T-IDR-15)', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const outside = path.join(path.dirname(dataDir), 'outside');
  const invoice = path.join(dataDir, 'files/invoices/1.pdf');
  await mkdir(path.dirname(invoice), { recursive: true });
  for (const file of [outside, invoice, path.join(dataDir, 'postgres-password')]) await writeFile(file, '');
  await symlink(outside, path.join(dataDir, 'link'));
  const lock = await lockDataDir(dataDir);
  await writeFile(path.join(dataDir, 'files/new'), '');
  await mkdir(path.join(dataDir, 'mail'));
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => name !== 'link');
  const modes = await Promise.all(['.', ...names].map((name) => modeOf(path.join(dataDir, name))));
  expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']));
  expect(await modeOf(outside)).toBe('file 644');
  await lock.release();
});

test('a folder that cannot be created is named', async () => {
  await writeFile(path.dirname(dataDir).concat('/file'), '');
  const inFile = path.join(path.dirname(dataDir), 'file', 'var');
  await expect(lockDataDir(inFile)).rejects.toThrow(`The data folder ${inFile} can't be used`);
});

const beatFile = () => path.join(dataDir, 'haat.heartbeat.json');
const readBeat = async () => JSON.parse(await readFile(beatFile(), 'utf8'));
const writeBeat = (beat: object) => writeFile(beatFile(), JSON.stringify(beat));

async function modeOf(file: string) {
  const found = await stat(file);
  return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`;
}

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
