import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageAddress, pagePath, pageUrl } from './page-address.ts';
import { createPageCache, type FreshPage } from './page-cache.ts';

const fresh = (body: string, ...tags: string[]): FreshPage => ({
  status: 200,
  headers: {},
  body,
  tags: new Set(tags),
  failed: false,
});

function cacheAt(start = 0) {
  let time = start;
  const cache = createPageCache({ maxPages: 3, now: () => time });
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
    const failed = await fetch('/', async () => ({ ...fresh('half'), failed: true }));
    expect(failed.plain.toString()).toBe('half');
    expect((await fetch('/', async () => fresh('whole'))).plain.toString()).toBe('whole');
  });

  it('stores no errors, and no more pages than the maximum', async () => {
    const cache = cacheAt();
    let renders = 0;
    const render = (status: number) => async () => {
      renders++;
      return { ...fresh('x'), status };
    };
    await cache.fetch('/gone', render(404));
    await cache.fetch('/gone', render(404));
    expect(renders).toBe(2);
    for (const key of ['/1', '/2', '/3', '/4', '/4']) await cache.fetch(key, render(200));
    expect(renders).toBe(6);
    await cache.fetch('/1', render(200));
    expect(renders).toBe(7);
  });
});

describe('a page’s address', () => {
  it.each([
    ['/products?sort=price&category=brass&utm_source=x', '/products?category=brass&sort=price'],
    ['/products?search=', '/products'],
    ['/products.data?page=2&_routes=a', '/products.data?_routes=a&page=2'],
    ['/products/_.data?category=brass', '/products/_.data?category=brass'],
    ['/order-success/1?key=secret', '/order-success/1'],
    ['/?a=1&b=2', '/'],
  ])('%s is stored as %s', (asked, kept) => {
    expect(pageAddress(pageUrl(asked))).toBe(kept);
  });
});

describe('a page’s path', () => {
  const patterns = ['', 'products', 'products/:product', 'returns/start', 'reset-password/:token', '*'];
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
