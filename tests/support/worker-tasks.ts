import { badRequest } from '../../server/errors.ts';

/** Functions that the tests of the worker pool run in its threads. */
export const environment = () => ({ ...process.env });
export const double = (number: number) => number * 2;
export const refuse = () => {
  throw badRequest('Not like this', { field: 'Wrong' });
};
export const crash = () => process.exit(1);
export const fillMemory = () => {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(1_000_000).fill(0));
};
/** Never returns. Sets the number at `started` to 1 when it begins. */
export const spin = (started: Int32Array) => {
  Atomics.store(started, 0, 1);
  Atomics.notify(started, 0);
  for (;;);
};
/** Returns when the number at `gate` is not 0. */
export const wait = (gate: Int32Array) => Atomics.wait(gate, 0, 0);
