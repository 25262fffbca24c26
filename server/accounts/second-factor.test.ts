// Slow: `npm run check` leaves this file out.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import { bearer, buyAsGuest, createAdmin, freshEmail, signIn } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { resetSecondFactor } from './admins/admins.ts';

type Admin = Awaited<ReturnType<typeof createAdmin>>;
let admin: Admin;
const shop = await testShop();
beforeEach(async () => {
  const created = await createAdmin(shop);
  const { token } = await signIn(shop, { email: created.email, password: created.password });
  admin = { ...created, token, ...bearer(token) };
});

type As = { headers: { authorization: string } };
const origin = 'http://localhost:3999';
const credentials = () => ({ email: admin.email, password: admin.password, portal: 'admin' });
const post = (path: string, body?: object, as: As = admin) => shop.post(path, body, as);
const stepUp = (body: object, as: As = admin) => post('/auth/admin/step-up', body, as);
/** A call that needs a recent proof. */
const exporting = (as: As = admin) => shop.get('/order/admin/export.csv', as);
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() });

async function addApp(as: As = admin): Promise<{ secret: string; codes: string[] }> {
  const { status, body } = await post('/auth/admin/totp', undefined, as);
  expect(status, JSON.stringify(body)).toBe(200);
  const secret = String(body.secret);
  const confirmed = await post('/auth/admin/totp/confirm', { code: codeOf(secret) }, as);
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return { secret, codes: confirmed.body.codes as string[] };
}

async function addPasskey(authenticator = createAuthenticator(origin)) {
  const { body } = await post('/auth/admin/passkeys/options');
  const added = await post('/auth/admin/passkeys', {
    name: 'Laptop',
    passkey: authenticator.attest(String(body.challenge)),
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { authenticator, codes: added.body.codes as string[] };
}

/** The first step of a sign-in, and what its token is good for. */
async function beginSignIn() {
  const { status, body, token } = await signIn(shop, credentials());
  expect([status, body.message]).toEqual([200, 'Confirm with your second factor.']);
  const finish = (proof: object) => shop.post('/auth/login/second-factor', proof, bearer(token));
  const challenge = async () =>
    String((await shop.post('/auth/login/passkey-options', undefined, bearer(token))).body.challenge);
  return { secondFactor: body.secondFactor, token, finish, challenge };
}

describe('an authenticator app', () => {
  it('is asked for after the password, and each code works once (T-ADM-16)', async () => {
    const { secret, codes } = await addApp();
    expect(new Set(codes).size).toBe(10);
    shop.advance(1);
    const { token, secondFactor, finish } = await beginSignIn();
    expect(secondFactor).toEqual({ passkey: false, totp: true });
    for (const path of ['/auth/me', '/mails', '/auth/admin/me', '/auth/admin/second-factor'])
      expect((await shop.get(path, bearer(token))).status, path).toBe(401);
    expect((await finish({ method: 'password', password: admin.password })).status).toBe(400);
    expect((await finish({ method: 'totp', code: '000000' })).status).toBe(400);
    const code = codeOf(secret);
    const others = [await beginSignIn(), await beginSignIn()];
    const steps = [finish, ...others.map((item) => item.finish)];
    const all = await Promise.all(steps.map((step) => step({ method: 'totp', code })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const tokens = [token, ...others.map((item) => item.token)];
    const opened = tokens[all.findIndex(({ status }) => status === 200)] ?? '';
    expect((await shop.get('/mails', bearer(opened))).status).toBe(200);
    const second = await beginSignIn();
    const replayed = await second.finish({ method: 'totp', code });
    expect(replayed.body.errors).toMatchObject({ code: expect.stringContaining('used before') });
    shop.advance(1);
    expect((await second.finish({ method: 'totp', code: codeOf(secret) })).status).toBe(200);
  });

  it('is stored encrypted, and never returned again', async () => {
    const { secret } = await addApp();
    const row = await shop.db
      .selectFrom('totpSecrets')
      .select('secret')
      .where('userId', '=', admin.user._id)
      .executeTakeFirstOrThrow();
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(row.secret.includes(plain)).toBe(false);
    expect(JSON.stringify((await shop.get('/auth/admin/second-factor', admin)).body)).not.toContain(secret);
    expect((await post('/auth/admin/totp')).status).toBe(409);
  });

  it('can’t be guessed: five wrong codes end the attempts for 15 minutes (T-ADM-16)', async () => {
    const { secret } = await addApp();
    shop.advance(1);
    const { finish } = await beginSignIn();
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => finish({ method: 'totp', code: '000000' })),
    );
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(400),
      ...Array(7).fill(429),
    ]);
    expect((await finish({ method: 'totp', code: codeOf(secret) })).status).toBe(429);
    shop.advance(16);
    const later = await beginSignIn();
    expect((await later.finish({ method: 'totp', code: codeOf(secret) })).status).toBe(200);
  });

  it('that somebody else guesses at does not block the passkey and the recovery codes (T-ADM-24)', async () => {
    const { codes } = await addApp();
    const { authenticator } = await addPasskey();
    const attacker = await beginSignIn();
    for (let n = 0; n < 6; n++) await attacker.finish({ method: 'totp', code: '000000' });
    for (let n = 0; n < 6; n++) await attacker.finish({ method: 'recovery', code: 'AAAA-BBBB-CCCC' });
    const owner = await beginSignIn();
    expect((await owner.finish({ method: 'totp', code: '000000' })).status).toBe(429);
    const passkey = authenticator.assert(await owner.challenge());
    expect((await owner.finish({ method: 'passkey', passkey })).status).toBe(200);
    const again = await beginSignIn();
    expect((await again.finish({ method: 'recovery', code: codes[0] })).status).toBe(200);
  });

  it('is asked for within ten minutes of the password, which a new password ends', async () => {
    const { secret } = await addApp();
    const early = await beginSignIn();
    shop.advance(11);
    expect((await early.finish({ method: 'totp', code: codeOf(secret) })).status).toBe(401);
    const pending = await beginSignIn();
    const change = { password: 'seven blue looms', currentPassword: admin.password };
    expect((await stepUp({ method: 'totp', code: codeOf(secret) })).status).toBe(200);
    const changed = await shop.call('PUT', '/auth/profile', { payload: change, headers: admin.headers });
    expect(changed.status).toBe(200);
    shop.advance(1);
    expect((await pending.finish({ method: 'totp', code: codeOf(secret) })).status).toBe(401);
  });
});

describe('recovery codes', () => {
  it('work once each, also at once, and are stored as hashes (T-ADM-16)', async () => {
    const { codes } = await addApp();
    const steps = [await beginSignIn(), await beginSignIn(), await beginSignIn()];
    const [code = ''] = codes;
    const proof = { method: 'recovery', code: code.toLowerCase().replaceAll('-', ' ') };
    const all = await Promise.all(steps.map(({ finish }) => finish(proof)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await (await beginSignIn()).finish(proof)).status).toBe(400);
    expect((await shop.get('/auth/admin/second-factor', admin)).body).toMatchObject({ recoveryCodesLeft: 9 });
    const stored = await shop.db
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('userId', '=', admin.user._id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    const renewed = await post('/auth/admin/recovery-codes');
    expect(renewed.body.codes).toHaveLength(10);
    const old = { method: 'recovery', code: codes[1] };
    expect((await (await beginSignIn()).finish(old)).status).toBe(400);
  });

  it('end with the last second factor', async () => {
    const { codes } = await addApp();
    await shop.call('DELETE', '/auth/admin/totp', { headers: admin.headers });
    expect((await stepUp({ method: 'recovery', code: codes[0] })).status).toBe(400);
    expect((await signIn(shop, credentials())).body.secondFactor).toBeUndefined();
  });
});

describe('a passkey', () => {
  it('completes a sign-in; a replayed reply or one of another site is refused (T-ADM-17)', async () => {
    const { authenticator, codes } = await addPasskey();
    expect(codes).toHaveLength(10);
    const { secondFactor, finish, challenge } = await beginSignIn();
    expect(secondFactor).toEqual({ passkey: true, totp: false });
    const phished = authenticator.assert(await challenge(), { from: 'https://haat.example.phish' });
    expect((await finish({ method: 'passkey', passkey: phished })).status).toBe(400);
    const own = authenticator.assert('bWFkZSB1cCBieSB0aGUgYXR0YWNrZXI');
    expect((await finish({ method: 'passkey', passkey: own })).status).toBe(400);
    const passkey = authenticator.assert(await challenge());
    const stranger = createAuthenticator(origin).assert(await challenge());
    expect((await finish({ method: 'passkey', passkey: { ...stranger, id: passkey.id } })).status).toBe(400);
    expect((await finish({ method: 'passkey', passkey })).status).toBe(200);
    const second = await beginSignIn();
    expect((await second.finish({ method: 'passkey', passkey })).status).toBe(400);
  });

  it('is refused if its counter went back, as that of a copy does (T-ADM-17)', async () => {
    const { authenticator } = await addPasskey();
    const prove = async (count?: number) => {
      const { body } = await post('/auth/admin/step-up/passkey-options');
      const passkey = authenticator.assert(String(body.challenge), { count });
      return (await stepUp({ method: 'passkey', passkey })).status;
    };
    expect([await prove(7), await prove(7), await prove(3), await prove(8)]).toEqual([200, 400, 400, 200]);
  });

  it('is refused with the challenge of another admin, or after five minutes (T-ADM-17)', async () => {
    const { authenticator } = await addPasskey();
    const another = await createAdmin(shop);
    const foreign = String(
      (await post('/auth/admin/step-up/passkey-options', undefined, another)).body.challenge,
    );
    expect((await stepUp({ method: 'passkey', passkey: authenticator.assert(foreign) })).status).toBe(400);
    const own = String((await post('/auth/admin/step-up/passkey-options')).body.challenge);
    shop.advance(6);
    expect((await stepUp({ method: 'passkey', passkey: authenticator.assert(own) })).status).toBe(400);
  });

  it('with an id that is too long to be removed again is refused', async () => {
    const { id } = (await addPasskey(createAuthenticator(origin, 225))).authenticator;
    expect(id).toHaveLength(300);
    expect((await shop.call('DELETE', `/auth/admin/passkeys/${id}`, admin)).status).toBe(200);
    const { body } = await post('/auth/admin/passkeys/options');
    const passkey = createAuthenticator(origin, 226).attest(String(body.challenge));
    expect((await post('/auth/admin/passkeys', { name: 'Phone', passkey })).status).toBe(400);
    expect((await shop.get('/auth/admin/second-factor', admin)).body).toMatchObject({ passkeys: [] });
  });

  it('is listed and removed by its owner only', async () => {
    const { authenticator } = await addPasskey();
    const { id } = authenticator;
    const another = await createAdmin(shop);
    const remove = (as: As) => shop.call('DELETE', `/auth/admin/passkeys/${id}`, { headers: as.headers });
    expect((await remove(another)).status).toBe(404);
    expect((await shop.get('/auth/admin/second-factor', admin)).body).toMatchObject({
      passkeys: [{ _id: id, name: 'Laptop' }],
    });
    expect((await remove(admin)).status).toBe(200);
    expect((await shop.get('/auth/admin/second-factor', admin)).body).toMatchObject({ passkeys: [] });
  });
});

describe('a call that can’t be undone', () => {
  it('needs a proof of the last ten minutes of the session (T-ADM-18)', async () => {
    const order = await buyAsGuest(shop, freshEmail());
    expect((await exporting()).status).toBe(200);
    shop.advance(11);
    const refused = [
      await exporting(),
      await post(`/order/admin/${order.id}/refund`, { reason: 'Broken' }),
      await shop.call('PUT', `/order/admin/${order.id}/status`, {
        payload: { status: 'cancelled' },
        headers: admin.headers,
      }),
      await post('/auth/admin/roles', {}),
      await post('/auth/admin/totp'),
      await shop.call('PUT', '/site-info/admin', {
        payload: { gstin: '' },
        headers: admin.headers,
      }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'step_up_required']),
    );
    expect((await shop.get(`/order/admin/${order.id}`, admin)).body).toMatchObject({ status: 'paid' });
    const tagline = { payload: { tagline: 'Hand made' }, headers: admin.headers };
    expect((await shop.call('PUT', '/site-info/admin', tagline)).status).toBe(200);
    expect((await stepUp({ method: 'password', password: 'wrong' })).status).toBe(400);
    expect((await exporting()).status).toBe(403);
    expect((await stepUp({ method: 'password', password: admin.password })).status).toBe(200);
    expect((await exporting()).status).toBe(200);
    const another = await signIn(shop, credentials());
    shop.advance(11);
    expect([(await exporting()).status, (await exporting(bearer(another.token))).status]).toEqual([403, 403]);
  });

  it('needs the second factor once there is one; the password or a new one is not enough (T-ADM-18)', async () => {
    const { secret } = await addApp();
    const change = { password: 'seven blue looms', currentPassword: admin.password };
    const { body } = await shop.call('PUT', '/auth/profile', { payload: change, headers: admin.headers });
    const again = bearer(String(body.token));
    expect((await exporting(again)).status).toBe(403);
    expect((await stepUp({ method: 'password', password: change.password }, again)).status).toBe(400);
    shop.advance(1);
    expect((await stepUp({ method: 'totp', code: codeOf(secret) }, again)).status).toBe(200);
    expect((await exporting(again)).status).toBe(200);
  });

  it('includes a new password or e-mail address: token and password do not replace a second factor (T-ADM-23)', async () => {
    const update = (change: object) =>
      shop.call('PUT', '/auth/profile', {
        payload: { currentPassword: admin.password, ...change },
        headers: admin.headers,
      });
    const { secret } = await addApp();
    shop.advance(11);
    const email = freshEmail();
    for (const change of [{ email }, { password: 'seven blue looms' }])
      expect((await update(change)).body.code).toBe('step_up_required');
    expect((await update({ name: 'Meera', email: admin.email })).status).toBe(200);
    expect((await stepUp({ method: 'totp', code: codeOf(secret) })).status).toBe(200);
    expect((await update({ email })).body.user).toMatchObject({ pendingEmail: email });
    // Without a second factor the current password is all that there is to prove.
    const another = await createAdmin(shop);
    const { token } = await signIn(shop, { email: another.email, password: another.password });
    shop.advance(11);
    const payload = { password: 'seven blue looms', currentPassword: another.password };
    expect((await shop.call('PUT', '/auth/profile', { payload, ...bearer(token) })).status).toBe(200);
  });
});

it('failed proofs, and right passwords at the portal of shoppers, are in the log (T-ADM-25)', async () => {
  const attempts = async () => {
    const entries = await shop.db
      .selectFrom('adminLog')
      .select('detail')
      .where('action', '=', 'admin.sign-in-failed')
      .execute();
    const group = entries.map(
      ({ detail }) => detail as { account: string; address: string; attempts: number },
    );
    return group.find(({ account }) => account === admin.email)?.attempts ?? 0;
  };
  await addApp();
  const { finish } = await beginSignIn();
  await finish({ method: 'totp', code: '000000' });
  expect(await attempts()).toBe(1);
  await stepUp({ method: 'recovery', code: 'AAAA-BBBB-CCCC' });
  expect(await attempts()).toBe(2);
  expect((await signIn(shop, { ...credentials(), portal: 'user' })).body.code).toBe('admin_account');
  await vi.waitFor(async () => expect(await attempts()).toBe(3));
});

it('the first step of a sign-in tells nothing about the account (T-ADM-16)', async () => {
  await addApp();
  const { body } = await signIn(shop, credentials());
  expect(Object.keys(body).toSorted()).toEqual(['message', 'secondFactor', 'success', 'token']);
  expect(JSON.stringify(body)).not.toContain(admin.email);
});

it('changes of second factors are mailed to the account (T-ADM-26)', async () => {
  const subjects = async () => {
    await shop.runJobs();
    const mails = await shop.db
      .selectFrom('mails')
      .select('subject')
      .where('toAddress', '=', admin.email)
      .where('kind', '=', 'security-notice')
      .orderBy('createdAt')
      .execute();
    return mails.map(({ subject }) => subject.replace(' at My Shop', ''));
  };
  const remove = (path: string) => shop.call('DELETE', `/auth/admin/${path}`, { headers: admin.headers });
  await addApp();
  const { authenticator } = await addPasskey();
  await post('/auth/admin/recovery-codes');
  await remove('totp');
  await remove(`passkeys/${authenticator.id}`);
  const expected = [
    'A second factor was added to your account',
    'A second factor was added to your account',
    'The recovery codes of your account were replaced',
    'A second factor was removed from your account',
    'A second factor was removed from your account',
  ];
  expect(await subjects()).toEqual(expected);
  await addPasskey();
  await resetSecondFactor(shop.deps, admin.email);
  const reset = 'The second factors of your account were removed';
  expect(await subjects()).toEqual([...expected, expected[0], reset]);
  const { token } = await signIn(shop, credentials());
  await addApp(bearer(token));
  const owner = await createAdmin(shop);
  await shop.call('DELETE', `/auth/admin/admins/${admin.user._id}`, { headers: owner.headers });
  expect((await subjects()).at(-1)).toBe(reset);
});

it('an account has 20 passkeys at most, also if two are added at once', async () => {
  const publicKey = Buffer.from('key');
  const row = { userId: admin.user._id, name: 'Key', publicKey, counter: 0, transports: [] };
  const rows = Array.from({ length: 19 }, (_, n) => ({ ...row, id: `${admin.user._id}-${n}` }));
  const createdAt = shop.clock.now();
  await shop.db
    .insertInto('passkeys')
    .values(rows.map((row) => ({ ...row, createdAt })))
    .execute();
  const attestations = [];
  for (const authenticator of [createAuthenticator(origin), createAuthenticator(origin)]) {
    const { body } = await post('/auth/admin/passkeys/options');
    attestations.push(authenticator.attest(String(body.challenge)));
  }
  const added = await Promise.all(
    attestations.map((passkey) => post('/auth/admin/passkeys', { name: 'Phone', passkey })),
  );
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 400]);
});

describe('the switch in the settings', () => {
  it('lets an admin without a second factor do nothing but set one up (T-ADM-16)', async () => {
    const required = (secondFactorRequired: boolean, as: As) =>
      shop.call('PUT', '/site-info/admin', { payload: { secondFactorRequired }, headers: as.headers });
    const manager = await createAdmin(shop, 'manager');
    expect((await required(true, manager)).status).toBe(403);
    expect((await required(true, admin)).status).toBe(200);
    const fresh = await createAdmin(shop);
    const order = await buyAsGuest(shop, freshEmail());
    for (const path of ['/mails', '/order/admin', '/site-info/admin', '/auth/admin/admins'])
      expect((await shop.get(path, fresh)).body, path).toMatchObject({ code: 'second_factor_required' });
    expect((await shop.get(`/order/${order.id}`, fresh)).status).toBe(404);
    expect((await shop.get('/auth/admin/me', fresh)).body).toMatchObject({ needsSecondFactor: true });
    await addApp(fresh);
    expect((await shop.get('/mails', fresh)).status).toBe(200);
    expect((await required(false, fresh)).status).toBe(200);
  });
});

it('a second factor is reset on the command line, which ends all sessions', async () => {
  await addApp();
  expect(await resetSecondFactor(shop.deps, 'nobody@example.in')).toBe(false);
  expect(await resetSecondFactor(shop.deps, admin.email)).toBe(true);
  expect((await shop.get('/auth/me', admin)).status).toBe(401);
  const { body, token } = await signIn(shop, credentials());
  expect(body.secondFactor).toBeUndefined();
  expect((await shop.get('/mails', bearer(token))).status).toBe(200);
});
