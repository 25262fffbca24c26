import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bearer, signIn } from '../../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { resetAdmin } from './admins.ts';
import { ensureFirstAdmin } from './first-admin.ts';

const email = 'owner@haat.example';
let shop: TestShop;
let file: string;
beforeEach(async () => {
  shop = await createTestShop();
  file = path.join(shop.deps.config.dataDir, 'first-admin-password');
});
afterEach(() => shop.close());

it('shows the first admin’s password at each start until it is used (T-ACC-24)', async () => {
  const made = await ensureFirstAdmin(shop.deps);
  expect(made).toEqual({ email, password: expect.stringMatching(/^\S{16}$/) });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await ensureFirstAdmin(shop.deps)).toEqual(made);
  expect((await signIn(shop, { email, password: 'not-the-password', portal: 'admin' })).status).toBe(401);
  expect(await ensureFirstAdmin(shop.deps)).toEqual(made);
  expect((await signIn(shop, { email, password: made?.password, portal: 'admin' })).status).toBe(200);
  expect(existsSync(file)).toBe(false);
  expect(await ensureFirstAdmin(shop.deps)).toBeUndefined();
});

it('shows no invalid password, and still names the admin who has not signed in', async () => {
  await ensureFirstAdmin(shop.deps);
  await resetAdmin(shop.db, email);
  expect(await ensureFirstAdmin(shop.deps)).toEqual({ email });
  await rm(file);
  expect(await ensureFirstAdmin(shop.deps)).toEqual({ email });
});

it('lets the first admin only replace the generated password, and then everything (T-ACC-33)', async () => {
  const made = await ensureFirstAdmin(shop.deps);
  const { body, token } = await signIn(shop, { email, password: made?.password, portal: 'admin' });
  expect(body.user).toMatchObject({ isProvisional: true });
  const as = bearer(token);
  expect((await shop.get('/auth/me', as)).body).toMatchObject({ isProvisional: true });
  for (const path of ['/mails', '/auth/admin/admins', '/auth/addresses', '/auth/sessions'])
    expect((await shop.get(path, as)).body, path).toMatchObject({ code: 'password_change_required' });
  const update = (payload: object) => shop.call('PUT', '/auth/profile', { ...as, payload });
  expect((await update({ name: 'Asha' })).body.code).toBe('password_change_required');
  const same = { password: made?.password, currentPassword: made?.password };
  expect((await update(same)).body.errors).toHaveProperty('password');
  const changed = await update({ ...same, password: 'block-print-42-x' });
  expect(changed.body.user).toMatchObject({ isProvisional: false });
  expect((await shop.get('/mails', as)).status).toBe(401);
  expect((await shop.get('/mails', bearer(String(changed.body.token)))).status).toBe(200);
});

it('does not store a password that the merchant chose', async () => {
  const config = { ...shop.deps.config, adminEmail: 'Asha@Example.in', adminPassword: 'block-print-42-x' };
  expect(await ensureFirstAdmin({ db: shop.db, config })).toEqual({ email: 'asha@example.in' });
  expect(existsSync(file)).toBe(false);
  const chosen = { email: 'asha@example.in', password: 'block-print-42-x', portal: 'admin' };
  const { status, body } = await signIn(shop, chosen);
  expect([status, body.user]).toMatchObject([200, { isProvisional: false }]);
});
