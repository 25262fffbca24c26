import { randomBytes } from 'node:crypto';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';
import { revokeTokens } from './token-queries.ts';

/**
 * Makes this e-mail an admin with a fresh password, which is given back; an account that has it already becomes
 * one and loses its sessions. Says whether the account was there.
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

/** A fresh password for an admin, given back; every session of hers ends. Undefined where there is no such admin. */
export async function resetAdmin(db: Deps['db'], email: string): Promise<{ password: string } | undefined> {
  const account = await queries.findByEmail(db, email);
  if (!account?.isAdmin) return undefined;
  const password = randomPassword();
  await setAdmin(db, email, password);
  return { password };
}

export const randomPassword = () => randomBytes(12).toString('base64url');

/** Makes this e-mail an admin with this password. */
export async function setAdmin(db: Deps['db'], email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transaction(db, (trx) => makeAdmin(trx, { name: 'Shop owner', email, passwordHash }));
}

/** An admin's account, new or made of the one that has this e-mail, which keeps its name and loses its sessions. */
export async function makeAdmin(
  trx: Trx,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const now = new Date();
  const account = await queries.findByEmail(trx, email);
  if (!account) {
    const made = { name, email, passwordHash, isAdmin: true, emailVerifiedAt: now };
    return (await queries.insertUser(trx, made)).id;
  }
  await queries.deleteSessions(trx, account.id);
  await revokeTokens(trx, account.id, now);
  await queries.updateUser(trx, account.id, { passwordHash, isAdmin: true, emailVerifiedAt: now });
  return account.id;
}

/** Writes into the log what an admin does with her own account. */
export async function noteOwn(
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
