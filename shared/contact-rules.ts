import { mobilePattern, normaliseMobile } from './phone.ts';
import { pinPattern } from './pin-code.ts';

/** A simple address pattern, linear in its input. */
export const emailPattern = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/;

/** Maximum lengths of the fields of a delivery address. */
export const addressLimits = { name: 100, address: 300, city: 100, state: 100 };

/** Contact details and address at checkout (spec §2 and §5, contract §3). */
export interface ContactDetails {
  email: string;
  mobile: string;
  altMobile: string;
}
export interface AddressDetails {
  name: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

type Problems<Fields> = { [Field in keyof Fields]?: string };

/** The messages of spec §5 for invalid contact details, by field; empty if they are valid. */
export function contactProblems(given: ContactDetails): Problems<ContactDetails> {
  return found({
    email: emailProblem(given.email.trim()),
    mobile: mobileProblem(given.mobile.trim()),
    altMobile:
      given.altMobile.trim() && !isMobile(given.altMobile)
        ? 'Enter a valid alternate mobile number'
        : undefined,
  });
}

/** The messages for an invalid delivery address, by field; empty if it is valid. */
export function addressProblems(given: AddressDetails): Problems<AddressDetails> {
  const pin = given.postalCode.trim();
  return found({
    name: textProblem('Full name', given.name, addressLimits.name),
    address: textProblem('Address', given.address, addressLimits.address),
    city: textProblem('City', given.city, addressLimits.city),
    state: textProblem('State', given.state, addressLimits.state),
    postalCode: !pin ? 'PIN code is required' : pinPattern.test(pin) ? undefined : 'Enter a valid PIN code',
  });
}

/** The message for an invalid e-mail address; undefined if it is valid. */
export function emailProblem(email: string) {
  if (!email) return 'Email is required';
  return email.length <= 254 && emailPattern.test(email) ? undefined : 'Enter a valid email address';
}

/** The message for an invalid Indian mobile number; undefined if it is valid. */
export function mobileProblem(mobile: string) {
  if (!mobile) return 'Mobile number is required';
  return isMobile(mobile) ? undefined : 'Enter a valid Indian mobile number';
}

function isMobile(given: string) {
  return given.trim().length <= 20 && mobilePattern.test(normaliseMobile(given));
}

function textProblem(what: string, given: string, limit: number) {
  const text = given.trim();
  if (!text) return `${what} is required`;
  return text.length > limit ? `${what} is too long` : undefined;
}

function found<Fields>(problems: Problems<Fields>): Problems<Fields> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== undefined),
  ) as Problems<Fields>;
}
