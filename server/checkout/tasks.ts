import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { findByProviderOrder, insertEvent, listUnsettled, lockOrder } from '../orders/orders.ts';
import {
  bookRefund,
  closeWebhookEvent,
  findWebhookEvent,
  insertAttention,
  listOpenEvents,
  listOpenRefunds,
  openWebhook,
  type RefundOutcome,
  sendRefund,
} from '../payments/payments.ts';
import { mailOrderRefunded } from './order-mails.ts';
import { expireOrders } from './release.ts';
import { settle } from './settle.ts';

/** How long an event may wait for an order that is not known yet, before it is parked for the owner. */
const parkAfterMs = 5 * 60_000;

/** The background work of checkout: each loads its row and calls one verb; each may run any number of times. */
export function checkoutTasks(deps: Deps) {
  async function handleEvent({ eventId }: { eventId: string }): Promise<void> {
    const stored = await findWebhookEvent(deps.db, eventId);
    if (!stored || stored.handledAt) return;
    const now = deps.clock.now();
    const { name, payment, refund } = openWebhook(stored.body);
    if (name.startsWith('refund.') && refund) {
      await reportRefund(await bookRefund(deps.db, refund, now));
      return closeWebhookEvent(deps.db, eventId, now);
    }
    if (!/^(payment\.(authorized|captured|failed)|order\.paid)$/.test(name)) {
      return closeWebhookEvent(deps.db, eventId, now, name === 'unreadable' ? 'unreadable' : '');
    }
    const order = payment?.orderId ? await findByProviderOrder(deps.db, payment.orderId) : undefined;
    if (order) {
      await settle(deps, order.id);
      return closeWebhookEvent(deps.db, eventId, now);
    }
    const age = now.getTime() - stored.receivedAt.getTime();
    if (age < parkAfterMs) throw new Error(`webhook ${eventId}: its order is not known yet`);
    await insertAttention(deps.db, {
      kind: 'webhook-unknown-order',
      subject: eventId,
      detail: { event: name, providerOrderId: payment?.orderId, amountPaise: payment?.amountPaise },
    });
    await closeWebhookEvent(deps.db, eventId, now, 'unknown order');
  }

  const refund = async ({ refundId }: { refundId: string }) => reportRefund(await sendRefund(deps, refundId));

  async function reportRefund(outcome: RefundOutcome | undefined): Promise<void> {
    if (!outcome?.changed) return;
    await transaction(deps.db, async (trx) => {
      const order = await lockOrder(trx, outcome.orderId);
      if (!order) return;
      const note = outcome.status === 'processed' ? 'Refund paid out' : 'Refund failed at the provider';
      await insertEvent(trx, { orderId: order.id, status: order.status, byLabel: 'Payment provider', note });
      if (outcome.status === 'processed') await mailOrderRefunded(deps, trx, order.id, outcome);
    });
  }

  /** Asks the provider about every order that is due. One that can't be asked now is asked at the next round. */
  async function reconcile(): Promise<void> {
    await each(
      await listUnsettled(deps.db, deps.clock.now(), 200),
      'an order could not be reconciled',
      (id) => settle(deps, id),
    );
  }

  /** What lost jobs left behind: events and refunds that nobody took up. */
  async function takeUpLeftovers(): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - 60_000);
    await each(await listOpenEvents(deps.db, before, 100), 'an event could not be handled', (eventId) =>
      handleEvent({ eventId }),
    );
    await each(await listOpenRefunds(deps.db, before, 100), 'a refund could not be sent', (refundId) =>
      refund({ refundId }),
    );
  }

  /** Runs the rest when one fails: each is on its own and comes again. */
  async function each(ids: string[], failure: string, work: (id: string) => Promise<unknown>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
      } catch (error) {
        deps.log.warn({ err: error, id }, failure);
      }
    }
  }

  async function minute(): Promise<void> {
    await expireOrders(deps);
    await reconcile();
    await takeUpLeftovers();
  }

  return { 'webhook-event': handleEvent, refund, minute };
}
