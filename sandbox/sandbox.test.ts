import { afterAll, describe, expect, test } from 'vitest';
import { checkoutSignatureOk } from '../server/provider/signature.ts';
import { startFakeRazorpay } from '../tests/fakes/razorpay.ts';
import { createTestDatabase } from '../tests/support/database.ts';
import { sandbox } from './routes.ts';

let count = 0;

const database = await createTestDatabase();
const fake = await startFakeRazorpay({ databaseUrl: database.url, speed: 1000 });
afterAll(async () => {
  await fake.close();
  await database.drop();
});

type Body = Record<string, unknown> & {
  id?: string;
  items?: { id: string }[];
  error?: Record<string, unknown>;
};
type Reply = { status: number; headers: Headers; body: Body };

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const authorization = `Basic ${Buffer.from(`${fake.keyId}:${fake.keySecret}`).toString('base64')}`;
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${fake.url}/v1${path}`, {
    method,
    headers: { authorization, ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Reply['body'],
  };
}
const eventually = <T>(read: () => T) => expect.poll(read);
const newOrder = async (more: object = {}): Promise<string> =>
  (await ask('POST', '/orders', { amount: 129900, currency: 'INR', receipt: `order-${++count}`, ...more }))
    .body.id ?? '';
const paid = async () => (await fake.pay(await newOrder())).razorpay_payment_id;
const authorised = async () =>
  (await fake.pay(await newOrder({ payment: { capture: 'manual' } }))).razorpay_payment_id;

describe('orders', () => {
  test('are created with the given fields, and empty notes are a list', async () => {
    const { status, headers, body } = await ask('POST', '/orders', {
      amount: 100,
      currency: 'INR',
      receipt: 'plain',
    });
    expect(status).toBe(200);
    expect(headers.get('x-sandbox')).toBe('1');
    expect(body).toMatchObject({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 100,
      amount_paid: 0,
      amount_due: 100,
      currency: 'INR',
      receipt: 'plain',
      status: 'created',
      attempts: 0,
      notes: [],
    });
  });

  const good = { amount: 1000, currency: 'INR' };
  const manyNotes = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`n${i}`, 'x']));
  test.each([
    [{ ...good, amount: 99 }, 'The amount must be at least INR 1.00', 'amount'],
    [{ ...good, amount: 100.5 }, 'The amount must be an integer.', 'amount'],
    [{ ...good, amount: '1000' }, 'The amount must be an integer.', 'amount'],
    [{ currency: 'INR' }, 'The amount field is required.', 'amount'],
    [{ ...good, color: 'red' }, 'color is/are not required and should not be sent', 'color'],
    [{ ...good, receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.', 'receipt'],
    [{ ...good, receipt: 'taken' }, 'Order receipt should be unique.', 'receipt'],
    [{ ...good, currency: 'USD' }, 'The selected currency is invalid.', 'currency'],
    [{ ...good, notes: manyNotes }, 'Number of fields in notes should be less than or equal to 15', 'notes'],
    [
      { ...good, notes: { long: 'x'.repeat(257) } },
      'The notes.long may not be greater than 256 characters.',
      'notes',
    ],
  ])('%j is refused', async (body, description, field) => {
    if ('receipt' in body && body.receipt === 'taken') await ask('POST', '/orders', body);
    const reply = await ask('POST', '/orders', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description, field, metadata: {} });
  });

  test('receipts may be repeated if the account allows it', async () => {
    await fake.setBehaviour({ uniqueReceipts: false });
    const ids = [await newOrder({ receipt: 'again' }), await newOrder({ receipt: 'again' })];
    await fake.setBehaviour({ uniqueReceipts: true });
    const { body } = await ask('GET', '/orders?receipt=again');
    expect(body).toMatchObject({ entity: 'collection', count: 2 });
    expect(body.items?.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('only their notes can be changed', async () => {
    const id = await newOrder();
    expect((await ask('PATCH', `/orders/${id}`, { notes: { a: 'b' } })).body).toMatchObject({
      notes: { a: 'b' },
    });
    expect((await ask('PATCH', `/orders/${id}`, { amount: 100 })).body.error).toMatchObject({
      reason: 'extra_field_sent',
    });
  });
});

describe('refusals', () => {
  test.each([
    ['', 'no header'],
    [
      `basic ${Buffer.from('rzp_test_sandboxFake01:fake-key-secret').toString('base64')}`,
      'the scheme in lower case',
    ],
    [`Basic ${Buffer.from('rzp_test_sandboxFake01:wrong').toString('base64')}`, 'a wrong secret'],
  ])('401 for %j: %s', async (authorization) => {
    const reply = await ask('GET', '/orders', undefined, { authorization });
    expect(reply.status).toBe(401);
    expect(reply.body.error).toMatchObject({ description: 'Authentication failed' });
  });

  test.each([
    ['GET', '/nothing', 404, 'The requested URL was not found on the server.'],
    ['GET', '/orders/order_AAAAAAAAAAAAAA', 400, 'The id provided does not exist'],
    ['GET', '/orders/order_x', 400, 'order_x is not a valid id'],
    ['GET', '/payments/pay_AAAAAAAAAAAAAA', 400, 'The id provided does not exist'],
    ['GET', '/orders?count=101', 400, 'The count may not be greater than 100.'],
  ])('%s %s', async (method, path, status, description) => {
    const reply = await ask(method, path);
    expect(reply.status).toBe(status);
    expect(reply.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description });
  });

  test('an invalid JSON body is rejected', async () => {
    const response = await fetch(`${fake.url}/v1/checkout/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR' } });
  });

  test('the sandbox does not run with real keys', () => {
    const options = { keySecret: 's', webhookSecret: 'w', webhookUrl: '', linkUrl: () => '' };
    const rest = { db: null as never, clock: { now: () => new Date() }, log: { warn() {} } };
    expect(() => sandbox({ ...options, ...rest, keyId: 'rzp_live_AAAAAAAAAAAAAA' })).toThrow(/real provider/);
  });
});

describe('capture', () => {
  const capture = (id: string, amount: number) =>
    ask('POST', `/payments/${id}/capture`, { amount, currency: 'INR' });

  test('captures exactly the authorised amount, once', async () => {
    const id = await authorised();
    expect((await capture(id, 100)).body.error?.description).toBe(
      'Capture amount must be equal to the amount authorized.',
    );
    expect((await capture(id, 129900)).body).toMatchObject({
      status: 'captured',
      captured: true,
      amount: 129900,
    });
    expect((await capture(id, 129900)).body.error?.description).toBe(
      'This payment has already been captured',
    );
  });

  test('a paid order rejects another payment', async () => {
    const id = await newOrder();
    await fake.pay(id);
    await expect(fake.pay(id)).rejects.toThrow(/already paid/);
    const second = await fake.secondPayment(id);
    expect((await ask('GET', `/payments/${second.razorpay_payment_id}`)).body).toMatchObject({
      status: 'captured',
    });
  });
});

describe('late payments', () => {
  test('a failed payment can still be paid', async () => {
    const orderId = await newOrder();
    const { razorpay_payment_id: id } = await fake.pay(orderId, 'failed');
    expect(await fake.lateAuthorize(id)).toMatchObject({ status: 'captured', error_code: null });
    expect((await ask('GET', `/orders/${orderId}`)).body).toMatchObject({ status: 'paid' });
  });

  test('a late payment for a paid order is refunded automatically', async () => {
    const orderId = await newOrder();
    const { razorpay_payment_id: id } = await fake.pay(orderId, 'pending');
    await fake.pay(orderId);
    expect(await fake.lateAuthorize(id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
    });
  });

  test('a pending payment completes after its delay', async () => {
    const orderId = await newOrder();
    await fake.pay(orderId, 'pending', { completeAfterMs: 60_000 });
    await eventually(async () => (await ask('GET', `/orders/${orderId}`)).body.status).toBe('paid');
  });
});

describe('refunds', () => {
  const refund = (id: string, body: object, key = `refund-key-${++count}`) =>
    ask('POST', `/payments/${id}/refund`, body, { 'x-refund-idempotency': key });

  test('one idempotency key creates one refund', async () => {
    const id = await paid();
    const first = await refund(id, { amount: 50000, receipt: 'one' }, 'the-same-key');
    const again = await refund(id, { receipt: 'one', amount: 50000 }, 'the-same-key');
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({ entity: 'refund', payment_id: id, status: 'processed', notes: [] });
    expect((await refund(id, { amount: 60000 }, 'the-same-key')).body.error?.description).toBe(
      'Different request with the same idempotency key has already been processed.',
    );
    expect((await ask('GET', `/payments/${id}/refunds`)).body).toMatchObject({ count: 1 });
  });

  test('concurrent requests with one key create one refund', async () => {
    const id = await paid();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => refund(id, { amount: 1000 }, 'all-at-once-key')),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect((await ask('GET', `/payments/${id}`)).body).toMatchObject({ amount_refunded: 1000 });
  });

  test('refunds never exceed the captured amount', async () => {
    const id = await paid();
    expect((await refund(id, { amount: 129901 })).body.error?.description).toBe(
      'The refund amount provided is greater than amount captured.',
    );
    await refund(id, {});
    expect((await refund(id, { amount: 100 })).body.error?.description).toBe(
      'The payment has been fully refunded already.',
    );
    expect((await ask('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
    });
    expect((await refund(await authorised(), { amount: 100 })).status).toBe(400);
  });

  test('a refund of ₹24.68 fails later and can be repeated', async () => {
    const id = await paid();
    const { body } = await refund(id, { amount: 2468 });
    expect(body).toMatchObject({ status: 'pending' });
    await eventually(async () => (await ask('GET', `/refunds/${body.id}`)).body.status).toBe('failed');
    expect((await ask('GET', `/payments/${id}`)).body).toMatchObject({
      amount_refunded: 0,
      status: 'captured',
    });
  });
});

test('the list of all payments is delayed', async () => {
  await fake.setBehaviour({ listLagSeconds: 120_000 });
  const id = await paid();
  const listed = async () =>
    (await ask('GET', '/payments?count=100')).body.items?.some((item) => item.id === id);
  expect(await listed()).toBe(false);
  await fake.advanceClock(121);
  expect(await listed()).toBe(true);
});

test('the values that the page receives are signed', async () => {
  const orderId = await newOrder();
  const { razorpay_payment_id: id, razorpay_signature: signature } = await fake.pay(orderId);
  expect(checkoutSignatureOk(fake.keySecret, orderId, id, signature)).toBe(true);
});
