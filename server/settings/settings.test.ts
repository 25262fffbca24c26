import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../tests/support/mailbox.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail } from '../../tests/support/people.ts';
import { testShop } from '../../tests/support/shop.ts';
import { readConfig } from '../config.ts';
import { signWebhook } from '../provider/signature.ts';
import { findMailRecords } from './mail-records.ts';
import { addStoredSettings } from './stored.ts';

const shop = await testShop({ sandbox: true });
let owner: Owner;
beforeAll(async () => {
  owner = await asOwner(shop);
});

const keys = () => ({ keyId: shop.fake.keyId, keySecret: shop.fake.keySecret });
const stored = () => shop.db.selectFrom('storedSettings').selectAll().execute();

async function sendEvent(secret: string) {
  const body = JSON.stringify({ event: 'order.paid', payload: {}, at: Math.random() });
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signWebhook(secret, body) };
  const url = '/api/razorpay/webhook';
  return (await shop.app.inject({ method: 'POST', url, payload: body, headers })).statusCode;
}

it('keys of Razorpay are checked, stored encrypted, used at once, and never shown again', async () => {
  const wrong = await owner.put('/settings/payment', { ...keys(), keySecret: 'not-the-secret' });
  expect(wrong).toMatchObject({
    status: 400,
    body: { errors: { keySecret: expect.stringContaining('does not accept') } },
  });
  expect((await owner.put('/settings/payment', { keyId: 'abc', keySecret: 'x' })).status).toBe(400);
  expect(await stored()).toEqual([]);

  const { status, body } = await owner.put('/settings/payment', keys());
  expect(status).toBe(200);
  expect(body).toMatchObject({ fixedBy: null, mode: 'test', keyId: shop.fake.keyId });
  const webhookSecret = String(body.webhookSecret);
  expect(webhookSecret.length).toBeGreaterThan(20);
  expect(shop.deps.payments).toMatchObject({ name: 'razorpay', keyId: shop.fake.keyId, test: true });
  const shown = JSON.stringify((await owner.get('/settings/payment')).body);
  for (const secret of [webhookSecret, shop.fake.keySecret]) {
    expect(shown).not.toContain(secret);
    for (const { value } of await stored()) expect(value.toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(shop.deps.config)).not.toContain(secret);
  }
});

it('the webhook is seen when its first signed event arrives, and secrets are replaced without a gap', async () => {
  const first = String((await owner.post('/settings/payment/webhook-secret')).body.webhookSecret);
  await owner.delete('/settings/payment/webhook-secret/previous');
  const light = async () =>
    ((await owner.get('/settings/payment')).body.webhook as { lastEventAt: string | null }).lastEventAt;
  expect(await light()).toBeNull();
  expect(await sendEvent('another-secret')).toBe(400);
  expect(await light()).toBeNull();
  expect(await sendEvent(first)).toBe(200);
  expect(await light()).not.toBeNull();

  shop.advance(1);
  const second = String((await owner.post('/settings/payment/webhook-secret')).body.webhookSecret);
  expect(await light()).toBeNull();
  expect(await sendEvent(first)).toBe(200);
  expect(await light()).toBeNull();
  expect(await sendEvent(second)).toBe(200);
  expect(await light()).not.toBeNull();
  await owner.delete('/settings/payment/webhook-secret/previous');
  expect(await sendEvent(first)).toBe(400);
  expect(await sendEvent(second)).toBe(200);

  // A secret that was never entered at Razorpay takes no place of the one that is.
  shop.advance(1);
  await owner.post('/settings/payment/webhook-secret');
  const fourth = String((await owner.post('/settings/payment/webhook-secret')).body.webhookSecret);
  expect(await sendEvent(second)).toBe(200);
  expect(await sendEvent(fourth)).toBe(200);
});

it('the first keys of the live mode get a webhook secret of their own', async () => {
  const provider = createServer((_request, response) => response.end('{"count":0,"items":[]}'));
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  const testUrl = shop.deps.config.razorpayApiUrl;
  onTestFinished(async () => {
    shop.deps.config.razorpayApiUrl = testUrl;
    await owner.put('/settings/payment', keys());
    provider.close();
  });
  expect((await owner.put('/settings/payment', keys())).body.webhookSecret).toBeNull();
  shop.deps.config.razorpayApiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { body } = await owner.put('/settings/payment', {
    keyId: 'rzp_live_Fake01',
    keySecret: 'live-secret',
  });
  expect(body).toMatchObject({ mode: 'live', webhook: { hasPrevious: true, lastEventAt: null } });
  expect(await sendEvent(String(body.webhookSecret))).toBe(200);
});

it('keys of another account than that of the orders need a confirmation', async () => {
  await shop.db
    .updateTable('orders')
    .set({ provider: 'razorpay', providerOrderId: 'order_of_another', isTest: true })
    .where('id', '=', (await buyAsGuest(shop, freshEmail())).id)
    .execute();
  const refused = await owner.put('/settings/payment', keys());
  expect(refused).toMatchObject({ status: 409, body: { code: 'other_account' } });
  expect((await owner.put('/settings/payment', { ...keys(), isOtherAccount: true })).status).toBe(200);
});

it('a restart reads the stored settings, also with a new SECRETS_KEY; without the key it says what to do', async () => {
  const { db, files } = shop.deps;
  const config = readConfig({ DATA_DIR: shop.deps.config.dataDir });
  await addStoredSettings({ config, db, files });
  expect(config.payments).toMatchObject({ mode: 'razorpay', keyId: shop.fake.keyId });
  const fixed = readConfig({ DATA_DIR: shop.deps.config.dataDir, PAYMENTS: 'sandbox' });
  await addStoredSettings({ config: fixed, db, files });
  expect(fixed.payments.mode).toBe('sandbox');
  const without = { ...files, exists: async () => false };
  await expect(addStoredSettings({ config, db, files: without })).rejects.toThrow(
    /Set SECRETS_KEY to the key/,
  );
});

it('test mode returns only before the first real order, and the sandbox answers in test mode only (T-PAY-22)', async () => {
  const sandbox = async () => (await shop.app.inject('/sandbox/razorpay/v1/checkout.js')).statusCode;
  expect(await sandbox()).toBe(404);
  const { body } = await owner.delete('/settings/payment');
  expect(body).toMatchObject({ mode: 'sandbox', keyId: '' });
  expect(await sandbox()).toBe(200);
  expect(shop.deps.payments).toMatchObject({ name: 'sandbox', test: true });
  await owner.put('/settings/payment', { ...keys(), isOtherAccount: true });
  await shop.db.updateTable('orders').set({ isTest: false }).execute();
  expect(await owner.delete('/settings/payment')).toMatchObject({ status: 409 });
  await shop.db.updateTable('orders').set({ isTest: true }).execute();
});

it('an environment variable wins and is named', async () => {
  const fixed = await testShop({
    env: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://shop.example' },
  });
  const admin = await asOwner(fixed);
  expect((await admin.get('/settings/mail')).body.fixedBy).toBe('SMTP_URL');
  const server = {
    host: 'smtp.example.in',
    port: 587,
    security: 'starttls',
    user: '',
    senderName: '',
    senderAddress: 'a@b.in',
  };
  expect(await admin.put('/settings/mail', server)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('SMTP_URL') },
  });
  expect((await admin.put('/settings/domain', { publicUrl: 'https://b.in', isUnchecked: true })).status).toBe(
    409,
  );
});

it('a mail server is tried before it is stored, sends the next mail, and its reply is shown', async () => {
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  const { port } = new URL(mails.url);
  const sender = { user: '', senderName: 'Asha, Textiles', senderAddress: 'asha@shop.example' };
  const server = { host: '127.0.0.1', port: Number(port), security: 'none', ...sender };
  const off = await owner.put('/settings/mail', { ...server, port: 9 });
  expect(off).toMatchObject({
    status: 400,
    body: { errors: { port: expect.stringContaining('can’t be reached') } },
  });
  const unknown = await owner.put('/settings/mail', { ...server, host: 'no-such-host.invalid' });
  expect(unknown).toMatchObject({
    status: 400,
    body: { errors: { host: expect.stringContaining('no server with the name') } },
  });
  const backslash = await owner.put('/settings/mail', { ...server, senderName: 'Asha\\' });
  expect(backslash).toMatchObject({ status: 400, body: { errors: { senderName: expect.any(String) } } });
  const encrypted = await owner.put('/settings/mail', { ...server, security: 'tls' });
  expect(encrypted).toMatchObject({
    status: 400,
    body: { errors: { security: expect.stringContaining('does not use this encryption at this port. TLS') } },
  });
  expect((await owner.put('/settings/mail', { ...server, user: 'asha' })).body.errors).toEqual({
    password: 'The password is required',
  });

  const { status, body } = await owner.put('/settings/mail', server);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    server: { ...server, hasPassword: false },
    from: '"Asha, Textiles" <asha@shop.example>',
  });
  const to = freshEmail();
  expect((await owner.post('/settings/mail/test', { to })).body.reply).toMatch(/^250 /);
  expect(mails.received.at(-1)?.headers).toMatch(/^From: "Asha, Textiles" <asha@shop\.example>\r?$/m);
  mails.refuse(550, 'no such mailbox');
  const refused = await owner.post('/settings/mail/test', { to });
  expect(refused).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('no such mailbox') },
  });
  expect((await owner.delete('/settings/mail')).body.server).toBeNull();
});

it('says what the domain publishes about its mails', async () => {
  const zone: Record<string, string[][]> = {
    'good.example': [['v=spf1 include:_spf.google.com ', '~all'], ['other']],
    'google._domainkey.good.example': [['v=DKIM1; k=rsa; p=MIGfMA0']],
    '_dmarc.good.example': [['v=DMARC1; p=none']],
    'bad.example': [['v=spf1 -all'], ['v=spf1 ~all']],
    '_dmarc.bad.example': [['v=DMARC1; rua=mailto:a@bad.example']],
  };
  const resolve = async (name: string) => {
    const found = zone[name];
    if (found) return found;
    throw Object.assign(new Error(name), { code: name.includes('slow') ? 'ETIMEOUT' : 'ENODATA' });
  };
  const states = async (domain: string) =>
    (await findMailRecords(domain, 'smtp.gmail.com', resolve)).map(({ state }) => state);
  expect(await states('good.example')).toEqual(['ok', 'ok', 'ok']);
  expect(await states('bad.example')).toEqual(['wrong', 'missing', 'wrong']);
  expect(await states('none.example')).toEqual(['missing', 'missing', 'missing']);
  expect(await states('slow.example')).toEqual(['unknown', 'unknown', 'unknown']);
});

it('texts go by the provider that was entered, and its refusal is shown', async () => {
  let reply = { type: 'success' };
  const provider = createServer((_request, response) => response.end(JSON.stringify(reply))).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const texting = await testShop({ env: { TEXT_API_URL: `http://127.0.0.1:${port}` } });
  const admin = await asOwner(texting);
  expect((await admin.put('/settings/texts', { provider: 'msg91', templateId: 't' })).body.errors).toEqual({
    authKey: 'The auth key is required',
  });
  // An error about a header would name the key.
  const broken = await admin.put('/settings/texts', {
    provider: 'msg91',
    templateId: 't',
    authKey: 'two\nkeys',
  });
  expect(broken).toMatchObject({ status: 400, body: { errors: { authKey: expect.any(String) } } });
  const { body } = await admin.put('/settings/texts', {
    provider: 'msg91',
    templateId: 't',
    authKey: 'secret-key',
  });
  expect(body).toEqual({ fixedBy: null, provider: 'msg91', templateId: 't', sid: '', from: '' });
  expect((await admin.post('/settings/texts/test', { mobile: '9800000001' })).status).toBe(200);
  reply = { type: 'error' };
  expect((await admin.post('/settings/texts/test', { mobile: '9800000001' })).status).toBe(502);
  expect((await admin.put('/settings/texts', { provider: 'msg91', templateId: 'u' })).body.templateId).toBe(
    'u',
  );
});

it('a public address is saved if it leads to this shop, and pages use it at once', async () => {
  const refused = await owner.put('/settings/domain', { publicUrl: 'http://127.0.0.2:9' });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { publicUrl: expect.stringContaining("can't be opened") } },
  });
  let id: unknown = 'another';
  const another = createServer((_request, response) => response.end(JSON.stringify({ shop: id }))).listen(
    0,
    '0.0.0.0',
  );
  onTestFinished(() => void another.close());
  await once(another, 'listening');
  const publicUrl = `http://127.0.0.2:${(another.address() as AddressInfo).port}`;
  expect((await owner.post('/settings/domain/check', { publicUrl })).body.state).toBe('other');
  expect((await owner.put('/settings/domain', { publicUrl })).status).toBe(400);
  id = 'x'.repeat(200_000);
  expect((await owner.post('/settings/domain/check', { publicUrl })).body.text).toMatch(/reply is too long/);
  id = (await shop.get('/health/ready')).body.shop;
  expect((await owner.post('/settings/domain/check', { publicUrl })).body.state).toBe('plain');
  expect((await owner.put('/settings/domain', { publicUrl: `${publicUrl}/shop?a=b` })).body.publicUrl).toBe(
    publicUrl,
  );
  await owner.put('/settings/domain', { publicUrl: 'Shop.example.in', isUnchecked: true });
  expect(shop.deps.config.publicUrl).toBe('https://shop.example.in');
  expect((await shop.app.inject('/robots.txt')).body).toContain('https://shop.example.in/sitemap.xml');
});

it('a proxy in front of the shop is recognised, and trusted on request', async () => {
  const forwarded = { headers: { ...owner.headers, 'x-forwarded-for': '203.0.113.9' } };
  const { body } = await shop.get('/settings/domain', forwarded);
  expect(body.proxy).toMatchObject({ trusted: [], untrusted: '127.0.0.1' });
  expect(await owner.post('/settings/domain/proxy')).toMatchObject({ status: 409 });
  const trusted = await shop.post('/settings/domain/proxy', undefined, forwarded);
  expect(trusted.body.proxy).toMatchObject({ trusted: ['127.0.0.1'], untrusted: null });
  expect((await owner.delete('/settings/domain/proxy')).body.proxy).toMatchObject({ trusted: [] });
});
