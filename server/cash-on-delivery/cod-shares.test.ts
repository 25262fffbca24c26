// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { createAdmin, freshContact, freshEmail, freshMobile, lastMail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify, whileBusy } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const admin = async (method: 'PUT' | 'POST', url: string, payload: object = {}) => {
  const { headers } = await createAdmin(shop);
  const { status, body } = await shop.call(method, url, { payload, headers });
  expect(status, JSON.stringify(body)).toBe(200);
};
const shop = await auditedShop({ env: { RATE_LIMIT: '1000', LOG_LEVEL: 'silent' } });
beforeAll(() => admin('PUT', '/site-info/admin', { codEnabled: true, codConfirmHours: 48 }));
// Earlier orders are cancelled, and those of the last hour count no more.
beforeEach(async () => {
  shop.advance(49 * 60);
  await shop.minute();
});

let blocks = 0;
type Lines = Parameters<typeof orderFor>[0];
/** An order on delivery of somebody new, from a network of its own unless stated; repeated while the shop is busy. */
function order(lines: Lines, { from, ...more }: { from?: string; [field: string]: unknown } = {}) {
  const body = orderFor(lines, { ...freshContact(), ...more });
  const headers = { 'idempotency-key': randomUUID() };
  const remoteAddress = from ?? `10.${++blocks >> 8}.${blocks & 255}.1`;
  return whileBusy(() => shop.post('/order/cash-on-delivery', body, { headers, remoteAddress }));
}
type Reply = Awaited<ReturnType<typeof order>>;
const outcomes = (replies: Reply[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome = status === 201 ? 'created' : String(body.code);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
/** A mobile number that was proved by a code for the next order. */
async function provedContact() {
  const mobile = freshMobile();
  const { status, body } = await shop.post('/order/mobile-code', { mobile });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.db.updateTable('signInCodes').set({ provedAt: shop.clock.now() }).execute();
  return { mobile, mobile_proof: body.request };
}
/** A mobile number with an order that was paid, which proves nothing about who uses it now. */
async function boughtMobile(): Promise<string> {
  const { id } = await createProduct(shop.db);
  const mobile = freshMobile();
  const { providerOrderId } = await place(shop, [{ id }], { email: freshEmail(), mobile });
  expect((await verify(shop, await shop.fake.pay(providerOrderId))).status).toBe(200);
  return mobile;
}
const seen = async ({ body }: Reply) =>
  (await shop.get(`/order/${body.order_id}?key=${body.order_key}`)).body as {
    status: string;
    timeline: { note: string }[];
    cashOnDelivery: { confirmUntil: string | null };
  };
const hoursLeft = async (reply: Reply) => {
  const until = (await seen(reply)).cashOnDelivery.confirmUntil ?? '';
  return Math.round((Date.parse(until) - shop.clock.now().getTime()) / 3_600_000);
};

describe('orders on delivery that nobody has confirmed (T-STK-70)', () => {
  it('reserve a quarter of a product from one network, until a buyer proves the mobile number', async () => {
    const products = await Promise.all(
      Array.from({ length: 3 }, () => createProduct(shop.db, { stock: 24 })),
    );
    const ids = products.map(({ id }) => id);
    const from = (n: number) => `49.36.20.${n + 1}`;
    const replies = await Promise.all(
      Array.from({ length: 36 }, (_, n) =>
        order([{ id: String(ids[n % 3]), quantity: 2 }], { from: from(n) }),
      ),
    );
    expect(outcomes(replies)).toEqual({ created: 9, mobile_not_proved: 27 });
    for (const id of ids) expect(await stockOf(shop.db, id)).toBe(18);
    // Somebody else of the same carrier: a code or a payment is enough.
    const id = String(ids[0]);
    const proved = await order([{ id, quantity: 2 }], { from: from(40), ...(await provedContact()) });
    expect(proved.status).toBe(201);
    const online = await shop.post(
      '/razorpay/create-order',
      orderFor([{ id, quantity: 2 }], freshContact()),
      {
        remoteAddress: from(41),
      },
    );
    expect(online.status).toBe(201);
    expect((await order([{ id, quantity: 2 }])).status).toBe(201);
  });

  it('are 40 from one network, which keeps nobody from ordering who proves the mobile number', async () => {
    const { id } = await createProduct(shop.db, { stock: 500 });
    const from = '49.36.21.7';
    for (let n = 0; n < 40; n++) expect((await order([{ id }], { from })).status).toBe(201);
    expect((await order([{ id }], { from })).body.code).toBe('mobile_not_proved');
    expect((await order([{ id }], { from, mobile: await boughtMobile() })).body.code).toBe(
      'mobile_not_proved',
    );
    expect((await order([{ id }], { from, ...(await provedContact()) })).status).toBe(201);
  });

  it('reserve a fifth for one buyer, and half in all, counted exactly', async () => {
    const { id } = await createProduct(shop.db, { stock: 20 });
    expect((await order([{ id, quantity: 5 }])).body.code).toBe('mobile_not_proved');
    const contact = freshContact();
    expect((await order([{ id, quantity: 4 }], contact)).status).toBe(201);
    expect((await order([{ id }], { ...contact, mobile: freshMobile() })).body.code).toBe(
      'mobile_not_proved',
    );
    expect((await order([{ id }], { ...contact, email: freshEmail() })).body.code).toBe('mobile_not_proved');
    const others = await Promise.all(Array.from({ length: 10 }, () => order([{ id }])));
    expect(outcomes(others)).toEqual({ created: 6, mobile_not_proved: 4 });
    expect(await stockOf(shop.db, id)).toBe(10);
    // What the shop has confirmed does not count: 8 of 18 units are left in open orders.
    const { headers } = await createAdmin(shop);
    for (const { body } of others.filter(({ status }) => status === 201).slice(0, 2))
      await shop.call('POST', `/order/admin/${body.order_id}/confirm`, { headers });
    expect(outcomes([await order([{ id }]), await order([{ id }])])).toEqual({
      created: 1,
      mobile_not_proved: 1,
    });
    const { id: single } = await createProduct(shop.db, { stock: 1 });
    expect((await order([{ id: single }])).body.code).toBe('mobile_not_proved');
    expect((await order([{ id: single }], await provedContact())).status).toBe(201);
  });

  it('reserve no more with mobile numbers that have bought, which others may know, until a code proves them', async () => {
    const { id } = await createProduct(shop.db, { stock: 20 });
    const mobile = await boughtMobile();
    expect((await order([{ id, quantity: 20 }], { mobile })).body.code).toBe('mobile_not_proved');
    const from = '49.36.22.7';
    const replies = [];
    for (let n = 0; n < 4; n++)
      replies.push(await order([{ id, quantity: 2 }], { from, mobile: await boughtMobile() }));
    expect(outcomes(replies)).toEqual({ created: 3, mobile_not_proved: 1 });
    // The buyer who comes back is asked for a code, and then has as much as anybody who proves a number.
    const sent = await shop.post('/order/mobile-code', { mobile });
    await shop.db.updateTable('signInCodes').set({ provedAt: shop.clock.now() }).execute();
    const again = await order([{ id, quantity: 14 }], { from, mobile, mobile_proof: sent.body.request });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
  });

  it('reserve half of a product with mailboxes, which cost nothing, in a shop that sends no texts', async () => {
    const { texts } = shop.deps.config;
    shop.deps.config.texts = undefined;
    const { id } = await createProduct(shop.db, { stock: 12 });
    const { id: few } = await createProduct(shop.db, { stock: 3 });
    const withCode = async (lines: Lines) => {
      const contact = freshContact();
      const sent = await shop.post('/order/mobile-code', contact);
      await shop.runJobs();
      await shop.db.updateTable('signInCodes').set({ provedAt: shop.clock.now() }).execute();
      return order(lines, { ...contact, mobile_proof: sent.body.request });
    };
    expect((await order([{ id, quantity: 4 }])).body.code).toBe('mobile_not_proved');
    const replies = [];
    for (let n = 0; n < 3; n++) replies.push(await withCode([{ id, quantity: 3 }]));
    expect(outcomes(replies)).toEqual({ created: 2, reservation_limit: 1 });
    expect((await withCode([{ id: few, quantity: 3 }])).status).toBe(201);
    shop.deps.config.texts = texts;
  });

  it('end earlier when they reserve more than half of a product, and their mail says when (T-STK-72)', async () => {
    const { id } = await createProduct(shop.db, { stock: 24 });
    const ample = await order([{ id, quantity: 3 }]);
    expect(await hoursLeft(ample)).toBe(48);
    const scarce = await order([{ id, quantity: 10 }], await provedContact());
    expect(await hoursLeft(scarce)).toBe(12);
    shop.advance(12 * 60 + 1);
    await shop.minute();
    expect((await seen(scarce)).status).toBe('cancelled');
    expect((await seen(ample)).status).toBe('pending');
    expect(await stockOf(shop.db, id)).toBe(21);
  });
});

describe('an order that is paid late (T-STK-71)', () => {
  /** An order whose payment arrives after it has expired. */
  async function late(lines: Lines) {
    const placed = await place(shop, lines, freshContact());
    const paying = await shop.fake.pay(placed.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    const arrive = async () => {
      await shop.fake.lateAuthorize(paying.razorpay_payment_id);
      await verify(shop, paying);
    };
    return { placed, arrive };
  }
  const statusOf = async (placed: PlacedOrder) => (await read(shop, placed)).status;

  it('takes its units from an order on delivery that nobody has confirmed, which is mailed', async () => {
    const { id } = await createProduct(shop.db, { stock: 3 });
    const { placed, arrive } = await late([{ id, quantity: 2 }]);
    const email = freshEmail();
    const cod = await order([{ id, quantity: 2 }], { email, ...(await provedContact()) });
    const waiting = await place(shop, [{ id }], freshContact());
    await arrive();
    expect(await statusOf(placed)).toBe('paid');
    // Not from the order that is being paid.
    expect(await statusOf(waiting)).toBe('pending');
    const ended = await seen(cod);
    expect(ended.status).toBe('cancelled');
    expect(ended.timeline.at(-1)?.note).toBe('Its units went to an order that was paid first');
    expect((await lastMail(shop, email))?.subject).toContain('cancelled');
    expect(await stockOf(shop.db, id)).toBe(0);
  });

  it('takes nothing from an order that the buyer or the shop has confirmed, and is refunded', async () => {
    const { id } = await createProduct(shop.db, { stock: 2 });
    const { placed, arrive } = await late([{ id, quantity: 2 }]);
    const email = freshEmail();
    const buyer = await provedContact();
    const [byBuyer, byShop] = [await order([{ id }], { email, ...buyer }), await order([{ id }], buyer)];
    await admin('POST', `/order/admin/${byShop.body.order_id}/confirm`);
    const token = /[?&]token=([\w-]+)/.exec((await lastMail(shop, email))?.plain ?? '')?.[1];
    expect((await shop.post(`/order/${byBuyer.body.order_id}/confirm`, { token })).status).toBe(200);
    await arrive();
    await shop.runJobs();
    expect(await read(shop, placed)).toMatchObject({ status: 'failed', refundedAmount: 2598 });
    for (const item of [byBuyer, byShop]) expect((await seen(item)).status).toBe('pending');
  });

  it('meets confirmations and expiries at once: each order has its units or ends, and the totals agree', async () => {
    const { id } = await createProduct(shop.db, { stock: 5 });
    const lates = [];
    for (let n = 0; n < 2; n++) lates.push(await place(shop, [{ id, quantity: 2 }], freshContact()));
    const paying = await Promise.all(
      lates.map(({ providerOrderId }) => shop.fake.pay(providerOrderId, 'pending')),
    );
    shop.advance(16);
    await shop.minute();
    const cods = [];
    const buyer = await provedContact();
    for (let n = 0; n < 5; n++) cods.push(await order([{ id }], buyer));
    expect(outcomes(cods)).toEqual({ created: 5 });
    const { headers } = await createAdmin(shop);
    await Promise.all([
      ...paying.map(async (item) => {
        await shop.fake.lateAuthorize(item.razorpay_payment_id);
        await verify(shop, item);
      }),
      ...cods
        .slice(0, 3)
        .map(({ body }) => shop.call('POST', `/order/admin/${body.order_id}/confirm`, { headers })),
      shop.minute(),
    ]);
    for (let round = 0; round < 4; round++) {
      shop.advance(3 * 2 ** round);
      await shop.minute();
      await shop.runJobs();
    }
    const paid = await Promise.all(lates.map((late) => read(shop, late)));
    const open = (await Promise.all(cods.map(seen))).filter(({ status }) => status === 'pending').length;
    const sold = 2 * paid.filter(({ status }) => status === 'paid').length;
    expect(await stockOf(shop.db, id)).toBe(5 - sold - open);
    for (const { status, paidAmount, refundedAmount } of paid)
      expect([paidAmount, refundedAmount]).toEqual(status === 'paid' ? [2598, 0] : [2598, 2598]);
  });
});
