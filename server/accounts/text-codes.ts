import type { CodeRequest } from '../../shared/contract/accounts/sign-in.ts';
import { transaction } from '../db/database.ts';
import { type Quota, uncountRequest } from '../db/quota-queries.ts';
import type { Deps } from '../deps.ts';
import { badField, badGateway, conflict, forbidden, tooManyTries, unauthorized } from '../errors.ts';
import { afterText, ownCodeQuotas, takeQuota } from '../quotas.ts';
import { RefusedText } from '../texts/texts.ts';
import { verifyCurrentPassword } from './profile.ts';
import * as queries from './queries/code-queries.ts';
import { findUser, lockUser, updateUser } from './queries/queries.ts';
import { mailMobileConfirmed } from './security-mails.ts';
import { createCode, isTextLimitReached, redeem, textCode, wrongCode } from './sign-in-codes.ts';

/** Anybody can ask for these texts, so they leave a part of those of an hour to sign-ins. */
const maxTextsInHour = 300;

type TextCode = {
  mobile: string;
  userId: string | null;
  purpose: 'mobile' | 'order';
  /** The quotas of the recipient, which count this request. */
  recipient: Quota[];
  /** What a shopper can do without the text. */
  otherwise: string;
};

/**
 * Sends a code by text before it returns, so that nobody waits for a text that was not sent. Returns the random value that
 * belongs to the code. 429 if the shop has sent too many texts, 502 if the provider does not accept this one, which then
 * counts neither as a text of the shop nor for the recipient.
 */
export async function sendTextCode(
  deps: Deps,
  { mobile, userId, purpose, recipient, otherwise }: TextCode,
): Promise<{ request: string }> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const created = await transaction(db, async (trx) => {
    await queries.lockTexts(trx);
    if (await isTextLimitReached(trx, now, maxTextsInHour)) return undefined;
    return createCode(deps, trx, { userId, purpose, recipient: mobile });
  });
  if (!created) {
    log.error('no code was sent by text: the shop has sent too many within an hour');
    throw tooManyTries(`The shop has sent too many codes. ${otherwise}, or try again in an hour.`, 3600);
  }
  try {
    await textCode(deps, { mobile, ...created });
  } catch (err) {
    log.error({ err }, 'a code could not be sent by text');
    if (err instanceof RefusedText) for (const quota of recipient) await uncountRequest(db, quota, now);
    throw badGateway(`The code could not be sent. ${otherwise}, or try again.`);
  }
  return { request: created.request };
}

/**
 * Sends a code that proves the mobile number of an account. Needs its password (400, 429). 403 for admins, 429 if this
 * account or network has requested too many, and the errors of sendTextCode.
 */
export async function requestMobileCode(
  deps: Deps,
  userId: string,
  { currentPassword, address }: { currentPassword: string; address: string },
): Promise<{ request: string }> {
  const account = await findUser(deps.db, userId);
  if (!account) throw unauthorized();
  if (account.isAdmin) throw forbidden('Admins can’t sign in with a code.');
  const { mobile } = account;
  if (!mobile) throw badField('mobile', 'Save a mobile number first');
  if (!deps.config.texts) throw conflict('conflict', 'The shop can’t send texts.');
  await verifyCurrentPassword(deps, account, currentPassword);
  const recipient = [mobile, userId].flatMap((whose) => ownCodeQuotas(`mobile code ${whose}`));
  const usedUp = await takeQuota(deps, { kind: 'text', address, recipient });
  const otherwise = 'You can still log in with your password';
  if (usedUp) {
    const forWhom = usedUp.by === 'network' ? 'from your network' : 'for this number';
    const message = `Too many codes were requested ${forWhom}. ${otherwise}. Please try again ${afterText(usedUp)}.`;
    throw tooManyTries(message, usedUp.seconds);
  }
  return sendTextCode(deps, { mobile, userId, purpose: 'mobile', recipient, otherwise });
}

/** Proves the mobile number of an account with the code that was sent to it. 400 as of redeem. */
export async function confirmMobile(deps: Deps, userId: string, given: CodeRequest): Promise<void> {
  const { db, clock } = deps;
  const used = await redeem(deps, given, 'mobile');
  await transaction(db, async (trx) => {
    const account = await lockUser(trx, userId);
    if (used.userId !== userId || account?.isAdmin || account?.mobile !== used.recipient) throw wrongCode();
    await updateUser(trx, userId, { mobileVerifiedAt: clock.now() });
    await mailMobileConfirmed(deps, trx, account);
  });
}
