import type { Database, Trx } from '../../server/db/database.ts';
import type { Handlers, JobData, JobName, Jobs } from '../../server/jobs/jobs.ts';

/** Jobs that wait in memory until the test runs them: what the real queue does, at a moment of one's choosing. */
export function createTestJobs() {
  const waiting: { name: JobName; data: JobData[JobName] }[] = [];
  const jobs: Jobs = {
    async enqueue<N extends JobName>(_trx: Trx | Database, name: N, data: JobData[N]) {
      waiting.push({ name, data });
    },
  };
  return {
    jobs,
    waiting,
    /** Runs what waits until nothing does. A job that fails is thrown away: the next `minute` takes it up. */
    async run(handlers: Handlers): Promise<void> {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const handle = handlers[job.name] as (data: unknown) => Promise<void>;
        await handle(job.data).catch(() => {});
      }
    },
  };
}
