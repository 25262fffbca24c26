import { expect, it } from 'vitest';
import type { LoggedChange, LogReply } from '../../shared/contract/accounts/audit-log.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { createAdmin, freshEmail, signIn, signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const asha = await asOwner(shop);

async function read(query: string) {
  const { status, body } = await asha.get(`/admin/log${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as LogReply;
}

it('has only the old and new values of what was changed, with long texts shortened and without secrets', async () => {
  const long = 'A stole of hand-block-printed cotton. '.repeat(200);
  const { _id } = await asha.product({ name: 'Bagru Stole', description: `${long}Red.` });
  const saved = { description: `${long}Blue.`, countInStock: 7, status: 'draft', name: 'Bagru Stole' };
  await asha.put(`/products/${_id}`, saved);
  const changes = async () => (await read('?limit=1')).entries[0]?.detail.changes as LoggedChange[];
  const ofProduct = new Map((await changes()).map(({ field, ...values }) => [field, values]));
  expect([...ofProduct.keys()].sort()).toEqual(['countInStock', 'description', 'status']);
  expect(ofProduct.get('countInStock')).toEqual({ from: expect.any(Number), to: 7 });
  expect(ofProduct.get('status')).toEqual({ from: 'active', to: 'draft' });
  expect(ofProduct.get('description')?.to).toMatch(/^….{1,100}Blue\.$/);

  const policy = { type: 'privacy-policy', title: 'Privacy', content: '<p>We keep little.</p>' };
  await asha.post('/policies', policy);
  await asha.post('/policies', { ...policy, content: '<p>We keep nothing.</p>' });
  expect(await changes()).toEqual([{ field: 'content', from: 'We keep little.', to: 'We keep nothing.' }]);

  await asha.put('/site-info/admin', {
    minOrderRupees: 250,
    socialLinks: { instagram: 'https://instagram.com/haat' },
  });
  expect(await changes()).toEqual(
    expect.arrayContaining([
      { field: 'socialLinks.instagram', from: '', to: 'https://instagram.com/haat' },
      { field: 'minOrderRupees', from: expect.any(Number), to: 250 },
    ]),
  );
  const brand = (await asha.post('/brands', { name: 'Jaypore' })).body as { _id: string };
  await asha.put(`/brands/${brand._id}`, { description: 'From Delhi' });
  expect(await changes()).toEqual([{ field: 'description', from: '', to: 'From Delhi' }]);

  const admin = await createAdmin(shop);
  const password = 'nobody-reads-this-9';
  const request = { password, currentPassword: admin.password, name: 'Meera' };
  await shop.call('PUT', '/auth/profile', { payload: request, headers: admin.headers });
  expect((await read('?area=admins&limit=1')).entries[0]).toMatchObject({ action: 'admin.password' });
  const log = await shop.db.selectFrom('adminLog').select('detail').execute();
  expect(JSON.stringify(log)).not.toMatch(/nobody-reads-this|argon2/);
});

it('counts failed sign-ins by account and address, with a limit of entries per hour', async () => {
  const { email } = await createAdmin(shop);
  const shopper = await signUp(shop);
  const tryAs = (who: string, portal: 'admin' | 'user' = 'admin') =>
    signIn(shop, { email: who, password: 'not this one', portal });
  const failures = async () =>
    (await read('?area=admins&limit=100')).entries.filter(({ action }) => action === 'admin.sign-in-failed');
  // The log is written while the reply is on its way.
  const attempts = async () =>
    (await failures()).reduce((all, { detail }) => all + Number(detail.attempts), 0);
  for (let n = 0; n < 3; n++) await tryAs(email);
  await tryAs(email, 'user');
  await tryAs(shopper.email, 'user');
  await expect.poll(attempts).toBe(4);
  expect(await failures()).toMatchObject([
    { by: null, detail: { account: email, address: '127.0.0.1', attempts: 4 } },
  ]);
  // A shopper with the right password has no access to the back office either.
  await signIn(shop, { email: shopper.email, portal: 'admin' });
  await expect.poll(attempts).toBe(5);
  expect((await failures()).map(({ detail }) => detail.account)).toContain(shopper.email);

  for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 6 }, () => tryAs(freshEmail())));
  await expect.poll(attempts).toBe(65);
  const listed = await failures();
  expect(listed.length).toBeLessThan(50);
  for (let n = 0; n < 5; n++) await tryAs(freshEmail());
  await expect.poll(attempts).toBe(70);
  expect(await failures()).toHaveLength(listed.length);
  expect((await failures()).some(({ detail }) => detail.account === '')).toBe(true);
});
