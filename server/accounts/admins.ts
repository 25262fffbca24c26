import { randomBytes } from 'node:crypto';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';
import { deleteSessions } from './session-queries.ts';
import { forgetSources } from './sign-in-queries.ts';
import { revokeTokens } from './token-queries.ts';

/**
 * Adds an admin with a new password, which is returned. An existing account with this e-mail becomes an admin and loses
 * its sessions; `existed` is then true.
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

/** Gives an admin a new password, which is returned, and ends her sessions. Undefined if there is no such admin. */
export async function resetAdmin(db: Deps['db'], email: string): Promise<{ password: string } | undefined> {
  const account = await queries.findByEmail(db, email);
  if (!account?.isAdmin) return undefined;
  const password = randomPassword();
  await setAdmin(db, email, password);
  return { password };
}

export const randomPassword = () => randomBytes(12).toString('base64url');

/** Creates an admin with this e-mail and password, or promotes the existing account. */
export async function setAdmin(db: Deps['db'], email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transaction(db, (trx) => createOrPromoteAdmin(trx, { name: 'Shop owner', email, passwordHash }));
}

/** Creates an admin, or promotes the account with this e-mail: it keeps its name and loses its sessions. Returns the id. */
export async function createOrPromoteAdmin(
  trx: Trx,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const now = new Date();
  const account = await queries.findByEmail(trx, email);
  if (!account) {
    const admin = { name, email, passwordHash, isAdmin: true, emailVerifiedAt: now };
    return (await queries.insertUser(trx, admin)).id;
  }
  await deleteSessions(trx, account.id);
  await forgetSources(trx, account.id);
  await revokeTokens(trx, now, { userId: account.id });
  await queries.updateUser(trx, account.id, { passwordHash, isAdmin: true, emailVerifiedAt: now });
  return account.id;
}

/** Records in the audit log what an admin does with her own account. */
export async function recordOwnAction(
  trx: Trx,
  account: { id: string; isAdmin: boolean },
  action: string,
  detail: object = {},
): Promise<void> {
  if (!account.isAdmin) return;
  await recordAudit(
    trx,
    { kind: 'admin', userId: account.id, address: '' },
    { action, subject: account.id, detail },
  );
}
