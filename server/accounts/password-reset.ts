import { crashPoint } from '../crash-point.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest } from '../errors.ts';
import { assignGuestOrders } from '../orders/orders.ts';
import { deleteAddresses } from './address-queries.ts';
import { noteOwn } from './admins.ts';
import { hashPassword, refuseWeak } from './password.ts';
import * as queries from './queries.ts';
import { consumeToken, findToken, revokeActivations, revokeTokens } from './token-queries.ts';
import { hashToken } from './tokens.ts';

const badLink = 'This password reset link is invalid or has expired.';

/**
 * A new password by the link of a mail: proves the mailbox and ends every session. When this is the first proof,
 * what was set before may be another's work and goes: mobile numbers, addresses, a waiting e-mail. 400 for a
 * link that was used, has run out or was never one. Gives the portal that the account may enter.
 */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<'user' | 'admin'> {
  const { db, clock } = deps;
  const now = clock.now();
  const hash = hashToken(token);
  const owner = (await findToken(db, 'reset', hash, now))?.userId;
  const account = owner ? await queries.findUser(db, owner) : undefined;
  if (!account) throw badRequest(badLink);
  refuseWeak(password, account);
  const passwordHash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const current = await queries.lockUser(trx, account.id);
    const used = await consumeToken(trx, 'reset', hash, now);
    crashPoint(deps, 'reset-spent');
    if (!used || !current?.email || used.email !== current.email) throw badRequest(badLink);
    const unproved = !current.emailVerifiedAt;
    await queries.updateUser(trx, current.id, {
      passwordHash,
      emailVerifiedAt: current.emailVerifiedAt ?? now,
      ...(unproved && { mobile: null, altMobile: null, pendingEmail: null }),
    });
    if (unproved) await deleteAddresses(trx, current.id);
    await queries.deleteSessions(trx, current.id);
    await revokeTokens(trx, current.id, now);
    await revokeActivations(trx, current.email, now);
    await noteOwn(trx, current, 'admin.password-reset');
    await assignGuestOrders(trx, current.id, { email: current.email });
  });
  return account.isAdmin ? 'admin' : 'user';
}
