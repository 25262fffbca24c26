import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import { redactTexts } from '../db/personal-data/personal-data-queries.ts';
import { audit } from './audit.ts';

let shop: TestShop;
let asha: Owner;
beforeEach(async () => {
  shop = await createTestShop();
  asha = await asOwner(shop);
  for (const name of ['Dastkar', 'Jaypore', 'Sabai']) await asha.post('/brands', { name });
});
afterEach(() => shop.close());

const problems = async () =>
  (await audit(shop.db)).filter(({ check }) => check === 'audit-log').map(({ problem }) => problem);

const entries = () =>
  shop.db.selectFrom('adminLog').select(['id', 'position', 'address']).orderBy('position').execute();

it('finds changed, removed and inserted entries (T-ADM-20)', async () => {
  const { db } = shop;
  expect(await problems()).toEqual([]);
  const all = await entries();
  expect(all.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(all.map(({ address }) => address)).toEqual(Array(4).fill('127.0.0.1'));
  const [, second, third, last] = all.map(({ id }) => id);

  /** What the audit finds after a statement, which is then rolled back. */
  const after = async (statement: string): Promise<string[]> => {
    await sql.raw('drop table if exists copy; create table copy as select * from admin_log').execute(db);
    await sql.raw(statement).execute(db);
    const found = await problems();
    await sql
      .raw(
        `alter table admin_log disable trigger user; delete from admin_log;
        insert into admin_log overriding system value select * from copy;
        alter table admin_log enable trigger user`,
      )
      .execute(db);
    return found;
  };
  const changes = [
    `subject = 'another'`,
    `action = 'brands.delete'`,
    `at = at + interval '1 second'`,
    'user_id = null',
    `by_label = 'somebody'`,
  ];
  for (const change of changes)
    expect(await after(`update admin_log set ${change} where id = ${second}`), change).toEqual([
      `Entry ${second} was changed`,
    ]);
  for (const change of [`detail = '{"name": "Other"}'`, `address = '10.0.0.1'`])
    expect(await after(`update admin_log set ${change} where id = ${third}`), change).toEqual([
      `The details of entry ${third} were changed`,
    ]);
  expect(await after(`update admin_log set detail = '{}', detail_salt = null where id = ${third}`)).toEqual([
    `The details of entry ${third} were removed without an erasure`,
  ]);
  expect(await after(`delete from admin_log where id = ${second}`)).toEqual([
    `Before entry ${third}, entries are missing`,
  ]);
  expect(await after(`delete from admin_log where id = ${last}`)).toEqual(['The last entries are missing']);
  expect(
    await after(`alter table admin_log disable trigger user;
      insert into admin_log (action) values ('order.refund'); alter table admin_log enable trigger user`),
  ).toEqual([expect.stringMatching(/^Entry \d+ is not part of the chain$/)]);
  expect(await problems()).toEqual([]);
});

it('is chained by concurrent transactions (T-ADM-21)', async () => {
  const record = (n: number) =>
    transaction(shop.db, (trx) =>
      recordAudit(trx, 'Command line', { action: 'admin.reset', subject: String(n) }),
    );
  await Promise.all(Array.from({ length: 24 }, (_, n) => record(n)));
  expect(await entries()).toHaveLength(28);
  expect(await problems()).toEqual([]);
  const { body } = await asha.get('/admin/log?limit=1');
  expect(body).toMatchObject({ entries: [{ by: { name: 'Command line' }, action: 'admin.reset' }] });
});

it('stays whole when a person is erased, and is exported with its hashes (T-ADM-22)', async () => {
  const email = 'meera@example.in';
  await transaction(shop.db, (trx) =>
    recordAudit(
      trx,
      { userId: asha.userId, address: '127.0.0.1' },
      { action: 'order.status', subject: 'x', detail: { note: `Asked ${email}` } },
    ),
  );
  await transaction(shop.db, (trx) => redactTexts(trx, { emails: [email], mobiles: [], addresses: [] }));
  expect(await problems()).toEqual([]);
  const { body, status } = await asha.get('/admin/log/export.csv');
  expect(status).toBe(200);
  const csv = String(body.raw);
  expect(csv).not.toContain(email);
  const [, ...rows] = parse(csv, { bom: true }) as string[][];
  expect(rows.map((row) => row.slice(2, 6))).toEqual(
    expect.arrayContaining([
      [expect.any(String), '127.0.0.1', 'order.status', 'x'],
      ['Erasure', '', 'log.redact', expect.stringMatching(/^\d+$/)],
    ]),
  );
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.at(-1) ?? ''))).toBe(true);
  expect(rows[0]?.[4]).toBe('log.export');
});
