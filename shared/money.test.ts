import { expect, test } from 'vitest';
import { compactRupees, rupees, shortRupees } from './money.ts';

test.each([
  [1610.18, '₹1,610.18', '₹1,610.18'],
  [1232.5, '₹1,232.50', '₹1,232.50'],
  [129_900, '₹1,29,900.00', '₹1,29,900'],
  [0, '₹0.00', '₹0'],
  [-120, '−₹120.00', '−₹120'],
  [-0.5, '−₹0.50', '−₹0.50'],
])(
  '%d keeps its paise on every page: two digits on prices, none for whole rupees on orders',
  (amount, price, ordered) => {
    expect(rupees(amount)).toBe(price);
    expect(shortRupees(amount)).toBe(ordered);
  },
);

test('a chart writes amounts short, in Indian units', () => {
  expect(compactRupees(129_900)).toBe('₹1.3L');
  expect(compactRupees(-2500)).toBe('−₹2.5K');
});
