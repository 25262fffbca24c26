import { sql } from 'kysely';
import { type Opening, opening, type SignUpQuery } from '../../../shared/contract/opening.ts';
import type { Database, Trx } from '../../db/database.ts';
import { countRows, readPage } from '../../db/paging.ts';

/** Whether the shop is open, locked until the transaction ends. */
export async function lockOpening(trx: Trx): Promise<Opening> {
  const row = await trx.selectFrom('siteInfo').select('opening').forUpdate().executeTakeFirstOrThrow();
  return opening.parse(row.opening);
}

export async function saveOpening(trx: Trx, next: Opening): Promise<void> {
  await trx
    .updateTable('siteInfo')
    .set({ opening: JSON.stringify(next) })
    .execute();
}

/** Stores a sign-up, unless the mailbox has signed up before. */
export async function insertSignUp(
  db: Database,
  row: { email: string; mailbox: string; consent: string; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('openingSignUps')
    .values(row)
    .onConflict((oc) => oc.column('mailbox').doNothing())
    .execute();
}

export const countSignUps = (db: Database): Promise<number> => countRows(db.selectFrom('openingSignUps'));

export const listSignUps = (db: Database, query: SignUpQuery) =>
  readPage(db.selectFrom('openingSignUps').selectAll().orderBy('createdAt', 'desc').orderBy('id'), query);

/** The sign-ups after those of `after`, oldest first. */
export async function readSignUps(db: Database, after: { createdAt: Date; id: string } | undefined) {
  let query = db.selectFrom('openingSignUps').selectAll().orderBy('createdAt').orderBy('id').limit(500);
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.createdAt}, ${after.id}::uuid)`);
  return query.execute();
}

/** Deletes a sign-up. Returns whether there was one. */
export async function deleteSignUp(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('openingSignUps').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks sign-ups as mailed, at most `limit`, and returns their addresses. */
export async function takeSignUps(trx: Trx, limit: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    update opening_sign_ups set mailed_at = ${now}
    where id in (
      select id from opening_sign_ups where mailed_at is null order by created_at limit ${limit} for update skip locked
    )
    returning email`.execute(trx);
  return rows.map(({ email }) => email);
}
