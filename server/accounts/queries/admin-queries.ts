import type { Permission } from '../../../shared/permissions.ts';
import type { Database, Trx } from '../../db/database.ts';
import { countRows } from '../../db/paging.ts';
import { permissionsOf } from '../../permissions.ts';

const admins = (db: Database | Trx) =>
  db.selectFrom('users').where('isAdmin', '=', true).where('deletedAt', 'is', null);

export const countAdmins = (db: Database): Promise<number> => countRows(admins(db));

/** The email addresses of the admins with this permission, oldest account first. */
export async function listAdminEmails(db: Database | Trx, needed: Permission): Promise<string[]> {
  const rows = await admins(db)
    .innerJoin('roles', 'roles.id', 'users.roleId')
    .select(['email', 'roles.id as roleId', 'permissions'])
    .where('disabledAt', 'is', null)
    .orderBy('users.createdAt')
    .orderBy('users.id')
    .execute();
  return rows.flatMap(({ email, roleId, permissions }) =>
    email && permissionsOf(roleId, permissions).has(needed) ? [email] : [],
  );
}

/** Lists all admins with the time of their last sign-in, oldest account first. */
export async function listAdmins(db: Database) {
  return admins(db)
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select([
      'users.id',
      'users.name',
      'email',
      'roleId',
      'roles.name as roleName',
      'disabledAt',
      'passwordHash',
    ])
    .select((eb) =>
      eb
        .selectFrom('adminLog')
        .select('at')
        .whereRef('adminLog.userId', '=', 'users.id')
        .where('action', '=', 'admin.sign-in')
        .orderBy('at', 'desc')
        .limit(1)
        .as('lastSignInAt'),
    )
    .orderBy('users.createdAt')
    .orderBy('users.id')
    .limit(1000)
    .execute();
}

/** Finds the oldest admin; undefined once an admin has signed in. */
export async function findFirstAdmin(db: Database) {
  return admins(db)
    .select(['email', 'passwordHash'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('adminLog').select('id').where('action', '=', 'admin.sign-in'))),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Locks all admins in the order of their ids, so that two admins cannot remove each other. */
export async function lockAdmins(trx: Trx) {
  return admins(trx)
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select([
      'users.id',
      'users.name',
      'email',
      'roleId',
      'disabledAt',
      'roles.permissions as rolePermissions',
      // Null for an invited admin, who can't sign in yet.
      'passwordHash',
    ])
    .orderBy('users.id')
    .forUpdate('users')
    .execute();
}
