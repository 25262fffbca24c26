import { vi } from 'vitest';

/** Takes the place of node:dns/promises in tests (vitest.config.ts): they have no network. */
export const lookup = vi.fn(() => Promise.reject(new Error('no network')));
