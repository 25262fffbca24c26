// Slow: `npm run check` leaves this file out.
import { verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AccountSession } from '../../shared/contract/accounts/accounts.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { freshEmail, lastMail, mailedToken, password, signIn, signUp } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';

const limit = 10;
const wrongPasswords = longRun ? 5100 : 500;
const shop = await testShop({ env: { RATE_LIMIT: String(limit) } });
/** The allowances of one test are not those of the previous one. */
beforeEach(() => shop.advance(2));

const device = 'a-random-token-of-the-owners-browser';
const login = async (remoteAddress: string, body: object) => {
  const reply = await shop.post('/auth/login', { password, ...body }, { remoteAddress });
  return { status: reply.status, message: reply.body.message, headers: reply.headers };
};
const ownerAt = (remoteAddress: string) => signUp(shop, { device }, { remoteAddress });
const guess = (remoteAddress: string, body: object) =>
  login(remoteAddress, { ...body, password: 'not this one' });
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

it(`${wrongPasswords} wrong passwords from changing addresses never keep the owner out (T-ACC-28)`, async () => {
  const { email } = await ownerAt('198.51.100.7');
  vi.mocked(verify).mockClear();
  const refusals = new Set<unknown>();
  let rightPasswords = 0;
  for (let n = 0; n < wrongPasswords; n += 50) {
    const batch = Array.from({ length: 50 }, (_, i) => guess(addressOf(n + i), { email }));
    for (const { status, message } of await Promise.all(batch)) refusals.add(`${status} ${message}`);
    if (n % 1000 > 0) continue;
    // On the known device anywhere, and at the known address with another browser.
    expect((await login(addressOf(n), { email, device })).status).toBe(200);
    expect((await login('198.51.100.99', { email })).status).toBe(200);
    rightPasswords += 2;
  }
  expect([...refusals].sort()).toEqual([
    '401 Wrong email, mobile number or password.',
    '429 Too many tries. Please wait a minute, or have a sign-in link mailed to you.',
  ]);
  // A refused attempt costs neither a hash nor a row.
  const minutes = 10;
  expect(vi.mocked(verify).mock.calls.length).toBeLessThanOrEqual(limit * minutes + rightPasswords);
  const counters = await shop.db.selectFrom('attemptCounters').select('slot').execute();
  expect(counters.length).toBeLessThan(limit * minutes + rightPasswords);

  // On a new device the owner gets in with the mailed link, which others may have asked for as well.
  const refused = await login('192.0.2.1', { email });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (let n = 0; n < 20; n++)
    await shop.post('/auth/sign-in-link', { email }, { remoteAddress: addressOf(n) });
  const link = await mailedToken(shop, email);
  expect((await guess('192.0.2.1', { email, link })).status).toBe(401);
  const newDevice = 'another-random-token-of-a-browser';
  expect((await login('192.0.2.1', { email, link, device: newDevice })).status).toBe(200);
  // The link is used up; the device is known now.
  expect((await login('203.0.113.1', { email, link })).status).toBe(429);
  expect((await login('203.0.113.1', { email, device: newDevice })).status).toBe(200);
});

it('mails at most five sign-in links an hour to an account, and none to others (T-ACC-28)', async () => {
  const { email } = await ownerAt('198.51.100.7');
  const unknown = freshEmail();
  const replies = [];
  for (const account of [email, unknown]) {
    for (let n = 0; n < 8; n++)
      replies.push(
        await shop.post('/auth/sign-in-link', { email: account }, { remoteAddress: addressOf(n) }),
      );
  }
  for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
  expect(await lastMail(shop, unknown)).toBeUndefined();
  const mails = shop.db.selectFrom('mails').select('id').where('kind', '=', 'sign-in-link');
  expect(await mails.where('toAddress', '=', email).execute()).toHaveLength(5);
});

it('refuses an account that does not exist like one that does (T-ACC-13)', async () => {
  const { email } = await ownerAt('198.51.100.7');
  const replies = [];
  for (const [block, account] of [email, freshEmail()].entries()) {
    const pairs = [];
    for (let n = 0; n < limit + 2; n++) {
      const { status, message } = await guess(`10.9.${block}.${n}`, { email: account });
      pairs.push([status, message]);
    }
    replies.push(pairs);
  }
  expect(replies[1]).toEqual(replies[0]);
  expect(replies[0]?.map(([status]) => status)).toEqual([...Array(limit).fill(401), 429, 429]);
});

it('counts no right password, one after the other and at once', async () => {
  const { email } = await signUp(shop, {}, { remoteAddress: '198.51.100.7' });
  for (let n = 0; n < 26; n++) expect((await login('192.0.2.1', { email })).status).toBe(200);
  const atOnce = await Promise.all(Array.from({ length: 26 }, () => login('192.0.2.2', { email })));
  expect(atOnce.map(({ status }) => status)).toEqual(Array(26).fill(200));
});

it('150 pending sign-ins of one account keep nobody else out (T-ACC-36)', async () => {
  const attackers = 'a-random-token-of-the-attackers-browser';
  const attacker = await signUp(shop, { device: attackers }, { remoteAddress: '203.0.113.5' });
  const { email } = await ownerAt('198.51.100.7');
  const slow = Promise.withResolvers<void>();
  const original = vi.mocked(verify).getMockImplementation() ?? verify;
  vi.mocked(verify).mockImplementation(async (...given) => {
    await slow.promise;
    return original(...given);
  });
  const burst: Promise<number>[] = [];
  const refused: number[] = [];
  for (const device of [attackers, undefined]) {
    for (let n = 0; n < 150; n++) {
      const attempt = login(addressOf(n), { email: attacker.email, device }).then(({ status }) => status);
      burst.push(attempt);
      void attempt.then((status) => status === 200 || refused.push(status));
    }
  }
  await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(2 * (150 - 102)), 30_000);
  const others = [login('198.51.100.7', { email, device }), login('192.0.2.1', { email })];
  slow.resolve();
  for (const { status, message } of await Promise.all(others)) expect(status, String(message)).toBe(200);
  expect(new Set(await Promise.all(burst))).toEqual(new Set([200, 429]));
  vi.mocked(verify).mockImplementation(original);
});

it('right passwords of one account and address are limited too (T-ACC-36)', async () => {
  const { email } = await ownerAt('198.51.100.7');
  const statuses = [];
  for (let n = 0; n < 3 * limit + 2; n++)
    statuses.push((await login('198.51.100.7', { email, device })).status);
  expect(statuses).toEqual([...Array(3 * limit).fill(200), 429, 429]);
  expect((await login('192.0.2.1', { email, device })).status).toBe(200);
});

it.each([
  ['an IPv6 /64', (n: number) => `2001:db8:1:2::${n + 1}`],
  ['a mapped IPv4 address', (n: number) => (n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')],
])('counts %s as one address (T-ACC-14)', async (_what, address) => {
  const statuses = [];
  for (let n = 0; n < limit + 2; n++) {
    const { status } = await guess(address(n), { email: freshEmail() });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(limit).fill(401), 429, 429]);
});

it('two servers share the count, which a restart does not clear (T-ACC-28)', async () => {
  const { email } = await ownerAt('198.51.100.7');
  for (let n = 0; n < limit; n++) await guess(addressOf(n), { email });
  const { app } = await createApp(shop.deps, { isReady: async () => true });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: '192.0.2.1',
  });
  await app.close();
  expect(reply.statusCode).toBe(429);
});

it('a stolen token can’t guess the password from changing addresses (T-ACC-35)', async () => {
  const { headers } = await ownerAt('198.51.100.7');
  const statuses = [];
  for (let n = 0; n < limit + 1; n++) {
    const payload = { password: 'another-password', currentPassword: n < limit ? `guess-${n}` : password };
    const change = { headers, payload, remoteAddress: addressOf(n) };
    statuses.push((await shop.call('PUT', '/auth/profile', change)).status);
  }
  expect(statuses).toEqual([...Array(limit).fill(400), 429]);
});

it('the end of a session forgets its device, and a new password those of others', async () => {
  const { email, headers } = await ownerAt('198.51.100.7');
  const ended = 'the-random-token-of-a-lost-phone';
  const another = 'the-random-token-of-somebody-else';
  expect((await login('192.0.2.1', { email, device: ended })).status).toBe(200);
  const sessions = (await shop.get('/auth/sessions', { headers })).body as unknown as AccountSession[];
  const id = sessions.find(({ isThis }) => !isThis)?._id;
  expect((await shop.call('DELETE', `/auth/sessions/${id}`, { headers })).status).toBe(200);
  expect((await login('192.0.2.1', { email, device: another })).status).toBe(200);
  const change = { password: 'another-password', currentPassword: password };
  expect((await shop.call('PUT', '/auth/profile', { headers, payload: change })).status).toBe(200);
  for (let n = 0; n < limit; n++) await guess(addressOf(n), { email });
  const own = { email, password: 'another-password' };
  for (const forgotten of [another, ended])
    expect((await login('192.0.2.2', { ...own, device: forgotten })).status).toBe(429);
  expect((await login('192.0.2.2', { ...own, device })).status).toBe(200);
  expect((await signIn(shop, own)).status).toBe(200);
});
