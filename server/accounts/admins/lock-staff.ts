import type { Trx } from '../../db/database.ts';
import type { Admin } from '../../deps.ts';
import { forbidden } from '../../errors.ts';
import { permissionsOf, requirePermission } from '../../permissions.ts';
import { lockAdmins } from '../queries/admin-queries.ts';

/**
 * Locks all admins, so that changes of staff and roles happen one after another. 403 if the caller may not change staff
 * any more.
 */
export async function lockStaff(trx: Trx, admin: Admin) {
  const all = await lockAdmins(trx);
  const caller = all.find(({ id }) => id === admin.userId);
  if (!caller?.roleId || caller.roleId !== admin.roleId || caller.disabledAt) throw forbidden();
  requirePermission(
    { ...admin, permissions: permissionsOf(caller.roleId, caller.rolePermissions ?? []) },
    'staff.manage',
  );
  return all;
}
