import { hash, verify } from '@node-rs/argon2';
import { adminPasswordProblem } from '../../shared/password-rules.ts';
import { badField } from '../errors.ts';

/** argon2id with the OWASP parameters: 19 MiB, 2 passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The stored form of a password (contract §4). */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

// Compared against when there is no account, so that an unknown one answers in the same time.
const dummyHash = hashPassword('no account has this password');

/** Whether the password is that of the stored form; false, in the same time, where there is none. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await dummyHash), password);
  return Boolean(stored) && fits;
}

/** Admins choose longer and rarer passwords; the length of a shopper's is the schema's matter. */
export function refuseWeak(password: string, whose: { isAdmin: boolean; email?: string | null }): void {
  const problem = whose.isAdmin && adminPasswordProblem(password, whose.email ?? '');
  if (problem) throw badField('password', problem);
}
