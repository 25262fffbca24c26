import { it } from 'vitest';

/**
 * True for `npm run test:long`, which runs races and random carts in full number. `npm test` runs the smaller number
 * in the name of each test.
 */
export const longRun = process.env.TEST_LONG === '1';

/** A test of `npm run test:long` alone, because it takes long and `npm test` has a shorter one of the same kind. */
export function longIt(name: string, run: () => Promise<void>, timeout?: number): void {
  if (longRun) it(name, run, timeout);
}
