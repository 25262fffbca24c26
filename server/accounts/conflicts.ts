import { brokenConstraint } from '../db/database.ts';
import { conflict } from '../errors.ts';

/** The words of spec §8 for what another account has already. */
export const emailTaken = () => taken('email', 'This email is already registered. Please log in.');
export const mobileTaken = () =>
  taken(
    'mobile',
    'This mobile number is already associated with another account. Please use a different number or log in.',
  );
const taken = (field: 'email' | 'mobile', message: string) =>
  conflict(`${field}_taken`, message, { errors: { [field]: message } });

/** Of two that take the same e-mail or mobile at once, the database lets one in: the other is told so. */
export function asTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_email_key') throw emailTaken();
  if (constraint === 'users_mobile_key') throw mobileTaken();
  throw error;
}
