import type { Selectable } from 'kysely';
import type { BackupSettings } from '../../shared/contract/backups.ts';
import type { Database, Trx } from '../db/database.ts';
import type { BackupProgress } from '../db/schema.ts';

/** A run that was not seen for so long was killed. */
const RUN_ENDED_MS = 2 * 60_000;

export const readBackupSettings = (db: Database | Trx): Promise<BackupSettings> =>
  db
    .selectFrom('backupSettings')
    .select(['nightly', 'hour', 'daily', 'weekly', 'monthly', 'target'])
    .executeTakeFirstOrThrow();

export async function lockBackupSettings(trx: Trx): Promise<BackupSettings> {
  return trx
    .selectFrom('backupSettings')
    .select(['nightly', 'hour', 'daily', 'weekly', 'monthly', 'target'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateBackupSettings(trx: Trx, settings: BackupSettings): Promise<void> {
  await trx.updateTable('backupSettings').set(settings).execute();
}

/** The backup that runs or was tried last. `isRunning`: it has not finished and was seen lately. */
export async function findBackupRun(
  db: Database | Trx,
  now: Date,
): Promise<(Selectable<BackupProgress> & { isRunning: boolean }) | undefined> {
  const run = await db.selectFrom('backupProgress').selectAll().executeTakeFirst();
  return run && { ...run, isRunning: !run.finishedAt && now.getTime() - run.seenAt.getTime() < RUN_ENDED_MS };
}

/** Records that a backup starts. */
export async function startBackupRun(db: Database | Trx, step: string, now: Date): Promise<void> {
  const run = { startedAt: now, seenAt: now, finishedAt: null, step, error: null };
  await db
    .insertInto('backupProgress')
    .values(run)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(run))
    .execute();
}

/** Records that the backup still runs, and its step if there is a new one. */
export async function touchBackupRun(db: Database, now: Date, step?: string): Promise<void> {
  await db
    .updateTable('backupProgress')
    .set({ seenAt: now, ...(step !== undefined && { step }) })
    .where('finishedAt', 'is', null)
    .execute();
}

/** Records that the backup has finished; `error` is the reason why it failed, or null. */
export async function finishBackupRun(db: Database, error: string | null, now: Date): Promise<void> {
  await db.updateTable('backupProgress').set({ finishedAt: now, seenAt: now, error }).execute();
}
