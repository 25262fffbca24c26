import { randomUUID } from 'node:crypto';
import type { PasswordReader } from '../../shared/password-rules.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { AccountTokenPurpose } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { tooManyTries } from '../errors.ts';
import { queueMail } from '../mail/mail.ts';
import { findNewestGuestOrder } from '../orders/queries/account-queries.ts';
import { afterText, hourlyQuota, takeQuota, type UsedUp } from '../quotas.ts';
import { findByEmail, type UserRow } from './queries/queries.ts';
import { countTokens, insertToken, insertTokenOfGuest, revokeTokens } from './queries/token-queries.ts';
import { hashToken, newToken } from './tokens.ts';

const hourMs = 3_600_000;
/** Validity of the links (contract §4). */
const lifetimeMs = {
  activation: 7 * 24 * hourMs,
  reset: hourMs,
  email_change: 24 * hourMs,
  sign_in: hourMs,
  invitation: 7 * 24 * hourMs,
};
/** Links of one purpose that are mailed to one address within an hour at most; those that confirm it, for one account. */
const maxLinks = 5;
/** Links that confirm one address, for all accounts together that name it as their new one. */
const maxConfirmations = 15;

/**
 * Requests a link for an e-mail address. It does the same for every address, so that timing does not reveal accounts:
 * the job finds out later whether a mail is sent. 429 if `maxLinks` were requested for it within an hour, or this network
 * has requested too many mails.
 */
export async function requestLink(deps: Deps, email: string, address: string): Promise<void> {
  const recipient = hourlyQuota(`account link ${email}`, maxLinks);
  const usedUp = await takeQuota(deps, { kind: 'mail', address, recipient });
  if (usedUp) throw tooManyLinks(usedUp);
  await deps.jobs.enqueue(deps.db, 'account-link', { email, request: randomUUID() });
}

/** 429 for a link that is not sent. The latest one that was sent works longer than this lasts. */
export const tooManyLinks = (usedUp: UsedUp) =>
  tooManyTries(
    usedUp.by === 'network'
      ? `Too many links were requested from your network. Please try again ${afterText(usedUp)}.`
      : `Too many links were requested for this address. If you have got some, the latest one still works. Please try again ${afterText(usedUp)}.`,
    usedUp.seconds,
  );

type LinkRequest = { email: string; request: string };

/** Job: mails a reset link to an account, an activation link to a guest, otherwise nothing. */
export async function sendLink(deps: Deps, data: LinkRequest): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const account = await findByEmail(trx, data.email);
    if (account) await mailReset(deps, trx, account, data);
    else if (await findNewestGuestOrder(trx, data.email)) await mailActivation(deps, trx, data);
  });
}

async function mailReset(
  deps: Deps,
  trx: Trx,
  account: UserRow,
  { email, request }: LinkRequest,
): Promise<void> {
  if (await isLimitReached(deps, trx, email, 'reset')) return;
  // An invitation stays valid: anyone may ask for this mail.
  if (account.passwordHash)
    await revokeTokens(trx, deps.clock.now(), { userId: account.id, purpose: 'reset' });
  const token = await createToken(deps, trx, 'reset', email, account.id);
  await queueMail(deps, trx, {
    kind: 'password-reset',
    dedupeKey: `account-link:${request}`,
    to: email,
    subject: ({ shopName }) => `Reset your ${shopName} password`,
    content: {
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      parts: [
        account.emailVerifiedAt ? `Hello ${account.name},` : 'Hello,',
        'Someone asked for a new password for your account. If it was you, press the button. The link works once, for one hour.',
        { button: 'Reset password', url: passwordLink(deps, token, account.isAdmin ? 'admin' : '') },
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
  });
}

/** The page where a password is chosen. What is after the # says for whom: it has other rules and texts for admins. */
const passwordLink = ({ config }: Deps, token: string, who: PasswordReader) =>
  `${config.publicUrl}/reset-password/${token}${who && `#${who}`}`;

/** Mails a link through which an invited admin sets their password. An earlier link ends. */
export async function mailInvitation(deps: Deps, trx: Trx, account: UserRow): Promise<void> {
  if (!account.email) return;
  await revokeTokens(trx, deps.clock.now(), { userId: account.id });
  const token = await createToken(deps, trx, 'reset', account.email, account.id, lifetimeMs.invitation);
  await queueMail(deps, trx, {
    kind: 'invitation',
    to: account.email,
    subject: ({ shopName }) => `Your access to the back office of ${shopName}`,
    content: {
      preview: 'Choose a password. The link works once, for seven days.',
      heading: 'You can use the back office',
      parts: [
        `Hello ${account.name},`,
        'You have been invited to the back office of the shop. Choose a password first. The link works once, for seven days.',
        { button: 'Choose a password', url: passwordLink(deps, token, 'invitation') },
        'If you did not expect this, you can ignore this email.',
      ],
    },
  });
}

/**
 * Mails a link through which a shopper whose account the shop has created sets their password. Nothing if they have no
 * e-mail address, or can sign in already. True if it is mailed.
 */
export async function mailShopperInvitation(deps: Deps, trx: Trx, account: UserRow): Promise<boolean> {
  if (!account.email || account.passwordHash || account.emailVerifiedAt || account.isAdmin) return false;
  const token = await createToken(deps, trx, 'reset', account.email, account.id, lifetimeMs.invitation);
  await queueMail(deps, trx, {
    kind: 'shopper-invitation',
    to: account.email,
    subject: ({ shopName }) => `Your account at ${shopName}`,
    content: {
      preview: 'Choose a password. The link works once, for seven days.',
      heading: 'Your account has moved with us',
      parts: [
        `Hello ${account.name},`,
        'Our shop has a new website, and your account is there already. Choose a password to sign in. The link works once, for seven days.',
        { button: 'Choose a password', url: passwordLink(deps, token, '') },
        'If you do not want an account, you can ignore this email.',
      ],
    },
  });
  return true;
}

async function mailActivation(deps: Deps, trx: Trx, { email, request }: LinkRequest): Promise<void> {
  if (await isLimitReached(deps, trx, email, 'activation')) return;
  const url = activationUrl(deps, email, await createToken(deps, trx, 'activation', email));
  await queueMail(deps, trx, {
    kind: 'activation',
    dedupeKey: `account-link:${request}`,
    to: email,
    subject: ({ shopName }) => `Finish setting up your ${shopName} account`,
    content: {
      preview: 'Set a password and keep your orders in one place.',
      heading: 'Finish setting up your account',
      parts: [
        'You have ordered with this email as a guest. Set a password, and all those orders are kept in one place. The link works once, for seven days.',
        { button: 'Set password', url },
        'If you did not ask for this, you can ignore this email.',
      ],
    },
  });
}

/**
 * Creates an activation link for an address without an account, valid once for 7 days; undefined if it has one. It must
 * be mailed to this address only.
 */
export async function invitationLink(deps: Deps, trx: Trx, email: string): Promise<string | undefined> {
  const token = newToken();
  const isNew = await insertTokenOfGuest(trx, tokenRow(deps, token, 'activation', email));
  return isNew ? activationUrl(deps, email, token) : undefined;
}

const activationUrl = ({ config }: Deps, email: string, token: string) =>
  `${config.publicUrl}/activate-account?${new URLSearchParams({ email, token })}`;

/**
 * Mails a confirmation link to the address of a new account, or to the new address of an existing one; false if the
 * address has got too many for this account, or for all that name it as their new one. It may be a stranger's, so the
 * mail contains nothing that the sender of the request chose.
 */
export async function mailConfirmEmail(
  deps: Deps,
  trx: Trx,
  account: UserRow,
  email: string,
): Promise<boolean> {
  const recipient = { email, purpose: 'email_change' as const };
  const since = new Date(deps.clock.now().getTime() - hourMs);
  // Only one account can have the address already: those of strangers use up none of its links.
  const isNew = account.email !== email;
  if (isNew && (await countTokens(trx, recipient, since)) >= maxConfirmations) return false;
  if ((await countTokens(trx, { ...recipient, userId: account.id }, since)) >= maxLinks) return false;
  await revokeTokens(trx, deps.clock.now(), { userId: account.id, purpose: 'email_change' });
  const token = await createToken(deps, trx, 'email_change', email, account.id);
  await queueMail(deps, trx, {
    kind: 'email-change',
    to: email,
    subject: ({ shopName }) => `Confirm your email address for ${shopName}`,
    content: {
      preview: 'Press the button to confirm this address.',
      heading: 'Is this your email address?',
      parts: [
        'Confirm that this address is yours, while you are signed in. The link works once, for one day.',
        { button: 'Confirm email', url: `${deps.config.publicUrl}/confirm-email/${token}` },
        'If you have no account with us, someone has mistyped an address. You can ignore this email.',
      ],
    },
  });
  return true;
}

/** Creates a one-time token, of which only the hash is stored. */
export async function createToken(
  deps: Deps,
  trx: Trx,
  purpose: AccountTokenPurpose,
  email: string,
  userId?: string,
  validMs = lifetimeMs[purpose],
): Promise<string> {
  const token = newToken();
  await insertToken(trx, { ...tokenRow(deps, token, purpose, email, validMs), userId });
  return token;
}

function tokenRow(
  { clock }: Deps,
  token: string,
  purpose: AccountTokenPurpose,
  email: string,
  validMs = lifetimeMs[purpose],
) {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + validMs);
  return { tokenHash: hashToken(token), purpose, email, createdAt, expiresAt };
}

/** Whether an address has been sent as many links of this purpose within an hour as it may. */
export async function isLimitReached({ clock }: Deps, trx: Trx, email: string, purpose: AccountTokenPurpose) {
  const hourAgo = new Date(clock.now().getTime() - hourMs);
  return (await countTokens(trx, { email, purpose }, hourAgo)) >= maxLinks;
}
