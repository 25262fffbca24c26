import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ShopError } from '../errors.ts';

/** The disk that holds the data folder. */
export type Disk = {
  /** In bytes; `free` is what this user may use. */
  space(): Promise<{ free: number; size: number }>;
  isWritable(): Promise<boolean>;
};

/** How long the result of a write is valid, as anybody may ask for it. */
const WRITABLE_MS = 5_000;

export function openDisk(dataDir: string): Disk {
  let last: { until: number; result: Promise<boolean> } | undefined;
  return {
    async space() {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    isWritable() {
      const now = performance.now();
      if (!last || now > last.until) last = { until: now + WRITABLE_MS, result: tryToWrite(dataDir) };
      return last.result;
    },
  };
}

async function tryToWrite(dataDir: string): Promise<boolean> {
  const file = path.join(dataDir, '.write-check');
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.write(Buffer.alloc(4096, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    // The next check overwrites it.
    await rm(file, { force: true }).catch(() => {});
  }
}

/**
 * Whether a file could not be written because the disk is full. EFBIG: the largest file that the process may write, as
 * `ulimit -f` sets it.
 */
export const isDiskFull = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);

const RESERVED_SHARE = 0.05;
const RESERVED_BYTES = 1e9;

/**
 * 507 if so little of the disk is free that it is reserved for orders: less than 5 % and less than 1 GB. Uploads and
 * imports check this first.
 */
export async function assertRoomForUploads({ disk }: { disk: Disk }): Promise<void> {
  const { free, size } = await disk.space();
  if (free >= Math.min(size * RESERVED_SHARE, RESERVED_BYTES)) return;
  throw new ShopError(
    'storage_full',
    'The disk of the shop is almost full, so files can’t be uploaded. Orders are not affected. Free some space, then try again.',
  );
}
