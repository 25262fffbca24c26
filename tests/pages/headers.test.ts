import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';

let pages: DemoPages;
let product: string;
beforeAll(async () => {
  pages = await openDemoPages();
  const { slug } = await pages.shop.db
    .selectFrom('products')
    .select('slug')
    .orderBy('slug')
    .executeTakeFirstOrThrow();
  product = `/products/${slug}`;
});
afterAll(() => pages.close());

const html = async (address: string) => (await pages.get(address)).body;

it.for([
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
  '/products/:slug',
])('%s has the security headers (T-HDR-01)', async (address) => {
  const { headers, body } = await pages.get(address.replace('/products/:slug', product));
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': /^\/(order|reset)/.test(address) ? 'no-referrer' : 'strict-origin-when-cross-origin',
  });
  expect(Object.keys(headers)).not.toContain('x-powered-by');
  expect(Object.keys(headers)).not.toContain('server');
  const policy = String(headers['content-security-policy']);
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  // The back office reads barcodes with WebAssembly, which can't run scripts.
  const wasm = /^\/(admin|login)/.test(address) ? " 'wasm-unsafe-eval'" : '';
  expect(policy.replace(wasm, '')).not.toContain('unsafe');
  const inline = body.match(/<script(?![^>]*(\ssrc=|ld\+json))/g) ?? [];
  expect(policy.match(/'sha256-/g)?.length ?? 0).toBe(inline.length);
});

it('the files of the build have security headers and are immutable', async () => {
  const both = (await html('/')) + (await html('/cart'));
  const files = new Set([...both.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file));
  expect(files.size).toBeGreaterThan(3);
  for (const file of files) {
    const { headers } = await pages.get(file);
    expect(headers['x-content-type-options'], file).toBe('nosniff');
    expect(headers['cache-control'], file).toContain('immutable');
  }
});

it.for([
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
  '/migrations/0001_schema.sql',
  '/postgres-password',
  '/uploads/..%2fpostgres-password',
  '/uploads/product/..%2f..%2fpostgres-password',
  '/assets/..%2f..%2fserver%2findex.js',
  '/mail/',
])('%s is not served (T-HDR-05)', async (address) => {
  expect([400, 404]).toContain((await pages.get(address)).statusCode);
});

it('browsers get no secret and no source map (T-HDR-06)', async () => {
  const folder = path.resolve('build/client/assets');
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  for (const name of names.filter((file) => /\.(js|css)$/.test(file))) {
    const text = await readFile(path.join(folder, name), 'utf8');
    expect(text, name).not.toMatch(
      // A field of that name may be there, but no value.
      /sourceMappingURL|(key_?secret|webhook_?secret)["']?[:=]["'`][^"'`]{8}|RAZORPAY_KEY|ADMIN_PASSWORD|DATABASE_URL|rzp_live_\w{8}/i,
    );
  }
});

it('search engines and link previews get their metadata', async () => {
  const second = await html('/products?page=2');
  expect(second.match(/rel="canonical" href="[^"]*?(\/[^/"]*)"/)?.[1]).toBe('/products?page=2');
  expect(second).not.toContain('noindex');
  for (const hidden of ['/register', '/user-login', '/cart', '/products?search=brass'])
    expect(await html(hidden), hidden).toContain('<meta name="robots" content="noindex');

  const preview =
    (await html(product)).match(/property="og:image" content="https?:\/\/[^/]+([^"]+)"/)?.[1] ?? '';
  const picture = await pages.get(preview);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(picture.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');

  expect((await pages.get('/favicon.ico')).headers['content-type']).toMatch(
    /image\/(x-icon|vnd.microsoft.icon)/,
  );
  const manifest = (await pages.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Haat', start_url: '/' });
  for (const { src } of manifest.icons) expect((await pages.get(src)).statusCode, src).toBe(200);
});
