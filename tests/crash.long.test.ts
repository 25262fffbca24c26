import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '../server/provider/signature.ts';
import { type CrashPoint, crashPoints } from '../server/runtime/crash-point.ts';
import type { AdminOrder } from '../shared/contract/orders/orders.ts';
import { startFakeCouriers } from './fakes/couriers.ts';
import { expectCleanAudit } from './support/audit.ts';
import { courierAccounts } from './support/couriers.ts';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { startMailServer } from './support/mailbox.ts';
import { oneMoreUnit } from './support/order-changes.ts';
import { multipart, photo } from './support/owner.ts';
import { createAdmin, type Person, password, signUp } from './support/people.ts';
import { place, verify } from './support/purchase.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

const outsideOrders: CrashPoint[] = [
  'payment-link-created',
  'booked-at-courier',
  'order-counted',
  'file-written',
  'reset-token-used',
  'rows-restored',
  'restored',
];
const points = crashPoints.filter((point) => !outsideOrders.includes(point));
/** Prepares the database and the provider, and reads the state after a kill. */
let shop: TestShop;
let admin: Person;
/** Calls the current process; undefined if it was killed before it replied. */
let call: ServerProcess['call'];
let couriers: Awaited<ReturnType<typeof startFakeCouriers>>;
let mailbox: Awaited<ReturnType<typeof startMailServer>>;
/** The replies that clients received, to be compared with the state afterwards. */
const acknowledged: {
  orderId: string;
  providerOrderId: string;
  key: string;
  amount: number;
  paid: boolean;
}[] = [];

beforeAll(async () => {
  mailbox = await startMailServer();
  couriers = await startFakeCouriers();
  shop = await createTestShop({ env: { SMTP_URL: mailbox.url, ...couriers.env } });
  shop.deps.payments.name = 'razorpay';
  // The periodic jobs run a few minutes after each crash.
  shop.advance(6);
  admin = await createAdmin(shop);
  const payload = { codEnabled: true, codAdvance: { type: 'amount', amount: 200 } };
  await shop.call('PUT', '/site-info/admin', { payload, headers: admin.headers });
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
  await couriers.stop();
});

it.each(points)(
  'kill -9 at %s loses nothing (T-CRS-01, T-WHK-16)',
  async (point) => {
    const product = await createProduct(shop.db, { stock: 50 });
    const bought = await createProduct(shop.db, { pricePaise: 50_000, isGiftCard: true });
    const giftCard = await createGiftCard();
    const victim = await start(point);
    const ids = [product.id, bought.id] as const;
    await expectKilled(victim, () => placeOrdersUntilKilled(victim, ids, point, giftCard));
    await recover();
    await expectCleanAudit(shop);
    await expectAcknowledged();
    await expectProviderAgrees();
    await expectMailsDelivered();
    await expectShipmentsReported();
    const reserved = await reservedUnits(product.id);
    expect(await stockOf(shop.db, product.id)).toBe(50 - reserved);
  },
  60_000,
);

it('a mail that was sent but not recorded is sent again with the same Message-ID', () => {
  const ids = mailbox.received.map(idOf);
  expect(ids.length).toBeGreaterThan(new Set(ids).size);
});

it('kill -9 between the file of a picture and its row loses nothing: the upload can be repeated', async () => {
  const upload = async (send: typeof call) => {
    const { payload, headers } = multipart([{ name: 'image', value: await photo(), filename: 'a.jpg' }]);
    return send('POST', '/upload?kind=product', payload, { ...headers, ...admin.headers });
  };
  await expectKilled(await start('file-written'), () => upload(call));
  await expectCleanAudit(shop);
  const unfinished = shop.db.selectFrom('mediaFiles').select('path').where('stored', '=', false);
  const { path } = await unfinished.executeTakeFirstOrThrow();
  expect(await shop.deps.files.exists(path)).toBe(true);
  const createdAt = sql<Date>`now() - interval '2 hours'`;
  await shop.db.updateTable('mediaFiles').set({ createdAt }).where('path', '=', path).execute();
  await shop.handlers['half-pictures']({});
  expect(await unfinished.execute()).toEqual([]);
  expect(await shop.deps.files.exists(path)).toBe(false);
  const again = await upload(async (method, url, payload, headers) =>
    shop.call(method as 'POST', url, { payload, headers }),
  );
  expect(again?.status).toBe(201);
});

it('kill -9 after an order on delivery was stored: a repeated request returns it, with its units taken once', async () => {
  const payload = { codAdvance: null, codFeeRupees: 40 };
  await shop.call('PUT', '/site-info/admin', { payload, headers: admin.headers });
  const product = await createProduct(shop.db, { stock: 2 });
  const key = { 'idempotency-key': 'on-delivery' };
  const send = () => call('POST', '/order/cash-on-delivery', orderFor([{ id: product.id }]), key);
  await expectKilled(await start('order-stored'), send);
  const server = await start();
  const replies = [await send(), await send()];
  expect(replies.map((reply) => reply?.status)).toEqual([201, 201]);
  expect(replies[0]?.body.order_id).toBe(replies[1]?.body.order_id);
  expect(await stockOf(shop.db, product.id)).toBe(1);
  server.kill('SIGKILL');
  await recover();
  await expectMailsDelivered();
  await expectCleanAudit(shop);
});

it('kill -9 during a password reset changes nothing, and the link still works', async () => {
  const person = await signUp(shop);
  await shop.post('/auth/forgot-password', { email: person.email });
  await shop.runJobs();
  const { text } = await mailbox.waitFor(person.email, /reset-password/);
  const url = `/auth${/\/reset-password\/[\w-]+/.exec(text)?.[0]}`;
  const victim = await start('reset-token-used');
  await expectKilled(victim, () => call('PUT', url, { password: 'another-block-42' }));
  const orders = () => shop.get(`/order/user/${person.user._id}`, { headers: person.headers });
  expect((await orders()).status).toBe(200);
  expect((await shop.post('/auth/login', { email: person.email, password })).status).toBe(200);
  expect((await shop.call('PUT', url, { payload: { password: 'another-block-42' } })).status).toBe(200);
  expect((await orders()).status).toBe(404);
});

it.each(['order-stored', 'payment-opened'] as const)(
  'a process killed at %s does not block its idempotency key, and one payment is opened (T-IDM-05)',
  async (point) => {
    const product = await createProduct(shop.db, { stock: 1 });
    // An account of the provider that would create a second order with the same receipt.
    shop.fake.setBehaviour({ uniqueReceipts: false });
    await expectKilled(await start(point), () => create(product.id, `blocked-${point}`));
    const server = await start();
    const repeated = create(product.id, `blocked-${point}`);
    // The claim of the killed process ends.
    shop.advance(1);
    const reply = await repeated;
    expect(reply?.status).toBe(201);
    const { orders } = await shop.fake.ledger();
    expect(orders.filter(({ receipt }) => receipt === reply?.body.order_id)).toHaveLength(1);
    expect(await stockOf(shop.db, product.id)).toBe(0);
    shop.fake.setBehaviour({ uniqueReceipts: true });
    server.kill('SIGKILL');
  },
);

it('kill -9 after a payment link was created leaves one link, which is mailed and can be paid (T-PAY-36, T-PAY-42)', async () => {
  const product = await createProduct(shop.db, { stock: 2 });
  const order = {
    name: 'Meera Iyer',
    email: 'meera@example.in',
    mobile: '9876543210',
    amount: 129_900,
    cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 1 }],
    payment: { method: 'link' },
  };
  const headers = { ...admin.headers, 'idempotency-key': 'killed-link' };
  await expectKilled(await start('payment-link-created'), () => call('POST', '/order/admin', order, headers));
  // The claim of the killed process ends.
  shop.advance(2);
  await recover();
  const made = await shop.call('POST', '/order/admin', { payload: order, headers });
  const links = (await shop.fake.links()).filter(({ reference_id }) => reference_id === made.body._id);
  expect(links).toHaveLength(1);
  expect(made.body).toMatchObject({ status: 'pending', paymentLink: links[0]?.short_url });
  await mailbox.waitFor('meera@example.in', /Pay ₹1,299/);
  await shop.fake.payLink(String(made.body._id));
  const check = `/order/admin/${made.body._id}/check`;
  const { body } = await shop.call('POST', check, { headers: admin.headers });
  expect(body).toMatchObject({ status: 'paid', paidAmount: 1299 });

  // The same for the link that asks for the difference after a change, and for its payment.
  const change = oneMoreUnit(body as AdminOrder, { method: 'link' });
  const keyed = { ...admin.headers, 'idempotency-key': 'killed-difference' };
  const lines = `/order/admin/${made.body._id}/lines`;
  await expectKilled(await start('payment-link-created'), () => call('PUT', lines, change, keyed));
  shop.advance(2);
  await recover();
  const asked = (await shop.fake.links()).filter(({ description }) => description.startsWith('Difference'));
  expect(asked).toHaveLength(1);
  await shop.fake.payLink(String(asked[0]?.reference_id));
  await expectKilled(await start('settling'), () => call('POST', check, {}, admin.headers));
  await recover();
  const { body: settled } = await shop.call('POST', check, { headers: admin.headers });
  expect(settled).toMatchObject({ paymentState: 'paid', paidAmount: 2598, keptAmount: 2598 });
  await expectProviderAgrees();
  await expectCleanAudit(shop);
});

it('kill -9 between the answer of a courier and its record books once (T-COU-03)', async () => {
  const { headers } = admin;
  const account = courierAccounts.shiprocket;
  await shop.call('PUT', '/settings/couriers/shiprocket', { payload: account, headers });
  const product = await createProduct(shop.db);
  const placed = await place(shop, [{ id: product.id }]);
  await verify(shop, await shop.fake.pay(placed.providerOrderId));
  const { body } = await shop.call('POST', `/order/admin/${placed.id}/shipments`, { payload: {}, headers });
  const [shipment] = (body as AdminOrder).shipments;
  const { weightGrams, lengthCm, widthCm, heightCm } = account;
  const booking = { provider: 'shiprocket', weightGrams, lengthCm, widthCm, heightCm };
  const path = `/order/admin/${placed.id}/shipments/${shipment?._id}/booking`;
  await expectKilled(await start('booked-at-courier'), () => call('POST', path, booking, headers));
  // The claim of the killed process ends.
  shop.advance(2);
  await shop.askCouriers();
  expect(couriers.parcels).toHaveLength(1);
  const read = await shop.get(`/order/admin/${placed.id}`, { headers });
  expect(read.body).toMatchObject({
    shipments: [{ trackingNumber: couriers.parcels[0]?.trackingNumber, booking: { state: 'booked' } }],
  });
  await expectCleanAudit(shop);
});

it('kill -9 in the middle of a batch: each order is shipped or booked once, and the report is right (T-SHP-02, T-COU-03)', async () => {
  const { headers } = admin;
  const product = await createProduct(shop.db, { stock: 6 });
  const buy = async () => {
    const placed = await place(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(placed.providerOrderId));
    return placed.id;
  };
  const batch = async (point: CrashPoint, request: object) => {
    const ids = [await buy(), await buy(), await buy()];
    await expectKilled(await start(point), () =>
      call('POST', '/order/admin/batch', { ...request, ids }, headers),
    );
    const { id } = await shop.db
      .selectFrom('orderBatches')
      .select('id')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const started = await shop.get(`/order/admin/batch/${id}`, { headers });
    expect(started.body).toMatchObject({ total: 3, finished: false });
    // The claim of the killed process ends; then the job runs again, and once more.
    shop.advance(2);
    await recover();
    await shop.handlers['order-batch']({ batchId: id });
    const { body } = await shop.get(`/order/admin/batch/${id}`, { headers });
    expect(body).toMatchObject({ done: 3, skipped: 0, finished: true });
    const rows = shop.db.selectFrom('shipments').select('state').where('orderId', 'in', ids);
    return { started: started.body.done, states: (await rows.execute()).map(({ state }) => state) };
  };
  const shipped = await batch('order-counted', { action: 'ship', courier: 'DTDC' });
  expect(shipped).toEqual({ started: 1, states: ['shipped', 'shipped', 'shipped'] });
  const before = couriers.parcels.length;
  const booked = await batch('booked-at-courier', { action: 'book', provider: 'shiprocket', pickup: false });
  expect(booked).toEqual({ started: 0, states: ['packed', 'packed', 'packed'] });
  expect(couriers.parcels).toHaveLength(before + 3);
  await expectMailsDelivered();
  await expectCleanAudit(shop);
});

it('the next start accepts every call again', async () => {
  const product = await createProduct(shop.db);
  const server = await start();
  const order = await create(product.id, 'after-all-of-it');
  expect(order?.status).toBe(201);
  for (const item of acknowledged) {
    expect((await call('GET', `/order/${item.orderId}?key=${item.key}`))?.status).toBe(200);
  }
  server.kill('SIGKILL');
});

async function expectKilled(victim: ChildProcess, work: () => Promise<unknown>) {
  const died = once(victim, 'exit');
  await work();
  const [, signal] = await died;
  expect(signal).toBe('SIGKILL');
}

/**
 * Concurrent shoppers order, pay, one of them with a gift card and one only a part in advance, and get refunds until
 * the process is killed.
 */
async function placeOrdersUntilKilled(
  victim: ChildProcess,
  [productId, boughtCardId]: readonly [string, string],
  point: CrashPoint,
  giftCard: string,
): Promise<void> {
  const alive = () => victim.exitCode === null && victim.signalCode === null;
  const shopper = async (n: number) => {
    const path = n === 3 ? '/order/cash-on-delivery' : '/razorpay/create-order';
    const created = await create(productId, `${point}-${n}`, {
      path,
      giftCard: n === 2 ? giftCard : undefined,
      boughtCardId: n === 0 ? boughtCardId : undefined,
    });
    if (created?.status !== 201) return;
    const body = created.body as { order_id: string; order_key: string; razorpay_order: { id: string } };
    const order = {
      orderId: body.order_id,
      key: body.order_key,
      providerOrderId: body.razorpay_order.id,
      // In money: a free gift card pays ₹1,000 of one.
      amount: n === 3 ? 200 : n === 2 ? 299 : n === 0 ? 1799 : 1299,
      paid: false,
    };
    acknowledged.push(order);
    const paid = await shop.fake.pay(order.providerOrderId, n === 1 ? 'authorized' : 'captured');
    if (point.startsWith('webhook')) await sendWebhook(order.providerOrderId);
    else {
      const verified = await call('POST', '/razorpay/verify-payment', paid);
      if (verified?.status === 200) order.paid = true;
    }
    await call('GET', `/razorpay/invoice/${order.orderId}?key=${order.key}`);
    if (point === 'refund-sent') await refund(order.orderId);
    if (point === 'shipping' || point === 'shipped') await ship(order.orderId);
    if (point === 'order-handled') await shipAll([order.orderId]);
    if (point === 'order-editing') await addUnit(order.orderId);
    if (point === 'order-released' && n === 0) await expireOrders(victim, productId);
  };
  await Promise.all([0, 1, 2, 3].map(shopper));
  // Runs the periodic jobs until the process is killed.
  const died = once(victim, 'exit');
  for (let rounds = 0; alive() && rounds < 80; rounds++) {
    const done = once(victim, 'message');
    victim.send('minute', () => {});
    await Promise.race([died, done]);
    await Promise.race([died, new Promise((resolve) => setTimeout(resolve, 250))]);
  }
}

const create = (
  productId: string,
  key: string,
  {
    path = '/razorpay/create-order',
    giftCard,
    boughtCardId,
  }: { path?: string; giftCard?: string | undefined; boughtCardId?: string | undefined } = {},
) => {
  const recipient = { name: 'Meera', email: 'meera@example.in', message: '', sendOn: '' };
  const lines = [{ id: productId }, ...(boughtCardId ? [{ id: boughtCardId, recipient }] : [])];
  return call('POST', path, orderFor(lines, { gift_card_code: giftCard }), { 'idempotency-key': key });
};

/** A free gift card that pays a part of an order. */
async function createGiftCard(): Promise<string> {
  const payload = { amount: 1000, reason: 'Crash' };
  const { body } = await shop.call('POST', '/gift-cards', { payload, headers: admin.headers });
  return String(body.code);
}

const refund = (orderId: string) =>
  call('POST', `/order/admin/${orderId}/refund`, { amount: 100, reason: 'Scratched' }, admin.headers);

const ship = (orderId: string) =>
  call(
    'POST',
    `/order/admin/${orderId}/shipments`,
    { state: 'shipped', courier: 'India Post', trackingNumber: 'EI1' },
    admin.headers,
  );

async function addUnit(orderId: string) {
  const seen = await call('GET', `/order/admin/${orderId}`, undefined, admin.headers);
  if (!seen) return;
  const headers = { ...admin.headers, 'idempotency-key': orderId };
  await call(
    'PUT',
    `/order/admin/${orderId}/lines`,
    oneMoreUnit(seen.body as unknown as AdminOrder),
    headers,
  );
}

const shipAll = (ids: string[]) => call('POST', '/order/admin/batch', { action: 'ship', ids }, admin.headers);

/** Sends the webhook of a paid order. */
async function sendWebhook(providerOrderId: string) {
  const entity = {
    id: 'pay_AnyOfThem00001',
    order_id: providerOrderId,
    amount: 1,
    currency: 'INR',
    status: 'captured',
  };
  const body = JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } });
  const signature = signWebhook(shop.fake.webhookSecret, body);
  await call('POST', '/razorpay/webhook', body, {
    'x-razorpay-signature': signature,
    'x-razorpay-event-id': providerOrderId.slice(-14),
  });
}

/** Creates three unpaid orders, makes them expire and runs the job that releases them. */
async function expireOrders(victim: ChildProcess, productId: string) {
  for (const key of ['a', 'b', 'c']) await create(productId, `expiring-${key}`);
  await shop.db
    .updateTable('orders')
    .set({ expiresAt: new Date(0) })
    .where('status', '=', 'pending')
    .execute();
  victim.send('minute', () => {});
}

/** Runs the periodic jobs after the restart. */
async function recover(): Promise<void> {
  await shop.minute();
  await shop.minute();
  // The queue starts the jobs of a killed process again.
  const batches = shop.db.selectFrom('orderBatches').select('id').where('finishedAt', 'is', null);
  for (const { id } of await batches.execute()) await shop.handlers['order-batch']({ batchId: id });
  await shop.runJobs();
}

const idOf = ({ headers }: { headers: string }) => /^message-id: <([^@]+)@/im.exec(headers)?.[1];

/** Each queued mail was delivered, with one Message-ID however often it was sent (I8). */
async function expectMailsDelivered(): Promise<void> {
  const mails = await shop.db.selectFrom('mails').select(['id', 'status']).execute();
  expect(mails.filter(({ status }) => status !== 'sent')).toEqual([]);
  expect(new Set(mailbox.received.map(idOf))).toEqual(new Set(mails.map(({ id }) => id)));
}

/** Each shipment that was shipped has its mail, and no other has. */
async function expectShipmentsReported(): Promise<void> {
  const shipments = await shop.db.selectFrom('shipments').select('orderId').execute();
  const mails = shop.db.selectFrom('mails').select('dedupeKey').where('kind', '=', 'order-shipped');
  const told = (await mails.execute()).map(({ dedupeKey }) => dedupeKey);
  expect(told.sort()).toEqual(shipments.map(({ orderId }) => `order-shipped:${orderId}`).sort());
}

/** Each acknowledged order exists, and each acknowledged payment is recorded (I9). */
async function expectAcknowledged(): Promise<void> {
  for (const { orderId, key, paid, amount } of acknowledged) {
    const { status, body } = await shop.get(`/order/${orderId}?key=${key}`);
    expect(status).toBe(200);
    if (paid) expect(body.paidAmount).toBe(amount);
  }
}

/** The payments and refunds of the shop are exactly those of the provider (I4, I5, I6). */
async function expectProviderAgrees(): Promise<void> {
  const { payments, refunds } = await shop.fake.ledger();
  const captured = payments.filter((payment) => payment.captured === true).map(({ id }) => id);
  const shopPayments = await shop.db
    .selectFrom('payments')
    .select('providerPaymentId')
    .where('status', '=', 'captured')
    .where((eb) =>
      // A payment of a difference is never the primary one.
      eb.or([
        eb('isPrimary', '=', true),
        eb('id', 'in', eb.selectFrom('paymentRequests').select('paymentId')),
      ]),
    )
    .execute();
  expect(shopPayments.map(({ providerPaymentId }) => providerPaymentId).sort()).toEqual(captured.sort());
  const shopRefunds = await shop.db
    .selectFrom('refunds')
    .select('providerRefundId')
    .where('status', '=', 'processed')
    .execute();
  expect(shopRefunds.map(({ providerRefundId }) => providerRefundId).sort()).toEqual(
    refunds.map(({ id }) => id).sort(),
  );
}

async function reservedUnits(productId: string): Promise<number> {
  const rows = await shop.db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('quantity')
    .where('orderItems.productId', '=', productId)
    .where('orders.stock', '=', 'reserved')
    .execute();
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
}

async function start(crashAt?: CrashPoint): Promise<ChildProcess> {
  const env = { SMTP_URL: mailbox.url, ...couriers.env, ...(crashAt && { CRASH_AT: crashAt }) };
  const server = await startServer(shop, { env });
  call = server.call;
  return server.child;
}
