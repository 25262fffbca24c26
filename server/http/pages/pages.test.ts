import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { receiveChanges } from '../../../tests/support/changes.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { type AppParts, createApp } from '../../app.ts';
import type { listenForChanges } from '../../db/changes.ts';
import type { PageShop } from './page-tags.ts';

/** Two pages in place of the web build: each shows what its reading gave. */
const shopContext = createContext<PageShop>();
const renderContext = createContext<{ nonce: string }>();
const page = (id: string, path: string, read: (shop: PageShop, url: URL) => Promise<unknown>) => ({
  id,
  path,
  module: {
    default: undefined,
    loader: async ({ context, url }: LoaderFunctionArgs) =>
      Response.json(await read(context.get(shopContext), url)),
  },
});
const build = {
  entry: { module: { default: () => new Response(), shopContext, renderContext } },
  routes: {
    list: page('list', 'products', async ({ catalogue }, url) => {
      const query = Object.fromEntries(url.searchParams) as Partial<
        Record<'inStock' | 'page' | 'category', string>
      >;
      const { total, products } = await catalogue.listProducts({
        page: Number(query.page ?? 1),
        limit: 1,
        category: query.category,
        ...(query.inStock && { inStock: query.inStock === 'true' }),
      });
      return { total, names: products.map(({ name }) => name) };
    }),
    home: page('home', 'home', async ({ catalogue }) => {
      const list = await catalogue.listProducts({ page: 1, limit: 4 }).catch(() => null);
      return list?.total ?? 'not to be had';
    }),
    reset: page('reset', 'reset-password/:token', async () => 'a form'),
    scripts: {
      id: 'scripts',
      path: 'scripts',
      module: {
        default: undefined,
        loader: ({ context }: LoaderFunctionArgs) => {
          const { nonce } = context.get(renderContext);
          const body = `<script nonce="${nonce}" type="module">own()</script><p></p><script>injected()</script>`;
          return new Response(body, { headers: { 'content-type': 'text/html' } });
        },
      },
    },
    none: page('none', '*', async () => {
      throw new Response(null, { status: 404 });
    }),
  },
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

let pages: Awaited<ReturnType<typeof createApp>>;
let changes: ReturnType<typeof listenForChanges>;
let allReceived = () => {};
const shop = await testShop();
beforeAll(async () => {
  const parts: AppParts = {
    isReady: async () => true,
    publishChanges: () => changes.publish(),
    web: { loadBuild: async () => build },
  };
  const deps = { ...shop.deps, config: { ...shop.deps.config, production: true } };
  pages = await createApp(deps, parts);
  const changed = (tag: string) => {
    pages.changed(tag);
    if (tag === 'all-received') allReceived();
  };
  changes = await receiveChanges(shop, { ...pages, changed });
});
beforeEach(() => pages.missedChanges(true));
afterAll(async () => {
  await changes.stop();
  await pages.app.close();
});

/** Until all that has changed so far is heard. */
const untilTold = () =>
  new Promise<void>((resolve, reject) => {
    allReceived = resolve;
    sql`select pg_notify('haat_changed', 'all-received')`.execute(shop.db).catch(reject);
  });
const read = async (url: string) => (await pages.app.inject(url)).json() as unknown;
const setStock = (id: string, stock: number) =>
  shop.db.updateTable('variants').set({ stock }).where('productId', '=', id).execute();

it('a list of products in stock is refreshed when another product comes into stock', async () => {
  await createProduct(shop.db, { name: 'First' });
  await createProduct(shop.db, { name: 'Second' });
  const { id } = await createProduct(shop.db, { name: 'Newest', stock: 0 });
  await untilTold();
  pages.missedChanges(true);
  const inStock = () => read('/products?inStock=true&page=2');
  expect(await inStock()).toEqual({ total: 2, names: ['First'] });
  const soldOut = () => read('/products?inStock=false');
  expect(await soldOut()).toEqual({ total: 1, names: ['Newest'] });
  await setStock(id, 3);
  await untilTold();
  await expect.poll(inStock).toEqual({ total: 3, names: ['Second'] });
  await expect.poll(soldOut).toEqual({ total: 0, names: [] });
});

it('a change in the back office is visible on the next page view, even if the page was being rendered', async () => {
  const owner = await asOwner(shop);
  const { _id } = await owner.product({ name: 'Name 0' });
  const page = async () => ((await read('/products')) as { names: string[] }).names;
  expect(await page()).toEqual(['Name 0']);
  for (let i = 1; i <= 8; i++) {
    const beforehand = page();
    const { statusCode } = await pages.app.inject({
      method: 'PATCH',
      url: `/api/products/${_id}`,
      payload: { name: `Name ${i}` },
      headers: owner.headers,
    });
    expect(statusCode).toBe(200);
    expect(await page()).toEqual([`Name ${i}`]);
    await beforehand;
    expect(await page()).toEqual([`Name ${i}`]);
  }
});

it('a page with a failed part is not cached', async () => {
  await shop.db.schema.alterTable('products').renameTo('products_away').execute();
  const half = await pages.app.inject('/home');
  await shop.db.schema.alterTable('products_away').renameTo('products').execute();
  expect([half.statusCode, half.json()]).toEqual([200, 'not to be had']);
  expect(half.headers['cache-control']).toBe('no-store');
  expect(await read('/home')).toBe(4);
});

it('another notation of an address redirects to the canonical one', async () => {
  for (const [asked, own] of [
    ['/products/?inStock=true&page=2', '/products?inStock=true&page=2'],
    ['/Products?inStock=true', '/products?inStock=true'],
    ['/reset-password/aBc/', '/reset-password/aBc'],
    // As a form without JavaScript sends it.
    ['/products?search=&category=pots&minPrice=', '/products?category=pots'],
    ['/products?search=', '/products'],
  ] as const) {
    const { statusCode, headers } = await pages.app.inject(asked);
    expect([statusCode, headers.location], asked).toEqual([301, own]);
  }
  expect((await pages.app.inject('/reset-password/aBc')).statusCode).toBe(200);
  expect((await pages.app.inject('/Nowhere/')).statusCode).toBe(404);
});

it('no address causes an error or redirects to another host', async () => {
  await pages.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = pages.app.server.address() as AddressInfo;
  const get = (path: string) =>
    new Promise<unknown[]>((resolve, reject) => {
      http
        .get({ port, host: '127.0.0.1', path, agent: false }, ({ statusCode, headers }) =>
          resolve([statusCode, headers.location]),
        )
        .on('error', reject);
    });
  for (const odd of ['//', '///', '/\\\\', '//?page=2']) {
    expect(await get(odd), odd).toEqual([301, odd.includes('?') ? '/?page=2' : '/']);
  }
  expect(await get('/products/%00?category=%00')).toEqual([301, '/products?category=']);
  expect(await get('/products?category=%00')).toEqual([301, '/products']);
  for (const odd of ['//:99999/', '//[', '//evil.example/products', '/\\evil.example/Products/']) {
    expect(await get(odd), odd).toEqual([404, undefined]);
  }
});

it('an address without a page uses the redirect of the shop, which follows each change (T-ADM-40)', async () => {
  const owner = await asOwner(shop);
  const get = async (url: string) => {
    const { statusCode, headers } = await pages.app.inject(url);
    return [statusCode, headers.location];
  };
  expect(await get('/collections/cushions')).toEqual([404, undefined]);
  const create = async (from: string, to: string) => {
    const { status, body } = await owner.post('/settings/redirects', { from, to });
    expect(status, JSON.stringify(body)).toBe(201);
    await untilTold();
    return String(body._id);
  };
  const id = await create('/collections/cushions', '/products?category=textiles');
  await create('/pages/our-story', '/home');
  await create('/home', '/products');
  for (const url of ['/collections/cushions', '/Collections/cushions/?utm_source=mail'])
    expect(await get(url), url).toEqual([301, '/products?category=textiles']);
  expect(await get('/pages/our-story?utm_source=mail')).toEqual([301, '/home?utm_source=mail']);
  // There is a page.
  expect(await get('/home')).toEqual([200, undefined]);
  await owner.put(`/settings/redirects/${id}`, { from: '/collections/cushions', to: '/home' });
  await untilTold();
  expect(await get('/collections/cushions')).toEqual([301, '/home']);
  await owner.delete(`/settings/redirects/${id}`);
  await untilTold();
  expect(await get('/collections/cushions')).toEqual([404, undefined]);
});

it('a form submitted without JavaScript redirects to its page', async () => {
  const send = (url: string) =>
    pages.app.inject({
      method: 'POST',
      url,
      payload: 'password=secret',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const { statusCode, headers } = await send('/reset-password/aBc?x=1');
  expect([statusCode, headers.location]).toEqual([303, '/reset-password/aBc?x=1']);
  expect((await send('/nowhere')).statusCode).toBe(404);
  expect((await pages.app.inject({ method: 'DELETE', url: '/products' })).statusCode).toBe(404);
});

it('the policy of a page allows its own inline scripts by hash, and no injected one (T-HDR-09)', async () => {
  const { body, headers } = await pages.app.inject('/scripts');
  expect(body).toBe('<script type="module">own()</script><p></p><script>injected()</script>');
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const policy = String(headers['content-security-policy']);
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${hash('own()')}'`]);
  expect(policy).toContain('report-uri /api/policy-reports');
});
