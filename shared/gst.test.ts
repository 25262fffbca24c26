import { expect, test } from 'vitest';
import { gstGap, gstTenthsOf } from './gst.ts';

const now = new Date('2026-11-23T10:00:00Z');
const rateOf = (hsn: string | null, paise: number, quantity = 1, time = now) =>
  gstTenthsOf({ hsn, gstTenths: 120 }, { paise, quantity }, time);

test('the rate of apparel, textiles and footwear follows the value of a unit before tax', () => {
  for (const hsn of ['61', '6109', '62149040', '6304', '64035990']) {
    expect(rateOf(hsn, 262_500)).toBe(50);
    expect(rateOf(hsn, 295_001)).toBe(180);
    // Of several units, the value of one counts.
    expect(rateOf(hsn, 3 * 262_500, 3)).toBe(50);
    expect(rateOf(hsn, 3 * 262_500 + 1, 3)).toBe(180);
  }
  for (const hsn of ['6912', '63053200', '6309', '6310', '6406', '9404', null])
    expect(rateOf(hsn, 500_000)).toBe(120);
});

test('it begins on 22 September 2025 in India', () => {
  expect(rateOf('6109', 100_000, 1, new Date('2025-09-21T18:29:59Z'))).toBe(120);
  expect(rateOf('6109', 100_000, 1, new Date('2025-09-21T18:30:00Z'))).toBe(50);
});

test('between ₹2,625 and ₹2,950 no rate fits, and the higher one counts', () => {
  expect(gstGap('6109', 262_500, now)).toBeUndefined();
  expect(gstGap('6109', 295_001, now)).toBeUndefined();
  expect(gstGap('6912', 280_000, now)).toBeUndefined();
  for (const paise of [262_501, 295_000]) {
    expect(gstGap('6109', paise, now)).toBe(
      'No GST rate fits this price: 5% is for at most ₹2,625.00, 18% for more than ₹2,950.00',
    );
    expect(rateOf('6109', paise)).toBe(180);
  }
});
