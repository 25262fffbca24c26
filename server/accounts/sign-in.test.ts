import { hash, verify } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

describe('register', () => {
  it('creates an account and signs in', async () => {
    const mobile = freshMobile();
    const { user, headers, email } = await signUp(shop, {
      mobile: `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`,
    });
    expect(user).toMatchObject({ name: 'Asha Rao', email, mobile, isAdmin: false, emailVerified: false });
    expect((await shop.get('/auth/me', { headers })).body).toEqual(user);
  });

  it('accepts a mobile without an email', async () => {
    const mobile = freshMobile();
    const { status, body } = await shop.post('/auth/register', {
      name: 'Meera',
      mobile,
      email: '',
      password,
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email: '', mobile });
    expect((await signIn(shop, { mobile: `0${mobile}` })).status).toBe(200);
  });

  it.each([
    [{ name: 'Asha', password }, 'Email or mobile is required'],
    [{ name: ' ', email: 'a@b.in', password }, 'Name is required'],
    [{ name: 'Asha', email: 'a@b', password }, 'Enter a valid email address'],
    [{ name: 'Asha', email: 'a@b.in\r\nBcc: x@y.in', password }, 'Enter a valid email address'],
    [{ name: 'Asha', email: `${'a'.repeat(300)}@b.in`, password }, 'Enter a valid email address'],
    [{ name: 'Asha', mobile: '12345', password }, 'Enter a valid Indian mobile number'],
    [{ name: 'Asha', email: 'a@b.in', password: '12345' }, 'Password must be at least 6 characters'],
    [{ name: 'Asha', email: 'a@b.in' }, 'Password is required'],
    [
      { name: 'Asha', email: 'a@b.in', password: 'ILoveYou' },
      'This password is known from data breaches. Choose another one',
    ],
    [{ name: 'Asha', email: 'a@b.in', password: 'x'.repeat(201) }, 'Password must be at most 200 characters'],
  ])('refuses %j (T-ACC-20, T-ACC-23, T-ACC-34)', async (given, message) => {
    const { status, body } = await shop.post('/auth/register', given);
    expect([status, body.message]).toEqual([400, message]);
  });

  it.each(['६ अंक का पासवर्ड 🔑', ' leading and trailing ', 'x'.repeat(200)])(
    'keeps the password %j exactly (T-ACC-23)',
    async (odd) => {
      const { email } = await signUp(shop, { password: odd });
      expect((await signIn(shop, { email, password: odd })).status).toBe(200);
      expect((await signIn(shop, { email, password: odd.slice(1) })).status).toBe(401);
    },
  );

  it('rejects a body of 1 MB with 413 (T-ACC-23)', async () => {
    const { status } = await shop.post('/auth/register', { name: 'A', password: 'x'.repeat(1_100_000) });
    expect(status).toBe(413);
  });

  it('recognises an existing email in any case, and an existing mobile', async () => {
    const mobile = freshMobile();
    const { email } = await signUp(shop, { mobile });
    const again = await shop.post('/auth/register', {
      name: 'B',
      email: ` ${email.toUpperCase()} `,
      password,
    });
    expect([again.status, again.body.message]).toEqual([
      409,
      'This email is already registered. Please log in.',
    ]);
    const another = await shop.post('/auth/register', { name: 'B', email: freshEmail(), mobile, password });
    expect([another.status, another.body.message]).toEqual([
      409,
      'This mobile number is already associated with another account. Please use a different number or log in.',
    ]);
  });

  it('refers a guest’s email to activation', async () => {
    const email = freshEmail();
    await buyAsGuest(shop, email);
    const { status, body } = await shop.post('/auth/register', { name: 'A', email, password });
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, isGuest: true, email });
  });

  it('accepts one of 20 concurrent registrations of one email (T-ACC-27)', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.post('/auth/register', { name: 'A', email, password })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  it('ignores fields that it does not have (T-ACC-15)', async () => {
    const more = { isAdmin: true, is_admin: true, role: 'admin', _id: 'x', emailVerified: true };
    const { user, headers } = await signUp(shop, more);
    expect(user).toMatchObject({ isAdmin: false, emailVerified: false });
    await shop.call('PUT', '/auth/profile', { headers, payload: { name: 'A', ...more } });
    expect((await shop.get('/auth/me', { headers })).body).toMatchObject({ isAdmin: false, _id: user._id });
    const poisoned = `{"name":"A","email":"${freshEmail()}","password":"${password}","__proto__":{"isAdmin":true}}`;
    const json = { 'content-type': 'application/json' };
    const { status } = await shop.call('POST', '/auth/register', { payload: poisoned, headers: json });
    expect(status).toBe(400);
  });
});

describe('login', () => {
  it('replies alike to a wrong password, an unknown account and one without a password (T-ACC-13)', async () => {
    const { email } = await signUp(shop);
    const bare = freshEmail();
    await shop.db.insertInto('users').values({ name: 'No password', email: bare }).execute();
    const answers = [];
    for (const who of [email, freshEmail(), bare]) {
      const { status, body } = await signIn(shop, { email: who, password: 'not this one' });
      answers.push({ status, body });
    }
    expect(answers[0]?.status).toBe(401);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('checks one password at the same cost, with or without an account (T-ACC-13)', async () => {
    const { email } = await signUp(shop);
    vi.mocked(verify).mockClear();
    for (const who of [email, freshEmail()]) await signIn(shop, { email: who, password: 'not this one' });
    const costOf = (stored: unknown) => String(stored).match(/^.*,p=\d+/)?.[0];
    const [known, unknown] = vi.mocked(verify).mock.calls.map(([stored]) => costOf(stored));
    expect(known).toMatch(/^\$argon2id\$v=19\$/);
    expect(unknown).toBe(known);
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(2);
  });

  it('hashes passwords with argon2id, 19 MiB and 2 passes', async () => {
    await signUp(shop);
    // Argon2id is the default of the package.
    expect(vi.mocked(hash).mock.lastCall?.[1]).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it.each([
    { email: { $gt: '' } },
    { email: ['a@b.in'] },
    { email: true },
    { email: 'a@b.in', password: {} },
    { email: 'a@b.in', portal: 'root' },
    {},
    null,
  ])('refuses %j as input (T-ACC-16)', async (given) => {
    const { status } = await shop.post('/auth/login', given === null ? undefined : { password, ...given });
    expect(status).toBe(400);
  });

  it('rejects admins in the user portal, and says so only after the right password (T-ACC-19)', async () => {
    const admin = await createAdmin(shop);
    const right = await signIn(shop, { email: admin.email, password: admin.password, portal: 'user' });
    expect([right.status, right.body.message, right.body.token]).toEqual([
      403,
      'Admins cannot log in from the user portal.',
      undefined,
    ]);
    const wrong = await signIn(shop, { email: admin.email, password: 'not this one', portal: 'user' });
    expect(wrong.status).toBe(401);
  });

  it('rejects shoppers in the admin portal (T-ACC-18)', async () => {
    const { email } = await signUp(shop);
    const { status, body } = await signIn(shop, { email, portal: 'admin' });
    expect([status, body.token]).toEqual([403, undefined]);
  });

  const minutesOf = { hour: 60, day: 24 * 60 };

  it.each([
    ['a shopper', 30, 'day'],
    ['an admin', 12, 'hour'],
  ] as const)('gives %s %i %ss at most, however often the session is used', async (kind, most, unit) => {
    const { headers } = kind === 'an admin' ? await createAdmin(shop) : await signUp(shop);
    for (let n = 0; n < most; n++) {
      expect((await shop.get('/auth/me', { headers })).status).toBe(200);
      shop.advance(minutesOf[unit]);
    }
    expect((await shop.get('/auth/me', { headers })).status).toBe(401);
  });

  it.each([
    ['a shopper', 14 * 24],
    ['an admin', 2],
  ] as const)('ends the session of %s after %i hours without use (T-ACC-29)', async (kind, hours) => {
    const { headers } = kind === 'an admin' ? await createAdmin(shop) : await signUp(shop);
    const me = async () => (await shop.get('/auth/me', { headers })).status;
    shop.advance(hours * 60 - 1);
    expect(await me()).toBe(200);
    shop.advance(hours * 60 - 1);
    expect(await me()).toBe(200);
    shop.advance(hours * 60 + 1);
    expect(await me()).toBe(401);
    // A token does not come back to life.
    expect(await me()).toBe(401);
  });
});

describe('sessions', () => {
  it('end at logout (T-ACC-12)', async () => {
    const { headers, email } = await signUp(shop);
    const another = await signIn(shop, { email });
    expect((await shop.post('/auth/logout', undefined, { headers })).body).toEqual({ success: true });
    expect((await shop.get('/auth/me', { headers })).status).toBe(401);
    expect((await shop.get('/auth/me', bearer(another.token))).status).toBe(200);
  });

  it('all end when signing out everywhere', async () => {
    const { headers, email } = await signUp(shop);
    const another = await signIn(shop, { email });
    await shop.post('/auth/logout-all', undefined, bearer(another.token));
    expect((await shop.get('/auth/me', { headers })).status).toBe(401);
    expect((await shop.get('/auth/me', bearer(another.token))).status).toBe(401);
  });

  it('require the exact token (T-ACC-17)', async () => {
    const { token } = await signUp(shop);
    const none = 'eyJhbGciOiJub25lIn0.eyJpc0FkbWluIjp0cnVlfQ.';
    for (const forged of [token.slice(0, -1), `${token}x`, token.toLowerCase(), none, 'x'.repeat(5000)]) {
      expect((await shop.get('/auth/me', bearer(forged))).status).toBe(401);
    }
  });

  it('are stored hashed, and no reply contains a hash (T-IDR-10)', async () => {
    const { token, headers, user } = await signUp(shop);
    const rows = await shop.db.selectFrom('sessions').selectAll().where('userId', '=', user._id).execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body } = await shop.get('/auth/me', { headers });
    expect(Object.keys(body).sort()).toEqual(
      [
        '_id',
        'altMobile',
        'email',
        'emailVerified',
        'hasPriceLists',
        'isAdmin',
        'isProvisional',
        'mobile',
        'name',
        'pendingEmail',
      ].sort(),
    );
  });
});
