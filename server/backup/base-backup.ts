import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hasBaseBackup, markBaseBackup, walFolder } from '../../postgres/wal-archive.ts';
import type { Deps } from '../deps.ts';
import { StartError } from '../runtime/start-errors.ts';
import { listFiles, type Source, writeArchive } from './archive.ts';
import { copyArchive } from './archive-copy.ts';
import { openBucket } from './bucket.ts';
import { indianTime, readVersion } from './manifest.ts';
import { copyCluster } from './queries.ts';

const PATTERN = /^haat-base-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.tar\.gz$/;
const MAX_AGE_MS = 7 * 86_400_000;
const RETAINED = 2;
/** The folder of the cluster in a base backup. */
export const CLUSTER = 'cluster/';
export const PASSWORD = 'postgres-password';
/** The copies of the files of the data folder, which WAL does not contain. */
export const filesFolder = (archive: string) => path.join(archive, 'files');
const COPIED = ['files', 'mail'];
/** Parts of a cluster that a recovery creates again, or that belong to the running server. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|recovery\.signal)$|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(pgsql_tmp|pg_internal\.init)/;

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  /** The first WAL segment that a recovery needs. */
  firstSegment: z.string(),
  folders: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});

/** A file that was deleted meanwhile, or is not copied yet. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads the manifest of a base backup. Throws a StartError if this version of the shop can't read it. */
export function parseBaseManifest(text: string): z.infer<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError('The base backup has no manifest that this version of the shop can read.');
  }
}

/** The base backups of an archive, oldest first, with the moments from which they can be restored. */
export async function listBaseBackups(archive: string): Promise<{ name: string; at: Date }[]> {
  const names = await readdir(archive).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort().flatMap((name) => {
    const [, day, ...time] = name.match(PATTERN) ?? [];
    return day ? [{ name, at: new Date(`${day}T${time.join(':')}+05:30`) }] : [];
  });
}

/**
 * The job of the WAL archive: copies new files, makes a base backup if there is none of the last week, or none since the
 * archive had a gap, deletes what is no longer needed, and copies all of it to the bucket if there is one. Does nothing
 * without an archive.
 */
export async function maintainArchive(deps: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  const { walArchive, walBucket } = deps.config;
  if (!walArchive) return;
  await updateArchive(deps, walArchive);
  if (walBucket) await copyArchive(walArchive, await openBucket(walBucket, deps.config));
}

async function updateArchive(
  { db, config: { dataDir }, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  walArchive: string,
): Promise<void> {
  await copyFiles(dataDir, walArchive);
  const newest = (await listBaseBackups(walArchive)).at(-1);
  const isRecent = newest && Date.now() - newest.at.getTime() < MAX_AGE_MS;
  if (isRecent && (await hasBaseBackup(dataDir, walArchive))) return;
  const { name, firstSegment } = await makeBaseBackup(db, dataDir, walArchive);
  await markBaseBackup(dataDir, walArchive);
  log.info({ name, firstSegment }, 'base backup made');
  await deleteExpired(dataDir, walArchive);
}

async function makeBaseBackup(db: Deps['db'], dataDir: string, archive: string) {
  await removeUnfinished(archive);
  const work = await mkdtemp(path.join(archive, 'base.part-'));
  try {
    const version = await readVersion();
    const file = path.join(work, 'base.tar.gz');
    const { firstSegment, finishedAt } = await copyCluster(db, async (stop) => {
      const { folders, files } = await listCluster(dataDir);
      const end = { firstSegment: '', finishedAt: new Date() };
      async function* sources(): AsyncGenerator<Source> {
        yield* files;
        const { label, at } = await stop();
        end.finishedAt = at;
        end.firstSegment = label.match(/^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m)?.[1] ?? '';
        if (!end.firstSegment) throw new Error(`The label of the base backup names no segment: ${label}`);
        await writeFile(path.join(work, 'backup_label'), label);
        yield { name: `${CLUSTER}backup_label`, file: path.join(work, 'backup_label') };
      }
      await writeArchive(file, sources(), (packed) => ({
        format: 1,
        version,
        folders,
        firstSegment: end.firstSegment,
        files: packed,
      }));
      return end;
    });
    // The next full second: the name has no fractions, and an earlier moment can't be restored from it.
    const from = new Date(Math.ceil(finishedAt.getTime() / 1000) * 1000);
    const name = `haat-base-${indianTime(from).replaceAll(':', '-')}.tar.gz`;
    await writeFile(path.join(archive, `${name}.segment`), firstSegment, { mode: 0o600, flush: true });
    await rename(file, path.join(archive, name));
    return { name, firstSegment };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The folders and files of the cluster that a base backup contains, and the password of its role. */
async function listCluster(dataDir: string): Promise<{ folders: string[]; files: Source[] }> {
  const cluster = path.join(dataDir, 'postgres', 'data');
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    name: path.relative(cluster, path.join(entry.parentPath, entry.name)),
  }));
  return {
    folders: named.filter(({ entry }) => entry.isDirectory()).map(({ name }) => name),
    files: [
      { name: PASSWORD, file: path.join(dataDir, PASSWORD) },
      ...named
        .filter(({ entry, name }) => entry.isFile() && !LEFT_OUT.test(name))
        .map(({ name }) => ({ name: `${CLUSTER}${name}`, file: path.join(cluster, name) })),
    ],
  };
}

/** Copies files that the archive lacks or has with another size. Stored files never change. */
async function copyFiles(dataDir: string, archive: string): Promise<void> {
  for (const folder of COPIED)
    for (const name of await listFiles(path.join(dataDir, folder))) {
      if (/^(incoming|prints)\/|\.part$/.test(name)) continue;
      const [from, to] = [dataDir, filesFolder(archive)].map((folderPath) =>
        path.join(folderPath, folder, name),
      );
      if (!from || !to) continue;
      const [size, stored] = await Promise.all([from, to].map((file) => stat(file).catch(ifMissing)));
      if (!size || size.size === stored?.size) continue;
      await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      await copyFile(from, `${to}.part`);
      await rename(`${to}.part`, to);
    }
}

/** Deletes all but the newest base backups, and the segments and files that these do not need. */
async function deleteExpired(dataDir: string, archive: string): Promise<void> {
  const bases = await listBaseBackups(archive);
  for (const { name } of bases.slice(0, -RETAINED)) {
    await rm(path.join(archive, name));
    await rm(path.join(archive, `${name}.segment`), { force: true });
  }
  const [oldest, newest = oldest] = bases.slice(-RETAINED);
  if (!oldest || !newest) return;
  await deleteFormerFiles(dataDir, archive, oldest.at, newest.at);
  const first = (await readFile(path.join(archive, `${oldest.name}.segment`), 'utf8')).slice(8);
  // The first 8 digits are the timeline, which grows with every restore.
  const segments = (await readdir(walFolder(archive))).filter((name) => /^[0-9A-F]{24}(\.|$)/.test(name));
  for (const name of segments) if (name.slice(8, 24) < first) await rm(path.join(walFolder(archive), name));
}

/**
 * Deletes copies of files that the shop did not have any more at the moment of the oldest base backup. The time of a copy
 * is that of the newest base backup at which the shop had the file.
 */
async function deleteFormerFiles(
  dataDir: string,
  archive: string,
  oldest: Date,
  newest: Date,
): Promise<void> {
  for (const folder of COPIED)
    for (const name of await listFiles(path.join(filesFolder(archive), folder))) {
      const copy = path.join(filesFolder(archive), folder, name);
      if (existsSync(path.join(dataDir, folder, name))) await utimes(copy, newest, newest);
      else if ((await stat(copy)).mtime < oldest) await rm(copy);
    }
}

async function removeUnfinished(archive: string): Promise<void> {
  for (const name of await readdir(archive))
    if (name.startsWith('base.part-')) await rm(path.join(archive, name), { recursive: true, force: true });
}
