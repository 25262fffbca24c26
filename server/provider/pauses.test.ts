import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProvider } from './client.ts';

/** The network, without waiting for the time that real sockets take. */
vi.mock('node:http', () => ({
  default: {
    request(url: URL, { method }: { method: string }) {
      const request = new EventEmitter();
      return Object.assign(request, {
        end: () => queueMicrotask(() => request.emit('response', respond(method, url.pathname))),
      });
    },
  },
}));

// Fake timers do not replace those of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

const order = {
  id: 'order_1',
  entity: 'order',
  amount: 7700,
  currency: 'INR',
  receipt: 'r',
  status: 'created',
};
const newOrder = { ...order, amount_paid: 0, amount_due: 7700, attempts: 0, notes: [], created_at: 1 };

/** The statuses with which the network replies to the next orders, and the requests that were sent. */
let limited: { times: number; retryAfter?: string };
let sent: string[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});
afterEach(() => vi.useRealTimers());

function respond(method: string, path: string): Readable {
  sent.push(`${method} ${path}`);
  const isLimited = method === 'POST' && limited.times-- > 0;
  const body = isLimited ? { error: { code: 'BAD_REQUEST_ERROR' } } : newOrder;
  return Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), {
    statusCode: isLimited ? 429 : 200,
    headers: isLimited ? { 'retry-after': limited.retryAfter } : {},
  });
}

const newProvider = () => createProvider({ keyId: 'k', keySecret: 's', apiUrl: 'http://provider.test' });
const create = (provider = newProvider()) => provider.createOrder({ amountPaise: 7700, receipt: 'r' });

describe('a provider that replies 429 (T-FLT-13)', () => {
  it('is called again after the time that it asked for, and not before', async () => {
    limited = { times: 1, retryAfter: '5' };
    const created = create();
    await vi.advanceTimersByTimeAsync(4900);
    expect(sent).toEqual(['POST /v1/orders']);
    await vi.advanceTimersByTimeAsync(400);
    expect(await created).toMatchObject({ id: 'order_1' });
    expect(sent).toEqual(['POST /v1/orders', 'POST /v1/orders']);
  });

  it('is not called with new orders while it asks to wait for longer than a shopper does', async () => {
    limited = { times: 1, retryAfter: new Date(Date.now() + 60_000).toUTCString() };
    const provider = newProvider();
    await expect(create(provider)).rejects.toMatchObject({ httpStatus: 429, reason: 'paused' });
    await expect(create(provider)).rejects.toMatchObject({ httpStatus: 429, reason: 'paused' });
    expect(sent).toEqual(['POST /v1/orders']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await create(provider)).toMatchObject({ id: 'order_1' });
  });

  it('is asked about payments meanwhile: the circuit breaker stays closed, however often it replies 429', async () => {
    limited = { times: 1000 };
    const provider = newProvider();
    const failures = Promise.allSettled(Array.from({ length: 30 }, () => create(provider)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await failures).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await provider.getOrder('order_1')).toMatchObject({ id: 'order_1' });
    // Each of the 30 calls made three attempts at most.
    expect(sent.filter((text) => text.startsWith('POST')).length).toBeLessThanOrEqual(90);
  });
});
