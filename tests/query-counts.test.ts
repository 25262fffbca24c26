import pg from 'pg';
import { createContext, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopContext } from '../web/shop-context.ts';
import { loader as home } from '../web/storefront/home/home.tsx';
import { loader as about } from '../web/storefront/info/about.tsx';
import { loader as layout } from '../web/storefront/layout/layout.tsx';
import { loader as listing } from '../web/storefront/products/listing/listing.tsx';
import { loader as detail } from '../web/storefront/products/product-page/detail.tsx';
import { createProduct } from './support/factories.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

/** The statements for each page and call that a guest opens, when only the layout and each product are kept. */
const statements: Record<string, number> = {
  // The strips, and the brands.
  '/': 3,
  // The list and the facets; a search is interpreted for both.
  '/products': 2,
  '/products?search=vase&page=1': 3,
  '/products?sort=price&inStock=true': 2,
  // Its reviews are one, its questions two.
  '/products/:slug': 5,
  '/about': 0,
  // The redirects, which are then kept.
  '/nothing-here': 1,
  '/api/products': 1,
  '/api/products?search=vase': 2,
  '/api/products?category=vases&minPrice=1': 1,
  '/api/products/:slug': 1,
  '/api/products/:id': 1,
  '/api/categories': 1,
  // The information, and the discount that the footer names.
  '/api/site-info': 2,
  '/api/policies': 1,
};

/** The loaders of the public pages, with an empty page in place of their content. */
const pages: [path: string, loader: unknown][] = [
  ['/', home],
  ['products', listing],
  ['products/:product', detail],
  ['about', about],
  [
    '*',
    () => {
      throw new Response(null, { status: 404 });
    },
  ],
];
const route = (id: string, parentId: string | undefined, path: string, loader: unknown) => ({
  id,
  parentId,
  path,
  module: { default: () => null, loader },
});
const build = {
  entry: {
    module: {
      default: (_request: Request, status: number) => new Response('a page', { status }),
      shopContext,
      renderContext: createContext(),
    },
  },
  routes: Object.fromEntries(
    [
      route('layout', undefined, '', layout),
      ...pages.map(([path, loader]) => route(path, 'layout', path, loader)),
    ].map((item) => [item.id, item]),
  ),
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

let shop: TestShop;
let product: { id: string; slug: string };
/** The statements of all connections so far. */
let sent = 0;
const { query } = pg.Client.prototype;
beforeAll(async () => {
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      sent++;
      return Reflect.apply(query, this, given);
    },
  });
  shop = await createTestShop({ env: { NODE_ENV: 'production' }, web: { loadBuild: async () => build } });
  product = await createProduct(shop.db, { name: 'Indigo vase', status: 'featured' });
  for (let i = 0; i < 3; i++) await createProduct(shop.db, { name: 'Madder vase' });
  shop.missedChanges(true);
});
afterAll(async () => {
  Object.assign(pg.Client.prototype, { query });
  await shop.close();
});

const get = async (url: string) => {
  const before = sent;
  const path = url.replace(':slug', product.slug).replace(':id', product.id);
  const { statusCode } = await shop.app.inject(path);
  return { statusCode, count: sent - before };
};

test('a page or call sends no more statements than before', async () => {
  // Reads the layout and the products.
  await get('/products?search=vases');
  const counted: Record<string, number> = {};
  for (const url of Object.keys(statements)) {
    const { statusCode, count } = await get(url);
    expect([url, statusCode]).toEqual([url, url === '/nothing-here' ? 404 : 200]);
    counted[url] = count;
  }
  expect(counted).toEqual(statements);
});

test('a change of a product reads it again, one of the content or of categories what shows them', async () => {
  await shop.db.updateTable('products').set({ name: 'Indigo bowl' }).where('id', '=', product.id).execute();
  shop.changed(`product:${product.id}`);
  expect((await get('/products?search=indigo')).count).toBe(4);
  const { body } = await shop.get('/products?limit=24');
  expect(body.products).toContainEqual(expect.objectContaining({ name: 'Indigo bowl' }));
  shop.changed('content');
  // Two more: the theme, and whether the shop is open.
  expect((await get('/products?search=vas')).count).toBe(7);
  // The categories, the products and the names of the facets.
  shop.changed('catalogue');
  expect((await get('/products?search=va')).count).toBe(6);
  shop.missedChanges(true);
  expect((await get('/products?search=v')).count).toBe(10);
});
