import { z } from 'zod';
import { addressLimits } from '../../contact/address-rules.ts';
import { emailPattern, mobilePattern, normaliseEmail, normaliseMobile } from '../../contact/contact-rules.ts';
import { readIndianState } from '../../contact/indian-states.ts';
import { pinPattern } from '../../contact/pin-code.ts';
import { compactText } from '../../text/plain-text.ts';
import { line, requiredLine, requiredText } from '../text-fields.ts';

export const emailField = z
  .string('Email is required')
  .overwrite(normaliseEmail)
  .min(1, 'Email is required')
  .max(254, 'Enter a valid email address')
  .regex(emailPattern, 'Enter a valid email address')
  .toLowerCase();

export const mobileField = z
  .string('Mobile number is required')
  .overwrite(normaliseMobile)
  .min(1, 'Mobile number is required')
  .regex(mobilePattern, 'Enter a valid Indian mobile number');

export const altMobileField = z
  .string()
  .overwrite(normaliseMobile)
  .refine((v) => v === '' || mobilePattern.test(v), 'Enter a valid alternate mobile number');

/** A state of the list: abbreviations, former names and slips become its name. */
const ofList = (field: z.ZodString) =>
  field
    .overwrite((text) => readIndianState(text)?.name ?? text)
    .refine((text) => text === '' || readIndianState(text) !== undefined, 'Choose a state');
const stateField = ofList(requiredLine('State', addressLimits.state));
export const stateOrEmpty = ofList(line('State', addressLimits.state));

/** The delivery address (contract §3). */
export const shippingDetails = z.object({
  name: requiredLine('Full name', addressLimits.name),
  address: requiredText('Address', addressLimits.address),
  city: requiredLine('City', addressLimits.city),
  state: stateField,
  postalCode: z
    .string('PIN code is required')
    .overwrite(compactText)
    .min(1, 'PIN code is required')
    .regex(pinPattern, 'Enter a valid PIN code'),
  country: line('Country', 60).default('India'),
});
export type ShippingDetails = z.infer<typeof shippingDetails>;
/** The same as it is stored: addresses from before states were those of the list can have any text. */
export const storedAddress = shippingDetails.extend({ state: z.string() });
