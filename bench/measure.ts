import { setTimeout as sleep } from 'node:timers/promises';
import { newListings, newSearches } from './addresses.ts';
import type { RecordedReply } from './bare-node.ts';
import type { DatabaseTask } from './bare-postgres.ts';
import { type Child, startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { NoiseMeter } from './machine.ts';
import { buy } from './orders.ts';
import { type Repeated, repeat, type Sample } from './repeat.ts';
import { request } from './request.ts';
import type { BenchProduct, Row } from './rows.ts';
import { type BenchShop, openShop } from './shop.ts';

/** How long and how often is measured. */
export type Extent = {
  runs: number;
  ms: number;
  limitMs: number;
  warmUpMs: number;
  /** How many orders one run places. */
  orders: number;
  mixedRequests: number;
};

export type Measured = Repeated & { key: string };

/** What browsers send that changes the reply. */
const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' };
const connections = 16;
/** The callers of bare PostgreSQL, as the connections that a shop needs for its reads. */
const callers = 10;
const mixedMs = 240_000;

/** Measures rows of one shop. */
export function createMeasurement(shop: BenchShop, noise: NoiseMeter, extent: Extent) {
  const load: Child<LoadTask, LoadResult> = startChild('load.ts');
  const node: Child<RecordedReply, { port: number }> = startChild('bare-node.ts');
  const postgres: Child<DatabaseTask, { perSecond: number }> = startChild('bare-postgres.ts');
  const react: Child<{ html: string; ms: number }, { perSecond: number }> = startChild('bare-react.ts');
  let found: BenchProduct[] = [];
  let orders: BenchShop | undefined;

  /** Newest first. */
  async function products(): Promise<BenchProduct[]> {
    if (found.length === 0) found = await shop.query<BenchProduct>(forSale);
    return found;
  }

  /** The limit of a row: replies per second of the smallest program that does the same work. */
  async function measureLimit(row: Row, run: number): Promise<number> {
    const { limitMs: ms } = extent;
    if (row.kind === 'orders') {
      const task = { url: shop.databaseUrl(), kind: 'order' as const, callers: row.connections, ms };
      return (await postgres.run(task)).perSecond;
    }
    if (row.kind !== 'get') return 0;
    const [path = ''] = row.paths(run, await products());
    if (row.limit === 'React alone') {
      const html = await (await fetch(shop.base + path)).text();
      return (await react.run({ html, ms })).perSecond;
    }
    if (typeof row.limit === 'object') {
      return (await postgres.run({ url: shop.databaseUrl(), kind: row.limit.postgres, callers, ms }))
        .perSecond;
    }
    const { port } = await node.run(await record(shop.base + path));
    const bare = { paths: [path], headers, port, connections };
    await load.run({ ...bare, ms: ms / 4 });
    return (await load.run({ ...bare, ms })).perSecond;
  }

  async function taskOf(row: Row, run: number, ms: number): Promise<LoadTask> {
    if (row.kind !== 'get') throw new Error(`${row.key} is not a load`);
    const { port } = shop;
    return { port, connections, ms, paths: row.paths(run, await products()), headers };
  }

  /** Puts load on the shop. Returns its result with the CPU of server and PostgreSQL for each reply. */
  async function run(row: Row, number: number, ms: number): Promise<Sample> {
    const task = await taskOf(row, number, ms);
    const before = shop.use();
    const result = await load.run(task);
    const after = shop.use();
    const expected = row.key === 'not-found' || row.key === 'missing-product' ? '404' : '200';
    const unexpected = Object.keys(result.statuses).filter((status) => status !== expected);
    if (unexpected.length > 0) throw new Error(`${row.key}: replies ${JSON.stringify(result.statuses)}`);
    return {
      perSecond: result.perSecond,
      serverMs: (after.server.cpuMs - before.server.cpuMs) / result.done,
      postgresMs: (after.postgres.cpuMs - before.postgres.cpuMs) / result.done,
    };
  }

  async function measureLoad(row: Row): Promise<Measured> {
    await run(row, 1000, extent.warmUpMs);
    const repeated = await repeat(extent.runs, noise, async (number) => {
      const limit = await measureLimit(row, number);
      return { ...(await run(row, number, extent.ms)), limit };
    });
    return { key: row.key, ...repeated };
  }

  /** Measures paid orders in a shop of their own, with a provider in another process. */
  async function measureOrders(row: Row & { kind: 'orders' }): Promise<Measured> {
    const orderShop = orders ?? (await openShop({ products: 1000, provider: true }));
    orders = orderShop;
    const bought = await orderShop.buyable();
    await buy(orderShop, bought, { atOnce: row.connections, count: 50 });
    const repeated = await repeat(extent.runs, noise, async (number) => {
      const limit = await measureLimit(row, number);
      const cost = await buy(orderShop, bought, { atOnce: row.connections, count: extent.orders });
      return { ...cost, limit };
    });
    return { key: row.key, ...repeated };
  }

  /** Measures how long the shop takes from its start to the first good reply; the limit is the database alone. */
  async function measureStart(): Promise<Measured> {
    const repeated = await repeat(extent.runs, noise, async () => {
      await shop.stop();
      const limit = await shop.startDatabaseAlone();
      return { ms: await shop.start(), limit };
    });
    return { key: 'start', ...repeated };
  }

  /** The memory of a new server: at rest, at the most under load, or after many requests of all kinds. */
  async function measureMemory({ key }: Row): Promise<Measured> {
    const once = (median: Sample) => ({ key, median, spread: 0, runs: 1, repeated: 0 });
    if (key === 'memory-first') return once({ MB: shop.memoryOfFirstStart });
    await shop.restart();
    await sleep(2000);
    if (key === 'memory-start') return once({ MB: shop.use().server.memory });
    const isMixed = key === 'memory-mixed';
    const paths = isMixed
      ? mixedPaths(extent.mixedRequests)
      : key === 'memory-pages'
        ? [...newListings(500_000, 3000).map((query) => `/products?${query}`), '/', '/products']
        : newListings(600_000, 20_000).map((query) => `/api/products?limit=24&${query}`);
    const task = { port: shop.port, connections, paths, headers };
    const bounds = isMixed ? { ms: mixedMs, count: extent.mixedRequests } : { ms: extent.ms * 4 };
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, shop.use().server.memory);
    }, 100);
    const { done } = await load.run({ ...task, ...bounds }).finally(() => clearInterval(watch));
    return once(isMixed ? { MB: shop.use().server.memory, requests: done } : { MB: peak });
  }

  return {
    measureRow(row: Row): Promise<Measured> {
      switch (row.kind) {
        case 'get':
          return measureLoad(row);
        case 'orders':
          return measureOrders(row);
        case 'start':
          return measureStart();
        case 'memory':
          return measureMemory(row);
      }
    },
    async stop() {
      await Promise.all([load, node, postgres, react].map((child) => child.stop()));
      await orders?.close();
    },
  };
}

const forSale = "select id, slug from products where status = 'active' order by created_at desc, id";

/** Kept pages, pages that are not kept, missing ones and calls, in turn. */
function mixedPaths(count: number): string[] {
  const listings = newListings(700_000, count / 8);
  const searches = newSearches(0, count / 8);
  return Array.from({ length: count / 8 }, (_, n) => [
    '/',
    '/products',
    '/about',
    `/nothing-${n}`,
    `/products?${listings[n]}`,
    `/api/products?limit=24&${listings[n]}`,
    `/api/products?limit=24&${searches[n]}`,
    '/api/categories',
  ]).flat();
}

/** Fetches a page as the load client does, for a server that sends the same. */
async function record(url: string): Promise<RecordedReply> {
  const { status, headers: sent, body } = await request(url, headers);
  // Node adds these itself.
  const own = sent.filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name));
  return { status, headers: own, body: body.toString('base64') };
}
