import type { Database, Trx } from '../db/database.ts';

/** The living session of a token, with the account it stands for. An admin session needs an admin still. */
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

export async function findUser(db: Database | Trx, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'mobile', 'altMobile', 'isAdmin'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export async function countAdmins(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertAdmin(db: Database, email: string, passwordHash: string): Promise<void> {
  await db
    .insertInto('users')
    .values({ name: 'Shop owner', email, passwordHash, isAdmin: true, emailVerifiedAt: new Date() })
    .execute();
}
