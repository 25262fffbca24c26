import { expect, it } from 'vitest';
import { isGstin } from './gstin.ts';

it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '08AAAFH0000A1ZL'])('accepts %s', (gstin) => {
  expect(isGstin(gstin)).toBe(true);
});

it.each([
  ['a wrong check sign', '27AAPFU0939F1ZW'],
  ['two signs changed places', '27AAPFU9039F1ZV'],
  ['small letters', '27aapfu0939f1zv'],
  ['too short', '27AAPFU0939F1Z'],
  ['nothing', ''],
])('refuses %s', (_, gstin) => {
  expect(isGstin(gstin)).toBe(false);
});
