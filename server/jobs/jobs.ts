import { CompiledQuery } from 'kysely';
import pLimit from 'p-limit';
import type pg from 'pg';
import { type JobResult, PgBoss } from 'pg-boss';
import type { LookUpRequest } from '../../shared/contract/orders/order-look-up.ts';
import type { Database, Trx } from '../db/database.ts';
import { connectionTo } from '../db/primary.ts';
import { type Log, logContext } from '../runtime/log.ts';
import { traced } from '../runtime/tracing.ts';
import { listFailedSteps } from './queries.ts';
import { StepsFailed } from './steps.ts';

export { countJobs } from './queries.ts';
export { handleRows, runSteps, type Steps } from './steps.ts';

/** The background jobs and their data. A job names one row; its handler loads it and calls one verb. */
export type JobData = {
  'webhook-event': { eventId: string };
  refund: { refundId: string };
  /** The payment link of an order that an admin created. */
  'payment-link': { orderId: string };
  'payment-request': { requestId: string };
  'gift-cards': object;
  /** A tracking event of a courier. */
  'courier-event': { eventId: string };
  mail: { mailId: string };
  /** A notification to one browser. */
  push: { messageId: string };
  /** A mail with a one-time link for an account. */
  'account-mail': { mailId: string };
  /** A contact query, or the reply to one. */
  'contact-mail': { mailId: string };
  /** A link for the account of a mailbox; `request` is the key with which a repeated run sends it only once. */
  'account-link': { email: string; request: string };
  /** A link with which an account can sign in on a new device in spite of failed attempts by others. */
  'sign-in-link': {
    account: { email: string } | { mobile: string };
    portal: 'user' | 'admin';
    request: string;
  };
  /**
   * A code to sign in; `request` belongs to it.
   */
  'sign-in-code': {
    to: { email: string } | { mobile: string };
    request: string;
    expiresAt: string;
  };
  /** The link of an order to its own mailbox. */
  'order-link': LookUpRequest;
  /** One change to many products. */
  batch: { batchId: string };
  /** One PDF with documents of many orders. */
  print: { printJobId: string };
  /** One action on many orders. */
  'order-batch': { batchId: string };
  /** Products from a file. */
  import: { importId: string };
  /** The files of another shop: read, imported, or undone. */
  move: { moveId: string };
  /** Every minute: expiry, payments that are not settled, and work that a lost job left. */
  minute: Record<string, never>;
  /** Every minute: what couriers have to be asked. */
  couriers: Record<string, never>;
  /** Every hour: a search for payments that are not recorded. */
  hour: Record<string, never>;
  /** Every hour: deletes interrupted uploads. */
  'half-pictures': Record<string, never>;
  /** Every hour: asks for reviews of delivered orders. */
  reviews: Record<string, never>;
  /** Every hour, and when a product feed was switched on: writes the product feeds. */
  feeds: Record<string, never>;
  /** Every hour: a backup of the shop if its hour has come; at once if it is requested. */
  backup: { isRequested?: boolean };
  /** Every hour and at the first start after a restore: asks the provider for what the backup lacks. */
  'after-restore': Record<string, never>;
  /** Every five minutes: copies new files to the archive of WAL, and makes a base backup if one is due. */
  'wal-archive': Record<string, never>;
  /** Tags of replies that the shared cache drops, or all replies. */
  'cdn-purge': { tags: string[] | 'all' };
  /** Every five minutes, and when the shop enters a GSTIN: a search for conditions that need a person. */
  health: Record<string, never>;
};
export type JobName = keyof JobData;

export type Jobs = {
  /** Enqueues jobs of a kind in the transaction of their cause: all is committed or nothing. */
  enqueue<N extends JobName>(trx: Trx | Database, name: N, ...data: JobData[N][]): Promise<void>;
};

export type Handlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

/** The jobs that start by the clock (server/schedule.ts). A failed one is not retried: the next run does its work. */
const scheduled = [
  'minute',
  'couriers',
  'hour',
  'half-pictures',
  'reviews',
  'feeds',
  'backup',
  'after-restore',
  'wal-archive',
  'health',
] as const satisfies readonly JobName[];
export type ScheduledJob = (typeof scheduled)[number];
const isScheduled = (name: JobName) => scheduled.some((known) => known === name);

/** All jobs. */
const names: JobName[] = [
  'webhook-event',
  'refund',
  'payment-link',
  'payment-request',
  'gift-cards',
  'courier-event',
  'mail',
  'account-mail',
  'contact-mail',
  'push',
  'account-link',
  'sign-in-link',
  'sign-in-code',
  'order-link',
  'batch',
  'print',
  'order-batch',
  'import',
  'move',
  'cdn-purge',
  ...scheduled,
];

/** Jobs whose data contains an e-mail address or mobile number; they are deleted an hour after they are done. */
const personal: JobName[] = ['account-link', 'sign-in-link', 'sign-in-code', 'order-link'];

/** A backup or base backup may take longer than the 15 minutes that other jobs have. */
const BACKUP_SECONDS = 6 * 3600;
/** The longest time that a job may take. */
export const LONGEST_JOB_MS = 1000 * BACKUP_SECONDS;

const retry = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

/**
 * Jobs are fetched in batches, and each has its own result. Fetched one by one, concurrent jobs would wait for the next
 * poll, since a notification causes only one fetch.
 */
const working = {
  pollingIntervalSeconds: 5,
  notifyPollingIntervalSeconds: 5,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/**
 * How many jobs of a kind run at once, one unless stated, so that a mail server that hangs delays few other mails. A
 * second worker fetches new jobs while the first waits for its batch.
 */
const parallel: Partial<Record<JobName, number>> = {
  'webhook-event': 4,
  mail: 4,
  'account-mail': 4,
  'contact-mail': 2,
  push: 4,
};

/** Starts the queue with its own small pool. `run` starts the workers; until then jobs are only stored. */
export async function startJobs(url: string, log: Log) {
  const boss = new PgBoss({ ...connectionTo(url), max: 4, useListenNotify: true });
  let stopping = false;
  // Connections that close during the stop are not errors.
  boss.on('error', (error) => !stopping && log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  for (const name of names) await declareQueue(boss, name);

  const jobs: Jobs = {
    async enqueue(trx, name, ...data) {
      const plain = trx.withoutPlugins();
      const executeSql = async (text: string, values: unknown[] = []) =>
        plain.executeQuery<never>(CompiledQuery.raw(text, values));
      await boss.insert(
        name,
        data.map((content) => ({ data: content })),
        { db: { executeSql } },
      );
    },
  };

  return {
    jobs,
    /** `times`: when scheduled jobs start, as cron expressions by the clock of India. */
    async run(handlers: Handlers, times: Partial<Record<ScheduledJob, string>>) {
      const work = <N extends JobName>(name: N) => {
        const limit = pLimit(parallel[name] ?? 1);
        const options = { ...working, localConcurrency: parallel[name] ? 2 : 1 };
        return boss.work<JobData[N]>(name, options, (batch) =>
          limit.map(batch, ({ id, data }) => resultOf(log, name, id, () => handlers[name](data))),
        );
      };
      for (const name of names) await work(name);
      for (const [name, time] of Object.entries(times))
        await boss.schedule(name, time, {}, { tz: 'Asia/Kolkata' });
    },
    /** Enqueues the jobs of a backup; a job that this version of the shop does not have is left out. */
    async enqueueAll(pending: PendingJob[]) {
      for (const { name, data } of pending)
        if (names.some((known) => known === name)) await boss.send(name, data);
    },
    /** Takes no more jobs, and waits for those that run. One that takes longer counts as failed, and is retried. */
    stop(maxMs = 8000) {
      stopping = true;
      return boss.stop({ graceful: true, timeout: maxMs });
    },
  };
}

async function declareQueue(boss: PgBoss, name: JobName): Promise<void> {
  const options = {
    ...(isScheduled(name) ? { retryLimit: 0 } : retry),
    ...((name === 'backup' || name === 'wal-archive') && { expireInSeconds: BACKUP_SECONDS }),
    // A job of a killed process is started again after a minute.
    ...((name === 'order-batch' || name === 'move') && { heartbeatSeconds: 60 }),
    ...(personal.includes(name) && { deleteAfterSeconds: 3600 }),
    notify: true,
  };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

async function resultOf(log: Log, name: JobName, id: string, work: () => Promise<void>): Promise<JobResult> {
  return logContext.run({ job: name, jobId: id }, async () => {
    try {
      await traced({ kind: 'job', name }, work);
      return { id, status: 'completed' };
    } catch (error) {
      log.error({ err: error }, 'job failed');
      const steps = error instanceof StepsFailed ? error.steps : [name];
      return { id, status: 'failed', output: { message: String(error), steps } };
    }
  });
}

/** What failed in the last day: jobs for good, and steps in the latest run of their scheduled job. */
export const listFailedJobs = (db: Database): Promise<string[]> => listFailedSteps(db, scheduled);

/** A job that has not finished, as a backup stores it. */
export type PendingJob = { name: string; data: object };

/** The jobs that have not finished, oldest first, without those of the schedules. None before the first start. */
export async function listPendingJobs(client: pg.ClientBase): Promise<PendingJob[]> {
  const { rows: found } = await client.query(`select to_regclass('pgboss.job') is not null as yes`);
  if (!found[0]?.yes) return [];
  const { rows } = await client.query(
    `select name, data from pgboss.job where state in ('created', 'retry', 'active') and name <> all($1)
     order by created_on`,
    [scheduled],
  );
  return rows;
}
