import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { dumpDatabase } from '../server/backup/dump-database.ts';
import { loadDatabase } from '../server/backup/load-database.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { isMigrated, listMigrations, migrate } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { emptyFolder, removePlaces } from './support/backups.ts';
import { createTestDatabase } from './support/database.ts';
import { loadRelease, withRelease } from './support/release.ts';

/** An empty database, until the end of the test. */
async function emptyDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const database = await createTestDatabase('template1');
  const pool = openPool(database.url, 2);
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
    await removePlaces();
  });
  return { url: database.url, pool };
}

/** Every row and sequence of a database. */
async function contentOf(pool: pg.Pool) {
  const folder = await emptyFolder();
  const { tables, sequences } = await dumpDatabase(pool, folder);
  const rows = tables.map(({ file }) => readFile(path.join(folder, file), 'utf8'));
  return { tables, sequences, rows: await Promise.all(rows) };
}

it('a migration that is interrupted leaves nothing, and the next start completes it (T-CRS-06)', async () => {
  const { pool } = await emptyDatabase();
  const findFunction = async () =>
    (await pool.query(`select to_regproc('fold_customers')::text as name`)).rows;
  await migrate(pool, (name) => name < '0002');
  // After its last statement, before it is recorded.
  await pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'interrupted'; end $$`);
  await pool.query(`create trigger fail before insert on schema_migrations execute function fail()`);
  await expect(migrate(pool)).rejects.toThrow('interrupted');
  expect(await findFunction()).toEqual([{ name: null }]);
  await pool.query('drop trigger fail on schema_migrations');
  expect((await migrate(pool))[0]).toBe('0002_functions.sql');
  expect(await findFunction()).toEqual([{ name: 'fold_customers' }]);
});

it('every released version from 0.3.0 on has a database here', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const versions = [...changelog.matchAll(/^## \[(\d[\d.]*)\] - \d/gm)].map(([, version]) => version);
  const released = versions.slice(0, versions.indexOf('0.3.0') + 1).map((version) => `${version}.tar.gz`);
  expect((await readdir('tests/releases')).sort()).toEqual(released.sort());
});

it('the database of version 0.3.0, with its many migrations, goes on with its data untouched', async () => {
  const { url, pool } = await emptyDatabase();
  await loadRelease(url, '0.3.0');
  const former = await contentOf(pool);
  expect(await isMigrated(pool)).toBe(false);
  const applied = await migrate(pool);
  expect(applied.filter((name) => name < '0003')).toEqual([]);
  expect(await isMigrated(pool)).toBe(true);
  const { rows } = await pool.query('select name, checksum from schema_migrations order by name');
  expect(rows).toEqual((await listMigrations()).map(({ name, checksum }) => ({ name, checksum })));
  const first = await pool.query(`select min(applied_at) = '2026-11-28' as is_former from schema_migrations`);
  expect(first.rows).toEqual([{ is_former: true }]);
  if (applied.length === 0) expect(await contentOf(pool)).toEqual(former);
  expect(await migrate(pool)).toEqual([]);
});

it.each(['0215', '0002'])(
  'a database of before 0.3.0 (until %s) is told which version comes first',
  async (last) => {
    const { url, pool } = await emptyDatabase();
    await loadRelease(url, '0.3.0');
    await pool.query('delete from schema_migrations where name > $1', [last]);
    const former = await contentOf(pool);
    await expect(migrate(pool)).rejects.toThrow(
      /^The data is of a version before 0\.3\.0: start version 0\.3\.0 first, which upgrades it\.$/,
    );
    expect(await isMigrated(pool)).toBe(false);
    expect(await contentOf(pool)).toEqual(former);
  },
);

/**
 * The database of each released version, made with that version: paid, shipped, partly and completely refunded,
 * cancelled and unpaid orders, accounts, mails and a contact query. A release adds its own (CONTRIBUTING.md).
 */
it.each(['0.3.0'])('the database of version %s is restored, and its audit finds nothing', async (version) => {
  const { pool } = await emptyDatabase();
  await withRelease(version, (dump, folder) => loadDatabase(pool, dump, folder));
  expect(await isMigrated(pool)).toBe(true);
  expect(await audit(openDatabase(pool), { exists: async () => true })).toEqual([]);
  const { rows } = await pool.query(
    `select concat_ws(' ', status, payment_state, fulfilment_state, cod_state) as states
      from orders join order_states on order_id = id order by 1`,
  );
  expect(rows.map(({ states }) => states)).toEqual([
    'cancelled refunded unfulfilled',
    'delivered paid delivered',
    'failed pending unfulfilled',
    'paid paid unfulfilled',
    'paid partly_refunded unfulfilled',
    'paid partly_refunded unfulfilled',
    'paid refunded unfulfilled',
    'pending due_on_delivery unfulfilled unconfirmed',
    'processing paid unfulfilled',
    'shipped paid fulfilled',
  ]);
});
