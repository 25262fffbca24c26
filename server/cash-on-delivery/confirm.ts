import { randomUUID } from 'node:crypto';
import type { Order } from '../../shared/contract/orders/orders.ts';
import { isId } from '../../shared/id.ts';
import { shortRupees } from '../../shared/money.ts';
import { orderDate } from '../../shared/orders/order-date.ts';
import { hashToken, listAdminEmails, newToken } from '../accounts/accounts.ts';
import { getSettings } from '../content/content.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badRequest, conflict } from '../errors.ts';
import { type MailPart, queueMails } from '../mail/mail.ts';
import {
  linesOf,
  mailOrderStatus,
  mailShopper,
  notificationOf,
  readOrder,
} from '../order-mails/order-mails.ts';
import type { MailedOrder } from '../order-mails/status-mails.ts';
import type { Cause } from '../orders/changes.ts';
import * as orders from '../orders/orders.ts';
import { saveCodToken, setCodState, takeCodToken } from '../orders/queries/cod-queries.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import { crashPoint } from '../runtime/crash-point.ts';

/** Mails an order that is paid on delivery to its buyer and to the shop. */
export async function mailCodOrder(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  const about = await readOrder(deps, trx, orderId);
  const { settings } = await getSettings(trx);
  await mailCodBuyer(deps, trx, about, `order-confirmation:${orderId}`);
  const shop = settings.email ? [settings.email] : await listAdminEmails(trx, 'orders.viewAll');
  await queueMails(
    deps,
    trx,
    shop.map((address) => notificationOf(deps, about.order, address)),
    settings,
  );
}

/**
 * Mails an order whose email address was corrected before its confirmation, with another link for it. The link in the
 * former mailbox is not valid any more. The order is locked.
 */
export async function mailCodAgain(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  await saveCodToken(trx, orderId, null);
  const about = await readOrder(deps, trx, orderId);
  await mailCodBuyer(deps, trx, about, `order-confirmation:${orderId}:${randomUUID()}`);
}

/**
 * Mails an order to its buyer. If it waits for its confirmation, the mail has the link for it, whose token is nowhere
 * else.
 */
async function mailCodBuyer(deps: Deps, trx: Trx, about: MailedOrder, dedupeKey: string): Promise<void> {
  const { order, button } = about;
  const amount = shortRupees(order.cashOnDelivery?.due ?? order.amount);
  const until = order.cashOnDelivery?.confirmUntil;
  await mailShopper(deps, trx, about, {
    kind: 'order-confirmation',
    dedupeKey,
    subject: ({ shopName }) =>
      `${until ? 'Please confirm your' : 'Your'} order ${order.order_number} at ${shopName}`,
    content: {
      preview: `Pay ${amount} when it is delivered.`,
      heading: until ? 'Please confirm your order' : 'Thank you for your order',
      parts: [
        `We have received your order ${order.order_number}.`,
        ...(until ? await confirmation(trx, order, { until, url: button.url }) : []),
        `Please pay ${amount} to the courier when your order is delivered.`,
        // Not the address: nobody has proved this mailbox, so a stranger's text must not be sent to it.
        ...linesOf(order),
        ...(until ? [] : [button]),
        ...about.question,
      ],
    },
  });
}

/** What the mail says about the confirmation, with the link. */
async function confirmation(
  trx: Trx,
  order: Order,
  { until, url }: { until: string; url: string },
): Promise<MailPart[]> {
  const token = newToken();
  await saveCodToken(trx, order._id, hashToken(token));
  return [
    `Press the button to confirm it until ${orderDate(until)}. It is cancelled if nobody confirms it.`,
    { button: 'Confirm my order', url: `${url}&token=${token}` },
  ];
}

const badLink = () => badRequest('This link is invalid or has expired.');

/** Confirms an order with the token of its mail, which can be used once. 400 for any other. */
export async function confirmByBuyer(deps: Deps, orderId: string, token: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = isId(orderId) ? await lockOrder(trx, orderId) : undefined;
    if (!order || !(await takeCodToken(trx, orderId, hashToken(token)))) throw badLink();
    await setCodState(trx, orderId, 'confirmed_by_buyer');
    await orders.addEvent(trx, order, { by: 'Shopper', note: 'Order confirmed by the link of its mail' });
  });
  crashPoint(deps, 'order-stored');
}

/**
 * Confirms an order for an admin; one that the shop has confirmed stays as it is. Errors: 404, 409 `order_ended`, and
 * `not_editable` for an order that is not paid on delivery.
 */
export async function confirmByAdmin(deps: Deps, admin: NamedAdmin, orderId: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await orders.lockExisting(trx, orderId);
    if (!order.codState)
      throw conflict('not_editable', 'Only orders that are paid on delivery are confirmed.');
    if (order.status === 'cancelled' || order.status === 'failed')
      throw conflict('order_ended', 'This order is cancelled. Set another status first.');
    if (order.codState === 'confirmed') return;
    await confirm(trx, order, { by: admin.name, byUser: admin.userId });
    await recordAudit(trx, admin, { action: 'order.confirm', subject: order.id });
  });
}

/** Records that the shop has confirmed a locked order. */
export async function confirm(trx: Trx, order: LockedOrder, by: Cause) {
  await setCodState(trx, order.id, 'confirmed');
  await orders.addEvent(trx, order, { ...by, note: 'Order confirmed' });
}

/**
 * Ends an order that is paid on delivery and was not confirmed in time, and mails it to its buyer. False for any other
 * order.
 */
export async function expireCodOrder(deps: Deps, orderId: string): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order?.codState) return false;
    // It may have been confirmed since it was listed.
    if (order.codState !== 'unconfirmed') return true;
    const note = 'The order was not confirmed in time';
    if (await orders.releaseOrder(trx, orderId, { status: 'cancelled', by: 'System', note }))
      await mailOrderStatus(deps, trx, orderId, 'cancelled', { note });
    return true;
  });
}
