import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthReply } from '../../shared/contract/accounts.ts';
import type { CodeRequest, SignInCodeRequest } from '../../shared/contract/sign-in.ts';
import { type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps } from '../deps.ts';
import { badField, conflict, forbidden, unauthorized } from '../errors.ts';
import type { JobData } from '../jobs/jobs.ts';
import { queueMail } from '../mail/mail.ts';
import { sendCodeText } from '../texts/texts.ts';
import { sendLink } from './account-mails.ts';
import { countAttempt } from './attempt-queries.ts';
import * as queries from './code-queries.ts';
import { presentUser } from './present.ts';
import { verifyCurrentPassword } from './profile.ts';
import { findByEmail, findByMobile, findUser, lockUser, type UserRow, updateUser } from './queries.ts';
import { mailMobileConfirmed } from './security-mails.ts';
import { openSession, type SignInOrigin } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const validMs = 10 * minuteMs;
const maxAttempts = 5;
/** Codes that one account, address or number gets. */
const maxInHour = 5;
const maxInDay = 10;
/** Codes that the shop sends by text within an hour, because each of them costs money. */
const maxTextsInHour = 500;
/** A number that was not used for so long may have another owner (india §4.3). */
const mobileProofMs = 180 * dayMs;

export type SentCode = JobData['sign-in-code'];

/**
 * Asks for a code to sign in, by e-mail or text. A job finds out later whether one is sent, so that neither reply nor
 * response time reveals accounts. Returns the random value that belongs to the code.
 */
export async function requestSignInCode(deps: Deps, { email, mobile = '' }: SignInCodeRequest) {
  const to = email ? { email } : { mobile };
  const { rateLimit } = deps.config;
  const key = `sign-in-code:${email ?? mobile}`;
  const isWithin = rateLimit === 'off' || (await countAttempt(deps.db, [key], rateLimit, deps.clock.now()));
  return { request: await enqueueCode(deps, { to }, isWithin) };
}

/**
 * Asks for a code that proves the mobile number of an account. Needs its password (400, 429). 403 for admins, 409 if the
 * shop can't send texts.
 */
export async function requestMobileCode(deps: Deps, userId: string, currentPassword: string) {
  const account = await findUser(deps.db, userId);
  if (!account) throw unauthorized();
  if (account.isAdmin) throw forbidden('Admins can’t sign in with a code.');
  if (!account.mobile) throw badField('mobile', 'Save a mobile number first');
  if (!deps.config.texts) throw conflict('conflict', 'The shop can’t send texts.');
  await verifyCurrentPassword(deps, account, currentPassword);
  return { request: await enqueueCode(deps, { to: { mobile: account.mobile }, accountOfMobile: userId }) };
}

/** Lets a job send a code, unless `isSent` is false. Returns the random value that belongs to it. */
export async function enqueueCode(
  { db, jobs, clock }: Deps,
  sent: Omit<SentCode, 'request' | 'expiresAt'>,
  isSent = true,
): Promise<string> {
  const request = newToken();
  const expiresAt = new Date(clock.now().getTime() + validMs).toISOString();
  if (isSent) await jobs.enqueue(db, 'sign-in-code', { ...sent, request, expiresAt });
  return request;
}

/**
 * Job: sends a code to an address or number that its account has proved. An address that nobody has proved gets the link
 * of a forgotten password instead, which proves it and removes what somebody else may have entered; a guest gets the link
 * that activates an account. A repeated job sends no second code.
 */
export async function sendSignInCode(deps: Deps, data: SentCode): Promise<void> {
  const { db, clock, config } = deps;
  const { to, request, accountOfMobile } = data;
  const now = clock.now();
  if (now >= new Date(data.expiresAt)) return;
  if ('email' in to) {
    const account = await findByEmail(db, to.email);
    if (!account?.isAdmin && !account?.emailVerifiedAt)
      await sendLink(deps, { email: to.email, request: hashToken(request).toString('hex') });
  }
  const code = newNumericCode();
  const recipient = 'email' in to ? to.email : to.mobile;
  const canSend = 'email' in to || config.texts !== undefined;
  const isSent = await transaction(db, async (trx) => {
    const account = canSend ? await findRecipient(trx, data, now) : undefined;
    const userId = account && !(await isLimitReached(deps, trx, account.id, to)) ? account.id : null;
    // Also if nothing is sent, so that a wrong code takes as long.
    const isNew = await queries.insertCode(trx, {
      requestHash: hashToken(request),
      userId,
      purpose: accountOfMobile ? 'mobile' : 'sign_in',
      recipient: userId ? recipient : '',
      codeHash: hashCode(request, code),
      createdAt: now,
      expiresAt: data.expiresAt,
    });
    if (isNew && userId && 'email' in to) await mailCode(deps, trx, to.email, { code, what: 'sign-in' });
    return isNew && userId !== null;
  });
  if (!isSent || 'email' in to) return;
  const { clientName } = await readSiteInfo(db);
  await sendCodeText(config, { mobile: to.mobile, code, shopName: clientName || 'the shop' });
}

/** Eight digits (decision 111). */
export const newNumericCode = (): string => String(randomInt(1e8)).padStart(8, '0');

/** The account that a code is for, locked. */
async function findRecipient(
  trx: Trx,
  { to, accountOfMobile }: SentCode,
  now: Date,
): Promise<UserRow | undefined> {
  const found = await ('email' in to ? findByEmail(trx, to.email) : findByMobile(trx, to.mobile));
  const account = found && (await lockUser(trx, found.id));
  if (!account || account.isAdmin) return undefined;
  if (accountOfMobile) return account.id === accountOfMobile ? account : undefined;
  return isProved(account, 'email' in to ? to.email : to.mobile, now) ? account : undefined;
}

async function isLimitReached(deps: Deps, trx: Trx, userId: string, to: SentCode['to']): Promise<boolean> {
  const now = deps.clock.now();
  const recipient = 'email' in to ? to.email : to.mobile;
  if (await isRecipientLimitReached(trx, { userId, recipient }, now)) return true;
  if ('email' in to || !(await isTextLimitReached(trx, now, maxTextsInHour))) return false;
  deps.log.error('no code was sent by text: the shop has sent too many within an hour');
  return true;
}

/** Whether an account, if the code is for one, or a recipient has got as many codes as it may. */
export async function isRecipientLimitReached(
  trx: Trx,
  of: { userId: string | null; recipient: string },
  now: Date,
): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  if ((await queries.countCodes(trx, of, before(hourMs))) >= maxInHour) return true;
  return (await queries.countCodes(trx, of, before(dayMs))) >= maxInDay;
}

/** Whether the shop has sent this number of texts within an hour. */
export const isTextLimitReached = async (trx: Trx, now: Date, max: number): Promise<boolean> =>
  (await queries.countTexts(trx, new Date(now.getTime() - hourMs))) >= max;

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

/** Proves the mobile number of an account with the code that was sent to it. 400 as above. */
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

async function redeem(deps: Deps, given: CodeRequest, purpose: 'sign_in' | 'mobile') {
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
export const hashCode = (request: string, code: string) => hashToken(`${request} ${code}`);

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
