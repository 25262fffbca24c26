import { sql } from 'kysely';
import type { MailQuery } from '../../shared/contract/mails.ts';
import type { Database, Trx } from '../db/database.ts';
import { likeAnywhere, readPage } from '../db/paging.ts';

const columns = [
  'id',
  'kind',
  'toAddress',
  'replyTo',
  'subject',
  'status',
  'attempts',
  'error',
  'createdAt',
  'sentAt',
  'nextTryAt',
  'invoiceOf',
  'creditNoteOf',
  'unsubscribeUrl',
] as const;

/** Returns one page of the matching mails, newest first, and their total number. */
export async function listMails(db: Database, { status, kind, search, ...page }: MailQuery) {
  let query = db.selectFrom('mails').select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  if (status) query = query.where('status', '=', status);
  if (kind) query = query.where('kind', '=', kind);
  if (search) query = query.where(sql`lower(to_address || ' ' || subject)`, 'like', likeAnywhere(search));
  return readPage(query, page);
}

export async function countUnsent(db: Database): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .selectFrom('mails')
    .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
    .where('status', 'in', ['waiting', 'failed'])
    .groupBy('status')
    .execute();
  const count = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
  return { waiting: count('waiting'), failed: count('failed') };
}

export type MailRow = Awaited<ReturnType<typeof listMails>>['rows'][number];
export type FullMail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

const fullMails = (db: Database | Trx) => db.selectFrom('mails').select([...columns, 'html', 'plain']);

export async function findMail(db: Database, id: string) {
  return fullMails(db).where('id', '=', id).executeTakeFirst();
}

export async function lockMail(trx: Trx, id: string) {
  return fullMails(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the newest failed mails, except those of the given kinds. */
export async function lockFailed(trx: Trx, except: readonly string[], limit: number) {
  return fullMails(trx)
    .where('status', '=', 'failed')
    .where('kind', 'not in', except)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

type StoredMail = { html: string; plain: string };

/** Puts an unsent mail back in the queue with all its attempts. */
export async function restartMail(trx: Trx, id: string, content: StoredMail, nextTryAt: Date): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ ...content, status: 'waiting', attempts: 0, error: '', nextTryAt })
    .where('id', '=', id)
    .execute();
}

/** Stores a copy of a sent mail to be sent again. Returns its id. */
export async function copyMail(
  trx: Trx,
  mail: FullMail,
  content: StoredMail,
  times: { createdAt: Date; nextTryAt: Date },
): Promise<string> {
  const { kind, toAddress, replyTo, subject, invoiceOf, creditNoteOf, unsubscribeUrl } = mail;
  const { id } = await trx
    .insertInto('mails')
    .values({
      kind,
      toAddress,
      replyTo,
      subject,
      invoiceOf,
      creditNoteOf,
      unsubscribeUrl,
      ...content,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
