import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullConfig } from '@playwright/test';
import { removeDataDir } from '../../postgres/home.ts';
import { startShopProcess } from './shop-process.ts';

/** Starts the shop for the browser journeys on a temporary data folder. */
export default async function setup(config: FullConfig) {
  const port = Number(new URL(config.projects[0]?.use.baseURL ?? 'http://localhost:4180').port);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-journeys-'));
  const shop = await startShopProcess({
    port,
    dataDir,
    env: {
      ADMIN_EMAIL: 'owner@haat.example',
      ADMIN_PASSWORD: 'journeys-of-the-owner',
      RATE_LIMIT: 'off',
      // Nothing listens there unless a journey starts a mail server.
      SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
    },
  });
  return async () => {
    await shop.stop();
    await writeFile('test-results/shop.log', shop.output());
    await removeDataDir(dataDir);
  };
}
