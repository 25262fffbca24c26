import { setTimeout as sleep } from 'node:timers/promises';
import { newListings, newSearches } from './addresses.ts';
import type { RecordedReply } from './bare-node.ts';
import type { DatabaseTask } from './bare-postgres.ts';
import { type Child, startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import type { NoiseMeter } from './machine.ts';
import { startNginx } from './nginx.ts';
import { type OrderBench, openOrderBench } from './orders.ts';
import { profileRow } from './profile.ts';
import { type Repeated, repeat, type Sample } from './repeat.ts';
import { request } from './request.ts';
import type { BenchProduct, Row } from './rows.ts';
import { type BenchShop, freePort } from './shop.ts';

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
  const load: Child<LoadTask, LoadResult> = startChild('load-client.ts');
  const node: Child<RecordedReply, { port: number }> = startChild('bare-node.ts');
  const postgres: Child<DatabaseTask, { perSecond: number }> = startChild('bare-postgres.ts');
  const react: Child<{ html: string; ms: number }, { perSecond: number }> = startChild('bare-react.ts');
  let found: BenchProduct[] = [];
  let orders: OrderBench | undefined;

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
    const bare = { kind: 'get' as const, paths: [path], headers, port, connections };
    await load.run({ ...bare, ms: ms / 4 });
    return (await load.run({ ...bare, ms })).perSecond;
  }

  async function taskOf(row: Row, run: number, ms: number): Promise<LoadTask> {
    if (row.kind !== 'get') throw new Error(`${row.key} is not a load`);
    const { port } = shop;
    return { kind: 'get', port, connections, ms, paths: row.paths(run, await products()), headers };
  }

  /** Puts load on the shop. Returns its result with the CPU of server and PostgreSQL for each reply. */
  async function run(row: Row, number: number, ms: number): Promise<Sample> {
    const task = await taskOf(row, number, ms);
    const before = shop.use();
    const result = await load.run(task);
    const after = shop.use();
    const expected = row.key === 'not-found' || row.key === 'missing-product' ? '404' : '200';
    const others = Object.keys(result.statuses).filter((status) => status !== expected);
    if (others.length > 0) throw new Error(`${row.key}: replies ${JSON.stringify(result.statuses)}`);
    return {
      perSecond: result.perSecond,
      p50: result.p50,
      p99: result.p99,
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
    orders ??= await openOrderBench({ folder: shop.root });
    const { run: buy } = orders;
    const repeated = await repeat(extent.runs, noise, async (number) => {
      const limit = await measureLimit(row, number);
      const { perSecond, requestThread, otherThreads, postgres } = await buy(row.connections, extent.orders);
      return { perSecond, serverMs: requestThread + otherThreads, postgresMs: postgres, limit };
    });
    return { key: row.key, ...repeated };
  }

  /** Nothing if nginx is not installed. */
  async function measureNginx(): Promise<Measured[]> {
    const port = await freePort();
    const nginx = await startNginx(await record(shop.base), port);
    if (!nginx) return [];
    try {
      const task = { kind: 'get' as const, paths: ['/'], headers, port, connections };
      const repeated = await repeat(extent.runs, noise, async () => {
        const { perSecond } = await load.run({ ...task, ms: extent.limitMs });
        return { perSecond };
      });
      return [{ key: 'nginx', ...repeated }];
    } finally {
      await nginx.stop();
    }
  }

  /** Profiles the server under the load of a row. */
  const profile = (row: Row) =>
    profileRow(row, async (folder) => {
      if (row.kind === 'orders') {
        const profiled = await openOrderBench({ folder: shop.root, profile: folder });
        return {
          load: () => profiled.run(row.connections, extent.orders),
          close: profiled.close,
        };
      }
      await shop.restart({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
      return { load: () => run(row, 2000, extent.ms * 3), close: () => shop.restart() };
    });

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
    const task = { kind: 'get' as const, port: shop.port, connections, paths, headers };
    const bounds = isMixed ? { ms: mixedMs, count: extent.mixedRequests } : { ms: extent.ms * 4 };
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, shop.use().server.memory);
    }, 100);
    const { done } = await load.run({ ...task, ...bounds }).finally(() => clearInterval(watch));
    return once(isMixed ? { MB: shop.use().server.memory, requests: done } : { MB: peak });
  }

  return {
    measureLoad,
    measureMemory,
    measureNginx,
    measureOrders,
    profile,
    measureStart,
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
