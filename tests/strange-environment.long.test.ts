import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeDataDir } from '../postgres/home.ts';
import { freePorts } from './support/free-ports.ts';
import { openEmptyShop } from './support/open-empty-shop.ts';
import { type ShopProcess, startShopProcess } from './support/shop-process.ts';
import { strangeSystem } from './support/strange-shell.ts';

const deadProxy = 'http://127.0.0.1:9';
const owner = { email: 'owner@haat.example', password: 'seven-blue-looms-of-the-owner' };
const strange = {
  ...strangeSystem,
  HTTP_PROXY: deadProxy,
  HTTPS_PROXY: deadProxy,
  http_proxy: deadProxy,
  https_proxy: deadProxy,
  ALL_PROXY: deadProxy,
  NO_PROXY: '',
  NODE_OPTIONS: '--stack-trace-limit=5 --unhandled-rejections=strict',
  SEED: 'empty',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
};

let folder: string;
let shop: ShopProcess | undefined;
afterAll(async () => {
  await shop?.stop();
  await removeDataDir(folder);
});

it('a shop starts, keeps its data and starts again in a strange environment (T-CRS-94)', async () => {
  const umask = process.umask(0o077);
  try {
    folder = await mkdtemp(path.join(tmpdir(), 'haat-strange-'));
    const dataDir = path.join(folder, "Meera's shop & दुकान");
    await mkdir(dataDir);
    const start = async () => startShopProcess({ port: await freePorts(), dataDir, env: strange });
    shop = await start();
    await openEmptyShop(shop.url, owner);
    const query = { name: 'Asha', email: 'asha@example.in', subject: 'Leh', message: 'Do you ship to Leh?' };
    const sent = await fetch(`${shop.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
    });
    expect(sent.status).toBe(201);
    expect((await fetch(shop.url)).status).toBe(200);
    expect(await shop.stop()).toBe(0);
    shop = await start();
    expect((await fetch(`${shop.url}/api/site-info`)).status).toBe(200);
  } finally {
    process.umask(umask);
  }
});
