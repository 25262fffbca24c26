import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../db/audit-log.ts';
import { type Trx, transaction } from '../../db/database.ts';
import type { Admin, Deps, NamedAdmin } from '../../deps.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { deleteFactors } from '../queries/factor-queries.ts';
import * as queries from '../queries/queries.ts';
import { deleteSessions } from '../queries/session-queries.ts';
import { forgetSources } from '../queries/sign-in-queries.ts';
import { revokeTokens } from '../queries/token-queries.ts';
import { mailFactorChanged } from '../security-mails.ts';

/**
 * Adds an owner with a new password, which is returned. An existing account with this e-mail becomes one and loses its
 * sessions; `existed` is then true.
 */
export async function addAdmin(
  db: Deps['db'],
  email: string,
): Promise<{ password: string; existed: boolean }> {
  const existed = Boolean(await queries.findByEmail(db, email));
  const password = randomPassword();
  await setAdmin(db, email, password);
  return { password, existed };
}

/**
 * Gives an admin a new password, which is returned, and ends their sessions. Their role stays. Undefined if there is no
 * such admin.
 */
export async function resetAdmin(db: Deps['db'], email: string): Promise<{ password: string } | undefined> {
  const account = await queries.findByEmail(db, email);
  if (!account?.isAdmin) return undefined;
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await deleteSessions(trx, account.id);
    await forgetSources(trx, account.id);
    await revokeTokens(trx, new Date(), { userId: account.id });
    await queries.updateUser(trx, account.id, { passwordHash, emailVerifiedAt: new Date() });
    await recordAudit(trx, 'Command line', { action: 'admin.password-reset', subject: account.id });
  });
  return { password };
}

/** Removes the second factors of an admin, ends their sessions and mails it to them. False if there is no such admin. */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'clock'>,
  email: string,
): Promise<boolean> {
  const { db } = deps;
  const account = await queries.findByEmail(db, email);
  if (!account?.isAdmin) return false;
  await transaction(db, async (trx) => {
    await deleteFactors(trx, account.id);
    await deleteSessions(trx, account.id);
    await recordAudit(trx, 'Command line', { action: 'admin.second-factor-reset', subject: account.id });
    await mailFactorChanged(deps, trx, account, 'reset');
  });
  return true;
}

export const randomPassword = () => randomBytes(12).toString('base64url');

/** Creates an owner with this e-mail and password, or promotes the existing account. */
export async function setAdmin(
  db: Deps['db'],
  email: string,
  password: string,
  { mustChangePassword = false } = {},
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const owner = { name: 'Shop owner', email, passwordHash, roleId: 'owner' };
    const { id } = await createOrPromoteAdmin(trx, owner);
    await queries.updateUser(trx, id, { mustChangePassword });
  });
}

/**
 * Creates an admin, or promotes the account with this e-mail: it keeps its name and loses its password and sessions.
 * Without a password hash they have to set a password through a mailed link, which then verifies the e-mail.
 */
export async function createOrPromoteAdmin(
  trx: Trx,
  given: { name: string; email: string; passwordHash: string | null; roleId: string },
): Promise<queries.UserRow> {
  const now = new Date();
  const { name, email, passwordHash, roleId } = given;
  const account = await queries.findByEmail(trx, email);
  const change = {
    passwordHash,
    isAdmin: true,
    roleId,
    disabledAt: null,
    ...(passwordHash && { emailVerifiedAt: now }),
  };
  if (!account) return queries.insertUser(trx, { name, email, ...change });
  await deleteSessions(trx, account.id);
  await forgetSources(trx, account.id);
  await revokeTokens(trx, now, { userId: account.id });
  // The passkeys of a shopper are no second factors of an admin.
  if (!account.isAdmin) await deleteFactors(trx, account.id);
  await queries.updateUser(trx, account.id, change);
  return { ...account, ...change, emailVerifiedAt: change.emailVerifiedAt ?? account.emailVerifiedAt };
}

/** Records in the audit log what an admin does with their own account. */
export async function recordOwnAction(
  trx: Trx,
  account: { id: string; isAdmin: boolean },
  action: string,
  { address, ...entry }: { address: string; detail?: object },
): Promise<void> {
  if (!account.isAdmin) return;
  await recordAudit(trx, { userId: account.id, address }, { action, subject: account.id, ...entry });
}

/** The admin with the name that the timeline of an order shows. */
export async function namedAdmin({ db }: Pick<Deps, 'db'>, admin: Admin): Promise<NamedAdmin> {
  const user = await queries.findUser(db, admin.userId);
  return { ...admin, name: user?.name ?? 'Admin' };
}
