import { deviceName } from '../../shared/device-name.ts';
import { orderDate } from '../../shared/orders/order-date.ts';
import type { Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/mail.ts';
import { addressBlock } from '../runtime/address-block.ts';
import { hashToken } from './tokens.ts';

type MailDeps = Pick<Deps, 'jobs' | 'config' | 'clock'>;
/** An address that is told about a change of its account. */
type Recipient = { email: string | null; emailVerifiedAt: Date | null };
type Notice = { subject: string; text: string };

/** Reports a sign-in from a device that the account has not signed in from before. */
export function mailNewDevice(
  deps: Deps,
  trx: Trx,
  account: Recipient,
  { userAgent, address }: { userAgent: string; address: string },
): Promise<void> {
  const device = `${deviceName(userAgent)}, ${orderDate(deps.clock.now().toISOString())}, network ${addressBlock(address)}`;
  return mailNotice(deps, trx, account, {
    subject: 'New sign-in to your account',
    text: `Someone signed in to your account on a device that it was not used on before: ${device}.`,
  });
}

/** Reports that the password was changed or reset. */
export const mailPasswordChanged = (deps: Deps, trx: Trx, account: Recipient, more = ''): Promise<void> =>
  mailNotice(deps, trx, account, {
    subject: 'Your password was changed',
    text: `The password of your account was changed. All other devices were signed out.${more && ` ${more}`}`,
  });

/** For the owner of an address that is confirmed by a new password, because somebody else may have created the account. */
export const removedDetails =
  'Mobile numbers and addresses that were saved before this email address was confirmed have been removed. Please enter yours again.';

/** Reports to the current address that a new one was entered, which is not confirmed yet. */
export const mailEmailChangeRequested = (deps: Deps, trx: Trx, account: Recipient): Promise<void> =>
  mailNotice(deps, trx, account, {
    subject: 'A new email address for your account',
    text: 'Someone entered a new email address for your account. It replaces this one when it is confirmed.',
  });

/** Reports to the old and to the new address that the new one has replaced the old one. */
export async function mailEmailChanged(deps: Deps, trx: Trx, addresses: Recipient[]): Promise<void> {
  for (const address of addresses) {
    await mailNotice(deps, trx, address, {
      subject: 'The email address of your account was changed',
      text: 'Your account has a new email address. Messages go to the new address from now on.',
    });
  }
}

/** Reports that the mobile number was confirmed, with which the account can be signed in to from now on. */
export const mailMobileConfirmed = (deps: Deps, trx: Trx, account: Recipient): Promise<void> =>
  mailNotice(deps, trx, account, {
    subject: 'A mobile number was confirmed for your account',
    text: 'Anyone who has this number can sign in with a code that is sent to it.',
  });

/** Reports that a passkey of a shopper was added or removed. */
export const mailPasskeyChanged = (
  deps: Deps,
  trx: Trx,
  account: Recipient,
  change: 'added' | 'removed',
): Promise<void> =>
  mailNotice(deps, trx, account, {
    subject:
      change === 'added' ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    text:
      change === 'added'
        ? 'A device can sign in to your account with its passkey, without your password. A password that you choose through this mail removes all passkeys.'
        : 'A device can no longer sign in to your account with its passkey.',
  });

const factorNotices = {
  added: {
    subject: 'A second factor was added to your account',
    text: 'A passkey or an authenticator app was added to your account.',
  },
  removed: {
    subject: 'A second factor was removed from your account',
    text: 'A passkey or the authenticator app was removed from your account.',
  },
  codes: {
    subject: 'The recovery codes of your account were replaced',
    text: 'Your account has new recovery codes. The earlier ones no longer work.',
  },
  reset: {
    subject: 'The second factors of your account were removed',
    text: 'All passkeys, the authenticator app and the recovery codes were removed from your account.',
  },
};

/** Reports a change of the second factors; `reset`: somebody else has removed all of them. */
export const mailFactorChanged = (
  deps: MailDeps,
  trx: Trx,
  account: Recipient,
  change: keyof typeof factorNotices,
): Promise<void> => mailNotice(deps, trx, account, factorNotices[change]);

/**
 * Mails a notice. It contains no text that a person chose. An address that nobody has confirmed may be a stranger's, so
 * it gets each kind of notice at most once an hour.
 */
async function mailNotice(
  deps: MailDeps,
  trx: Trx,
  { email, emailVerifiedAt }: Recipient,
  { subject, text }: Notice,
): Promise<void> {
  if (!email) return;
  const hour = deps.clock.now().toISOString().slice(0, 13);
  const key = hashToken(`${email} ${subject} ${hour}`).toString('base64url');
  await queueMail(deps, trx, {
    kind: 'security-notice',
    ...(!emailVerifiedAt && { dedupeKey: `security-notice:${key}` }),
    to: email,
    subject: ({ shopName }) => `${subject} at ${shopName}`,
    content: {
      preview: text,
      heading: subject,
      parts: [
        text,
        'If it was you, there is nothing to do. If not, choose a new password now. That signs out all devices.',
        { button: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      ],
    },
  });
}
