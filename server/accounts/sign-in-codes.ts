import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthReply } from '../../shared/contract/accounts/accounts.ts';
import type { CodeRequest, SignInCodeRequest } from '../../shared/contract/accounts/sign-in.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { badField, tooManyTries } from '../errors.ts';
import type { JobData } from '../jobs/jobs.ts';
import { queueMail } from '../mail/mail.ts';
import { afterText, codeQuotas, ownCodeQuotas, takeQuota } from '../quotas.ts';
import { RefusedText, sendCodeText } from '../texts/texts.ts';
import { sendLink } from './account-mails.ts';
import { presentUser } from './present.ts';
import * as queries from './queries/code-queries.ts';
import { findByEmail, findByMobile, findUser, lockUser, type UserRow } from './queries/queries.ts';
import { findSignInAccount } from './queries/sign-in-queries.ts';
import { hashBlock, openSession, type SignInOrigin } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const validMs = 10 * minuteMs;
const maxAttempts = 5;
/** Codes that the shop sends by text within an hour, because each of them costs money. */
const maxTextsInHour = 500;
/** A number that was not used for so long may have another owner (india §4.3). */
const mobileProofMs = 180 * dayMs;

const otherWays = 'Log in with your password or a passkey, choose “Forgot password”';

/**
 * Asks for a code to sign in, by e-mail or text. A job finds out later whether one is sent, so that neither reply nor
 * response time reveals accounts. Returns the random value that belongs to the code. 429 if this network, or all together,
 * have requested too many for the recipient, whether or not an account has it; the devices from which the account has
 * signed in have codes of their own, those of all of them together. 429 also if the shop has sent too many texts.
 */
export async function requestSignInCode(
  deps: Deps,
  { email, mobile = '' }: SignInCodeRequest,
  { address, device }: SignInOrigin,
): Promise<{ request: string }> {
  const { db, clock, jobs } = deps;
  const now = clock.now();
  const to = email ? { email } : { mobile };
  if (!email && (await isTextLimitReached(db, now, maxTextsInHour)))
    throw tooManyTries(`The shop has sent too many texts. ${otherWays}, or try again in an hour.`, 3600);
  const account = await findSignInAccount(db, to, { device, block: hashBlock(address), link: null }, now);
  const key = `sign-in code ${email ?? mobile}`;
  const isKnown = account?.isKnownDevice === true;
  const usedUp = await takeQuota(deps, {
    kind: email ? 'mail' : 'text',
    // Texts cost money, also those for an account that somebody opened to request them.
    address: isKnown && email ? null : address,
    recipient: isKnown ? ownCodeQuotas(`${key} on a known device`) : codeQuotas(key, address),
  });
  if (usedUp) {
    const forWhom = usedUp.by === 'network' ? 'from your network' : `for ${email ?? mobile}`;
    const message = `Too many codes were requested ${forWhom}. ${otherWays}, or try again ${afterText(usedUp)}.`;
    throw tooManyTries(message, usedUp.seconds);
  }
  const request = newToken();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  await jobs.enqueue(db, 'sign-in-code', { to, request, expiresAt });
  return { request };
}

/**
 * Job: sends a code to an address or number that its account has proved. An address that nobody has proved gets the link
 * of a forgotten password instead, which proves it and removes what somebody else may have entered; a guest gets the link
 * that activates an account. A repeated job sends no second code.
 */
export async function sendSignInCode(deps: Deps, data: JobData['sign-in-code']): Promise<void> {
  const { db, clock } = deps;
  const { to, request } = data;
  const now = clock.now();
  if (now >= new Date(data.expiresAt)) return;
  if ('email' in to) {
    const account = await findByEmail(db, to.email);
    if (!account?.isAdmin && !account?.emailVerifiedAt)
      await sendLink(deps, { email: to.email, request: hashToken(request).toString('hex') });
  }
  const code = newNumericCode();
  const recipient = 'email' in to ? to.email : to.mobile;
  const isSent = await transaction(db, async (trx) => {
    const userId = (await canSend(deps, trx, to)) ? await findRecipient(trx, to, now) : null;
    // Also if nothing is sent, so that a wrong code takes as long.
    const isNew = await queries.insertCode(trx, {
      requestHash: hashToken(request),
      userId,
      purpose: 'sign_in',
      recipient: userId ? recipient : '',
      codeHash: hashCode(request, code),
      createdAt: now,
      expiresAt: data.expiresAt,
    });
    if (isNew && userId && 'email' in to) await mailCode(deps, trx, to.email, { code, what: 'sign-in' });
    return isNew && userId !== null;
  });
  if (isSent && 'mobile' in to) await textCode(deps, { mobile: to.mobile, code, request });
}

/** Stores a new code, which is valid for ten minutes. `request` is the random value that belongs to it. */
export async function createCode(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  whose: { userId: string | null; purpose: 'mobile' | 'order'; recipient: string },
): Promise<{ request: string; code: string }> {
  const [request, code] = [newToken(), newNumericCode()];
  const createdAt = clock.now();
  await queries.insertCode(trx, {
    ...whose,
    requestHash: hashToken(request),
    codeHash: hashCode(request, code),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validMs),
  });
  return { request, code };
}

/** Sends a code that is stored by text. One that the provider does not accept is not counted any more; throws then. */
export async function textCode(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { mobile, code, request }: { mobile: string; code: string; request: string },
): Promise<void> {
  try {
    await sendCodeText(config, { mobile, code, shopName: (await readSiteInfo(db)).clientName || 'the shop' });
  } catch (err) {
    if (err instanceof RefusedText) await queries.uncountText(db, hashToken(request));
    throw err;
  }
}

async function canSend({ config, clock, log }: Deps, trx: Trx, to: Recipient): Promise<boolean> {
  if ('email' in to) return true;
  if (config.texts === undefined) return false;
  await queries.lockTexts(trx);
  if (!(await isTextLimitReached(trx, clock.now(), maxTextsInHour))) return true;
  log.error('no code was sent by text: the shop has sent too many within an hour');
  return false;
}

type Recipient = JobData['sign-in-code']['to'];

/** Eight digits (decision 40). */
const newNumericCode = (): string => String(randomInt(1e8)).padStart(8, '0');

/** The id of the account that has proved this address or number, which is then locked. */
async function findRecipient(trx: Trx, to: Recipient, now: Date): Promise<string | null> {
  const found = await ('email' in to ? findByEmail(trx, to.email) : findByMobile(trx, to.mobile));
  const account = found && (await lockUser(trx, found.id));
  if (!account || account.isAdmin) return null;
  return isProved(account, 'email' in to ? to.email : to.mobile, now) ? account.id : null;
}

/** Whether the shop has sent this number of texts within an hour. */
export const isTextLimitReached = async (db: Database | Trx, now: Date, max: number): Promise<boolean> =>
  (await queries.countTexts(db, new Date(now.getTime() - 60 * minuteMs))) >= max;

/** Whether an account has proved that this address or number is its own. */
function isProved(account: UserRow, recipient: string, now: Date): boolean {
  const { email, emailVerifiedAt, mobile, mobileVerifiedAt } = account;
  if (recipient === email) return emailVerifiedAt !== null;
  return recipient === mobile && hasProvedMobile({ mobileVerifiedAt }, now);
}

/** Whether an account can sign in with a code that is sent to its mobile number. */
export const hasProvedMobile = (
  { mobileVerifiedAt }: Pick<UserRow, 'mobileVerifiedAt'>,
  now: Date,
): boolean => mobileVerifiedAt !== null && now.getTime() - mobileVerifiedAt.getTime() < mobileProofMs;

/**
 * Signs a shopper in with the code that was sent for this request. 400 if it is wrong, used or expired, after too many
 * attempts, or if the account has changed its address or number since.
 */
export async function signInWithCode(
  deps: Deps,
  given: CodeRequest,
  origin: SignInOrigin,
): Promise<AuthReply> {
  const now = deps.clock.now();
  const { userId, recipient } = await redeem(deps, given, 'sign_in');
  const account = await findUser(deps.db, userId);
  if (!account || account.isAdmin || !isProved(account, recipient, now)) throw wrongCode();
  const token = await openSession(deps, account, origin, 'proved');
  if (recipient === account.mobile) await queries.renewMobileProof(deps.db, userId, recipient, now);
  return { success: true, message: 'Logged in successfully', token, user: presentUser(account) };
}

/** The code of a request, which is used up by this; 400 as of matchCode. */
export async function redeem(deps: Deps, given: CodeRequest, purpose: 'sign_in' | 'mobile') {
  const { requestHash, userId, recipient } = await matchCode(deps, given, purpose);
  if (!userId || !(await queries.consumeCode(deps.db, requestHash, deps.clock.now()))) throw wrongCode();
  return { userId, recipient };
}

/** The code of a request, if this is it and it can still be used; counts the attempt. 400 otherwise. */
export async function matchCode(
  { db, clock }: Deps,
  { request, code }: Pick<CodeRequest, 'request' | 'code'>,
  purpose: 'sign_in' | 'mobile' | 'order',
) {
  const requestHash = hashToken(request);
  const wanted = { requestHash, purpose, now: clock.now() };
  const stored = await queries.countCodeAttempt(db, wanted, maxAttempts);
  if (!stored || !timingSafeEqual(stored.codeHash, hashCode(request, code))) throw wrongCode();
  return { requestHash, userId: stored.userId, recipient: stored.recipient };
}

export const wrongCode = () => badField('code', 'This code is wrong or has expired. Ask for another one.');

/** The value that the browser keeps makes the hash of a code that has only eight digits useless by itself. */
const hashCode = (request: string, code: string) => hashToken(`${request} ${code}`);

/** Mails a code to sign in, or for an order on delivery. */
export async function mailCode(
  deps: Deps,
  trx: Trx,
  email: string,
  { code, what }: { code: string; what: 'sign-in' | 'order' },
): Promise<void> {
  await queueMail(deps, trx, {
    kind: 'sign-in-code',
    to: email,
    subject: ({ shopName }) => `Your code for ${shopName}`,
    content: {
      preview: 'It works once, for ten minutes.',
      // `server/mail/links.ts` knows these words and removes the code after the delivery.
      heading: `Your ${what} code: ${code.replace(/(\d{4})/, '$1 ')}`,
      parts: [
        'Enter it on the page where you asked for it. It works once, for ten minutes.',
        'If you did not ask for it, do nothing. Do not tell it to anyone, also not to somebody who says that he calls from the shop.',
      ],
    },
  });
}
