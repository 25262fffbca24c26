import type {
  AddAdminReply,
  AddAdminRequest,
  AdminPerson,
  AdminSession,
} from '../../shared/contract/admins.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Admin, Deps } from '../deps.ts';
import { conflict, forbidden, notFound, unauthorized } from '../errors.ts';
import * as admins from './admin-queries.ts';
import { createOrPromoteAdmin, randomPassword } from './admins.ts';
import { rethrowConflict } from './conflicts.ts';
import { hashPassword } from './password.ts';
import { verifyCurrentPassword } from './profile.ts';
import { findByEmail, findUser, updateUser } from './queries.ts';
import * as sessions from './session-queries.ts';
import { revokeTokens } from './token-queries.ts';
import { hashToken } from './tokens.ts';

/** The admins of the shop, and the sessions of one of them. */
export function accountAdmin({ db, clock }: Deps, admin: Admin) {
  const { userId } = admin;
  /** Adding and removing admins needs the password: a stolen token is not enough. */
  const verifyPassword = async (currentPassword: string) => {
    const account = await findUser(db, userId);
    if (!account) throw unauthorized();
    await verifyCurrentPassword(account, currentPassword);
  };
  /** Locks all admins. 403 if the caller has been removed in the meantime. */
  const lockAdmins = async (trx: Trx) => {
    const all = await admins.lockAdmins(trx);
    if (!all.some(({ id }) => id === userId)) throw forbidden();
    return all;
  };

  return {
    async listAdmins(): Promise<AdminPerson[]> {
      return (await admins.listAdmins(db)).map((row) => ({
        _id: row.id,
        name: row.name,
        email: row.email ?? '',
        lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
        isYou: row.id === userId,
      }));
    },

    /**
     * Adds an admin with a random password, which is returned once. 400 without the current password; 409
     * `already_admin`; 409 `has_account` if a shopper has the e-mail, unless `promote` is set: the shopper's account
     * then gets the new password and loses its sessions.
     */
    async addAdmin({ name, email, promote, currentPassword }: AddAdminRequest): Promise<AddAdminReply> {
      await verifyPassword(currentPassword);
      const secret = randomPassword();
      const passwordHash = await hashPassword(secret);
      const added = await transaction(db, async (trx) => {
        await lockAdmins(trx);
        const existing = await findByEmail(trx, email);
        if (existing?.isAdmin) throw emailConflict('already_admin', 'This is an admin already');
        if (existing && !promote)
          throw emailConflict('has_account', 'A shopper has an account with this email');
        const id = await createOrPromoteAdmin(trx, { name, email, passwordHash });
        await recordAudit(trx, admin, { action: 'admin.add', subject: id, detail: { name, email } });
        return { _id: id, name: existing?.name ?? name, email, lastSignInAt: null, isYou: false };
      }).catch(rethrowConflict);
      return { admin: added, secret };
    },

    /**
     * Turns an admin into a shopper and ends her sessions. Her entries stay in the audit log. 400 without the current
     * password, 404, 409 `last_admin` (T-ADM-07).
     */
    async removeAdmin(id: string, currentPassword: string): Promise<void> {
      await verifyPassword(currentPassword);
      await transaction(db, async (trx) => {
        const all = await lockAdmins(trx);
        const person = all.find((each) => each.id === id);
        if (!person) throw notFound('There is no such admin.');
        if (all.length === 1) throw conflict('last_admin', lastAdmin);
        await sessions.deleteSessions(trx, id);
        await revokeTokens(trx, clock.now(), { userId: id });
        await updateUser(trx, id, { isAdmin: false });
        const detail = { name: person.name, email: person.email };
        await recordAudit(trx, admin, { action: 'admin.remove', subject: id, detail });
      });
    },

    /** Lists the valid sessions of the caller; `token` is that of the current one. */
    async listSessions(token: string): Promise<AdminSession[]> {
      const tokenHash = hashToken(token);
      return (await sessions.listSessions(db, userId, clock.now())).map((row) => ({
        _id: row.id,
        device: row.userAgent,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isThis: tokenHash.equals(row.tokenHash),
      }));
    },

    /** Ends one session of the caller. 404. */
    async endSession(id: string): Promise<void> {
      await transaction(db, async (trx) => {
        if (!isId(id) || !(await sessions.deleteOwnSession(trx, userId, id)))
          throw notFound('There is no such session.');
        await recordAudit(trx, admin, { action: 'session.end', subject: userId });
      });
    },

    /** Ends all sessions of the caller except the current one. */
    async endOtherSessions(token: string): Promise<void> {
      await transaction(db, async (trx) => {
        await sessions.deleteOtherSessions(trx, userId, hashToken(token));
        await recordAudit(trx, admin, { action: 'session.end-others', subject: userId });
      });
    },
  };
}

const lastAdmin = 'The last admin can’t be removed. Add another one first.';
const emailConflict = (code: 'already_admin' | 'has_account', message: string) =>
  conflict(code, message, { errors: { email: message } });
