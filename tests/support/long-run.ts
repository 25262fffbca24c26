/**
 * Whether `npm run test:long` runs the tests: races and random carts in their full number, which takes minutes.
 * `npm test` takes the smaller number that the name of each test states.
 */
export const longRun = process.env.TEST_LONG === '1';
