import { expect, test } from 'vitest';
import { gstProblems, gstRatesAt, toGstTenths } from './gst-rates.ts';

const now = new Date('2026-11-23T10:00:00Z');
const hsn = '6912';

test('the rates of a day are those of the list, by the clock of India', () => {
  const ratesAt = (time: string) => gstRatesAt(new Date(time)).map((tenths) => tenths / 10);
  expect(ratesAt('2025-09-21T23:59:59+05:30')).toEqual([0, 0.25, 1.5, 3, 5, 12, 18, 28]);
  expect(ratesAt('2025-09-22T00:00:00+05:30')).toEqual([0, 0.25, 1.5, 3, 5, 18, 28, 40]);
  expect(ratesAt('2026-01-31T18:29:59Z')).toContain(28);
  expect(ratesAt('2026-01-31T18:30:00Z')).toEqual([0, 0.25, 1.5, 3, 5, 18, 40]);
});

test('a rate can have two decimals', () => {
  expect([0, 0.25, 1.5, 18, 12.55].map(toGstTenths)).toEqual([0, 2.5, 15, 180, 125.5]);
});

test('a product is sold with an HSN code and a rate that is in force', () => {
  for (const gstRate of [0, 0.25, 1.5, 3, 5, 18, 40]) expect(gstProblems({ hsn, gstRate }, now)).toEqual({});
  for (const gstRate of [12, 28, 7, 0.2])
    expect(gstProblems({ hsn, gstRate }, now)).toEqual({
      gstRate: `${gstRate}% is not a GST rate now. Choose 0%, 0.25%, 1.5%, 3%, 5%, 18% or 40%`,
    });
  expect(gstProblems({ hsn, gstRate: null }, now)).toEqual({
    gstRate: 'GST rate is required to sell with GST',
  });
  for (const code of [null, '69121'])
    expect(gstProblems({ hsn: code, gstRate: 5 }, now)).toEqual({
      hsn: 'HSN code is required to sell with GST',
    });
});

test('the law sets the rate of apparel, and a gift card has none', () => {
  expect(gstProblems({ hsn: '6109', gstRate: null }, now)).toEqual({});
  expect(gstProblems({ hsn: '6109', gstRate: 12 }, now)).toHaveProperty('gstRate');
  expect(gstProblems({ hsn: null, gstRate: 0, isGiftCard: true }, now)).toEqual({});
});
