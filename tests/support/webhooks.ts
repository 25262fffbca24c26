import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { signWebhook } from '../../server/provider/signature.ts';
import type { TestShop } from './shop.ts';

/** Sends a signed event of the provider, and handles it. */
export async function sendWebhook(shop: TestShop, event: string, payload: object): Promise<void> {
  const body = JSON.stringify({ event, payload });
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-event-id': randomUUID().slice(-14),
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
  };
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/razorpay/webhook',
    payload: body,
    headers,
  });
  expect(reply.statusCode).toBe(200);
  await shop.runJobs();
}

/** The payload of an event about a captured payment; `amount` in paise. */
export const paymentEvent = (providerOrderId: string, paymentId: string, amount: number) => ({
  payment: {
    entity: { id: paymentId, order_id: providerOrderId, amount, currency: 'INR', status: 'captured' },
  },
});
