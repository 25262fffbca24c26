import { accountTasks } from './accounts/accounts.ts';
import { backupTasks } from './backup/nightly.ts';
import { catalogueTasks } from './catalogue/catalogue.ts';
import { checkoutTasks, readCourierLabels } from './checkout/checkout.ts';
import type { Deps } from './deps.ts';
import { healthTasks } from './health/health.ts';
import { purgeTasks } from './http/purges.ts';
import { mailTasks } from './mail/mail.ts';
import { mediaTasks } from './media/media.ts';
import { notificationTasks } from './notifications/notifications.ts';
import { readCreditNote, readInvoice, runPrintJob } from './orders/orders.ts';
import { reviewTasks } from './reviews/reviews.ts';

/** The background work of all domains: a handler for each kind of job. */
export const createTasks = (deps: Deps) => ({
  ...checkoutTasks(deps),
  ...accountTasks(deps),
  ...catalogueTasks(deps),
  ...mediaTasks(deps),
  ...backupTasks(deps),
  ...healthTasks(deps),
  ...reviewTasks(deps),
  ...notificationTasks(deps),
  ...purgeTasks(deps),
  print: ({ printJobId }: { printJobId: string }) =>
    runPrintJob(deps, printJobId, (orderId) => readCourierLabels(deps, orderId)),
  ...mailTasks(deps, {
    invoice: (orderId) => readInvoice(deps, orderId),
    creditNote: (refundId) => readCreditNote(deps, refundId),
  }),
});
