import { newListings, newSearches, series } from './addresses.ts';
import type { DatabaseTask } from './bare-postgres.ts';

/** A product that a row requests. */
export type BenchProduct = { id: string; slug: string };

/** One row of the table. */
export type Row = {
  key: string;
  name: string;
  unit: string;
  /** The goal in words, and whether a figure and the limit of the same run reach it. */
  goal: string;
  isReached(measured: number, limit: number): boolean;
} & (
  | {
      kind: 'get';
      /** New addresses for each run, or one address that is repeated. */
      paths(run: number, products: BenchProduct[]): string[];
      limit: 'bare Node' | 'React alone' | { postgres: DatabaseTask['kind'] };
    }
  | { kind: 'orders'; connections: number }
  | { kind: 'start' }
  | { kind: 'memory' }
);

/** How many new addresses a run may use up. */
const perRun = 15_000;

const from = (run: number) => run * perRun;

const ids = (products: BenchProduct[]) => products.map(({ id }) => `/api/products/${id}`);
const atLeast = (goal: number) => ({
  goal: `≥ ${goal.toLocaleString('en')}`,
  isReached: (measured: number) => measured >= goal,
});
const atMost = (goal: number) => ({
  goal: `≤ ${goal.toLocaleString('en')}`,
  isReached: (measured: number) => measured <= goal,
});

const cached = (
  key: string,
  name: string,
  paths: (run: number, products: BenchProduct[]) => string[],
): Row => ({
  key,
  name,
  kind: 'get',
  unit: 'per s',
  limit: 'bare Node',
  paths,
  goal: '≥ 0.60 of bare Node',
  isReached: (measured, limit) => measured >= 0.6 * limit,
});
const missing = (key: string, name: string, path: string): Row => ({
  key,
  name,
  kind: 'get',
  unit: 'per s',
  limit: 'bare Node',
  paths: (run) => series(from(run), perRun).map((n) => `${path}${n}`),
  goal: 'as a cached page: ≥ 0.60 of bare Node',
  isReached: (measured, limit) => measured >= 0.6 * limit,
});
const uncached = (key: string, name: string, queries: typeof newListings): Row => ({
  key,
  name,
  kind: 'get',
  unit: 'per s',
  limit: 'React alone',
  paths: (run) => queries(from(run), perRun).map((query) => `/products?${query}`),
  ...atLeast(300),
});
const api = (
  key: string,
  name: string,
  paths: (run: number, products: BenchProduct[]) => string[],
  goal: number,
): Row => ({
  key,
  name,
  kind: 'get',
  unit: 'per s',
  paths,
  limit: { postgres: key.includes('search') ? 'search' : key.includes('list') ? 'list' : 'product' },
  ...atLeast(goal),
});
const list = (query: string) => `/api/products?limit=24&${query}`;

/** The rows of the table, in its order. */
export const rows: Row[] = [
  cached('home', 'Cached home page', () => ['/']),
  cached('listing', 'Cached listing page', () => ['/products']),
  cached('product', 'Cached product page', (_, products) => [`/products/${products[0]?.slug}`]),
  uncached('new-listing', 'Listing page, not cached', newListings),
  uncached('new-search', 'Search page, not cached', newSearches),
  missing('not-found', 'Page of an unknown address', '/nothing-'),
  missing('missing-product', 'Page of a missing product', '/products/nothing-'),
  api('api-product', 'API: product, asked again', (_, products) => ids(products).slice(0, 1), 4000),
  api('api-product-new', 'API: product, another each time', (_, products) => ids(products), 4000),
  api('api-list', 'API: list of 24, asked again', () => ['/api/products?limit=24'], 1500),
  api('api-list-new', 'API: list of 24, new filter', (run) => newListings(from(run), perRun).map(list), 1500),
  api('api-search', 'API: search, asked again', () => [list('search=indigo')], 1500),
  api('api-search-new', 'API: search, new words', (run) => newSearches(from(run), perRun).map(list), 1500),
  {
    key: 'orders-1',
    name: 'Paid orders, one by one',
    kind: 'orders',
    unit: 'per s',
    connections: 1,
    ...atLeast(60),
  },
  {
    key: 'orders-16',
    name: 'Paid orders, 16 at once',
    kind: 'orders',
    unit: 'per s',
    connections: 16,
    ...atLeast(200),
  },
  { key: 'memory-first', name: 'Memory after the first start', kind: 'memory', unit: 'MB', ...atMost(250) },
  { key: 'memory-start', name: 'Memory after the start', kind: 'memory', unit: 'MB', ...atMost(250) },
  { key: 'memory-pages', name: 'Memory under page load', kind: 'memory', unit: 'MB', ...atMost(400) },
  { key: 'memory-api', name: 'Memory under API load', kind: 'memory', unit: 'MB', ...atMost(400) },
  { key: 'memory-mixed', name: 'Memory after mixed requests', kind: 'memory', unit: 'MB', ...atMost(400) },
  { key: 'start', name: 'Start with data', kind: 'start', unit: 'ms', ...atMost(1200) },
];
