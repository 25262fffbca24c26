import { expect, test } from 'vitest';
import { stockLabel, stockShare } from './stock-label.ts';

test.each([
  [0, 'Out of Stock'],
  [1, 'Low Stock'],
  [9, 'Low Stock'],
  [10, 'In Stock'],
  [500, 'In Stock'],
])('%i pieces left read %s', (count, label) => {
  expect(stockLabel(count)).toBe(label);
});

test('the stock bar is relative to the highest stock shown, and never longer than the whole', () => {
  expect([stockShare(30, 40), stockShare(40, 40), stockShare(60, 40)]).toEqual([75, 100, 100]);
  expect([stockShare(0, 40), stockShare(0, 0), stockShare(-1, 40)]).toEqual([0, 0, 0]);
});
