import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactRupees,
  discountTenths,
  marginOf,
  rupees,
  sellingPrice,
  shortRupees,
  wholePercentOff,
} from './money.ts';

it.each([
  [1610.18, '₹1,610.18', '₹1,610.18'],
  [1232.5, '₹1,232.50', '₹1,232.50'],
  [129_900, '₹1,29,900.00', '₹1,29,900'],
  [0, '₹0.00', '₹0'],
  [-120, '−₹120.00', '−₹120'],
  [-0.5, '−₹0.50', '−₹0.50'],
])(
  '%d is formatted with two decimals as a price, and without decimals for whole rupees on orders',
  (amount, price, ordered) => {
    expect(rupees(amount)).toBe(price);
    expect(shortRupees(amount)).toBe(ordered);
  },
);

it('amounts of a chart are short, in Indian units', () => {
  expect(compactRupees(129_900)).toBe('₹1.3L');
  expect(compactRupees(-2500)).toBe('−₹2.5K');
});

const list = fc.integer({ min: 1000, max: 100_000_000 });

it('the selling price for a discount is rounded half up to a paisa', () => {
  expect(sellingPrice(49_950, 125)).toBe(43_706);
  expect(sellingPrice(33_330, 150)).toBe(28_331);
  expect(sellingPrice(99_900, 1000)).toBe(0);
});

describe('discountTenths', () => {
  it('is the percent between two prices to one decimal', () => {
    expect(discountTenths(79_900, 49_900)).toBe(375);
    expect(discountTenths(129_900, 99_900)).toBe(231);
    expect(discountTenths(79_900, 79_900)).toBe(0);
    expect(discountTenths(0, 0)).toBe(0);
  });

  it('returns a discount with one decimal unchanged', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 0, max: 999 }), (price, tenths) => {
        expect(discountTenths(price, sellingPrice(price, tenths))).toBe(tenths);
      }),
    );
  });

  it('is 100% only if nothing is left to pay', () => {
    expect(discountTenths(10_000_000, 1)).toBe(999);
    expect(discountTenths(10_000_000, 0)).toBe(1000);
  });
});

describe('wholePercentOff', () => {
  it('rounds down', () => {
    expect(wholePercentOff(79_900, 49_900)).toBe(37);
    expect(wholePercentOff(10_000, 8004)).toBe(19);
    expect(wholePercentOff(10_000_000, 1)).toBe(99);
    expect(wholePercentOff(10_000, 9950)).toBe(0);
    expect(wholePercentOff(0, 0)).toBe(0);
  });

  it('is the whole percent that was set, although the price was rounded to a paisa', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 0, max: 100 }), (price, percent) => {
        expect(wholePercentOff(price, sellingPrice(price, percent * 10))).toBe(percent);
      }),
    );
  });
});

it.each([
  ['with GST', 118_000, 60_000, 180, { paise: 40_000, tenths: 400 }],
  ['without GST', 100_000, 60_000, 0, { paise: 40_000, tenths: 400 }],
  ['that is negative', 118_000, 110_000, 180, { paise: -10_000, tenths: -100 }],
  ['of a gift', 0, 100, 0, null],
])('a margin %s', (_, selling, cost, rate, expected) => {
  expect(marginOf(selling, cost, rate)).toEqual(expected);
});
