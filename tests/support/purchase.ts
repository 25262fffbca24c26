import { expect } from 'vitest';
import type { Paid } from '../fakes/razorpay.ts';
import { orderFor } from './factories.ts';
import type { TestShop } from './shop.ts';

export type PlacedOrder = { id: string; key: string; providerOrderId: string; amountPaise: number };

/** Places an unpaid guest order of these lines. */
export async function place(
  shop: TestShop,
  lines: Parameters<typeof orderFor>[0],
  more: object = {},
): Promise<PlacedOrder> {
  const { status, body } = await shop.post('/razorpay/create-order', orderFor(lines, more));
  expect(status, JSON.stringify(body)).toBe(201);
  const { id, amount } = body.razorpay_order as { id: string; amount: number };
  return { id: String(body.order_id), key: String(body.order_key), providerOrderId: id, amountPaise: amount };
}

/** Sends what the browser sends after a successful payment. */
export const verify = (shop: TestShop, paid: Paid | object) => shop.post('/razorpay/verify-payment', paid);

/** Places a guest order of these lines and pays for it. */
export async function buy(shop: TestShop, lines: Parameters<typeof orderFor>[0]): Promise<PlacedOrder> {
  const order = await place(shop, lines);
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  return order;
}

/** Reads the order as its shopper. */
export async function read(shop: TestShop, order: PlacedOrder) {
  const { status, body } = await shop.get(`/order/${order.id}?key=${order.key}`);
  expect(status).toBe(200);
  return body as {
    status: string;
    reservedUntil: string | null;
    paidAmount: number;
    refundedAmount: number;
    invoice_number: string | null;
    payment_id: string | null;
    timeline: { status: string; note: string }[];
  };
}

/** Counts the records of an order, of each kind that must exist once. */
export async function countRecords(shop: TestShop, orderId: string) {
  const count = async (table: 'payments' | 'ledgerEntries' | 'refunds') =>
    (await shop.db.selectFrom(table).select('id').where('orderId', '=', orderId).execute()).length;
  const mails = await shop.db
    .selectFrom('mails')
    .select('id')
    .where('dedupeKey', '=', `order-confirmation:${orderId}`)
    .execute();
  const invoices = await shop.db
    .selectFrom('invoices')
    .select('id')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'invoice')
    .execute();
  return {
    payments: await count('payments'),
    invoices: invoices.length,
    movements: await count('ledgerEntries'),
    refunds: await count('refunds'),
    confirmations: mails.length,
  };
}

/** Sends a request, and again, ten times at most, while the shop is too busy to answer it. */
export async function whileBusy<Reply extends { status: number } | undefined>(
  send: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await send();
  for (let tries = 0; reply?.status === 503 && tries < 10; tries++) reply = await send();
  return reply;
}
