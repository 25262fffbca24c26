import { compactText } from '../text/plain-text.ts';
import { found, type Problems } from './contact-rules.ts';
import { readIndianState } from './indian-states.ts';
import { pinPattern } from './pin-code.ts';

/** Maximum lengths of the fields of a delivery address. */
export const addressLimits = { name: 100, address: 300, city: 100, state: 100 };

/** A delivery address (contract §3). */
export interface AddressDetails {
  name: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/** The messages for an invalid delivery address, by field; empty if it is valid. */
export function addressProblems(given: AddressDetails): Problems<AddressDetails> {
  const pin = compactText(given.postalCode);
  return found({
    name: textProblem('Full name', given.name, addressLimits.name),
    address: textProblem('Address', given.address, addressLimits.address),
    city: textProblem('City', given.city, addressLimits.city),
    state:
      textProblem('State', given.state, addressLimits.state) ??
      (readIndianState(given.state) ? undefined : 'Choose a state'),
    postalCode: !pin ? 'PIN code is required' : pinPattern.test(pin) ? undefined : 'Enter a valid PIN code',
  });
}

function textProblem(what: string, given: string, limit: number) {
  const text = given.trim();
  if (!text) return `${what} is required`;
  return text.length > limit ? `${what} is too long` : undefined;
}
