import { expect, it } from 'vitest';
import type { CartLine } from '../../../shared/orders/cart.ts';
import { tooManyLines } from './too-many-lines.ts';

const cart = (count: number, more: Partial<CartLine> = {}) =>
  Array.from(
    { length: count },
    (_, n): CartLine => ({
      _id: `p${n}`,
      variantId: `v${n}`,
      variantLabel: '',
      slug: `p${n}`,
      name: 'Lamp',
      image: null,
      price: 100,
      countInStock: 5,
      quantity: 1,
      ...more,
    }),
  );

it('a cart with more lines than an order can have says how many to remove', () => {
  expect(tooManyLines(cart(50))).toBeUndefined();
  expect(tooManyLines(cart(60, { gone: true }))).toBeUndefined();
  expect(tooManyLines(cart(51))).toBe('An order has at most 50 different items. Remove one to check out.');
  expect(tooManyLines(cart(70))).toBe('An order has at most 50 different items. Remove 20 to check out.');
});
