import { sql } from 'kysely';
import { type MailKind, mailKinds } from '../../shared/contract/mails.ts';
import type { OrderActivity } from '../../shared/contract/orders/order-activity.ts';
import { isId } from '../../shared/id.ts';
import type { Database } from '../db/database.ts';
import { notFound } from '../errors.ts';

/** Actions of the audit log that the timeline of an order does not have, in words. */
const logged: Record<string, (detail: Record<string, unknown>) => string> = {
  'order.hide': () => 'Order deleted',
  'order.restore': () => 'Order restored',
  'order.note-edit': () => 'Note changed',
  'order.note-delete': () => 'Note deleted',
  'order.tags': ({ add, remove }) =>
    [tagsIn('Tags added', add), tagsIn('Tags removed', remove)].filter(Boolean).join('; '),
};

const tagsIn = (words: string, tags: unknown) =>
  Array.isArray(tags) && tags.length > 0 ? `${words}: ${tags.join(', ')}` : '';

/**
 * What happened to an order besides the events of its timeline, oldest first: mails to the shopper, documents, and
 * actions of admins from the audit log. 404 for an unknown order.
 */
export async function listOrderActivity(db: Database, id: string): Promise<OrderActivity[]> {
  const order = isId(id)
    ? await db.selectFrom('orders').select(['email', 'createdAt']).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!order) throw notFound('Order not found.');
  const [mails, documents, log] = await Promise.all([
    order.email ? listMails(db, { id, ...order }) : [],
    db.selectFrom('invoices').select(['kind', 'code', 'issuedAt']).where('orderId', '=', id).execute(),
    db
      .selectFrom('adminLog')
      .leftJoin('users', 'users.id', 'adminLog.userId')
      .select(['at', 'action', 'detail', 'byLabel', 'users.name'])
      .where('subject', '=', id)
      .where('action', 'in', Object.keys(logged))
      .orderBy('adminLog.id', 'desc')
      .limit(200)
      .execute(),
  ]);
  return [
    ...mails.map(({ id: mail_id, kind, status, createdAt, sentAt }) => ({
      at: (sentAt ?? createdAt).toISOString(),
      by: 'Shop',
      text: `Mail ${status === 'waiting' ? 'queued' : status}: ${mailKinds[kind]}`,
      mail_id,
    })),
    ...documents.map(({ kind, code, issuedAt }) => ({
      at: issuedAt.toISOString(),
      by: 'Shop',
      text: `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${code} issued`,
      mail_id: null,
    })),
    ...log.map(({ at, action, detail, byLabel, name }) => ({
      at: at.toISOString(),
      by: name ?? (byLabel || 'Admin'),
      text: logged[action]?.(detail) ?? '',
      mail_id: null,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The mails to the shopper about an order: with its invoice, or with a link to its page. */
const listMails = (db: Database, { id, email, createdAt }: { id: string; email: string; createdAt: Date }) =>
  db
    .selectFrom('mails')
    .select(['id', 'status', 'createdAt', 'sentAt'])
    .select(sql<MailKind>`kind`.as('kind'))
    .where('toAddress', '=', email)
    .where('createdAt', '>=', createdAt)
    .where((eb) =>
      eb.or([
        eb('invoiceOf', '=', id),
        eb(sql<number>`position('/order-success/' || ${id}::text in plain)`, '>', 0),
      ]),
    )
    .orderBy('createdAt')
    .limit(200)
    .execute();
