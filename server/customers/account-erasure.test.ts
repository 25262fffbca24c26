import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import {
  createAdmin,
  freshEmail,
  freshMobile,
  mailedToken,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { personalData } from '../db/personal-data/personal-data.ts';
import { eraseDueOrders } from './customers.ts';

const shop = await testShop();
beforeAll(async () => {
  await shop.db
    .updateTable('siteInfo')
    .set({ content: sql`content || '{"email": "shop@example.in"}'` })
    .execute();
});

/** Every column of the database in which one of these texts is found, in any case. */
async function findColumns(texts: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as "table", column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'inet', 'ARRAY')`.execute(shop.db);
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const value = sql`lower(${sql.ref(column)}::text)`;
    const hits = texts.map((text) => sql`position(${text.toLowerCase()} in ${value}) > 0`);
    const { rows } = await sql`select from ${sql.table(`${schema}.${table}`)}
      where ${sql.join(hits, sql` or `)} limit 1`.execute(shop.db);
    if (rows.length > 0) found.push(`${schema === 'public' ? '' : `${schema}.`}${table}.${column}`);
  }
  return found.sort();
}

const contact = (email: string, message: string) =>
  shop.post('/contact', { name: 'Asha Rao', email, subject: 'Question', message });

it('leaves no e-mail address, mobile number or address but where the map keeps it (T-PRV-01)', async () => {
  const { db } = shop;
  const [mobile, altMobile, street] = [
    freshMobile(),
    freshMobile(),
    '14 Temple "Lane", 2nd Cross\nJayanagar',
  ];
  const texts = (email: string) => [email, mobile, altMobile, '14 Temple', 'Jayanagar'];
  const person = await signUp(shop, { mobile });
  const { email, headers } = person;
  await shop.post('/auth/confirm-email', { token: await mailedToken(shop, email) }, person);
  await shop.post('/auth/addresses', { ...delivery, address: street }, person);
  await shop.post('/auth/forgot-password', { email });
  await contact(email, `Call me at +91 ${mobile}.`);

  const { id: product, variantIds } = await createProduct(db);
  const buyer = { email, mobile, altMobile, shipping_details: { ...delivery, address: street } };
  const buy = async () => {
    const { body } = await shop.post('/razorpay/create-order', orderFor([{ id: product }], buyer), person);
    const { id: providerOrderId } = body.razorpay_order as { id: string };
    return { id: String(body.order_id), providerOrderId };
  };
  const [delivered, unpaid, open] = [await buy(), await buy(), await buy()];
  for (const order of [delivered, open]) {
    await verify(shop, await shop.fake.pay(order.providerOrderId));
  }
  await shop.runJobs();
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', delivered.id).execute();
  await db
    .updateTable('orders')
    .set({ status: 'failed', stock: 'released' })
    .where('id', '=', unpaid.id)
    .execute();

  // An admin creates orders for her: one is paid by UPI, the link of the other one is cancelled at the provider.
  const admin = await createAdmin(shop);
  const found = await shop.get(`/customers?search=${email}`, admin);
  const [customer] = found.body as unknown as { _id: string }[];
  const sell = async (payment: object) => {
    const { status, body } = await shop.post(
      '/order/admin',
      {
        ...buyer,
        name: 'Asha Rao',
        customer: customer?._id,
        payment,
        note: `Told ${mobile}`,
        cart_items: [
          { product_id: product, variant_id: variantIds[0], quantity: 1, price: 1, reason: `For ${email}` },
        ],
        amount: 100,
      },
      { headers: { ...admin.headers, 'idempotency-key': randomUUID() } },
    );
    expect(status, JSON.stringify(body)).toBe(201);
    await shop.runJobs();
    return String(body._id);
  };
  const byUpi = await sell({ method: 'upi', reference: `+91 ${mobile}` });
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', byUpi).execute();
  const byLink = await sell({ method: 'link' });
  const link = await db
    .selectFrom('paymentLinks')
    .select('providerLinkId as id')
    .where('orderId', '=', byLink)
    .executeTakeFirstOrThrow();
  const entity = { ...link, customer: { contact: `+91${mobile}`, email } };
  const cancelled = { event: 'payment_link.cancelled', payload: { payment_link: { entity } } };
  await db
    .insertInto('webhookEvents')
    .values({ eventId: 'evt_2', event: cancelled.event, body: JSON.stringify(cancelled) })
    .execute();
  await db
    .updateTable('orders')
    .set({ status: 'failed', stock: 'released' })
    .where('id', '=', byLink)
    .execute();

  const body = {
    event: 'payment.failed',
    amount: 129_900,
    email: email.toUpperCase(),
    contact: `+91${mobile}`,
  };
  await db
    .insertInto('webhookEvents')
    .values({
      eventId: 'evt_1',
      event: 'payment.failed',
      body: JSON.stringify(body),
      providerOrderId: delivered.providerOrderId,
    })
    .execute();
  const detail = { name: 'Asha', email, calls: [mobile, 7], address: `To ${street}, Bengaluru` };
  await db
    .insertInto('adminLog')
    .values({ action: 'order.status', subject: delivered.id, detail: JSON.stringify(detail) })
    .execute();
  await db
    .insertInto('attentionItems')
    .values({ kind: 'dispute', subject: 'pay_1', detail: JSON.stringify({ email }) })
    .execute();
  const note = `Asked ${email} and 0${mobile} about it`;
  await db
    .insertInto('orderEvents')
    .values({ orderId: delivered.id, status: 'delivered', byLabel: 'Meera', note })
    .execute();
  const stranger = `n${email}`;
  await contact(stranger, 'Do you ship to Kochi?');
  await shop.runJobs();
  expect(await findColumns(texts(email))).toEqual(
    expect.arrayContaining(['account_tokens.email', 'contact_queries.message', 'mails.plain']),
  );

  const card = { amount: 500, reason: `Asked for by ${email}`, expiresOn: null };
  const recipient = { name: 'Asha Rao', email, message: `Call ${mobile}`, sendOn: '2099-01-01' };
  const gift = await shop.post('/gift-cards', { ...card, recipient }, admin);
  expect(gift.status, JSON.stringify(gift.body)).toBe(201);
  const { _id: cardId } = gift.body.card as { _id: string };

  const deletion = { headers, payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', deletion)).status).toBe(200);
  const erased = await db.selectFrom('giftCards').selectAll().where('id', '=', cardId).executeTakeFirst();
  expect(erased).toMatchObject({
    recipientName: '',
    recipientEmail: '',
    message: '',
    sendOn: null,
    sentAt: null,
    balancePaise: 50_000,
    reason: 'Asked for by [erased]',
  });
  // An order that is not finished keeps the contact details, with its mails.
  const openOrder = await db.selectFrom('orders').selectAll().where('id', '=', open.id).executeTakeFirst();
  expect(openOrder).toMatchObject({ email, mobile });
  expect(await findColumns([`"${email}"`, mobile])).toEqual(
    expect.not.arrayContaining(['webhook_events.body', 'admin_log.detail', 'contact_queries.message']),
  );

  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', open.id).execute();
  await shop.minute();
  await db
    .deleteFrom('contactQueries')
    .where('email', '=', stranger)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('mails').where('replyTo', '=', stranger).execute();
  const kept = Object.entries(personalData).flatMap(([table, { personal }]) =>
    Object.entries(personal).flatMap(([column, { erasure }]) =>
      typeof erasure === 'object' ? [`${table}.${column}`] : [],
    ),
  );
  const left = await findColumns(texts(email));
  expect(left.filter((column) => !kept.includes(column))).toEqual([]);
  expect(left).toEqual(['invoices.content', 'orders.shipping']);

  const event = await db.selectFrom('webhookEvents').select('body').where('eventId', '=', 'evt_1').execute();
  expect(JSON.parse(event[0]?.body ?? '')).toEqual({ ...body, email: '[erased]', contact: '[erased]' });
  const entry = db.selectFrom('adminLog').select('detail').where('subject', '=', delivered.id);
  expect((await entry.executeTakeFirst())?.detail).toEqual({
    name: 'Asha',
    email: '[erased]',
    calls: ['[erased]', 7],
    address: 'To [erased], Bengaluru',
  });
});

it('of an account without a confirmed e-mail address leaves what is older than the account (T-PRV-04)', async () => {
  const email = freshEmail();
  await contact(email, 'Where is my parcel?');
  const { body } = await shop.post('/auth/register', { name: 'Not Asha', email, password });
  await contact(email, 'Please delete everything.');
  await shop.runJobs();
  const mails = () =>
    shop.db
      .selectFrom('mails')
      .select(['kind', 'toAddress'])
      .where((eb) => eb.or([eb('toAddress', '=', email), eb('replyTo', '=', email)]))
      .orderBy('kind')
      .execute();
  const headers = { authorization: `Bearer ${String(body.token)}` };
  const deletion = { headers, payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', deletion)).status).toBe(200);
  const queries = shop.db.selectFrom('contactQueries').select('message').where('email', '=', email);
  expect(await queries.execute()).toEqual([{ message: 'Where is my parcel?' }]);
  expect((await mails()).map(({ kind }) => kind)).toEqual(['contact-query']);
});

/** A shopper with a confirmed e-mail address, and how she buys and leaves. */
async function createShopper() {
  const person = await signUp(shop);
  await shop.post('/auth/confirm-email', { token: await mailedToken(shop, person.email) }, person);
  const { id: product } = await createProduct(shop.db);
  const buy = async (buyer: object) => {
    const given = orderFor([{ id: product }], { email: person.email, ...buyer });
    const { body } = await shop.post('/razorpay/create-order', given, person);
    const { id: providerOrderId } = body.razorpay_order as { id: string };
    await verify(shop, await shop.fake.pay(providerOrderId));
    await shop.runJobs();
    return String(body.order_id);
  };
  const setStatus = (id: string, status: 'delivered' | 'cancelled') =>
    shop.db.updateTable('orders').set({ status }).where('id', '=', id).execute();
  const leave = async () => {
    const deletion = { headers: person.headers, payload: { currentPassword: password } };
    const { status, body } = await shop.call('DELETE', '/auth/account', deletion);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const note = async (orderId: string, text: string) =>
    (
      await shop.db
        .insertInto('orderEvents')
        .values({ orderId, status: 'paid', byLabel: 'Meera', note: text })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return { ...person, buy, setStatus, leave, note };
}
const noteOf = async (id: number) =>
  (await shop.db.selectFrom('orderEvents').select('note').where('id', '=', id).executeTakeFirst())?.note;

it('of a paid order replaces what it contains in the rows of its buyer only (T-PRV-06)', async () => {
  const [attacker, victim] = [await createShopper(), await createShopper()];
  const mobile = freshMobile();
  const contactDetails = {
    email: victim.email,
    mobile,
    shipping_details: { ...delivery, address: '12 MG Road, Bengaluru' },
  };
  const text = `Deliver to 12 MG Road, Bengaluru, call ${mobile}, mail ${victim.email}`;
  const theirs = await victim.note(await victim.buy(contactDetails), text);
  const failedSignIn = { hour: 'T-PRV-06', account: victim.email, address: '192.0.2.1', attempts: 3 };
  await shop.db
    .insertInto('adminLog')
    .values({ action: 'admin.sign-in-failed', detail: JSON.stringify(failedSignIn) })
    .execute();
  const order = await attacker.buy(contactDetails);
  const own = await attacker.note(order, text);
  await attacker.setStatus(order, 'delivered');
  await attacker.leave();
  expect(await noteOf(own)).toBe('Deliver to [erased], call [erased], mail [erased]');
  expect(await noteOf(theirs)).toBe(text);
  const { rows } = await sql`select from admin_log where detail->>'hour' = 'T-PRV-06'`.execute(shop.db);
  expect(rows).toHaveLength(1);
});

it('keeps the contact details of a cancelled order while a refund is open (T-PRV-06)', async () => {
  const person = await createShopper();
  const order = await person.buy({});
  const { paymentId } = await shop.db
    .selectFrom('ledgerEntries')
    .select('paymentId')
    .where('orderId', '=', order)
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('refunds')
    .values({ orderId: order, paymentId, amountPaise: 100, reason: 'Broken', idempotencyKey: order })
    .execute();
  await person.setStatus(order, 'cancelled');
  await person.leave();
  const emailOf = async () =>
    (await shop.db.selectFrom('orders').select('email').where('id', '=', order).executeTakeFirst())?.email;
  expect(await emailOf()).toBe(person.email);
  await shop.db.updateTable('refunds').set({ status: 'pending' }).where('orderId', '=', order).execute();
  await eraseDueOrders(shop.deps);
  expect(await emailOf()).toBe(person.email);
  await shop.db.updateTable('refunds').set({ status: 'failed' }).where('orderId', '=', order).execute();
  await eraseDueOrders(shop.deps);
  expect(await emailOf()).toBe('');
});

it('succeeds if failed sign-ins would become equal, and may take longer than other statements (T-PRV-07)', async () => {
  const person = await createShopper();
  const failed = (account: string) => ({
    action: 'admin.sign-in-failed',
    detail: JSON.stringify({ hour: 'T-PRV-07', account, address: '192.0.2.1', attempts: 1 }),
  });
  await shop.db
    .insertInto('adminLog')
    .values([failed(person.email), failed(person.email.toUpperCase())])
    .execute();
  const note = await person.note(await person.buy({}), `Asked ${person.email}`);
  await sql`create table limits (value text)`.execute(shop.db);
  await sql`create function record_limit() returns trigger language plpgsql as $$
    begin insert into limits values (current_setting('statement_timeout')); return new; end $$`.execute(
    shop.db,
  );
  await sql`create trigger record_limit before update on order_events
    for each statement execute function record_limit()`.execute(shop.db);
  await person.leave();
  await sql`drop trigger record_limit on order_events`.execute(shop.db);
  const limits = await sql<{ value: string }>`select distinct value from limits`.execute(shop.db);
  expect(limits.rows).toEqual([{ value: '1min' }]);
  expect(await noteOf(note)).toBe('Asked [erased]');
  const { rows } = await sql`select from admin_log where detail->>'hour' = 'T-PRV-07'`.execute(shop.db);
  expect(rows).toEqual([]);
});
