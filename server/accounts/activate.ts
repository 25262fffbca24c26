import type { ActivateRequest, CheckGuestQuery } from '../../shared/contract/accounts/accounts.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, unauthorized } from '../errors.ts';
import {
  assignGuestOrders,
  findNewestGuestOrder,
  findPaidGuestOrder,
} from '../orders/queries/account-queries.ts';
import { mailConfirmEmail, requestLink } from './account-mails.ts';
import { checkAvailable, rethrowConflict } from './conflicts.ts';
import { checkPasswordStrength, hashPassword } from './passwords/passwords.ts';
import * as queries from './queries/queries.ts';
import { consumeToken, findToken, revokeTokens } from './queries/token-queries.ts';
import { hashToken } from './tokens.ts';

const badLink = 'Invalid or expired activation link.';

/** Returns name and mobile of a guest who proves the mailbox or the purchase, else 401. */
export async function checkGuest({ db, clock }: Deps, { email, token, order, key }: CheckGuestQuery) {
  const guest = token
    ? (await findToken(db, hashToken(token), clock.now(), 'activation'))?.email === email &&
      (await findNewestGuestOrder(db, email))
    : order && key && isId(order) && (await findPaidGuestOrder(db, { id: order, key, email }));
  if (!guest) throw unauthorized(badLink);
  return { user: { name: guest.name, mobile: guest.mobile } };
}

/**
 * Creates the account of a guest (contract §4). A proved mailbox assigns all guest orders of the address to it, a proved
 * purchase only that order. Without proof a link is mailed to the address and `isCreated` is false.
 * Errors: 400 for an invalid proof, 409 for an e-mail or mobile that has an account, those of requestLink.
 */
export async function activate(
  deps: Deps,
  request: ActivateRequest,
  address: string,
): Promise<{ isCreated: boolean }> {
  const { email, name, phone, password, token, order_id, order_key } = request;
  if (!token && !order_id && !order_key) {
    await requestLink(deps, email, address);
    return { isCreated: false };
  }
  checkPasswordStrength(password, { isAdmin: false });
  const passwordHash = await hashPassword(password);
  const now = deps.clock.now();
  await transaction(deps.db, async (trx) => {
    const proof = await verifyProof(trx, { email, token, orderId: order_id, key: order_key }, now);
    await checkAvailable(trx, { email, mobile: phone });
    const emailVerifiedAt = proof === 'mailbox' ? now : null;
    const user = { name, email, mobile: phone, passwordHash, emailVerifiedAt };
    const account = await queries.insertUser(trx, user);
    await assignGuestOrders(trx, account.id, proof === 'mailbox' ? { email } : proof);
    // Earlier activation links have nothing left to activate.
    if (proof === 'mailbox') await revokeTokens(trx, now, { email, purpose: 'activation' });
    else await mailConfirmEmail(deps, trx, account, email);
  }).catch(rethrowConflict);
  return { isCreated: true };
}

type Proof = { email: string; token?: string; orderId?: string; key?: string };

async function verifyProof(trx: Trx, given: Proof, now: Date): Promise<'mailbox' | { orderId: string }> {
  const { email, token, orderId = '', key = '' } = given;
  if (token) {
    const used = await consumeToken(trx, 'activation', hashToken(token), now);
    if (used?.email === email) return 'mailbox';
  } else if (isId(orderId) && key) {
    const order = await findPaidGuestOrder(trx, { id: orderId, key, email });
    if (order) return { orderId: order.id };
  }
  throw badRequest(badLink);
}
