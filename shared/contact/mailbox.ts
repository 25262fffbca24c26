import { plainText } from '../text/plain-text.ts';

/**
 * The mailbox that receives the mail of an address, as limits count it: in lower case, without characters that nobody
 * sees and without the part after `+`, and for Gmail without dots. Not for sending.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = plainText(email)
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  const base = name.replace(/(.)\+.*$/, '$1');
  return isGmail ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
