import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buyAsGuest, freshEmail } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { audit } from '../../reports/audit.ts';
import { personalData } from './personal-data.ts';

const shop = await testShop();

it('the map of personal data names every column that can hold a text (T-PRV-02)', async () => {
  const { rows } = await sql<{ column: string }>`
    select (case table_schema when 'public' then '' else table_schema || '.' end)
      || table_name || '.' || column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'inet', 'cidr', 'bytea')
        or data_type = 'ARRAY' and udt_name <> '_uuid')`.execute(shop.db);
  const mapped = Object.entries(personalData).flatMap(([table, { other, personal }]) =>
    [...other.split(' ').filter(Boolean), ...Object.keys(personal)].map((column) => `${table}.${column}`),
  );
  expect(mapped.sort()).toEqual(rows.map(({ column }) => column).sort());
});

it('an order that is older than its mails are kept is no problem of the audit (T-PRV-03)', async () => {
  const { db } = shop;
  const { id } = await buyAsGuest(shop, freshEmail());
  await shop.runJobs();
  const createdAt = new Date(shop.clock.now().getTime() - 400 * 86_400_000);
  const mails = () => db.selectFrom('mails').select('id').where('dedupeKey', 'like', `%${id}%`).execute();
  await db.updateTable('mails').set({ createdAt }).where('dedupeKey', 'like', `%${id}%`).execute();
  const findings = async () => (await audit(db, shop.deps.files)).map(({ problem }) => problem);
  expect(await mails()).not.toEqual([]);
  await shop.handlers.hour({});
  expect(await mails()).toEqual([]);
  expect(await findings()).toEqual([`Order ${id} is paid and has no confirmation e-mail`]);
  await db.updateTable('orders').set({ createdAt }).where('id', '=', id).execute();
  expect(await findings()).toEqual([]);
});

it('deletes rows whose retention period has ended, and no others (T-PRV-03)', async () => {
  const { db } = shop;
  const now = shop.clock.now().getTime();
  const daysAgo = (days: number) => new Date(now - days * 86_400_000);
  const query = { name: 'Asha', email: 'asha@example.in', subject: 'Kochi', message: 'Do you ship there?' };
  const mail = { kind: 'contact-reply', toAddress: query.email, subject: 'Kochi', html: '', plain: '' };
  const event = { event: 'payment.captured', body: '{}' };
  for (const days of [364, 366, 1096]) {
    const time = daysAgo(days);
    const { id } = await db
      .insertInto('contactQueries')
      .values({ ...query, createdAt: time })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('contactReplies')
      .values({ queryId: id, message: 'We do.', createdAt: time })
      .execute();
    await db
      .insertInto('mails')
      .values({ ...mail, createdAt: time, status: 'sent' })
      .execute();
    await db
      .insertInto('webhookEvents')
      .values([
        { ...event, eventId: `handled-${days}`, receivedAt: time, handledAt: time },
        { ...event, eventId: `open-${days}`, receivedAt: time },
      ])
      .execute();
    await db
      .insertInto('adminLog')
      .values([
        { action: 'admin.sign-in-failed', at: time, detail: JSON.stringify({ hour: String(days) }) },
        { action: 'order.refund', at: time },
      ])
      .execute();
  }
  await shop.handlers.hour({});
  const left = async (table: 'contactQueries' | 'contactReplies' | 'mails') =>
    (await db.selectFrom(table).select('createdAt').orderBy('createdAt').execute()).map(({ createdAt }) =>
      Math.round((now - createdAt.getTime()) / 86_400_000),
    );
  expect([await left('contactQueries'), await left('contactReplies'), await left('mails')]).toEqual([
    [366, 364],
    [366, 364],
    [364],
  ]);
  const events = await db.selectFrom('webhookEvents').select('eventId').orderBy('eventId').execute();
  expect(events.map(({ eventId }) => eventId)).toEqual(['handled-364', 'open-1096', 'open-364', 'open-366']);
  const entries = await db.selectFrom('adminLog').select('action').orderBy('action').execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'admin.sign-in-failed',
    ...Array(3).fill('order.refund'),
  ]);
});
