import { describe, expect, it } from 'vitest';
import type { AccountSession } from '../../../shared/contract/accounts/accounts.ts';
import { bearer, createAdmin, signIn } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await createAdmin(shop);

type As = { headers: { authorization: string } };
const sessions = async (as: As = owner) =>
  (await shop.get('/auth/admin/sessions', as)).body as unknown as AccountSession[];
const actions = async (userId: string) => {
  const rows = await shop.db
    .selectFrom('adminLog')
    .select('action')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('the admin’s own sessions', () => {
  it('are listed with the current one marked, and ended individually or all others together', async () => {
    const me = await createAdmin(shop);
    const credentials = { email: me.email, password: me.password };
    const [second, third] = [await signIn(shop, credentials), await signIn(shop, credentials)];
    const all = await sessions(me);
    expect(all.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    expect(JSON.stringify(all)).not.toContain(me.token);
    const drop = (id: string, as: As) =>
      shop.call('DELETE', `/auth/admin/sessions/${id}`, { headers: as.headers });
    const newest = String(all[1]?._id);
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
    const another = await signIn(shop, { email: me.email, password: me.password });
    const change = (password: string, currentPassword: string) =>
      shop.call('PUT', '/auth/profile', { payload: { password, currentPassword }, headers: me.headers });
    expect((await change('short', me.password)).status).toBe(400);
    expect((await change('password12345', me.password)).body.errors).toHaveProperty('password');
    expect((await change('seven blue looms', 'wrong')).body.errors).toHaveProperty('currentPassword');
    const { status, body } = await change('seven blue looms', me.password);
    expect(status).toBe(200);
    for (const token of [me.token, another.token]) {
      expect((await shop.get('/auth/me', bearer(token))).status).toBe(401);
    }
    expect(await sessions(bearer(String(body.token)))).toHaveLength(1);
    expect(await actions(me.user._id)).toContain('admin.password');
  });
});
