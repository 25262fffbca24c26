import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminPerson, AdminSession } from '../../shared/contract/admins.ts';
import { bearer, createAdmin, freshEmail, signIn, signUp } from '../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

let shop: TestShop;
let owner: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await createAdmin(shop);
});
afterAll(() => shop.close());

type As = { headers: { authorization: string } };
const add = (body: object, as: As = owner) =>
  shop.post('/auth/admin/admins', { name: 'Ravi', currentPassword: owner.password, ...body }, as);
const remove = (id: string, body: object, as: As = owner) =>
  shop.call('DELETE', `/auth/admin/admins/${id}`, { payload: body, headers: as.headers });
const people = async () => (await shop.get('/auth/admin/admins', owner)).body as unknown as AdminPerson[];
const sessions = async (as: As = owner) =>
  (await shop.get('/auth/admin/sessions', as)).body as unknown as AdminSession[];
const actions = async (userId: string) => {
  const rows = await shop.db
    .selectFrom('adminLog')
    .select('action')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('adding', () => {
  it('returns a password once, which signs in to the back office', async () => {
    const email = freshEmail();
    const { status, body } = await add({ email: email.toUpperCase() });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.admin).toMatchObject({ name: 'Ravi', email, lastSignInAt: null, isYou: false });
    expect(await people()).toContainEqual(body.admin);
    const { token } = await signIn(shop, { email, password: body.secret, portal: 'admin' });
    expect((await shop.get('/mails', bearer(token))).status).toBe(200);
    const again = (await people()).find((each) => each.email === email);
    expect(Date.parse(again?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await actions(owner.user._id)).toEqual(['admin.sign-in', 'admin.add']);
  });

  it('requires the current password and valid values', async () => {
    const email = freshEmail();
    const cases = [
      [{ email, currentPassword: 'not-the-password' }, 'currentPassword'],
      [{ email, currentPassword: '' }, 'currentPassword'],
      [{ email: 'nobody' }, 'email'],
      [{ email: '' }, 'email'],
      [{ email, name: ' ' }, 'name'],
    ] as const;
    for (const [given, field] of cases) {
      const { status, body } = await add(given);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(given)).toEqual([400, [field]]);
    }
    expect((await people()).some((each) => each.email === email)).toBe(false);
  });

  it('creates one admin for concurrent requests with one email: each returned password works', async () => {
    const email = freshEmail();
    const all = await Promise.all(Array.from({ length: 6 }, () => add({ email })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const { body } = all.find(({ status }) => status === 201) ?? {};
    expect((await signIn(shop, { email, password: body?.secret })).status).toBe(200);
  });

  it('changes the account of a shopper only if confirmed, with a new password', async () => {
    const shopper = await signUp(shop);
    expect((await add({ email: shopper.email })).body).toMatchObject({ code: 'has_account' });
    const { status, body } = await add({ email: shopper.email, promote: true });
    expect(status).toBe(201);
    expect((await shop.get('/auth/me', shopper)).status).toBe(401);
    expect((await signIn(shop, { email: shopper.email })).status).toBe(401);
    expect((await signIn(shop, { email: shopper.email, password: body.secret })).status).toBe(200);
    expect((await add({ email: shopper.email, promote: true })).body).toMatchObject({
      code: 'already_admin',
    });
  });
});

describe('removing', () => {
  it('ends every session and leaves a shopper’s account', async () => {
    const other = await createAdmin(shop);
    expect((await remove(other.user._id, {})).status).toBe(400);
    expect((await remove(other.user._id, { currentPassword: 'wrong' })).body.errors).toHaveProperty(
      'currentPassword',
    );
    expect((await remove('none', { currentPassword: owner.password })).status).toBe(404);
    expect((await remove(other.user._id, { currentPassword: owner.password })).status).toBe(200);
    expect((await shop.get('/mails', other)).status).toBe(401);
    const asAdmin = { email: other.email, password: other.password, portal: 'admin' };
    expect((await signIn(shop, asAdmin)).status).toBe(403);
    expect((await remove(other.user._id, { currentPassword: owner.password })).status).toBe(404);
  });

  it('never removes the last admin, also when two remove each other at once (T-ADM-07)', async () => {
    const alone = await createTestShop();
    const [a, b] = [await createAdmin(alone), await createAdmin(alone)];
    const go = (who: typeof a, whom: typeof a) =>
      alone.call('DELETE', `/auth/admin/admins/${whom.user._id}`, {
        payload: { currentPassword: who.password },
        headers: who.headers,
      });
    const answers = await Promise.all([go(a, b), go(b, a)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left] = answers[0]?.status === 200 ? [a] : [b];
    if (!left) throw new Error('nobody is left');
    const last = await go(left, left);
    expect([last.status, last.body.code]).toEqual([409, 'last_admin']);
    expect((await alone.get('/mails', left)).status).toBe(200);
    await alone.close();
  });
});

describe('the admin’s own sessions', () => {
  it('are listed with the current one marked, and ended individually or all others together', async () => {
    const me = await createAdmin(shop);
    const credentials = { email: me.email, password: me.password };
    const [second, third] = [await signIn(shop, credentials), await signIn(shop, credentials)];
    const all = await sessions(me);
    expect(all.map(({ isThis }) => isThis)).toEqual([false, false, true]);
    expect(JSON.stringify(all)).not.toContain(me.token);
    const drop = (id: string, as: As) =>
      shop.call('DELETE', `/auth/admin/sessions/${id}`, { headers: as.headers });
    const newest = String(all[0]?._id);
    expect((await drop(newest, owner)).status).toBe(404);
    expect((await drop('none', me)).status).toBe(404);
    expect((await drop(newest, me)).status).toBe(200);
    expect((await shop.get('/auth/me', bearer(third.token))).status).toBe(401);
    expect((await shop.get('/auth/me', bearer(second.token))).status).toBe(200);
    expect((await shop.call('DELETE', '/auth/admin/sessions', { headers: me.headers })).status).toBe(200);
    expect((await shop.get('/auth/me', bearer(second.token))).status).toBe(401);
    expect(await sessions(me)).toHaveLength(1);
    expect((await actions(me.user._id)).slice(-2)).toEqual(['session.end', 'session.end-others']);
  });

  it('end with a new password, except the current one', async () => {
    const me = await createAdmin(shop);
    const other = await signIn(shop, { email: me.email, password: me.password });
    const change = (password: string, currentPassword: string) =>
      shop.call('PUT', '/auth/profile', { payload: { password, currentPassword }, headers: me.headers });
    expect((await change('short', me.password)).status).toBe(400);
    expect((await change('password12345', me.password)).body.errors).toHaveProperty('password');
    expect((await change('seven blue looms', 'wrong')).body.errors).toHaveProperty('currentPassword');
    const { status, body } = await change('seven blue looms', me.password);
    expect(status).toBe(200);
    for (const token of [me.token, other.token]) {
      expect((await shop.get('/auth/me', bearer(token))).status).toBe(401);
    }
    expect(await sessions(bearer(String(body.token)))).toHaveLength(1);
    expect(await actions(me.user._id)).toContain('admin.password');
  });
});
