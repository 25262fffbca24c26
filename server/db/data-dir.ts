import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-errors.ts';

export type DataDirLock = {
  /** Call at the begin of a stop: the next start then waits for it instead of failing. */
  stopping(): Promise<void>;
  release(): Promise<void>;
};

type Owner = { pid: number; started: string; stopping?: boolean };

const RUNNING_GRACE_MS = 1_000;
const STOPPING_GRACE_MS = 30_000;
const TAKEOVER_PAUSE_MS = 100;

/**
 * Creates the data folder and locks it for this process. Throws a StartError if a running shop has locked it; the lock
 * of a killed shop is replaced.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'haat.lock');
  const ownFile = `${file}.${process.pid}`;
  const owner: Owner = { pid: process.pid, started: startTimeOf(process.pid) ?? '' };
  await writeInFolder(dataDir, ownFile, JSON.stringify(owner));
  try {
    await acquire(file, ownFile, dataDir);
  } finally {
    await rm(ownFile, { force: true });
  }
  return {
    stopping: async () => {
      await writeFile(ownFile, JSON.stringify({ ...owner, stopping: true }));
      await rename(ownFile, file);
    },
    release: () => rm(file, { force: true }),
  };
}

async function acquire(file: string, mine: string, dataDir: string) {
  for (const startedAt = Date.now(); ; await sleep(50)) {
    if (await linkIfFree(mine, file)) return;
    const owner = await readOwner(file);
    if (!owner) continue;
    if (!isAlive(owner)) {
      if (await takeOver(file, mine)) return;
    } else if (Date.now() - startedAt > (owner.stopping ? STOPPING_GRACE_MS : RUNNING_GRACE_MS)) {
      throw new StartError(
        `Another Haat (process ${owner.pid}) already uses the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
  }
}

/** Two concurrent starts may replace each other's lock; after a pause, the last one has it. */
async function takeOver(file: string, mine: string) {
  await rename(file, `${mine}.stale`).catch(() => {});
  await rm(`${mine}.stale`, { force: true });
  if (!(await linkIfFree(mine, file))) return false;
  await sleep(TAKEOVER_PAUSE_MS);
  return (await readOwner(file))?.pid === process.pid;
}

async function linkIfFree(mine: string, file: string) {
  try {
    await link(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readOwner(file: string): Promise<Owner | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    return JSON.parse(content) as Owner;
  } catch {
    return { pid: 0, started: '' };
  }
}

/** Process ids are reused, so the start time of the process is compared too. */
function isAlive({ pid, started }: Owner) {
  return pid > 0 && started !== '' && startTimeOf(pid) === started;
}

function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    const isZombie = fields[0] === 'Z' || fields[0] === 'X';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return isZombie ? undefined : `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

async function writeInFolder(dataDir: string, file: string, content: string) {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, content);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be used: ${(error as Error).message}. Set DATA_DIR.`,
    );
  }
}
