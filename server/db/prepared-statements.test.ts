import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProductQuery } from '../../shared/contract/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { listProducts } from '../catalogue/products/list-queries.ts';
import { type Database, openDatabase, openPool, type Trx, transaction } from './database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, 1);
  db = openDatabase(pool);
  await pool.query(`insert into brands (name, slug) values ('Bagru', 'bagru')`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const readBrand = (from: Pick<Database, 'selectFrom'> = db) =>
  from.selectFrom('brands').selectAll().where('slug', '=', 'bagru').executeTakeFirstOrThrow();

async function listPrepared(): Promise<string[]> {
  const { rows } = await pool.query('select statement from pg_prepared_statements order by name');
  return rows.map(({ statement }) => statement);
}

async function readOften() {
  for (let i = 0; i < 25; i++) await readBrand();
  expect(await listPrepared()).toContainEqual(expect.stringContaining('from "brands"'));
}

it('prepares what is sent often, and nothing else', async () => {
  await readBrand();
  expect(await listPrepared()).toEqual([]);
  await readOften();
  expect(await listPrepared()).toHaveLength(1);
});

it('reads the new columns when another process migrates the database, also within a transaction', async () => {
  await readOften();
  await pool.query('alter table brands add column added_once int default 1');
  expect(await readBrand()).toMatchObject({ slug: 'bagru', addedOnce: 1 });
  await readOften();
  await pool.query('alter table brands add column added_twice int default 2');
  expect(await transaction(db, (trx) => readBrand(trx))).toMatchObject({ addedOnce: 1, addedTwice: 2 });
});

it('writes to a column whose type another process changes, also within a transaction', async () => {
  const write = (to: Database) => sql`update brands set changed = ${'1'} where slug = ${'bagru'}`.execute(to);
  const writeOften = async () => {
    for (let i = 0; i < 25; i++) await write(db);
    expect(await listPrepared()).toContainEqual(expect.stringContaining('set changed'));
  };
  const setType = (type: string) =>
    pool.query(`alter table brands alter column changed type ${type} using changed::text::${type}`);
  await pool.query('alter table brands add column changed text');
  await pool.query(`create type first_type as enum ('1')`);
  await pool.query(`create type second_type as enum ('1')`);
  for (const type of ['int', 'first_type', 'second_type', 'jsonb']) {
    await writeOften();
    await setType(type);
    if (type === 'second_type') await pool.query('drop type first_type');
    await (type === 'first_type' || type === 'jsonb' ? transaction(db, write) : write(db));
  }
});

longIt(
  'prepares what orders send often, however many filters strangers have combined (T-DOS-06)',
  async () => {
    const filters: Partial<ProductQuery>[] = [
      { minPrice: 1 },
      { maxPrice: 2 },
      { isFeatured: true },
      { isTopDeal: true },
      { isTrending: true },
      { inStock: true },
      { category: 'vases' },
      { sort: 'price' as const },
      { search: 'vase' },
    ];
    for (let n = 0; n < 260; n++) {
      const chosen = Object.assign({}, ...filters.filter((_, at) => n & (2 ** at)));
      for (let i = 0; i < 20; i++) await listProducts(db, { page: 1, limit: 1, ...chosen }, 'shopper');
    }
    const lock = (trx: Trx) =>
      trx.selectFrom('variants').select('id').where('stock', '>', 3).forUpdate().execute();
    for (let i = 0; i < 25; i++) await transaction(db, lock);
    const prepared = await listPrepared();
    expect(prepared.some((text) => text.includes('"stock" > $1 for update'))).toBe(true);
    expect(prepared.filter((text) => text.includes('/* filters */'))).toHaveLength(50);
    // What the driver remembers of a connection.
    const client = await pool.connect();
    expect(Object.keys(client.connection.parsedStatements).length).toBeLessThanOrEqual(prepared.length);
    client.release();
  },
);
