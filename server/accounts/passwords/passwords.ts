import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { adminPasswordProblem } from '../../../shared/password-rules.ts';
import { badField } from '../../errors.ts';

/** argon2id with the OWASP parameters: 19 MiB, 2 passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage (contract §4). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// Verified if there is no account, so that the response time does not reveal accounts.
const dummyHash = hashPassword('no account has this password');

/** Whether the password matches the stored hash. Without a hash it returns false after the same time. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), password);
  return Boolean(stored) && matches;
}

/** Frequent passwords of data breaches, in small letters (scripts/leaked-passwords.ts). */
const leaked = new Set(
  gunzipSync(readFileSync(new URL('leaked-passwords.txt.gz', import.meta.url)))
    .toString()
    .split('\n'),
);

/**
 * 400 if a new password is known from data breaches, or is too weak for an admin. The schema checks the length of a
 * shopper's password.
 */
export function checkPasswordStrength(
  password: string,
  account: { isAdmin: boolean; email?: string | null | undefined },
): void {
  const problem = account.isAdmin && adminPasswordProblem(password, account.email ?? '');
  if (problem) throw badField('password', problem);
  if (leaked.has(password.toLowerCase())) {
    throw badField('password', 'This password is known from data breaches. Choose another one');
  }
}
