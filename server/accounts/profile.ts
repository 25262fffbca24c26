import type { AuthReply, ProfileRequest } from '../../shared/contract/accounts/accounts.ts';
import { changesBetween } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import {
  badField,
  badRequest,
  passwordChangeRequired,
  stepUpRequired,
  tooManyTries,
  unauthorized,
} from '../errors.ts';
import { assignGuestOrders } from '../orders/queries/account-queries.ts';
import { afterText, hourlyQuota, takeQuota } from '../quotas.ts';
import { mailConfirmEmail, tooManyLinks } from './account-mails.ts';
import { recordOwnAction } from './admins/admins.ts';
import { checkAvailable, rethrowConflict } from './conflicts.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords/passwords.ts';
import { presentUser } from './present.ts';
import { countAttempt, uncountAttempt } from './queries/attempt-queries.ts';
import { revokeCodes } from './queries/code-queries.ts';
import { findFactors } from './queries/factor-queries.ts';
import * as queries from './queries/queries.ts';
import { deleteSessions, findDevice } from './queries/session-queries.ts';
import { forgetSources } from './queries/sign-in-queries.ts';
import { consumeToken, findToken, hasToken, revokeTokens } from './queries/token-queries.ts';
import { mailEmailChanged, mailEmailChangeRequested, mailPasswordChanged } from './security-mails.ts';
import { hashBlock, openSession, type SignInOrigin } from './sessions.ts';
import { hashToken } from './tokens.ts';

/** New e-mails that an account can enter in an hour, because each gets a mail. */
const maxNewEmails = 5;

/**
 * Changes the given fields. A new e-mail or password needs the current password (400), and of an admin with a second
 * factor a recent proof too (`isProved`; 403 `step_up_required`). A new e-mail takes effect when its
 * link is opened. A new password ends all sessions and opens a new one, whose token is in the reply.
 * 409 for an e-mail or mobile of another account, 429 if too many new e-mails were entered.
 */
export async function updateProfile(
  deps: Deps,
  userId: string,
  request: ProfileRequest,
  { token, isProved, origin }: { token: string; isProved: boolean; origin: SignInOrigin },
): Promise<AuthReply> {
  const before = await queries.findUser(deps.db, userId);
  if (!before) throw unauthorized();
  const newEmail = request.email !== before.email ? request.email : undefined;
  if (before.mustChangePassword && !request.password) throw passwordChangeRequired();
  if (newEmail || request.password) {
    const { passkey, totp } = await findFactors(deps.db, userId);
    if (before.isAdmin && (passkey || totp) && !isProved) throw stepUpRequired();
    await verifyCurrentPassword(deps, before, request.currentPassword);
  }
  if (newEmail) await countNewEmail(deps, userId, origin.address);
  if (request.password) checkPasswordStrength(request.password, before);
  if (before.mustChangePassword && request.password === request.currentPassword)
    throw badField('password', 'Choose another password than the current one');
  const passwordHash = request.password && (await hashPassword(request.password));

  let device: Buffer | null = null;
  const account = await transaction(deps.db, async (trx) => {
    const current = await queries.lockUser(trx, userId);
    // The verified password has been changed in the meantime.
    if (current?.passwordHash !== before.passwordHash) throw unauthorized();
    const { name, mobile, altMobile } = request;
    if (mobile === '' && !before.email) throw badField('mobile', 'Email or mobile is required');
    await checkAvailable(trx, { email: newEmail, mobile }, userId);
    await queries.updateUser(trx, userId, {
      ...(name !== undefined && { name }),
      ...(mobile !== undefined && { mobile: mobile || null }),
      ...(mobile !== undefined && (mobile || null) !== current.mobile && { mobileVerifiedAt: null }),
      ...(altMobile !== undefined && { altMobile: altMobile || null }),
      ...(newEmail && { pendingEmail: newEmail }),
      ...(passwordHash && { passwordHash, mustChangePassword: false }),
    });
    if (passwordHash) {
      device = await findDevice(trx, hashToken(token));
      await deleteSessions(trx, userId);
      await forgetSources(trx, userId, { except: device ?? hashBlock(origin.address) });
      for (const purpose of ['reset', 'sign_in'] as const)
        await revokeTokens(trx, deps.clock.now(), { userId, purpose });
      await revokeCodes(trx, deps.clock.now(), userId);
    }
    const after = await queries.lockUser(trx, userId);
    if (!after) throw unauthorized();
    if (newEmail) {
      if (!(await mailConfirmEmail(deps, trx, after, newEmail)))
        throw await tooManyConfirmations(deps, trx, userId, newEmail);
      await mailEmailChangeRequested(deps, trx, after);
    }
    if (passwordHash) await mailPasswordChanged(deps, trx, after);
    const detail = { changes: changesBetween(presentUser(before), presentUser(after)) };
    const action = passwordHash ? 'admin.password' : 'admin.profile';
    await recordOwnAction(trx, after, action, { address: origin.address, detail });
    return after;
  }).catch(rethrowConflict);

  const nextToken = passwordHash ? await openSession(deps, account, { ...origin, device }) : token;
  const message = newEmail
    ? `Profile updated. Open the link we sent to ${newEmail} to confirm the new email.`
    : 'Profile updated successfully!';
  return { success: true, message, token: nextToken, user: presentUser(account) };
}

async function countNewEmail(deps: Deps, userId: string, address: string): Promise<void> {
  const recipient = hourlyQuota(`new email of ${userId}`, maxNewEmails);
  const usedUp = await takeQuota(deps, { kind: 'mail', address, recipient });
  if (!usedUp) return;
  const by = usedUp.by === 'network' ? 'your network' : 'your account';
  const message = `Too many mails were requested from ${by}. Please try again ${afterText(usedUp)}.`;
  throw tooManyTries(message, usedUp.seconds);
}

/** Throws a 400 unless this is the account's password; a 429 after too many wrong ones, from whatever addresses. */
export async function verifyCurrentPassword(
  { db, clock, config: { rateLimit } }: Pick<Deps, 'db' | 'clock' | 'config'>,
  account: queries.UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (!currentPassword) throw badField('currentPassword', 'Enter your current password');
  const counters = [`current:${account.id}`];
  if (rateLimit !== 'off' && !(await countAttempt(db, counters, rateLimit, clock.now())))
    throw tooManyTries();
  if (!(await verifyPassword(account.passwordHash, currentPassword)))
    throw badField('currentPassword', 'The current password is wrong');
  if (rateLimit !== 'off') await uncountAttempt(db, counters);
}

/**
 * Confirms an e-mail address through a mailed link, signed in to the account that it was sent for. A pending e-mail
 * becomes the e-mail, and guest orders with it are assigned to the account. 400 for an invalid link, 409 if another
 * account has the address by now.
 */
export async function confirmEmail(deps: Deps, userId: string, token: string) {
  const { db, clock } = deps;
  const badLink = () => badRequest('This link is invalid or has expired.');
  const now = clock.now();
  const hash = hashToken(token);
  if ((await findToken(db, hash, now, 'email_change'))?.userId !== userId) throw badLink();
  return transaction(db, async (trx) => {
    const account = await queries.lockUser(trx, userId);
    const used = await consumeToken(trx, 'email_change', hash, now);
    if (!account || !used || ![account.email, account.pendingEmail].includes(used.email)) throw badLink();
    await queries.updateUser(trx, userId, {
      email: used.email,
      emailVerifiedAt: now,
      ...(used.email === account.pendingEmail && { pendingEmail: null }),
    });
    // A link in the old mailbox must no longer work.
    if (used.email !== account.email) {
      for (const purpose of ['reset', 'sign_in'] as const) await revokeTokens(trx, now, { userId, purpose });
    }
    await assignGuestOrders(trx, userId, { email: used.email });
    const after = await queries.findUser(trx, userId);
    if (!after) throw badLink();
    if (after.email !== account.email) await mailEmailChanged(deps, trx, [account, after]);
    return presentUser(after);
  }).catch(rethrowConflict);
}

/**
 * Mails the confirmation link again; false if there is nothing to confirm. 429 if the address has got too many, or this
 * network has requested too many mails.
 */
export async function sendConfirmation(deps: Deps, userId: string, address: string): Promise<boolean> {
  const usedUp = await takeQuota(deps, { kind: 'mail', address, recipient: [] });
  if (usedUp) throw tooManyLinks(usedUp);
  return transaction(deps.db, async (trx) => {
    const account = await queries.lockUser(trx, userId);
    const unconfirmed = account?.pendingEmail ?? (account?.emailVerifiedAt ? null : account?.email);
    if (!account || !unconfirmed) return false;
    if (!(await mailConfirmEmail(deps, trx, account, unconfirmed)))
      throw await tooManyConfirmations(deps, trx, userId, unconfirmed);
    return true;
  });
}

/** 429 for a link that is not sent. The latest one may be of another account, in which the reader can't use it. */
async function tooManyConfirmations({ clock }: Deps, trx: Trx, userId: string, email: string) {
  const hasLink = await hasToken(trx, { email, purpose: 'email_change', userId }, clock.now());
  const otherwise = hasLink ? 'Your latest one still works.' : 'Please try again in an hour.';
  return tooManyTries(`Too many links were sent to this address. ${otherwise}`, 3600);
}
