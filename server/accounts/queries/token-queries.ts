import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import type { AccountTokenPurpose, AccountTokens } from '../../db/schema.ts';

export async function insertToken(trx: Trx, token: Insertable<AccountTokens>): Promise<void> {
  await trx.insertInto('accountTokens').values(token).execute();
}

/** Stores a token for an address without an account; false without a change if it has one. */
export async function insertTokenOfGuest(
  trx: Trx,
  token: { tokenHash: Buffer; purpose: AccountTokenPurpose; email: string; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into account_tokens (token_hash, purpose, email, created_at, expires_at)
    select ${token.tokenHash}, ${token.purpose}, ${token.email}, ${token.createdAt}, ${token.expiresAt}
    where not exists (select from users where email = ${token.email} and deleted_at is null)
    returning token_hash`.execute(trx);
  return rows.length > 0;
}

/** Finds a valid token, of any purpose unless one is given, without using it. */
export async function findToken(db: Database, hash: Buffer, now: Date, purpose?: AccountTokenPurpose) {
  return db
    .selectFrom('accountTokens')
    .select(['email', 'userId'])
    .where((eb) => eb.and({ tokenHash: hash, ...(purpose && { purpose }) }))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses a token; of two concurrent attempts only one succeeds. */
export async function consumeToken(trx: Trx, purpose: AccountTokenPurpose, hash: Buffer, now: Date) {
  return trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', hash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['email', 'userId'])
    .executeTakeFirst();
}

/** Revokes the unused tokens of an account or an e-mail address, of any purpose unless one is given. */
export async function revokeTokens(
  trx: Trx,
  now: Date,
  owner: ({ userId: string } | { email: string }) & { purpose?: AccountTokenPurpose },
): Promise<void> {
  await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where((eb) => eb.and(owner))
    .where('usedAt', 'is', null)
    .execute();
}

/** Revokes the unused tokens of all accounts. */
export async function revokeAllTokens(trx: Trx, now: Date): Promise<void> {
  await trx.updateTable('accountTokens').set({ usedAt: now }).where('usedAt', 'is', null).execute();
}

/** The tokens of one purpose for an e-mail address, of all accounts or one. */
type Recipient = { email: string; purpose: AccountTokenPurpose; userId?: string };

/** Counts the tokens of a recipient that were created since `since`. */
export const countTokens = (trx: Trx, recipient: Recipient, since: Date): Promise<number> =>
  countRows(
    trx
      .selectFrom('accountTokens')
      .where('createdAt', '>', since)
      .where((eb) => eb.and(recipient)),
  );

/** Whether a recipient has a token that can be used. */
export async function hasToken(trx: Trx, recipient: Recipient, now: Date): Promise<boolean> {
  const found = await trx
    .selectFrom('accountTokens')
    .select('tokenHash')
    .where((eb) => eb.and(recipient))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}
