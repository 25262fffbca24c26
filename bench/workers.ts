import { execFileSync } from 'node:child_process';
import { newListings } from './addresses.ts';
import { startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import { openShop } from './shop.ts';

const turns = 3;
const perTurn = { ms: 20_000, count: 1500, connections: 16 };
const warmUp = 300;

/**
 * Measures a listing page that is not cached with one process of the shop on one core, and with two on two cores, by
 * turns in one run. The load and PostgreSQL use the same cores as the shop. Prints for each the replies per second, the
 * CPU of the shop and of PostgreSQL for a reply and the memory of the shop afterwards, and how many times the rate of one
 * core two cores have. Needs Linux with `taskset`.
 */
export async function measureWorkers(root: string): Promise<void> {
  const shop = await openShop({ root, products: 1000 });
  const headers = { accept: '*/*', 'accept-encoding': 'br' };
  let used = 0;
  const table: Record<string, Record<string, string>> = {};
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  try {
    for (let turn = 1; turn <= turns; turn++) {
      for (const cores of [1, 2] as const) {
        // What is started from here on inherits the cores.
        execFileSync('taskset', ['-pc', cores === 1 ? '0' : '0,1', String(process.pid)]);
        await shop.restart({ WORKERS: String(cores) });
        const load = startChild<LoadTask, LoadResult>('load-client.ts');
        const send = (count: number) => {
          const paths = newListings(used, count).map((query) => `/products?${query}`);
          used += count;
          return load.run({ kind: 'get', port: shop.port, ...perTurn, count, paths, headers });
        };
        await send(warmUp);
        const before = shop.use();
        const { perSecond, done, statuses } = await send(perTurn.count);
        if (statuses[200] !== done) throw new Error(`Replies ${JSON.stringify(statuses)}`);
        const after = shop.use();
        await load.stop();
        const each = (part: 'server' | 'postgres') =>
          ((after[part].cpuMs - before[part].cpuMs) / done).toFixed(2);
        rates[cores].push(perSecond);
        table[`${cores === 1 ? 'One core' : 'Two cores'}, turn ${turn}`] = {
          'per s': perSecond.toFixed(0),
          'Server ms': each('server'),
          'Postgres ms': each('postgres'),
          'Memory MB': after.server.memory.toFixed(0),
        };
      }
    }
    console.table(table);
    const ratios = rates[2].map((rate, turn) => (rate / (rates[1][turn] ?? 0)).toFixed(2));
    console.log(`Two cores of one: ${ratios.join(', ')}`);
  } finally {
    await shop.close();
  }
}
