import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { removeDataDir } from '../postgres/home.ts';
import { measureCounts, measureNumbers, measureStock } from './contention.ts';
import { startNoiseMeter } from './machine.ts';
import { measurePartitions } from './partitions.ts';
import { callers, inTransaction, rate, writeOrder } from './rate.ts';

const jobCount = 5000;

type Line = { mechanism: string; variant: string; 'per second': number; 'of the first': string };

/**
 * Measures what limits a shop that grows, and what would replace it (docs/scaling.md): one row of stock for all orders of
 * a product, one counter of invoices, the job queue, notifications with each commit, and one table of all orders. Each
 * with the smallest statements that have the mechanism, in a database of its own, with 16 connections.
 */
export async function measureMechanisms(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-mechanisms-'));
  const noise = startNoiseMeter();
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = new pg.Pool({ connectionString: server.url, max: callers });
  const lines: Line[] = [];
  try {
    for (const [mechanism, measure] of Object.entries(mechanisms)) {
      await noise.measure();
      const rates = Object.entries(await measure(pool, server.url));
      const first = rates[0]?.[1] ?? 0;
      for (const [variant, perSecond] of rates)
        lines.push({
          mechanism,
          variant,
          'per second': Math.round(perSecond),
          'of the first': (perSecond / first).toFixed(2),
        });
    }
    console.table(lines);
    console.log(`The fixed calculation took at most ${noise.worst().toFixed(2)} times its best duration.`);
  } finally {
    await noise.stop();
    await pool.end();
    await server.stop();
    await removeDataDir(dataDir);
  }
}

const mechanisms: Record<string, (pool: pg.Pool, url: string) => Promise<Record<string, number>>> = {
  'Stock of one product': measureStock,
  'Numbers of invoices': measureNumbers,
  'Job queue': measureJobs,
  'Counts of calls with a limit': measureCounts,
  'Notification with each commit': measureNotifications,
  'Orders of two years, 1,000,000': measurePartitions,
};

/** Jobs that do nothing, with the options of server/jobs/jobs.ts. */
async function measureJobs(pool: pg.Pool, connectionString: string): Promise<Record<string, number>> {
  const boss = new PgBoss({ connectionString, max: 4, useListenNotify: true });
  await boss.start();
  const enqueue = async (queue: string, count: number) => {
    await boss.createQueue(queue, { notify: true });
    await boss.insert(
      queue,
      Array.from({ length: count }, () => ({ data: { id: 'x' } })),
    );
  };
  const finish = async (queue: string, batchSize: number, localConcurrency: number) => {
    await enqueue(queue, jobCount);
    let done = 0;
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const options = { batchSize, localConcurrency, pollingIntervalSeconds: 5, burstWhenBatchFull: true };
      void boss.work(queue, options, async (batch) => {
        done += batch.length;
        if (done >= jobCount) resolve();
      });
    });
    const seconds = (performance.now() - startedAt) / 1000;
    await boss.offWork(queue);
    return jobCount / seconds;
  };
  await boss.createQueue('stored', { notify: true });
  const store = async () => {
    await boss.insert('stored', [{ data: { id: 'x' } }]);
    return 1;
  };
  const rates = {
    'Stored one by one': await rate(pool, store, 8),
    'Done in batches of 10 by one worker': await finish('one', 10, 1),
    'Done in batches of 10 by two workers': await finish('two', 10, 2),
    'Done in batches of 100 by two workers': await finish('large', 100, 2),
  };
  await boss.stop();
  return rates;
}

/** PostgreSQL lets transactions with notifications commit one after the other. */
async function measureNotifications(
  pool: pg.Pool,
  connectionString: string,
): Promise<Record<string, number>> {
  const write = inTransaction(async (client) => {
    await writeOrder(client);
    return 1;
  });
  const notify = inTransaction(async (client) => {
    await writeOrder(client);
    await client.query("select pg_notify('bench', 'order:insert:' || random())");
    return 1;
  });
  const rates: Record<string, number> = {
    'Without notification': await rate(pool, write),
    'With notification, nobody listens': await rate(pool, notify),
  };
  for (const count of [3, 30]) {
    const listeners = Array.from({ length: count }, () => new pg.Client({ connectionString }));
    for (const listener of listeners) {
      await listener.connect();
      await listener.query('listen bench');
    }
    rates[`With notification, ${count} listen`] = await rate(pool, notify);
    for (const listener of listeners) await listener.end();
  }
  return rates;
}
