import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unavailable } from '../../errors.ts';
import { pagePath, pageTarget, pageUrl } from './page-address.ts';
import { createReplyCache } from './reply-cache.ts';
import { acceptedEncoding, type CachedReply, type FreshReply } from './reply-encodings.ts';

const fresh = (body: string, ...tags: string[]): FreshReply => ({
  status: 200,
  headers: {},
  body,
  tags: new Set(tags),
  isComplete: true,
});

/** Three pages of a few bytes have a place, and two queries. */
function cacheAt(start = 0) {
  let time = start;
  const cache = createReplyCache({ maxBytes: 13_000, maxQueryBytes: 9_000, now: () => time });
  return { ...cache, pass: (ms: number) => (time += ms) };
}

/** A body that is too small to be compressed. */
const textOf = ({ encoded }: CachedReply) => encoded.identity?.body.toString();

describe('the page cache', () => {
  it('renders once for concurrent requests and stores each encoding', async () => {
    const { fetch, encode } = createReplyCache();
    const html = '<p>₹1,299.00</p>'.repeat(500);
    let renders = 0;
    const render = async () => {
      renders++;
      return fresh(html);
    };
    const [page] = await Promise.all(Array.from({ length: 20 }, () => fetch('/', render)));
    // It is compressed once until it is requested again.
    expect([Object.keys(page?.encoded ?? {}), page?.isDense]).toEqual([['br'], false]);
    const again = await fetch('/', render);
    expect([renders, again.isDense]).toEqual([1, true]);
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (body: Buffer) => body],
    ] as const) {
      const { headers, body } = await encode('/', again, encoding);
      expect(decompress(body).toString()).toBe(html);
      expect(headers).toEqual(expect.arrayContaining(['content-length', String(body.length)]));
      expect(headers.includes('content-encoding')).toBe(encoding !== 'identity');
    }
  });

  it('serves a stale page for a second while a fresh one renders, then waits for it', async () => {
    const cache = cacheAt(5000);
    let price = 'old';
    const read = async () => textOf(await cache.fetch('/p', async () => fresh(price, 'product:1')));
    expect(await read()).toBe('old');
    price = 'new';
    cache.pass(1);
    cache.drop('product:2');
    expect(await read()).toBe('old');
    cache.drop('product:1');
    cache.pass(1001);
    expect(await read()).toBe('new');
  });

  it('makes a reply again after a minute without a notification (T-CPU-11)', async () => {
    const cache = cacheAt(5000);
    let price = 'old';
    const read = async (isExact: boolean) =>
      textOf(await cache.fetch('/p', async () => fresh(price, 'product:1'), { isExact }));
    expect(await read(true)).toBe('old');
    price = 'new';
    cache.pass(60_000);
    expect(await read(true)).toBe('old');
    cache.pass(1);
    expect(cache.findFresh('/p')).toBeUndefined();
    expect(await read(true)).toBe('new');
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
      expect(textOf(await cache.fetch('/p', async () => fresh('new', 'catalogue')))).toBe('new');
    },
  );

  it('serves a page with a failed part without storing it', async () => {
    const { fetch } = cacheAt();
    const failed = await fetch('/', async () => ({ ...fresh('half'), isComplete: false }));
    expect(textOf(failed)).toBe('half');
    expect(textOf(await fetch('/', async () => fresh('whole')))).toBe('whole');
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

  it('counts the bytes of every encoding against its limit (T-CPU-05)', async () => {
    const cache = createReplyCache({ maxBytes: 300_000 });
    const html = 'x'.repeat(100_000);
    const addresses = ['/1', '/2', '/3', '/4', '/5'];
    for (const address of addresses) {
      const page = await cache.fetch(address, async () => fresh(html));
      await cache.encode(address, page, 'identity');
    }
    expect(addresses.filter((address) => cache.findFresh(address))).toEqual(['/4', '/5']);
  });

  it('gives a call nothing that was read before the last change (T-CPU-05)', async () => {
    const cache = cacheAt(100);
    let stock = 'one left';
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const readAt = async (wait: Promise<void>) => {
      const seen = stock;
      await wait;
      return fresh(seen, 'catalogue');
    };
    const early = cache.fetch('/api/p', () => readAt(held), { isExact: true });
    stock = 'none left';
    // The list of what it was made from does not name this product yet.
    cache.drop('product:1');
    const late = cache.fetch('/api/p', () => readAt(Promise.resolve()), { isExact: true });
    expect(textOf(await late)).toBe('none left');
    release();
    expect(textOf(await early)).toBe('one left');
    stock = 'some left';
    const stored = () => cache.fetch('/api/p', () => readAt(Promise.resolve()), { isExact: true });
    expect(textOf(await stored())).toBe('none left');
    cache.drop('catalogue');
    expect(textOf(await stored())).toBe('some left');
  });

  it('serves an old page rather than none when a new one is refused (T-CPU-03)', async () => {
    const cache = cacheAt(100);
    await cache.fetch('/p', async () => fresh('old', 'catalogue'));
    cache.drop('catalogue');
    cache.pass(5000);
    const refuse = async () => {
      throw unavailable('Busy');
    };
    expect(textOf(await cache.fetch('/p', refuse))).toBe('old');
    await expect(cache.fetch('/other', refuse)).rejects.toMatchObject({ status: 503 });
    expect(textOf(await cache.fetch('/p', async () => fresh('new')))).toBe('new');
  });
});

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['BR;Q=0.5, GZIP;q=0.8', 'gzip'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['*', 'br'],
  ['br;q=x, *;q=0', 'identity'],
  ['brotli, xgzip', 'identity'],
])('a client that accepts %j gets %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

const patterns = [
  '',
  'products',
  'products/:product',
  'returns/start',
  'reset-password/:token',
  'order-success/:orderId',
  'admin',
  'admin/orders/:id',
  'admin/*',
  '*',
];

describe('a page’s address', () => {
  it.each([
    ['/products?sort=price&category=brass&utm_source=x', '/products?category=brass&sort=price', false],
    ['/products?search=', '/products', true],
    ['/products.data?page=2&_routes=a', '/products.data?_routes=a&page=2', false],
    ['/products/_.data?category=brass', '/products/_.data?category=brass', false],
    ['/products/tea', '/products/tea', false],
    ['/products/tea.data', '/products/tea.data', false],
    ['/products/tea?utm_source=x&variant=1', '/products/tea?variant=1', false],
    ['/products?variant=1', '/products', true],
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
    ['/products/%74e%61', '/products/tea'],
    ['/products/a|b', '/products/a%7Cb'],
    ['/products/%7c%', '/products/%7c%'],
    ['/products/0A0B0C0D-0000-4000-8000-00000000000E', '/products/0a0b0c0d-0000-4000-8000-00000000000e'],
    ['/Nowhere/', undefined],
    ['/returns/', undefined],
  ])('%s is normalised to %s (T-CPU-05)', (asked, written) => {
    expect(pagePath(asked, patterns)).toBe(written);
  });
});
