import type { Database, Trx } from '../db/database.ts';
import type { Mail } from './mail.ts';

/** Stores a mail to be sent; undefined when this one is there already. */
export async function insertMail(trx: Trx, mail: Mail): Promise<string | undefined> {
  const row = await trx
    .insertInto('mails')
    .values({
      kind: mail.kind,
      dedupeKey: mail.dedupeKey ?? null,
      toAddress: mail.to,
      subject: mail.subject,
      html: mail.html,
      plain: mail.plain,
      invoiceOf: mail.invoiceOf ?? null,
    })
    .onConflict((oc) => oc.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A mail that still has to go. */
export async function findWaitingMail(db: Database, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'toAddress', 'subject', 'html', 'plain', 'invoiceOf'])
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .executeTakeFirst();
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({ status: 'sent', sentAt: now, error: '', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Ten failed tries, over hours: the owner sees it as failed and can send it again. */
export async function noteFailure(db: Database, id: string, error: string): Promise<void> {
  await db
    .updateTable('mails')
    .set((eb) => ({
      error,
      attempts: eb('attempts', '+', 1),
      status: eb
        .case()
        .when('attempts', '>=', 10)
        .then('failed' as const)
        .else('waiting' as const)
        .end(),
    }))
    .where('id', '=', id)
    .execute();
}
