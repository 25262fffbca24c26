// Slow: `npm run check` leaves this file out.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import {
  freshEmail,
  freshMobile,
  lastMail,
  mailedToken,
  password,
  signUp,
} from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { createApp } from '../app.ts';
import { countTexts } from './queries/code-queries.ts';

const limit = 10;
/** Two processes on one database. */
const shop = await testShop({ env: { RATE_LIMIT: String(limit), LOG_LEVEL: 'silent' } });
const apps = [shop.app, (await createApp(shop.deps, { isReady: async () => true })).app];
beforeAll(async () => {
  const { content } = await shop.db.selectFrom('siteInfo').select('content').executeTakeFirstOrThrow();
  const named = { ...(content as object), clientName: 'Haat', email: 'hello@haat.example' };
  await shop.db
    .updateTable('siteInfo')
    .set({ content: JSON.stringify(named) })
    .execute();
});
afterAll(() => apps[1]?.close());

const device = 'a-random-token-of-the-owners-browser';
/** Addresses of different networks, none of which another test uses. */
let networks = 0;
const network = () => `10.${(networks >> 8) & 255}.${networks++ & 255}.7`;
/** Sends a request to each process in turn, all at once. */
const sendAll = (requests: { url: string; payload: object; remoteAddress?: string }[]) =>
  Promise.all(
    requests.map(async ({ url, ...more }, n) => {
      const reply = await apps[n % 2]?.inject({ method: 'POST', url: `/api${url}`, ...more });
      return { status: Number(reply?.statusCode), body: reply?.json<Record<string, unknown>>() ?? {} };
    }),
  );
const statusesOf = (replies: { status: number }[]) => {
  const groups = [...Map.groupBy(replies, ({ status }) => status)];
  return Object.fromEntries(groups.map(([status, all]) => [status, all.length]));
};
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

async function confirmed(more: object = {}) {
  const person = await signUp(shop, { device, ...more }, { remoteAddress: network() });
  const token = await mailedToken(shop, person.email);
  await shop.post('/auth/confirm-email', { token }, { ...person, remoteAddress: network() });
  return person;
}
const askCode = (payload: object, remoteAddress: string) =>
  shop.post('/auth/sign-in-code', payload, { remoteAddress });
const codeMails = async (email: string) => {
  await shop.runJobs();
  const mails = shop.db.selectFrom('mails').select('id').where('toAddress', '=', email);
  return (await mails.where('kind', '=', 'sign-in-code').execute()).length;
};
async function texts(): Promise<{ to: string; code: string }[]> {
  const lines = await readFile(join(shop.deps.config.dataDir, 'texts.log'), 'utf8').catch(() => '');
  const sent = lines.split('\n').filter(Boolean);
  return sent
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .map(({ to, text }) => ({
      to,
      code: text.slice(0, 8),
    }));
}
/** How many texts the shop counts as sent. */
const countedTexts = () => countTexts(shop.db, new Date(shop.clock.now().getTime() - 3_600_000));
/** The row of a quota of which so much is used. */
const quotaRow = (key: string, requests: number) => ({
  keyHash: createHash('sha256').update(key).digest().readUIntBE(0, 6),
  endsAt: new Date(shop.clock.now().getTime() + 1_800_000),
  requests,
});
const otherThan = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, '0');

it('strangers who request codes for a mailbox leave some to its owner, and the reply says what else works (T-ACC-42, T-ACC-60)', async () => {
  const { email } = await confirmed();
  const unknown = freshEmail();
  const stranger = (n: number) => `10.203.1.${n}`;
  const replies = [];
  for (const to of [email, unknown])
    for (let n = 0; n < 6; n++) replies.push(await askCode({ email: to }, stranger(n)));
  expect(replies.map(({ status }) => status)).toEqual([
    200, 200, 200, 429, 429, 429, 200, 200, 200, 429, 429, 429,
  ]);
  // Nobody learns which account exists, and nothing is said to be sent.
  const texts = replies.map(({ body }) => String(body.message).replace(email, '…').replace(unknown, '…'));
  expect(texts.slice(0, 6)).toEqual(texts.slice(6));
  expect(texts.join()).not.toContain('on its way');
  expect(texts[3]).toMatch(
    /^Too many codes were requested for ….*password.*passkey.*Forgot password.*minutes/,
  );
  expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(3000);
  expect(await codeMails(email)).toBe(3);
  expect((await askCode({ email }, network())).status).toBe(200);
  // Strangers in several networks use up those of all; a device of the owner has its own.
  for (let n = 0; n < 3; n++) await askCode({ email }, network());
  const before = await codeMails(email);
  expect(before).toBe(5);
  expect((await askCode({ email }, network())).status).toBe(429);
  expect((await askCode({ email, device: 'an-invented-token-of-a-stranger' }, network())).status).toBe(429);
  for (let n = 0; n < 6; n++)
    expect((await askCode({ email, device }, stranger(n))).status).toBe(n < 5 ? 200 : 429);
  expect(await codeMails(email)).toBe(before + 5);
  // Ten in a day for all others.
  shop.advance(61);
  for (let n = 0; n < 5; n++) expect((await askCode({ email }, network())).status).toBe(200);
  shop.advance(61);
  const { status, body } = await askCode({ email }, network());
  expect([status, body.message]).toEqual([429, expect.stringMatching(/in \d+ hours\.$/)]);
});

it('of many requests at once no more count than are allowed, and one network leaves texts to others (T-ACC-61, T-COD-60)', async () => {
  const { email } = await confirmed();
  const requests = times(30, () => ({
    url: '/auth/sign-in-code',
    payload: { email },
    remoteAddress: network(),
  }));
  expect(statusesOf(await sendAll(requests))).toEqual({ 200: 5, 429: 25 });
  expect(await codeMails(email)).toBe(5);
  // Shoppers of one carrier share an address, which gets 50 texts.
  const carrier = network();
  await shop.db
    .insertInto('requestQuotas')
    .values([
      quotaRow(`hour text address ${carrier}`, 5 * limit - 2),
      quotaRow('hour text block 10.200.1.0/24', 10 * limit - 30),
    ])
    .execute();
  const oneAddress = times(4, () => ({
    url: '/order/mobile-code',
    payload: { mobile: freshMobile() },
    remoteAddress: carrier,
  }));
  expect(statusesOf(await sendAll(oneAddress))).toEqual({ 200: 2, 429: 2 });
  const oneNetwork = times(30, (n) => ({
    url: '/order/mobile-code',
    payload: { mobile: freshMobile() },
    remoteAddress: `10.200.1.${n}`,
  }));
  expect(statusesOf(await sendAll(oneNetwork))).toEqual({ 200: 30 });
  const more = {
    url: '/order/mobile-code',
    payload: { mobile: freshMobile() },
    remoteAddress: '10.200.1.99',
  };
  const refused = await sendAll(times(5, () => more));
  expect(statusesOf(refused)).toEqual({ 429: 5 });
  expect(refused[0]?.body.message).toMatch(
    /from your network\. Please pay online, or try again in \d+ minutes/,
  );
  expect((await shop.post('/order/mobile-code', more.payload, { remoteAddress: network() })).status).toBe(
    200,
  );
});

it('a /48 of IPv6 addresses is one network, and a higher RATE_LIMIT allows no more texts (T-COD-60)', async () => {
  const { config } = shop.deps;
  const { rateLimit } = config;
  config.rateLimit = 1000;
  await shop.db
    .insertInto('requestQuotas')
    .values(quotaRow('hour text block 2001:db8:77::/48', 10 * limit - 3))
    .execute();
  const ofMany = times(5, (n) => ({
    url: '/order/mobile-code',
    payload: { mobile: freshMobile() },
    remoteAddress: `2001:db8:77:${n}::1`,
  }));
  expect(statusesOf(await sendAll(ofMany))).toEqual({ 200: 3, 429: 2 });
  config.rateLimit = rateLimit;
});

it('an account has five codes on all of its devices together, and its texts count for its network (T-ACC-60, T-COD-60)', async () => {
  const mobile = freshMobile();
  const { email, headers } = await confirmed({ mobile });
  const own = { headers, remoteAddress: network() };
  const { request } = (await shop.post('/auth/mobile/code', { currentPassword: password }, own)).body;
  const code = (await texts()).findLast(({ to }) => to === mobile)?.code;
  expect((await shop.post('/auth/mobile/confirm', { request, code }, own)).status).toBe(200);
  const devices = ['one-of-two-devices-of-an-account', 'the-other-device-of-this-account'];
  for (const device of devices) {
    const given = { email, password, device: device };
    expect((await shop.post('/auth/login', given, { remoteAddress: network() })).status).toBe(200);
  }
  const statuses: number[] = [];
  for (const to of [{ mobile }, { email }])
    for (const device of devices)
      for (let n = 0; n < 4; n++) statuses.push((await askCode({ ...to, device: device }, network())).status);
  const ofBoth = [...Array(5).fill(200), ...Array(3).fill(429)];
  expect(statuses).toEqual([...ofBoth, ...ofBoth]);
  await shop.runJobs();
  expect((await texts()).filter(({ to }) => to === mobile)).toHaveLength(6);

  shop.advance(61);
  const remoteAddress = network();
  await shop.db
    .insertInto('requestQuotas')
    .values(quotaRow(`hour text address ${remoteAddress}`, 1000))
    .execute();
  const refused = await askCode({ mobile, device: devices[0] }, remoteAddress);
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('your network')]);
  expect((await askCode({ email, device: devices[0] }, remoteAddress)).status).toBe(200);
});

it('wrong codes at once: five attempts each, in two processes and from many addresses (T-ACC-62)', async () => {
  const { email } = await confirmed();
  const { request } = (await askCode({ email }, network())).body;
  await shop.runJobs();
  const sent = (await lastMail(shop, email))?.plain.match(/code: (\d{4} \d{4})/)?.[1]?.replace(' ', '') ?? '';
  const login = (code: string) => ({
    url: '/auth/login/code',
    payload: { request, code },
    remoteAddress: network(),
  });
  expect(statusesOf(await sendAll(times(40, () => login(otherThan(sent)))))).toEqual({ 400: 40 });
  expect(statusesOf(await sendAll([login(sent)]))).toEqual({ 400: 1 });
  const attempts = await shop.db
    .selectFrom('signInCodes')
    .select('attempts')
    .where('recipient', '=', email)
    .execute();
  expect(attempts).toEqual([{ attempts: 5 }]);
  // From one address, ten a minute are looked at; links of orders and codes of mobile numbers likewise.
  for (const [url, payload] of [
    ['/auth/login/code', { request, code: sent }],
    ['/order/mobile-code/confirm', { request, code: sent }],
    ['/order/look-up', { order: 'FFFFFF', email: freshEmail() }],
  ] as const) {
    const remoteAddress = network();
    const replies = await sendAll(times(200, () => ({ url, payload, remoteAddress })));
    const accepted = replies.filter(({ status }) => status !== 429);
    expect(accepted.length, url).toBeLessThanOrEqual(limit);
  }
});

it('a text that was not sent is not announced (T-COD-60)', async () => {
  const mobile = freshMobile();
  const { body } = await shop.post('/order/mobile-code', { mobile }, { remoteAddress: network() });
  const code = (await texts()).findLast(({ to }) => to === mobile)?.code ?? '';
  // The text was sent before the reply.
  const given = { request: body.request, code };
  expect((await shop.post('/order/mobile-code/confirm', given, { remoteAddress: network() })).status).toBe(
    200,
  );

  const { texts: provider } = shop.deps.config;
  shop.deps.config.texts = {
    kind: 'msg91',
    apiUrl: 'https://texts.example',
    authKey: 'key',
    templateId: 'template',
  };
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no', { status: 503 }));
  const sent = await countedTexts();
  // Nor does it use up texts of the shop or of the number, here of one network.
  const remoteAddress = network();
  for (let n = 0; n < 4; n++) {
    const refused = await shop.post('/order/mobile-code', { mobile }, { remoteAddress });
    expect([refused.status, refused.body]).toMatchObject([
      502,
      { code: 'provider_error', message: 'The code could not be sent. Please pay online, or try again.' },
    ]);
  }
  expect(await countedTexts()).toBe(sent);
  const person = await confirmed({ mobile: freshMobile() });
  const own = { headers: person.headers, remoteAddress: network() };
  expect((await shop.post('/auth/mobile/code', { currentPassword: password }, own)).status).toBe(502);
  fetched.mockRestore();
  shop.deps.config.texts = provider;
  // Codes for orders of this number do not count as those of its account, and it reads when it has got too many.
  for (let n = 0; n < 5; n++)
    expect((await shop.post('/auth/mobile/code', { currentPassword: password }, own)).status).toBe(200);
  const many = await shop.post('/auth/mobile/code', { currentPassword: password }, own);
  expect([many.status, many.body.message]).toEqual([429, expect.stringContaining('for this number')]);
});

it('a text to sign in that the provider does not accept uses up none of the shop, and a job of a former version for another purpose sends none (T-COD-60)', async () => {
  const mobile = freshMobile();
  const { email } = await confirmed({ mobile });
  const proved = { mobileVerifiedAt: shop.clock.now() };
  await shop.db.updateTable('users').set(proved).where('email', '=', email).execute();
  const counted = await countedTexts();
  const { texts: provider } = shop.deps.config;
  shop.deps.config.texts = {
    kind: 'msg91',
    apiUrl: 'https://texts.example',
    authKey: 'key',
    templateId: 'template',
  };
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no', { status: 503 }));
  expect((await askCode({ mobile }, network())).status).toBe(200);
  await shop.runJobs();
  expect(fetched).toHaveBeenCalled();
  fetched.mockRestore();
  shop.deps.config.texts = provider;
  expect(await countedTexts()).toBe(counted);
});

it('a reply does not say that a link was sent if none was (T-ACC-63)', async () => {
  const { email, headers } = await signUp(shop, {}, { remoteAddress: network() });
  const forgot = (to: string) =>
    shop.post('/auth/forgot-password', { email: to }, { remoteAddress: network() });
  for (const to of [email, freshEmail()]) {
    for (let n = 0; n < 5; n++) expect((await forgot(to)).status).toBe(200);
    const { status, body } = await forgot(to);
    expect([status, body.message]).toEqual([429, expect.stringContaining('the latest one still works')]);
  }
  const token = await mailedToken(shop, email);
  const payload = { password: 'the-owner-of-the-mailbox' };
  const reset = { payload, remoteAddress: network() };
  expect((await shop.call('PUT', `/auth/reset-password/${token}`, reset)).status).toBe(200);
  // The links of a confirmation likewise, of which the registration has mailed the first.
  const another = await signUp(shop, {}, { remoteAddress: network() });
  const confirm = () =>
    shop.post('/auth/send-confirmation', undefined, { headers: another.headers, remoteAddress: network() });
  for (let n = 0; n < 4; n++) expect((await confirm()).status).toBe(200);
  expect((await confirm()).body.message).toMatch(/Too many links.*Your latest one still works/);
  expect(headers).not.toEqual(another.headers);
});

it('links that the accounts of strangers sent to an address leave some to its owner, or the reply says when (T-ACC-63)', async () => {
  const email = freshEmail();
  const enter = async () => {
    const { headers } = await signUp(shop, {}, { remoteAddress: network() });
    const own = { headers, remoteAddress: network() };
    const payload = { email, currentPassword: password };
    expect((await shop.call('PUT', '/auth/profile', { ...own, payload })).status).toBe(200);
    for (let n = 0; n < 4; n++) await shop.post('/auth/send-confirmation', undefined, own);
    return shop.post('/auth/send-confirmation', undefined, own);
  };
  const ofStranger = await enter();
  expect([ofStranger.status, ofStranger.body.message]).toEqual([429, expect.stringMatching(/still works/)]);
  const owner = await signUp(shop, { email }, { remoteAddress: network() });
  const confirm = () =>
    shop.post('/auth/send-confirmation', undefined, { headers: owner.headers, remoteAddress: network() });
  expect((await confirm()).status).toBe(200);
  const token = await mailedToken(shop, email);
  const confirmed = await shop.post('/auth/confirm-email', { token }, owner);
  expect(confirmed.status).toBe(200);
  // Accounts of strangers together reach the limit of another address: none of them gets another link, and its owner does.
  const another = freshEmail();
  const created = { purpose: 'email_change' as const, email: another, createdAt: shop.clock.now() };
  const ended = new Date(shop.clock.now().getTime() + 60_000);
  await shop.db
    .insertInto('accountTokens')
    .values(times(15, () => ({ ...created, tokenHash: randomBytes(32), expiresAt: ended })))
    .execute();
  const stranger = await signUp(shop, {}, { remoteAddress: network() });
  const named = { email: another, currentPassword: password };
  const refused = await shop.call('PUT', '/auth/profile', { ...stranger, payload: named });
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Too many links were sent to this address. Please try again in an hour.',
  ]);
  const late = await signUp(shop, { email: another }, { remoteAddress: network() });
  expect(await mailedToken(shop, another)).toMatch(/^\S+$/);
  expect((await shop.post('/auth/send-confirmation', undefined, late)).status).toBe(200);
});

it('a network or an account sends mails to few strangers by new accounts and new addresses (T-ACC-64)', async () => {
  const register = (n: number) => ({
    url: '/auth/register',
    payload: { name: 'Asha Rao', email: freshEmail(), password },
    remoteAddress: `10.205.1.${n % 100}`,
  });
  await shop.db
    .insertInto('requestQuotas')
    .values(quotaRow('hour mail block 10.205.1.0/24', 30 * limit - 2))
    .execute();
  const replies = await sendAll(times(6, register));
  expect(statusesOf(replies)).toEqual({ 201: 2, 429: 4 });
  expect(replies.find(({ status }) => status === 429)?.body.message).toContain('order without an account');
  const { headers } = await signUp(shop, {}, { remoteAddress: network() });
  const change = async () => {
    const payload = { email: freshEmail(), currentPassword: password };
    return (await shop.call('PUT', '/auth/profile', { payload, headers, remoteAddress: network() })).status;
  };
  for (let n = 0; n < 5; n++) expect(await change()).toBe(200);
  expect(await change()).toBe(429);
});

it('a flood of contact queries from one network leaves mails of the hour to others (T-FLT-60)', async () => {
  const query = { name: 'Asha Rao', subject: 'Which size?', message: 'Is it 40 cm?' };
  const send = (remoteAddress: string) =>
    shop.post('/contact', { ...query, email: freshEmail() }, { remoteAddress });
  for (let n = 0; n < 40; n++) expect((await send(`10.201.1.${n}`)).status).toBe(201);
  const mailed = async () =>
    (await shop.db.selectFrom('mails').select('id').where('kind', '=', 'contact-query').execute()).length;
  expect(await mailed()).toBe(10);
  expect((await send(network())).status).toBe(201);
  expect(await mailed()).toBe(11);
  const stored = await shop.db.selectFrom('contactQueries').select('isMailed').execute();
  expect(stored.filter(({ isMailed }) => !isMailed)).toHaveLength(30);
});

it('strangers leave a part of the alerts about stock to the owner of a mailbox (T-FLT-61)', async () => {
  const products = [];
  for (let n = 0; n < 22; n++) products.push(await createProduct(shop.db, { stock: 0 }));
  const variants = await shop.db
    .selectFrom('variants')
    .select('id')
    .where(
      'productId',
      'in',
      products.map(({ id }) => id),
    )
    .execute();
  const name = freshEmail().split('@')[0];
  const ask = async (n: number, remoteAddress: string) => {
    const payload = { variantId: variants[n]?.id, email: `${name}+${n}@example.in` };
    return (await shop.post('/stock-alerts', payload, { remoteAddress })).status;
  };
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push(await ask(n, `10.204.1.${n}`));
  expect(statuses).toEqual([...Array(10).fill(statuses[0]), 429, 429]);
  for (let n = 10; n < 20; n++) expect(await ask(n, `10.204.2.${n}`)).toBe(statuses[0]);
  // One that waits already is no further one.
  expect(await ask(3, network())).toBe(statuses[0]);
  expect(await ask(20, network())).toBe(429);
});
