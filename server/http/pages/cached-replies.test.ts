import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { receiveChanges } from '../../../tests/support/changes.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { signUp } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { createApp } from '../../app.ts';
import type { listenForChanges } from '../../db/changes.ts';
import type { PageShop } from './page-tags.ts';

/** Instead of the web build: a large page, a small one, a product and the page for unknown addresses. */
const shopContext = createContext<PageShop>();
const page = (path: string, read: (shop: PageShop, args: LoaderFunctionArgs) => Promise<Response>) => ({
  id: path,
  path,
  module: {
    default: undefined,
    loader: (args: LoaderFunctionArgs) => read(args.context.get(shopContext), args),
  },
});
const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
const routes = [
  page('products', async ({ catalogue }) =>
    html(JSON.stringify(await catalogue.listProducts({ page: 1, limit: 12 })).repeat(20)),
  ),
  page('about', async () => html('<p>Small</p>')),
  page('products/:product', async ({ catalogue }, { params }) =>
    catalogue.getProduct(params.product ?? '').then(
      ({ name }) => html(name),
      () => html(params.product === '-' ? 'No such product' : '', 404),
    ),
  ),
  page('*', async () => html('Nothing here', 404)),
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

let changes: ReturnType<typeof listenForChanges>;
let port: number;
/** The requests that Fastify has seen. */
const routed: string[] = [];
const shop = await testShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' } });
const owner = await asOwner(shop);
const server = await createApp(shop.deps, {
  isReady: async () => true,
  publishChanges: () => changes.publish(),
  web: { loadBuild: async () => build },
});
beforeAll(async () => {
  server.app.addHook('onRequest', async ({ url }) => {
    routed.push(url);
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  changes = await receiveChanges(shop, server);
});
afterAll(async () => {
  await changes.stop();
  await server.app.close();
});

type Headers = Record<string, string>;
/** The reply over a connection, with its headers as they were sent. */
const request = (path: string, headers: Headers = {}, method = 'GET', body?: string) =>
  new Promise<{ status: number | undefined; headers: string[]; body: string }>((resolve, reject) => {
    const sent = http.request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode,
          headers: reply.rawHeaders,
          body: Buffer.concat(chunks).toString('base64'),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });

/** Headers in any order, without those that differ for each reply. */
const comparable = (raw: string[]) =>
  raw
    .flatMap((name, index) => (index % 2 === 0 ? `${name.toLowerCase()}: ${raw[index + 1]}` : []))
    .filter((line) => !/^(date|x-request-id|connection|keep-alive):/.test(line))
    .sort();

/**
 * Compares a cached reply with that of the app. They may differ for a moment, while a smaller encoding takes the place of
 * the first one.
 */
async function expectSame(path: string, headers: Record<string, string>, method: 'GET' | 'HEAD') {
  // The first request stores the reply, the second makes its encoding.
  await server.app.inject({ url: path, headers });
  await server.app.inject({ url: path, headers });
  routed.length = 0;
  const cached = await request(path, headers, method);
  expect(routed, `${method} ${path}`).toEqual([]);
  const ordinary = await server.app.inject({ url: path, headers, method });
  expect(routed).toHaveLength(1);
  expect(cached.status).toBe(ordinary.statusCode);
  const flat = Object.entries(ordinary.headers).flatMap(([name, value]) => [name, String(value)]);
  expect(comparable(cached.headers), `${method} ${path}`).toEqual(comparable(flat));
  expect(cached.body).toBe(ordinary.rawPayload.toString('base64'));
  const id = cached.headers[cached.headers.indexOf('x-request-id') + 1];
  expect(id).toMatch(/^[\da-f-]{36}$/);
}

it('a cached reply has the headers and bytes of the ordinary one, for every kind of request (T-HDR-12)', async () => {
  const { slug } = await createProduct(shop.db);
  const { body } = await request('/products');
  expect(body.length).toBeGreaterThan(5000);
  const encodings = ['br', 'gzip, br;q=0.5', 'gzip;q=0, *;q=0.1', 'identity'].map((text) => ({
    'accept-encoding': text,
  }));
  const paths = [
    '/products',
    '/products?utm_source=x',
    '/about',
    `/products/${slug}`,
    '/products/-',
    `/api/products/${slug}`,
    '/api/products?limit=5',
    '/api/site-info',
    '/sitemap-products-1.xml',
    '/api/categories',
    '/robots.txt',
  ];
  for (const path of paths) {
    for (const headers of [{}, ...encodings]) {
      for (const method of ['GET', 'HEAD'] as const) {
        await vi.waitFor(() => expectSame(path, headers, method), { timeout: 60_000 });
      }
    }
    const { headers } = await server.app.inject({ url: path });
    if (!headers.etag) continue;
    const known = { 'if-none-match': String(headers.etag) };
    routed.length = 0;
    const cached = await request(path, known);
    expect([cached.status, cached.body, routed]).toEqual([304, '', []]);
    const ordinary = await server.app.inject({ url: path, headers: known });
    const flat = Object.entries(ordinary.headers).flatMap(([name, value]) => [name, String(value)]);
    expect(ordinary.statusCode).toBe(304);
    expect(comparable(cached.headers)).toEqual(comparable(flat));
  }
});

it('other requests pass the hooks: with a token, a body, another method or two hosts (T-HDR-12)', async () => {
  await request('/about');
  await request('/about');
  routed.length = 0;
  await request('/about', { authorization: 'Bearer x' });
  await request('/about', { 'content-type': 'text/plain', 'content-length': '4' }, 'GET', 'body');
  await request('/about', {}, 'POST');
  await request('/about/');
  await request('/%61bout');
  expect(routed).toEqual(['/about', '/about', '/about', '/about/', '/%61bout']);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /about HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*two Host headers/);
});

it('no route is answered by a page, and no page by the address of another (T-HDR-12)', async () => {
  await request('/nowhere');
  await request('/nowhere');
  routed.length = 0;
  const paths = ['/api/none', '/api', '/uploads/product/none.jpg', '/mail-frame', '/manifest.webmanifest'];
  for (const path of paths) await request(path);
  expect(routed).toEqual(paths);
  // The page of refused requests can't be requested.
  expect((await request('/busy')).status).toBe(404);
});

it('other notations of a call take no places of their own (T-CPU-05)', async () => {
  const { id, slug } = await createProduct(shop.db);
  const encoded = `/api/products/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`;
  const notations = [
    encoded,
    `/api/products/${slug}?x=1`,
    `/api/products/${slug}#x`,
    `/api/products/${id.toUpperCase()}`,
    `http://other.example/api/products/${slug}`,
    '/sitemap-products-01.xml',
    '/sitemap-products-1e0.xml',
  ];
  async function expectCached() {
    for (const path of [`/api/products/${slug}`, `/api/products/${id}`, '/sitemap-products-1.xml'])
      expect((await request(path)).status).toBe(200);
    // A reply that has to be read would wait for the table.
    await shop.db.transaction().execute(async (trx) => {
      await sql`lock table products in access exclusive mode`.execute(trx);
      const statuses = notations.map(async (path) => [path, (await request(path)).status]);
      expect(await Promise.all(statuses)).toEqual(notations.map((path) => [path, 200]));
    });
  }
  // The change that the new product is can arrive after the first requests.
  await vi.waitFor(expectCached, { timeout: 60_000 });
});

it('only changes by admins make the caches expire, not refused requests (T-CPU-05)', async () => {
  let published = 0;
  const another = await createApp(shop.deps, {
    isReady: async () => true,
    publishChanges: async () => {
      published++;
    },
  });
  onTestFinished(() => another.app.close());
  const rename = (headers: Headers) =>
    another.app.inject({ method: 'POST', url: '/api/brands', payload: { name: 'Brand' }, headers });
  const packer = await asOwner(shop, 'packer');
  const shopper = await signUp(shop);
  for (const headers of [{}, packer.headers, shopper.headers]) await rename(headers);
  expect(published).toBe(0);
  expect((await rename(owner.headers)).statusCode).toBe(201);
  expect(published).toBe(1);
});

it('no notation of a path makes a personal reply storable (T-IDR-12)', async () => {
  for (const path of ['/api/auth/me', '/%61pi/auth/me', 'http://other.example/api/auth/me']) {
    const reply = await request(path, owner.headers);
    expect(reply.status).toBe(200);
    expect(comparable(reply.headers), path).toContain('cache-control: private, no-store');
  }
});

it('an admin’s reply is never a guest’s, nor the other way round (T-IDR-12)', async () => {
  const draft = await owner.product({ name: 'Secret lamp', status: 'draft' });
  const list = async (headers: Headers) => {
    const reply = await request('/api/products?search=secret', headers);
    const { total } = JSON.parse(Buffer.from(reply.body, 'base64').toString());
    return [total, comparable(reply.headers).find((line) => line.startsWith('cache-control'))];
  };
  for (let times = 0; times < 3; times++) {
    expect(await list({})).toEqual([0, 'cache-control: public, max-age=0, must-revalidate']);
    expect(await list(owner.headers)).toEqual([1, 'cache-control: private, no-store']);
    expect((await request(`/api/products/${draft._id}`)).status).toBe(404);
    expect((await request(`/api/products/${draft._id}`, owner.headers)).status).toBe(200);
  }
});

it('a change in the back office is visible in the next reply of a call (T-CPU-05)', async () => {
  const { _id, slug } = await owner.product({ name: 'Name 0' });
  const names = async () => {
    const read = async (path: string) =>
      Buffer.from((await request(path)).body, 'base64')
        .toString()
        .match(/Name \d/)?.[0];
    return Promise.all([
      read(`/api/products/${slug}`),
      read('/api/products?search=Name'),
      read(`/api/products?limit=100`),
    ]);
  };
  await names();
  for (let i = 1; i <= 5; i++) {
    const beforehand = names();
    const { statusCode } = await server.app.inject({
      method: 'PATCH',
      url: `/api/products/${_id}`,
      payload: { name: `Name ${i}` },
      headers: owner.headers,
    });
    expect(statusCode).toBe(200);
    expect(await names()).toEqual(Array(3).fill(`Name ${i}`));
    await beforehand;
    expect(await names()).toEqual(Array(3).fill(`Name ${i}`));
  }
});

it('a reply to a call is never older than a change that the database has announced (T-CPU-05)', async () => {
  const { id, slug } = await createProduct(shop.db, { stock: 100 });
  const stockOf = async () => {
    const reply = await request(`/api/products/${slug}`);
    return JSON.parse(Buffer.from(reply.body, 'base64').toString()).countInStock as number;
  };
  for (let stock = 99; stock > 90; stock--) {
    const readers = Array.from({ length: 5 }, stockOf);
    await shop.db.updateTable('variants').set({ stock }).where('productId', '=', id).execute();
    await changes.publish();
    expect(await Promise.all(Array.from({ length: 5 }, stockOf))).toEqual(Array(5).fill(stock));
    await Promise.all(readers);
  }
});

it('a list by price shows a product as soon as another program has changed its price (T-CPU-05)', async () => {
  const { id } = await createProduct(shop.db, { name: 'Indigo quilt' });
  const isListed = async () => {
    const reply = await request('/api/products?minPrice=987654');
    return Buffer.from(reply.body, 'base64').toString().includes('Indigo quilt');
  };
  expect(await isListed()).toBe(false);
  const prices = { pricePaise: 98765400, sellingPaise: 98765400 };
  await shop.db.updateTable('variants').set(prices).where('productId', '=', id).execute();
  await changes.publish();
  expect(await isListed()).toBe(true);
});

it('the description of the API is made once, and has an ETag (T-DOS-11)', async () => {
  const ask = (headers = {}) => server.app.inject({ url: '/api/openapi.json', headers });
  const first = await ask();
  const { etag = '' } = first.headers;
  expect(first.json()).toMatchObject({ openapi: '3.1.0' });
  expect((await ask({ authorization: 'Bearer x' })).headers.etag).toBe(etag);
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
  for (const kind of ['json', 'yaml'])
    expect((await server.app.inject(`/api/docs/${kind}`)).headers.location).toBe('/api/openapi.json');
});

it('products by ids are kept until they change (T-DOS-11)', async () => {
  const { id } = await createProduct(shop.db);
  const ask = async (headers = {}) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/products/bulk',
      payload: { ids: [id, 'no-id', id] },
      headers,
    });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().products.map(({ name }: { name: string }) => name);
  };
  const [name] = await ask();
  expect(await ask({ authorization: 'Bearer x' })).toEqual([name, name]);
  await owner.put(`/products/${id}`, { name: 'Ajrakh Stole' });
  await expect.poll(() => ask()).toEqual(['Ajrakh Stole', 'Ajrakh Stole']);
});
