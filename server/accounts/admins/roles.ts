import type { Role, RoleChange } from '../../../shared/contract/accounts/admins.ts';
import { toPaise, toRupees } from '../../../shared/money.ts';
import {
  builtInRoles,
  hasRefundLimits,
  isBuiltIn,
  permissionLabels,
  withImplied,
} from '../../../shared/permissions.ts';
import { changesBetween, recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction, violatedConstraint } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { permissionsOf } from '../../permissions.ts';
import * as queries from '../queries/role-queries.ts';
import { lockStaff } from './lock-staff.ts';

/** The roles of the shop. Every change is serialised with the other changes of staff. */
export function roles({ db }: Pick<Deps, 'db'>, admin: Admin) {
  async function change<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return transaction(db, async (trx) => {
      await lockStaff(trx, admin);
      return work(trx);
    }).catch(rethrowNameTaken);
  }
  const present = async (trx: Trx, id: string): Promise<Role> => {
    const row = (await queries.listRoles(trx)).find((role) => role.id === id);
    if (!row) throw missing();
    return presentRole(row);
  };

  return {
    /** Lists the built-in roles from the owner on, then the custom ones in the order of their creation. */
    async listRoles(): Promise<Role[]> {
      const rank = ({ id }: queries.RoleRow) =>
        isBuiltIn(id) ? Object.keys(builtInRoles).indexOf(id) : Infinity;
      const rows = await queries.listRoles(db);
      return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))).map(presentRole);
    },

    /** Creates a role. 403 for a permission or refund limit beyond the caller's own; 409 `name_taken`. */
    createRole: (request: RoleChange): Promise<Role> =>
      change(async (trx) => {
        const row = rowOf(request);
        await requireCovered(trx, admin, { id: '', ...row });
        const id = await queries.insertRole(trx, row);
        const detail = { name: row.name, permissions: row.permissions };
        await recordAudit(trx, admin, { action: 'role.create', subject: id, detail });
        return present(trx, id);
      }),

    /**
     * Changes a role with effect on the next request of its admins; of a built-in role only the refund limits. 403 if
     * the role exceeds the caller's own, before or after; 404; 409 `name_taken`, `built_in_role`.
     */
    updateRole: (id: string, request: RoleChange): Promise<Role> =>
      change(async (trx) => {
        const before = await queries.findRole(trx, id);
        if (!before) throw missing();
        const after = rowOf(request);
        if (isBuiltIn(id)) {
          const isSame =
            after.name === before.name &&
            after.permissions.join() === withImplied(builtInRoles[id].permissions).join();
          if (!isSame || id === 'owner')
            throw conflict('built_in_role', 'Of a built-in role only the refund limits can be changed.');
        }
        await requireCovered(trx, admin, before);
        await requireCovered(trx, admin, { ...after, id });
        await queries.updateRole(trx, id, isBuiltIn(id) ? { ...after, permissions: [] } : after);
        const saved = await present(trx, id);
        const changes = changesBetween(logged(presentRole({ ...before, admins: 0 })), logged(saved));
        await recordAudit(trx, admin, {
          action: 'role.update',
          subject: id,
          detail: { name: saved.name, changes },
        });
        return saved;
      }),

    /** Deletes a custom role. 403, 404; 409 `in_use` while an admin has it, `built_in_role`. */
    deleteRole: (id: string): Promise<void> =>
      change(async (trx) => {
        const role = (await queries.listRoles(trx)).find((found) => found.id === id);
        if (!role) throw missing();
        if (isBuiltIn(id)) throw conflict('built_in_role', 'A built-in role can’t be deleted.');
        await requireCovered(trx, admin, role);
        if (role.admins)
          throw conflict('in_use', 'An admin still has this role. Give them another one first.');
        await queries.deleteRole(trx, id);
        await recordAudit(trx, admin, { action: 'role.delete', subject: id, detail: { name: role.name } });
      }),
  };
}

/**
 * 403 unless the caller could have this role themselves: nobody gives or takes a permission or a refund limit that they
 * do not have, and only owners concern themselves with owners.
 */
export async function requireCovered(trx: Trx, admin: Admin, role: queries.RoleRow): Promise<void> {
  const own = await queries.findRole(trx, admin.roleId);
  if (!own || (role.id === 'owner' && own.id !== 'owner')) throw forbidden('Only an owner can do this.');
  const allowed = permissionsOf(own.id, own.permissions);
  const beyond = [...permissionsOf(role.id, role.permissions)].find((permission) => !allowed.has(permission));
  if (beyond) throw forbidden(`Your own role does not have this permission: ${permissionLabels[beyond]}.`);
  const exceeds = (limit: number | null, mine: number | null) => (limit ?? Infinity) > (mine ?? Infinity);
  if (
    hasRefundLimits(permissionsOf(role.id, role.permissions)) &&
    (exceeds(role.refundLimitPaise, own.refundLimitPaise) ||
      exceeds(role.dailyRefundLimitPaise, own.dailyRefundLimitPaise))
  )
    throw forbidden('The refund limits of your own role are lower.');
}

/** The role with this id; 404. */
export async function getRole(trx: Trx, id: string): Promise<queries.RoleRow> {
  const role = await queries.findRole(trx, id);
  if (!role) throw missing();
  return role;
}

export function presentRole(row: queries.RoleRow & { admins: number | null }): Role {
  return {
    _id: row.id,
    name: row.name,
    builtIn: isBuiltIn(row.id),
    permissions: [...permissionsOf(row.id, row.permissions)],
    refundLimit: row.refundLimitPaise === null ? null : toRupees(row.refundLimitPaise),
    dailyRefundLimit: row.dailyRefundLimitPaise === null ? null : toRupees(row.dailyRefundLimitPaise),
    admins: row.admins ?? 0,
  };
}

const rowOf = ({ name, permissions, refundLimit, dailyRefundLimit }: RoleChange) => ({
  name,
  permissions: withImplied(permissions),
  refundLimitPaise: refundLimit === null ? null : toPaise(refundLimit),
  dailyRefundLimitPaise: dailyRefundLimit === null ? null : toPaise(dailyRefundLimit),
});

/** The values that the audit log compares. */
const logged = ({ name, permissions, refundLimit, dailyRefundLimit }: Role) => ({
  name,
  permissions: permissions.join(', '),
  refundLimit: refundLimit ?? 'no limit',
  dailyRefundLimit: dailyRefundLimit ?? 'no limit',
});

const missing = () => notFound('There is no such role.');

function rethrowNameTaken(error: unknown): never {
  if (violatedConstraint(error) !== 'roles_name_key') throw error;
  const message = 'There is a role with this name already';
  throw conflict('name_taken', message, { errors: { name: message } });
}
