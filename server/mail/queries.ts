import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { Mails } from '../db/schema.ts';
import { tokenPattern } from './links.ts';
import type { Sender } from './template.ts';

/** What the letterhead says of the shop. */
export async function getSender(trx: Trx | Database, publicUrl: string): Promise<Sender> {
  const { content } = await trx.selectFrom('siteInfo').select('content').executeTakeFirstOrThrow();
  const said = content as Record<string, unknown>;
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '');
  return {
    shopName: text('clientName') || 'Shop',
    tagline: text('tagline'),
    address: text('address'),
    email: text('email'),
    mobile: text('mobile'),
    publicUrl,
  };
}

type NewMail = Pick<
  Insertable<Mails>,
  'kind' | 'dedupeKey' | 'replyTo' | 'subject' | 'html' | 'plain' | 'invoiceOf' | 'createdAt' | 'nextTryAt'
> & { to: string };

/** Stores a mail to be sent; undefined when this one is there already. */
export async function insertMail(trx: Trx, { to, ...mail }: NewMail): Promise<string | undefined> {
  const row = await trx
    .insertInto('mails')
    .values({ ...mail, toAddress: to })
    .onConflict((oc) => oc.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Takes a waiting mail for one worker until then; undefined when it is sent, given up or another's. */
export async function claimMail(db: Database, id: string, now: Date, until: Date) {
  return db
    .updateTable('mails')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .returning([
      'id',
      'kind',
      'toAddress',
      'replyTo',
      'subject',
      'html',
      'plain',
      'invoiceOf',
      'attempts',
      'createdAt',
    ])
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

/** Blots out the one-time links of a mail. */
export async function forgetLinks(db: Database, id: string): Promise<void> {
  const redacted = (column: 'html' | 'plain') =>
    sql<string>`regexp_replace(${sql.ref(column)}, ${tokenPattern}, '\\1…', 'g')`;
  await db
    .updateTable('mails')
    .set({ html: redacted('html'), plain: redacted('plain') })
    .where('id', '=', id)
    .execute();
}

/** A try that failed; without a next one the owner sees it as failed and can send it again. */
export async function noteFailure(db: Database, id: string, error: string, next: Date | null): Promise<void> {
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

/** The mails that are due, put off until then so that the next round leaves them to the queue. */
export async function takeDueMails(trx: Trx, now: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await trx
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
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Clears the stored content of the mails to an address. Mails that are still waiting are sent first. */
export async function redactMailsTo(trx: Trx, address: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ toAddress: '', replyTo: '', subject: '', html: '', plain: '' })
    .where('toAddress', '=', address)
    .where('status', '!=', 'waiting')
    .execute();
}
