import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** The time by the clock of the database. */
export async function readDatabaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database did not return its time');
  return row.now;
}

/** When the first migration was applied to this database: at the first start of the shop, or at a restore. */
export async function findCreationTime(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select min(applied_at) as at from schema_migrations`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** Whether the last attempt to archive a WAL segment failed. */
export async function isArchiveFailing(db: Database): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as yes
    from pg_stat_archiver`.execute(db);
  return rows[0]?.yes ?? false;
}
