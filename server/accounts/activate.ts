import type { ActivateRequest, CheckGuestQuery } from '../../shared/contract/accounts.ts';
import { isId } from '../../shared/id.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badRequest, unauthorized } from '../errors.ts';
import { assignGuestOrders, findNewestGuestOrder, findPaidGuestOrder } from '../orders/orders.ts';
import { askForLink, mailConfirmEmail } from './account-mails.ts';
import { hashPassword } from './password.ts';
import * as queries from './queries.ts';
import { asTaken, emailTaken, mobileTaken } from './conflicts.ts';
import { consumeToken, findToken, revokeActivations } from './token-queries.ts';
import { hashToken } from './tokens.ts';

const badLink = 'Invalid or expired activation link.';

/** Name and mobile of a guest, for whoever proves the mailbox or the purchase; 401 for anyone else. */
export async function checkGuest({ db, clock }: Deps, { email, token, order, key }: CheckGuestQuery) {
  const proved = token
    ? (await findToken(db, 'activation', hashToken(token), clock.now()))?.email === email &&
      (await findNewestGuestOrder(db, email))
    : order && key && isId(order) && (await findPaidGuestOrder(db, { id: order, key, email }));
  if (!proved) throw unauthorized(badLink);
  return { user: { name: proved.name, mobile: proved.mobile } };
}

/**
 * Makes the account of a guest (contract §4). A proved mailbox brings all guest orders of the address, a proved
 * purchase that one order. Without proof nothing changes, a link is sent to the mailbox, and `made` is false.
 * Errors: 400 for a proof that does not hold, 409 for an e-mail or mobile that has an account.
 */
export async function activate(deps: Deps, request: ActivateRequest): Promise<{ made: boolean }> {
  const { email, name, phone, password, token, order_id, order_key } = request;
  if (!token && !order_id && !order_key) {
    await askForLink(deps, email);
    return { made: false };
  }
  const passwordHash = await hashPassword(password);
  const now = deps.clock.now();
  await transaction(deps.db, async (trx) => {
    const proof = await proofOf(trx, { email, token, orderId: order_id, key: order_key }, now);
    if (await queries.findByEmail(trx, email)) throw emailTaken();
    if (await queries.findByMobile(trx, phone)) throw mobileTaken();
    const emailVerifiedAt = proof === 'mailbox' ? now : null;
    const account = await queries.insertUser(trx, {
      name,
      email,
      mobile: phone,
      passwordHash,
      emailVerifiedAt,
    });
    await assignGuestOrders(trx, account.id, proof === 'mailbox' ? { email } : proof);
    // Links sent before would still prove the mailbox, but there is nothing left to activate.
    if (proof === 'mailbox') await revokeActivations(trx, email, now);
    else await mailConfirmEmail(deps, trx, account, email);
  }).catch(asTaken);
  return { made: true };
}

type Shown = { email: string; token?: string; orderId?: string; key?: string };

async function proofOf(trx: Trx, shown: Shown, now: Date): Promise<'mailbox' | { orderId: string }> {
  const { email, token, orderId = '', key = '' } = shown;
  if (token) {
    const used = await consumeToken(trx, 'activation', hashToken(token), now);
    if (used?.email === email) return 'mailbox';
  } else if (isId(orderId) && key) {
    const order = await findPaidGuestOrder(trx, { id: orderId, key, email });
    if (order) return { orderId: order.id };
  }
  throw badRequest(badLink);
}
