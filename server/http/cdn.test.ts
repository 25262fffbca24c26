import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { expect, it, onTestFinished } from 'vitest';
import { startFakeCdn } from '../../tests/fakes/cdn.ts';
import { receiveChanges } from '../../tests/support/changes.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { createTestShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import type { listenForChanges } from '../db/changes.ts';
import type { PageShop } from './pages/page-tags.ts';
import { collectPurges, purgeTasks } from './pages/purges.ts';

/** Instead of the web build: a public listing, and a cart that is not public. */
const shopContext = createContext<PageShop>();
const list = async ({ context }: LoaderFunctionArgs) =>
  Response.json(await context.get(shopContext).catalogue.listProducts({ page: 1, limit: 12 }));
const routes = [
  { id: 'products', path: 'products', module: { loader: list, handle: { hasIslands: true } } },
  { id: 'cart', path: 'cart', module: { loader: list } },
];
const build = {
  entry: { module: { default: () => new Response(), shopContext, renderContext: createContext() } },
  routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
} as unknown as ServerBuild;

/** A shop behind a CDN, with what the process that runs the jobs does. */
async function openShop(kind: 'cloudflare' | 'fastly' | 'log') {
  const cdn = await startFakeCdn({ honoursVary: kind === 'fastly' });
  const access = { CDN_TOKEN: 'cdn-token', CDN_ZONE: 'zone1', CDN_API_URL: cdn.url };
  const shop = await createTestShop({
    env: { NODE_ENV: 'production', CDN: kind, ...(kind !== 'log' && access) },
  });
  let changes: Awaited<ReturnType<typeof listenForChanges>>;
  const server = await createApp(shop.deps, {
    isReady: async () => true,
    publishChanges: () => changes.publish(),
    web: { loadBuild: async () => build },
  });
  const purge = purgeTasks(shop.deps)['cdn-purge'];
  const purges = collectPurges(async (data) => {
    await server.publishChanges();
    await purge(data);
  }, shop.deps.log);
  const changed = (tag: string) => {
    server.changed(tag);
    purges.add(tag);
  };
  changes = await receiveChanges(shop, { ...server, changed });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  cdn.setOrigin((server.app.server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await purges.flush();
    await changes.stop();
    await server.app.close();
    await shop.close();
    await cdn.stop();
  });
  /** Resolves when all changes so far are purged. */
  const settle = async () => {
    await server.publishChanges();
    await purges.flush();
  };
  return { shop, server, cdn, settle, purge };
}

it('a CDN keeps public pages and calls, and drops exactly what a change of price concerns (T-CDN-01)', async () => {
  const { shop, cdn, settle } = await openShop('fastly');
  const owner = await asOwner(shop);
  const { id, slug } = await createProduct(shop.db, { pricePaise: 50_700, discountTenths: 500 });
  const another = await createProduct(shop.db);
  const paths = ['/products', `/api/products/${slug}`, `/api/products/${another.slug}`];
  await settle();
  const isKept = async (path: string) => (await cdn.get(path)).headers.get('x-cache') === 'HIT';
  for (const path of paths) await expect.poll(() => isKept(path)).toBe(true);
  const { headers } = await cdn.get('/products');
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate');
  expect(headers.get('vary')).toBe('accept-encoding');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('surrogate-key')?.split(' ').sort()).toEqual(
    ['catalogue', `p${id.slice(-12)}`, `p${another.id.slice(-12)}`].sort(),
  );
  // With a token the reply may be another one.
  const asAdmin = await cdn.get(paths[1] ?? '', owner.headers);
  expect([asAdmin.headers.get('x-cache'), asAdmin.headers.get('cache-control')]).toEqual([
    'MISS',
    'private, no-store',
  ]);
  await cdn.get('/cart');
  expect((await cdn.get('/cart')).headers.get('x-cache')).toBe('MISS');

  cdn.purges.length = 0;
  await shop.db.updateTable('variants').set({ pricePaise: 77_700 }).where('productId', '=', id).execute();
  for (const path of paths.slice(0, 2))
    await expect.poll(async () => (await cdn.get(path)).text).toContain('"price":777,');
  expect(cdn.purges).toEqual([[`p${id.slice(-12)}`]]);
  expect(await isKept(paths[2] ?? '')).toBe(true);
});

it('changes at the same time are one purge, and many of them purge everything', async () => {
  const { shop, cdn, settle } = await openShop('fastly');
  const made: string[] = [];
  for (let n = 0; n < 31; n++) made.push((await createProduct(shop.db)).id);
  await settle();
  cdn.purges.length = 0;
  const raise = (ids: string[]) =>
    shop.db.updateTable('variants').set({ stock: 9 }).where('productId', 'in', ids).execute();
  await raise(made);
  await settle();
  await raise(made.slice(0, 2));
  await settle();
  expect(cdn.purges.map((tags) => tags.length)).toEqual(['all'.length, 2]);
});

it('a reply that has changed since it was made is not marked for the CDN', async () => {
  const { shop, server, settle } = await openShop('fastly');
  await createProduct(shop.db);
  await settle();
  const read = async () => {
    const { headers } = await server.app.inject('/products');
    return [headers['cache-control'], headers['surrogate-key'] !== undefined];
  };
  const marked = ['public, max-age=0, s-maxage=60, must-revalidate', true];
  await expect.poll(read).toEqual(marked);
  server.changed('catalogue');
  // Served once more while the new one is made.
  expect(await read()).toEqual(['public, max-age=0, must-revalidate', false]);
  await expect.poll(read).toEqual(marked);
  server.missedChanges(false);
  expect(await read()).toEqual(['public, max-age=0, must-revalidate', false]);
});

it('Cloudflare, which ignores Vary, keeps pages only; a refused purge is repeated (T-CDN-02)', async () => {
  const { shop, cdn, settle, purge } = await openShop('cloudflare');
  const { id, slug } = await createProduct(shop.db);
  await settle();
  await expect.poll(async () => (await cdn.get('/products')).headers.get('x-cache')).toBe('HIT');
  expect((await cdn.get('/products')).headers.get('cache-tag')).toBe(`catalogue,p${id.slice(-12)}`);
  const call = async () => (await cdn.get(`/api/products/${slug}`)).headers;
  await call();
  expect([(await call()).get('x-cache'), (await call()).get('cache-control')]).toEqual([
    'MISS',
    'public, max-age=0, must-revalidate',
  ]);
  cdn.refuse(1);
  await expect(purge({ tags: 'all' })).rejects.toThrow('The CDN replied to a purge with 429');
  await purge({ tags: 'all' });
  expect(cdn.purges.at(-1)).toBe('all');
  expect((await cdn.get('/products')).headers.get('x-cache')).toBe('MISS');
});

it('without a CDN that can be told, replies are kept for a second and purges are in a file', async () => {
  const { shop, server, purge } = await openShop('log');
  const { headers } = await server.app.inject('/products');
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate');
  await purge({ tags: ['catalogue'] });
  const lines = await readFile(path.join(shop.deps.config.dataDir, 'purges.log'), 'utf8');
  expect(JSON.parse(lines.trim().split('\n').at(-1) ?? '')).toEqual({
    at: expect.any(String),
    tags: ['catalogue'],
  });
});
