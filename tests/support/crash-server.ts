// A shop without its pages, as a process of its own: the real calls, queue and tasks, to be killed at CRASH_AT.
import { accountTasks } from '../../server/accounts/accounts.ts';
import { createApp } from '../../server/app.ts';
import { catalogueTasks } from '../../server/catalogue/catalogue.ts';
import { checkoutTasks } from '../../server/checkout/checkout.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { createLog } from '../../server/log.ts';
import { mailTasks } from '../../server/mail/mail.ts';
import { createFileStore } from '../../server/media/files.ts';
import { mediaTasks } from '../../server/media/media.ts';
import { readInvoice } from '../../server/orders/orders.ts';
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
await queue.run({
  ...checkoutTasks(deps),
  ...accountTasks(deps),
  ...catalogueTasks(deps),
  ...mediaTasks(deps),
  ...mailTasks(deps, (orderId) => readInvoice(deps, orderId)),
});
await app.listen({ port: config.port, host: '127.0.0.1' });
// The test says when the round of the minute comes; the queue's own comes as well.
process.on('message', async () => {
  // As in the queue: what fails now is done in the next round.
  await checkoutTasks(deps)
    .minute()
    .catch(() => {});
  // Whoever asked may be gone.
  process.send?.('done', undefined, {}, () => {});
});
// It ends with the test that started it.
process.on('disconnect', () => process.exit());
