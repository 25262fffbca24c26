import { expect, it, vi } from 'vitest';

it('formats the time in India, whatever the time zone of the device', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(new Date('2026-11-21T03:00:00Z').getDate()).toBe(20);
  // A formatter takes the device's zone where it is made.
  const { orderDate } = await import('./order-date.ts');
  expect(orderDate('2026-11-21T03:00:00Z')).toBe('21 Nov 2026, 08:30 am');
});
