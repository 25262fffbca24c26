import { type Insertable, sql } from 'kysely';
import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import type { Database, Trx } from '../db/database.ts';
import { addressPattern } from '../db/personal-data/personal-data-queries.ts';
import type { Mails } from '../db/schema.ts';
import { readSiteInfo } from '../db/site-info.ts';
import { tokenPattern } from './links.ts';
import type { Sender } from './template.ts';

/** The shop as header and footer of a mail name it. */
export async function getSender(
  db: Trx | Database,
  publicUrl: string,
  site?: SiteInfoAdmin,
): Promise<Sender> {
  const { clientName, tagline, address, email, mobile } = site ?? (await readSiteInfo(db));
  return { shopName: clientName || 'Shop', tagline, address, email, mobile, publicUrl };
}

type NewMail = Pick<
  Insertable<Mails>,
  | 'kind'
  | 'dedupeKey'
  | 'replyTo'
  | 'subject'
  | 'html'
  | 'plain'
  | 'invoiceOf'
  | 'creditNoteOf'
  | 'unsubscribeUrl'
  | 'createdAt'
  | 'nextTryAt'
> & { to: string };

/** Stores mails to be sent, without those whose `dedupeKey` a mail has. */
export async function insertMails(trx: Trx, mails: NewMail[]): Promise<{ id: string; kind: string }[]> {
  return trx
    .insertInto('mails')
    .values(mails.map(({ to, ...mail }) => ({ ...mail, toAddress: to })))
    .onConflict((oc) => oc.column('dedupeKey').doNothing())
    .returning(['id', 'kind'])
    .execute();
}

/** Claims a waiting mail for one worker until `until`. Undefined if it is sent, failed or claimed by another. */
export async function claimMail(db: Database, id: string, now: Date, until: Date) {
  return db
    .updateTable('mails')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst();
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      status: 'sent',
      sentAt: now,
      error: '',
      attempts: eb('attempts', '+', 1),
      claimedUntil: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** Removes the one-time tokens from a stored mail. */
export async function redactStoredLinks(db: Database, id: string): Promise<void> {
  const redacted = (column: 'html' | 'plain') =>
    sql<string>`regexp_replace(${sql.ref(column)}, ${tokenPattern}, '\\1…', 'g')`;
  await db
    .updateTable('mails')
    .set({ html: redacted('html'), plain: redacted('plain') })
    .where('id', '=', id)
    .execute();
}

/** Records a failed attempt. Without a `next` attempt the mail is failed, and an admin can resend it. */
export async function recordFailure(
  db: Database,
  id: string,
  error: string,
  next: Date | null,
): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      error: error.slice(0, 500),
      attempts: eb('attempts', '+', 1),
      claimedUntil: null,
      ...(next ? { nextTryAt: next } : { status: 'failed' as const }),
    }))
    .where('id', '=', id)
    .execute();
}

/** Claims the mails that are due by moving their next attempt to `until`. Returns their ids and kinds. */
export const claimDueMails = (trx: Trx, now: Date, until: Date, limit: number) =>
  trx
    .updateTable('mails')
    .set({ nextTryAt: until })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'waiting')
        .where('nextTryAt', '<=', now)
        .orderBy('nextTryAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind'])
    .execute();

/** The id of the order that a mail is about: of its invoice, or of the page of the order that it links to. */
const orderOfMail = sql<string>`coalesce(invoice_of::text,
  substring(plain from '/(?:order-success|admin/orders|review)/([0-9a-f-]{36})'))`;

export async function deleteOrderMails(trx: Trx, orderIds: string[]): Promise<void> {
  await sql`delete from mails where ${orderOfMail} = any(${orderIds}::text[])`.execute(trx);
}

const emptied = {
  unsubscribeUrl: '',
  toAddress: '',
  replyTo: '',
  subject: '',
  html: '',
  plain: '',
  error: '',
};

/** Clears the stored mails about these orders, and returns their ids. */
export async function clearOrderMails(trx: Trx, orderIds: string[]): Promise<string[]> {
  const cleared = trx.updateTable('mails').set(emptied).where(orderOfMail, 'in', orderIds).returning('id');
  return (await cleared.execute()).map(({ id }) => id);
}

/**
 * Clears the stored mails that are to an address or are answered to it, since `sentSince`, or mention it, since
 * `mentionedSince`. Those that wait are not sent. Mails about an order stay until `clearOrderMails`. None if it is the
 * address of the shop, which every mail mentions. Returns the ids of the cleared ones.
 */
export async function clearMailsOf(
  trx: Trx,
  email: string,
  { sentSince, mentionedSince }: { sentSince: Date; mentionedSince: Date },
): Promise<string[]> {
  const site = await readSiteInfo(trx);
  if (site.email.toLowerCase() === email) return [];
  const cleared = await trx
    .updateTable('mails')
    .set({ ...emptied, status: sql`case status when 'waiting' then 'failed' else status end` })
    .where((eb) =>
      eb.or([
        eb.and([
          eb('createdAt', '>=', sentSince),
          eb.or([eb('toAddress', '=', email), eb('replyTo', '=', email)]),
        ]),
        eb.and([
          eb('createdAt', '>=', mentionedSince),
          // The first condition is fast.
          sql<boolean>`position(${email} in lower(plain)) > 0 and plain ~* ${addressPattern(email)}`,
        ]),
      ]),
    )
    .where(orderOfMail, 'is', null)
    .returning('id')
    .execute();
  return cleared.map(({ id }) => id);
}

/** Those of these mails that are stored with their content. */
export async function listStored(db: Database, ids: string[]): Promise<Set<string>> {
  const stored = db.selectFrom('mails').select('id').where('id', 'in', ids).where('toAddress', '<>', '');
  return new Set((await stored.execute()).map(({ id }) => id));
}
