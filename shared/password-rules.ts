/** Minimum lengths of passwords of shoppers and admins, and the maximum of both (contract §4). */
export const passwordLimits = { shopper: 6, admin: 12, max: 200 };

/** Who chooses a password by a mailed link: a shopper, an admin, or one who was invited. */
export type PasswordReader = '' | 'admin' | 'invitation';

/** Common passwords, also with a few digits around them. */
const common =
  /^(password|passw0rd|p@ssword|p@ssw0rd|admin|administrator|qwerty|qwertyuiop|asdfghjkl|letmein|welcome|iloveyou|football|cricket|india|bharat|mumbai|haat|shop|owner|secret|changeme|default|master|sunshine|princess|dragon|monkey|superman|abc)+$/;
const rows = [
  '01234567890123456789',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/**
 * The message for an admin's password that is too short, common, or consists mainly of the name in `email`; undefined if
 * it is valid.
 */
export function adminPasswordProblem(password: string, email = ''): string | undefined {
  if (password.length < passwordLimits.admin) {
    return `Admin passwords must be at least ${passwordLimits.admin} characters`;
  }
  const plain = password.toLowerCase();
  const letters = plain.replace(/[^\p{L}@]/gu, '');
  const [mailbox = ''] = email.split('@');
  const isCommon =
    new Set(plain).size < 5 ||
    rows.some((row) => row.includes(plain)) ||
    common.test(letters) ||
    (letters === '' && /^\d+$/.test(plain)) ||
    (mailbox.length > 3 && plain.includes(mailbox) && plain.length - mailbox.length < 8);
  return isCommon ? 'This password is too common. Choose one that is harder to guess' : undefined;
}
