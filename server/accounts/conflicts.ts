import { isDuplicate, type Trx, violatedConstraint } from '../db/database.ts';
import { conflict } from '../errors.ts';
import { findByEmail, findByMobile } from './queries/queries.ts';

// The messages are prescribed by spec §8.
const emailTaken = () => conflictOf('email', 'This email is already registered. Please log in.');
const mobileTaken = () =>
  conflictOf(
    'mobile',
    'This mobile number is already associated with another account. Please use a different number or log in.',
  );
const conflictOf = (field: 'email' | 'mobile', message: string) =>
  conflict(`${field}_taken`, message, { errors: { [field]: message } });

/** 409 if another account than `ownId` has this e-mail or mobile. */
export async function checkAvailable(
  trx: Trx,
  { email, mobile }: { email?: string | undefined; mobile?: string | undefined },
  ownId?: string,
): Promise<void> {
  const [byEmail, byMobile] = [
    email && (await findByEmail(trx, email)),
    mobile && (await findByMobile(trx, mobile)),
  ];
  if (byEmail && byEmail.id !== ownId) throw emailTaken();
  if (byMobile && byMobile.id !== ownId) throw mobileTaken();
}

/**
 * Rethrows the violation of a unique index, by a concurrent request for the same e-mail or mobile, as a 409; that of another
 * index too, without its field.
 */
export function rethrowConflict(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'users_email_key') throw emailTaken();
  if (constraint === 'users_mobile_key') throw mobileTaken();
  if (isDuplicate(error))
    throw conflict('conflict', 'Duplicate entry detected. Please try with different details.');
  throw error;
}
