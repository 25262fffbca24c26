import { withShopDatabase } from '../../server/backup/shop-database.ts';
import type { JobName } from '../../server/jobs/jobs.ts';
import { journeyDataVariable } from './journey-ports.ts';

/** Runs a scheduled job of the shop of the journeys now, and resolves when it is done. */
export async function runJob(name: JobName): Promise<void> {
  process.env.DATA_DIR = process.env[journeyDataVariable()];
  await withShopDatabase(async (pool) => {
    const { rows } = await pool.query('insert into pgboss.job (name) values ($1) returning id', [name]);
    const isDone = async () => {
      const job = await pool.query('select state from pgboss.job where id = $1', [rows[0].id]);
      if (job.rows[0]?.state === 'failed') throw new Error(`The job ${name} failed.`);
      return job.rows[0]?.state === 'completed';
    };
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 100));
  });
}
