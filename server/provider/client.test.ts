// Slow: `npm run check` leaves this file out.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FaultKind } from '../../tests/fakes/faults.ts';
import { startFakeRazorpay } from '../../tests/fakes/razorpay.ts';
import { createTestDatabase } from '../../tests/support/database.ts';
import { createProvider, type PaymentProvider } from './client.ts';

let provider: PaymentProvider;
let count = 0;

const database = await createTestDatabase();
const fake = await startFakeRazorpay({ databaseUrl: database.url });
beforeAll(async () => {
  provider = newProvider();
});
afterEach(() => fake.clearFaults());
afterAll(async () => {
  await fake.close();
  await database.drop();
});

/** A client of its own: another test's failures do not tire it. */
const newProvider = (more: { timeoutMs?: number; totalMs?: number; keySecret?: string } = {}) =>
  createProvider({ keyId: fake.keyId, keySecret: fake.keySecret, apiUrl: fake.url, ...more });
const newReceipt = () => `receipt-${++count}`;
const newOrder = (amountPaise = 129900) => provider.createOrder({ amountPaise, receipt: newReceipt() });
const ordersWith = async (receipt: string) =>
  (await fake.ledger()).orders.filter((order) => order.receipt === receipt);

test('creates an order and reads it back', async () => {
  const receipt = newReceipt();
  const order = await provider.createOrder({ amountPaise: 50050, receipt, notes: { shop: 'Haat' } });
  expect(order).toMatchObject({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    amountPaise: 50050,
    currency: 'INR',
    receipt,
    status: 'created',
    notes: { shop: 'Haat' },
  });
  expect(await provider.getOrder(order.id)).toEqual(order);
  expect(await provider.listPayments(order.id)).toEqual([]);
});

test('two requests with one receipt create one order', async () => {
  const receipt = newReceipt();
  const first = await provider.createOrder({ amountPaise: 1000, receipt });
  expect(await provider.createOrder({ amountPaise: 1000, receipt })).toEqual(first);
  await expect(provider.createOrder({ amountPaise: 2000, receipt })).rejects.toMatchObject({
    kind: 'nonsense',
  });
  expect(await ordersWith(receipt)).toHaveLength(1);
});

describe('if the reply to a new order fails', () => {
  const passing: FaultKind[] = ['500', '502', '429', 'html_body', 'garbage_json', 'empty_body', 'reset'];
  const late: FaultKind[] = ['timeout_before', 'timeout_after_commit', 'slow:900'];

  test.each([...passing, ...late])('%s once: there is still one order', async (kind) => {
    const receipt = newReceipt();
    await fake.faults({ match: 'POST /v1/orders', kind });
    const order = await newProvider({ timeoutMs: 500 }).createOrder({ amountPaise: 7700, receipt });
    expect(order).toMatchObject({ amountPaise: 7700, receipt });
    await new Promise((resolve) => setTimeout(resolve, kind === 'slow:900' ? 700 : 0));
    expect(await ordersWith(receipt)).toHaveLength(1);
  });

  test.each(passing)('%s every time: is reported', async (kind) => {
    await fake.faults({ match: 'POST /v1/orders', kind, times: 100 });
    const failure = newProvider().createOrder({ amountPaise: 7700, receipt: newReceipt() });
    await expect(failure).rejects.toMatchObject({ name: 'ProviderError', kind: /unreachable|nonsense/ });
  });

  test('a request to a hanging provider ends after the timeout', async () => {
    await fake.faults({ match: '*', kind: 'timeout_before', times: 100 });
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const failure = newProvider({ timeoutMs: 500, totalMs: 900 }).createOrder({
      amountPaise: 7700,
      receipt: newReceipt(),
    });
    await expect(failure).rejects.toMatchObject({ kind: 'unreachable' });
    // No request of a call may take longer than what is left of the whole.
    const allowed = limits.mock.calls.map(([ms]) => ms);
    expect(allowed[0]).toBe(500);
    expect(allowed.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(900);
  });

  test.each(['wrong_amount', 'wrong_currency'] as const)('%s is never accepted', async (kind) => {
    await fake.faults({ match: 'POST /v1/orders', kind, times: 100 });
    await fake.faults({ match: 'GET /v1/orders', kind, times: 100 });
    const failure = newProvider().createOrder({ amountPaise: 7700, receipt: newReceipt() });
    await expect(failure).rejects.toMatchObject({ kind: 'nonsense' });
  });
});

test('distinguishes rejections, wrong keys and outages, and never reveals a secret', async () => {
  await expect(provider.createOrder({ amountPaise: 99, receipt: newReceipt() })).rejects.toMatchObject({
    kind: 'rejected',
    httpStatus: 400,
    reason: 'input_validation_failed',
    description: 'The amount must be at least INR 1.00',
  });
  const stranger = newProvider({ keySecret: 'not-the-secret' });
  const refusal = await stranger.getOrder('order_AAAAAAAAAAAAAA').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ kind: 'unauthorised', httpStatus: 401 });
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('not-the-secret');

  const nobody = createProvider({ keyId: 'k', keySecret: 's', apiUrl: 'http://127.0.0.1:9', totalMs: 800 });
  await expect(nobody.getPayment('pay_AAAAAAAAAAAAAA')).rejects.toMatchObject({ kind: 'unreachable' });
});

test('reads are retried', async () => {
  const { id } = await newOrder();
  await fake.faults({ match: 'GET /v1/orders/:id', kind: '502' });
  await fake.faults({ match: 'GET /v1/orders/:id', kind: 'html_body' });
  expect(await newProvider().getOrder(id)).toMatchObject({ id });
});

test('fails without a request after many failures (T-FLT-06)', async () => {
  const tired = newProvider();
  await fake.faults({ match: '*', kind: '500', times: 100 });
  for (let i = 0; i < 3; i++) await tired.getOrder('order_AAAAAAAAAAAAAA').catch(() => {});
  const asked = vi.spyOn(globalThis, 'fetch');
  await expect(tired.getOrder('order_AAAAAAAAAAAAAA')).rejects.toMatchObject({ reason: 'circuit_open' });
  expect(asked).not.toHaveBeenCalled();
});

describe('payments', () => {
  test('lists every attempt to pay an order', async () => {
    const order = await newOrder();
    await fake.pay(order.id, 'failed', { reason: 'card_declined', method: 'card' });
    const paid = await fake.pay(order.id, 'captured');
    const payments = await provider.listPayments(order.id);
    expect(payments.map(({ status }) => status).sort()).toEqual(['captured', 'failed']);
    const captured = payments.find(({ status }) => status === 'captured');
    expect(captured).toMatchObject({
      id: paid.razorpay_payment_id,
      orderId: order.id,
      amountPaise: 129900,
      currency: 'INR',
      captured: true,
      method: 'upi',
    });
    expect(payments.find(({ status }) => status === 'failed')?.errorReason).toBe('card_declined');
    expect(await provider.getOrder(order.id)).toMatchObject({ status: 'paid' });
  });

  test('an unsupported status is unknown', async () => {
    const order = await newOrder();
    await fake.pay(order.id);
    await fake.faults({ match: 'GET /v1/orders/:id/payments', kind: 'unknown_status' });
    expect(await provider.listPayments(order.id)).toMatchObject([{ status: 'unknown' }]);
  });

  test.each([undefined, 'timeout_after_commit', '500', 'reset', 'garbage_json'] as const)(
    'captures an authorised payment (%s)',
    async (kind) => {
      const order = await newOrder();
      const { razorpay_payment_id: id } = await fake.pay(order.id, 'authorized');
      if (kind) await fake.faults({ match: 'POST /v1/payments/:id/capture', kind });
      const captured = await newProvider({ timeoutMs: 500 })
        .capture(id, 129900)
        .catch((error: unknown) => error);
      if (kind === '500' || kind === 'reset' || kind === 'garbage_json') {
        expect(captured).toBeInstanceOf(Error);
        expect(await provider.capture(id, 129900)).toMatchObject({ status: 'captured' });
      } else {
        expect(captured).toMatchObject({ id, status: 'captured' });
      }
      expect(await provider.capture(id, 129900)).toMatchObject({ status: 'captured' });
    },
  );
});

describe('refunds', () => {
  const paidOrder = async () => (await fake.pay((await newOrder()).id)).razorpay_payment_id;

  test.each([undefined, 'timeout_after_commit', '500', '429', 'reset', 'empty_body'] as const)(
    'are made once (%s)',
    async (kind) => {
      const paymentId = await paidOrder();
      if (kind) await fake.faults({ match: 'POST /v1/payments/:id/refund', kind });
      const patient = newProvider({ timeoutMs: 500 });
      const request = { amountPaise: 50000, receipt: newReceipt(), idempotencyKey: `refund-key-${count}` };
      const refund = await patient.refund(paymentId, request);
      expect(refund).toMatchObject({ paymentId, amountPaise: 50000, receipt: request.receipt });
      expect(await patient.refund(paymentId, request)).toEqual(refund);
      expect(await provider.listRefunds(paymentId)).toEqual([refund]);
      expect(await provider.getRefund(paymentId, refund.id)).toEqual(refund);
      expect(await provider.getPayment(paymentId)).toMatchObject({
        amountRefundedPaise: 50000,
        status: 'captured',
      });
    },
  );

  test('are rejected beyond the captured amount', async () => {
    const paymentId = await paidOrder();
    const refund = (amountPaise: number) =>
      provider.refund(paymentId, {
        amountPaise,
        receipt: newReceipt(),
        idempotencyKey: `refund-key-${count}`,
      });
    await expect(refund(129901)).rejects.toMatchObject({ kind: 'rejected' });
    await refund(129900);
    expect(await provider.getPayment(paymentId)).toMatchObject({ status: 'refunded' });
    await expect(refund(100)).rejects.toMatchObject({ kind: 'rejected' });
  });
});
