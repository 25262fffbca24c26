import type pg from 'pg';
import { rate, type Work } from './rate.ts';

const orderCount = 1_000_000;
const months = 24;

/** One table of the orders of two years, and one that is partitioned by month. */
export async function measurePartitions(pool: pg.Pool): Promise<Record<string, number>> {
  const columns = 'id uuid not null, created_at timestamptz not null, content text not null';
  await pool.query(`create table whole (${columns}, primary key (id));
    create index on whole (created_at);
    create table parts (${columns}, primary key (id, created_at)) partition by range (created_at);
    create index on parts (created_at)`);
  const month = (n: number) => `timestamptz '2025-01-01' + ${n} * interval '1 month'`;
  for (let n = 0; n < months; n++) {
    const { rows } = await pool.query(`select ${month(n)} as since, ${month(n + 1)} as before`);
    const [since, before] = [rows[0].since, rows[0].before].map((at: Date) => `'${at.toISOString()}'`);
    await pool.query(`create table part_${n} partition of parts for values from (${since}) to (${before})`);
  }
  const content = `repeat(md5(n::text), 8)`;
  await pool.query(`insert into whole select gen_random_uuid(), timestamptz '2025-01-01' + n * interval '63 seconds', ${content}
      from generate_series(0, ${orderCount - 1}) n;
    insert into parts select * from whole; analyze whole; analyze parts`);
  const { rows: known } = await pool.query('select id, created_at from whole tablesample system (1)');
  const any = () => known[Math.floor(Math.random() * known.length)];
  const insert =
    (table: string): Work =>
    async (client) => {
      await client.query(`insert into ${table} values (gen_random_uuid(), timestamptz '2026-12-15', $1)`, [
        'x'.repeat(256),
      ]);
      return 1;
    };
  const find =
    (table: string, withTime: boolean): Work =>
    async (client) => {
      const { id, created_at } = any();
      const values = withTime ? [id, created_at] : [id];
      const text = `select * from ${table} where id = $1${withTime ? ' and created_at = $2' : ''}`;
      await client.query({ name: `${table}-${withTime}`, text, values });
      return 1;
    };
  const newest =
    (table: string): Work =>
    async (client) => {
      await client.query(`select * from ${table} order by created_at desc limit 25`);
      return 1;
    };
  const rates: Record<string, number> = {};
  for (const [table, name] of [
    ['whole', 'One table'],
    ['parts', `${months} partitions`],
  ] as const) {
    rates[`${name}: inserted`] = await rate(pool, insert(table));
    rates[`${name}: found by id`] = await rate(pool, find(table, false));
    if (table === 'parts') rates[`${name}: found by id and time`] = await rate(pool, find(table, true));
    rates[`${name}: newest 25`] = await rate(pool, newest(table));
  }
  const timed = async (sql: string) => {
    const startedAt = performance.now();
    await pool.query(sql);
    return `${((performance.now() - startedAt) / 1000).toFixed(2)} s`;
  };
  const deleted = await timed(`delete from whole where created_at < ${month(1)}`);
  const dropped = await timed('drop table part_0');
  console.log(`The oldest month: deleted from one table in ${deleted}, its partition dropped in ${dropped}`);
  return rates;
}
