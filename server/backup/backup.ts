import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { removeDataDir } from '../../postgres/home.ts';
import type { Config } from '../config.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { createFileStore } from '../media/files.ts';
import { type AuditFinding, audit } from '../reports/audit.ts';
import { adviceFor, explainStartError, StartError } from '../runtime/start-errors.ts';
import { checkArchive, extractArchive, listFiles, type Source, writeArchive } from './archive.ts';
import { isBucketAddress } from './bucket.ts';
import { dumpDatabase, JOBS } from './dump-database.ts';
import { recordBackup } from './last-backup.ts';
import { assertRestoreFinished, loadDatabase } from './load-database.ts';
import { describeRows, indianTime, type Manifest, parseManifest, readVersion } from './manifest.ts';
import { listExpired, PREFIX, type Retention } from './retention.ts';
import { readBackupSettings } from './settings-queries.ts';
import { defaultTarget, openTarget } from './target.ts';

/** Runs `work` on an empty database that is deleted afterwards. */
type Scratch = <T>(work: (pool: pg.Pool) => Promise<T>) => Promise<T>;

type Request = {
  pool: pg.Pool;
  config: Config;
  /** Where the archive is stored: a folder, which is created if it does not exist, or `s3://bucket/prefix`. */
  target: string;
  retention?: Retention;
  say: (line: string) => void;
  scratch?: Scratch;
};

/** `file`: its path, or its address in a bucket. */
export type Backup = { file: string; bytes: number; findings: AuditFinding[] };

/** Files of the data folder that belong to the shop, beside its database. */
const FILES = ['files', 'mail'];
const FIRST_PASSWORD = 'first-admin-password';
/** The folder of the data folder's files in an archive. */
export const DATA = 'data/';
/** Uploads that have not finished, and documents of print jobs, which are deleted after a day. */
const TEMPORARY = /^files\/(incoming|prints)\/|\.part$/;
const ABANDONED_MS = 86_400_000;
const DISK_ERROR = /^E(ACCES|PERM|EXIST|NOENT|NOTDIR|ROFS|NOSPC|DQUOT|IO)$/;

/**
 * Backs up a shop that may be running: all rows as of one moment, then the files. The archive gets its name only
 * after it was restored to a database of its own. If the audit of that finds nothing, older archives are deleted as
 * `listExpired` says and the backup is recorded as the last good one; otherwise the archive stays beside them.
 * Throws a StartError that says what went wrong; then no archive is left.
 */
export async function makeBackup(request: Request): Promise<Backup> {
  return backUp(request).catch((error: NodeJS.ErrnoException) => {
    if (!DISK_ERROR.test(error.code ?? '')) throw error;
    const isOfShop = FILES.some((folder) =>
      error.path?.startsWith(path.join(request.config.dataDir, folder, path.sep)),
    );
    throw new StartError(
      isOfShop
        ? explainStartError(error)
        : `The backup can't be stored in ${request.target}: ${error.message}. ${adviceFor(error)}`,
    );
  });
}

/** The same with the place and retention of the settings of the shop, or at `given`. */
export async function makeBackupAsSet(
  pool: pg.Pool,
  config: Config,
  { given, say }: { given?: string | undefined; say: Request['say'] },
): Promise<Backup> {
  const settings = await readBackupSettings(openDatabase(pool));
  const address = given ?? (settings.target || defaultTarget(config));
  const target = isBucketAddress(address) ? address : path.resolve(address);
  return makeBackup({ pool, config, target, retention: settings, say });
}

async function backUp({ pool, config, target: address, retention, say, scratch }: Request): Promise<Backup> {
  await assertRestoreFinished(openDatabase(pool));
  const time = new Date();
  const name = `${PREFIX}${indianTime(time).replaceAll(':', '-')}`;
  const target = await openTarget(address, config);
  const folder = target.workFolder;
  // A target that can't be used is reported before the work.
  await target.list();
  await removeAbandoned(folder);
  await assertSpace(pool, config, folder);
  const work = await mkdtemp(path.join(folder, `${name}.part-`));
  try {
    const archive = path.join(work, 'archive.tar.gz');
    const attempt = async () => {
      await writeBackup(pool, config, { work, archive, at: time, say });
      return verifyBackup(archive, config, scratch ?? withScratchDatabase, say);
    };
    let findings = await attempt();
    // A picture that was deleted between the rows and the files is missing; the next attempt no longer names it.
    if (findings.some(({ check }) => check === 'pictures')) findings = await attempt();
    const { size: bytes } = await stat(archive);
    const file = await target.store(archive, `${name}.tar.gz`);
    if (findings.length === 0) {
      for (const expired of listExpired(await target.list(), retention)) {
        await target.remove(expired);
        say(`Deleted ${expired}`);
      }
      await recordBackup(config, { at: time.toISOString(), file, bytes });
    }
    return { file, bytes, findings };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeBackup(
  pool: pg.Pool,
  config: Config,
  { work, archive, at, say }: { work: string; archive: string; at: Date; say: Request['say'] },
): Promise<void> {
  const database = await dumpDatabase(pool, work);
  say(`Read ${describeRows(database)}`);
  // After the rows, so that each picture that they name is there.
  const files = await listDataFiles(config);
  const version = await readVersion();
  const describe = (described: Manifest['files']): Manifest => ({
    format: 1,
    version,
    createdAt: `${indianTime(at)}+05:30`,
    ...(config.s3 && { bucket: config.s3.bucket }),
    database,
    files: described,
  });
  const dumped = [...database.tables.map((table) => table.file), JOBS];
  const sources = dumped.map((name): Source => ({ name, file: path.join(work, name) }));
  const manifest = await writeArchive(archive, [...sources, ...files], describe);
  const packed = Object.keys(manifest.files).filter((name) => name.startsWith(DATA)).length;
  say(`Packed ${packed} files${config.s3 ? `; the pictures stay in the bucket ${config.s3.bucket}` : ''}`);
}

async function listDataFiles({ dataDir }: Config): Promise<Source[]> {
  const lists = await Promise.all(
    FILES.map(async (folder) =>
      (await listFiles(path.join(dataDir, folder))).map((name) => path.posix.join(folder, name)),
    ),
  );
  return [...lists.flat().filter((name) => !TEMPORARY.test(name)), FIRST_PASSWORD].map((name) => ({
    name: `${DATA}${name}`,
    file: path.join(dataDir, name),
  }));
}

/** Restores an archive to a database of its own. Returns what the audit finds there. */
async function verifyBackup(
  archive: string,
  config: Config,
  scratch: Scratch,
  say: Request['say'],
): Promise<AuditFinding[]> {
  const manifest = await checkArchive(archive, parseManifest);
  const folder = path.dirname(archive);
  await extractArchive(archive, folder, (name) => !name.startsWith(DATA));
  const findings = await scratch(async (pool) => {
    await loadDatabase(pool, manifest.database, folder);
    return audit(openDatabase(pool), filesOf(manifest, config));
  });
  say('Restored it to a temporary database and audited that');
  return findings;
}

function filesOf(manifest: Manifest, config: Config) {
  if (config.s3) return createFileStore(config);
  return { exists: async (name: string) => `${DATA}files/${name}` in manifest.files };
}

async function withScratchDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-scratch-')).catch((error: Error) => {
    throw new StartError(
      `The temporary folder ${tmpdir()} can't be used: ${error.message}. Set TMPDIR to a folder with free space.`,
    );
  });
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
    const pool = openPool(server.url, 2);
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await server.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}

/** The folder receives the rows, and then the archive with rows and files. */
async function assertSpace(pool: pg.Pool, config: Config, folder: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  let needed = 2 * (rows[0]?.bytes ?? 0);
  // A file that was deleted meanwhile needs no space.
  for (const { file } of await listDataFiles(config))
    needed += (await stat(file).catch(() => undefined))?.size ?? 0;
  const { bavail, bsize } = await statfs(folder);
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-IN')} MB`;
  if (bavail * bsize < needed)
    throw new StartError(
      `The backup needs ${megabytes(needed)} in ${folder}; only ${megabytes(bavail * bsize)} are free.`,
    );
}

/** What a backup that was killed has left. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && /\.part-\w+$/.test(name));
  for (const name of names) {
    const { mtimeMs } = await stat(path.join(folder, name));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path.join(folder, name), { recursive: true });
  }
}
