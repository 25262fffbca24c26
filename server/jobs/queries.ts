import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * The kinds of jobs that failed in the last day and are not retried. One of `scheduled` counts only if no later run
 * has succeeded.
 */
export async function listFailedKinds(db: Database, scheduled: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct failed.name from pgboss.job failed
    where failed.state = 'failed' and failed.completed_on > now() - interval '1 day'
      and not (failed.name = any(${scheduled}) and exists (
        select from pgboss.job later
        where later.name = failed.name and later.state = 'completed' and later.completed_on > failed.completed_on))
    order by failed.name`.execute(db);
  return rows.map(({ name }) => name);
}
