import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/database.ts';
import { openDatabase, openPool, prepared } from './database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

it.each([
  [false, ['/* prepared */']],
  [true, []],
])('prepares marked statements only, and none through a pooler (%s)', async (isPooled, expected) => {
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

it('converts the names of columns, and not the keys of a document in any jsonb column', async () => {
  const pool = openPool(database.url, 1);
  const { rows } = await sql`select 1 as row_id, '{"a_key": [{"b_key": 1}]}'::jsonb as new_column,
    json_build_object('line_id', 2) as nested_row`.execute(openDatabase(pool));
  await pool.end();
  expect(rows).toEqual([{ rowId: 1, newColumn: { a_key: [{ b_key: 1 }] }, nestedRow: { lineId: 2 } }]);
});
