import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

test('opens after consecutive failures, lets one request through after a pause, and closes on success (T-FLT-06)', () => {
  let at = 0;
  const breaker = createCircuitBreaker({ failures: 3, restMs: 1000, now: () => at });
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect(breaker.allows()).toBe(true);
  breaker.failed();
  expect(breaker.allows()).toBe(false);

  at = 1001;
  expect(breaker.allows()).toBe(true);
  expect(breaker.allows()).toBe(false);
  breaker.failed();
  at = 2000;
  expect(breaker.allows()).toBe(false);

  at = 2100;
  expect(breaker.allows()).toBe(true);
  breaker.succeeded();
  expect(breaker.allows()).toBe(true);
  expect(breaker.allows()).toBe(true);
});
