import { completeRestores } from './backup/after-restore.ts';
import { maintainArchive } from './backup/base-backup.ts';
import { backUpIfDue } from './backup/nightly.ts';
import * as catalogue from './catalogue/catalogue.ts';
import * as checkout from './checkout/checkout.ts';
import { mailSignUps } from './content/content.ts';
import { eraseDueOrders, mailDueInvitations, updateCustomers } from './customers/customers.ts';
import { deletePastRetention } from './db/personal-data/personal-data-queries.ts';
import { countsTestOrders } from './db/test-orders.ts';
import type { Deps } from './deps.ts';
import { announceDueSections } from './design/design.ts';
import { cancelUnpacked } from './fulfilment/booking-queries.ts';
import * as fulfilment from './fulfilment/fulfilment.ts';
import { createHealthCheck, mailOpenAlerts } from './health/health.ts';
import { type JobData, runSteps, type ScheduledJob, type Steps } from './jobs/jobs.ts';
import { deleteUnusedMailFiles, retryMails } from './mail/mail.ts';
import { removeHalfPictures } from './media/media.ts';
import { maintainMoves } from './moving/moving.ts';
import { tellStockFollowers } from './notifications/notifications.ts';
import { mailGiftCards } from './order-editing/order-editing.ts';
import { countBoughtTogether } from './orders/queries/bought-together-queries.ts';
import { foldTotals } from './orders/queries/total-queries.ts';
import * as links from './payments/lost-links.ts';
import { findRecentUnmatched } from './payments/unmatched.ts';
import { retryWebhookEvents } from './payments/webhook-events.ts';
import { retryRefunds } from './refunds/refunds.ts';
import * as reviews from './reviews/reviews.ts';

/** When the jobs start whose steps are below: cron expressions, by the clock of India. */
export const times: Record<ScheduledJob, string> = {
  minute: '* * * * *',
  couriers: '* * * * *',
  'wal-archive': '*/5 * * * *',
  health: '*/5 * * * *',
  backup: '0 * * * *',
  hour: '7 * * * *',
  feeds: '17 * * * *',
  'after-restore': '22 * * * *',
  'half-pictures': '37 * * * *',
  reviews: '47 * * * *',
};

/**
 * What the shop does by the clock. The steps of a job run in this order, each of them also if earlier ones have failed;
 * one that failed is logged, and named by the alert `job-failed` until it has succeeded. Another table of the shop's work
 * is `tasks.ts`: the jobs that an event enqueues.
 */
export function createSchedule(deps: Deps) {
  const { db } = deps;
  const inSteps =
    <Data>(steps: Steps<Data>) =>
    (data: Data) =>
      runSteps(deps.log, steps, data);
  return {
    minute: inSteps(stepsOfMinute(deps)),
    // Apart from the steps of the minute, which must not wait for a courier that does not answer.
    couriers: inSteps({
      'courier events': () => fulfilment.retryCourierEvents(deps),
      'bookings of unpacked shipments': () => cancelUnpacked(db),
      bookings: () => fulfilment.finishBookings(deps),
      tracking: () => fulfilment.trackSilentShipments(deps),
      'courier labels': () => fulfilment.deleteOldLabels(deps),
    }),

    'wal-archive': inSteps({ 'wal-archive': () => maintainArchive(deps) }),
    health: inSteps({
      health: createHealthCheck(deps),
      'alert mails': () => mailOpenAlerts(deps),
    }),

    // In each hour, because the merchant chooses that of the night.
    backup: inSteps({ backup: (data: JobData['backup']) => backUpIfDue(deps, data) }),
    hour: inSteps({
      'unmatched payments': () => findRecentUnmatched(deps),
      retention: () => deletePastRetention(db, deps.clock.now()),
      'mail files': () => deleteUnusedMailFiles(deps),
      moves: () => maintainMoves(deps),
      'search terms': () => catalogue.deleteUnusedTerms(db),
      'bought together': async () =>
        countBoughtTogether(db, { now: deps.clock.now(), withTests: await countsTestOrders(deps) }),
    }),
    feeds: inSteps({ feeds: () => catalogue.writeFeeds(deps) }),
    'after-restore': inSteps({ 'after-restore': () => completeRestores(deps) }),
    'half-pictures': inSteps({ 'half-pictures': () => removeHalfPictures(deps) }),
    reviews: inSteps({
      'review requests': () => reviews.requestReviews(deps),
      'review pictures': () => reviews.removeUnusedPictures(deps),
      'waiting reviews': () => reviews.reportOverdue(deps),
    }),
  };
}

const stepsOfMinute = (deps: Deps) => ({
  'expired orders': () => checkout.endExpiredOrders(deps),
  'unsettled orders': () => checkout.settleDueOrders(deps),
  'webhook events': () => retryWebhookEvents(deps),
  refunds: () => retryRefunds(deps),
  'new payment links': () => links.createLostLinks(deps),
  'renewed payment links': () => links.renewLinks(deps),
  'closed payment links': () => links.closeLinks(deps),
  'payment requests': () => links.handleRequests(deps),
  'scheduled sales': () => catalogue.applySales(deps),
  'scheduled products': () => catalogue.publishDueDrafts(deps),
  'scheduled sections': () => announceDueSections(deps),
  'stock alerts': () => catalogue.mailStockAlerts(deps),
  'stock notifications': () => tellStockFollowers(deps),
  'cart reminders': () => catalogue.mailCartReminders(deps),
  'opening mails': () => mailSignUps(deps),
  'gift cards': () => mailGiftCards(deps),
  invitations: () => mailDueInvitations(deps),
  mails: () => retryMails(deps),
  'deleted accounts': () => eraseDueOrders(deps),
  'print jobs': () => fulfilment.maintainPrintJobs(deps),
  'checkout queue': () => checkout.deleteUnusedPlaces(deps.db),
  // Last, so that no order waits for figures.
  'order totals': () => foldTotals(deps.db),
  'product totals': () => catalogue.foldProductTotals(deps.db),
  customers: () => updateCustomers(deps),
});
