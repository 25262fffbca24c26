import type { Insertable, Updateable } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { Sessions, Users } from '../db/schema.ts';

/** Finds the valid session of a token. A session of the admin portal is valid only while the account is an admin. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.userId', 'sessions.portal', 'sessions.expiresAt'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('sessions.portal', '=', 'user'), eb('users.isAdmin', '=', true)]))
    .executeTakeFirst();
}

/**
 * Stores a session if `passwordHash` is still that of the account; returns whether it is. The account is locked, so that
 * a concurrent change of the password leaves no session of the old one.
 */
export async function insertSession(
  trx: Trx,
  { passwordHash, ...row }: Insertable<Sessions> & { passwordHash: string },
): Promise<boolean> {
  const unchanged = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', row.userId)
    .where('passwordHash', '=', passwordHash)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!unchanged) return false;
  await trx
    .insertInto('sessions')
    .values({ ...row, lastUsedAt: row.createdAt })
    .execute();
  return true;
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSessions(db: Database | Trx, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

export async function findUser(db: Database | Trx, id: string) {
  return activeUsers(db).where('id', '=', id).executeTakeFirst();
}

export async function findByEmail(db: Database | Trx, email: string) {
  return activeUsers(db).where('email', '=', email).executeTakeFirst();
}

export async function findByMobile(db: Database | Trx, mobile: string) {
  return activeUsers(db).where('mobile', '=', mobile).executeTakeFirst();
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const activeUsers = (db: Database | Trx) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'mobile',
      'altMobile',
      'isAdmin',
      'passwordHash',
      'emailVerifiedAt',
      'pendingEmail',
      'createdAt',
    ])
    .where('deletedAt', 'is', null);

/** Locks an account, so that its changes are serialised. */
export async function lockUser(trx: Trx, id: string) {
  return activeUsers(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertUser(trx: Trx | Database, user: Insertable<Users>): Promise<UserRow> {
  const { id } = await trx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return activeUsers(trx).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function updateUser(trx: Trx | Database, id: string, change: Updateable<Users>): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updatedAt: new Date() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Deletes expired sessions, and one-time tokens a month after they expired. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<', now).execute();
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000);
  await db.deleteFrom('accountTokens').where('expiresAt', '<', monthAgo).execute();
}
