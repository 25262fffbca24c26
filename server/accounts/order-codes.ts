import { mailboxOf } from '../../shared/contact/mailbox.ts';
import type { OrderCode, OrderCodeRequest } from '../../shared/contract/accounts/sign-in.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { badField, tooManyTries } from '../errors.ts';
import { afterText, codeQuotas, takeQuota } from '../quotas.ts';
import * as queries from './queries/code-queries.ts';
import { findUser } from './queries/queries.ts';
import { createCode, hasProvedMobile, mailCode, matchCode, wrongCode } from './sign-in-codes.ts';
import { sendTextCode } from './text-codes.ts';
import { hashToken } from './tokens.ts';

const hourMs = 3_600_000;
const otherwise = 'Please pay online';

type RequestedCode = { request: string; sentTo: 'mobile' | 'email' };

/**
 * Sends a code that proves the mobile number of an order on delivery, or, in a shop that can't send texts, its email
 * address, whose spellings are one recipient (decision 40). Returns the random value that belongs to it. 400 without an
 * address to which it can be sent, 429 if this network, or all together, have requested too many for the recipient, and
 * the errors of sendTextCode.
 */
export async function requestOrderCode(
  deps: Deps,
  { mobile, email }: OrderCodeRequest,
  address: string,
): Promise<RequestedCode> {
  const mailTo = deps.config.texts ? undefined : email;
  if (!deps.config.texts && !mailTo) throw badField('email', 'Email is required');
  const recipient = codeQuotas(`order code ${mailTo ? mailboxOf(mailTo) : mobile}`, address);
  const usedUp = await takeQuota(deps, { kind: mailTo ? 'mail' : 'text', address, recipient });
  if (usedUp) {
    const whose = mailTo ? 'for this address' : 'for this number';
    const forWhom = usedUp.by === 'network' ? 'from your network' : whose;
    const message = `Too many codes were requested ${forWhom}. ${otherwise}, or try again ${afterText(usedUp)}.`;
    throw tooManyTries(message, usedUp.seconds);
  }
  if (mailTo) return { request: await mailOrderCode(deps, mailTo), sentTo: 'email' };
  const text = { mobile, userId: null, purpose: 'order' as const, recipient, otherwise };
  return { request: (await sendTextCode(deps, text)).request, sentTo: 'mobile' };
}

const mailOrderCode = (deps: Deps, email: string): Promise<string> =>
  transaction(deps.db, async (trx) => {
    const created = await createCode(deps, trx, {
      userId: null,
      purpose: 'order',
      recipient: mailboxOf(email),
    });
    await mailCode(deps, trx, email, { code: created.code, what: 'order' });
    return created.request;
  });

/** Proves the number or address to which the code of this request was sent. 400 if it is wrong, used or expired. */
export async function confirmOrderCode(deps: Deps, given: OrderCode): Promise<void> {
  const { requestHash } = await matchCode(deps, given, 'order');
  if (!(await queries.proveByCode(deps.db, requestHash, deps.clock.now()))) throw wrongCode();
}

/**
 * Whether this shopper has proved that a mobile number is theirs: their account has it and has proved it, or the request
 * `proof` got a code to this number that was used within the last hour.
 */
export async function hasProvedNumber(
  db: Database | Trx,
  { userId, mobile, proof }: { userId: string | null; mobile: string; proof: string | undefined },
  now: Date,
): Promise<boolean> {
  const account = userId === null ? undefined : await findUser(db, userId);
  if (account?.mobile === mobile && hasProvedMobile(account, now)) return true;
  return isProvedByCode(db, proof, mobile, now);
}

/** The same for the mailbox of an order. */
export async function hasProvedMailbox(
  db: Database | Trx,
  { userId, email, proof }: { userId: string | null; email: string; proof: string | undefined },
  now: Date,
): Promise<boolean> {
  const account = userId === null ? undefined : await findUser(db, userId);
  if (account?.emailVerifiedAt && account.email === email) return true;
  return isProvedByCode(db, proof, mailboxOf(email), now);
}

async function isProvedByCode(
  db: Database | Trx,
  proof: string | undefined,
  recipient: string,
  now: Date,
): Promise<boolean> {
  if (proof === undefined) return false;
  const since = new Date(now.getTime() - hourMs);
  return queries.isProvedByCode(db, { requestHash: hashToken(proof), recipient, since });
}
