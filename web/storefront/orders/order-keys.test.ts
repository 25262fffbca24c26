import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import { orderKey, orderKeyHeader, saveOrderKey } from './order-keys.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});

test('a saved key is found by the id of its order', () => {
  saveOrderKey('order-1', 'key-1');
  expect(orderKey('order-1')).toBe('key-1');
  expect(orderKeyHeader('order-1')).toEqual({ 'x-order-key': 'key-1' });
  expect(orderKeyHeader('order-2')).toEqual({});
});

test('the 20 newest keys are kept, and a key that is saved again counts as new', () => {
  for (let n = 1; n <= 20; n += 1) saveOrderKey(`order-${n}`, `key-${n}`);
  saveOrderKey('order-1', 'key-1');
  saveOrderKey('order-21', 'key-21');
  expect([orderKey('order-1'), orderKey('order-2'), orderKey('order-21')]).toEqual([
    'key-1',
    undefined,
    'key-21',
  ]);
});

test.each(['{', 'null', '[1]', '{"order-1":5}'])('damaged storage %j holds no keys', (saved) => {
  localStorage.setItem('order_keys', saved);
  expect(orderKey('order-1')).toBeUndefined();
});
