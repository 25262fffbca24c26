import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../postgres/home.ts';
import { withPictures } from '../support/browser-launch.ts';
import { openOffice, owner, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';
import { journeyPorts } from '../support/journey-ports.ts';
import { openEmptyShop } from '../support/open-empty-shop.ts';
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts';

test.use(withPictures);

/** A shop whose assets and pictures come from another origin, as from a CDN that gets them from the shop. */
const { ownShop: port, mail: assetsPort } = journeyPorts();
const assetsUrl = `http://127.0.0.1:${assetsPort}`;
test.use({ viewport: desktop, baseURL: `http://localhost:${port}` });

let dataDir: string;
let shop: ShopProcess;
const cdn = http.createServer((request, response) => {
  const { method, url: file = '', headers } = request;
  if (!/^\/(assets|uploads)\//.test(file)) return response.writeHead(404).end();
  const asked = http.request({ port, host: '127.0.0.1', method, path: file, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  asked.end();
});

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'haat-assets-url-'));
  await once(cdn.listen(assetsPort, '127.0.0.1'), 'listening');
  const env = { SEED: 'empty', LOG_LEVEL: 'error', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
  shop = await startShopProcess({ port, dataDir, env: { ...env, RATE_LIMIT: 'off', ASSETS_URL: assetsUrl } });
  await openEmptyShop(shop.url, owner);
});

test.afterAll(async () => {
  cdn.close();
  cdn.closeAllConnections();
  await shop?.stop();
  await removeDataDir(dataDir);
});

test('pages, islands and the back office take scripts, styles, fonts and pictures from ASSETS_URL', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  const uploaded = await request.post('/api/upload?kind=product', {
    headers: { authorization: `Bearer ${calls.token}` },
    multipart: { image: await pictureFile('vase.png', '#8a3324') },
  });
  const { path: picture } = await uploaded.json();
  const name = 'Terracotta Vase';
  const { slug } = await calls.call<{ slug: string }>('POST', '/products', {
    name,
    price: 750,
    countInStock: 5,
    images: [picture],
  });

  const requested = new Map<string, Set<string>>();
  page.on('request', (item) => {
    const { origin, pathname } = new URL(item.url());
    if (!/^\/(assets|uploads)\//.test(pathname)) return;
    const kinds = requested.get(origin) ?? new Set();
    requested.set(origin, kinds.add(item.resourceType()));
  });
  const expectPicture = async () => {
    const image = page.locator('main picture img').first();
    await expect.poll(() => image.evaluate((item: HTMLImageElement) => item.naturalWidth)).toBeGreaterThan(0);
    expect(await image.evaluate((item: HTMLImageElement) => item.currentSrc)).toContain(assetsUrl);
  };

  await page.goto(`/products/${slug}`);
  await expectPicture();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  // An application that navigates without a new document.
  await page.goto('/cart');
  await expectPicture();
  await page.getByRole('link', { name: /checkout/i }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();

  await openOffice(page, calls, '/admin');
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.evaluate(() => document.fonts.ready);

  expect([...requested.keys()]).toEqual([assetsUrl]);
  const kinds = [...(requested.get(assetsUrl) ?? [])].filter((kind) => kind !== 'other').sort();
  expect(kinds).toEqual(['font', 'image', 'script', 'stylesheet']);
});
