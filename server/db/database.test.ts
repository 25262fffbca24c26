import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/database.ts';
import { openDatabase, openPool, prepared, transaction } from './database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

it.each([
  [false, ['/* prepared */']],
  [true, []],
])('prepares marked statements at once, and none through a pooler (%s)', async (isPooled, expected) => {
  const pool = openPool(database.url, 1, { isPooled });
  const brands = openDatabase(pool).selectFrom('brands').select('id');
  for (const slug of ['bagru', 'kutch']) {
    await brands.where('slug', '=', slug).execute();
    await brands.modifyFront(prepared).where('slug', '=', slug).execute();
  }
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  await pool.end();
  expect(rows.map(({ statement }) => statement)).toEqual(
    expected.map((mark) => expect.stringContaining(mark)),
  );
});

it('prepares what transactions send often, and goes on after a migration by another process', async () => {
  const pool = openPool(database.url, 1);
  const db = openDatabase(pool);
  await pool.query(`insert into brands (name, slug) values ('Bagru', 'bagru')`);
  const read = () =>
    transaction(db, (trx) =>
      trx.selectFrom('brands').selectAll().where('slug', '=', 'bagru').executeTakeFirstOrThrow(),
    );
  const count = async () =>
    (await pool.query(`select from pg_prepared_statements where statement like '%from "brands"%'`)).rowCount;
  await read();
  expect(await count()).toBe(0);
  for (let i = 0; i < 20; i++) await read();
  expect(await count()).toBe(1);
  await pool.query('alter table brands add column added_once int default 1');
  expect(await read()).toMatchObject({ slug: 'bagru', addedOnce: 1 });
  const marked = () => db.selectFrom('brands').selectAll().modifyFront(prepared).where('slug', '=', 'bagru');
  await marked().execute();
  await pool.query('alter table brands add column added_twice int default 2');
  expect(await marked().execute()).toMatchObject([{ addedTwice: 2 }]);
  await pool.end();
});

it('converts the names of columns, and not the keys of a document in any jsonb column', async () => {
  const pool = openPool(database.url, 1);
  const { rows } = await sql`select 1 as row_id, '{"a_key": [{"b_key": 1}]}'::jsonb as new_column,
    json_build_object('line_id', 2) as nested_row`.execute(openDatabase(pool));
  await pool.end();
  expect(rows).toEqual([{ rowId: 1, newColumn: { a_key: [{ b_key: 1 }] }, nestedRow: { lineId: 2 } }]);
});
