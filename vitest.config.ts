import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server', 'sandbox', 'postgres', 'shared', 'web', 'demo', 'scripts', 'tests'].map(
      (folder) => `${folder}/**/*.test.ts?(x)`,
    ),
    exclude: ['tests/browser/**', '**/node_modules/**'],
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
  },
});
