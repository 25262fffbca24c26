import { expect, test } from 'vitest';
import { stockLabel } from './stock-label.ts';

test.each([
  [0, 'Out of Stock'],
  [1, 'Low Stock'],
  [9, 'Low Stock'],
  [10, 'In Stock'],
  [500, 'In Stock'],
])('%i pieces left read %s', (count, label) => {
  expect(stockLabel(count)).toBe(label);
});
