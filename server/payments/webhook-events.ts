import { raiseAlert } from '../alerts/alerts.ts';
import type { Deps } from '../deps.ts';
import { handleRows } from '../jobs/jobs.ts';
import { findOrderByRequestLink } from '../ledger/queries/request-queries.ts';
import { findByLink, findByProviderOrder, wasRemoved } from '../orders/queries/settle-queries.ts';
import { concernsPayment, openWebhook, ProviderError } from '../provider/provider.ts';
import { receiveRefund } from '../refunds/refunds.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { findOrderOfLink } from './payment-links.ts';
import { settle, settleOrder } from './settle.ts';
import { closeWebhookEvent, findWebhookEvent, listOpenWebhookEvents } from './webhook-queries.ts';

/** How long an event may wait for an unknown order before it raises an alert. */
const parkAfterMs = 5 * 60_000;
/** How long an event that fails is retried before it raises an alert. */
const giveUpAfterMs = 60 * 60_000;

type Stored = NonNullable<Awaited<ReturnType<typeof findWebhookEvent>>>;

/** Handles the events whose jobs were lost. */
export async function retryWebhookEvents(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - 60_000);
  await handleRows(
    deps.log,
    await listOpenWebhookEvents(deps.db, before, 100),
    { idName: 'eventId', failure: 'an event could not be handled' },
    (id) => handleWebhookEvent(deps, id),
  );
}

/** Handles a stored event once, in any order of events. Throws if it must be retried. */
export async function handleWebhookEvent(deps: Deps, eventId: string): Promise<void> {
  const stored = await findWebhookEvent(deps.db, eventId);
  if (!stored || stored.handledAt) return;
  crashPoint(deps, 'webhook-acknowledged');
  const now = deps.clock.now();
  const ageMs = now.getTime() - stored.receivedAt.getTime();
  try {
    const leftOver = await routeEvent(deps, stored, ageMs);
    await closeWebhookEvent(deps.db, eventId, now, leftOver);
  } catch (error) {
    // While the provider is away the event is not at fault: it waits. What it refuses, or what can't be read, does
    // not wait for ever.
    const isAway = error instanceof ProviderError && ['unreachable', 'unauthorised'].includes(error.kind);
    if (isAway || ageMs < giveUpAfterMs) throw error;
    const message = error instanceof Error ? error.message : String(error);
    await raiseFailed(deps, stored, { error: message });
    await closeWebhookEvent(deps.db, eventId, now, message);
  }
}

/** Handles an event. Returns the reason if the event can't be handled. */
async function routeEvent(deps: Deps, stored: Stored, ageMs: number): Promise<string> {
  const { name, payment, refund, linkId } = openWebhook(stored.body);
  const order = payment?.orderId
    ? await findByProviderOrder(deps.db, payment.orderId, payment.id)
    : undefined;
  if (name.startsWith('payment_link.')) {
    // Others may create links with this account; the shop does not know these.
    const paid = linkId ? await findByLink(deps.db, linkId) : undefined;
    const asked = linkId ? await findOrderByRequestLink(deps.db, linkId) : undefined;
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
  if (concernsPayment(name)) {
    if (order) {
      if (!order.isSettled) await settleOrder(deps, order);
      return '';
    }
    if (payment?.orderId && (await wasRemoved(deps.db, payment.orderId))) return '';
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
