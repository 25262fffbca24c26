import { expect, test } from 'vitest';
import { stockLabel, stockShare } from './stock-label.ts';

test.each([
  [0, null, 'Out of Stock'],
  [1, null, 'Low Stock'],
  [9, null, 'Low Stock'],
  [10, null, 'In Stock'],
  [500, null, 'In Stock'],
  [0, 3, 'Out of Stock'],
  [3, 3, 'Low Stock'],
  [4, 3, 'In Stock'],
  [25, 25, 'Low Stock'],
  [1, 0, 'In Stock'],
] as const)('%i units with the threshold %s are labelled %s', (count, threshold, label) => {
  expect(stockLabel(count, threshold)).toBe(label);
});

test('the stock bar is relative to the highest stock shown, and at most 100%', () => {
  expect([stockShare(30, 40), stockShare(40, 40), stockShare(60, 40)]).toEqual([75, 100, 100]);
  expect([stockShare(0, 40), stockShare(0, 0), stockShare(-1, 40)]).toEqual([0, 0, 0]);
});
