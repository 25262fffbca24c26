import { newListings, newSearches } from './addresses.ts';
import type { RecordedReply } from './bare-node.ts';
import type { DatabaseTask } from './bare-postgres.ts';
import { type Child, startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import type { NoiseMeter } from './machine.ts';
import { type Repeated, repeat, type Sample } from './repeat.ts';
import type { Row } from './rows.ts';
import type { BenchShop } from './shop.ts';

/** How long and how often is measured. */
export type Extent = {
  runs: number;
  ms: number;
  limitMs: number;
  warmUpMs: number;
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
  let series = 0;

  /** The limit of a row: replies per second of the smallest program that does the same work. */
  async function measureLimit(row: Row, run: number): Promise<number> {
    const { limitMs: ms } = extent;
    if (row.kind === 'orders') {
      const task = { url: shop.databaseUrl(), kind: 'order' as const, callers: row.connections, ms };
      return (await postgres.run(task)).perSecond;
    }
    if (row.kind !== 'get') return 0;
    const [path = ''] = row.paths(run);
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

  function taskOf(row: Row, run: number, ms: number, products: string[]): LoadTask {
    const { port } = shop;
    if (row.kind === 'orders')
      return { kind: 'orders', port, connections: row.connections, ms, products, series: `${series++}` };
    if (row.kind !== 'get') throw new Error(`${row.key} is not a load`);
    return { kind: 'get', port, connections, ms, paths: row.paths(run), headers };
  }

  /** Puts load on the shop. Returns its result with the CPU of server and PostgreSQL for each reply. */
  async function run(row: Row, number: number, ms: number): Promise<Sample> {
    const products =
      row.kind === 'orders' ? (await shop.query<{ id: string }>(buyable)).map(({ id }) => id) : [];
    const before = shop.use();
    const result = await load.run(taskOf(row, number, ms, products));
    if (row.kind === 'orders') await untilMailed();
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

  /** Waits for the mails and invoices of the orders, so that their CPU counts. */
  async function untilMailed(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const [row] = await shop.query<{ waiting: number }>(
        `select (select count(*) from mails where status = 'waiting')::int as waiting`,
      );
      if (row?.waiting === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The mails of the orders were not sent within a minute');
  }

  async function measureLoad(row: Row): Promise<Measured> {
    await run(row, 1000, extent.warmUpMs);
    const repeated = await repeat(extent.runs, noise, async (number) => {
      const limit = await measureLimit(row, number);
      return { ...(await run(row, number, extent.ms)), limit };
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

  /** The memory of a new server at rest, at the most under load, and after many requests of all kinds. */
  async function measureMemory(rows: Row[]): Promise<Measured[]> {
    const wanted = rows.filter(({ kind }) => kind === 'memory').map(({ key }) => key);
    if (wanted.length === 0) return [];
    await shop.restart();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const figures: Record<string, number> = {
      'memory-first': shop.memoryOfFirstStart,
      'memory-start': shop.use().server.memory,
    };
    const paths = {
      'memory-pages': [...newListings(500_000, 3000).map((query) => `/products?${query}`), '/', '/products'],
      'memory-api': newListings(600_000, 20_000).map((query) => `/api/products?limit=24&${query}`),
      'memory-mixed': mixedPaths(extent.mixedRequests),
    };
    for (const [key, list] of Object.entries(paths)) {
      if (!wanted.includes(key)) continue;
      const isMixed = key === 'memory-mixed';
      const task = { kind: 'get' as const, port: shop.port, connections, paths: list, headers };
      const bounds = isMixed ? { ms: mixedMs, count: extent.mixedRequests } : { ms: extent.ms * 3 };
      let peak = 0;
      const watch = setInterval(() => {
        peak = Math.max(peak, shop.use().server.memory);
      }, 100);
      const { done } = await load.run({ ...task, ...bounds });
      clearInterval(watch);
      figures[key] = isMixed ? shop.use().server.memory : peak;
      if (isMixed) figures.mixedRequests = done;
    }
    return wanted.map((key) => ({
      key,
      median: {
        MB: figures[key] ?? 0,
        ...(key === 'memory-mixed' && { requests: figures.mixedRequests ?? 0 }),
      },
      ...{ spread: 0, runs: 1, repeated: 0 },
    }));
  }

  return {
    measureLoad,
    measureMemory,
    measureStart,
    stop: () => Promise.all([load, node, postgres, react].map((child) => child.stop())),
  };
}

const buyable = `select id from products p where status = 'active' and options = '[]'
  and exists (select from variants v where v.product_id = p.id and stock > 1000) order by id limit 500`;

/** Kept pages, pages that are not kept, missing ones and calls, in turn. */
function mixedPaths(count: number): string[] {
  const listings = newListings(700_000, count / 8);
  const searches = newSearches(0, count / 8);
  return Array.from({ length: count / 8 }, (_, n) => [
    ...['/', '/products', '/about', `/nothing-${n}`, `/products?${listings[n]}`],
    ...[`/api/products?limit=24&${listings[n]}`, `/api/products?limit=24&${searches[n]}`, '/api/categories'],
  ]).flat();
}

/** Fetches a page as the load client does, with its bytes as they were sent. */
async function record(url: string): Promise<RecordedReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RecordedReply>();
  const { get } = await import('node:http');
  get(url, { headers }, (reply) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    reply.on('end', () => {
      const names = reply.rawHeaders.filter((_, index) => index % 2 === 0);
      const pairs = names.map((name, index): [string, string] => [
        name,
        reply.rawHeaders[index * 2 + 1] ?? '',
      ]);
      // Node adds these itself.
      const own = pairs.filter(([name]) => !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name));
      resolve({
        status: reply.statusCode ?? 0,
        headers: own,
        body: Buffer.concat(parts).toString('base64'),
      });
    });
  }).on('error', reject);
  return promise;
}
