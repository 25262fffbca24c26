import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { removeDataDir } from '../../postgres/home.ts';
import { journeyDataVariable, journeyPorts } from './journey-ports.ts';
import { startShopProcess } from './shop-process.ts';

const env = {
  ADMIN_EMAIL: 'owner@haat.example',
  ADMIN_PASSWORD: 'journeys-of-the-owner',
  RATE_LIMIT: 'off',
};

/**
 * Starts a shop for each worker of the browser journeys, on temporary data folders. They are copies of one: the shop that
 * seeds its database prepares all sizes of the demo pictures, over two minutes of CPU for each shop.
 */
export default async function setup({ workers }: FullConfig) {
  const seeded = await newFolder();
  const first = await startShopProcess({ port: journeyPorts(0).shop, dataDir: seeded, env });
  await first.stop();
  const stops = await Promise.all(Array.from({ length: workers }, (_, worker) => startShop(worker, seeded)));
  await removeDataDir(seeded);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function startShop(worker: number, seeded: string) {
  const { shop: port, mail, couriers } = journeyPorts(worker);
  const dataDir = await newFolder();
  // With their owners: PostgreSQL runs as another user if the tests run as root.
  execFileSync('cp', ['-a', `${seeded}/.`, dataDir]);
  process.env[journeyDataVariable(worker)] = dataDir;
  // Nothing listens at the address of the mail server unless a journey starts one.
  const shop = await startShopProcess({
    port,
    dataDir,
    env: {
      ...env,
      SMTP_URL: `smtp://127.0.0.1:${mail}`,
      SHIPROCKET_API_URL: `http://127.0.0.1:${couriers}`,
      DELHIVERY_API_URL: `http://127.0.0.1:${couriers}`,
    },
  });
  return async () => {
    await shop.stop();
    await writeFile(`test-results/shop-${worker}.log`, shop.output());
    await removeDataDir(dataDir);
  };
}

const newFolder = () => mkdtemp(path.join(tmpdir(), 'haat-journeys-'));
