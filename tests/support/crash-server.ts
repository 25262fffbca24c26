// A shop without its pages, as a process of its own: the real calls, queue and tasks, to be killed at CRASH_AT.
import { createApp } from '../../server/app.ts';
import { checkoutTasks } from '../../server/checkout/checkout.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { createLog } from '../../server/log.ts';
import { createFileStore } from '../../server/media/files.ts';
import { choosePayments } from '../../server/payments/choose.ts';

const config = readConfig();
const url = config.databaseUrl ?? '';
const db = openDatabase(openPool(url));
const log = createLog('fatal');
const queue = await startJobs(url, log);
const { payments } = await choosePayments(db, config);
const clock = { now: () => new Date() };
const files = createFileStore(config);
const deps: Deps = { config, db, files, jobs: queue.jobs, payments, clock, log };
const { app } = await createApp(deps, { isReady: async () => true });
// The rounds of the minute are called by the test; what a request puts in the queue is done here.
const { 'webhook-event': handleEvent, refund, minute } = checkoutTasks(deps);
const idle = async () => {};
await queue.run(
  new Proxy({ 'webhook-event': handleEvent, refund } as Parameters<typeof queue.run>[0], {
    get: (tasks, name: keyof typeof tasks) => tasks[name] ?? idle,
  }),
);
await app.listen({ port: config.port, host: '127.0.0.1' });
process.on('message', () => void minute());
process.send?.('ready');
