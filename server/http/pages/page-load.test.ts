import { createContext, type LoaderFunctionArgs, type ServerBuild } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { createProduct } from '../../../tests/support/factories.ts';
import { place, verify } from '../../../tests/support/purchase.ts';
import { testShop } from '../../../tests/support/shop.ts';
import type { ShopError } from '../../errors.ts';
import type { PageShop } from './page-tags.ts';

/** Instead of the web build: pages that say what was rendered, of which some wait until `openGate` is called. */
const rendered: string[] = [];
let gate: Promise<void>;
let openGate = () => {};
const shopContext = createContext<PageShop>();
type Params = LoaderFunctionArgs['params'];
const page = (
  path: string,
  statusOf: (params: Params, shop: PageShop) => number | Promise<number> = () => 200,
) => ({
  id: path,
  path,
  module: {
    default: undefined,
    loader: async ({ context, params, url }: LoaderFunctionArgs) => {
      if (url.searchParams.has('search')) await gate;
      rendered.push(url.pathname + url.search);
      const status = await statusOf(params, context.get(shopContext));
      // As entry.server.tsx does.
      const isEmpty = status === 404 && path !== '*' && params.product !== '-';
      return new Response(isEmpty ? '' : `page of ${path}`, { status });
    },
  },
});
const routes = [
  page('home'),
  page('products'),
  page('products/:product', ({ product = '' }, { catalogue }) =>
    catalogue.getProduct(product).then(
      () => 200,
      ({ status }: ShopError) => status,
    ),
  ),
  page('order-success/:orderId'),
  page('*', (params) => (params['*'] === 'busy' ? 503 : 404)),
];
const build = {
  entry: {
    module: {
      default: () => new Response(),
      shopContext,
      renderContext: createContext(),
    },
  },
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

const shop = await testShop({
  env: { NODE_ENV: 'production', LOG_LEVEL: 'silent' },
  web: { loadBuild: async () => build },
});
beforeEach(() => {
  shop.missedChanges(true);
  rendered.length = 0;
  gate = new Promise((resolve) => {
    openGate = resolve;
  });
});

let searches = 0;
/** A page that was never requested before. */
const search = async (remoteAddress: string) =>
  await shop.app.inject({ url: `/products?search=${searches++}`, remoteAddress });
const get = async (url: string) => {
  const { statusCode, body, headers } = await shop.app.inject(url);
  return { statusCode, body, headers };
};

it('unknown addresses share one page, which does not contain the address (T-CPU-04)', async () => {
  for (let i = 0; i < 20; i++) {
    const { statusCode, body, headers } = await get(`/nowhere-${i}/at-all?x=${i}`);
    expect([statusCode, body]).toEqual([404, 'page of *']);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(rendered).toEqual(['/-']);
});

it('missing products share one page, and so do all orders (T-CPU-04)', async () => {
  for (let i = 0; i < 5; i++)
    expect(await get(`/products/gone-${i}`)).toMatchObject({
      statusCode: 404,
      body: 'page of products/:product',
    });
  expect(rendered.filter((text) => text === '/products/-')).toHaveLength(1);
  for (let i = 0; i < 5; i++) expect((await get(`/order-success/${i}?key=k${i}`)).statusCode).toBe(200);
  expect(rendered.filter((text) => text.startsWith('/order-success'))).toEqual(['/order-success/-']);
});

it('while many pages are rendered, the next new page gets 503, and cached pages and orders do not (T-CPU-03)', async () => {
  await get('/home');
  const waiting = Array.from({ length: 34 }, (_, i) => search(`10.0.${i}.1`));
  const refused = await search('10.1.0.1');
  expect([refused.statusCode, refused.headers['retry-after'], refused.body]).toEqual([503, '5', 'page of *']);
  const data = await shop.app.inject('/products.data?search=new');
  expect([data.statusCode, data.headers['retry-after']]).toEqual([503, '5']);
  expect((await get('/home')).statusCode).toBe(200);
  expect((await get('/order-success/1')).statusCode).toBe(200);
  expect((await get('/nowhere')).statusCode).toBe(404);
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  expect(rendered.filter((text) => text.includes('search'))).toEqual([]);
  openGate();
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
  expect((await search('10.1.0.1')).statusCode).toBe(200);
});

it.each([
  ['IPv4', (i: number) => `203.0.113.${i}`, '203.0.114.1'],
  ['IPv6', (i: number) => `2001:db8:0:1::${i.toString(16)}`, '2001:db8:0:2::1'],
])('a flood from one %s block leaves places to others (T-CPU-03)', async (_, ofBlock, text) => {
  const flood = Array.from({ length: 40 }, (_, i) => search(ofBlock(i)));
  const refused = await search(ofBlock(200));
  expect(refused.statusCode).toBe(503);
  const others = Array.from({ length: 4 }, () => search(text));
  openGate();
  for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  expect(statuses.filter((status) => status === 503)).toHaveLength(22);
});
