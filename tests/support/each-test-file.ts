import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// Files share a process, and the lock of a data folder takes the rights of others from what its process creates.
const umask = process.umask();
afterAll(() => void process.umask(umask));

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
