import type { Database, Trx } from '../db/database.ts';
import type { AccountTokenPurpose } from '../db/schema.ts';

type NewToken = {
  purpose: AccountTokenPurpose;
  email: string;
  userId?: string;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertToken(trx: Trx, tokenHash: Buffer, token: NewToken): Promise<void> {
  await trx
    .insertInto('accountTokens')
    .values({ tokenHash, ...token })
    .execute();
}

/** Finds a valid token without using it. */
export async function findToken(db: Database | Trx, purpose: AccountTokenPurpose, hash: Buffer, now: Date) {
  return db
    .selectFrom('accountTokens')
    .select(['email', 'userId'])
    .where('tokenHash', '=', hash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Whether a token of any purpose is valid. */
export async function isTokenValid(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('accountTokens')
    .select('tokenHash')
    .where('tokenHash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
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

/** Revokes the unused tokens of an account, of one purpose or all. */
export async function revokeTokens(
  trx: Trx,
  userId: string,
  now: Date,
  purpose?: AccountTokenPurpose,
): Promise<void> {
  let update = trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null);
  if (purpose) update = update.where('purpose', '=', purpose);
  await update.execute();
}

/** Revokes the unused activation links of an e-mail address. */
export async function revokeActivations(trx: Trx, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('email', '=', email)
    .where('purpose', '=', 'activation')
    .where('usedAt', 'is', null)
    .execute();
}

/** Counts the tokens of one purpose created for an e-mail address since `since`. */
export async function countTokens(trx: Trx, email: string, purpose: AccountTokenPurpose, since: Date) {
  const { n } = await trx
    .selectFrom('accountTokens')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}
