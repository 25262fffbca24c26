import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { insertFormerOrder } from '../../tests/support/former-orders.ts';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  type Person,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { someReview } from '../../tests/support/reviews.ts';
import { testShop } from '../../tests/support/shop.ts';
import { personalData } from '../db/personal-data/personal-data.ts';

const shop = await testShop();

async function buy(person: Person, isPaid = true) {
  const { id } = await createProduct(shop.db);
  const { body } = await shop.post(
    '/razorpay/create-order',
    orderFor([{ id }], { email: person.email }),
    person,
  );
  const { id: providerOrderId } = body.razorpay_order as { id: string };
  if (isPaid) await shop.post('/razorpay/verify-payment', await shop.fake.pay(providerOrderId));
  return String(body.order_id);
}

const orderRow = (id: string) =>
  shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** All texts in a value of JSON. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

describe('download my data', () => {
  it('contains all data of the shopper and no credentials', async () => {
    const person = await signUp(shop);
    await shop.post('/auth/addresses', delivery, person);
    const order = await buy(person);
    const { body, headers } = await shop.get('/auth/my-data', person);
    expect(headers['content-disposition']).toContain('my-data.json');
    expect(body).toMatchObject({
      user: { email: person.email },
      addresses: [{ city: 'Bengaluru' }],
      sessions: [{}],
      orders: [{ _id: order, amount: 1299, items: [{ quantity: 1 }] }],
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|accessKey/i);
  });

  it('contains every column that the map of personal data says, and contact queries (T-PRV-05)', async () => {
    const { db } = shop;
    const [mobile, altMobile] = [freshMobile(), freshMobile()];
    const person = await signUp(shop, { mobile });
    await shop.post('/auth/confirm-email', { token: await mailedToken(shop, person.email) }, person);
    const change = { altMobile, email: freshEmail(), currentPassword: password };
    await shop.call('PUT', '/auth/profile', { headers: person.headers, payload: change });
    await shop.post('/auth/addresses', delivery, person);
    const query = { name: 'Asha', email: person.email, subject: 'Kochi', message: 'Do you ship there?' };
    await shop.post('/contact', query);
    const { id } = await db
      .selectFrom('contactQueries')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    await db.insertInto('contactReplies').values({ queryId: id, message: 'We do ship to Kochi.' }).execute();
    const order = await buy(person);
    const extras = {
      buyerNote: 'Ring twice, please.',
      giftMessage: 'Happy Diwali, Amma',
      businessName: 'Rao Textiles',
      gstin: '29ABCDE1234F1Z5',
    };
    await db
      .updateTable('orders')
      .set({ mobile, altMobile, status: 'delivered', ...extras })
      .where('id', '=', order)
      .execute();
    const { productId } = await db
      .selectFrom('orderItems')
      .select('productId')
      .where('orderId', '=', order)
      .executeTakeFirstOrThrow();
    const path = `/order/${order}/reviews/${productId}`;
    const review = await shop.call('PUT', path, { headers: person.headers, payload: someReview });
    expect(review.status, JSON.stringify(review.body)).toBe(200);
    const soldOut = await createProduct(db, { stock: 0 });
    const question = { name: 'Asha', email: person.email, text: 'When is it back?' };
    expect((await shop.post(`/products/${soldOut.slug}/questions`, question)).status).toBe(201);
    const alert = { variantId: soldOut.variantIds[0], email: person.email };
    expect((await shop.post('/stock-alerts', alert)).status).toBe(200);
    expect((await shop.post('/auth/sign-in-code', { email: person.email })).status).toBe(200);
    const createdAt = shop.clock.now();
    const key = { id: 'key-of-her-phone', publicKey: Buffer.from('key'), counter: 0, transports: [] };
    await db
      .insertInto('passkeys')
      .values({ ...key, userId: person.user._id, name: 'Phone of Asha', createdAt })
      .execute();
    const asked = { createdAt, touchedAt: createdAt, token: 'a-token', addressBlock: '198.51.100.0/24' };
    const source = { email: person.email, mailbox: person.email, lines: '[{"product_id":"p"}]' };
    await db
      .insertInto('cartReminders')
      .values({ ...asked, ...source, consent: 'Email me once.' })
      .execute();
    const block = { contact: person.email, createdBy: person.user._id };
    await db.insertInto('codBlocks').values(block).execute();
    const card = { recipientName: 'Asha Rao', recipientEmail: person.email, message: 'For your kitchen' };
    await db
      .insertInto('giftCards')
      .values({ ...card, reason: '', sendOn: sql<Date>`'2030-01-01'` })
      .execute();
    const consent = 'Haat may email me once.';
    await db
      .insertInto('openingSignUps')
      .values({ email: person.email, mailbox: person.email, consent, createdAt })
      .execute();
    await insertFormerOrder(shop, person, { note: 'Ring the bell twice' });
    await shop.runJobs();

    const { status, body } = await shop.get('/auth/my-data', person);
    expect(status, JSON.stringify(body)).toBe(200);
    const texts = new Set(leavesOf(body));
    const missing: string[] = [];
    const values = { id: person.user._id, email: person.email, since: '2000-01-01' };
    for (const [table, { personal, rowsOf = 'false' }] of Object.entries(personalData)) {
      const where = rowsOf.replaceAll(
        /\{(id|email|since)\}/g,
        (_, name: keyof typeof values) => `'${values[name]}'`,
      );
      for (const [column, { of, download }] of Object.entries(personal)) {
        if (of !== 'customer' || typeof download === 'object') continue;
        const { rows } = await sql<{ value: unknown }>`select ${sql.ref(column)} as value
          from ${sql.table(table)} where ${sql.raw(where)}`.execute(db);
        const stored = leavesOf(rows).filter(Boolean);
        if (stored.length === 0 || !stored.every((text) => texts.has(text)))
          missing.push(`${table}.${column}`);
      }
    }
    expect(missing).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/argon|reset-password|confirm-email/i);
  });

  it('contains nothing of an e-mail address that is not confirmed (T-PRV-05)', async () => {
    const email = freshEmail();
    await shop.post('/contact', { name: 'Asha', email, subject: 'Kochi', message: 'Do you ship there?' });
    const { body } = await shop.post('/auth/register', { name: 'Not Asha', email, password });
    await shop.post('/contact', { name: 'Asha', email, subject: 'Kochi', message: 'Please answer.' });
    const mine = await shop.get('/auth/my-data', bearer(String(body.token)));
    expect(mine.body).toMatchObject({ records: { contact_queries: [], mails: [] } });
  });
});

describe('delete my account', () => {
  const leave = (person: Person, currentPassword = password) =>
    shop.call('DELETE', '/auth/account', { headers: person.headers, payload: { currentPassword } });

  it('requires the password', async () => {
    const person = await signUp(shop);
    expect((await leave(person, 'not this one')).status).toBe(400);
    expect((await shop.get('/auth/me', person)).status).toBe(200);
  });

  it('ends the sessions and releases the email', async () => {
    const person = await signUp(shop);
    await shop.post('/auth/addresses', delivery, person);
    await lastMail(shop, person.email);
    expect((await leave(person)).body).toEqual({ success: true });
    expect((await shop.get('/auth/me', person)).status).toBe(401);
    expect((await signIn(shop, { email: person.email })).status).toBe(401);
    expect(await lastMail(shop, person.email)).toBeUndefined();
    const again = await shop.post('/auth/register', { name: 'New', email: person.email, password });
    expect(again.status).toBe(201);
    const user = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.user._id)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ name: 'Deleted account', email: null, mobile: null, passwordHash: null });
  });

  it('keeps orders with the data that the law requires', async () => {
    const person = await signUp(shop);
    const underWay = await buy(person);
    const delivered = await buy(person);
    const unpaid = await buy(person, false);
    await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', delivered).execute();
    await shop.db.updateTable('orders').set({ status: 'failed' }).where('id', '=', unpaid).execute();
    await shop.runJobs();
    await leave(person);
    expect(await orderRow(delivered)).toMatchObject({
      name: 'Asha Rao',
      email: '',
      mobile: '',
      placedFrom: '',
      shipping: { city: 'Bengaluru' },
    });
    expect(await orderRow(unpaid)).toMatchObject({ name: 'Deleted account', email: '', shipping: null });
    expect(await orderRow(underWay)).toMatchObject({ email: person.email });
    await shop.db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', underWay).execute();
    await shop.minute();
    expect(await orderRow(underWay)).toMatchObject({ email: '', mobile: '', name: 'Asha Rao' });
  });

  it('is not for admins (T-ADM-07)', async () => {
    const admin = await createAdmin(shop);
    expect((await leave(admin, admin.password)).status).toBe(403);
    expect((await shop.get('/auth/me', admin)).status).toBe(200);
  });
});

describe('order history', () => {
  it('is paged, newest first, with the total number', async () => {
    const person = await signUp(shop);
    const orders = [];
    for (let n = 0; n < 3; n++) orders.unshift(await buy(person, n === 0));
    const { body, headers } = await shop.get(`/order/user/${person.user._id}?limit=2`, person);
    expect((body as unknown as { _id: string }[]).map(({ _id }) => _id)).toEqual(orders.slice(0, 2));
    expect(headers['x-total-count']).toBe('3');
    const rest = await shop.get(`/order/user/${person.user._id}?limit=2&page=2`, person);
    expect(rest.body).toHaveLength(1);
    expect((await shop.get(`/order/user/${person.user._id}?limit=0`, person)).status).toBe(400);
  });

  it('is for the owner and admins; others get the reply for an unknown id (T-IDR-03)', async () => {
    const owner = await signUp(shop);
    await buy(owner);
    const another = await signUp(shop);
    const path = `/order/user/${owner.user._id}`;
    const theirs = await shop.get(path, another);
    const unknown = await shop.get('/order/user/00000000-0000-4000-8000-000000000000', another);
    expect([theirs.status, theirs.body]).toEqual([404, unknown.body]);
    expect((await shop.get(path)).status).toBe(404);
    const admin = await createAdmin(shop);
    expect((await shop.get(path, admin)).body).toHaveLength(1);
  });

  it('lets only the owner read the order and its invoice (T-IDR-01, T-IDR-02)', async () => {
    const owner = await signUp(shop);
    const another = await signUp(shop);
    const order = await buy(owner);
    const unknown = (await shop.get('/order/00000000-0000-4000-8000-000000000000')).body;
    for (const path of [`/order/${order}`, `/razorpay/orders/${order}`]) {
      for (const who of [undefined, another]) {
        const { status, body } = await shop.get(path, who);
        expect([status, body]).toEqual([404, unknown]);
      }
      expect((await shop.get(path, owner)).status).toBe(200);
    }
    for (const path of [`/razorpay/invoice/${order}`, `/razorpay/orders/${order}/invoice`]) {
      expect((await shop.get(path, another)).status).toBe(404);
      expect((await shop.get(path)).status).toBe(404);
    }
  });

  it('assigns the order to the actor, never to a user_id in the body (T-IDR-13)', async () => {
    const victim = await signUp(shop);
    const { id } = await createProduct(shop.db);
    await shop.post('/razorpay/create-order', orderFor([{ id }], { user_id: victim.user._id }));
    expect((await shop.get(`/order/user/${victim.user._id}`, victim)).body).toEqual([]);
  });

  it('gets guest orders placed after the email was confirmed, at the next sign-in', async () => {
    const person = await signUp(shop);
    await shop.post('/auth/confirm-email', { token: await mailedToken(shop, person.email) }, person);
    const order = await buyAsGuest(shop, person.email);
    await buyAsGuest(shop, freshEmail());
    await signIn(shop, { email: person.email });
    const { body } = await shop.get(`/order/user/${person.user._id}`, person);
    expect((body as unknown as { _id: string }[]).map(({ _id }) => _id)).toEqual([order.id]);
  });
});
