import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';

/** Tokens are random and opaque and only their hash is kept (contract §4). */
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The living session of a token, if any. */
export async function findSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  if (token.length > 200) return undefined;
  return queries.findSession(db, hashToken(token), clock.now());
}

/** The person behind an id: name, e-mail, mobile. */
export const findUser = queries.findUser;

/**
 * The first admin, made when there is none: from the configuration, else with a random password, which is
 * given back once to be shown on the terminal and is nowhere kept (contract §4).
 */
export async function ensureFirstAdmin({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<{ email: string; password?: string } | undefined> {
  if ((await queries.countAdmins(db)) > 0) return undefined;
  const email = (config.adminEmail ?? 'owner@haat.example').toLowerCase();
  const password = config.adminPassword ?? randomBytes(12).toString('base64url');
  await queries.insertAdmin(db, email, await hashPassword(password));
  return config.adminPassword ? { email } : { email, password };
}
