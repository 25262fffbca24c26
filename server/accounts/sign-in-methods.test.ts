import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import {
  bearer,
  buyAsGuest,
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  type Person,
  password,
  signIn,
  signUp,
} from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
/** The codes of one test are not counted in the next one. */
beforeEach(() => shop.advance(25 * 60));

/** A shopper who has confirmed her address. */
async function confirmed(more: object = {}): Promise<Person> {
  const person = await signUp(shop, more);
  const token = await mailedToken(shop, person.email);
  expect((await shop.post('/auth/confirm-email', { token }, person)).status).toBe(200);
  return person;
}

const ask = async (account: object) => {
  const { status, body } = await shop.post('/auth/sign-in-code', account);
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.runJobs();
  return String(body.request);
};
const codeIn = (text: string) => text.match(/code: (\d{4} \d{4})/)?.[1] ?? '';
async function mailedCode(email: string) {
  const request = await ask({ email });
  return { request, code: codeIn((await lastMail(shop, email))?.plain ?? '') };
}
const use = (given: { request: string; code: string }) => shop.post('/auth/login/code', given);
const otherThan = (code: string) => String((Number(code.replace(' ', '')) + 1) % 1e8).padStart(8, '0');

/** The texts that were sent, oldest first: to whom, and the code. */
async function texts(): Promise<{ to: string; code: string }[]> {
  const lines = await readFile(join(shop.deps.config.dataDir, 'texts.log'), 'utf8').catch(() => '');
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .map(({ to, text }) => ({ to, code: text.slice(0, 8) }));
}

it('a code that is mailed to a confirmed address signs in, once (T-ACC-41)', async () => {
  const { email, user } = await confirmed();
  const { request, code } = await mailedCode(email);
  expect((await use({ request, code: otherThan(code) })).status).toBe(400);
  const both = await Promise.all([use({ request, code }), use({ request, code })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { token } = both.find(({ status }) => status === 200)?.body ?? {};
  expect((await shop.get('/auth/me', bearer(String(token)))).body).toMatchObject({ _id: user._id, email });
  expect((await use({ request, code })).status).toBe(400);
  // The password still signs in, and the device of the code was reported as a new one.
  expect((await signIn(shop, { email })).status).toBe(200);
  const stored = await shop.db.selectFrom('signInCodes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(code.replace(' ', ''));
  // The code is for its recipient only.
  await createAdmin(shop);
  const manager = await createAdmin(shop, 'manager');
  const list = await shop.get(`/mails?kind=sign-in-code&search=${email}`, manager);
  const { body } = await shop.get(`/mails/${(list.body as unknown as { _id: string }[])[0]?._id}`, manager);
  expect(String(body.plain)).toContain('Your sign-in code: …');
  expect(`${body.plain}${body.html}`).not.toContain(code);
  expect((await shop.post(`/mails/${body._id}/resend`, {}, manager)).body).toMatchObject({
    code: 'link_spent',
  });
});

it('five wrong codes, ten minutes or a new password end a code (T-ACC-41)', async () => {
  const person = await confirmed();
  const { email } = person;
  const guessed = await mailedCode(email);
  for (let n = 0; n < 5; n++)
    expect((await use({ ...guessed, code: otherThan(guessed.code) })).status).toBe(400);
  expect((await use(guessed)).status).toBe(400);
  const late = await mailedCode(email);
  shop.advance(11);
  expect((await use(late)).status).toBe(400);
  const [before, second] = [await mailedCode(email), await mailedCode(email)];
  expect((await use({ request: before.request, code: second.code })).status).toBe(400);
  const change = { payload: { password: 'another-print-42', currentPassword: password } };
  expect((await shop.call('PUT', '/auth/profile', { ...person, ...change })).status).toBe(200);
  expect((await use(second)).status).toBe(400);
});

it('replies do not tell who has an account (T-ACC-42)', async () => {
  const { email } = await confirmed();
  const admin = await createAdmin(shop);
  const replies = new Set<string>();
  for (const account of [
    { email },
    { email: freshEmail() },
    { email: admin.email },
    { mobile: freshMobile() },
  ]) {
    const { status, body } = await shop.post('/auth/sign-in-code', account);
    replies.add(JSON.stringify([status, { ...body, request: String(body.request).length }]));
  }
  expect([...replies]).toHaveLength(1);
  await shop.runJobs();
  // A wrong code changes a row for each of them, so it takes as long.
  const stored = shop.db.selectFrom('signInCodes').select('userId').orderBy('createdAt', 'desc').limit(4);
  const owners = (await stored.execute()).map(({ userId }) => userId);
  expect([owners.length, owners.filter(Boolean).length]).toEqual([4, 1]);
  expect(await lastMail(shop, admin.email)).toBeUndefined();
  for (const bad of [{}, { email: 'x' }, { mobile: '12' }])
    expect((await shop.post('/auth/sign-in-code', bad)).status).toBe(400);
  for (const bad of [{}, { request: 'x', code: '123' }, { request: 5, code: '12345678' }])
    expect((await shop.post('/auth/login/code', bad)).status).toBe(400);
});

it('an address that nobody has confirmed gets a link instead, which takes the account from whoever made it (T-ACC-43)', async () => {
  const squatted = await signUp(shop, { mobile: freshMobile() });
  await ask({ email: squatted.email });
  const mail = await lastMail(shop, squatted.email);
  expect(mail?.kind).toBe('password-reset');
  const token = await mailedToken(shop, squatted.email);
  const payload = { password: 'the-owner-of-the-mailbox' };
  expect((await shop.call('PUT', `/auth/reset-password/${token}`, { payload })).status).toBe(200);
  expect((await shop.get('/auth/me', squatted)).status).toBe(401);
  const { request, code } = await mailedCode(squatted.email);
  expect((await use({ request, code })).body.user).toMatchObject({ mobile: '', emailVerified: true });
  const guest = freshEmail();
  await buyAsGuest(shop, guest);
  await ask({ email: guest });
  expect((await lastMail(shop, guest))?.kind).toBe('activation');
});

it('a mobile number signs in after its account has confirmed it with password and code (T-ACC-44)', async () => {
  const mobile = freshMobile();
  const person = await confirmed({ mobile });
  const methods = async (person: Person) => (await shop.get('/auth/sign-in-methods', person)).body.mobileCode;
  expect(await methods(person)).toBe('off');
  // Nobody has shown that the number is hers.
  await ask({ mobile });
  expect(await texts()).toEqual([]);
  const confirmBy = (currentPassword: string) => shop.post('/auth/mobile/code', { currentPassword }, person);
  expect((await confirmBy('not this one')).status).toBe(400);
  const { request } = (await confirmBy(password)).body as { request: string };
  await shop.runJobs();
  const code = (await texts()).at(-1)?.code ?? '';
  expect((await texts()).at(-1)?.to).toBe(mobile);
  // It neither signs in nor confirms the number for another account.
  expect((await use({ request, code })).status).toBe(400);
  const confirm = (person: Person) => shop.post('/auth/mobile/confirm', { request, code }, person);
  const again = (await confirmBy(password)).body as { request: string };
  expect((await confirm(await signUp(shop))).status).toBe(400);
  await shop.runJobs();
  const second = { request: again.request, code: (await texts()).at(-1)?.code ?? '' };
  expect((await shop.post('/auth/mobile/confirm', second, person)).status).toBe(200);
  expect(await methods(person)).toBe('on');
  expect((await lastMail(shop, person.email))?.subject).toContain('A mobile number was confirmed');

  const textedCode = async () => ({
    request: await ask({ mobile }),
    code: (await texts()).at(-1)?.code ?? '',
  });
  const signedIn = await use(await textedCode());
  expect(signedIn.body.user).toMatchObject({ email: person.email });
  // A number of which nothing was heard for half a year may belong to somebody else.
  shop.advance(181 * 24 * 60);
  const sent = (await texts()).length;
  await ask({ mobile });
  expect(await texts()).toHaveLength(sent);
});

it('a changed number has to be confirmed again, and admins have no codes (T-ACC-44)', async () => {
  const mobile = freshMobile();
  const person = await confirmed({ mobile });
  const prove = async () => {
    const { request } = (await shop.post('/auth/mobile/code', { currentPassword: password }, person)).body;
    await shop.runJobs();
    const given = { request, code: (await texts()).at(-1)?.code };
    expect((await shop.post('/auth/mobile/confirm', given, person)).status).toBe(200);
  };
  await prove();
  const request = await ask({ mobile });
  const code = (await texts()).at(-1)?.code ?? '';
  const change = (to: string) => shop.call('PUT', '/auth/profile', { ...person, payload: { mobile: to } });
  expect((await change(freshMobile())).status).toBe(200);
  expect((await use({ request, code })).status).toBe(400);
  expect((await shop.get('/auth/sign-in-methods', person)).body).toMatchObject({ mobileCode: 'off' });
  // Also if the former number is entered again.
  expect((await change(mobile)).status).toBe(200);
  const sent = (await texts()).length;
  await ask({ mobile });
  expect(await texts()).toHaveLength(sent);
  const admin = await createAdmin(shop);
  expect((await shop.post('/auth/mobile/code', { currentPassword: admin.password }, admin)).status).toBe(403);
});

const origin = 'http://localhost:3999';
async function addPasskey(person: Person, authenticator = createAuthenticator(origin)) {
  const { status, body } = await shop.post('/auth/passkeys/options', { currentPassword: password }, person);
  expect([status, body.authenticatorSelection]).toEqual([
    200,
    { residentKey: 'required', userVerification: 'required' },
  ]);
  const passkey = authenticator.attest(String(body.challenge));
  const added = await shop.post('/auth/passkeys', { name: 'Phone', passkey }, person);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return authenticator;
}
const challenge = async () => String((await shop.post('/auth/login/passkey/options')).body.challenge);
const logInBy = (passkey: object) => shop.post('/auth/login/passkey', { passkey });

it('a passkey signs a shopper in, once for each challenge, until it is removed (T-ACC-45)', async () => {
  const person = await confirmed();
  const passkey = await addPasskey(person);
  const reply = passkey.assert(await challenge());
  const both = await Promise.all([logInBy(reply), logInBy(reply)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 200)?.body.user).toMatchObject({ email: person.email });
  const another = createAuthenticator(origin);
  for (const wrong of [
    passkey.assert('a-challenge-of-nobody'),
    passkey.assert(await challenge(), { from: 'https://shop.example' }),
    passkey.assert(await challenge(), { count: 1 }),
    { ...another.assert(await challenge()), id: passkey.id, rawId: passkey.id },
    another.assert(await challenge()),
    // Present, but without fingerprint or PIN.
    passkey.assert(await challenge(), { count: 9, flags: 0x01 }),
  ])
    expect((await logInBy(wrong)).status).toBe(400);
  const list = async () =>
    (await shop.get('/auth/sign-in-methods', person)).body.passkeys as { _id: string }[];
  expect(await list()).toMatchObject([{ name: 'Phone' }]);
  const stranger = await signUp(shop);
  const remove = (by: Person) => shop.call('DELETE', `/auth/passkeys/${passkey.id}`, by);
  expect((await remove(stranger)).status).toBe(404);
  expect((await remove(person)).status).toBe(200);
  expect((await lastMail(shop, person.email))?.subject).toContain('A passkey was removed');
  expect((await logInBy(passkey.assert(await challenge(), { count: 10 }))).status).toBe(400);
});

it('a session alone adds no passkey, and a password chosen by mail removes all (T-ACC-45)', async () => {
  const person = await confirmed();
  const start = (currentPassword: string, by: Person = person) =>
    shop.post('/auth/passkeys/options', { currentPassword }, by);
  expect((await start('not this one')).status).toBe(400);
  // A challenge of a sign-in, or of somebody else, adds none.
  const another = await signUp(shop);
  for (const foreign of [await challenge(), String((await start(password, another)).body.challenge)]) {
    const given = { name: 'Phone', passkey: createAuthenticator(origin).attest(foreign) };
    expect((await shop.post('/auth/passkeys', given, person)).status).toBe(400);
  }
  const passkey = await addPasskey(person);
  await shop.post('/auth/forgot-password', { email: person.email });
  const token = await mailedToken(shop, person.email);
  const payload = { password: 'another-print-42' };
  expect((await shop.call('PUT', `/auth/reset-password/${token}`, { payload })).status).toBe(200);
  expect((await logInBy(passkey.assert(await challenge()))).status).toBe(400);
  // The passkeys of admins are second factors, and are added in the back office only.
  const admin = await createAdmin(shop);
  expect((await start(admin.password, admin)).status).toBe(403);
  const options = await shop.post('/auth/admin/passkeys/options', undefined, admin);
  const key = createAuthenticator(origin);
  const given = { name: 'Laptop', passkey: key.attest(String(options.body.challenge)) };
  expect((await shop.post('/auth/admin/passkeys', given, admin)).status).toBe(201);
  expect((await logInBy(key.assert(await challenge()))).status).toBe(400);
});
