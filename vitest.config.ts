import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const folders = ['server', 'sandbox', 'postgres', 'shared', 'web', 'demo', 'scripts', 'tests'];
const files = globSync(`{${folders.join()}}/**/*.test.{ts,tsx}`, { exclude: ['tests/browser'] });
// A mock of a module is not seen by modules that another file has loaded before.
const mocking = files.filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/global-database.ts'],
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // These end what hangs, and no more: a test that only has to wait for a busy machine must pass.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // One mock left over would reach into the next test.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // Loading the server takes over a second of CPU, so a process does it once for all its files.
      {
        extends: true,
        test: { name: 'shared', include: files.filter((file) => !mocking.includes(file)), isolate: false },
      },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
});
