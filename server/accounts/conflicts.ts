import { violatedConstraint } from '../db/database.ts';
import { conflict } from '../errors.ts';

// The messages are prescribed by spec §8.
export const emailTaken = () => conflictOf('email', 'This email is already registered. Please log in.');
export const mobileTaken = () =>
  conflictOf(
    'mobile',
    'This mobile number is already associated with another account. Please use a different number or log in.',
  );
const conflictOf = (field: 'email' | 'mobile', message: string) =>
  conflict(`${field}_taken`, message, { errors: { [field]: message } });

/** Rethrows the violation of a unique index, by a concurrent request for the same e-mail or mobile, as a 409. */
export function rethrowConflict(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'users_email_key') throw emailTaken();
  if (constraint === 'users_mobile_key') throw mobileTaken();
  throw error;
}
