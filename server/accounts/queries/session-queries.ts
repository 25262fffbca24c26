import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { SessionPortal, Sessions } from '../../db/schema.ts';

/** Sessions that an account can have; the oldest end first. */
const maxSessions = 100;

type IdleMs = Record<SessionPortal, number>;

/** A session ends at its expiry, and after `idleMs` without use. */
const isValid = (now: Date, idleMs: IdleMs) => {
  const idleSince = (portal: SessionPortal) => new Date(now.getTime() - idleMs[portal]);
  return sql<boolean>`(sessions.expires_at > ${now} and sessions.last_used_at >
    case sessions.portal when 'admin' then ${idleSince('admin')}::timestamptz else ${idleSince('user')} end)`;
};

/** Finds the valid session of a token. A session of the admin portal is valid only while the account is an admin. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date, idleMs: IdleMs) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(['sessions.userId', 'sessions.portal', 'sessions.lastUsedAt', 'users.mustChangePassword'])
    .select(['users.roleId', 'roles.permissions as rolePermissions', 'sessions.provedAt'])
    .select(
      sql<boolean>`(exists (select from passkeys p where p.user_id = sessions.user_id)
        or exists (select from totp_secrets t where t.user_id = sessions.user_id and t.confirmed_at is not null))`.as(
        'hasSecondFactor',
      ),
    )
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.isPending', '=', false)
    .where(isValid(now, idleMs))
    .where('users.deletedAt', 'is', null)
    .where('users.disabledAt', 'is', null)
    .where((eb) => eb.or([eb('sessions.portal', '=', 'user'), eb('users.isAdmin', '=', true)]))
    .executeTakeFirst();
}

/** Records that a session was used now, from this address block. */
export async function recordUse(
  db: Database,
  tokenHash: Buffer,
  now: Date,
  addressBlock: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: now, addressBlock })
    .where('tokenHash', '=', tokenHash)
    .execute();
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
    .where('disabledAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!unchanged) return false;
  await trx
    .insertInto('sessions')
    .values({ ...row, lastUsedAt: row.createdAt })
    .execute();
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${row.userId}
      order by created_at desc offset ${maxSessions})`.execute(trx);
  return true;
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSessions(db: Database | Trx, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** The device of a session, if it is known. */
export async function findDevice(trx: Trx, tokenHash: Buffer): Promise<Buffer | null> {
  const session = trx.selectFrom('sessions').select('deviceHash').where('tokenHash', '=', tokenHash);
  return (await session.executeTakeFirst())?.deviceHash ?? null;
}

/** Lists the valid sessions of an account, last used first. */
export async function listSessions(db: Database, userId: string, now: Date, idleMs: IdleMs) {
  return db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'userAgent', 'addressBlock', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where(isValid(now, idleMs))
    .where('isPending', '=', false)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('createdAt', 'desc')
    .limit(maxSessions)
    .execute();
}

/** Deletes one session of an account; undefined if it has no such session. */
export async function deleteOwnSession(trx: Trx, userId: string, id: string) {
  return trx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('deviceHash')
    .executeTakeFirst();
}

export async function deleteOtherSessions(trx: Trx, userId: string, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '!=', tokenHash).execute();
}

/** The account of a session that waits for the second factor. */
export async function findPendingSession(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('isPending', '=', true)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Makes a session that waits for the second factor a valid one. False if it has ended meanwhile. */
export async function completeSession(
  db: Database,
  tokenHash: Buffer,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ isPending: false, provedAt: now, lastUsedAt: now, expiresAt })
    .where('tokenHash', '=', tokenHash)
    .where('isPending', '=', true)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the admin of a session has just proved who they are. */
export async function markProved(db: Database, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ provedAt: now }).where('tokenHash', '=', tokenHash).execute();
}

/** Deletes the sessions of all accounts and returns their number. */
export async function deleteAllSessions(trx: Trx): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
