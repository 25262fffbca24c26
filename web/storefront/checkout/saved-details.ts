import type { AddressDetails, ContactDetails } from '../../../shared/contact-rules.ts';

export type CheckoutDetails = ContactDetails & AddressDetails;

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
    email: stored(contactKeys.email),
    mobile: stored(contactKeys.mobile),
    altMobile: stored(contactKeys.altMobile),
    ...savedAddress(),
  };
}

/** Saves the entered details, except contact details that the account already has. */
export function saveDetails(
  { email, mobile, altMobile, ...address }: CheckoutDetails,
  account?: ContactDetails,
) {
  if (!account?.email) store(contactKeys.email, email);
  if (!account?.mobile) store(contactKeys.mobile, mobile);
  if (!account?.altMobile) store(contactKeys.altMobile, altMobile);
  store(addressKey, JSON.stringify(address));
}

function savedAddress(): AddressDetails {
  try {
    const saved: unknown = JSON.parse(stored(addressKey) || '{}');
    if (typeof saved !== 'object' || saved === null) return noAddress;
    const entries = Object.entries(saved).filter(
      ([key, value]) => key in noAddress && typeof value === 'string',
    );
    return { ...noAddress, ...Object.fromEntries(entries) };
  } catch {
    return noAddress;
  }
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, a reload loses the details.
  }
}
