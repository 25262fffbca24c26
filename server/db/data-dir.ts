import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../runtime/start-errors.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';

export type DataDirLock = {
  /** Resolves if a shop of another machine has taken the folder over. This one must end at once. */
  lost: Promise<void>;
  /** Call at the beginning of a stop: the next start then waits for it instead of failing. */
  stopping(): Promise<void>;
  release(): Promise<void>;
};

/** A shop of another machine counts as ended when its heartbeat has not changed for so long. */
const SILENCE_MS = 10_000;
const RUNNING_GRACE_MS = 1_000;
const STOPPING_GRACE_MS = 30_000;
const SQLITE_BUSY = 5;

/** Keeps the locks from the garbage collector, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Creates the data folder, locks it for this process and closes it to other users; the lock ends with the process
 * (decision 2). Throws a StartError if another shop uses the folder.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const heartbeat = createHeartbeat(dataDir);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  try {
    await mkdir(dataDir, { recursive: true });
    const lock = await acquireLock(dataDir, heartbeat);
    held.add(lock);
    await denyOtherUsers(dataDir);
    await heartbeat.start(resolve);
    return {
      lost,
      stopping: heartbeat.announceStop,
      release: async () => {
        await heartbeat.end();
        lock.close();
        held.delete(lock);
      },
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dataDir} can't be used: ${(error as Error).message}. Set DATA_DIR.`,
    );
  }
}

/** Whether a shop, of this or another machine, uses the folder. */
export async function isDataDirInUse(dataDir: string): Promise<boolean> {
  const beat = await createHeartbeat(dataDir).read();
  return beat !== undefined && Date.now() - Date.parse(beat.at) < SILENCE_MS;
}

/**
 * Opens an empty SQLite database, whose file lock the kernel releases when this process ends. No other code may open
 * the file: closing it would release the lock too.
 */
async function acquireLock(dataDir: string, heartbeat: Heartbeat): Promise<DatabaseSync> {
  const lock = new DatabaseSync(path.join(dataDir, 'haat.lock.sqlite'));
  try {
    await untilAlone(lock, heartbeat, dataDir);
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function untilAlone(lock: DatabaseSync, heartbeat: Heartbeat, dataDir: string): Promise<void> {
  const startedAt = performance.now();
  const first = await heartbeat.read();
  let graceMs = RUNNING_GRACE_MS;
  for (let isLocked = false; ; await sleep(50)) {
    isLocked ||= tryLock(lock);
    const owner = await heartbeat.read();
    // A shop that stops removes its heartbeat shortly before its lock.
    if (owner?.stopping) graceMs = STOPPING_GRACE_MS;
    const elapsedMs = performance.now() - startedAt;
    const isBeating = owner?.instance !== first?.instance || owner?.at !== first?.at;
    // The lock proves that no process of this machine uses the folder. Another machine may not see the lock.
    const isAlone = !owner || owner.kernel === heartbeat.kernel || (!isBeating && elapsedMs > SILENCE_MS);
    if (isLocked && isAlone) return;
    if ((!isLocked || isBeating) && elapsedMs > graceMs) {
      const name = owner ? ` (process ${owner.pid} on ${owner.host})` : '';
      throw new StartError(
        `Another Haat${name} already uses the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
  }
}

/** False if another process has the lock. */
function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/** The rights of other users. */
const OTHERS = 0o077;

/**
 * Takes the rights of other users of the machine away from the data folder and what it contains, and from the files
 * that this process creates from now on. The embedded database manages the rights of its own folder.
 */
async function denyOtherUsers(dataDir: string): Promise<void> {
  process.umask(OTHERS);
  for (const entry of await readdir(dataDir)) await restrict(path.join(dataDir, entry), entry !== 'postgres');
  await setMode(dataDir, 0o700);
}

/** A folder gets its mode after its contents, so one that has it needs no second look. */
async function restrict(file: string, withContents: boolean): Promise<void> {
  const found = await lstat(file);
  if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return;
  if (!found.isDirectory()) return setMode(file, 0o600);
  if (withContents) for (const entry of await readdir(file)) await restrict(path.join(file, entry), true);
  await setMode(file, 0o700);
}

async function setMode(file: string, mode: number): Promise<void> {
  await chmod(file, mode).catch((error: NodeJS.ErrnoException) => {
    // Some other user's file, such as a volume that belongs to root: its owner decides.
    if (error.code !== 'EPERM') throw error;
  });
}
