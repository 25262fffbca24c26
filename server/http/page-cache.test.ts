import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unavailable } from '../errors.ts';
import { pagePath, pageTarget, pageUrl } from './page-address.ts';
import { createPageCache, type FreshPage } from './page-cache.ts';

const fresh = (body: string, ...tags: string[]): FreshPage => ({
  status: 200,
  headers: {},
  body,
  tags: new Set(tags),
  isComplete: true,
});

function cacheAt(start = 0) {
  let time = start;
  const cache = createPageCache({ maxPages: 3, maxQueries: 2, now: () => time });
  return { ...cache, pass: (ms: number) => (time += ms) };
}

describe('the page cache', () => {
  it('renders once for concurrent requests and stores each encoding', async () => {
    const { fetch } = cacheAt();
    let renders = 0;
    const render = async () => {
      renders++;
      return fresh('<p>₹1,299.00</p>');
    };
    const pages = await Promise.all(Array.from({ length: 20 }, () => fetch('/', render)));
    await fetch('/', render);
    expect(renders).toBe(1);
    expect(brotliDecompressSync(pages[0]?.br ?? '').toString()).toBe('<p>₹1,299.00</p>');
    expect(gunzipSync(pages[0]?.gzip ?? '').toString()).toBe('<p>₹1,299.00</p>');
  });

  it('serves a stale page for a second while a fresh one renders, then waits for it', async () => {
    const cache = cacheAt(5000);
    let price = 'old';
    const read = async () =>
      (await cache.fetch('/p', async () => fresh(price, 'product:1'))).plain.toString();
    expect(await read()).toBe('old');
    price = 'new';
    cache.pass(1);
    cache.drop('product:2');
    expect(await read()).toBe('old');
    cache.drop('product:1');
    cache.pass(1001);
    expect(await read()).toBe('new');
  });

  it.each(['drop', 'clear'] as const)(
    'does not store a page whose data changed during rendering (%s)',
    async (how) => {
      const cache = cacheAt(100);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const first = cache.fetch('/p', async () => {
        await held;
        return fresh('old', 'catalogue');
      });
      cache[how]('catalogue');
      release();
      await first;
      cache.pass(1001);
      expect((await cache.fetch('/p', async () => fresh('new', 'catalogue'))).plain.toString()).toBe('new');
    },
  );

  it('serves a page with a failed part without storing it', async () => {
    const { fetch } = cacheAt();
    const failed = await fetch('/', async () => ({ ...fresh('half'), isComplete: false }));
    expect(failed.plain.toString()).toBe('half');
    expect((await fetch('/', async () => fresh('whole'))).plain.toString()).toBe('whole');
  });

  it('stores no errors, and no more pages than the maximum', async () => {
    const cache = cacheAt();
    let renders = 0;
    const render = (status: number) => async () => {
      renders++;
      return { ...fresh('x'), status, isComplete: status === 200 };
    };
    await cache.fetch('/gone', render(404));
    await cache.fetch('/gone', render(404));
    expect(renders).toBe(2);
    for (const key of ['/1', '/2', '/3', '/4', '/4']) await cache.fetch(key, render(200));
    expect(renders).toBe(6);
    await cache.fetch('/1', render(200));
    expect(renders).toBe(7);
  });

  it('gives queries places of their own, so that searches evict no page (T-CPU-03)', async () => {
    const cache = cacheAt();
    let renders = 0;
    const read = (key: string) =>
      cache.fetch(key, async () => {
        renders++;
        return fresh('x');
      });
    for (const key of ['/1', '/2', '/3', ...Array.from({ length: 20 }, (_, i) => `/products?search=${i}`)])
      await read(key);
    renders = 0;
    for (const key of ['/1', '/2', '/3', '/products?search=19', '/products?search=18']) await read(key);
    expect(renders).toBe(0);
    await read('/products?search=17');
    expect(renders).toBe(1);
  });

  it('serves an old page rather than none when a new one is refused (T-CPU-03)', async () => {
    const cache = cacheAt(100);
    await cache.fetch('/p', async () => fresh('old', 'catalogue'));
    cache.drop('catalogue');
    cache.pass(5000);
    const refuse = async () => {
      throw unavailable('Busy');
    };
    expect((await cache.fetch('/p', refuse)).plain.toString()).toBe('old');
    await expect(cache.fetch('/other', refuse)).rejects.toMatchObject({ status: 503 });
    expect((await cache.fetch('/p', async () => fresh('new'))).plain.toString()).toBe('new');
  });
});

const patterns = [
  ...[
    '',
    'products',
    'products/:product',
    'returns/start',
    'reset-password/:token',
    'order-success/:orderId',
  ],
  ...['admin', 'admin/orders/:id', 'admin/*', '*'],
];

describe('a page’s address', () => {
  it.each([
    ['/products?sort=price&category=brass&utm_source=x', '/products?category=brass&sort=price', false],
    ['/products?search=', '/products', true],
    ['/products.data?page=2&_routes=a', '/products.data?_routes=a&page=2', false],
    ['/products/_.data?category=brass', '/products/_.data?category=brass', false],
    ['/products/tea', '/products/tea', false],
    ['/products/tea.data', '/products/tea.data', false],
    ['/order-success/1?key=secret', '/order-success/-', true],
    ['/reset-password/aBc.data', '/reset-password/-.data', true],
    ['/admin/orders/7?page=2', '/admin/orders/-', true],
    ['/?a=1&b=2', '/', true],
    ['/_root.data', '/_root.data', true],
    ['/nowhere/at/all?_routes=x', '/-', true],
    ['/busy', '/-', true],
    ['/nowhere.data?_routes=x', '/-.data', true],
    ['/admin/nowhere/at/all', '/admin/-', true],
  ])('%s is stored as %s; fixed: %s', (asked, address, isFixed) => {
    expect(pageTarget(pageUrl(asked), patterns)).toMatchObject({ address, isFixed });
  });
});

describe('a page’s path', () => {
  it.each([
    ['/', '/'],
    ['/products/', '/products'],
    ['/Products', '/products'],
    ['/products//tea/', '/products/tea'],
    ['/RETURNS/Start', '/returns/start'],
    ['/Reset-Password/aBc/', '/reset-password/aBc'],
    ['/Nowhere/', undefined],
    ['/returns/', undefined],
  ])('%s is normalised to %s', (asked, written) => {
    expect(pagePath(asked, patterns)).toBe(written);
  });
});
