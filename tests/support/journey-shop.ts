import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { removeDataDir } from '../../postgres/home.ts';
import { journeyPorts } from './journey-ports.ts';
import { startShopProcess } from './shop-process.ts';

/** Starts a shop for each worker of the browser journeys, on temporary data folders. */
export default async function setup({ workers }: FullConfig) {
  const stops = await Promise.all(Array.from({ length: workers }, (_, worker) => startShop(worker)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function startShop(worker: number) {
  const { shop: port, mail } = journeyPorts(worker);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-journeys-'));
  const shop = await startShopProcess({
    port,
    dataDir,
    env: {
      ADMIN_EMAIL: 'owner@haat.example',
      ADMIN_PASSWORD: 'journeys-of-the-owner',
      RATE_LIMIT: 'off',
      // Nothing listens there unless a journey starts a mail server.
      SMTP_URL: `smtp://127.0.0.1:${mail}`,
    },
  });
  return async () => {
    await shop.stop();
    await writeFile(`test-results/shop-${worker}.log`, shop.output());
    await removeDataDir(dataDir);
  };
}
