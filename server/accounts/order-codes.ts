import type { OrderCode } from '../../shared/contract/sign-in.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { conflict, tooManyTries } from '../errors.ts';
import { sendCodeText } from '../texts/texts.ts';
import * as queries from './code-queries.ts';
import { findUser } from './queries.ts';
import {
  enqueueCode,
  hashCode,
  hasProvedMobile,
  isRecipientLimitReached,
  isTextLimitReached,
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
 * Asks for a text with a code that proves the mobile number of an order on delivery (decision 149). Returns the random
 * value that belongs to it. 409 if the shop can't send texts; 429 if the number has got too many.
 */
export async function requestOrderCode(deps: Deps, mobile: string): Promise<{ request: string }> {
  if (!deps.config.texts) throw conflict('conflict', 'The shop can’t send texts.');
  const now = deps.clock.now();
  const isFull = await transaction(deps.db, (trx) => isLimitReached(trx, mobile, now));
  if (isFull)
    throw tooManyTries('Too many codes were sent. Please pay online, or try again in an hour.', 3600);
  return { request: await enqueueCode(deps, { to: { mobile }, isForOrder: true }) };
}

/** Job: sends the code, unless the limits are reached by now. A repeated job sends no second one. */
export async function sendOrderCode(
  deps: Deps,
  { request, expiresAt }: SentCode,
  mobile: string,
): Promise<void> {
  const { db, clock, config } = deps;
  const now = clock.now();
  if (!config.texts || now >= new Date(expiresAt)) return;
  const code = newNumericCode();
  const isSent = await transaction(db, async (trx) => {
    await queries.lockRecipient(trx, mobile);
    if (await isLimitReached(trx, mobile, now)) return false;
    return queries.insertCode(trx, {
      ...{ requestHash: hashToken(request), userId: null, purpose: 'order', recipient: mobile },
      ...{ codeHash: hashCode(request, code), createdAt: now, expiresAt },
    });
  });
  if (!isSent) return;
  const { clientName } = await readSiteInfo(db);
  await sendCodeText(config, { mobile, code, shopName: clientName || 'the shop' });
}

const isLimitReached = async (trx: Trx, mobile: string, now: Date): Promise<boolean> =>
  (await isRecipientLimitReached(trx, { userId: null, recipient: mobile }, now)) ||
  (await isTextLimitReached(trx, now, maxTextsInHour));

/** Proves the mobile number to which the code of this request was sent. 400 if it is wrong, used or expired. */
export async function confirmOrderCode(deps: Deps, given: OrderCode): Promise<void> {
  const { requestHash } = await matchCode(deps, given, 'order');
  if (!(await queries.proveByCode(deps.db, requestHash, deps.clock.now()))) throw wrongCode();
}

/**
 * Whether this shopper has proved that a mobile number is hers: her account has it and has proved it, or the request
 * `proof` got a code to this number that was used within the last hour.
 */
export async function hasProvedNumber(
  db: Database | Trx,
  { userId, mobile, proof }: { userId: string | null; mobile: string; proof: string | undefined },
  now: Date,
): Promise<boolean> {
  const account = userId === null ? undefined : await findUser(db, userId);
  if (account?.mobile === mobile && hasProvedMobile(account, now)) return true;
  if (proof === undefined) return false;
  const since = new Date(now.getTime() - hourMs);
  return queries.isProvedByCode(db, { requestHash: hashToken(proof), recipient: mobile, since });
}
