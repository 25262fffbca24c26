import type {
  AddAdminReply,
  AddAdminRequest,
  AdminPerson,
  AdminSession,
} from '../../shared/contract/admins.ts';
import { isId } from '../../shared/id.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Actor, Deps } from '../deps.ts';
import { conflict, forbidden, notFound, unauthorized } from '../errors.ts';
import * as admins from './admin-queries.ts';
import { makeAdmin, randomPassword } from './admins.ts';
import { hashPassword } from './password.ts';
import { proveOwner } from './profile.ts';
import { deleteSessions, findByEmail, findUser, updateUser } from './queries.ts';
import { asTaken } from './conflicts.ts';
import { revokeTokens } from './token-queries.ts';
import { hashToken } from './tokens.ts';

/** The people of the back office and the sessions of whoever asks, for admins alone. */
export function backOffice({ db, clock }: Deps, actor: Actor) {
  const me = () => {
    if (actor.kind !== 'admin') throw forbidden();
    return actor.userId;
  };
  /** Who may let people in and out is asked for the password: a token alone is not enough. */
  const prove = async (currentPassword: string) => {
    const account = await findUser(db, me());
    if (!account) throw unauthorized();
    await proveOwner(account, currentPassword);
  };
  /** All admins, locked; whoever has been removed meanwhile does nothing any more. */
  const lockPeople = async (trx: Trx) => {
    const people = await admins.lockAdmins(trx);
    if (!people.some(({ id }) => id === me())) throw forbidden();
    return people;
  };

  return {
    async listAdmins(): Promise<AdminPerson[]> {
      return (await admins.listAdmins(db)).map((row) => ({
        _id: row.id,
        name: row.name,
        email: row.email ?? '',
        lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
        isYou: row.id === me(),
      }));
    },

    /**
     * Makes an admin with a random password, which is given back once. 400 without the current password; 409
     * `already_admin`, and `has_account` where a shopper has the e-mail and `promote` does not say to go on: the
     * account then gets the new password and loses its sessions.
     */
    async addAdmin({ name, email, promote, currentPassword }: AddAdminRequest): Promise<AddAdminReply> {
      await prove(currentPassword);
      const secret = randomPassword();
      const passwordHash = await hashPassword(secret);
      const admin = await transaction(db, async (trx) => {
        await lockPeople(trx);
        const there = await findByEmail(trx, email);
        if (there?.isAdmin) throw taken('already_admin', 'This is an admin already');
        if (there && !promote) throw taken('has_account', 'A shopper has an account with this email');
        const id = await makeAdmin(trx, { name, email, passwordHash });
        await recordAudit(trx, actor, { action: 'admin.add', subject: id, detail: { name, email } });
        return { _id: id, name: there?.name ?? name, email, lastSignInAt: null, isYou: false };
      }).catch(asTaken);
      return { admin, secret };
    },

    /**
     * Takes someone the back office and ends her sessions; what she did stays in the log, and her account stays
     * one of a shopper. 400 without the current password, 404, 409 `last_admin` (T-ADM-07).
     */
    async removeAdmin(id: string, currentPassword: string): Promise<void> {
      await prove(currentPassword);
      await transaction(db, async (trx) => {
        const people = await lockPeople(trx);
        const person = people.find((each) => each.id === id);
        if (!person) throw notFound('There is no such admin.');
        if (people.length === 1) throw conflict('last_admin', lastOne);
        await deleteSessions(trx, id);
        await revokeTokens(trx, id, clock.now());
        await updateUser(trx, id, { isAdmin: false });
        const detail = { name: person.name, email: person.email };
        await recordAudit(trx, actor, { action: 'admin.remove', subject: id, detail });
      });
    },

    /** The living sessions of whoever asks; `token` is the one she asks with. */
    async listSessions(token: string): Promise<AdminSession[]> {
      const own = hashToken(token);
      return (await admins.listSessions(db, me(), clock.now())).map((row) => ({
        _id: row.id,
        device: row.userAgent,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isThis: own.equals(row.tokenHash),
      }));
    },

    /** Ends one session of whoever asks. 404 where it is another's. */
    async endSession(id: string): Promise<void> {
      await transaction(db, async (trx) => {
        if (!isId(id) || !(await admins.deleteOwnSession(trx, me(), id)))
          throw notFound('There is no such session.');
        await recordAudit(trx, actor, { action: 'session.end', subject: me() });
      });
    },

    /** Ends all sessions of whoever asks, save the one she asks with. */
    async endOtherSessions(token: string): Promise<void> {
      await transaction(db, async (trx) => {
        await admins.deleteOtherSessions(trx, me(), hashToken(token));
        await recordAudit(trx, actor, { action: 'session.end-others', subject: me() });
      });
    },
  };
}

const lastOne = 'The last admin can’t be removed. Add another one first.';
const taken = (code: 'already_admin' | 'has_account', message: string) =>
  conflict(code, message, { errors: { email: message } });
