import type { AdminPerson, InviteRequest, StaffChange } from '../../../shared/contract/accounts/admins.ts';
import { recordAudit } from '../../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import { mailInvitation } from '../account-mails.ts';
import { rethrowConflict } from '../conflicts.ts';
import * as admins from '../queries/admin-queries.ts';
import { deleteFactors, findFactors } from '../queries/factor-queries.ts';
import { findByEmail, findUser, updateUser } from '../queries/queries.ts';
import { deleteSessions } from '../queries/session-queries.ts';
import { revokeTokens } from '../queries/token-queries.ts';
import { mailFactorChanged } from '../security-mails.ts';
import { createOrPromoteAdmin } from './admins.ts';
import { lockStaff } from './lock-staff.ts';
import { getRole, requireCovered } from './roles.ts';

type Person = Awaited<ReturnType<typeof admins.lockAdmins>>[number];

/** The admins of the shop. Nobody can act on an admin whose role exceeds their own (403). */
export function staff(deps: Deps, admin: Admin) {
  const { db, clock } = deps;
  return {
    listAdmins: (): Promise<AdminPerson[]> => listAdmins(db, admin),

    /**
     * Invites an admin: they set their password through a mailed link, which is valid for a week. 403 for a role beyond
     * the caller's own; 409 `already_admin`; 409 `has_account` if a shopper has the e-mail, unless `promote` is set:
     * the shopper's account then loses its password and sessions.
     */
    async inviteAdmin({ name, email, role, promote }: InviteRequest): Promise<AdminPerson> {
      const id = await transaction(db, async (trx) => {
        await lockStaff(trx, admin);
        await requireCovered(trx, admin, await getRole(trx, role));
        const existing = await findByEmail(trx, email);
        if (existing?.isAdmin) throw emailConflict('already_admin', 'This is an admin already');
        if (existing && !promote)
          throw emailConflict('has_account', 'A shopper has an account with this email');
        const account = await createOrPromoteAdmin(trx, { name, email, passwordHash: null, roleId: role });
        await mailInvitation(deps, trx, account);
        await recordAudit(trx, admin, {
          action: 'admin.add',
          subject: account.id,
          detail: { name: account.name, email, role },
        });
        return account.id;
      }).catch(rethrowConflict);
      return getAdmin(db, admin, id);
    },

    /** Mails the invitation again; the earlier link ends. 404 unless the admin has no password yet. */
    async resendInvitation(id: string): Promise<void> {
      await transaction(db, async (trx) => {
        const { person } = await lockPerson(trx, admin, id);
        const account = await findUser(trx, id);
        if (!account || account.passwordHash || person.disabledAt) throw missing();
        await mailInvitation(deps, trx, account);
        await recordAudit(trx, admin, { action: 'admin.invite', subject: id, detail: { name: person.name } });
      });
    },

    /**
     * Gives an admin another role, or disables or enables them. A disabled admin loses their sessions and can't sign in.
     * 403, 404; 409 `last_admin` for the last owner (T-ADM-07).
     */
    async changeAdmin(id: string, { role, disabled }: StaffChange): Promise<AdminPerson> {
      await transaction(db, async (trx) => {
        const { person, isLastOwner } = await lockPerson(trx, admin, id);
        const roleId = role ?? person.roleId ?? '';
        const next = await getRole(trx, roleId);
        await requireCovered(trx, admin, next);
        if (isLastOwner && (roleId !== 'owner' || disabled)) throw lastOwner();
        const disabledAt = disabled === undefined ? person.disabledAt : disabled ? clock.now() : null;
        await updateUser(trx, id, { roleId, disabledAt });
        if (disabledAt) await deleteSessions(trx, id);
        await recordAudit(trx, admin, {
          action: 'admin.change',
          subject: id,
          detail: { name: person.name, role: next.name, disabled: disabledAt !== null },
        });
      });
      return getAdmin(db, admin, id);
    },

    /**
     * Turns an admin into a shopper and ends their sessions. Their entries stay in the audit log. 403,
     * 404; 409 `last_admin` for the last owner (T-ADM-07).
     */
    async removeAdmin(id: string): Promise<void> {
      await transaction(db, async (trx) => {
        const { person, isLastOwner } = await lockPerson(trx, admin, id);
        if (isLastOwner) throw lastOwner();
        await deleteSessions(trx, id);
        await revokeTokens(trx, clock.now(), { userId: id });
        const { passkey, totp } = await findFactors(trx, id);
        const account = await findUser(trx, id);
        if (account && (passkey || totp)) await mailFactorChanged(deps, trx, account, 'reset');
        await deleteFactors(trx, id);
        await updateUser(trx, id, { isAdmin: false, roleId: null, disabledAt: null });
        const detail = { name: person.name, email: person.email };
        await recordAudit(trx, admin, { action: 'admin.remove', subject: id, detail });
      });
    },
  };
}

async function getAdmin(db: Database, admin: Admin, id: string): Promise<AdminPerson> {
  const person = (await listAdmins(db, admin)).find((found) => found._id === id);
  if (!person) throw missing();
  return person;
}

const listAdmins = async (db: Database, admin: Admin): Promise<AdminPerson[]> =>
  (await admins.listAdmins(db)).map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email ?? '',
    role: { _id: row.roleId ?? '', name: row.roleName ?? '' },
    disabled: row.disabledAt !== null,
    invited: row.passwordHash === null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    isYou: row.id === admin.userId,
  }));

/** Locks the staff and finds one of them whom the caller may change. */
async function lockPerson(
  trx: Trx,
  admin: Admin,
  id: string,
): Promise<{ person: Person; isLastOwner: boolean }> {
  const all = await lockStaff(trx, admin);
  const person = all.find((found) => found.id === id);
  if (!person?.roleId) throw missing();
  await requireCovered(trx, admin, await getRole(trx, person.roleId));
  const owners = all.filter(
    ({ roleId, disabledAt, passwordHash }) => roleId === 'owner' && !disabledAt && passwordHash,
  );
  return { person, isLastOwner: owners.length === 1 && owners[0]?.id === id };
}

const missing = () => notFound('There is no such admin.');
const lastOwner = () => conflict('last_admin', 'The shop needs an owner. Make another admin an owner first.');
const emailConflict = (code: 'already_admin' | 'has_account', message: string) =>
  conflict(code, message, { errors: { email: message } });
