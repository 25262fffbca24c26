import pLimit from 'p-limit';
import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import { tidyAccounts } from '../accounts/accounts.ts';
import { endConditions, raiseAlert } from '../alerts/alerts.ts';
import {
  deleteUnusedTerms,
  foldProductTotals,
  mailCartReminders,
  mailStockAlerts,
} from '../catalogue/catalogue.ts';
import { listOpenEvents } from '../couriers/couriers.ts';
import { crashPoint } from '../crash-point.ts';
import { tidyCustomers } from '../customers/customers.ts';
import { transaction } from '../db/database.ts';
import { deletePastRetention } from '../db/personal-data-queries.ts';
import { countsTestOrders } from '../db/test-orders.ts';
import type { Deps } from '../deps.ts';
import { deleteUnusedMailFiles, retryMails } from '../mail/mail.ts';
import { tellStockFollowers } from '../notifications/notifications.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { runBooking } from './bookings.ts';
import { mailGiftCards } from './bought-gift-cards.ts';
import { runCancellation } from './cancel-booking.ts';
import { expireCodOrder } from './cod/confirm.ts';
import { closePaymentLink, createPaymentLink, findOrderOfLink } from './payment-links.ts';
import { closeRequest, createRequestedLink } from './payment-requests.ts';
import { deleteUnusedPlaces } from './queue-queries.ts';
import { receiveRefund, sendRefund } from './refunds.ts';
import { renewLink } from './replace-link.ts';
import { releaseOrder } from './reservations.ts';
import { runOrderBatch } from './run-order-batch.ts';
import { linkExpired, settle, settleOrder } from './settle.ts';
import { handleCourierEvent, trackBooking } from './track-shipments.ts';
import { findUnmatchedPayments } from './unmatched.ts';

/** The background jobs of checkout. All are idempotent. */
export function checkoutTasks(deps: Deps) {
  /** Checks every due order with the provider; one that fails is checked again in the next run. */
  async function reconcile(): Promise<void> {
    const now = deps.clock.now();
    const again = new Date(now.getTime() + 90_000);
    const due = await orders.claimUnsettled(deps.db, { now, again, limit: 200 });
    await each(due, 'orderId', 'an order could not be reconciled', (id) =>
      settle(deps, id).catch(async (error) => {
        await alertNeverChecked(deps, id, error);
        throw error;
      }),
    );
  }

  /** Handles events and refunds whose jobs were lost. */
  async function retryLostJobs(): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - 60_000);
    await each(
      await payments.listOpenEvents(deps.db, before, 100),
      'eventId',
      'an event could not be handled',
      (eventId) => handleEvent(deps, eventId),
    );
    await each(
      await payments.listOpenRefunds(deps.db, before, 100),
      'refundId',
      'a refund could not be sent',
      (refundId) => sendRefund(deps, refundId),
    );
  }

  /**
   * Creates payment links whose jobs were lost, renews those that were closed for a change, and closes those of orders
   * that are not to be paid any more.
   */
  async function tidyLinks(): Promise<void> {
    const created = await orders.listLinksToCreate(deps.db, 100);
    await each(created, 'orderId', 'a payment link could not be created', (id) =>
      createPaymentLink(deps, id),
    );
    const renewed = await orders.listLinksToRenew(deps.db, 100);
    await each(renewed, 'orderId', 'a payment link could not be renewed', (id) => renewLink(deps, id));
    const closed = await orders.listLinksToClose(deps.db, 100);
    await each(closed, 'orderId', 'a payment link could not be closed', (id) => closePaymentLink(deps, id));
    const requests = await orders.listRequestsToHandle(deps.db, 100);
    const open = new Set(requests.flatMap(({ id, state }) => (state === 'open' ? id : [])));
    await each(
      requests.map(({ id }) => id),
      'requestId',
      'the link of a payment request could not be created or closed',
      (id) => (open.has(id) ? createRequestedLink(deps, id) : closeRequest(deps, id)),
    );
  }

  /**
   * Finishes interrupted bookings and cancellations, handles lost events, and asks couriers about shipments without an
   * event.
   */
  async function followShipments(): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - 60_000);
    await each(
      await listOpenEvents(deps.db, before, 100),
      'eventId',
      'a tracking event could not be handled',
      (eventId) => handleCourierEvent(deps, eventId),
    );
    await orders.cancelUnpacked(deps.db);
    const unfinished = await orders.listUnfinishedBookings(deps.db, 50);
    await eachBooking(unfinished, 'a booking could not be finished', (booking) =>
      booking.state === 'open' ? runBooking(deps, booking.id) : runCancellation(deps, booking.id),
    );
    const silent = await orders.claimToTrack(deps.db, { hours: hoursWithoutEvent, limit: 20 });
    await eachBooking(silent, 'a shipment could not be tracked', (booking) => trackBooking(deps, booking));
    await orders.deleteOldLabels(deps);
  }

  const eachBooking = (ids: string[], failure: string, work: (booking: orders.Booking) => Promise<void>) =>
    each(ids, 'bookingId', failure, async (id) => {
      const booking = await orders.findBooking(deps.db, id);
      if (booking) await work(booking);
    });

  /** Handles each id, a few at a time. One that fails is handled again in the next run, and logged with its name. */
  async function each(
    ids: string[],
    name: 'orderId' | 'eventId' | 'refundId' | 'bookingId' | 'requestId',
    failure: string,
    work: (id: string) => Promise<unknown>,
  ): Promise<void> {
    await pLimit(6).map(ids, (id) =>
      work(id).catch((error) => deps.log.warn({ err: error, [name]: id }, failure)),
    );
  }

  return {
    'webhook-event': ({ eventId }: { eventId: string }) => handleEvent(deps, eventId),
    refund: ({ refundId }: { refundId: string }) => sendRefund(deps, refundId),
    'payment-link': ({ orderId }: { orderId: string }) => createPaymentLink(deps, orderId),
    'payment-request': ({ requestId }: { requestId: string }) => createRequestedLink(deps, requestId),
    'gift-cards': () => mailGiftCards(deps),
    'courier-event': ({ eventId }: { eventId: string }) => handleCourierEvent(deps, eventId),
    'order-batch': ({ batchId }: { batchId: string }) => runOrderBatch(deps, batchId),
    'order-link': (asked: LookUpRequest) => orders.mailOrderLink(deps, asked),
    async hour(): Promise<void> {
      await findRecentUnmatched(deps);
      await deletePastRetention(deps.db, deps.clock.now());
      await deleteUnusedMailFiles(deps);
      await deleteUnusedTerms(deps.db);
      await orders.countBoughtTogether(deps.db, {
        now: deps.clock.now(),
        withTests: await countsTestOrders(deps),
      });
    },
    // Apart from the jobs of the minute, which must not wait for a courier that does not answer.
    couriers: followShipments,
    async minute(): Promise<void> {
      const expired = await orders.listExpired(deps.db, 200);
      await each(expired, 'orderId', 'an order could not be ended', (id) => expireOrder(deps, id));
      await reconcile();
      await retryLostJobs();
      await tidyLinks();
      await mailStockAlerts(deps);
      await tellStockFollowers(deps);
      await mailCartReminders(deps);
      await mailGiftCards(deps);
      await retryMails(deps);
      await tidyAccounts(deps);
      await orders.tidyPrintJobs(deps);
      await deleteUnusedPlaces(deps.db);
      // Last, so that no order waits for figures.
      await orders.foldTotals(deps.db);
      await foldProductTotals(deps.db);
      await tidyCustomers(deps);
    },
  };
}

/** Raises an alert if this was the last automatic check of the order and the provider could not be asked. */
async function alertNeverChecked({ db }: Deps, orderId: string, error: unknown): Promise<void> {
  const order = await orders.findForSettling(db, orderId);
  if (!(error instanceof payments.ProviderError) || order?.nextCheckAt !== null) return;
  const detail = { error: error.message };
  await raiseAlert(db, { kind: 'never-asked', orderId, subject: orderId, detail });
}

/**
 * Ends an order whose reservation has expired. The provider is asked first, because it may have a payment: then the
 * order is paid.
 */
async function expireOrder(deps: Deps, id: string): Promise<void> {
  if (await expireCodOrder(deps, id)) return;
  try {
    const settled = await settle(deps, id);
    if (settled?.paid) return;
  } catch (error) {
    // A payment could not be recorded: the units stay reserved for an order that may be paid.
    if (!(error instanceof payments.ProviderError)) throw error;
    // Later checks find a late payment; the units need not wait for it.
    deps.log.warn({ err: error, orderId: id }, 'could not ask the provider before an order expired');
  }
  const order = await orders.findForSettling(deps.db, id);
  if (!order) return;
  const note = order.hasLink ? linkExpired : `Not paid within ${order.reservedMinutes} minutes`;
  await transaction(deps.db, (trx) => releaseOrder(trx, id, { status: 'failed', by: 'System', note }));
  crashPoint(deps, 'order-released');
}

/** A courier that has sent no event of a shipment for this time is asked where it is. */
const hoursWithoutEvent = 4;

/** How long an event may wait for an unknown order before it raises an alert. */
const parkAfterMs = 5 * 60_000;
/** How long an event that fails is retried before it raises an alert. */
const giveUpAfterMs = 60 * 60_000;

type Stored = NonNullable<Awaited<ReturnType<typeof payments.findWebhookEvent>>>;

/** Handles a stored event once, in any order of events. Throws if it must be retried. */
async function handleEvent(deps: Deps, eventId: string): Promise<void> {
  const stored = await payments.findWebhookEvent(deps.db, eventId);
  if (!stored || stored.handledAt) return;
  crashPoint(deps, 'webhook-acknowledged');
  const now = deps.clock.now();
  const ageMs = now.getTime() - stored.receivedAt.getTime();
  try {
    const leftOver = await routeEvent(deps, stored, ageMs);
    await payments.closeWebhookEvent(deps.db, eventId, now, leftOver);
  } catch (error) {
    // While the provider is away the event is not at fault: it waits. What it refuses, or what can't be read, does
    // not wait for ever.
    const isAway =
      error instanceof payments.ProviderError && ['unreachable', 'unauthorised'].includes(error.kind);
    if (isAway || ageMs < giveUpAfterMs) throw error;
    const message = error instanceof Error ? error.message : String(error);
    await raiseFailed(deps, stored, { error: message });
    await payments.closeWebhookEvent(deps.db, eventId, now, message);
  }
}

/** Handles an event. Returns the reason if the event can't be handled. */
async function routeEvent(deps: Deps, stored: Stored, ageMs: number): Promise<string> {
  const { name, payment, refund, linkId } = payments.openWebhook(stored.body);
  const order = payment?.orderId
    ? await orders.findByProviderOrder(deps.db, payment.orderId, payment.id)
    : undefined;
  if (name.startsWith('payment_link.')) {
    // Links that others have created with this account are none of the shop.
    const paid = linkId ? await orders.findByLink(deps.db, linkId) : undefined;
    const asked = linkId ? await orders.findOrderByRequestLink(deps.db, linkId) : undefined;
    if (paid && !order?.isSettled) await settleOrder(deps, paid);
    if (asked) await settle(deps, asked);
    return '';
  }
  if (name.startsWith('payment.dispute.')) {
    const detail = { event: name, payment: payment?.id, amountPaise: payment?.amountPaise };
    await raiseAlert(deps.db, { kind: 'dispute', orderId: order?.id, subject: stored.eventId, detail });
    return '';
  }
  if (name.startsWith('refund.')) {
    // A refund of a payment that the shop has not heard of, or one that can't be read: settling reads both.
    const received = refund && (await receiveRefund(deps, refund));
    if (!received && order) await settle(deps, order.id);
    if (refund || order) return '';
    await raiseFailed(deps, stored, { event: name, error: 'Its refund can’t be read.' });
    return 'unreadable refund';
  }
  if (payments.concernsPayment(name)) {
    if (order) {
      if (!order.isSettled) await settleOrder(deps, order);
      return '';
    }
    if (payment?.orderId && (await orders.wasRemoved(deps.db, payment.orderId))) return '';
    if (payment?.orderId && (await findOrderOfLink(deps, payment.orderId))) return '';
    if (ageMs < parkAfterMs) throw new Error(`webhook ${stored.eventId}: its order is not known yet`);
    const detail = { event: name, providerOrderId: payment?.orderId, amountPaise: payment?.amountPaise };
    const alert = { kind: 'webhook-unknown-order' as const, subject: stored.eventId, detail };
    await raiseAlert(deps.db, alert, { again: true });
    return 'unknown order';
  }
  if (name !== 'unreadable') return '';
  await raiseFailed(deps, stored, { error: 'It can’t be read.' });
  return name;
}

const raiseFailed = ({ db }: Deps, { eventId }: Stored, detail: { error: string; event?: string }) =>
  raiseAlert(db, { kind: 'webhook-failed', subject: eventId, detail }, { again: true });

/** How far back the hourly check goes. */
const lookBackMs = 3 * 86_400_000;

async function findRecentUnmatched(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  await findUnmatchedPayments(deps, new Date(clock.now().getTime() - lookBackMs));
  await endConditions(db, 'keys-refused', [], clock.now());
}
