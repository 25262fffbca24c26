import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import {
  attemptFor,
  currentAttempt,
  endAttempt,
  itemsOf,
  orderedAttempt,
  recordOrder,
  reservedUnits,
} from './attempt.ts';

const request = (quantity: number) => ({
  email: 'asha@example.in',
  cart_items: [{ product_id: 'cup', variant_id: 'cup-1', quantity }],
});
const cup = { _id: 'cup', variantId: 'cup-1' };

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.useRealTimers();
});

test('the same request keeps its key over a retry and a reload', () => {
  const { key } = attemptFor(request(2));
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptFor(request(2)).key).toBe(key);
});

test('a changed request, or a request after the end of the attempt, gets a new key', () => {
  const { key } = attemptFor(request(2));
  const changed = attemptFor(request(3)).key;
  expect(changed).not.toBe(key);
  recordOrder(attemptFor(request(3)), 'order-1');
  endAttempt('order-2');
  expect(currentAttempt()?.orderId).toBe('order-1');
  endAttempt('order-1');
  expect(currentAttempt()).toBeNull();
  expect(attemptFor(request(3)).key).not.toBe(changed);
});

test('an ordered attempt keeps its order and key', () => {
  const { key } = recordOrder(attemptFor(request(2)), 'order-1');
  expect(attemptFor(request(2))).toMatchObject({ key, orderId: 'order-1' });
});

test('a changed request replaces the unpaid order and keeps its reserved units', () => {
  recordOrder(attemptFor(request(2)), 'order-1');
  for (const quantity of [3, 4]) {
    const changed = attemptFor(request(quantity));
    expect(changed.orderId).toBeUndefined();
    expect(attemptFor(request(quantity))).toMatchObject({
      key: changed.key,
      replaces: { orderId: 'order-1' },
    });
    expect(orderedAttempt()?.orderId).toBe('order-1');
    expect(reservedUnits(cup)).toBe(2);
  }
  recordOrder(attemptFor(request(4)), 'order-2');
  expect(currentAttempt()?.replaces).toBeUndefined();
  const ordered = orderedAttempt();
  expect(ordered?.orderId).toBe('order-2');
  expect(ordered && itemsOf(ordered)).toMatchObject([{ product_id: 'cup', quantity: 4 }]);
});

test("the shopper's own reservation counts for 15 minutes after the order", () => {
  vi.useFakeTimers({ now: 0 });
  const attempt = attemptFor(request(2));
  expect(reservedUnits(cup)).toBe(0);
  recordOrder(attempt, 'order-1');
  expect(reservedUnits(cup)).toBe(2);
  expect(reservedUnits({ ...cup, variantId: 'cup-2' })).toBe(0);
  vi.setSystemTime(15 * 60 * 1000 + 1);
  expect(reservedUnits(cup)).toBe(0);
});

test('without storage every click is a new attempt', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(attemptFor(request(1)).key).toHaveLength(32);
  expect(currentAttempt()).toBeNull();
});
