import { plainText, typedText } from '../text/plain-text.ts';

/** A simple address pattern, linear in its input. */
export const emailPattern = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/;

/** Contact details at checkout (spec §2 and §5, contract §3). */
export interface ContactDetails {
  email: string;
  mobile: string;
  altMobile: string;
}

/** Messages of fields that are not valid. */
export type Problems<Fields> = { [Field in keyof Fields]?: string };

/** The messages of spec §5 for invalid contact details, by field; empty if they are valid. */
export function contactProblems(given: ContactDetails): Problems<ContactDetails> {
  return found({
    email: emailProblem(given.email),
    mobile: mobileProblem(given.mobile),
    altMobile:
      normaliseMobile(given.altMobile) && mobileProblem(given.altMobile)
        ? 'Enter a valid alternate mobile number'
        : undefined,
  });
}

/** An email address as it was meant. One in an Indian script may have digits of that script. */
export function normaliseEmail(given: string): string {
  const plain = plainText(given);
  return /^\p{ASCII}*$/u.test(plain) ? plain : typedText(given);
}

/** Text that names an account or a buyer: with an @ it is an email address, otherwise a mobile number (spec §5). */
export const emailOrMobile = (given: string): { email: string } | { mobile: string } =>
  typedText(given).includes('@') ? { email: given } : { mobile: given };

/** The message for an invalid email address; undefined if it is valid. */
export function emailProblem(given: string) {
  const email = normaliseEmail(given);
  if (!email) return 'Email is required';
  return email.length <= 254 && emailPattern.test(email) ? undefined : 'Enter a valid email address';
}

/** The message for an invalid Indian mobile number; undefined if it is valid. */
export function mobileProblem(given: string) {
  const mobile = normaliseMobile(given);
  if (!mobile) return 'Mobile number is required';
  return mobilePattern.test(mobile) ? undefined : 'Enter a valid Indian mobile number';
}

/** The fields that have a message. */
export function found<Fields>(problems: Problems<Fields>): Problems<Fields> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== undefined),
  ) as Problems<Fields>;
}

/** Ten digits starting with 6 to 9 (spec §9). */
export const mobilePattern = /^[6-9]\d{9}$/;

/**
 * An Indian mobile number in ten digits: without what people write between digits, characters that nobody sees, and a
 * leading +91, 0091, 91 or 0 (contract §4).
 */
export function normaliseMobile(given: string): string {
  const digits = plainText(given).replace(/[\s()./-]/g, '');
  return digits.replace(/^(?:\+|00)?(?:0?91)?0?(?=[6-9]\d{9}$)/, '');
}

/** Formats a mobile number: `+91 98765 43210`. */
export const spacedMobile = (mobile: string) => `+91 ${mobile.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`;
