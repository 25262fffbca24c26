import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/**
 * Marks an empty database as one that a restore fills. The mark is a table of its own, because the tables of the shop
 * do not exist yet.
 */
export async function beginRestore(db: Database): Promise<void> {
  await sql`create table unfinished_restore ()`.execute(db);
}

/** Removes the mark of `beginRestore`. */
export async function endRestore(trx: Trx): Promise<void> {
  await sql`drop table unfinished_restore`.execute(trx);
}

/** Whether a restore of this database began and did not finish. */
export async function hasUnfinishedRestore(db: Database): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select to_regclass('unfinished_restore') is not null as yes`.execute(db);
  return rows[0]?.yes ?? false;
}

/** Records that the database was restored from a backup made at `backupAt`. */
export async function insertRestore(trx: Trx, backupAt: Date): Promise<void> {
  await trx.insertInto('restores').values({ backupAt, restoredAt: new Date() }).execute();
}

/**
 * Removes what connects a shop to others: the entered settings, such as keys of the provider and the mail server, the
 * access to couriers, the browsers that get notifications, and the place of backups, of which it would delete old ones.
 */
export async function disconnect(trx: Trx): Promise<void> {
  await trx.deleteFrom('storedSettings').execute();
  await trx.deleteFrom('courierAccounts').execute();
  await trx.deleteFrom('pushSubscriptions').execute();
  await trx.updateTable('backupSettings').set({ target: '' }).execute();
}

/** The restores after which the shop has not been prepared, oldest first, locked. */
export const lockUnprepared = (trx: Trx) =>
  trx
    .selectFrom('restores')
    .select(['id', 'backupAt'])
    .where('preparedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export async function markPrepared(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('restores').set({ preparedAt: now }).where('id', '=', id).execute();
}

/** The restores after which the provider has not been asked, oldest first. */
export const listUnasked = (db: Database) =>
  db
    .selectFrom('restores')
    .select(['id', 'backupAt', 'preparedAt'])
    .where('preparedAt', 'is not', null)
    .where('providerAskedAt', 'is', null)
    .orderBy('id')
    .execute();

export async function markAsked(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('restores').set({ providerAskedAt: now }).where('id', '=', id).execute();
}

/**
 * Runs `copy` while the files of the embedded cluster may be copied. It calls `stop` after the last file, which waits
 * until the WAL of that time is archived, and returns the label of the base backup.
 */
export function copyCluster<T>(
  db: Database,
  copy: (stop: () => Promise<{ label: string; at: Date }>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    let isStopped = false;
    const stop = async () => {
      isStopped = true;
      const { rows } = await sql<{ label: string; at: Date }>`
        select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)`.execute(connection);
      const [row] = rows;
      if (!row) throw new Error('PostgreSQL returned no label of the base backup');
      return row;
    };
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`select pg_backup_start('haat', true)`.execute(connection);
      return await copy(stop);
    } finally {
      // The connection may be lost, which ends the backup too.
      if (!isStopped) await sql`select pg_backup_stop(false)`.execute(connection).catch(() => {});
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
