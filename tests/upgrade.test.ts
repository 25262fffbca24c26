import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseBefore } from './support/database.ts';

type OldDatabase = Awaited<ReturnType<typeof createDatabaseBefore>>;

describe('the upgrade of a demo shop with made-up ratings', () => {
  let database: OldDatabase;
  beforeEach(async () => {
    database = await createDatabaseBefore('0027');
  });
  afterEach(() => database.drop());

  it('removes the ratings of demo products, even renamed ones, and no others', async () => {
    await database.query(`insert into products (name, slug, rating_tenths, num_reviews) values
      ('Demo', 'lotus-akhand-diya', 48, 164), ('Renamed demo', 'puja-lamp', 47, 195),
      ('Same slug, own rating', 'enamel-lotus-jhumka', 41, 3), ('Same rating, own product', 'own-lamp', 48, 164)`);
    await database.query(
      `insert into variants (product_id, sku, price_paise) select id, slug, 100 from products`,
    );
    await database.query(`insert into stock_movements (variant_id, delta, reason, by_label)
      select id, 5, 'initial', 'demo' from variants where sku = 'puja-lamp'`);
    await database.upgrade();
    expect(
      await database.query('select slug, rating_tenths, num_reviews from products order by slug'),
    ).toEqual([
      { slug: 'enamel-lotus-jhumka', rating_tenths: 41, num_reviews: 3 },
      { slug: 'lotus-akhand-diya', rating_tenths: 0, num_reviews: 0 },
      { slug: 'own-lamp', rating_tenths: 48, num_reviews: 164 },
      { slug: 'puja-lamp', rating_tenths: 0, num_reviews: 0 },
    ]);
  });
});

it('a migration that is interrupted leaves nothing, and the next start completes it (T-CRS-06)', async () => {
  const database = await createDatabaseBefore('0050');
  onTestFinished(() => database.drop());
  const findFirstTable = () => database.query(`select to_regclass('totp_secrets')::text as name`);
  // After its last statement, before it is recorded.
  await database.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'interrupted'; end $$`);
  await database.query(`create trigger fail before insert on schema_migrations execute function fail()`);
  await expect(database.upgrade()).rejects.toThrow('interrupted');
  expect(await findFirstTable()).toEqual([{ name: null }]);
  await database.query('drop trigger fail on schema_migrations');
  expect((await database.upgrade())[0]).toBe('0050_second_factors.sql');
  expect(await findFirstTable()).toEqual([{ name: 'totp_secrets' }]);
});
