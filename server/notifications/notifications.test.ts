import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, password, signUp } from '../../tests/support/people.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

/** What the push service received, and the statuses of its next replies. */
const received: { path: string; headers: Record<string, unknown>; body: Buffer }[] = [];
let statuses: number[] = [];
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
  response.writeHead(statuses.shift() ?? 201).end();
});

let shop: TestShop;
let owner: Owner;
let origin = '';
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  shop = await createTestShop({ env: { PUSH_SERVICE_URL: origin } });
  owner = await asOwner(shop);
});
afterAll(async () => {
  await shop.close();
  service.close();
});

/** A browser with its keys. */
function browser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${randomBytes(8).toString('hex')}`;
  return {
    path,
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    messages: () =>
      received.filter((item) => item.path === path).map(({ body }) => JSON.parse(decrypt(body, keys, auth))),
  };
}

/** As a browser decrypts a message (RFC 8291, RFC 8188). */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  expect(text.at(-1)).toBe(2);
  return text.subarray(0, -1).toString();
}

const followOrder = (id: string, key: string, { subscription }: ReturnType<typeof browser>) =>
  shop.post(`/push/orders/${id}?key=${key}`, { subscription });
const subscriptions = () => shop.db.selectFrom('pushSubscriptions').select('endpoint').execute();

it('who follows an order is told once when it ships and when it arrives, and then forgotten', async () => {
  const { id: orderId, key: orderKey } = await buyAsGuest(shop, freshEmail());
  const phone = browser();
  expect((await followOrder(orderId, 'wrong', phone)).status).toBe(404);
  expect((await followOrder(orderId, orderKey, phone)).status).toBe(200);
  expect((await followOrder(orderId, orderKey, phone)).status).toBe(200);
  await owner.put(`/order/admin/${orderId}/status`, { status: 'shipped' });
  // The queue repeats a job that failed.
  const { id: messageId } = await shop.db.selectFrom('pushMessages').select('id').executeTakeFirstOrThrow();
  statuses = [503];
  await expect(shop.handlers.push({ messageId })).rejects.toThrow('The push service replied with 503');
  await shop.runJobs();
  await shop.handlers.push({ messageId });
  await owner.put(`/order/admin/${orderId}/status`, { status: 'processing' });
  await owner.put(`/order/admin/${orderId}/status`, { status: 'shipped' });
  await shop.runJobs();
  expect(received.filter(({ path }) => path === phone.path)).toHaveLength(2);
  const number = orderId.slice(-6).toUpperCase();
  expect(phone.messages().at(-1)).toEqual({
    title: expect.stringMatching(new RegExp(`^Your order ${number} `)),
    body: expect.any(String),
    path: `/order-success/${orderId}`,
    tag: `order-${orderId}`,
  });
  expect(received.at(-1)?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    authorization: expect.stringMatching(
      new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${(await shop.get('/push/key')).body.key}$`),
    ),
  });
  await owner.put(`/order/admin/${orderId}/status`, { status: 'delivered' });
  await shop.runJobs();
  expect(phone.messages()).toHaveLength(3);
  expect((await subscriptions()).map(({ endpoint }) => endpoint)).not.toContain(phone.subscription.endpoint);
  expect((await followOrder(orderId, orderKey, phone)).status).toBe(400);
});

it('a browser that waits for a variant is told once when it is in stock; one that is gone is removed', async () => {
  const lamp = await owner.product({ name: 'Lamp', countInStock: 0 });
  const variantId = String(lamp.variants[0]?._id);
  const [first, gone, stopped] = [browser(), browser(), browser()];
  for (const { subscription } of [first, gone, stopped])
    expect((await shop.post('/push/variants', { variantId, subscription })).status).toBe(200);
  expect((await shop.post('/push/stop', { endpoint: stopped.subscription.endpoint })).status).toBe(200);
  await shop.minute();
  expect(first.messages()).toEqual([]);
  await owner.put(`/products/${lamp._id}`, { countInStock: 2 });
  statuses = [];
  await shop.minute();
  expect(first.messages()).toEqual([
    {
      title: 'Back in stock',
      body: 'Lamp',
      path: `/products/${lamp.slug}?variant=${variantId}`,
      tag: `stock-${variantId}`,
    },
  ]);
  await shop.minute();
  expect([first.messages().length, stopped.messages().length]).toEqual([1, 0]);

  const order = await buyAsGuest(shop, freshEmail());
  await followOrder(order.id, order.key, gone);
  statuses = [410];
  await owner.put(`/order/admin/${order.id}/status`, { status: 'shipped' });
  await shop.runJobs();
  expect((await subscriptions()).map(({ endpoint }) => endpoint)).not.toContain(gone.subscription.endpoint);
});

it('the shop sends to push services only, never to an address that somebody has made up (T-SSR-02)', async () => {
  const lamp = await owner.product({ name: 'Other lamp', countInStock: 0 });
  const variantId = String(lamp.variants[0]?._id);
  const { subscription } = browser();
  const follow = (endpoint: string, keys: object = subscription.keys) =>
    shop.post('/push/variants', { variantId, subscription: { endpoint, keys } });
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://fcm.googleapis.com.attacker.example/x',
    'https://fcm.googleapis.com@attacker.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://attacker.example/#fcm.googleapis.com',
    'https://evilpush.apple.com.attacker.example/x',
    'ftp://fcm.googleapis.com/x',
    'not an address',
  ])
    expect((await follow(endpoint)).status, endpoint).toBe(400);
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-pn1p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])
    expect((await follow(endpoint)).status, endpoint).toBe(200);
  const offCurve = `B${'A'.repeat(86)}`;
  expect((await follow(`${origin}/x`, { ...subscription.keys, p256dh: offCurve })).status).toBe(400);
  const stocked = await owner.product({ name: 'Stocked' });
  const another = { variantId: stocked.variants[0]?._id, subscription };
  expect((await shop.post('/push/variants', another)).status).toBe(400);
  expect((await shop.post('/push/stop', { endpoint: 'https://fcm.googleapis.com/unknown' })).status).toBe(
    200,
  );
  await shop.db.deleteFrom('pushSubscriptions').execute();
});

it('the deletion of an account forgets the browsers that follow its orders', async () => {
  const asha = await signUp(shop);
  const { id: orderId } = await buyAsGuest(shop, freshEmail());
  await shop.db
    .updateTable('orders')
    .set({ userId: asha.user._id, isGuest: false })
    .where('id', '=', orderId)
    .execute();
  const phone = browser();
  await shop.post(`/push/orders/${orderId}`, { subscription: phone.subscription }, asha);
  expect(await subscriptions()).toHaveLength(1);
  const leave = { headers: asha.headers, payload: { currentPassword: password } };
  expect((await shop.call('DELETE', '/auth/account', leave)).status).toBe(200);
  expect(await subscriptions()).toEqual([]);
});
