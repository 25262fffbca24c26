/**
 * True for `npm run test:long`, which runs races and random carts in full number. `npm test` runs the smaller number
 * in the name of each test.
 */
export const longRun = process.env.TEST_LONG === '1';
