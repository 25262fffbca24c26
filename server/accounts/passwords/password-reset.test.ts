import { describe, expect, it } from 'vitest';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  ordersOf,
  signIn,
  signUp,
} from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();

const forgot = (email: string, headers = {}) => shop.post('/auth/forgot-password', { email }, { headers });
const reset = (token: string, password: unknown = 'a-new-password') =>
  shop.call('PUT', `/auth/reset-password/${token}`, { payload: { password } });
const badLink = 'This password reset link is invalid or has expired.';

describe('forgot-password', () => {
  it('replies alike for known and unknown addresses, and never with the token (T-ACC-08, T-ACC-13)', async () => {
    const { email } = await signUp(shop);
    const known = await forgot(email);
    const unknown = await forgot(freshEmail());
    expect(known.body).toEqual({ success: true, message: 'Password reset link sent to your email' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(JSON.stringify(known)).not.toContain(await mailedToken(shop, email));
  });

  it('does the same work for an unknown address before the reply (T-ACC-13)', async () => {
    const { email } = await signUp(shop);
    await shop.runJobs();
    for (const who of [email, freshEmail()]) await forgot(who);
    expect(shop.waitingJobs()).toEqual(['account-link', 'account-link']);
    await shop.runJobs();
  });

  it('sends no mail to an unknown address, and the activation link to a guest', async () => {
    const nobody = freshEmail();
    await forgot(nobody);
    expect(await lastMail(shop, nobody)).toBeUndefined();
    const guest = freshEmail();
    await buyAsGuest(shop, guest);
    await forgot(guest);
    expect((await lastMail(shop, guest))?.kind).toBe('activation');
  });

  it('links to the shop’s own address, whatever the Host header says (T-ACC-10)', async () => {
    const { email } = await signUp(shop);
    await forgot(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = await lastMail(shop, email);
    expect(mail?.plain).toContain('http://localhost:3999/reset-password/');
    expect(`${mail?.plain}${mail?.html}`).not.toContain('evil.example');
  });

  it('sends an address at most five links an hour (T-DOS-04)', async () => {
    const { email } = await signUp(shop);
    for (let n = 0; n < 8; n++) await forgot(email);
    await shop.runJobs();
    const sent = await shop.db
      .selectFrom('mails')
      .select('id')
      .where('toAddress', '=', email)
      .where('kind', '=', 'password-reset')
      .execute();
    expect(sent).toHaveLength(5);
  });

  it('requires an email', async () => {
    const { status, body } = await shop.post('/auth/forgot-password', { email: 'asha' });
    expect([status, body.message]).toEqual([400, 'Enter a valid email address']);
  });
});

describe('reset-password', () => {
  it('sets the password once, confirms the email and ends every session (T-ACC-09, T-ACC-11)', async () => {
    const { email, headers } = await signUp(shop);
    const second = await signIn(shop, { email });
    await forgot(email);
    const token = await mailedToken(shop, email);
    expect((await reset(token)).body).toEqual({
      success: true,
      message: 'Password reset successfully',
      portal: 'user',
      hasRemovedDetails: false,
    });
    for (const old of [headers, bearer(second.token).headers]) {
      expect((await shop.get('/auth/me', { headers: old })).status).toBe(401);
    }
    expect((await signIn(shop, { email })).status).toBe(401);
    const fresh = await signIn(shop, { email, password: 'a-new-password' });
    expect(fresh.body.user).toMatchObject({ emailVerified: true });
    const again = await reset(token, 'yet-another-one');
    expect([again.status, again.body.message]).toEqual([400, badLink]);
  });

  it('says that it has removed a mobile number that was saved before the email was confirmed', async () => {
    const { email } = await signUp(shop, { mobile: freshMobile() });
    await forgot(email);
    const { body } = await reset(await mailedToken(shop, email));
    expect(body.hasRemovedDetails).toBe(true);
    expect((await lastMail(shop, email))?.plain).toContain('have been removed. Please enter yours again.');
    await forgot(email);
    const again = await reset(await mailedToken(shop, email), 'another-new-password');
    expect(again.body.hasRemovedDetails).toBe(false);
  });

  it('accepts one of ten concurrent uses (T-ACC-09)', async () => {
    const { email } = await signUp(shop);
    await forgot(email);
    const token = await mailedToken(shop, email);
    const tries = Array.from({ length: 10 }, (_, n) => reset(token, `new-password-${n}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(400)]);
  });

  it('rejects an older, an expired and an invalid link (T-ACC-09)', async () => {
    const { email } = await signUp(shop);
    await forgot(email);
    const older = await mailedToken(shop, email);
    shop.advance(1);
    await forgot(email);
    const newer = await mailedToken(shop, email);
    for (const wrong of [older, newer.slice(0, -1), `${newer}a`, 'undefined', '%00', 'a%2Fb']) {
      expect((await reset(wrong)).status, wrong).toBe(400);
    }
    shop.advance(61);
    expect((await reset(newer)).status).toBe(400);
    expect((await signIn(shop, { email })).status).toBe(200);
  });

  it('rejects links of another purpose', async () => {
    const { email } = await signUp(shop);
    expect((await reset(await mailedToken(shop, email))).status).toBe(400);
    const guest = freshEmail();
    await buyAsGuest(shop, guest);
    expect((await reset(await mailedToken(shop, guest))).status).toBe(400);
  });

  it('keeps the link valid if the password is rejected (T-ACC-34)', async () => {
    const { email } = await signUp(shop);
    await forgot(email);
    const token = await mailedToken(shop, email);
    for (const weak of ['12345', 'iloveyou', '', {}, ['a-new-password'], null]) {
      expect((await reset(token, weak)).status).toBe(400);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('requires a strong password of 12 characters for admins', async () => {
    const { email } = await createAdmin(shop);
    await forgot(email);
    const token = await mailedToken(shop, email);
    for (const weak of ['short-one', 'password1234', '123456789012', 'aaaaaaaaaaaaaa', 'Administrator1']) {
      const { status, body } = await reset(token, weak);
      expect([status, Object.keys(body.errors ?? {})], weak).toEqual([400, ['password']]);
    }
    expect((await reset(token, 'neem-chowk-kite-3')).body.portal).toBe('admin');
    const signedIn = await signIn(shop, { email, password: 'neem-chowk-kite-3', portal: 'admin' });
    expect(signedIn.status).toBe(200);
  });

  it('adds the guest orders of the email, and keeps the details of a confirmed account', async () => {
    const mobile = freshMobile();
    const person = await signUp(shop, { mobile });
    await shop.post('/auth/confirm-email', { token: await mailedToken(shop, person.email) }, person);
    const order = await buyAsGuest(shop, person.email);
    await forgot(person.email);
    await reset(await mailedToken(shop, person.email));
    const { body, token } = await signIn(shop, { email: person.email, password: 'a-new-password' });
    expect(body.user).toMatchObject({ mobile });
    expect(await ordersOf(shop, { ...person, ...bearer(token) })).toEqual([order.id]);
  });
});
