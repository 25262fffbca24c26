import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { PolicyReport } from '../../shared/contract/policy-reports.ts';
import { ownersCalls } from '../support/browser-owner.ts';
import { stockedProduct } from '../support/browser-shopper.ts';

const pages = [
  '/',
  '/products',
  '/cart',
  '/checkout',
  '/order-success/x?key=y',
  '/user-login',
  '/reset-password/x',
  '/about',
  '/contact',
  '/privacy-policy',
  '/login',
  '/admin',
  '/admin/mail',
  '/nowhere',
];

test('every page has the security headers (T-HDR-01)', async ({ request }) => {
  const { slug } = await stockedProduct(request);
  for (const address of [...pages, `/products/${slug}`]) {
    const response = await request.get(address);
    const headers = response.headers();
    expect(headers, address).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': /^\/(order|reset)/.test(address) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    });
    expect(Object.keys(headers), address).not.toContain('x-powered-by');
    expect(Object.keys(headers), address).not.toContain('server');
    const policy = headers['content-security-policy'] ?? '';
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy, address).toContain(part);
    }
    expect(policy, address).not.toContain('unsafe');
    const inline = (await response.text()).match(/<script(?![^>]*(\ssrc=|ld\+json))/g) ?? [];
    expect(policy.match(/'sha256-/g)?.length ?? 0, address).toBe(inline.length);
  }
});

test('the files of the build have security headers and are immutable', async ({ request }) => {
  const pages = await Promise.all(['/', '/cart'].map(async (path) => (await request.get(path)).text()));
  const files = [...pages.join('').matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
    ([, file]) => file ?? '',
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of new Set(files)) {
    const headers = (await request.get(file)).headers();
    expect(headers['x-content-type-options'], file).toBe('nosniff');
    expect(headers['cache-control'], file).toContain('immutable');
  }
});

test('no internal file is served (T-HDR-05)', async ({ request }) => {
  for (const address of [
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/package-lock.json',
    '/metrics',
    '/__ctl',
    '/server.js.map',
    '/server/main.ts',
    '/build/server/index.js',
    '/.vite/manifest.json',
    '/migrations/0001_catalogue.sql',
    '/postgres-password',
    '/uploads/..%2fpostgres-password',
    '/uploads/product/..%2f..%2fpostgres-password',
    '/assets/..%2f..%2fserver%2findex.js',
    '/mail/',
  ]) {
    const response = await request.get(address);
    expect([400, 404], address).toContain(response.status());
  }
});

test('browsers get no secret and no source map (T-HDR-06)', async () => {
  const folder = path.resolve('build/client/assets');
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
    const text = await readFile(path.join(folder, name), 'utf8');
    expect(text, name).not.toMatch(
      /sourceMappingURL|key_?secret|webhook_?secret|ADMIN_PASSWORD|DATABASE_URL|journeys-of-the-owner|rzp_live_/i,
    );
  }
});

test('search engines and link previews get their metadata', async ({ request }) => {
  const html = async (address: string) => (await request.get(address)).text();
  const canonical = (text: string) => text.match(/rel="canonical" href="[^"]*?(\/[^/"]*)"/)?.[1];
  const second = await html('/products?page=2');
  expect(canonical(second)).toBe('/products?page=2');
  expect(second).not.toContain('noindex');
  for (const hidden of ['/register', '/user-login', '/cart', '/products?search=brass'])
    expect(await html(hidden), hidden).toContain('<meta name="robots" content="noindex');

  const { slug } = await stockedProduct(request);
  const preview = (await html(`/products/${slug}`)).match(/property="og:image" content="([^"]+)"/)?.[1] ?? '';
  const picture = await request.get(preview);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  expect((await picture.body()).subarray(0, 2).toString('hex')).toBe('ffd8');

  expect((await request.get('/favicon.ico')).headers()['content-type']).toMatch(
    /image\/(x-icon|vnd.microsoft.icon)/,
  );
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Haat', start_url: '/' });
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

test('a script that is injected into a page does not run, and is reported (T-HDR-09)', async ({
  page,
  request,
}) => {
  for (const address of ['/', '/products', '/cart', '/login', '/admin']) {
    await page.goto(address);
    await expect(page.getByRole('main')).toBeVisible();
    const result = await page.evaluate(() => {
      const image = '<img src="x" alt="" onerror="window.injected = 1">';
      const blocked: string[] = [];
      const attempt = (act: () => void) => {
        try {
          act();
        } catch (error) {
          blocked.push((error as Error).name);
        }
      };
      attempt(() => document.body.insertAdjacentHTML('beforeend', image));
      attempt(() => Object.assign(document.createElement('script'), { text: 'window.injected = 1' }));
      attempt(() => Object.assign(document.createElement('script'), { src: '/steal.js' }));
      return blocked;
    });
    expect(result, address).toEqual(['TypeError', 'TypeError', 'TypeError']);
    expect(await page.evaluate(() => 'injected' in window), address).toBe(false);
  }
  const calls = await ownersCalls(request);
  await expect
    .poll(async () => calls.call<PolicyReport[]>('GET', '/admin/policy-reports'))
    .toContainEqual(expect.objectContaining({ page: '/login', blocked: 'trusted-types-sink' }));
});
