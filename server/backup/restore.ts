import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { addressOf, markMoved } from '../../postgres/moved.ts';
import { type Config, directUrl } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { lockDataDir } from '../db/data-dir.ts';
import { openDatabase, openPool, type Trx, transaction } from '../db/database.ts';
import { createFileStore } from '../media/files.ts';
import { type AuditFinding, audit } from '../reports/audit.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { createLog } from '../runtime/log.ts';
import { explainStartError, StartError } from '../runtime/start-errors.ts';
import { assertFile, checkArchive, extractArchive } from './archive.ts';
import { DATA } from './backup.ts';
import { isBucketAddress, openBucket } from './bucket.ts';
import { dumpDatabase } from './dump-database.ts';
import {
  assertKnownMigrations,
  assertRestoreFinished,
  hasTables,
  isInUse,
  loadDatabase,
  loadJobs,
} from './load-database.ts';
import { type DatabaseDump, describeRows, type Manifest, parseManifest } from './manifest.ts';
import { beginRestore, disconnect, endRestore, insertRestore } from './queries.ts';

type Say = (line: string) => void;

/** `isCopy`: the shop of the backup goes on, so the restored one must not act for it. */
export type RestoreOptions = { isCopy?: boolean };

/** The working folder of a restore. */
const UNFINISHED = /^restore\.part-\w+$/;
/** Other names in a data folder that are not part of a shop. */
const IGNORED = /^(backups|haat\.(lock|heartbeat).*)$/;

/**
 * Restores an archive, a file or `s3://bucket/prefix/name`, into an empty data folder and an empty database: the one at
 * DATABASE_URL, else the shop's own. Returns what the audit finds. Throws a StartError if the archive is damaged or a
 * place is not empty; then nothing was changed.
 */
export async function restoreBackup(
  source: string,
  config: Config,
  say: Say,
  { isCopy = false }: RestoreOptions = {},
): Promise<AuditFinding[]> {
  const { dataDir } = config;
  if (!isBucketAddress(source)) await assertFile(path.resolve(source));
  const lock = await lockDataDir(dataDir);
  try {
    await assertEmptyFolder(dataDir, source);
    await removeUnfinished(dataDir);
    const work = await mkdtemp(path.join(dataDir, 'restore.part-'));
    try {
      const archive = isBucketAddress(source)
        ? await download(source, work, config, say)
        : path.resolve(source);
      const manifest = await checkArchive(archive, parseManifest);
      assertSameStorage(manifest, config);
      await assertKnownMigrations(manifest.database);
      say(`The archive is complete: ${manifest.createdAt}, Haat ${manifest.version}`);
      await extractArchive(archive, work);
      return await withDatabase(config, async (url) => {
        await assertEmptyDatabase(url);
        await finishing(`DATA_DIR (${dataDir}) and the database`, url, async () => {
          await moveFiles(path.join(work, DATA), dataDir);
          return load(url, manifest.database, { folder: work, config, say }, async (trx) => {
            await insertRestore(trx, new Date(manifest.createdAt));
            if (isCopy) await disconnect(trx);
            const detail = { name: path.basename(source) };
            await recordAudit(trx, 'Command line', { action: 'backup.restore', subject: '', detail });
          });
        });
        return auditOf(url, config);
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

/** Returns the path of the archive in `folder`. */
async function download(source: string, folder: string, config: Config, say: Say): Promise<string> {
  const { dir, base } = path.posix.parse(source);
  const file = path.join(folder, base);
  await (await openBucket(dir, config)).download(base, file);
  say(`Downloaded ${source}`);
  return file;
}

/**
 * Copies the database of a stopped shop to an empty one: to `target`, or to the shop's own PostgreSQL. Files stay
 * where they are. The shop's own PostgreSQL no longer starts after it was copied. Returns what the audit finds in the
 * copy. Throws a StartError if the shop runs or the target is not empty.
 */
export async function moveDatabase(
  target: string | 'embedded',
  config: Config,
  say: Say,
): Promise<AuditFinding[]> {
  const toEmbedded = target === 'embedded';
  const databaseUrl = toEmbedded ? undefined : target;
  if (config.databaseUrl === databaseUrl) throw new StartError('The shop uses this database already.');
  if (toEmbedded) assertNoCluster(config.dataDir);
  else if (!config.databaseUrl) assertCluster(config.dataDir);
  const lock = await lockDataDir(config.dataDir);
  try {
    return await withDatabase(config, (from) =>
      withDatabase({ ...config, databaseUrl, directDatabaseUrl: undefined }, async (to) => {
        await assertStopped(from);
        await onPool(from, (pool) => assertRestoreFinished(openDatabase(pool)));
        await assertEmptyDatabase(to);
        const work = await mkdtemp(path.join(config.dataDir, 'restore.part-'));
        try {
          const dump = await onPool(from, (pool) => dumpDatabase(pool, work));
          const detail = { from: shownAddress(config.databaseUrl), to: shownAddress(databaseUrl) };
          await finishing('the new database', to, () =>
            load(to, dump, { folder: work, config, say }, async (trx) => {
              await recordAudit(trx, 'Command line', { action: 'database.move', subject: '', detail });
              // Before the copy can start: never are there two shops with the same orders.
              if (databaseUrl && !config.databaseUrl) await markMoved(config.dataDir, databaseUrl);
            }),
          );
          return await auditOf(to, config);
        } finally {
          await rm(work, { recursive: true, force: true });
        }
      }),
    );
  } finally {
    await lock.release();
  }
}

/** Loads the dump, and then calls `record` in the transaction that makes the database a shop. */
async function load(
  url: string,
  dump: DatabaseDump,
  { folder, config, say }: { folder: string; config: Config; say: Say },
  record: (trx: Trx) => Promise<void>,
): Promise<void> {
  await onPool(url, (pool) => loadDatabase(pool, dump, folder));
  crashPoint({ config }, 'rows-restored');
  await loadJobs(url, folder, createLog('warn'));
  say(`Restored ${describeRows(dump)}`);
  await onPool(url, (pool) =>
    transaction(openDatabase(pool), async (trx) => {
      await record(trx);
      await endRestore(trx);
    }),
  );
  crashPoint({ config }, 'restored');
}

const auditOf = (url: string, config: Config): Promise<AuditFinding[]> =>
  onPool(url, (pool) => audit(openDatabase(pool), createFileStore(config)));

/** Does work that makes an empty database a shop. If it does not finish, the shop does not start there. */
async function finishing<T>(places: string, url: string, work: () => Promise<T>): Promise<T> {
  await onPool(url, (pool) => beginRestore(openDatabase(pool)));
  return work().catch((error: unknown) => {
    const reason = explainStartError(error);
    throw new StartError(`${reason}\nThe work did not finish. Empty ${places} before you try again.`);
  });
}

/** Without user and password. */
const shownAddress = (url: string | undefined) => (url ? addressOf(url) : 'the embedded PostgreSQL');

/** Runs `work` on the database of a stopped shop, whose data folder is locked. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const url = directUrl(config);
  if (url) return work(url);
  const { dataDir, walArchive } = config;
  const server = await startEmbeddedPostgres({ dataDir, walArchive, log: () => {} });
  return work(server.url).finally(() => server.stop());
}

export async function onPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, 2);
  return work(pool).finally(() => pool.end());
}

async function moveFiles(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    // A shop without files.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) await rename(path.join(from, name), path.join(to, name));
}

/** Removes what restores that were killed have left. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (UNFINISHED.test(name)) await rm(path.join(dataDir, name), { recursive: true });
}

/** Throws a StartError if the folder has more than the `archive` and what is not part of a shop. */
export async function assertEmptyFolder(dataDir: string, archive: string): Promise<void> {
  const names = (await readdir(dataDir)).filter(
    (name) =>
      !IGNORED.test(name) && !UNFINISHED.test(name) && path.join(dataDir, name) !== path.resolve(archive),
  );
  if (names.length > 0)
    throw new StartError(
      `The data folder ${dataDir} is not empty (${names.slice(0, 3).join(', ')}). Nothing was changed. Move its contents away, or set DATA_DIR to an empty folder.`,
    );
}

async function assertEmptyDatabase(url: string): Promise<void> {
  if (await onPool(url, hasTables))
    throw new StartError(
      'The database has tables already. Nothing was changed. Create an empty database and use its address.',
    );
}

/** The files of an archive and the shop must be of one kind: all on the disk, or all in the bucket. */
function assertSameStorage({ bucket }: Manifest, { s3 }: Config): void {
  if (bucket && !s3)
    throw new StartError(`The pictures of this backup are in the bucket ${bucket}. Set S3_BUCKET.`);
  if (!bucket && s3)
    throw new StartError('The pictures of this backup are in the archive. Remove the S3_… settings.');
}

/** Throws a StartError if a shop, also of another machine, uses the database. */
export async function assertStopped(url: string): Promise<void> {
  const running = await onPool(url, isInUse);
  if (running)
    throw new StartError('The shop runs on this database. Stop it first, or orders would be lost.');
}

/** Throws a StartError if the data folder has no embedded database. */
export function assertCluster(dataDir: string): void {
  if (!existsSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION')))
    throw new StartError(`There is no shop in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
}

function assertNoCluster(dataDir: string): void {
  const existing = ['postgres', 'postgres-password'].filter((name) => existsSync(path.join(dataDir, name)));
  if (existing.length > 0)
    throw new StartError(
      `The data folder ${dataDir} has a database already. Rename its ${existing.join(' and ')} first.`,
    );
}
