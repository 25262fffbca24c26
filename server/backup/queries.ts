import type { Database, Trx } from '../db/database.ts';

/** Records that the database was restored from a backup made at `backupAt`. */
export async function insertRestore(db: Database, backupAt: Date): Promise<void> {
  await db.insertInto('restores').values({ backupAt, restoredAt: new Date() }).execute();
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
