// Slow: `npm run check` leaves this file out.
import { beforeEach, describe, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { type PlacedOrder, read, verify } from '../../../tests/support/purchase.ts';
import { auditedShop } from '../../../tests/support/shop.ts';

const shop = await auditedShop({ env: { RATE_LIMIT: '1000' } });
// Earlier reservations end and are more than an hour old, and their products are sold out.
beforeEach(async () => {
  shop.advance(16);
  await shop.minute();
  shop.advance(60);
  await shop.db.updateTable('products').set({ status: 'archived' }).execute();
});

type Lines = Parameters<typeof orderFor>[0];
type Buyer = { email?: string; from?: string };
let guests = 0;

/** An order of a new mailbox at a new address block, unless stated. */
function order(lines: Lines, { email, from }: Buyer = {}, more: object = {}) {
  const n = ++guests;
  const body = orderFor(lines, { email: email ?? `guest-${n}@example.in`, ...more });
  const remoteAddress = from ?? `10.${(n >> 8) & 255}.${n & 255}.1`;
  return shop.post('/razorpay/create-order', body, { remoteAddress });
}

const codesOf = (replies: Awaited<ReturnType<typeof order>>[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const code = status === 201 ? 'created' : String(body.code);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};
const placed = ({ body }: Awaited<ReturnType<typeof order>>): PlacedOrder => ({
  id: String(body.order_id),
  key: String(body.order_key),
  providerOrderId: (body.razorpay_order as { id: string }).id,
  amountPaise: 0,
});
const minutesLeft = async (placedOrder: PlacedOrder) =>
  (Date.parse(String((await read(shop, placedOrder)).reservedUntil)) - shop.clock.now().getTime()) / 60_000;

describe('what unpaid orders may reserve', () => {
  it('is bounded: a few orders can’t reserve the whole stock of a shop (T-STK-05)', async () => {
    const products = await Promise.all(
      Array.from({ length: 40 }, () => createProduct(shop.db, { stock: 72, pricePaise: 1000 })),
    );
    const stockLeft = async () => {
      let left = 0;
      for (const { id } of products) left += await stockOf(shop.db, id);
      return left;
    };
    // Eight products each, all units: five such orders are the whole stock of 2,880 units.
    const fifth = (n: number) => products.slice(n * 8, n * 8 + 8).map(({ id }) => ({ id, quantity: 72 }));
    const buyer = { email: 'bot@example.in', from: '203.0.113.7' };
    const all = [0, 1, 2, 3, 4];
    expect(codesOf(await Promise.all(all.map((n) => order(fifth(n), buyer))))).toEqual({
      created: 1,
      reservation_limit: 4,
    });
    // Other mailboxes of the same block, also with the address written as IPv6.
    const block = await Promise.all(all.map((n) => order(fifth(n), { from: `::ffff:203.0.113.${n}` })));
    expect(block.filter(({ status }) => status === 201)).toEqual([]);
    expect(await stockLeft()).toBe(2880 - 576);
    // Other blocks: half of all units at most. Ordinary orders are still accepted.
    const others = await Promise.all([...all, ...all].map((n) => order(fifth(n))));
    expect(others.filter(({ status }) => status === 201)).toHaveLength(1);
    const message = 'All unpaid orders can reserve at most 1440 units';
    expect(others.some(({ body }) => String(body.message).startsWith(message))).toBe(true);
    const free = [];
    for (const { id } of products) if ((await stockOf(shop.db, id)) > 0) free.push(id);
    expect((await order([{ id: String(free[0]), quantity: 5 }])).status).toBe(201);
    expect(await stockLeft()).toBe(2880 - 2 * 576 - 5);
  });

  it('does not include what an admin reserves for customers (T-STK-14)', async () => {
    const { headers } = await asOwner(shop);
    const product = await createProduct(shop.db, { stock: 400, pricePaise: 1000 });
    const email = 'wholesale@example.in';
    const sale = await shop.post(
      '/order/admin',
      {
        name: 'Meera Iyer',
        email,
        mobile: '9876543210',
        amount: 250_000,
        payment: { method: 'link' },
        cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 250 }],
      },
      { headers: { ...headers, 'idempotency-key': 'wholesale' } },
    );
    expect(sale.status, JSON.stringify(sale.body)).toBe(201);
    expect(codesOf([await order([{ id: product.id, quantity: 11 }], { email })])).toEqual({ created: 1 });
  });

  it('is bounded by value: one order of the largest amount, until it is paid', async () => {
    const { id } = await createProduct(shop.db, { stock: 9, pricePaise: 30_000_000 });
    const buyer = { email: 'asha@example.in' };
    const first = await order([{ id }], buyer);
    expect(await order([{ id }], buyer)).toMatchObject({
      status: 409,
      body: {
        code: 'reservation_limit',
        message:
          'Your unpaid orders can reserve at most ₹5,00,000. Please order less, or pay for a part first and order the rest afterwards.',
      },
    });
    await verify(shop, await shop.fake.pay(placed(first).providerOrderId));
    expect((await order([{ id }], buyer)).status).toBe(201);
  });

  it('is not bounded more by a low largest order: shoppers of one address block buy (T-STK-12)', async () => {
    const owner = await asOwner(shop);
    const setLargest = (maxOrderRupees: number) => owner.put('/site-info/admin', { maxOrderRupees });
    expect((await setLargest(2000)).status).toBe(200);
    const { id } = await createProduct(shop.db, { stock: 50, pricePaise: 180_000 });
    const shoppers = [];
    for (let n = 1; n <= 6; n++) shoppers.push(await order([{ id }], { from: `49.36.11.${n}` }));
    const { body } = await setLargest(500_000);
    expect(body).toMatchObject({ maxOrderRupees: 500_000 });
    expect(codesOf(shoppers)).toEqual({ created: 6 });
  });

  it('lets a wholesale buyer order all 50 of 50 units, and two shoppers at one address buy', async () => {
    const { id } = await createProduct(shop.db, { stock: 50 });
    const { id: another } = await createProduct(shop.db, { stock: 5 });
    const shared = { from: '49.36.10.20' };
    const whole = await order([{ id, quantity: 50 }], shared);
    expect(whole.status).toBe(201);
    const shoppers = [
      await order([{ id: another, quantity: 2 }], shared),
      await order([{ id: another }], shared),
    ];
    expect(codesOf(shoppers)).toEqual({ created: 2 });
    for (const shopper of [whole, ...shoppers]) {
      await verify(shop, await shop.fake.pay(placed(shopper).providerOrderId));
      expect((await read(shop, placed(shopper))).status).toBe('paid');
    }
  });

  it('is counted exactly: 24 parallel orders of one mailbox, 60 of one block (T-STK-09)', async () => {
    const { id } = await createProduct(shop.db, { stock: 500 });
    const names = ['meera.shah', 'meerashah+a', 'm.eerashah', 'Meera.Shah+b'];
    const mailbox = await Promise.all(
      Array.from({ length: 24 }, (_, n) => order([{ id }], { email: `${names[n % 4]}@gmail.com` })),
    );
    expect(codesOf(mailbox)).toEqual({ created: 5, too_many_unpaid_orders: 19 });
    const refused = mailbox.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(14 * 60);
    const block = await Promise.all(
      Array.from({ length: 60 }, (_, n) => order([{ id }], { from: `2001:db8:5:9::${n + 1}` })),
    );
    expect(codesOf(block)).toEqual({ created: 40, too_many_unpaid_orders: 20 });
    expect((await order([{ id }], { from: '2001:db8:5:a::1' })).status).toBe(201);
    expect(await stockOf(shop.db, id)).toBe(500 - 46);
  });
});

describe('a reservation', () => {
  it('is not prolonged by orders that replace each other (T-STK-10)', async () => {
    const { id } = await createProduct(shop.db);
    const buyer = { email: 'renews@example.in', from: '198.51.100.1' };
    let current = placed(await order([{ id, quantity: 2 }], buyer));
    const { reservedUntil } = await read(shop, current);
    for (let renewals = 0; renewals < 3; renewals++) {
      shop.advance(4);
      const replaces = { order_id: current.id, order_key: current.key };
      current = placed(await order([{ id, quantity: 2 }], buyer, { replaces }));
      expect((await read(shop, current)).reservedUntil).toBe(reservedUntil);
    }
    shop.advance(4);
    await shop.minute();
    expect(await read(shop, current)).toMatchObject({ status: 'failed' });
    expect(await stockOf(shop.db, id)).toBe(5);
  });

  it('of all units can’t be repeated for ever by new orders (T-STK-10)', async () => {
    const { id } = await createProduct(shop.db, { stock: 50 });
    const { id: another } = await createProduct(shop.db, { stock: 50 });
    const again = () => order([{ id, quantity: 50 }], { from: '198.51.100.9' });
    for (let times = 0; times < 2; times++) {
      expect((await again()).status).toBe(201);
      shop.advance(9);
      await shop.minute();
    }
    expect(await again()).toMatchObject({ status: 409, body: { code: 'reservation_limit' } });
    expect((await order([{ id: another, quantity: 50 }], { from: '198.51.100.9' })).status).toBe(201);
    expect((await order([{ id, quantity: 50 }])).status).toBe(201);
    shop.advance(9);
    await shop.minute();
    shop.advance(45);
    expect((await again()).status).toBe(201);
  });

  it('of a single unit can’t be repeated for ever either, and is possible for others (T-STK-10)', async () => {
    const { id } = await createProduct(shop.db, { stock: 1 });
    const again = (buyer: Buyer) => order([{ id }], buyer);
    const replies = [];
    for (const buyer of [{ email: 'keeps@example.in' }, { from: '198.51.100.30' }]) {
      for (let times = 0; times < 4; times++) {
        replies.push(await again(buyer));
        shop.advance(9);
        await shop.minute();
      }
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 409, 201, 201, 201, 201]);
  });

  it('is shorter if unpaid orders reserve more than half of a variant', async () => {
    const { id } = await createProduct(shop.db, { stock: 5 });
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(placed(await order([{ id }])));
    const minutes = await Promise.all(orders.map(minutesLeft));
    expect(minutes.map(Math.ceil)).toEqual([15, 15, 8]);
    shop.advance(9);
    await shop.minute();
    expect(await stockOf(shop.db, id)).toBe(3);
    const ended = await read(shop, orders[2] as PlacedOrder);
    expect(ended.timeline.at(-1)).toMatchObject({ status: 'failed', note: 'Not paid within 8 minutes' });
  });
});

describe('a paid order and unpaid reservations (T-STK-11)', () => {
  it('takes units that were released from the unpaid orders that end first; their late payment is refunded', async () => {
    const { id } = await createProduct(shop.db, { stock: 3 });
    const { id: another } = await createProduct(shop.db, { stock: 5 });
    const late = placed(await order([{ id, quantity: 2 }]));
    const paying = await shop.fake.pay(late.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    const first = placed(await order([{ id }, { id: another, quantity: 3 }]));
    shop.advance(1);
    const second = placed(await order([{ id, quantity: 2 }]));
    await shop.fake.lateAuthorize(paying.razorpay_payment_id);
    await verify(shop, paying);
    expect(await read(shop, late)).toMatchObject({ status: 'paid', refundedAmount: 0 });
    // The first one reserved only one of the two units, so the second one ended too.
    const note = 'Its units went to an order that was paid first';
    for (const item of [first, second])
      expect((await read(shop, item)).timeline.at(-1)).toMatchObject({ status: 'failed', note });
    expect([await stockOf(shop.db, id), await stockOf(shop.db, another)]).toEqual([1, 5]);
    const path = `/razorpay/orders/${second.id}/payment?key=${second.key}`;
    expect(await shop.post(path)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
    // The window of the second order was still open: its payment is refunded, because two units are not left.
    await verify(shop, await shop.fake.pay(second.providerOrderId));
    await shop.runJobs();
    await shop.minute();
    expect(await read(shop, second)).toMatchObject({
      status: 'failed',
      paidAmount: 2598,
      refundedAmount: 2598,
    });
    expect(await stockOf(shop.db, id)).toBe(1);
  });

  it('ends no unpaid order if the units would not suffice', async () => {
    const { id } = await createProduct(shop.db, { stock: 2 });
    const late = placed(await order([{ id, quantity: 2 }]));
    const paying = await shop.fake.pay(late.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    const sold = placed(await order([{ id }]));
    await verify(shop, await shop.fake.pay(sold.providerOrderId));
    const unpaid = placed(await order([{ id }]));
    await shop.fake.lateAuthorize(paying.razorpay_payment_id);
    await verify(shop, paying);
    await shop.runJobs();
    expect(await read(shop, unpaid)).toMatchObject({ status: 'pending' });
    expect(await read(shop, late)).toMatchObject({ status: 'failed', refundedAmount: 2598 });
  });
});
