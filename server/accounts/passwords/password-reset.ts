import { transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { badRequest } from '../../errors.ts';
import { assignGuestOrders } from '../../orders/queries/account-queries.ts';
import { crashPoint } from '../../runtime/crash-point.ts';
import { recordOwnAction } from '../admins/admins.ts';
import { deleteAddresses } from '../queries/address-queries.ts';
import { revokeCodes } from '../queries/code-queries.ts';
import { deleteFactors } from '../queries/factor-queries.ts';
import * as queries from '../queries/queries.ts';
import { deleteSessions } from '../queries/session-queries.ts';
import { forgetSources } from '../queries/sign-in-queries.ts';
import { consumeToken, findToken, revokeTokens } from '../queries/token-queries.ts';
import { mailPasswordChanged, removedDetails } from '../security-mails.ts';
import { hashToken } from '../tokens.ts';
import { checkPasswordStrength, hashPassword } from './passwords.ts';

const badLink = 'This password reset link is invalid or has expired.';

/**
 * Sets a new password through a mailed link, which verifies the e-mail address, and ends every session. If the address
 * was not verified before, someone else may have created the account: mobile numbers, saved addresses and a pending
 * e-mail are removed, which the reply and a mail say. Passkeys of a shopper always are. 400 for an invalid, used or expired
 * link.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ portal: 'user' | 'admin'; hasRemovedDetails: boolean }> {
  const { db, clock } = deps;
  const now = clock.now();
  const hash = hashToken(token);
  const userId = (await findToken(db, hash, now, 'reset'))?.userId;
  const account = userId ? await queries.findUser(db, userId) : undefined;
  if (!account) throw badRequest(badLink);
  checkPasswordStrength(password, account);
  const passwordHash = await hashPassword(password);
  const hasRemovedDetails = await transaction(db, async (trx) => {
    const current = await queries.lockUser(trx, account.id);
    const used = await consumeToken(trx, 'reset', hash, now);
    crashPoint(deps, 'reset-token-used');
    if (!used || !current?.email || used.email !== current.email) throw badRequest(badLink);
    // The merchant has entered the details of an account that never had a password.
    const unverified = !current.emailVerifiedAt && current.passwordHash !== null;
    await queries.updateUser(trx, current.id, {
      passwordHash,
      mustChangePassword: false,
      emailVerifiedAt: current.emailVerifiedAt ?? now,
      ...(unverified && { mobile: null, mobileVerifiedAt: null, altMobile: null, pendingEmail: null }),
    });
    const removedAddresses = unverified ? await deleteAddresses(trx, current.id) : 0;
    const isRemoved = unverified && Boolean(current.mobile || current.altMobile || removedAddresses);
    await deleteSessions(trx, current.id);
    await forgetSources(trx, current.id);
    // Those of an admin are their second factors, which a mailed link must not remove.
    if (!current.isAdmin) await deleteFactors(trx, current.id);
    await revokeTokens(trx, now, { userId: current.id });
    await revokeCodes(trx, now, current.id);
    await revokeTokens(trx, now, { email: current.email, purpose: 'activation' });
    await recordOwnAction(trx, current, 'admin.password-reset', { address });
    await mailPasswordChanged(
      deps,
      trx,
      { ...current, emailVerifiedAt: now },
      isRemoved ? removedDetails : '',
    );
    await assignGuestOrders(trx, current.id, { email: current.email });
    return isRemoved;
  });
  return { portal: account.isAdmin ? 'admin' : 'user', hasRemovedDetails };
}
