import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { withoutPictures } from './tests/support/browser-launch.ts';
import { freePorts } from './tests/support/free-ports.ts';
import { journeyPorts, journeyWorkers, portsPerWorker } from './tests/support/journey-ports.ts';

// Workers read this file too, and get the ports from the process that started them.
process.env.HAAT_JOURNEYS_PORT ??= String(await freePorts(journeyWorkers * portsPerWorker));

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/journey-shop.ts',
  // The journeys of a worker share one shop, and its stock.
  workers: journeyWorkers,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // `npm run test:long` runs these, and checks accessibility in every look.
  ...(process.env.TEST_LONG ? { grep: /@long|axe finds/ } : { grepInvert: /@long/ }),
  // A second try records a trace of the failure. A journey that passes only then has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  // These end what hangs, and no more: a journey that only has to wait for a busy machine must pass.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.HAAT_JOURNEYS_REPORT ?? path.resolve('test-results/journeys.json') }],
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${journeyPorts().shop}`,
    // Pages come from the network, where journeys change replies; one journey allows it.
    serviceWorkers: 'block',
    locale: 'en-IN',
    // The strips of products move all the time, and each frame costs CPU. Journeys about movement allow it.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 60_000,
    // Tracing every journey would take a sixth of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: withoutPictures,
  },
});
