import { expect, test } from 'vitest';
import { load } from './load.ts';

test('returns the result', async () => {
  expect(await load(Promise.resolve('result'))).toBe('result');
});

test('an error with a status becomes a response with its status and message', async () => {
  const failure = Promise.reject(Object.assign(new Error('Product not found'), { status: 404 }));
  await expect(load(failure)).rejects.toMatchObject({
    data: { message: 'Product not found' },
    init: { status: 404 },
  });
});

test('any other error is rethrown unchanged', async () => {
  const crash = new Error('out of memory');
  await expect(load(Promise.reject(crash))).rejects.toBe(crash);
});
