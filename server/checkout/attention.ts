import type { AttentionItem, AttentionQuery, Remedy } from '../../shared/contract/attention.ts';
import { isId } from '../../shared/id.ts';
import { toRupees } from '../../shared/money.ts';
import { orderNumber } from '../../shared/order-number.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import * as payments from '../payments/payments.ts';
import { type Admin, refundable, refundableOf, requestRefunds } from './refund-order.ts';
import { settleNow } from './settle.ts';

type Kind = { title: string; explanation: string; remedies: Remedy[] };

/** What may go wrong with money, in the owner's words, and what she can do about it. */
const kinds: Record<string, Kind> = {
  'amount-mismatch': {
    title: 'A payment of another amount',
    explanation: 'The amount paid is not that of the order, so the order is not marked as paid.',
    remedies: ['refund', 'settle', 'dismiss'],
  },
  'order-mismatch': {
    title: 'The payment provider has another order',
    explanation: 'Amount, currency or number of the order differ at the provider. Nothing was taken as paid.',
    remedies: ['settle', 'dismiss'],
  },
  'payment-of-other-order': {
    title: 'A payment of another order',
    explanation: 'The provider listed it with this order, but it names another one.',
    remedies: ['settle', 'dismiss'],
  },
  'payment-status-unknown': {
    title: 'A payment in a state that is not known',
    explanation: 'It does not count as paid. Look at it on the provider’s dashboard, then ask again.',
    remedies: ['settle', 'dismiss'],
  },
  'auto-refund': {
    title: 'Money is given back by itself',
    explanation: 'A second payment, or one that came when the goods were gone. The shopper is told by mail.',
    remedies: ['dismiss'],
  },
  'paid-after-cancel': {
    title: 'A cancelled order was paid',
    explanation:
      'The payment came after the order was cancelled. The pieces were there, so it stands as paid.',
    remedies: ['refund', 'dismiss'],
  },
  'paid-after-delete': {
    title: 'A deleted order was paid',
    explanation: 'The payment came after the order was deleted. It stands among the orders again, as paid.',
    remedies: ['refund', 'dismiss'],
  },
  'refund-failed': {
    title: 'A refund failed',
    explanation: 'The provider did not give the money back. The shopper still waits for it.',
    remedies: ['refund', 'dismiss'],
  },
  'refund-reversed': {
    title: 'A refund came back',
    explanation:
      'The provider first said that the money had gone, then that it had not. Look at it on the provider’s dashboard.',
    remedies: ['dismiss'],
  },
  'webhook-unknown-order': {
    title: 'Money without an order',
    explanation: 'The provider reports a payment for an order that this shop does not have.',
    remedies: ['retry', 'dismiss'],
  },
  'payment-without-order': {
    title: 'Money without an order',
    explanation:
      'The provider took it for an order that this shop no longer has, as after an older backup was put back. ' +
      'The provider’s dashboard shows who paid. Give the money back there, or send what was bought.',
    remedies: ['dismiss'],
  },
  'webhook-failed': {
    title: 'A message of the provider could not be handled',
    explanation: 'It was signed rightly, but handling it failed again and again.',
    remedies: ['retry', 'dismiss'],
  },
  'keys-refused': {
    title: 'The payment provider refuses the keys of this shop',
    explanation: 'Nobody can pay, and payments can’t be read. Set the right keys and start the shop again.',
    remedies: ['dismiss'],
  },
  'never-asked': {
    title: 'The payment of an order could not be read for days',
    explanation:
      'The shop has stopped asking by itself. Look at it on the provider’s dashboard, then ask again.',
    remedies: ['settle', 'dismiss'],
  },
  dispute: {
    title: 'A shopper disputes a payment',
    explanation: 'Answer on the provider’s dashboard within its time limit.',
    remedies: ['dismiss'],
  },
};
const unknownKind: Kind = { title: 'Something to look at', explanation: '', remedies: ['dismiss'] };

/** One page of what needs the owner's attention, newest first, with the true total. */
export async function listAttention(deps: Deps, query: AttentionQuery) {
  const { rows, total } = await payments.listAttention(deps.db, query);
  return { items: rows.map(present), total };
}

/**
 * Does what a remedy says and takes the item off the list. After `settle` it stays open while the provider says
 * the same. Errors: 404, 400 for a remedy that this item does not offer, 409 `already_resolved`,
 * `nothing_to_refund`, 502 while the provider can't be asked.
 */
export async function resolveAttention(
  deps: Deps,
  admin: Admin,
  id: string,
  remedy: Remedy,
): Promise<AttentionItem> {
  const item = isId(id) ? await payments.findAttention(deps.db, id) : undefined;
  if (!item) throw notFound('Not found.');
  if (!kindOf(item).remedies.includes(remedy)) throw badRequest('This can’t be done here.');
  const settled = remedy === 'settle' && item.orderId ? await settleNow(deps, item.orderId) : undefined;
  if (remedy !== 'settle' || settled?.paid) {
    await transaction(deps.db, async (trx) => {
      // The order is locked before all else, as everywhere.
      const order = item.orderId ? await orders.lockOrder(trx, item.orderId) : undefined;
      if (!(await payments.resolveAttention(trx, item.id, admin.userId, deps.clock.now()))) {
        throw conflict('already_resolved', 'Someone has dealt with this already.');
      }
      const detail = { title: kindOf(item).title, remedy };
      await recordAudit(trx, admin, { action: 'attention.resolve', subject: item.id, detail });
      if (remedy === 'refund' && order) await refundFor(deps, trx, admin, item, order);
      if (remedy === 'retry') await retryEvent(deps, trx, item.subject);
    });
  }
  return present((await payments.findAttention(deps.db, item.id)) ?? item);
}

/** Gives back what the item is about: the refund that failed, or its payment; no other money of the order. */
async function refundFor(
  deps: Deps,
  trx: Trx,
  admin: Admin,
  item: payments.AttentionRow,
  order: orders.LockedOrder,
) {
  const failed = (await payments.listRefunds(trx, order.id)).find(({ id }) => id === item.subject);
  const from = failed?.paymentId ?? item.subject;
  const left = (await refundable(trx, order.id)).find(({ payment }) => payment.id === from)?.leftPaise;
  if (!left) throw conflict('nothing_to_refund', 'There is nothing left to refund.');
  const amountPaise = Math.min(left, failed?.amountPaise ?? left);
  const reason = failed?.reason ?? kindOf(item).title;
  const prefix = `attention:${item.id}:`;
  const lines = await linesOf(trx, order, failed?.id);
  await requestRefunds(deps, trx, order, { admin, amountPaise, lines, reason, prefix, from });
}

/** The lines of a failed refund that no other refund has covered since. They are not restocked twice. */
async function linesOf(trx: Trx, order: orders.LockedOrder, refundId: string | undefined) {
  const of = (await orders.listRefundLines(trx, order.id)).filter((line) => line.refundId === refundId);
  if (of.length === 0) return [];
  const { lines: left } = await refundableOf(trx, order);
  return of.flatMap(({ orderItemId, quantity, amountPaise }) => {
    const now = left.find((line) => line.orderItemId === orderItemId);
    if (!now || now.quantity < quantity || now.amountPaise < amountPaise) return [];
    return [{ orderItemId, quantity, amountPaise, restocked: 0 }];
  });
}

async function retryEvent(deps: Deps, trx: Trx, eventId: string): Promise<void> {
  await payments.reopenWebhookEvent(trx, eventId, deps.clock.now());
  await deps.jobs.enqueue(trx, 'webhook-event', { eventId });
}

const kindOf = (item: payments.AttentionRow): Kind => kinds[item.kind] ?? unknownKind;

function present(item: payments.AttentionRow): AttentionItem {
  const { title, explanation, remedies } = kindOf(item);
  const detail = item.detail as Record<string, unknown>;
  const { currency = 'INR' } = detail;
  const isRupees = currency === 'INR';
  const paise = isRupees
    ? [detail.paidPaise, detail.amountPaise].find((value) => typeof value === 'number')
    : undefined;
  const foreign = isRupees ? '' : ` The money is in ${currency}: the provider’s dashboard shows how much.`;
  const error = typeof detail.error === 'string' ? ` ${detail.error}` : '';
  return {
    _id: item.id,
    kind: item.kind,
    title,
    explanation: `${explanation}${foreign}${error}`.trim(),
    order_id: item.orderId,
    order_number: item.orderId && orderNumber(item.orderId),
    amount: paise === undefined ? null : toRupees(paise),
    reference: typeof detail.payment === 'string' ? detail.payment : item.subject,
    createdAt: item.createdAt.toISOString(),
    resolvedAt: item.resolvedAt?.toISOString() ?? null,
    remedies: item.resolvedAt ? [] : remedies,
  };
}
