import { describe, expect, it } from 'vitest';
import type { AccountSession } from '../../shared/contract/accounts/accounts.ts';
import {
  bearer,
  createAdmin,
  mailedToken,
  type Person,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const deviceOf = (person: string) => `the-random-token-of-${person}`.padEnd(40, '-');

/** Signs in with a browser at an address. */
async function signInAt(
  email: string,
  { remoteAddress = '198.51.100.7', agent = firefox, device = deviceOf('the-owner'), secret = password },
): Promise<{ headers: { authorization: string } }> {
  const headers = { 'user-agent': agent };
  const body = { email, password: secret, device };
  const reply = await shop.post('/auth/login', body, { remoteAddress, headers });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return bearer(String(reply.body.token));
}

const me = async (as: Pick<Person, 'headers'>) =>
  (await shop.get('/auth/me', { headers: as.headers })).status;
const list = async (as: Pick<Person, 'headers'>, path = '/auth/sessions') =>
  (await shop.get(path, { headers: as.headers })).body as unknown as AccountSession[];

/** Subject, and all text, of the notices to this address, oldest first. */
async function notices(email: string) {
  await shop.runJobs();
  return shop.db
    .selectFrom('mails')
    .select(['subject', 'plain', 'html'])
    .where('toAddress', '=', email)
    .where('kind', '=', 'security-notice')
    .orderBy('createdAt')
    .execute();
}

const confirm = async ({ email, headers }: Person, address = email) =>
  shop.post('/auth/confirm-email', { token: await mailedToken(shop, address) }, { headers });

describe.each(['a shopper', 'an admin'])('the sessions of %s', (kind) => {
  const create = async (): Promise<Person & { secret: string; path: string }> => {
    if (kind === 'a shopper') return { ...(await signUp(shop)), secret: password, path: '/auth/sessions' };
    const admin = await createAdmin(shop);
    return { ...admin, secret: admin.password, path: '/auth/admin/sessions' };
  };

  it('are listed with device, network and last use (T-ACC-30)', async () => {
    const { email, secret, path } = await create();
    const own = await signInAt(email, { secret, remoteAddress: '2001:db8:1:2::7' });
    const [session, ...others] = (await list(own, path)).filter(({ isThis }) => isThis);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ deviceName: 'Firefox on Linux', addressBlock: '2001:db8:1:2::/64' });
    shop.advance(5);
    await shop.get('/auth/me', { ...own, remoteAddress: '::ffff:203.0.113.9' });
    const used = (await list(own, path)).find(({ isThis }) => isThis);
    expect(Date.parse(String(used?.lastUsedAt)) - Date.parse(String(used?.createdAt))).toBeGreaterThanOrEqual(
      5 * 60_000,
    );
  });

  it('end one by one, all others, and all, with immediate effect (T-ACC-30)', async () => {
    const { email, secret, path, headers: first } = await create();
    const own = await signInAt(email, { secret });
    const stolen = await signInAt(email, { secret, device: deviceOf('a-thief') });
    const id = (await list(stolen, path)).find(({ isThis }) => isThis)?._id;
    expect((await shop.call('DELETE', `${path}/${id}`, own)).status).toBe(200);
    expect([await me(stolen), await me(own), await me({ headers: first })]).toEqual([401, 200, 200]);
    expect((await shop.call('DELETE', `${path}/${id}`, own)).status).toBe(404);

    expect((await shop.call('DELETE', path, own)).status).toBe(200);
    expect([await me({ headers: first }), await me(own)]).toEqual([401, 200]);
    expect(await list(own, path)).toHaveLength(1);
    expect((await shop.post('/auth/logout-all', undefined, own)).status).toBe(200);
    expect(await me(own)).toBe(401);
  });

  it('are those of the caller only', async () => {
    const [victim, attacker] = [await create(), await create()];
    const [session] = await list(victim, victim.path);
    expect(
      (await shop.call('DELETE', `${attacker.path}/${session?._id}`, { headers: attacker.headers })).status,
    ).toBe(404);
    expect(await me(victim)).toBe(200);
  });
});

it('an open page of the back office that polls does not keep its session alive (T-ACC-29)', async () => {
  const admin = await createAdmin(shop);
  for (let n = 0; n < 11; n++) {
    expect((await shop.get('/contact/unread', { headers: admin.headers })).status).toBe(200);
    shop.advance(10);
  }
  shop.advance(15);
  expect((await shop.get('/contact/unread', { headers: admin.headers })).status).toBe(401);
});

it('an account has 100 sessions at most', async () => {
  const { email, headers, user } = await signUp(shop);
  const sessions = Array.from({ length: 99 }, (_, n) => ({
    tokenHash: Buffer.from(`session ${n}`),
    userId: user._id,
    portal: 'user' as const,
    createdAt: shop.clock.now(),
    expiresAt: new Date(shop.clock.now().getTime() + 86_400_000),
  }));
  await shop.db.insertInto('sessions').values(sessions).execute();
  expect(await me({ headers })).toBe(200);
  const last = await signIn(shop, { email });
  expect(await me({ headers })).toBe(401);
  expect(await list(bearer(last.token))).toHaveLength(100);
});

describe('mails to the owner (T-ACC-31)', () => {
  it('report a sign-in on a new device, once, in words of the shop', async () => {
    const person = await signUp(shop, { device: deviceOf('the-owner') }, { remoteAddress: '198.51.100.7' });
    await confirm(person);
    await signInAt(person.email, { remoteAddress: '203.0.113.8' });
    expect(await notices(person.email)).toEqual([]);
    const thief = { device: deviceOf('a-thief'), agent: `${firefox} http://evil.example` };
    for (let n = 0; n < 2; n++) await signInAt(person.email, { ...thief, remoteAddress: '192.0.2.3' });
    const mails = await notices(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in to your account at My Shop']);
    expect(mails[0]?.plain).toContain('Firefox on Linux');
    expect(mails[0]?.plain).toContain('network 192.0.2.0/24');
    expect(mails[0]?.html).not.toContain('evil');
  });

  it('report a new password, chosen in the profile and by a mailed link', async () => {
    const person = await signUp(shop);
    await confirm(person);
    const change = { password: 'another-password', currentPassword: password };
    await shop.call('PUT', '/auth/profile', { headers: person.headers, payload: change });
    await shop.post('/auth/forgot-password', { email: person.email });
    const token = await mailedToken(shop, person.email);
    await shop.call('PUT', `/auth/reset-password/${token}`, { payload: { password: 'by-the-link-42' } });
    const subjects = (await notices(person.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(Array(2).fill('Your password was changed at My Shop'));
  });

  it('report a new address to the old one at once, and to both when it is confirmed', async () => {
    const person = await signUp(shop);
    await confirm(person);
    const next = `new.${person.email}`;
    const change = { email: next, currentPassword: password };
    await shop.call('PUT', '/auth/profile', { headers: person.headers, payload: change });
    const requested = 'A new email address for your account at My Shop';
    expect((await notices(person.email)).map(({ subject }) => subject)).toEqual([requested]);
    expect((await confirm(person, next)).status).toBe(200);
    const changed = 'The email address of your account was changed at My Shop';
    expect((await notices(person.email)).map(({ subject }) => subject)).toEqual([requested, changed]);
    expect((await notices(next)).map(({ subject }) => subject)).toEqual([changed]);
  });

  it('contain nothing that a stranger chose, and are few, while the address is unconfirmed (T-ACC-32)', async () => {
    const name = 'You have won! Claim at evil.example';
    const { email, headers } = await signUp(shop, { name });
    await shop.post('/auth/send-confirmation', undefined, { headers });
    await shop.post('/auth/forgot-password', { email });
    await shop.post('/auth/sign-in-link', { email });
    let session = { headers };
    let current = password;
    for (let n = 0; n < 4; n++) {
      const next = `${password}-${n}`;
      const change = { password: next, currentPassword: current };
      const { body } = await shop.call('PUT', '/auth/profile', { ...session, payload: change });
      session = bearer(String(body.token));
      current = next;
      const device = deviceOf(`number-${n}`);
      await signInAt(email, { secret: current, device, agent: 'evil.example' });
    }
    await shop.runJobs();
    const mails = await shop.db.selectFrom('mails').selectAll().where('toAddress', '=', email).execute();
    const kinds = Object.groupBy(mails, ({ kind }) => kind);
    expect(Object.keys(kinds).sort()).toEqual([
      'email-change',
      'password-reset',
      'security-notice',
      'sign-in-link',
    ]);
    for (const { subject, html, plain } of mails) expect(subject + html + plain).not.toMatch(/won|evil/);
    // One for the password, one for the devices.
    expect(kinds['security-notice']).toHaveLength(2);
  });
});
