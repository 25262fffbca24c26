/** Takes the place of node:dns/promises in tests (vitest.config.ts): they have no network. */
export const lookup = () => Promise.reject(new Error('no network'));
