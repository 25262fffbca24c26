import type { AddressDetails } from '../../../shared/contact/address-rules.ts';
import type { ContactDetails } from '../../../shared/contact/contact-rules.ts';
import type { OrderExtras } from '../../../shared/orders/order-extras.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { readPin } from '../cart/pin.ts';

/** `pickupPoint`: the name of the place where they pick the order up; empty if it is delivered. */
export type CheckoutDetails = ContactDetails & AddressDetails & OrderExtras & { pickupPoint: string };
export type DetailErrors = { [Field in keyof CheckoutDetails]?: string };

const addressKey = 'guest_address';
const extrasKey = 'checkout_extras';
const contactKeys = {
  email: 'guest_email',
  mobile: 'guest_mobile',
  altMobile: 'guest_alt_mobile',
} satisfies Record<keyof ContactDetails, string>;
const noAddress: AddressDetails = { name: '', address: '', city: '', state: '', postalCode: '' };
const noExtras = { note: '', giftMessage: '', businessName: '', gstin: '', isSez: false, pickupPoint: '' };

/** The details that were last entered at checkout in this browser. */
export function savedDetails(): CheckoutDetails {
  return {
    email: readStored(contactKeys.email) ?? '',
    mobile: readStored(contactKeys.mobile) ?? '',
    altMobile: readStored(contactKeys.altMobile) ?? '',
    ...withPin(savedFields(addressKey, noAddress)),
    ...savedFields(extrasKey, noExtras),
  };
}

/** Saves the entered details, except contact details that the account already has. */
export function saveDetails(
  {
    email,
    mobile,
    altMobile,
    note,
    giftMessage,
    businessName,
    gstin,
    isSez,
    pickupPoint,
    ...address
  }: CheckoutDetails,
  account?: ContactDetails,
) {
  if (!account?.email) writeStored(contactKeys.email, email);
  if (!account?.mobile) writeStored(contactKeys.mobile, mobile);
  if (!account?.altMobile) writeStored(contactKeys.altMobile, altMobile);
  writeStored(addressKey, JSON.stringify(address));
  writeStored(extrasKey, JSON.stringify({ note, giftMessage, businessName, gstin, isSez, pickupPoint }));
}

/** Forgets the texts that belonged to the order that was placed. A business stays. */
export function forgetOrderTexts() {
  writeStored(extrasKey, JSON.stringify({ ...savedFields(extrasKey, noExtras), note: '', giftMessage: '' }));
}

/** An address without a PIN code gets the one that was checked before. */
const withPin = (address: AddressDetails): AddressDetails => ({
  ...address,
  postalCode: address.postalCode || readPin(),
});

function savedFields<Fields extends object>(key: string, none: Fields): Fields {
  const types = new Map(Object.entries(none).map(([name, value]) => [name, typeof value]));
  try {
    const saved: unknown = JSON.parse(readStored(key) || '{}');
    if (typeof saved !== 'object' || saved === null) return none;
    const entries = Object.entries(saved).filter(([name, value]) => types.get(name) === typeof value);
    return { ...none, ...Object.fromEntries(entries) };
  } catch {
    return none;
  }
}
