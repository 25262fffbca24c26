import type { AttentionItem, Remedy } from '../../shared/contract/attention.ts';
import { isId } from '../../shared/id.ts';
import { type AlertRow, findAlert, presentAlert, resolveAlert } from '../alerts/alerts.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { listRefunds } from '../ledger/queries/refund-queries.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import { listRefundLines } from '../orders/queries/refund-line-queries.ts';
import { listRefundable, refundableOf, requestOrAskRefund } from '../refunds/refunds.ts';
import { settleNow } from './settle.ts';
import { reopenWebhookEvent } from './webhook-queries.ts';

/**
 * Applies a remedy to an alert and resolves it. After `settle` it stays open while the order is not paid.
 * Errors: 404, 400 for a remedy that this alert does not offer, 409 `already_resolved`, `nothing_to_refund`, 502 while
 * the provider can't be asked.
 */
export async function applyRemedy(
  deps: Deps,
  admin: NamedAdmin,
  id: string,
  remedy: Remedy,
): Promise<AttentionItem> {
  const alert = isId(id) ? await findAlert(deps.db, id) : undefined;
  if (!alert) throw notFound('Not found.');
  const { title, remedies } = presentAlert({ ...alert, resolvedAt: null });
  if (!remedies.includes(remedy)) throw badRequest('This can’t be done here.');
  const settled = remedy === 'settle' && alert.orderId ? await settleNow(deps, alert.orderId) : undefined;
  if (remedy !== 'settle' || settled?.paid) {
    await transaction(deps.db, async (trx) => {
      // The order is always locked first.
      const order = alert.orderId ? await lockOrder(trx, alert.orderId) : undefined;
      if (!(await resolveAlert(trx, id, admin.userId, deps.clock.now()))) {
        throw conflict('already_resolved', 'Someone has already resolved this.');
      }
      await recordAudit(trx, admin, { action: 'attention.resolve', subject: id, detail: { title, remedy } });
      if (remedy === 'refund' && order) await refundFor(deps, trx, admin, alert, order, title);
      if (remedy === 'retry') await retryEvent(deps, trx, alert.subject);
    });
  }
  return presentAlert((await findAlert(deps.db, id)) ?? alert);
}

/** Refunds what the alert is about: the failed refund, or the payment; no other money of the order. */
async function refundFor(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  alert: AlertRow,
  order: LockedOrder,
  title: string,
) {
  const failed = (await listRefunds(trx, order.id)).find(({ id }) => id === alert.subject);
  const from = failed?.paymentId ?? alert.subject;
  const left = (await listRefundable(trx, order.id)).find(({ payment }) => payment.id === from)?.leftPaise;
  if (!left) throw conflict('nothing_to_refund', 'There is nothing left to refund.');
  const amountPaise = Math.min(left, failed?.amountPaise ?? left);
  const reason = failed?.reason ?? title;
  const prefix = `attention:${alert.id}:`;
  const lines = await linesOf(trx, order, failed?.id);
  await requestOrAskRefund(deps, trx, order, { admin, amountPaise, lines, reason, prefix, from });
}

/** The lines of a failed refund that no other refund has covered since. They are not restocked twice. */
async function linesOf(trx: Trx, order: LockedOrder, refundId: string | undefined) {
  const covered = (await listRefundLines(trx, order.id)).filter((line) => line.refundId === refundId);
  if (covered.length === 0) return [];
  const { lines: left } = await refundableOf(trx, order);
  return covered.flatMap(({ orderItemId, quantity, amountPaise }) => {
    const now = left.find((line) => line.orderItemId === orderItemId);
    if (!now || now.quantity < quantity || now.amountPaise < amountPaise) return [];
    return [{ orderItemId, quantity, amountPaise, freePaise: 0, restocked: 0 }];
  });
}

async function retryEvent(deps: Deps, trx: Trx, eventId: string): Promise<void> {
  await reopenWebhookEvent(trx, eventId, deps.clock.now());
  await deps.jobs.enqueue(trx, 'webhook-event', { eventId });
}
