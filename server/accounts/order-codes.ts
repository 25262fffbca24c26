import type { OrderCode, OrderCodeRequest } from '../../shared/contract/sign-in.ts';
import { mailboxOf } from '../../shared/mailbox.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { badField, tooManyTries } from '../errors.ts';
import { sendCodeText } from '../texts/texts.ts';
import * as queries from './code-queries.ts';
import { findUser } from './queries.ts';
import {
  enqueueCode,
  hashCode,
  hasProvedMobile,
  isRecipientLimitReached,
  isTextLimitReached,
  mailCode,
  matchCode,
  newNumericCode,
  type SentCode,
  wrongCode,
} from './sign-in-codes.ts';
import { hashToken } from './tokens.ts';

const hourMs = 3_600_000;
/** Anybody can ask for these texts, so they leave a part of those of an hour to sign-ins. */
const maxTextsInHour = 300;

/**
 * Asks for a code that proves the mobile number of an order on delivery, or, in a shop that can't send texts, its email
 * address (decision 149). Returns the random value that belongs to it. 400 without an address to which it can be sent;
 * 429 if it has got too many.
 */
export async function requestOrderCode(
  deps: Deps,
  { mobile, email }: OrderCodeRequest,
): Promise<{ request: string; sentTo: 'mobile' | 'email' }> {
  const isText = deps.config.texts !== undefined;
  if (!isText && !email) throw badField('email', 'Email is required');
  const to = isText || !email ? { mobile } : { email };
  const now = deps.clock.now();
  const isFull = await transaction(deps.db, (trx) => isLimitReached(trx, to, now));
  if (isFull)
    throw tooManyTries('Too many codes were sent. Please pay online, or try again in an hour.', 3600);
  const request = await enqueueCode(deps, { to, isForOrder: true });
  return { request, sentTo: 'email' in to ? 'email' : 'mobile' };
}

/** Job: sends the code, unless the limits are reached by now. A repeated job sends no second one. */
export async function sendOrderCode(deps: Deps, { to, request, expiresAt }: SentCode): Promise<void> {
  const { db, clock, config } = deps;
  const now = clock.now();
  if (now >= new Date(expiresAt) || ('mobile' in to && !config.texts)) return;
  const code = newNumericCode();
  const recipient = recipientOf(to);
  const isSent = await transaction(db, async (trx) => {
    await queries.lockRecipient(trx, recipient);
    if (await isLimitReached(trx, to, now)) return false;
    const isNew = await queries.insertCode(trx, {
      ...{ requestHash: hashToken(request), userId: null, purpose: 'order', recipient },
      ...{ codeHash: hashCode(request, code), createdAt: now, expiresAt },
    });
    if (isNew && 'email' in to) await mailCode(deps, trx, to.email, { code, what: 'order' });
    return isNew;
  });
  if (!isSent || 'email' in to) return;
  const { clientName } = await readSiteInfo(db);
  await sendCodeText(config, { mobile: to.mobile, code, shopName: clientName || 'the shop' });
}

/** A mailbox in any spelling is one recipient. */
const recipientOf = (to: SentCode['to']): string => ('email' in to ? mailboxOf(to.email) : to.mobile);

const isLimitReached = async (trx: Trx, to: SentCode['to'], now: Date): Promise<boolean> =>
  (await isRecipientLimitReached(trx, { userId: null, recipient: recipientOf(to) }, now)) ||
  ('mobile' in to && (await isTextLimitReached(trx, now, maxTextsInHour)));

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
