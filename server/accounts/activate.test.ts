import { describe, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import {
  buyAsGuest,
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  ordersOf,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { place, read } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

const activate = (email: string, more: object = {}) =>
  shop.post('/auth/activate-account', { email, name: 'Asha Rao', phone: freshMobile(), password, ...more });
const badLink = 'Invalid or expired activation link.';

async function asPerson(email: string) {
  const { body, token } = await signIn(shop, { email });
  return { user: body.user as never, token, email, headers: { authorization: `Bearer ${token}` } };
}

describe('check-guest', () => {
  it('reveals nothing without proof, with the same reply for every address (T-ACC-01)', async () => {
    const guest = freshEmail();
    await buyAsGuest(shop, guest);
    const { email: registered } = await signUp(shop);
    const answers = [];
    for (const email of [guest, registered, freshEmail()]) {
      const { status, body } = await shop.get(`/auth/check-guest?email=${email}`);
      answers.push({ status, body });
    }
    expect(answers[0]).toMatchObject({ status: 401, body: { message: badLink } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('returns name and mobile for the emailed token and for the order key', async () => {
    const email = freshEmail();
    const mobile = freshMobile();
    const order = await buyAsGuest(shop, email, { mobile });
    const token = await mailedToken(shop, email);
    const known = { user: { name: 'Asha Rao', mobile } };
    expect((await shop.get(`/auth/check-guest?email=${email}&token=${token}`)).body).toEqual(known);
    const byOrder = `/auth/check-guest?email=${email}&order=${order.id}&key=`;
    expect((await shop.get(byOrder + order.key)).body).toEqual(known);
    const another = await buyAsGuest(shop, freshEmail());
    expect((await shop.get(byOrder + another.key)).status).toBe(401);
    expect((await shop.get(`/auth/check-guest?email=${freshEmail()}&token=${token}`)).status).toBe(401);
  });
});

describe('activate-account', () => {
  it('changes nothing without proof and mails a link to the address (T-ACC-02)', async () => {
    const email = freshEmail();
    await buyAsGuest(shop, email);
    await lastMail(shop, email);
    const { status, body } = await activate(email);
    expect(status).toBe(202);
    expect((await signIn(shop, { email })).status).toBe(401);
    const mail = await lastMail(shop, email);
    expect(mail).toMatchObject({ kind: 'activation', toAddress: email });
    expect(JSON.stringify(body)).not.toContain(await mailedToken(shop, email));
  });

  it('replies alike for an unknown address and sends no mail', async () => {
    const guest = freshEmail();
    await buyAsGuest(shop, guest);
    const unknown = freshEmail();
    expect((await activate(unknown)).body).toEqual((await activate(guest)).body);
    expect(await lastMail(shop, unknown)).toBeUndefined();
  });

  it('by the emailed token adds all orders of the address, once (T-ACC-06)', async () => {
    const email = freshEmail();
    const orders = [await buyAsGuest(shop, email), await buyAsGuest(shop, email)];
    const token = await mailedToken(shop, email);
    expect((await activate(email, { token })).status).toBe(201);
    const person = await asPerson(email);
    expect(person.user).toMatchObject({ emailVerified: true });
    expect((await ordersOf(shop, person)).sort()).toEqual(orders.map(({ id }) => id).sort());
    const again = await activate(email, { token });
    expect([again.status, again.body.message]).toEqual([400, badLink]);
  });

  it('by the order key adds that order only (T-ACC-04)', async () => {
    const victim = freshEmail();
    await buyAsGuest(shop, victim);
    const bought = await buyAsGuest(shop, victim);
    expect((await activate(victim, { order_id: bought.id, order_key: bought.key })).status).toBe(201);
    const attacker = await asPerson(victim);
    expect(await ordersOf(shop, attacker)).toEqual([bought.id]);
    expect(attacker.user).toMatchObject({ emailVerified: false });
    expect((await read(shop, bought)).status).toBe('paid');
  });

  it('rejects proofs of another address (T-ACC-02)', async () => {
    const victim = freshEmail();
    const mine = freshEmail();
    const own = await buyAsGuest(shop, mine);
    const target = await buyAsGuest(shop, victim);
    const token = await mailedToken(shop, mine);
    const unpaid = await place(shop, [{ id: (await createProduct(shop.db)).id }], { email: victim });
    for (const proof of [
      { order_id: own.id, order_key: own.key },
      { order_id: target.id, order_key: own.key },
      { order_id: target.id },
      { order_key: target.key },
      { order_id: unpaid.id, order_key: unpaid.key },
      { order_id: 'x', order_key: 'y' },
      { token },
      { token: token.slice(0, 30) },
      { token: 'undefined', order_id: target.id, order_key: target.key },
    ]) {
      const { status, body } = await activate(victim, proof);
      expect([status, body.message], JSON.stringify(proof)).toEqual([400, badLink]);
    }
    expect((await signIn(shop, { email: victim })).status).toBe(401);
    expect((await activate(mine, { token })).status).toBe(201);
  });

  it('does not change a registered account (T-ACC-03)', async () => {
    const { email } = await signUp(shop);
    const order = await buyAsGuest(shop, email);
    const proof = { order_id: order.id, order_key: order.key, password: 'another-password' };
    const { status, body } = await activate(email, proof);
    expect([status, body.message]).toEqual([409, 'This email is already registered. Please log in.']);
    expect((await signIn(shop, { email })).status).toBe(200);
    expect((await lastMail(shop, email))?.plain).not.toContain('token=');
  });

  it('keeps the link valid if the mobile belongs to another account', async () => {
    const phone = freshMobile();
    await signUp(shop, { mobile: phone });
    const email = freshEmail();
    await buyAsGuest(shop, email);
    const token = await mailedToken(shop, email);
    const refused = await activate(email, { token, phone });
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      { mobile: expect.stringContaining('already associated') },
    ]);
    expect((await activate(email, { token })).status).toBe(201);
  });

  it('creates one account for 20 concurrent attempts (T-ACC-07)', async () => {
    const email = freshEmail();
    const order = await buyAsGuest(shop, email);
    const proof = { order_id: order.id, order_key: order.key };
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(email, proof)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
    const rows = await shop.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
  });

  it('requires every field, and a password that is not known from data breaches (T-ACC-34)', async () => {
    const { status, body } = await shop.post('/auth/activate-account', { email: freshEmail() });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object).sort()).toEqual(['name', 'password', 'phone']);
    const leaked = await activate(freshEmail(), { password: 'iloveyou', token: 'any' });
    expect(leaked.body.errors).toHaveProperty('password');
  });

  it('rejects the link after seven days (T-ACC-06)', async () => {
    const email = freshEmail();
    await buyAsGuest(shop, email);
    const token = await mailedToken(shop, email);
    shop.advance(7 * 24 * 60 + 1);
    expect((await shop.get(`/auth/check-guest?email=${email}&token=${token}`)).status).toBe(401);
    expect((await activate(email, { token })).status).toBe(400);
  });
});

describe('an account that uses another person’s address (T-ACC-05)', () => {
  it('loses it when the owner confirms the address', async () => {
    const victim = freshEmail();
    const older = await buyAsGuest(shop, victim);
    const bought = await buyAsGuest(shop, victim);
    const phone = freshMobile();
    await activate(victim, { order_id: bought.id, order_key: bought.key, phone });
    const attacker = await asPerson(victim);
    const address = { name: 'X', address: 'Y', city: 'Z', state: 'Goa', postalCode: '403001' };
    await shop.post('/auth/addresses', address, { headers: attacker.headers });

    await shop.post('/auth/forgot-password', { email: victim });
    const token = await mailedToken(shop, victim);
    await shop.call('PUT', `/auth/reset-password/${token}`, { payload: { password: 'the-owners-own' } });

    expect((await shop.get('/auth/me', { headers: attacker.headers })).status).toBe(401);
    expect((await signIn(shop, { mobile: phone })).status).toBe(401);
    const { body, token: fresh } = await signIn(shop, { email: victim, password: 'the-owners-own' });
    expect(body.user).toMatchObject({ mobile: '', emailVerified: true });
    const owner = {
      user: body.user as never,
      token: fresh,
      email: victim,
      headers: { authorization: `Bearer ${fresh}` },
    };
    expect((await shop.get('/auth/addresses', { headers: owner.headers })).body).toEqual([]);
    expect((await ordersOf(shop, owner)).sort()).toEqual([older.id, bought.id].sort());
  });
});
