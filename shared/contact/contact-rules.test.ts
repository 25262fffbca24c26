import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  altMobileField,
  emailField,
  mobileField,
  shippingDetails,
} from '../contract/accounts/contact-fields.ts';
import { addressProblems } from './address-rules.ts';
import { contactProblems } from './contact-rules.ts';

/** Page and server must say the same of the same input: every case is put to both. */
const contact = { email: 'asha@example.in', mobile: '9876543210', altMobile: '' };
const address = {
  name: 'Asha Rao',
  address: '12, Johari Bazaar',
  city: 'Jaipur',
  state: 'Rajasthan',
  postalCode: '302001',
};

describe('contact details (spec §5)', () => {
  test.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['asha', 'Enter a valid email address'],
    ['asha@example', 'Enter a valid email address'],
    ['asha@@example.in', 'Enter a valid email address'],
    ['a sha@example.in', 'Enter a valid email address'],
    [`${'a'.repeat(60)}@${'b.'.repeat(120)}in`, 'Enter a valid email address'],
    ['asha@example.in', undefined],
    ['  Asha.Rao+haat@shop.example.co.in ', undefined],
    ['आशा@उदाहरण.भारत', undefined],
    ['\u202aasha\u200b.rao@example.in\u202c', undefined],
    ['\uff41sha\uff20example.in', undefined],
    ['asha@example.in.', undefined],
    ['\u200b', 'Email is required'],
    ['asha\n@example.in', 'Enter a valid email address'],
  ])('e-mail %j', (email, problem) => {
    expect(contactProblems({ ...contact, email }).email).toBe(problem);
    expect(refusalOf(emailField, email)).toBe(problem);
  });

  test.each([
    ['', 'Mobile number is required'],
    ['12345', 'Enter a valid Indian mobile number'],
    ['5876543210', 'Enter a valid Indian mobile number'],
    ['98765432101', 'Enter a valid Indian mobile number'],
    ['98765 4321x', 'Enter a valid Indian mobile number'],
    ['9876543210', undefined],
    ['+91 98765 43210', undefined],
    ['098765-43210', undefined],
    ['\u2068\u200e+91\u00a0(0)\u00a098765\u00a0\u2212\u00a043210\u2069\u200b\u200b\u200b', undefined],
    ['0091 98765 43210.', undefined],
    ['૯૮૭૬૫૪૩૨૧૦', undefined],
    ['٩٨٧٦٥٤٣٢١٠', undefined],
    ['98765432100', 'Enter a valid Indian mobile number'],
    ['\u200b', 'Mobile number is required'],
  ])('mobile %j', (mobile, problem) => {
    expect(contactProblems({ ...contact, mobile }).mobile).toBe(problem);
    expect(refusalOf(mobileField, mobile)).toBe(problem);
  });

  test.each([
    ['', undefined],
    ['  ', undefined],
    ['123', 'Enter a valid alternate mobile number'],
    ['+91 87654 32109', undefined],
  ])('alternate mobile %j', (altMobile, problem) => {
    expect(contactProblems({ ...contact, altMobile }).altMobile).toBe(problem);
    expect(refusalOf(altMobileField, altMobile)).toBe(problem);
  });
});

describe('delivery address (contract §3)', () => {
  test.each([
    ['name', ' ', 'Full name is required'],
    ['name', 'a'.repeat(101), 'Full name is too long'],
    ['address', '', 'Address is required'],
    ['address', 'a'.repeat(301), 'Address is too long'],
    ['city', '', 'City is required'],
    ['state', '', 'State is required'],
    ['state', 'Gondor', 'Choose a state'],
    ['state', 'Maharastra', undefined],
    ['postalCode', '', 'PIN code is required'],
    ['postalCode', '012345', 'Enter a valid PIN code'],
    ['postalCode', '3020011', 'Enter a valid PIN code'],
    ['postalCode', '30200x', 'Enter a valid PIN code'],
    ['postalCode', ' 302001 ', undefined],
    ['postalCode', '302 001', undefined],
    ['postalCode', '302\u2011001.', undefined],
    ['postalCode', '\u200b३०२००१', undefined],
  ] as const)('%s %j', (field, value, problem) => {
    const given = { ...address, [field]: value };
    expect(addressProblems(given)).toEqual(problem ? { [field]: problem } : {});
    expect(refusalOf(shippingDetails, given)).toBe(problem);
  });
});

function refusalOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}
