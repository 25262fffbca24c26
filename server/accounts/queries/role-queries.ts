import type { Insertable, Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { Roles } from '../../db/schema.ts';

const columns = ['id', 'name', 'permissions', 'refundLimitPaise', 'dailyRefundLimitPaise'] as const;

/** Lists all roles, oldest first, each with the number of its admins. */
export async function listRoles(db: Database | Trx) {
  return db
    .selectFrom('roles')
    .select(columns)
    .select((eb) =>
      eb
        .selectFrom('users')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('users.roleId', '=', 'roles.id')
        .where('deletedAt', 'is', null)
        .as('admins'),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export type RoleRow = NonNullable<Awaited<ReturnType<typeof findRole>>>;

export async function findRole(db: Database | Trx, id: string) {
  return db.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function insertRole(trx: Trx, role: Insertable<Roles>): Promise<string> {
  const { id } = await trx.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(trx: Trx, id: string, change: Updateable<Roles>): Promise<void> {
  await trx.updateTable('roles').set(change).where('id', '=', id).execute();
}

export async function deleteRole(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('roles').where('id', '=', id).execute();
}
