import { accountTasks } from './accounts/accounts.ts';
import { catalogueTasks } from './catalogue/catalogue.ts';
import { checkoutTasks, readCourierLabels } from './checkout/checkout.ts';
import type { Deps } from './deps.ts';
import { purgeTasks } from './http/purges.ts';
import { mailTasks } from './mail/mail.ts';
import { notificationTasks } from './notifications/notifications.ts';
import { readCreditNote, readInvoice, runPrintJob } from './orders/orders.ts';
import { createSchedule } from './schedule.ts';

/** The background work of all domains: a handler for each kind of job. */
export const createTasks = (deps: Deps) => ({
  ...createSchedule(deps),
  ...checkoutTasks(deps),
  ...accountTasks(deps),
  ...catalogueTasks(deps),
  ...notificationTasks(deps),
  ...purgeTasks(deps),
  print: ({ printJobId }: { printJobId: string }) =>
    runPrintJob(deps, printJobId, (orderId) => readCourierLabels(deps, orderId)),
  ...mailTasks(deps, {
    invoice: (orderId) => readInvoice(deps, orderId),
    creditNote: (refundId) => readCreditNote(deps, refundId),
  }),
});
