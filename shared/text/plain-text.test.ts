import { expect, it } from 'vitest';
import { normaliseEmail } from '../contact/contact-rules.ts';
import { codeRequest } from '../contract/accounts/sign-in.ts';
import { isGstin, normaliseGstin } from '../gstin.ts';
import { giftCardCodeOf } from '../orders/gift-card-code.ts';
import { compactText, plainText } from './plain-text.ts';

it.each([
  ['०१२३४५६७८९', '0123456789'],
  ['৫ ੫ ૫ ୫ ௫ ౫ ೫ ൫ ᱕ ꯵ ٥ ۵ ５', '5 5 5 5 5 5 5 5 5 5 5 5 5'],
  ['a‐b‑c‒d–e—f―g−h－i', 'a-b-c-d-e-f-g-h-i'],
  ['\ufeffWEL\u200bCO\u00adME\u2060 10.\u00a0', 'WELCOME 10'],
  ['line\none\ttwo', 'line one two'],
  ['धन्यवाद।', 'धन्यवाद'],
])('%j is meant as %j', (given, meant) => {
  expect(plainText(given)).toBe(meant);
});

it('a text that is longer than any field stays as it is', () => {
  const given = '1 .'.repeat(400);
  expect(plainText(given)).toBe(given);
});

it('an email address in an Indian script keeps its digits, and any other gets plain ones', () => {
  expect(normaliseEmail('आशा१२@उदाहरण.भारत\u200b')).toBe('आशा१२@उदाहरण.भारत');
  expect(normaliseEmail('आशा१२@उदाहरण.भारत।')).toBe('आशा१२@उदाहरण.भारत');
  expect(normaliseEmail('asha१२@example.in')).toBe('asha12@example.in');
});

it('codes, numbers and prices are read as they were meant', () => {
  expect(giftCardCodeOf('\u200babcd–efgh–2345–6789–jklm.')).toBe('ABCDEFGH23456789JKLM');
  expect(isGstin(normaliseGstin('०८ aabcu 9603 r1z३\u200b'))).toBe(isGstin('08AABCU9603R1Z3'));
  expect(normaliseGstin('０８-AABCU-9603-R-1-Z-3.')).toBe('08AABCU9603R1Z3');
  expect(codeRequest.parse({ request: 'r', code: '१२३४ – ५६७८\u200b' }).code).toBe('12345678');
  expect(compactText('\u200b३०२\u2011००१.')).toBe('302001');
});
