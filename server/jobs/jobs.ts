import { CompiledQuery } from 'kysely';
import { type JobResult, PgBoss } from 'pg-boss';
import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Log } from '../log.ts';

/** What is done off the request path. Each job names one row; its handler loads it and calls one verb. */
export type JobData = {
  'webhook-event': { eventId: string };
  refund: { refundId: string };
  mail: { mailId: string };
  /** A link to whatever a mailbox has here; `request` makes a repeated run send it once. */
  'account-link': { email: string; request: string };
  /** The link of an order to its own mailbox. */
  'order-link': LookUpRequest;
  /** One change to many products. */
  batch: { batchId: string };
  /** Products from a file. */
  import: { importId: string };
  /** Every minute: expiry, reconciling, and whatever a lost job left behind. */
  minute: Record<string, never>;
  /** Every hour: a look for money that the books do not have. */
  hour: Record<string, never>;
  /** Every hour: clears away what is left of uploads that were cut short. */
  'half-pictures': Record<string, never>;
};
export type JobName = keyof JobData;

export type Jobs = {
  /** Puts a job in the same transaction as its cause: both are there or neither. */
  enqueue<N extends JobName>(trx: Trx | Database, name: N, data: JobData[N]): Promise<void>;
};

export type Handlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

/** What comes by itself, and when; what fails is done in the next round. */
const schedules = { minute: '* * * * *', hour: '7 * * * *', 'half-pictures': '37 * * * *' };

const retry = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

/**
 * Several jobs at a time, each with an outcome of its own: fetched one by one, whatever comes together would wait
 * for the next poll, as one wake-up fetches once.
 */
const working = {
  pollingIntervalSeconds: 5,
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Starts the queue on its own small pool. `run` begins the work; until then jobs only gather. */
export async function startJobs(url: string, log: Log) {
  const boss = new PgBoss({ connectionString: url, max: 4, useListenNotify: true });
  let stopping = false;
  // While it stops its connections go one after another, which is no trouble.
  boss.on('error', (error) => !stopping && log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  const names: JobName[] = [
    'webhook-event',
    'refund',
    'mail',
    'account-link',
    'order-link',
    'batch',
    'import',
    'minute',
    'hour',
    'half-pictures',
  ];
  for (const name of names) {
    const options = { ...(name in schedules ? { retryLimit: 0 } : retry), notify: true };
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }

  const jobs: Jobs = {
    async enqueue(trx, name, data) {
      const plain = trx.withoutPlugins();
      const executeSql = async (text: string, values: unknown[] = []) =>
        plain.executeQuery<never>(CompiledQuery.raw(text, values));
      await boss.send(name, data, { db: { executeSql } });
    },
  };

  async function outcome(name: JobName, id: string, work: Promise<void>): Promise<JobResult> {
    try {
      await work;
      return { id, status: 'completed' };
    } catch (error) {
      log.error({ err: error, job: name, jobId: id }, 'job failed');
      return { id, status: 'failed', output: { message: String(error) } };
    }
  }

  return {
    jobs,
    async run(handlers: Handlers) {
      for (const name of names) {
        const handle = handlers[name] as (data: unknown) => Promise<void>;
        await boss.work(name, working, async (batch: { id: string; data: unknown }[]) => {
          const results: JobResult[] = [];
          for (const { id, data } of batch) results.push(await outcome(name, id, handle(data)));
          return results;
        });
      }
      for (const [name, times] of Object.entries(schedules)) await boss.schedule(name, times, {});
    },
    stop() {
      stopping = true;
      return boss.stop({ graceful: true, timeout: 8000 });
    },
  };
}
