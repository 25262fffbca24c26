import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const folders = '{server,sandbox,postgres,shared,web,demo,scripts,tests}';
const all = globSync(`${folders}/**/*.test.{ts,tsx}`, { exclude: ['tests/browser/**', 'tests/pages/**'] });
const isLong = (file: string) => file.endsWith('.long.test.ts');
const contains = (text: string) => (file: string) => readFileSync(file, 'utf8').includes(text);
const usesLongRun = contains("/long-run.ts'");
const isSlow = contains('// Slow: `npm run check`');
const isLeftOut = (file: string) => isLong(file) || (Boolean(process.env.TEST_QUICK) && isSlow(file));
const files = process.env.TEST_LONG
  ? all.filter((file) => isLong(file) || usesLongRun(file))
  : all.filter((file) => !isLeftOut(file));

/** Tests that replace a module would find it loaded already, or would leave it replaced for the next file. */
const replacesModules = contains('vi.mock(');
// The second reads picture formats that the shop blocks in its process.
const needsOwnModules = (file: string) => replacesModules(file) || file === 'demo/catalogue.test.ts';

const support = (name: string) => fileURLToPath(new URL(`tests/support/${name}`, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@node-rs/argon2': support('argon2.ts'), 'node:dns/promises': support('dns.ts') } },
  test: {
    environment: 'node',
    globalSetup: ['tests/support/global-database.ts'],
    setupFiles: ['tests/support/each-test-file.ts'],
    pool: 'forks',
    maxWorkers: 3,
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
      {
        test: {
          name: 'shared modules',
          include: files.filter((file) => !needsOwnModules(file)),
          isolate: false,
        },
      },
      { test: { name: 'own modules', include: files.filter(needsOwnModules) } },
      // They need the built pages.
      {
        test: {
          name: 'pages',
          include: process.env.TEST_LONG ? [] : ['tests/pages/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
});
