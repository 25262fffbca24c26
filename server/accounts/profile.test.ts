import { describe, expect, it } from 'vitest';
import { delivery } from '../../tests/support/factories.ts';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  ordersOf,
  type Person,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

const update = ({ headers }: Pick<Person, 'headers'>, payload: object) =>
  shop.call('PUT', '/auth/profile', { headers, payload });

describe('profile', () => {
  it('changes the given fields and keeps the others and the session', async () => {
    const person = await signUp(shop);
    const [mobile, altMobile] = [freshMobile(), freshMobile()];
    const { status, body } = await update(person, { name: ' Asha  Devi ', mobile, altMobile, password: '' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: person.token, user: { name: 'Asha Devi', mobile, altMobile } });
    expect((await update(person, { altMobile: '' })).body.user).toMatchObject({ mobile, altMobile: '' });
    expect((await signIn(shop, { mobile })).status).toBe(200);
  });

  it('requires the current password for a new password or email (T-ACC-22)', async () => {
    const person = await signUp(shop);
    for (const change of [{ email: freshEmail() }, { password: 'another-password' }]) {
      for (const currentPassword of [undefined, '', 'not this one']) {
        const { status, body } = await update(person, { ...change, currentPassword });
        expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['currentPassword']]);
      }
    }
    expect((await signIn(shop, { email: person.email })).status).toBe(200);
  });

  it('ends all other sessions with a new password and returns a new token', async () => {
    const person = await signUp(shop);
    const another = await signIn(shop, { email: person.email });
    const { body } = await update(person, { password: 'another-password', currentPassword: password });
    expect((await shop.get('/auth/me', bearer(String(body.token)))).status).toBe(200);
    for (const old of [person.token, another.token]) {
      expect((await shop.get('/auth/me', bearer(old))).status).toBe(401);
    }
    expect((await signIn(shop, { email: person.email })).status).toBe(401);
  });

  it('rejects a mobile or an email of another account (T-ACC-21)', async () => {
    const mobile = freshMobile();
    const owner = await signUp(shop, { mobile });
    const thief = await signUp(shop);
    const taken = await update(thief, { mobile: `+91${mobile}` });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'This mobile number is already associated with another account. Please use a different number or log in.',
    ]);
    expect((await update(thief, { email: owner.email, currentPassword: password })).status).toBe(409);
    expect((await signIn(shop, { mobile })).body.user).toMatchObject({ _id: owner.user._id });
  });

  it.each([
    [{ name: '' }, 'Name is required'],
    [{ email: 'x' }, 'Enter a valid email address'],
    [{ mobile: '123' }, 'Enter a valid Indian mobile number'],
    [{ altMobile: '123' }, 'Enter a valid alternate mobile number'],
    [{ password: '123' }, 'Password must be at least 6 characters'],
    [
      { password: 'Sunshine1', currentPassword: password },
      'This password is known from data breaches. Choose another one',
    ],
  ])('refuses %j (T-ACC-22, T-ACC-34)', async (change, message) => {
    const { status, body } = await update(await signUp(shop), change);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('never leaves an account without an email or a mobile', async () => {
    const mobile = freshMobile();
    const { body } = await shop.post('/auth/register', { name: 'Meera', mobile, password });
    const person = bearer(String(body.token));
    expect((await update(person, { mobile: '' })).body.message).toBe('Email or mobile is required');
    expect((await update(await signUp(shop, { mobile: freshMobile() }), { mobile: '' })).status).toBe(200);
  });

  it('applies the password rules of admins to admins', async () => {
    const admin = await createAdmin(shop);
    const change = { password: 'short-one', currentPassword: admin.password };
    expect((await update(admin, change)).body.message).toContain('at least 12 characters');
  });
});

describe('a new email', () => {
  it('is used once its link is opened in the account', async () => {
    const person = await signUp(shop);
    const email = freshEmail();
    const waiting = await update(person, { email, currentPassword: password });
    expect(waiting.body).toMatchObject({
      message: `Profile updated. Open the link we sent to ${email} to confirm the new email.`,
      user: { email: person.email, pendingEmail: email },
    });
    expect((await lastMail(shop, email))?.kind).toBe('email-change');
    const token = await mailedToken(shop, email);

    const stranger = await signUp(shop);
    expect((await shop.post('/auth/confirm-email', { token }, stranger)).status).toBe(400);
    expect((await shop.post('/auth/confirm-email', { token })).status).toBe(401);
    const { status, body } = await shop.post('/auth/confirm-email', { token }, person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, pendingEmail: '', emailVerified: true });
    expect((await shop.post('/auth/confirm-email', { token }, person)).status).toBe(400);
    expect((await signIn(shop, { email })).status).toBe(200);
    expect((await signIn(shop, { email: person.email })).status).toBe(401);
  });

  it('does not add the guest orders of an unconfirmed address', async () => {
    const victim = freshEmail();
    await buyAsGuest(shop, victim);
    const attacker = await signUp(shop);
    await update(attacker, { email: victim, currentPassword: password });
    expect(await ordersOf(shop, attacker)).toEqual([]);
    expect((await shop.get('/auth/me', attacker)).body).toMatchObject({ email: attacker.email });
  });

  it('revokes reset links sent to the old address; its own link expires after a day', async () => {
    const person = await signUp(shop);
    await shop.post('/auth/forgot-password', { email: person.email });
    const resetToken = await mailedToken(shop, person.email);
    const email = freshEmail();
    await update(person, { email, currentPassword: password });
    const token = await mailedToken(shop, email);
    await shop.post('/auth/confirm-email', { token }, person);
    const payload = { password: 'by-the-old-mailbox' };
    expect((await shop.call('PUT', `/auth/reset-password/${resetToken}`, { payload })).status).toBe(400);

    const next = freshEmail();
    await update(person, { email: next, currentPassword: password });
    const late = await mailedToken(shop, next);
    shop.advance(24 * 60 + 1);
    expect((await shop.post('/auth/confirm-email', { token: late }, person)).status).toBe(400);
  });
});

describe('the link that confirms an email', () => {
  const again = (person: Person) => shop.post('/auth/send-confirmation', undefined, person);

  it('is sent again, and only the newest one works', async () => {
    const person = await signUp(shop);
    const older = await mailedToken(shop, person.email);
    shop.advance(1);
    expect((await again(person)).status).toBe(200);
    const newer = await mailedToken(shop, person.email);
    expect((await shop.post('/auth/confirm-email', { token: older }, person)).status).toBe(400);
    expect((await shop.post('/auth/confirm-email', { token: newer }, person)).status).toBe(200);
    shop.advance(1);
    const before = await lastMail(shop, person.email);
    await again(person);
    expect((await lastMail(shop, person.email))?.id).toBe(before?.id);
  });

  it('is sent after activation by an order key, and adds the other orders', async () => {
    const email = freshEmail();
    const orders = [await buyAsGuest(shop, email), await buyAsGuest(shop, email)];
    const [, bought] = orders;
    const proof = { order_id: bought?.id, order_key: bought?.key };
    const phone = freshMobile();
    shop.advance(1);
    await shop.post('/auth/activate-account', { email, name: 'Asha', phone, password, ...proof });
    const { body, token } = await signIn(shop, { email });
    const person = { user: body.user as Person['user'], email, token, ...bearer(token) };
    expect(await ordersOf(shop, person)).toEqual([bought?.id]);
    const confirmation = await mailedToken(shop, email);
    expect((await shop.post('/auth/confirm-email', { token: confirmation }, person)).status).toBe(200);
    expect((await ordersOf(shop, person)).sort()).toEqual(orders.map(({ id }) => id).sort());
  });
});

describe('addresses', () => {
  const add = (person: Person, more: object = {}) =>
    shop.post('/auth/addresses', { ...delivery, ...more }, { headers: person.headers });
  const list = async (person: Person) =>
    (await shop.get('/auth/addresses', { headers: person.headers })).body as unknown as {
      _id: string;
      city: string;
      isDefault: boolean;
    }[];

  it('have one default: the first, until another is chosen or it is deleted', async () => {
    const person = await signUp(shop);
    expect((await add(person)).body).toMatchObject({ city: 'Bengaluru', isDefault: true });
    expect((await add(person, { city: 'Mysuru' })).body.isDefault).toBe(false);
    const third = (await add(person, { city: 'Hubballi', isDefault: true })).body;
    const defaults = async () =>
      (await list(person)).filter((item) => item.isDefault).map(({ city }) => city);
    expect(await defaults()).toEqual(['Hubballi']);
    await shop.call('DELETE', `/auth/addresses/${third._id}`, person);
    expect(await defaults()).toEqual(['Bengaluru']);
    const another = (await list(person)).find(({ city }) => city === 'Mysuru');
    const payload = { ...delivery, city: 'Mysore', isDefault: true };
    await shop.call('PUT', `/auth/addresses/${another?._id}`, { ...person, payload });
    expect(await defaults()).toEqual(['Mysore']);
    expect(await list(person)).toHaveLength(2);
  });

  it('are for their owner only', async () => {
    const owner = await signUp(shop);
    const another = await signUp(shop);
    const { _id } = (await add(owner)).body;
    const calls = [
      shop.call('PUT', `/auth/addresses/${_id}`, { headers: another.headers, payload: delivery }),
      shop.call('DELETE', `/auth/addresses/${_id}`, { headers: another.headers }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404]);
    expect(await list(another)).toEqual([]);
    expect(await list(owner)).toHaveLength(1);
  });

  it('are validated, and at most 20', async () => {
    const person = await signUp(shop);
    const wrong = await add(person, { postalCode: '012345' });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Enter a valid PIN code']);
    const answers = await Promise.all(Array.from({ length: 25 }, () => add(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect((await list(person)).filter((item) => item.isDefault)).toHaveLength(1);
  });
});
