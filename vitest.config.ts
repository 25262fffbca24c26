import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const include = ['server', 'sandbox', 'postgres', 'shared', 'web', 'demo', 'scripts', 'tests'].map(
  (folder) => `${folder}/**/*.test.ts?(x)`,
);
const exclude = ['tests/browser/**', '**/node_modules/**'];

/** Tests that replace a module would find it loaded already, or would leave it replaced for the next file. */
const replacingModules = include
  .flatMap((pattern) => globSync(pattern.replace('ts?(x)', '{ts,tsx}'), { exclude }))
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
// Reads picture formats that the shop blocks in its process.
const withOwnModules = [...replacingModules, 'demo/catalogue.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/support/global-database.ts'],
    setupFiles: ['tests/support/each-test-file.ts'],
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
      // Loading the modules again for each file took a third of the time.
      { test: { name: 'shared modules', include, exclude: [...exclude, ...withOwnModules], isolate: false } },
      { test: { name: 'own modules', include: withOwnModules, exclude } },
    ],
  },
});
