import { randomUUID } from 'node:crypto';
import { type Trx, transaction } from '../db/database.ts';
import type { AccountTokenPurpose } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { findNewestGuestOrder } from '../orders/orders.ts';
import { findByEmail, type UserRow } from './queries.ts';
import { countTokens, insertToken, revokeTokens } from './token-queries.ts';
import { hashToken, newToken } from './tokens.ts';

const hourMs = 3_600_000;
/** How long the link of a mail works (contract §4). */
const lifeMs = { activation: 7 * 24 * hourMs, reset: hourMs, email_change: 24 * hourMs };
/** So many links of one kind go to one mailbox within an hour. */
const maxLinks = 5;

/**
 * Asks for a link to whatever this mailbox has here. The request does the same for every address: who it is, and
 * whether a mail goes out, is looked up afterwards by the job.
 */
export const askForLink = ({ jobs, db }: Deps, email: string): Promise<void> =>
  jobs.enqueue(db, 'account-link', { email, request: randomUUID() });

/** The job behind it: a reset link for an account, an activation link for guest orders, else nothing. */
export async function sendLink(deps: Deps, asked: { email: string; request: string }): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const account = await findByEmail(trx, asked.email);
    if (account) await mailReset(deps, trx, account, asked);
    else if (await findNewestGuestOrder(trx, asked.email)) await mailActivation(deps, trx, asked);
  });
}

async function mailReset(
  deps: Deps,
  trx: Trx,
  account: UserRow,
  { email, request }: { email: string; request: string },
): Promise<void> {
  if (await isFlooded(deps, trx, email, 'reset')) return;
  await revokeTokens(trx, account.id, deps.clock.now(), 'reset');
  const token = await makeToken(deps, trx, 'reset', email, account.id);
  await queueMail(deps, trx, {
    kind: 'password-reset',
    dedupeKey: `account-link:${request}`,
    to: email,
    subject: ({ shopName }) => `Reset your ${shopName} password`,
    content: {
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      parts: [
        `Hello ${account.name},`,
        'Someone asked for a new password for your account. If it was you, press the button. The link works once, for one hour.',
        { button: 'Reset password', url: `${deps.config.publicUrl}/reset-password/${token}` },
        'If it was not you, do nothing: your password stays as it is.',
      ],
    },
  });
}

async function mailActivation(
  deps: Deps,
  trx: Trx,
  { email, request }: { email: string; request: string },
): Promise<void> {
  if (await isFlooded(deps, trx, email, 'activation')) return;
  const url = await activationLink(deps, trx, email);
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

/** A link that proves the mailbox of guest orders: 7 days, once. For mails to this very address alone. */
export async function activationLink(deps: Deps, trx: Trx, email: string): Promise<string> {
  const token = await makeToken(deps, trx, 'activation', email);
  return `${deps.config.publicUrl}/activate-account?${new URLSearchParams({ email, token })}`;
}

/** Asks the mailbox whether it is hers: a new account's, or the one she wants to change to. */
export async function mailConfirmEmail(deps: Deps, trx: Trx, account: UserRow, email: string): Promise<void> {
  if (await isFlooded(deps, trx, email, 'email_change')) return;
  await revokeTokens(trx, account.id, deps.clock.now(), 'email_change');
  const token = await makeToken(deps, trx, 'email_change', email, account.id);
  await queueMail(deps, trx, {
    kind: 'email-change',
    to: email,
    subject: ({ shopName }) => `Confirm your email address for ${shopName}`,
    content: {
      preview: 'One press, and this address counts as yours.',
      heading: 'Is this your email address?',
      parts: [
        `Hello ${account.name},`,
        'Confirm that this address is yours, while you are signed in. The link works once, for one day.',
        { button: 'Confirm email', url: `${deps.config.publicUrl}/confirm-email/${token}` },
        'If you have no account with us, someone has mistyped an address. Do nothing: without you it does not count.',
      ],
    },
  });
}

async function makeToken(
  { clock }: Deps,
  trx: Trx,
  purpose: AccountTokenPurpose,
  email: string,
  userId?: string,
): Promise<string> {
  const token = newToken();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs[purpose]);
  await insertToken(trx, hashToken(token), { purpose, email, userId, createdAt, expiresAt });
  return token;
}

async function isFlooded({ clock }: Deps, trx: Trx, email: string, purpose: AccountTokenPurpose) {
  const hourAgo = new Date(clock.now().getTime() - hourMs);
  return (await countTokens(trx, email, purpose, hourAgo)) >= maxLinks;
}
