import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import type { SignInCodes } from '../../db/schema.ts';

/** Stores a code; false if its request has one already. */
export async function insertCode(trx: Trx, row: Insertable<SignInCodes>): Promise<boolean> {
  const inserted = await trx
    .insertInto('signInCodes')
    .values(row)
    .onConflict((conflict) => conflict.column('requestHash').doNothing())
    .returning('requestHash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Counts the codes that were sent by text since `since`. */
export const countTexts = (db: Database | Trx, since: Date): Promise<number> =>
  countRows(
    db
      .selectFrom('signInCodes')
      .where('createdAt', '>', since)
      .where('recipient', '<>', '')
      .where('recipient', 'not like', '%@%'),
  );

/** Does not count the text of a request any more, because it was not sent. Its code can no longer be used. */
export async function uncountText(db: Database, requestHash: Buffer): Promise<void> {
  await db.updateTable('signInCodes').set({ recipient: '' }).where('requestHash', '=', requestHash).execute();
}

type Wanted = { requestHash: Buffer; purpose: string; now: Date };

/**
 * Counts an attempt and returns the code; undefined if there is none, or it is used, expired or has had `max` attempts.
 */
export async function countCodeAttempt(db: Database, { requestHash, purpose, now }: Wanted, max: number) {
  return db
    .updateTable('signInCodes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('requestHash', '=', requestHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('attempts', '<', max)
    .returning(['codeHash', 'userId', 'recipient'])
    .executeTakeFirst();
}

/** Uses a code; of two concurrent attempts only one succeeds. */
export async function consumeCode(db: Database, requestHash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('signInCodes')
    .set({ usedAt: now })
    .where('requestHash', '=', requestHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses a code that was sent for an order, which proves its mobile number. False if it was used before. */
export async function proveByCode(db: Database, requestHash: Buffer, now: Date): Promise<boolean> {
  const proved = await db
    .updateTable('signInCodes')
    .set({ usedAt: now, provedAt: now })
    .where('requestHash', '=', requestHash)
    .where('usedAt', 'is', null)
    .returning('requestHash')
    .executeTakeFirst();
  return proved !== undefined;
}

/** Whether the code of a request was sent to this number, for an order, and entered since `since`. */
export async function isProvedByCode(
  db: Database | Trx,
  { requestHash, recipient, since }: { requestHash: Buffer; recipient: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('signInCodes')
    .select('requestHash')
    .where('requestHash', '=', requestHash)
    .where('purpose', '=', 'order')
    .where('recipient', '=', recipient)
    .where('provedAt', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets one transaction at a time count and send texts, until it ends. */
export async function lockTexts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes by text', 0))`.execute(trx);
}

/** Notes that an account has used its number at `now`, unless it has another one by now. */
export async function renewMobileProof(db: Database, userId: string, mobile: string, now: Date) {
  await db
    .updateTable('users')
    .set({ mobileVerifiedAt: now })
    .where('id', '=', userId)
    .where('mobile', '=', mobile)
    .where('mobileVerifiedAt', 'is not', null)
    .execute();
}

/** Makes the unused codes of an account, or of all accounts, useless. */
export async function revokeCodes(trx: Trx, now: Date, userId?: string): Promise<void> {
  let codes = trx.updateTable('signInCodes').set({ usedAt: now }).where('usedAt', 'is', null);
  if (userId) codes = codes.where('userId', '=', userId);
  await codes.execute();
}
