import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { symbols } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../tests/support/mailbox.ts';
import { asOwner, multipart, type Owner, photo } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, freshMobile, password, signUp } from '../../tests/support/people.ts';
import type { PlacedOrder } from '../../tests/support/purchase.ts';
import { createTestShop, testShop } from '../../tests/support/shop.ts';

let owner: Owner;
let order: PlacedOrder;
const logged: string[] = [];

const mailServer = await startMailServer();
const shop = await testShop({
  env: { PUBLIC_URL: 'https://haat.example', LOG_LEVEL: 'trace', SMTP_URL: mailServer.url },
});
beforeAll(async () => {
  Reflect.set(shop.deps.log, symbols.streamSym, { write: (line: string) => logged.push(line) });
  owner = await asOwner(shop);
  order = await buyAsGuest(shop, freshEmail());
});
afterAll(() => mailServer.stop());

const inject = (method: string, url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: method as 'GET', url, headers });

/** One answer of each kind that the server gives by itself; pages are looked at in the browser's journeys. */
async function answersOfAllKinds() {
  const form = multipart([{ name: 'image', value: await photo(), filename: 'a.jpg' }]);
  const path = await owner.upload();
  const get = (url: string, headers = owner.headers) => inject('GET', url, headers);
  return {
    'a list': await get('/api/products'),
    'something of the admin': await get('/api/auth/admin/sessions'),
    'an order': await get(`/api/order/${order.id}`),
    'an invoice': await get(`/api/razorpay/invoice/${order.id}`),
    'a table': await get('/api/products/export.csv'),
    'a description': await get('/api/openapi.json'),
    'the health': await get('/api/health/ready'),
    'an upload': await inject('POST', '/api/upload?kind=product', { ...owner.headers, ...form.headers }),
    'a picture': await get(`/${path}`),
    'the manifest': await get('/manifest.webmanifest'),
    'no such picture': await get('/uploads/product/none.jpg'),
    'a broken address': await get('/uploads/product/%E0%A4%A'),
    'no such call': await get('/api/none'),
    'no such page': await get('/none'),
    'another method': await inject('DELETE', '/api/products'),
    nobody: await inject('GET', '/api/order/admin'),
    'a sitemap': await get('/sitemap.xml'),
    robots: await get('/robots.txt'),
    'the frame of mails': await get('/mail-frame'),
  };
}

describe('every reply', () => {
  it('has the security headers and does not name the software (T-HDR-01)', async () => {
    for (const [kind, { headers }] of Object.entries(await answersOfAllKinds())) {
      expect(headers, kind).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': 'max-age=31536000',
        'x-request-id': expect.stringMatching(/^[\w-]{20,}$/),
      });
      const framed = kind === 'the frame of mails' ? ['SAMEORIGIN', "'self'"] : ['DENY', "'none'"];
      expect(headers['x-frame-options'], kind).toBe(framed[0]);
      const policy = String(headers['content-security-policy']);
      expect(policy, kind).toContain("default-src 'none'");
      expect(policy, kind).toContain(`frame-ancestors ${framed[1]}`);
      expect(policy, kind).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/);
      expect(Object.keys(headers), kind).not.toContain('x-powered-by');
      expect(Object.keys(headers), kind).not.toContain('server');
    }
  });

  it('the API reference runs only its own scripts', async () => {
    const policy = String((await inject('GET', '/api/docs/')).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

it('compresses large replies with an encoding that the client accepts', async () => {
  const url = '/api/openapi.json';
  const { rawPayload } = await inject('GET', url);
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const reply = await inject('GET', url, { 'accept-encoding': encoding });
    expect(reply.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/^accept-encoding/),
    });
    expect(reply.rawPayload.length).toBeLessThan(rawPayload.length / 4);
    expect(decompress(reply.rawPayload).equals(rawPayload)).toBe(true);
  }
  const small = await inject('GET', '/api/health/live', { 'accept-encoding': 'br' });
  expect(small.headers['content-encoding']).toBeUndefined();
});

it('cannot be read by other sites, with or without a preflight request (T-HDR-02, T-ACC-26)', async () => {
  const ways = shop.routes.map((route) => route.replace(/^\w+ /, '').replace(/:[a-zA-Z]+/g, order.id));
  for (const origin of ['https://evil.example', 'null', 'https://haat.example.evil.example']) {
    for (const path of new Set(ways)) {
      const asks = { origin, 'access-control-request-method': 'PUT' };
      const preflight = await inject('OPTIONS', `/api${path}`, asks);
      expect(preflight.statusCode, path).toBeGreaterThanOrEqual(400);
      expect(Object.keys(preflight.headers).join(' '), path).not.toContain('access-control');
    }
    const { headers } = await inject('GET', '/api/products', { origin });
    expect(Object.keys(headers).join(' ')).not.toContain('access-control');
  }
});

it('is not cached if it has personal data (T-HDR-03)', async () => {
  const { headers } = await signUp(shop);
  const paths = [
    '/auth/me',
    '/auth/my-data',
    `/order/${order.id}`,
    `/razorpay/invoice/${order.id}`,
    '/mails',
  ];
  for (const path of paths) {
    for (const asker of [headers, owner.headers, {}]) {
      expect((await inject('GET', `/api${path}`, asker)).headers['cache-control'], path).toContain(
        'no-store',
      );
    }
  }
  const login = await shop.post('/auth/login', { email: freshEmail(), password });
  expect(login.headers['cache-control']).toContain('no-store');
});

it('requires no https if the shop has none; malformed requests get a reply (T-HDR-04, T-HDR-11)', async () => {
  const plain = await createTestShop();
  expect((await plain.get('/products')).headers['strict-transport-security']).toBeUndefined();
  await plain.app.listen({ port: 0 });
  const { port } = plain.app.server.address() as AddressInfo;
  const answer = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answered = '';
      socket.on('data', (chunk) => {
        answered += chunk;
      });
      socket.on('error', ({ message }) => {
        answered += message;
      });
      socket.on('close', () => resolve(answered));
    });
  const broken = await answer('GET /api/products HTTP/9.9\r\n\r\n');
  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(broken).toContain(
    '{"success":false,"message":"The request could not be read.","code":"bad_request"}',
  );
  expect(
    await answer('GET /api/products HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 400 [\s\S]*two Host headers/);
  const large = await answer(
    `GET /api/products HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(4_000_000)}\r\n\r\n`,
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"too_large"}$/);
  await plain.close();
});

it('shows no internals after a failure, and secrets are not logged (T-HDR-04, T-HDR-06)', async () => {
  const person = await signUp(shop, { mobile: freshMobile() });
  mailServer.refuse(550, `<${person.email}>: no such mailbox`);
  await shop.post('/auth/forgot-password', { email: person.email });
  await shop.runJobs();
  await shop.post('/auth/login', { email: person.email, password: 'not-the-password' });
  await shop.get(`/order/${order.id}?key=${order.key}`);
  await shop.get('/auth/me', { headers: { ...person.headers, cookie: 'a=1' } });
  await shop.db.schema.alterTable('products').renameTo('products_away').execute();
  const broken = [
    await shop.get(`/products?search=${person.email}`, person),
    await shop.get(`/order/${order.id}?key=${order.key}`),
    await shop.call('PUT', '/products/none', { payload: { name: 'x' }, headers: owner.headers }),
  ];
  await shop.db.schema.alterTable('products_away').renameTo('products').execute();
  expect(broken.some(({ status }) => status === 500)).toBe(true);
  for (const { status, body, headers } of broken) {
    if (status !== 500) continue;
    expect(body).toEqual({ success: false, code: 'internal', message: expect.any(String) });
    expect(headers['x-request-id']).toBeDefined();
  }
  const log = logged.join('');
  expect(log).toContain('request failed');
  expect(log).toContain('a mail could not be sent');
  const { keySecret, webhookSecrets } = shop.deps.payments;
  const secrets = { person: person.email, mobile: person.user.mobile, token: person.token, password };
  const more = { owner: owner.headers.authorization, key: order.key, keySecret, webhook: webhookSecrets[0] };
  for (const [name, secret] of Object.entries({ ...secrets, ...more })) {
    expect(secret, name).toBeTruthy();
    expect(log.includes(String(secret)), name).toBe(false);
  }
});
