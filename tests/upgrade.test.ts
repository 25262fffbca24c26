import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { expect, it, onTestFinished } from 'vitest';
import { loadDatabase } from '../server/backup/load-database.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { isMigrated } from '../server/db/migrate.ts';
import { audit } from '../server/reports/audit.ts';
import { createDatabaseBefore, createTestDatabase } from './support/database.ts';
import { longIt, longRun } from './support/long-run.ts';

longIt(
  'the upgrade of a demo shop removes made-up ratings of demo products, even renamed ones, and no others',
  async () => {
    const database = await createDatabaseBefore('0027');
    onTestFinished(() => database.drop());
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
  },
);

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

/**
 * The database of each released version, made with that version: paid, shipped, partly and completely refunded,
 * cancelled and unpaid orders, accounts, mails and a contact query. A release adds its own (CONTRIBUTING.md).
 */
const releases = path.join(import.meta.dirname, 'releases');

it('every released version has a database here', async () => {
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const released = [...changelog.matchAll(/^## \[(\d[\d.]*)\]/gm)].map(([, version]) => `${version}.tar.gz`);
  expect((await readdir(releases)).sort()).toEqual(released.sort());
});

it.each(longRun ? ['0.1.0', '0.2.0'] : ['0.2.0'])(
  'the database of version %s is upgraded, and its audit finds nothing',
  async (version) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'haat-release-'));
    const database = await createTestDatabase('template1');
    const pool = openPool(database.url, 2);
    onTestFinished(async () => {
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true });
    });
    await extract({ file: path.join(releases, `${version}.tar.gz`), cwd: folder });
    await loadDatabase(pool, JSON.parse(await readFile(path.join(folder, 'dump.json'), 'utf8')), folder);
    expect(await isMigrated(pool)).toBe(true);
    expect(await audit(openDatabase(pool), { exists: async () => true })).toEqual([]);
    const { rows } = await pool.query(
      'select status, count(*)::int as n from orders group by status order by status::text',
    );
    expect(rows).toEqual([
      { status: 'cancelled', n: 1 },
      { status: 'delivered', n: 1 },
      { status: 'paid', n: 2 },
      { status: 'pending', n: 1 },
    ]);
    const shipments = await pool.query(
      `select o.status, s.state, s.courier, s.shipped_at is not null as shipped, s.delivered_at is not null as delivered,
          (select sum(quantity) from shipment_lines where shipment_id = s.id)
            = (select sum(quantity) from order_items where order_id = o.id) as complete
        from shipments s join orders o on o.id = s.order_id order by o.status::text`,
    );
    const delivered = { state: 'delivered', courier: '', shipped: true, delivered: true, complete: true };
    expect(shipments.rows).toEqual([{ status: 'delivered', ...delivered }]);
    // Limits of discounts know who got the orders of before.
    const known = await pool.query(`select status, addressee = addressee_of(name, shipping ->> 'address',
      shipping ->> 'postalCode') as same from orders join order_addressees on order_id = id order by status::text`);
    expect(known.rows).toEqual(
      ['cancelled', 'delivered', 'paid', 'paid', 'pending'].map((status) => ({ status, same: true })),
    );
  },
);

longIt(
  'accounts and orders whose email address was pasted with hidden characters are found after the upgrade',
  async () => {
    const database = await createDatabaseBefore('0258');
    onTestFinished(() => database.drop());
    const given = [
      'asha\u200b@example.in',
      '\u202ameera@example.in\u202c',
      'meera@example.in',
      'isha\u2060@example.in',
      'isha\u200b@example.in',
      'आशा१@उदाहरण.भारत',
    ];
    for (const email of given)
      await database.query(
        `insert into users (name, email, created_at) values ('A', $1, clock_timestamp())`,
        [email],
      );
    await database.query(`insert into orders (is_guest, name, email, access_key, provider, amount_paise, expires_at)
      values (true, 'Asha Rao', 'asha\u200b@example.in', 'key', 'razorpay', 100, now())`);
    await database.query(`with guest as
      (insert into customers (name, email, created_at) values ('Asha Rao', 'asha\u200b@example.in', now()) returning id)
      insert into customer_contacts (value, customer_id) select 'asha\u200b@example.in', id from guest`);
    await database.upgrade();
    expect(await database.query('select email from orders')).toEqual([{ email: 'asha@example.in' }]);
    expect(
      await database.query(`select email from customers join customer_contacts on customer_id = id
        where name = 'Asha Rao' and value = 'asha@example.in'`),
    ).toEqual([{ email: 'asha@example.in' }]);
    const [{ emails }] = await database.query(
      'select array_agg(email order by created_at) as emails from users',
    );
    expect(emails).toEqual([
      'asha@example.in',
      // Another account has the address.
      '\u202ameera@example.in\u202c',
      'meera@example.in',
      'isha@example.in',
      'isha\u200b@example.in',
      'आशा१@उदाहरण.भारत',
    ]);
  },
);

longIt('the products of a shop from before the search by words are found after the upgrade', async () => {
  const database = await createDatabaseBefore('0065');
  onTestFinished(() => database.drop());
  await database.query(`with category as (insert into categories (name, slug) values ('Wind Chimes', 'chimes') returning id),
    product as (insert into products (name, slug, category_id) select 'Brass Bells', 'bells', id from category returning id)
    insert into variants (product_id, sku, option_values, price_paise, selling_paise)
      select id, 'BE-1', '{Large}', 100, 100 from product`);
  await database.upgrade();
  const search = `'bell':A & 'brass':A & 'be1':A & 'larg':C`;
  expect(
    await database.query(
      'select name from product_search join products on id = product_id where document @@ $1::tsquery',
      [search],
    ),
  ).toEqual([{ name: 'Brass Bells' }]);
  expect(
    await database.query(`select word from search_terms where lexeme in ('chime', 'bell') order by word`),
  ).toEqual([{ word: 'bells' }, { word: 'chimes' }]);
});
