import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

test('opens after consecutive failures, lets one request through after a pause, and closes on success (T-FLT-06)', () => {
  let index = 0;
  const breaker = createCircuitBreaker({ failures: 3, restMs: 1000, now: () => index });
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect(breaker.allows()).toBe(true);
  breaker.failed();
  expect(breaker.allows()).toBe(false);

  index = 1001;
  expect(breaker.allows()).toBe(true);
  expect(breaker.allows()).toBe(false);
  breaker.failed();
  index = 2000;
  expect(breaker.allows()).toBe(false);

  index = 2100;
  expect(breaker.allows()).toBe(true);
  breaker.succeeded();
  expect(breaker.allows()).toBe(true);
  expect(breaker.allows()).toBe(true);
});
