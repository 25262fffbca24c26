// A shop without pages in a separate process, with the real calls, queue and tasks. It is killed at CRASH_AT.
import { flushCompileCache } from 'node:module';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createCouriers } from '../../server/couriers/couriers.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { events } from '../../server/events.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { createFileStore } from '../../server/media/files.ts';
import { choosePayments } from '../../server/provider/choose.ts';
import { openDisk } from '../../server/runtime/disk.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createWorkerPool } from '../../server/runtime/worker-pool.ts';
import { times } from '../../server/schedule.ts';
import { createTasks } from '../../server/tasks.ts';

const config = readConfig();
const url = config.databaseUrl ?? '';
const pool = openPool(url);
const db = openDatabase(pool);
const log = createLog(config.logLevel);
const queue = await startJobs(url, log);
const payments = await choosePayments(db, config);
const clock = { now: () => new Date() };
const files = createFileStore(config);
const workers = createWorkerPool(log);
const deps: Deps = {
  config,
  db,
  connections: pool,
  files,
  jobs: queue.jobs,
  payments,
  couriers: createCouriers(config, db),
  events,
  disk: openDisk(config.dataDir),
  workers,
  clock,
  log,
};
const { app } = await createApp(deps, { isReady: async () => true });
const tasks = createTasks(deps);
await queue.run(tasks, times);
await app.listen({ port: config.port, host: '127.0.0.1' });
// With NODE_COMPILE_CACHE. A process that is killed does not write it at its end.
flushCompileCache();
/** Replies to the messages of the test. The parent process may have exited. */
const reply = (message: string | number) => process.send?.(message, undefined, {}, () => {});
process.on('message', async (message) => {
  if (message === 'memory') {
    gc?.();
    const { heapUsed, external } = process.memoryUsage();
    reply(heapUsed + external);
    return;
  }
  // The jobs of the minute, in addition to the queue. As there, a job that fails runs again in the next minute.
  await tasks.minute({}).catch(() => {});
  reply('done');
});
// Exits with the test that started it.
process.on('disconnect', () => process.exit());
