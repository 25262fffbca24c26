import { expect, test } from 'vitest';
import { load } from './load.ts';

test('gives the answer', async () => {
  expect(await load(Promise.resolve('answer'))).toBe('answer');
});

test('an error with a status becomes a response with its status and message', async () => {
  const refusal = Promise.reject(Object.assign(new Error('Product not found'), { status: 404 }));
  await expect(load(refusal)).rejects.toMatchObject({
    data: { message: 'Product not found' },
    init: { status: 404 },
  });
});

test('any other error stays what it is', async () => {
  const crash = new Error('out of memory');
  await expect(load(Promise.reject(crash))).rejects.toBe(crash);
});
