import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Facet } from '../../shared/contract/catalogue/catalogue.ts';
import { type DemoPages, openDemoPages } from '../support/demo-pages.ts';
import { createAdmin } from '../support/people.ts';

/**
 * Guards what pages and calls cost, never their time: bytes of HTML and inline scripts, bytes (Brotli) and names of the
 * files that a page names before any interaction, and statements to the database. A change that needs more says why
 * and raises the figure; one that needs less lowers it.
 */
type Budget = {
  /** KB of 1,000 bytes. */
  html: number;
  inline: number;
  scripts: number;
  styles: number;
  /** The names that scripts may have, without their hashes. */
  files?: string;
  queries: number;
};

let pages: DemoPages;
let owner: Record<string, string>;

beforeAll(async () => {
  pages = await openDemoPages();
  // The product of the budget has all lists of products.
  await sql`insert into bought_together select a.id, b.id, 2 from products a, products b
    where a.slug = ${(await addressOf('/products/:slug')).split('/').at(-1)} and b.id <> a.id`.execute(
    pages.shop.db,
  );
  owner = (await createAdmin(pages.shop, 'owner')).headers;
});
afterAll(() => pages.close());

describe('a page stays within its budget', () => {
  const islands = { inline: 4, scripts: 11.3, styles: 19.2, files: 'entry.client page rolldown-runtime' };
  const application =
    'ask-quote cart-button checkout-link delivery entry.client failure forms has-islands islands layout manifest mobile-menu order-keys page pages react-dom rolldown-runtime root router search-box shop totals use-quote';
  // Style sheets name the fonts of twelve scripts.
  // Applications list all routes: those of the guide, the settings and the look are new.
  const budgets: Record<string, Budget> = {
    // The arrangement, the strips, the brands and the prices of gifts.
    '/': { ...islands, html: 59, queries: 6 },
    // The facets are read beside the list; then the cards and the names of facets that no page has shown yet.
    '/products': { ...islands, html: 58, queries: 4 },
    '/products?search=cushion': { ...islands, html: 28, queries: 5 },
    // The structured data describes each variant; which products are similar differs.
    '/products/:slug': { ...islands, html: 53.7, inline: 6.3, queries: 7 },
    '/about': { ...islands, html: 22, queries: 0 },
    // The redirects, which are then kept.
    '/nothing-here': { ...islands, html: 18, queries: 1 },
    '/cart': { html: 21, inline: 8.4, scripts: 144.8, styles: 19.2, queries: 0, files: application },
    '/checkout': {
      html: 21,
      inline: 8.4,
      scripts: 156.4,
      styles: 19.2,
      queries: 0,
      files: `${application} arrow-left use-addresses poll order-extras page-top saved-details indian-states`,
    },
    '/login': { html: 9, inline: 5, scripts: 135.6, styles: 20, queries: 0 },
    '/admin': { html: 9, inline: 2, scripts: 213.6, styles: 20, queries: 0 },
  };

  it.for(Object.entries(budgets))('%s', async ([address, budget]) => {
    // The layout's data is cached by then, as for every visitor but the first.
    await pages.get('/shipping-policy');
    const { result: html, queries } = await countQueries(
      async () => (await pages.get(await addressOf(address))).body,
    );
    const scripts = withImports(
      namesIn(html, /(?:src|href)="\/assets\/([^"]+\.js)"|["']\/assets\/([^"']+\.js)["']/g),
    );
    const styles = namesIn(html, /href="\/assets\/([^"]+\.css)"/g);
    const inline = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
    const figures = {
      html: kilobytes(Buffer.byteLength(html)),
      inline: kilobytes(inline.reduce((sum, [, text = '']) => sum + Buffer.byteLength(text), 0)),
      scripts: kilobytes(sizeOf(scripts)),
      styles: kilobytes(sizeOf(styles)),
      queries,
    };
    const problems = Object.entries(figures).filter(
      ([name, figure]) => figure > budget[name as keyof typeof figures],
    );
    expect(problems).toEqual([]);
    const allowed = budget.files?.split(' ');
    expect(scripts.map(withoutHash).filter((name) => allowed && !allowed.includes(name))).toEqual([]);
    // Charts and the editor load when they are needed.
    expect(scripts.filter((name) => /recharts-|data-lexical/.test(readScript(name)))).toEqual([]);
    // Empty lists would stay within any budget.
    expect(Math.min(figures.scripts, figures.styles)).toBeGreaterThan(1);
  });
});

it('a listing has at most 60 KB of HTML in every state', async () => {
  const facets: Facet[] = (await pages.get('/api/facets')).json();
  const all = (param: string, name: string) =>
    (facets.find((facet) => facet.name === name)?.values ?? []).map(({ value }) => [
      param,
      param === 'brand' ? value : `${name}:${value}`,
    ]);
  const others = { minPrice: '1', maxPrice: '999999', inStock: 'true', sort: '-createdAt', all: 'size' };
  const brands = [...all('brand', 'brand'), ...Object.entries(others)];
  const values = [...all('filter', 'price'), ...all('filter', 'discount'), ...Object.entries(others)];
  const states = [[], [['search', 'hand'], ...brands], brands, values];
  const sizes: Record<string, number> = {};
  for (const state of states) {
    const address = (page: number) => `/products?${new URLSearchParams([...state, ['page', `${page}`]])}`;
    // The page after the last one redirects.
    for (let page = 1; ; page++) {
      const { statusCode, body } = await pages.get(address(page));
      if (statusCode !== 200) break;
      // A listing with fewer products would stay within any budget.
      if (page === 1) expect(body.match(/<article/g), address(page)).toHaveLength(24);
      sizes[address(page)] = Buffer.byteLength(body);
    }
  }
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > 60 * 1024)).toEqual([]);
});

describe('a call sends no more statements than', () => {
  const most: Record<string, number> = {
    'guest /products?limit=24': 3,
    'guest /products?limit=24&search=cushion': 3,
    'guest /products/:id': 1,
    'guest /categories': 1,
    'guest /site-info': 2,
    'owner /order/admin?limit=20': 4,
    'owner /order/admin?limit=20&search=asha': 4,
    'owner /order/admin/stats': 4,
    'owner /auth/admin/stats': 17,
    'owner /attention?limit=20': 4,
    'owner /mails': 4,
    'owner /contact': 4,
    'owner /admin/log': 5,
  };

  it.for(Object.entries(most))('%s: %i', async ([call, budget]) => {
    const [who, address = ''] = call.split(' ');
    const { id } = await pages.shop.db
      .selectFrom('products')
      .select('id')
      .orderBy('slug')
      .executeTakeFirstOrThrow();
    const url = `/api${address.replace(':id', id)}`;
    // A timer or a new connection can add statements, so the least counts. Replies to guests are cached after the first.
    const counts: number[] = [];
    for (let attempt = 0; attempt < (who === 'owner' ? 3 : 1); attempt++) {
      const { result, queries } = await countQueries(() => pages.get(url, who === 'owner' ? owner : {}));
      expect(result.statusCode, result.body).toBe(200);
      counts.push(queries);
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(budget);
  });
});

it('with ASSETS_URL, pages take their files and pictures from there', async () => {
  const assetsUrl = 'https://assets.example';
  const { app } = await pages.openApp({ assetsUrl });
  const files = new Set<string>();
  for (const address of ['/', '/products', '/products/:slug', '/cart', '/checkout', '/login', '/admin']) {
    const { body, headers } = await app.inject(await addressOf(address));
    const rest = body.replaceAll(/https:\/\/assets\.example(\/(assets|uploads)\/[^"\s]+)/g, (_, file) => {
      files.add(file);
      return '';
    });
    expect(rest.match(/.{40}\/(assets|uploads)\/.{20}/)?.[0], address).toBeUndefined();
    const policy = String(headers['content-security-policy']).split('; ');
    const allowing = policy.filter((text) => text.includes(assetsUrl)).map((text) => text.split(' ')[0]);
    // The back office fetches the reader of barcodes.
    const fetched = ['/login', '/admin'].includes(address) ? ['connect-src'] : [];
    expect(allowing.sort(), address).toEqual([
      ...fetched,
      'font-src',
      'img-src',
      'media-src',
      'script-src',
      'style-src',
    ]);
  }
  const product = (await app.inject(await addressOf('/products/:slug'))).body;
  expect(product).toMatch(
    /property="og:image" content="https:\/\/assets\.example\/uploads\/[^"]+-1200\.jpg"/,
  );
  expect(product).toMatch(/"image":\["https:\/\/assets\.example\/uploads\/[^"]+-1200\.webp"/);
  expect(product).toContain('rel="canonical" href="http://localhost');
  // The CDN gets them from the shop, and hands on the permission for pages of another origin.
  for (const kind of [/\.js$/, /\.css$/, /-320\.avif$/]) {
    const file = [...files].find((file) => kind.test(file)) ?? '';
    const { statusCode, headers } = await app.inject(file);
    expect([statusCode, headers['access-control-allow-origin'], headers['cache-control']], file).toEqual([
      200,
      '*',
      'public, max-age=31536000, immutable',
    ]);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  }
  await app.close();
});

async function addressOf(address: string): Promise<string> {
  if (!address.includes(':slug')) return address;
  const product = await pages.shop.db
    .selectFrom('products')
    .select('slug')
    .where(sql<boolean>`options <> '[]'`)
    .orderBy('slug')
    .executeTakeFirstOrThrow();
  return address.replace(':slug', product.slug);
}

/** Counts the statements that reach the database while `work` runs. */
async function countQueries<T>(work: () => Promise<T>): Promise<{ result: T; queries: number }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    return { result, queries: spy.mock.calls.length };
  } finally {
    spy.mockRestore();
  }
}

const assets = path.resolve('build/client/assets');
const namesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '')),
];

const readScript = (name: string) => readFileSync(path.join(assets, name), 'utf8');

/** These scripts and all that they import statically. */
function withImports(names: string[]): string[] {
  const all = new Set(names);
  for (const name of all) {
    for (const item of namesIn(readScript(name), /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      all.add(item);
  }
  return [...all];
}

const sizeOf = (names: string[]) =>
  names.reduce((sum, name) => sum + statSync(path.join(assets, `${name}.br`)).size, 0);
const withoutHash = (name: string) => name.replace(/-[\w-]{8}\.js$/, '');
const kilobytes = (bytes: number) => Math.ceil(bytes / 100) / 10;
