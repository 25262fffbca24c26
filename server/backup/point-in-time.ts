import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../postgres/embedded.ts';
import { preparePostgresHome, removeDataDir } from '../../postgres/home.ts';
import { removeRecovery } from '../../postgres/wal-archive.ts';
import type { Config } from '../config.ts';
import { recordAudit } from '../db/audit-log.ts';
import { lockDataDir } from '../db/data-dir.ts';
import { openDatabase, openPool, transaction } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createFileStore } from '../media/files.ts';
import { type AuditFinding, audit } from '../reports/audit.ts';
import { explainStartError, StartError } from '../runtime/start-errors.ts';
import { checkArchive, extractArchive } from './archive.ts';
import { downloadArchive } from './archive-copy.ts';
import { CLUSTER, filesFolder, listBaseBackups, PASSWORD, parseBaseManifest } from './base-backup.ts';
import { openBucket } from './bucket.ts';
import { indianTime } from './manifest.ts';
import { disconnect, insertRestore } from './queries.ts';
import { assertEmptyFolder, type RestoreOptions, removeUnfinished } from './restore.ts';

/** `2026-11-22 18:30` in Indian time, with seconds if they are given; undefined for `latest`. */
export function parseMoment(text: string): Date | undefined {
  if (text === 'latest') return undefined;
  const [, day, time] = text.match(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/) ?? [];
  const moment = new Date(`${day}T${time}+05:30`);
  if (Number.isNaN(moment.getTime()))
    throw new StartError(`${text} is not a time like 2026-11-22 18:30, and not latest.`);
  return moment;
}

/**
 * Restores the embedded shop of WAL_ARCHIVE as it was at a moment, or at the end of the archive, into an empty data
 * folder. Returns what the audit finds. Throws a StartError if the archive does not reach that moment or the folder is
 * not empty; then nothing was changed.
 */
export async function restorePointInTime(
  until: Date | undefined,
  config: Config,
  say: (line: string) => void,
  { isCopy = false }: RestoreOptions = {},
): Promise<AuditFinding[]> {
  const { dataDir, databaseUrl, walArchive, walBucket } = config;
  if (databaseUrl)
    throw new StartError(
      'With DATABASE_URL, use the point-in-time restore of the provider of that database.',
    );
  if (!walArchive) throw new StartError('Set WAL_ARCHIVE to the folder or bucket from which to restore.');
  const lock = await lockDataDir(dataDir);
  try {
    await assertEmptyFolder(dataDir, '');
    await removeUnfinished(dataDir);
    const work = await mkdtemp(path.join(dataDir, 'restore.part-'));
    try {
      await preparePostgresHome(work, () => {});
      // The copy becomes the archive of the restored shop.
      const archive = walBucket ? path.join(work, path.relative(dataDir, walArchive)) : walArchive;
      if (walBucket) {
        await downloadArchive(await openBucket(walBucket, config), archive);
        say(`Downloaded ${walBucket}`);
      }
      const base = await chooseBase(archive, until);
      say(`Restoring ${base}`);
      await extractBase(path.join(archive, base), work);
      const findings = await recover({ ...config, dataDir: work }, archive, { until, base, say, isCopy });
      // The cluster last: without it, the shop does not start.
      for (const name of [PASSWORD, 'files', 'mail', 'postgres'])
        if (existsSync(path.join(work, name))) await rename(path.join(work, name), path.join(dataDir, name));
      return findings;
    } finally {
      await removeDataDir(work);
    }
  } finally {
    await lock.release();
  }
}

async function chooseBase(archive: string, until: Date | undefined): Promise<string> {
  const bases = await listBaseBackups(archive);
  const [first] = bases;
  if (!first) throw new StartError(`There is no base backup in ${archive}. Nothing was changed.`);
  const base = bases.findLast(({ at }) => !until || at <= until);
  if (!base)
    throw new StartError(
      `The oldest base backup in ${archive} is of ${indianTime(first.at).replace('T', ' ')}. Nothing was changed. Name a later time.`,
    );
  return base.name;
}

/** Extracts a base backup so that `work` is a data folder with a cluster that can recover. */
async function extractBase(file: string, work: string): Promise<void> {
  const { folders } = await checkArchive(file, parseBaseManifest);
  const home = await preparePostgresHome(work, () => {});
  await extractArchive(file, work, (name) => name === PASSWORD);
  await extractArchive(file, home.folder, (name) => name.startsWith(CLUSTER));
  const data = path.join(home.folder, 'data');
  await rename(path.join(home.folder, CLUSTER), data);
  for (const folder of folders) await mkdir(path.join(data, folder), { recursive: true });
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const paths = [data, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
  const folderPaths = new Set([data, ...folders.map((folder) => path.join(data, folder))]);
  for (const path of paths) {
    if (folderPaths.has(path)) await chmod(path, 0o700);
    if (home.user) await chown(path, home.user.uid, home.user.gid);
  }
}

async function recover(
  config: Config,
  archive: string,
  {
    until,
    base,
    say,
    isCopy,
  }: { until: Date | undefined; base: string; say: (line: string) => void; isCopy: boolean },
): Promise<AuditFinding[]> {
  const { dataDir } = config;
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    recovery: { archive, until },
  }).catch((error: unknown) => {
    const reason = explainStartError(error);
    throw new StartError(
      /before configured recovery target was reached/.test(reason)
        ? 'The archive ends before that time. Nothing was changed. Name an earlier time, or latest.'
        : `${reason}\nNothing was changed.`,
    );
  });
  const pool = openPool(server.url, 2);
  try {
    await migrate(pool);
    await cp(filesFolder(archive), dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    const db = openDatabase(pool);
    const time = until ?? new Date();
    const shown = until ? indianTime(until).replace('T', ' ') : 'the end of the archive';
    await transaction(db, async (trx) => {
      await insertRestore(trx, time);
      if (isCopy) await disconnect(trx);
      const detail = { name: `${base}, up to ${shown}` };
      await recordAudit(trx, 'Command line', { action: 'backup.restore', subject: '', detail });
    });
    say(`Restored the shop as it was at ${shown}`);
    return await audit(db, createFileStore(config));
  } finally {
    await pool.end();
    await server.stop();
    await removeRecovery(dataDir);
  }
}
