import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

const goal = (next: string) => returnPath(`?${new URLSearchParams({ next })}`);

test.each(['/admin', '/admin/orders?page=2&status=paid', '/admin/products/edit/x'])(
  '%s is gone on to',
  (path) => {
    expect(goal(path)).toBe(path);
  },
);

test.each([
  '',
  'admin',
  '//evil.example',
  '//evil.example/admin',
  '/\\evil.example/admin',
  '/\t/evil.example/admin',
  'https://evil.example/admin',
  'javascript:alert(1)//admin',
  '/admin/..//evil.example',
  '/administration',
  '/checkout',
])('%j leads to the dashboard (T-HDR-07)', (path) => {
  expect(goal(path)).toBe('/admin');
});
