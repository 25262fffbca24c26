import type { AddressDetails, ContactDetails } from '../../../shared/contact-rules.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { readPin } from '../cart/pin.ts';

export type CheckoutDetails = ContactDetails & AddressDetails;
export type DetailErrors = { [Field in keyof CheckoutDetails]?: string };

const addressKey = 'guest_address';
const contactKeys = {
  email: 'guest_email',
  mobile: 'guest_mobile',
  altMobile: 'guest_alt_mobile',
} satisfies Record<keyof ContactDetails, string>;
const noAddress: AddressDetails = { name: '', address: '', city: '', state: '', postalCode: '' };

/** The details that were last entered at checkout in this browser. */
export function savedDetails(): CheckoutDetails {
  return {
    email: readStored(contactKeys.email) ?? '',
    mobile: readStored(contactKeys.mobile) ?? '',
    altMobile: readStored(contactKeys.altMobile) ?? '',
    ...withPin(savedAddress()),
  };
}

/** Saves the entered details, except contact details that the account already has. */
export function saveDetails(
  { email, mobile, altMobile, ...address }: CheckoutDetails,
  account?: ContactDetails,
) {
  if (!account?.email) writeStored(contactKeys.email, email);
  if (!account?.mobile) writeStored(contactKeys.mobile, mobile);
  if (!account?.altMobile) writeStored(contactKeys.altMobile, altMobile);
  writeStored(addressKey, JSON.stringify(address));
}

/** An address without a PIN code gets the one that was checked before. */
const withPin = (address: AddressDetails): AddressDetails => ({
  ...address,
  postalCode: address.postalCode || readPin(),
});

function savedAddress(): AddressDetails {
  try {
    const saved: unknown = JSON.parse(readStored(addressKey) || '{}');
    if (typeof saved !== 'object' || saved === null) return noAddress;
    const entries = Object.entries(saved).filter(
      ([key, value]) => key in noAddress && typeof value === 'string',
    );
    return { ...noAddress, ...Object.fromEntries(entries) };
  } catch {
    return noAddress;
  }
}
