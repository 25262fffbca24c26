import type pg from 'pg';
import { callers, inTransaction, rate, sale, type Work, writeOrder } from './rate.ts';

const buckets = 16;
const blockSize = 100;
/** Orders that one transaction takes from a queue. */
const batchSize = 20;

/** As the shop does it: an order is written, and its stock is locked and taken last. */
export async function measureStock(pool: pg.Pool): Promise<Record<string, number>> {
  await pool.query(`create table sales (id bigint generated always as identity primary key, content jsonb not null);
    create table stock (bucket int primary key, units int not null check (units >= 0));
    create table movements (bucket int, delta int not null);
    insert into stock select n, 100000000 from generate_series(0, ${buckets}) n`);
  const take = (find: () => number) =>
    inTransaction(async (client) => {
      const values = [find()];
      await writeOrder(client);
      await client.query({
        name: 'lock',
        text: 'select units from stock where bucket = $1 for update',
        values,
      });
      await client.query({
        name: 'take',
        text: 'update stock set units = units - 1 where bucket = $1',
        values,
      });
      await client.query({ name: 'move', text: 'insert into movements values ($1, -1)', values });
      return 1;
    });
  const batch = inTransaction(async (client) => {
    const contents = JSON.stringify(Array.from({ length: batchSize }, () => sale));
    await client.query('insert into sales (content) select jsonb_array_elements($1::jsonb)', [contents]);
    await client.query('update stock set units = units - $1 where bucket = 0', [batchSize]);
    await client.query('insert into movements select 0, -1 from generate_series(1, $1::int)', [batchSize]);
    return batchSize;
  });
  return {
    'One row': await rate(
      pool,
      take(() => 0),
    ),
    [`${buckets} rows that share the units`]: await rate(
      pool,
      take(() => 1 + Math.floor(Math.random() * buckets)),
    ),
    [`One row, ${batchSize} orders in a transaction`]: await rate(pool, batch, 1),
  };
}

/** A number is taken in the transaction of its invoice, or in blocks before. */
export async function measureNumbers(pool: pg.Pool): Promise<Record<string, number>> {
  await pool.query(`create table counters (series int primary key, last int not null);
    create table invoices (series int, number int, primary key (series, number));
    insert into counters select n, 0 from generate_series(0, 9) n`);
  const next = `with taken as (update counters set last = last + $2 where series = $1 returning last) select last from taken`;
  const store = (client: pg.PoolClient, series: number, number: number) =>
    client.query({ name: 'invoice', text: 'insert into invoices values ($1, $2)', values: [series, number] });
  const inSeries = (series: () => number) =>
    inTransaction(async (client) => {
      const of = series();
      await writeOrder(client);
      const { rows } = await client.query({ name: 'next', text: next, values: [of, 1] });
      await store(client, of, rows[0].last);
      return 1;
    });
  let block = { at: 0, last: 0 };
  let taking: Promise<void> | undefined;
  const takeBlock = async () => {
    const { rows } = await pool.query(next, [9, blockSize]);
    block = { at: rows[0].last - blockSize, last: rows[0].last };
  };
  const ofBlock: Work = async (client) => {
    while (block.at === block.last) {
      taking ??= takeBlock().finally(() => {
        taking = undefined;
      });
      await taking;
    }
    const number = ++block.at;
    return inTransaction(async (trx) => {
      await writeOrder(trx);
      await store(trx, 9, number);
      return 1;
    })(client);
  };
  return {
    'One counter': await rate(
      pool,
      inSeries(() => 0),
    ),
    'Four series, each with its counter': await rate(
      pool,
      inSeries(() => 1 + Math.floor(Math.random() * 4)),
    ),
    // One connection less, which takes the blocks.
    [`A block of ${blockSize} numbers for the process`]: await rate(pool, ofBlock, callers - 1),
  };
}

/** Two keys of a request, as server/http/rate-limit-queries.ts counts them. */
export async function measureCounts(pool: pg.Pool): Promise<Record<string, number>> {
  const columns = 'key_hash bigint primary key, window_start timestamptz not null, requests int not null';
  await pool.query(`create unlogged table counts (${columns}); create table durable_counts (${columns})`);
  const count =
    (table: string, keys: () => [number, number]): Work =>
    async (client) => {
      await client.query({
        name: table,
        text: `insert into ${table} values ($1, now(), 1), ($2, now(), 1)
        on conflict (key_hash) do update set requests = ${table}.requests + 1 returning key_hash, requests`,
        values: keys(),
      });
      return 1;
    };
  const random = () => 2 * Math.floor(Math.random() * 1e6);
  const others = (): [number, number] => {
    const key = random();
    return [key, key + 1];
  };
  return {
    'Unlogged table, other keys each time': await rate(pool, count('counts', others)),
    'Unlogged table, one address for all': await rate(
      pool,
      count('counts', () => [-1, random()]),
    ),
    'A table that a crash keeps': await rate(pool, count('durable_counts', others)),
  };
}
