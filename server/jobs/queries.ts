import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * The kinds of jobs that failed in the last day and are not retried. For one of `scheduled`, only the latest run counts,
 * and the names are those of its steps.
 */
export async function listFailedSteps(db: Database, scheduled: readonly string[]): Promise<string[]> {
  if (!(await hasQueues(db))) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(step, failed.name) as name from pgboss.job failed
    left join jsonb_array_elements_text(failed.output -> 'steps') step on true
    where failed.state = 'failed' and failed.completed_on > now() - interval '1 day'
      and not (failed.name = any(${scheduled}) and exists (
        select from pgboss.job later where later.name = failed.name
          and later.state in ('completed', 'failed') and later.completed_on > failed.completed_on))
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many jobs of each kind wait, run, and have failed, as the queue counts them every minute. */
export async function countJobs(
  db: Database,
): Promise<{ name: string; waiting: number; active: number; failed: number }[]> {
  if (!(await hasQueues(db))) return [];
  const { rows } = await sql<{ name: string; waiting: number; active: number; failed: number }>`
    select name, queued_count as waiting, active_count as active, failed_count as failed
    from pgboss.queue where name not like '\\_\\_%' order by name`.execute(db);
  return rows;
}

/** Whether the queues exist: not before the first start. */
async function hasQueues(db: Database): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`select to_regclass('pgboss.queue') is not null as yes`.execute(
    db,
  );
  return rows[0]?.yes ?? false;
}
