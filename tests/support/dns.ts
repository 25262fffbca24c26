import { vi } from 'vitest';

/** Takes the place of node:dns/promises in tests (vitest.config.ts): they have no network. */
/** Name servers that do not answer. */
export class Resolver {
  resolveTxt = () => Promise.reject(Object.assign(new Error('no network'), { code: 'ETIMEOUT' }));
}

export const lookup = vi.fn(() => Promise.reject(new Error('no network')));
