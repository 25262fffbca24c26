import { createRequire } from 'node:module';
import { vi } from 'vitest';

/** Takes the place of the package in tests (vitest.config.ts). */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

/** Hashes at the lowest cost: at that of the shop, tests would spend a minute of CPU on the passwords of their people. */
export const hash = vi.fn<typeof argon2.hash>((password, options) =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }),
);

export const verify = vi.fn(argon2.verify);
