import { brokenConstraint } from '../db/database.ts';
import { conflict } from '../errors.ts';

const taken = (code: string, field: string, message: string) =>
  conflict(code, message, { errors: { [field]: message } });

/** The words of spec §8 for what another account has already. */
export const emailTaken = () =>
  taken('email_taken', 'email', 'This email is already registered. Please log in.');
export const mobileTaken = () =>
  taken(
    'mobile_taken',
    'mobile',
    'This mobile number is already associated with another account. Please use a different number or log in.',
  );

/** Of two that take the same e-mail or mobile at once, the database lets one in: the other is told so. */
export function asTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_email_key') throw emailTaken();
  if (constraint === 'users_mobile_key') throw mobileTaken();
  throw error;
}
