import type { AddressDetails, ContactDetails } from '../../../shared/contact-rules.ts';

export type CheckoutDetails = ContactDetails & AddressDetails;

const addressKey = 'guest_address';
const contactKeys = {
  email: 'guest_email',
  mobile: 'guest_mobile',
  altMobile: 'guest_alt_mobile',
} satisfies Record<keyof ContactDetails, string>;
const noAddress: AddressDetails = { name: '', address: '', city: '', state: '', postalCode: '' };

/** What was typed at checkout before, so that a reload or the next purchase loses nothing. */
export function savedDetails(): CheckoutDetails {
  return {
    email: stored(contactKeys.email),
    mobile: stored(contactKeys.mobile),
    altMobile: stored(contactKeys.altMobile),
    ...savedAddress(),
  };
}

/** Keeps what is being typed; the contact that an account knows is not the browser's to keep. */
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
    const known = Object.entries(saved).filter(
      ([key, value]) => key in noAddress && typeof value === 'string',
    );
    return { ...noAddress, ...Object.fromEntries(known) };
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
    // A browser that stores nothing still buys; it only forgets on reload.
  }
}
