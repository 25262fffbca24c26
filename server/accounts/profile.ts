import type { AuthReply, ProfileRequest } from '../../shared/contract/accounts.ts';
import { changesBetween } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField, badRequest, unauthorized } from '../errors.ts';
import { assignGuestOrders } from '../orders/orders.ts';
import { mailConfirmEmail } from './account-mails.ts';
import { noteOwn } from './admins.ts';
import { hashPassword, refuseWeak, verifyPassword } from './password.ts';
import { presentUser } from './present.ts';
import * as queries from './queries.ts';
import { openSession } from './sign-in.ts';
import { asTaken, emailTaken, mobileTaken } from './conflicts.ts';
import { consumeToken, findToken, revokeTokens } from './token-queries.ts';
import { hashToken } from './tokens.ts';

/** What a call knows of the session it came with. */
export type Bearer = { token: string; userAgent: string };

/**
 * Changes what is given. A new e-mail or password needs the current password (400 without or with a wrong one).
 * A new e-mail counts once its link was opened; a new password ends all sessions and opens a fresh one, whose
 * token is in the answer. 409 for an e-mail or mobile that is another's.
 */
export async function updateProfile(
  deps: Deps,
  userId: string,
  request: ProfileRequest,
  bearer: Bearer,
): Promise<AuthReply> {
  const before = await queries.findUser(deps.db, userId);
  if (!before) throw unauthorized();
  const newEmail = request.email !== before.email ? request.email : undefined;
  if (newEmail || request.password) await proveOwner(before, request.currentPassword);
  if (request.password) refuseWeak(request.password, before);
  const passwordHash = request.password && (await hashPassword(request.password));

  const account = await transaction(deps.db, async (trx) => {
    const current = await queries.lockUser(trx, userId);
    // The password that was shown has been changed meanwhile: whoever showed it is no longer let in.
    if (current?.passwordHash !== before.passwordHash) throw unauthorized();
    const { name, mobile, altMobile } = request;
    if (mobile === '' && !before.email) throw badField('mobile', 'Email or mobile is required');
    await refuseTaken(trx, userId, newEmail, mobile);
    await queries.updateUser(trx, userId, {
      ...(name !== undefined && { name }),
      ...(mobile !== undefined && { mobile: mobile || null }),
      ...(altMobile !== undefined && { altMobile: altMobile || null }),
      ...(newEmail && { pendingEmail: newEmail }),
      ...(passwordHash && { passwordHash }),
    });
    if (passwordHash) {
      await queries.deleteSessions(trx, userId);
      await revokeTokens(trx, userId, deps.clock.now(), 'reset');
    }
    const after = await queries.lockUser(trx, userId);
    if (!after) throw unauthorized();
    if (newEmail) await mailConfirmEmail(deps, trx, after, newEmail);
    const detail = { changes: changesBetween(presentUser(before), presentUser(after)) };
    await noteOwn(trx, after, passwordHash ? 'admin.password' : 'admin.profile', detail);
    return after;
  }).catch(asTaken);

  const token = passwordHash ? await openSession(deps, account, bearer.userAgent) : bearer.token;
  const message = newEmail
    ? `Profile updated. Open the link we sent to ${newEmail} to confirm the new email.`
    : 'Profile updated successfully!';
  return { success: true, message, token, user: presentUser(account) };
}

/** Throws a 400 unless this is the account's password. */
export async function proveOwner(account: queries.UserRow, currentPassword: string | undefined) {
  if (!currentPassword) throw badField('currentPassword', 'Enter your current password');
  if (!(await verifyPassword(account.passwordHash, currentPassword))) {
    throw badField('currentPassword', 'The current password is not right');
  }
}

/**
 * The link of a confirmation mail, opened by the account it was sent for: the mailbox is proved, a waiting e-mail
 * takes its place, and guest orders of the address join. 400 for a link that does not hold, 409 where the address
 * has got an account meanwhile.
 */
export async function confirmEmail({ db, clock }: Deps, userId: string, token: string) {
  const badLink = () => badRequest('This link is invalid or has expired.');
  const now = clock.now();
  const hash = hashToken(token);
  if ((await findToken(db, 'email_change', hash, now))?.userId !== userId) throw badLink();
  return transaction(db, async (trx) => {
    const account = await queries.lockUser(trx, userId);
    const used = await consumeToken(trx, 'email_change', hash, now);
    if (!account || !used || ![account.email, account.pendingEmail].includes(used.email)) throw badLink();
    await queries.updateUser(trx, userId, {
      email: used.email,
      emailVerifiedAt: now,
      ...(used.email === account.pendingEmail && { pendingEmail: null }),
    });
    // A reset link that lies in the old mailbox must not open the account any more.
    if (used.email !== account.email) await revokeTokens(trx, userId, now, 'reset');
    await assignGuestOrders(trx, userId, { email: used.email });
    const after = await queries.findUser(trx, userId);
    if (!after) throw badLink();
    return presentUser(after);
  }).catch(asTaken);
}

/** Sends the link that still waits to be opened once more; where none waits nothing is sent. */
export async function sendConfirmation(deps: Deps, userId: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const account = await queries.lockUser(trx, userId);
    const waits = account?.pendingEmail ?? (account?.emailVerifiedAt ? null : account?.email);
    if (account && waits) await mailConfirmEmail(deps, trx, account, waits);
  });
}

async function refuseTaken(trx: Trx, userId: string, email: string | undefined, mobile: string | undefined) {
  if (email && (await queries.findByEmail(trx, email))) throw emailTaken();
  const holder = mobile ? await queries.findByMobile(trx, mobile) : undefined;
  if (holder && holder.id !== userId) throw mobileTaken();
}
