import { newListings } from './addresses.ts';
import { startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import { openShop } from './shop.ts';

const turns = 3;
const perTurn = { ms: 20_000, count: 1500, connections: 16 };
const warmUp = 300;

/**
 * Measures a listing page that is not cached with one process and with two, by turns in one run. Prints for each the
 * replies per second, the CPU of the shop and of PostgreSQL for a reply, and the memory of the shop afterwards. With two,
 * the load, PostgreSQL and the shop need four free cores for the full rate; the CPU for a reply depends less on that.
 */
export async function measureWorkers(root: string): Promise<void> {
  const shop = await openShop({ root, products: 1000 });
  const load = startChild<LoadTask, LoadResult>('load-client.ts');
  const headers = { accept: '*/*', 'accept-encoding': 'br' };
  let used = 0;
  const send = (count: number) => {
    const paths = newListings(used, count).map((query) => `/products?${query}`);
    used += count;
    return load.run({ kind: 'get', port: shop.port, ...perTurn, count, paths, headers });
  };
  try {
    const table: Record<string, Record<string, string>> = {};
    for (let turn = 1; turn <= turns; turn++) {
      for (const workers of ['1', '2']) {
        await shop.restart({ WORKERS: workers });
        await send(warmUp);
        const before = shop.use();
        const { perSecond, done, statuses } = await send(perTurn.count);
        if (statuses[200] !== done) throw new Error(`Replies ${JSON.stringify(statuses)}`);
        const after = shop.use();
        const each = (part: 'server' | 'postgres') =>
          ((after[part].cpuMs - before[part].cpuMs) / done).toFixed(2);
        table[`WORKERS=${workers}, turn ${turn}`] = {
          'per s': perSecond.toFixed(0),
          'Server ms': each('server'),
          'Postgres ms': each('postgres'),
          'Memory MB': after.server.memory.toFixed(0),
        };
      }
    }
    console.table(table);
  } finally {
    await load.stop();
    await shop.close();
  }
}
