import { expect, test } from 'vitest';
import { ownPath } from './return-path.ts';

test.each(['/checkout', '/products?search=tea', '/profile'])('%s leads back', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'checkout',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/user-login?from=/user-login',
])('%j leads nowhere (T-HDR-07)', (path) => {
  expect(ownPath(path)).toBeUndefined();
});
