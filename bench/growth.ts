import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../postgres/home.ts';
import { newListings, newSearches } from './addresses.ts';
import { type Child, startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { buy } from './orders.ts';
import { type BenchShop, openShop, ownerEmail, ownerPassword } from './shop.ts';

/**
 * A call: its addresses, which are requested in turn. With `pauseMs`, each call waits until the reply of the last one
 * is no longer cached.
 */
type Call = { name: string; paths: string[]; pauseMs?: number };

/** The CPU milliseconds of one call, in the server and in PostgreSQL. */
type Use = { server: number; postgres: number };
export type Grown = { name: string; small: Use; large: Use; ratio: number };

const sizes = {
  small: { products: 1000, orders: 1000 },
  large: { products: 100_000, orders: 1_000_000 },
};
/** CPU is counted in steps of 10 ms, so each call is repeated for so long. */
const callMs = 1200;
const rounds = 2;

/**
 * Measures the CPU of each call in a small and in a large shop in turn. A given folder keeps both data folders, because
 * the large one takes minutes to fill.
 */
export async function measureGrowth(
  folder: string | undefined,
  report: (line: Grown) => void,
): Promise<Grown[]> {
  const dataDirs = folder ? path.resolve(folder) : await mkdtemp(path.join(tmpdir(), 'haat-bench-'));
  const open = (size: keyof typeof sizes) =>
    openShop({ ...sizes[size], provider: true, dataDir: path.join(dataDirs, size) });
  const load: Child<LoadTask, LoadResult> = startChild('load.ts');
  const small = await open('small');
  const large = await open('large');
  const results: Grown[] = [];
  try {
    const calls = { small: await prepare(small), large: await prepare(large) };
    for (const [index, { name }] of calls.small.list.entries()) {
      const least: Record<keyof typeof sizes, Use[]> = { small: [], large: [] };
      for (let round = 0; round < rounds; round++) {
        for (const [size, shop] of [
          ['small', small],
          ['large', large],
        ] as const) {
          const { list, headers } = calls[size];
          const call = list[index];
          if (call) least[size].push(await measureCall(shop, load, call, headers));
        }
      }
      add(name, leastOf(least.small), leastOf(least.large));
    }
    add('Paid order', await measureOrders(small), await measureOrders(large));
  } finally {
    await Promise.all([load.stop(), small.close(), large.close()]);
    if (!folder) for (const size of Object.keys(sizes)) await removeDataDir(path.join(dataDirs, size));
  }
  return results;

  function add(name: string, smallUse: Use, largeUse: Use): void {
    const ratio = (largeUse.server + largeUse.postgres) / (smallUse.server + smallUse.postgres);
    const line = { name, small: smallUse, large: largeUse, ratio };
    results.push(line);
    report(line);
  }
}

const leastOf = (uses: Use[]): Use =>
  uses.toSorted((a, b) => a.server + a.postgres - b.server - b.postgres)[0] ?? { server: 0, postgres: 0 };

async function measureCall(
  shop: BenchShop,
  load: Child<LoadTask, LoadResult>,
  { name, paths, pauseMs }: Call,
  headers: Record<string, string>,
): Promise<Use> {
  const task = { port: shop.port, connections: 1, headers };
  await load.run({ ...task, paths: paths.slice(-2), ms: 5000, count: 2 });
  let done = 0;
  let server = 0;
  let postgres = 0;
  for (let part = 0; part < (pauseMs ? 3 : 1); part++) {
    if (pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const before = shop.use();
    const result = await load.run({
      ...task,
      paths: paths.length > 2 ? paths.slice(0, -2) : paths,
      ms: callMs,
      count: pauseMs ? 1 : undefined,
    });
    const after = shop.use();
    const unexpected = Object.keys(result.statuses).filter((status) => status !== '200');
    if (unexpected.length > 0) throw new Error(`${name}: replies ${JSON.stringify(result.statuses)}`);
    done += result.done;
    server += after.server.cpuMs - before.server.cpuMs;
    postgres += after.postgres.cpuMs - before.postgres.cpuMs;
  }
  return { server: server / done, postgres: postgres / done };
}

/** Paid orders of one buyer after the other. */
async function measureOrders(shop: BenchShop): Promise<Use> {
  const products = await shop.buyable();
  await buy(shop, products, { atOnce: 1, count: 10 });
  const { serverMs, postgresMs } = await buy(shop, products, { atOnce: 1, count: 60 });
  return { server: serverMs, postgres: postgresMs };
}

/** The calls of a shop, with ids and searches from its own rows, and the headers of its owner. */
async function prepare(shop: BenchShop) {
  const signedIn = await fetch(`${shop.base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ownerEmail, password: ownerPassword, portal: 'admin' }),
  });
  if (!signedIn.ok) throw new Error(`The owner could not sign in: ${await signedIn.text()}`);
  const { token } = (await signedIn.json()) as { token: string };
  const products = await shop.query<{ id: string; slug: string }>(
    `select id, slug from products where status = 'active' and slug like 'bench-%' order by slug limit 600`,
  );
  const orders = await shop.query<{ id: string; number: string; email: string; name: string }>(
    `select id, upper(right(id::text, 6)) as number, email, name from orders where status = 'delivered'
      order by created_at desc limit 100`,
  );
  const from = Date.now() % 100_000;
  const listings = newListings(from, 2000);
  const searches = newSearches(from, 2000);
  const [category] = await shop.query<{ slug: string }>('select slug from categories order by slug limit 1');
  const call = (name: string, ...paths: string[]): Call => ({ name, paths });
  const admin = (name: string, query: string) =>
    call(`Orders: ${name}`, `/api/order/admin?limit=20&${query}`);
  const calls = (name: string, list: string[], prefix: string) =>
    call(name, ...list.map((part) => prefix + part));
  const list: Call[] = [
    calls('Page: listing', listings, '/products?'),
    calls('Page: listing of a category', listings, `/products?category=${category?.slug}&`),
    calls('Page: search', searches, '/products?'),
    calls(
      'Page: product',
      products.map(({ slug }) => slug),
      '/products/',
    ),
    calls(
      'API: product',
      products.map(({ id }) => id),
      '/api/products/',
    ),
    calls('API: list of 24', listings, '/api/products?limit=24&'),
    calls('API: search', searches, '/api/products?limit=24&'),
    call('API: categories', '/api/categories'),
    admin('newest', ''),
    admin('page 10', 'page=10'),
    admin('delivered', 'status=delivered'),
    admin('pending', 'status=pending'),
    admin('of guests', 'guest=true'),
    admin('by amount', 'sort=-amount'),
    admin('of one quarter', 'from=2026-01-01&to=2026-03-31'),
    calls(
      'Orders: search of a number',
      orders.map(({ number }) => `search=${number}`),
      '/api/order/admin?limit=20&',
    ),
    calls(
      'Orders: search of an address',
      orders.map(({ email }) => `search=${encodeURIComponent(email)}`),
      '/api/order/admin?limit=20&',
    ),
    calls(
      'Orders: search of a full name',
      orders.map(({ name }) => `search=${encodeURIComponent(name)}`),
      '/api/order/admin?limit=20&',
    ),
    admin('search of a first name', 'search=asha'),
    admin('search of one digit', 'search=9'),
    admin('search without result', 'search=no%20such%20name'),
    call('Orders: figures', '/api/order/admin/stats'),
    call('Orders: news', '/api/order/admin/news'),
    calls(
      'Orders: one order',
      orders.map(({ id }) => id),
      '/api/order/admin/',
    ),
    { ...call('Dashboard', '/api/auth/admin/stats'), pauseMs: 11_000 },
    call('Attention', '/api/attention?limit=20&page=1&resolved=false'),
    call('Products: list', '/api/products?limit=24&sort=name'),
    { ...call('Products: counts', '/api/products/counts'), pauseMs: 11_000 },
    call('Products: low stock', '/api/products?limit=24&restock=true'),
    call('Mail: list', '/api/mails'),
    call('Mail: search', '/api/mails?search=buyer77'),
    call('Mail: failed', '/api/mails?status=failed'),
    call('Mail: summary', '/api/mails/summary'),
    call('Contact queries', '/api/contact'),
    call('Log', '/api/admin/log'),
  ];
  return { list, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' } };
}
