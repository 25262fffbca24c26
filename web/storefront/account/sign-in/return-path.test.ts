import { expect, test } from 'vitest';
import { safePath } from './return-path.ts';

test.each(['/checkout', '/products?search=tea', '/profile'])('sign-in returns to %s', (path) => {
  expect(safePath(path)).toBe(path);
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
])('sign-in does not return to %j (T-HDR-07)', (path) => {
  expect(safePath(path)).toBeUndefined();
});
