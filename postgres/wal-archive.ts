import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../server/runtime/start-errors.ts';
import { chownTo, type PostgresHome } from './home.ts';

/** Restores an archive of WAL up to a moment, or to its end. */
export type WalRecovery = { archive: string; until: Date | undefined };

/** The compressed segments of an archive. */
export const walFolder = (archive: string) => path.join(archive, 'wal');

/** Longer than this, no commit waits for its segment to be archived. */
const ARCHIVE_TIMEOUT = '60s';
const MARK = 'base-backup';
/** The copy of the WAL for a recovery, in the folder of the cluster. */
const RECOVERED = 'recovered-wal';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Stores a segment completely or not at all. One that is stored already must have the same content. */
const archiveScript = (archive: string) => `#!/bin/sh
# Written by Haat at each start. Arguments: path and name of a WAL segment.
set -e
umask 077
stored=${quoted(walFolder(archive))}/"$2.gz"
if [ -e "$stored" ]; then gzip -dc "$stored" | cmp -s - "$1"; exit; fi
draft=${quoted(walFolder(archive))}/".$2.part"
gzip -c "$1" > "$draft"
sync "$draft"
mv "$draft" "$stored"
sync ${quoted(walFolder(archive))}
`;

const RESTORE_SCRIPT = `#!/bin/sh
# Written by Haat for a restore. Arguments: name of a WAL segment, and where to put it.
stored=../${RECOVERED}/"$1.gz"
[ -e "$stored" ] && gzip -dc "$stored" > "$2"
`;

/**
 * Prepares the archive of WAL in a folder, and returns the settings of the server. Throws a StartError if the user of
 * the server can't write there: WAL that is not archived would fill the disk.
 */
export async function prepareArchive(home: PostgresHome, archive: string): Promise<string> {
  const folder = walFolder(archive);
  let real = archive;
  try {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created && created !== folder) await chownTo(home.user, archive);
    await chownTo(home.user, folder);
    // The data folder may be closed to the user of the server, and link to a place that is not.
    real = await realpath(archive);
  } catch (error) {
    throw new StartError(`WAL_ARCHIVE ${archive} can't be used: ${(error as Error).message}.`);
  }
  const shell = ['-c', 'cd "$1" && test -w .', 'sh', walFolder(real)];
  if (spawnSync('/bin/sh', shell, { ...home.user, cwd: '/', stdio: 'ignore' }).status !== 0)
    throw new StartError(
      `WAL_ARCHIVE ${archive} can't be used: the user that runs PostgreSQL can't write to ${folder}.`,
    );
  await writeScript(home, 'archive-wal.sh', archiveScript(real));
  // Relative to the folder of the cluster, so that no path needs quoting.
  return `archive_mode = on
archive_timeout = ${ARCHIVE_TIMEOUT}
archive_command = '/bin/sh ../archive-wal.sh "%p" "%f"'
`;
}

/**
 * Prepares a cluster that was copied from a base backup, and returns the settings with which it recovers. The WAL is
 * copied, because the user of the server may not be able to read the archive.
 */
export async function prepareRecovery(home: PostgresHome, { archive, until }: WalRecovery): Promise<string> {
  const copy = path.join(home.folder, RECOVERED);
  await cp(walFolder(archive), copy, { recursive: true });
  for (const name of ['', ...(await readdir(copy))]) await chownTo(home.user, path.join(copy, name));
  await writeScript(home, 'restore-wal.sh', RESTORE_SCRIPT);
  await writeFile(path.join(home.folder, 'data', 'recovery.signal'), '');
  await chownTo(home.user, path.join(home.folder, 'data', 'recovery.signal'));
  // PostgreSQL reads this setting before it knows abbreviations such as Z.
  const target = until ? `recovery_target_time = '${until.toISOString().replace('Z', '+00')}'\n` : '';
  return `restore_command = '/bin/sh ../restore-wal.sh "%f" "%p"'
recovery_target_action = 'promote'
hot_standby = off
${target}`;
}

async function writeScript({ folder, user }: PostgresHome, name: string, script: string) {
  const file = path.join(folder, name);
  await writeFile(file, script, { mode: 0o700 });
  await chownTo(user, file);
}

/** Deletes what only the recovery needed. */
export const removeRecovery = (dataDir: string) =>
  rm(path.join(dataDir, 'postgres', RECOVERED), { recursive: true });

/** Records that the archive has a base backup of the cluster, from which its WAL continues. */
export const markBaseBackup = (dataDir: string, archive: string) =>
  writeFile(path.join(dataDir, 'postgres', MARK), archive, { mode: 0o600, flush: true });

/** Whether WAL was archived without a gap since a base backup in this archive. */
export async function hasBaseBackup(dataDir: string, archive: string): Promise<boolean> {
  const marked = await readFile(path.join(dataDir, 'postgres', MARK), 'utf8').catch(() => '');
  return marked === archive;
}

/** A server that runs without its archive leaves a gap. */
export const unmarkBaseBackup = (home: PostgresHome) => rm(path.join(home.folder, MARK), { force: true });
