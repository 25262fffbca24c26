import {
  builtInRoles,
  isBuiltIn,
  type Permission,
  permission,
  permissionLabels,
} from '../shared/permissions.ts';
import type { Actor, Admin } from './deps.ts';
import { forbidden, stepUpRequired } from './errors.ts';

/** Whether this is an admin whose role has the permission. */
export const can = (actor: Actor, needed: Permission): boolean =>
  actor.kind === 'admin' && actor.permissions.has(needed);

/** 403 if the role of the admin does not have the permission. */
export function requirePermission(admin: Admin, needed: Permission): void {
  if (!can(admin, needed)) throw forbidden(`Your role does not allow this: ${permissionLabels[needed]}.`);
}

/** 403 `step_up_required` unless the admin has proved in the last ten minutes of their session who they are. */
export function requireProved(admin: Admin): void {
  if (!admin.isProved) throw stepUpRequired();
}

/** The permissions of a role; `stored` are those of a custom one. Permissions that no longer exist are left out. */
export function permissionsOf(roleId: string, stored: readonly string[]): ReadonlySet<Permission> {
  if (isBuiltIn(roleId)) return new Set(builtInRoles[roleId].permissions);
  return new Set(permission.options.filter((option) => stored.includes(option)));
}

/** The admin of a job, who was allowed to start it; its entries in the log need only their id. */
export const adminOfJob = (userId: string): Admin => ({
  kind: 'admin',
  userId,
  address: '',
  roleId: '',
  permissions: new Set(),
  needsSecondFactor: false,
  isProved: false,
});
