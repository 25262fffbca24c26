import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

/** A test that expects an error creates its own spy: vi.spyOn(console, 'error').mockImplementation(() => {}). */
afterEach(() => {
  const isOurs = Object.is(console.error, consoleError);
  const calls = isOurs ? consoleError.mock.calls : [];
  consoleError.mockRestore();
  expect(calls, 'an unexpected console.error').toEqual([]);
});
