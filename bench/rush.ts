import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child.ts';
import type { LoadResult, LoadTask } from './load-client.ts';
import type { RushResult, RushTask } from './rush-client.ts';
import { type BenchShop, openShop } from './shop.ts';

const buyersOfUnit = 20;
/** Buyers who arrive in a second. */
const arrivalsPerSecond = 100;
/** Readers who open a page and pause. */
const reading = { connections: 4, pauseMs: 100, headers: { accept: '*/*', 'accept-encoding': 'br' } };
const quietMs = 15_000;

/**
 * Measures a rush: `buyers` come for one product, 20 for each unit, each with a network and a mailbox of her own and
 * with the limits of a real shop, while others read pages. Prints how purchases ended, whether the order of arrival was
 * kept, how long replies took, and how long a page took before, during and after the rush. Throws if not exactly the
 * units were sold, or if the audit finds something.
 */
export async function measureRush(root: string, buyers: number): Promise<void> {
  const units = Math.round(buyers / buyersOfUnit);
  const arriveMs = (1000 * buyers) / arrivalsPerSecond;
  const shop = await openShop({ root, products: 1000 });
  await shop.restart({ RATE_LIMIT: '10', TRUST_PROXY: '127.0.0.1' });
  const rush = startChild<RushTask, RushResult>('rush-client.ts');
  const readers = startChild<LoadTask, LoadResult>('load-client.ts');
  try {
    const { id: productId, slug } = await offer(shop, units);
    const paths = ['/', '/products', `/products/${slug}`, '/cart'];
    const read = (ms: number) => readers.run({ kind: 'get', port: shop.port, ms, paths, ...reading });
    await read(3000);
    const before = await read(quietMs);
    const used = shop.use();
    const startedAt = performance.now();
    const bought = rush.run({ port: shop.port, productId, buyers, arriveMs });
    const during = await read(arriveMs + quietMs);
    const { answerMs, waitMs, ...counts } = await bought;
    const seconds = (performance.now() - startedAt) / 1000;
    const usedAfter = shop.use();
    const after = await read(quietMs);

    console.log(
      `${buyers} buyers of ${units} units within ${arriveMs / 1000} s, ended after ${seconds.toFixed(0)} s`,
    );
    console.log(counts);
    for (const part of ['server', 'postgres'] as const)
      console.log(
        `CPU for a buyer, ${part}: ${((usedAfter[part].cpuMs - used[part].cpuMs) / buyers).toFixed(1)} ms`,
      );
    const ms = (times: number[], share: number) =>
      Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    const ofTimes = (times: number[]) => ({
      count: times.length,
      p50: ms(times, 0.5),
      p99: ms(times, 0.99),
      longest: ms(times, 1),
    });
    const ofPages = ({ p50, p99, statuses }: LoadResult) => ({
      p50: p50.toFixed(1),
      p99: p99.toFixed(1),
      'p50 to before': (p50 / before.p50).toFixed(2),
      'p99 to before': (p99 / before.p99).toFixed(2),
      statuses: JSON.stringify(statuses),
    });
    console.table({
      'Reply to a buyer, ms': ofTimes(
        Object.values(answerMs)
          .flat()
          .sort((a, b) => a - b),
      ),
      ...Object.fromEntries(
        Object.entries(answerMs).map(([call, times]) => [`Reply of ${call}, ms`, ofTimes(times)]),
      ),
      'From arrival to the outcome, ms': ofTimes(waitMs),
      'Page before, ms': ofPages(before),
      'Page during the rush, ms': ofPages(during),
      'Page after, ms': ofPages(after),
    });
    const numbers = await buyersInOrder(shop, productId);
    const early = numbers.filter((n) => n < units).length;
    console.log(`Inverted pairs of buyers with a unit: ${(100 * shareOfInversions(numbers)).toFixed(1)}%`);
    console.log(`Units that went to the first ${units} who came: ${((100 * early) / units).toFixed(1)}%`);
    await shop.untilMailed();
    await checkSold(shop, productId, units);
  } finally {
    await rush.stop();
    await readers.stop();
    await shop.close();
  }
}

/** Sets the stock of a product to `units`. */
async function offer(shop: BenchShop, units: number): Promise<{ id: string; slug: string }> {
  const [productId = ''] = await shop.buyable();
  const ofProduct = `where product_id = '${productId}' and deleted_at is null`;
  await shop.query(`insert into stock_movements (variant_id, delta, reason, by_label)
    select id, ${units} - stock, 'Counted', 'Bench' from variants ${ofProduct}`);
  await shop.query(`update variants set stock = ${units} ${ofProduct}`);
  const [product] = await shop.query<{ id: string; slug: string }>(
    `select id, slug from products where id = '${productId}'`,
  );
  if (!product) throw new Error('The shop has no product without options');
  return product;
}

/** The buyers who have a unit, by the number of their arrival, in the order in which their orders were written. */
async function buyersInOrder(shop: BenchShop, productId: string): Promise<number[]> {
  const rows = await shop.query<{ n: number }>(`select substring(email from '\\d+')::int as n from orders
    where id in (select order_id from order_items where product_id = '${productId}') and email like 'rush-%'
    order by created_at, id`);
  return rows.map(({ n }) => n);
}

function shareOfInversions(numbers: number[]): number {
  const inverted = numbers.reduce(
    (sum, n, at) => sum + numbers.slice(at + 1).filter((later) => later < n).length,
    0,
  );
  return inverted / Math.max(1, (numbers.length * (numbers.length - 1)) / 2);
}

async function checkSold(shop: BenchShop, productId: string, units: number): Promise<void> {
  const [sold] = await shop.query<{ paid: number; left: number }>(`select
    (select coalesce(sum(quantity), 0)::int from order_items join orders on orders.id = order_id
     where product_id = '${productId}' and orders.status = 'paid' and email like 'rush-%') as paid,
    (select sum(stock)::int from variants where product_id = '${productId}' and deleted_at is null) as left`);
  console.log('Units', sold);
  if (sold?.paid !== units || sold.left !== 0) throw new Error(`Not exactly ${units} units were sold`);
  const env = { ...process.env, DATA_DIR: shop.dataDir };
  const audit = promisify(execFile)(process.execPath, [path.join(shop.root, 'scripts', 'audit.ts')], { env });
  console.log((await audit).stdout.trim().split('\n').at(-1));
}
