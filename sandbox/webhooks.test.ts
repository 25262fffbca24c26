import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProvider } from '../server/provider/client.ts';
import { findWebhookSecret } from '../server/provider/signature.ts';
import { type FakeRazorpay, startFakeRazorpay } from '../tests/fakes/razorpay.ts';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';

type Hook = { id: unknown; event: string; signed: boolean; raw: string };

let database: TestDatabase;
let fake: FakeRazorpay;
let shop: Server;
let hooks: Hook[];
/** What the shop answers, one after the other; 200 once they are used up. */
let answers: number[];
let count = 0;

beforeEach(async () => {
  hooks = [];
  answers = [];
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const text = raw.toString();
      hooks.push({
        id: request.headers['x-razorpay-event-id'],
        event: /"event":"([^"]+)"/.exec(text)?.[1] ?? '',
        signed: findWebhookSecret([fake.webhookSecret], raw, request.headers['x-razorpay-signature']) === 0,
        raw: text,
      });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
  fake = await start();
});
afterEach(async () => {
  await fake.close();
  await database.drop();
  await new Promise((resolve) => shop.close(resolve));
});

const start = () =>
  startFakeRazorpay({
    databaseUrl: database.url,
    speed: 200,
    webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`,
  });
const eventually = <T>(read: () => T) => expect.poll(read);
const newOrder = async () => {
  const provider = createProvider({ keyId: fake.keyId, keySecret: fake.keySecret, apiUrl: fake.url });
  return (await provider.createOrder({ amountPaise: 129900, receipt: `hook-${++count}` })).id;
};
const events = () => hooks.map(({ event }) => event);
const ofPayment = ['payment.authorized', 'payment.captured', 'order.paid'];

test('a payment sends signed events, each with its own id', async () => {
  const orderId = await newOrder();
  await fake.pay(orderId);
  await eventually(() => events().sort()).toEqual([...ofPayment].sort());
  expect(hooks.every(({ signed }) => signed)).toBe(true);
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(3);
  expect(JSON.parse(hooks.find(({ event }) => event === 'order.paid')?.raw ?? '')).toMatchObject({
    entity: 'event',
    event: 'order.paid',
    payload: {
      payment: { entity: { order_id: orderId, status: 'captured', amount: 129900 } },
      order: { entity: { id: orderId, status: 'paid', amount_paid: 129900, amount_due: 0 } },
    },
  });
});

test('failures and refunds send events', async () => {
  const orderId = await newOrder();
  await fake.pay(orderId, 'failed');
  await eventually(events).toEqual(['payment.failed']);
  const { razorpay_payment_id: id } = await fake.pay(orderId);
  const provider = createProvider({ keyId: fake.keyId, keySecret: fake.keySecret, apiUrl: fake.url });
  await provider.refund(id, { amountPaise: 1000, receipt: 'refund-1', idempotencyKey: 'refund-key-1' });
  await eventually(events).toEqual(expect.arrayContaining(['refund.created', 'refund.processed']));
});

test('a rejected event is sent again with the same id', async () => {
  answers = [500, 400, 503];
  await fake.pay(await newOrder(), 'failed');
  await eventually(() => hooks.length).toBe(4);
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(1);
  // A delivery is recorded after its reply.
  const recorded = async () => (await fake.deliveries()).map(({ status, attempt }) => [status, attempt]);
  await expect.poll(recorded).toEqual([
    [500, 1],
    [400, 2],
    [503, 3],
    [200, 4],
  ]);
});

test('no event is lost by a restart', async () => {
  await fake.webhooks({ mode: 'hold' });
  await fake.pay(await newOrder());
  await fake.close();
  expect(hooks).toEqual([]);
  fake = await start();
  await eventually(() => events().sort()).toEqual([...ofPayment].sort());
});

test('tests can duplicate, reorder, drop and damage events', async () => {
  await fake.webhooks({ mode: 'duplicate', times: 3 });
  await fake.pay(await newOrder(), 'failed');
  await eventually(() => hooks.length).toBe(3);
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(1);

  hooks = [];
  await fake.webhooks({ mode: 'reorder' });
  await fake.pay(await newOrder());
  await eventually(events).toEqual([...ofPayment].reverse());

  await fake.webhooks({ mode: 'normal' });
  for (const mode of ['bad_signature', 'no_signature', 'truncate'] as const) {
    hooks = [];
    fake.damageWebhooks(mode);
    await fake.pay(await newOrder(), 'failed');
    await eventually(() => hooks.length).toBe(1);
    expect(hooks[0]?.signed).toBe(false);
  }

  hooks = [];
  fake.damageWebhooks();
  await fake.webhooks({ mode: 'drop' });
  await fake.pay(await newOrder(), 'failed');
  await eventually(async () => (await fake.deliveries()).at(-1)?.status).toBe(0);
  expect(hooks).toEqual([]);
});

test('a delivered event can be sent again', async () => {
  await fake.pay(await newOrder(), 'failed');
  await eventually(() => hooks.length).toBe(1);
  await fake.replayWebhook(String(hooks[0]?.id));
  await eventually(() => hooks.length).toBe(2);
  expect(hooks[1]).toEqual(hooks[0]);
});
