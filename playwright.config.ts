import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { journeyPorts, journeyWorkers } from './tests/support/journey-ports.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/journey-shop.ts',
  // The journeys of a worker share one shop, and its stock.
  workers: journeyWorkers,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Where CI runs, a busy moment must not hold up what is good: once more, and the summary says so. Nowhere else.
  retries: process.env.CI ? 1 : 0,
  // These end what hangs, and no more: a journey that only has to wait for a busy machine must pass.
  timeout: 240_000,
  expect: { timeout: 30_000 },
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
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 60_000,
    // Tracing takes a sixth of the time, and where CI runs nobody looks at traces.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
