import type { Database, Trx } from '../../server/db/database.ts';
import type { Handlers, JobData, JobName, Jobs } from '../../server/jobs/jobs.ts';

/** A queue in memory, whose jobs run when the test says so. */
export function createTestJobs() {
  const waiting: { name: JobName; data: JobData[JobName] }[] = [];
  const jobs: Jobs = {
    async enqueue<N extends JobName>(_trx: Trx | Database, name: N, ...data: JobData[N][]) {
      for (const item of data) waiting.push({ name, data: item });
    },
  };
  return {
    jobs,
    waiting,
    /** Runs jobs until the queue is empty. A job that fails is dropped; the jobs of the next minute repeat its work. */
    async run(handlers: Handlers): Promise<void> {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const handle = handlers[job.name] as (data: unknown) => Promise<void>;
        await handle(job.data).catch(() => {});
      }
    },
  };
}
