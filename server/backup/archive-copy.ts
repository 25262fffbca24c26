import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../runtime/start-errors.ts';
import { listFiles } from './archive.ts';
import type { Bucket } from './bucket.ts';

/** An archive has one file with such a name, which no other archive has. */
const IDENTITY = /^archive-[0-9a-f-]{36}$/;
const isComplete = (name: string) => !/^base\.part-|\.part$/.test(name);

/**
 * Makes the bucket equal to an archive of WAL: uploads what it lacks, and deletes what the archive has no longer. Throws
 * a StartError, and changes nothing, if the bucket has the archive of another shop.
 */
export async function copyArchive(archive: string, bucket: Bucket): Promise<void> {
  const identity = await identityOf(archive);
  const stored = await bucket.listDeep();
  const foreign = [...stored.keys()].find((name) => IDENTITY.test(name) && name !== identity);
  if (foreign)
    throw new StartError(
      `${bucket.address} has the archive of another shop, or of this shop before its data folder was lost. Restore from it, or set WAL_ARCHIVE to another prefix.`,
    );
  const names = (await listFiles(archive)).filter(isComplete);
  // A base backup is of use only with what it needs, so it follows that.
  const order = (name: string) => (name === identity ? 0 : name.includes('/') ? 1 : 2);
  for (const name of names.toSorted((a, next) => order(a) - order(next))) {
    const file = path.join(archive, name);
    if (stored.get(name) !== (await stat(file)).size) await bucket.upload(file, name);
  }
  const present = new Set(names);
  for (const name of stored.keys()) if (!present.has(name)) await bucket.remove(name);
}

async function identityOf(archive: string): Promise<string> {
  const known = (await readdir(archive)).find((name) => IDENTITY.test(name));
  if (known) return known;
  const name = `archive-${randomUUID()}`;
  await writeFile(path.join(archive, name), name, { mode: 0o600, flush: true });
  return name;
}

/** Downloads an archive. Files that the folder has already, with the same size, stay. */
export async function downloadArchive(bucket: Bucket, archive: string): Promise<void> {
  // The user of PostgreSQL must be able to enter, to reach the WAL.
  await mkdir(archive, { recursive: true });
  await chmod(archive, 0o711);
  for (const [name, size] of await bucket.listDeep()) {
    const file = path.join(archive, name);
    if (path.relative(archive, file).startsWith('..'))
      throw new StartError(`${bucket.address} has a file with the name ${name}, which no archive has.`);
    // What can't be read is downloaded again, or fails there.
    const present = await stat(file).catch(() => undefined);
    if (present?.size === size) continue;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await bucket.download(name, `${file}.part`);
    await rename(`${file}.part`, file);
  }
}
