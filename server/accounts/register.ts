import type { AuthReply, RegisterRequest } from '../../shared/contract/accounts/accounts.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { conflict, tooManyTries } from '../errors.ts';
import { findNewestGuestOrder } from '../orders/queries/account-queries.ts';
import { afterText, takeQuota } from '../quotas.ts';
import { mailConfirmEmail } from './account-mails.ts';
import { checkAvailable, rethrowConflict } from './conflicts.ts';
import { checkPasswordStrength, hashPassword } from './passwords/passwords.ts';
import { presentUser } from './present.ts';
import * as queries from './queries/queries.ts';
import { openSession, type SignInOrigin } from './sessions.ts';

/**
 * Creates an account and signs it in. Errors: 409 with `isGuest` for an e-mail that only guest orders have (the page
 * opens the activation), 409 for an e-mail or a mobile that has an account, 429 if this network has requested too many
 * mails.
 */
export async function register(
  deps: Deps,
  request: RegisterRequest,
  origin: SignInOrigin,
): Promise<AuthReply> {
  checkPasswordStrength(request.password, { isAdmin: false });
  if (request.email) {
    const usedUp = await takeQuota(deps, { kind: 'mail', address: origin.address, recipient: [] });
    if (usedUp) {
      const message = `Too many mails were requested from your network. You can order without an account, or try again ${afterText(usedUp)}.`;
      throw tooManyTries(message, usedUp.seconds);
    }
  }
  const passwordHash = await hashPassword(request.password);
  const account = await transaction(deps.db, async (trx) => {
    await checkContacts(trx, request);
    const { name, email = null, mobile = null } = request;
    const row = await queries.insertUser(trx, { name, email, mobile, passwordHash });
    if (email) await mailConfirmEmail(deps, trx, row, email);
    return row;
  }).catch(rethrowConflict);
  const token = await openSession(deps, account, origin);
  return { success: true, message: 'Registered successfully!', token, user: presentUser(account) };
}

async function checkContacts(trx: Trx, { email, mobile }: RegisterRequest): Promise<void> {
  await checkAvailable(trx, { email });
  if (email && (await findNewestGuestOrder(trx, email))) {
    const message = 'You have ordered with this email before. Set a password to finish your account.';
    throw conflict('guest_account', message, { extra: { isGuest: true, email } });
  }
  await checkAvailable(trx, { mobile });
}
