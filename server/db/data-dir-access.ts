import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Takes the rights of other users of the machine away from the data folder and what it contains, and from the files
 * that this process creates from now on. The embedded database manages the rights of its own folder.
 */
export async function denyOtherUsers(dataDir: string): Promise<void> {
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
