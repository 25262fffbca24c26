/** How long passwords are (contract §4): of shoppers, of admins, of anyone. */
export const passwordLimits = { shopper: 6, admin: 12, max: 200 };

/** Words that guessers try first, alone or with a few digits around them. */
const worn =
  /^(password|passw0rd|p@ssword|p@ssw0rd|admin|administrator|qwerty|qwertyuiop|asdfghjkl|letmein|welcome|iloveyou|football|cricket|india|bharat|mumbai|haat|shop|owner|secret|changeme|default|master|sunshine|princess|dragon|monkey|superman|abc)+$/;
const rows = [
  '01234567890123456789',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/**
 * What is wrong with an admin's password, if anything: too short, or so common that it is guessed first.
 * `email` may not be a part of it.
 */
export function adminPasswordProblem(password: string, email = ''): string | undefined {
  if (password.length < passwordLimits.admin) {
    return `Admin passwords must be at least ${passwordLimits.admin} characters`;
  }
  const plain = password.toLowerCase();
  const letters = plain.replace(/[^\p{L}@]/gu, '');
  const [mailbox = ''] = email.split('@');
  const common =
    new Set(plain).size < 5 ||
    rows.some((row) => row.includes(plain)) ||
    worn.test(letters) ||
    (letters === '' && /^\d+$/.test(plain)) ||
    (mailbox.length > 3 && plain.includes(mailbox) && plain.length - mailbox.length < 8);
  return common ? 'This password is too common. Choose one that is harder to guess' : undefined;
}
