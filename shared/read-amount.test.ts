import { expect, it } from 'vitest';
import { parseRupees } from './read-amount.ts';

it.each([
  ['1299', 1299],
  ['1,299', 1299],
  [' ₹1,299.50 ', 1299.5],
  ['₹ 1,29,900', 129_900],
  ['129,900', 129_900],
  ['Rs. 499.5', 499.5],
  ['0', 0],
  ['', undefined],
  ['499 Rs', 499],
  ['Rs 499/-', 499],
  ['१,२९९.५०', 1299.5],
  ['౪౯౯', 499],
  ['1299,50', 1299.5],
  ['499,0', 499],
  ['1.299,50', 1299.5],
  ['1 29 900', 129_900],
  ['499.0000', 499],
  ['0,500', undefined],
  ['12,50,0', undefined],
  ['1,299,50', undefined],
  ['846.6102', undefined],
  ['1.005', undefined],
  ['-5', undefined],
  ['1e5', undefined],
  ['499 only', undefined],
])('“%s” is read as the price %s', (text, amount) => {
  expect(parseRupees(text)).toBe(amount);
});
