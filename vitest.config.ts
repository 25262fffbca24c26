import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server', 'shared', 'web', 'demo', 'scripts', 'tests'].map(
      (folder) => `${folder}/**/*.test.ts?(x)`,
    ),
    exclude: ['tests/browser/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: ['tests/support/global-database.ts'],
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 30_000,
    // One mock left over would reach into the next test.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
