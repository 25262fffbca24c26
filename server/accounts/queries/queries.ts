import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { Users } from '../../db/schema.ts';

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

/** The accounts that are not deleted. */
export const activeUsers = (db: Database | Trx) =>
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
      'mobileVerifiedAt',
      'pendingEmail',
      'firstSignInAt',
      'mustChangePassword',
      'createdAt',
    ])
    .select(
      sql<boolean>`exists (select from price_lists l join customer_tags t on t.tag = l.customer_tag
        join customers c on c.id = t.customer_id where l.is_active and c.user_id = users.id)`.as(
        'hasPriceLists',
      ),
    )
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
