import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const beatSchema = z.object({
  instance: z.string(),
  /** One for each boot of a machine; its containers share it. */
  kernel: z.string(),
  host: z.string(),
  pid: z.number(),
  at: z.string(),
  stopping: z.boolean(),
});
type Beat = z.infer<typeof beatSchema>;
export type Heartbeat = ReturnType<typeof createHeartbeat>;

const BEAT_MS = 2_000;

/** The file in a data folder by which shops of other machines see that a shop uses the folder. */
export function createHeartbeat(dataDir: string) {
  const file = path.join(dataDir, 'haat.heartbeat.json');
  const instance = randomUUID();
  const own = { instance, kernel: kernelId(), host: hostname(), pid: process.pid };
  let stopping = false;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function write(): Promise<void> {
    const draft = `${file}.${instance}`;
    const beat: Beat = { ...own, at: new Date().toISOString(), stopping };
    await writeFile(draft, JSON.stringify(beat), { mode: 0o600 });
    await rename(draft, file);
  }

  return {
    kernel: own.kernel,
    read: () => readHeartbeat(file),
    /** Writes the file, and again every two seconds. `onLost` is called once if another shop has written it. */
    async start(onLost: () => void): Promise<void> {
      await write();
      const beat = async () => {
        const current = await readHeartbeat(file);
        isLost = current !== undefined && current.instance !== instance;
        if (!isLost) return write();
        clearInterval(timer);
        onLost();
      };
      timer = setInterval(() => {
        // A full disk must not stop the shop; the next beat tries again.
        work = work.then(beat).catch(() => {});
      }, BEAT_MS).unref();
    },
    announceStop(): Promise<void> {
      stopping = true;
      work = work.then(write);
      return work;
    },
    /** Ends the beats and removes the file. */
    async end(): Promise<void> {
      clearInterval(timer);
      await work;
      if (!isLost) await rm(file, { force: true });
    },
  };
}

/** The last beat, or undefined without a file. Unreadable content counts as that of an unknown machine. */
async function readHeartbeat(file: string): Promise<Beat | undefined> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return beatSchema.parse(JSON.parse(content));
  } catch {
    return { instance: content, kernel: '', host: 'an unknown machine', pid: 0, at: '', stopping: false };
  }
}

function kernelId(): string {
  return process.platform === 'linux'
    ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    : execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' }).trim();
}
