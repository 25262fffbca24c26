// Slow: `npm run check` leaves this file out.

import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { fromCsvCell } from '../../shared/csv.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { bearer, freshContact, lastMail, signUp } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '' }));

let codes = 0;
const anyFree = { type: 'buy_x_get_y', quantity: 1, percent: 100, appliesTo: 'order' };
const tenPercent = { type: 'percent', percent: 10 };
const input = (more: object = {}) => ({
  title: 'Festival offer',
  code: `FEST${++codes}`,
  enabled: true,
  value: tenPercent,
  appliesTo: 'order',
  ...more,
});
/** A discount of which no other test knows the code. */
async function create(more: object = {}) {
  const { status, body } = await owner.post('/discounts', input(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Discount & { code: string };
}
const get = async ({ _id }: Discount) => (await owner.get(`/discounts/${_id}`)).body as Discount;
const order = (lines: Parameters<typeof orderFor>[0], more: object = {}, headers = {}) =>
  shop.post('/razorpay/create-order', orderFor(lines, { ...freshContact(), ...more }), { headers });
const freshMail = () => `buyer.${randomUUID()}@example.in`;
const quote = (lines: { id: string; quantity?: number }[], discount_code?: string, more = {}) =>
  shop.post('/razorpay/quote', { ...orderFor(lines), discount_code }, more);
const pay = async ({ providerOrderId }: PlacedOrder) =>
  expect((await verify(shop, await shop.fake.pay(providerOrderId))).status).toBe(200);
/** The provider's order that a request has created. */
const providerOrderOf = (reply: { body: Record<string, unknown> } | undefined) =>
  (reply?.body.razorpay_order as { id: string } | undefined)?.id ?? '';
const asAdmin = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;

describe('an order with a discount', () => {
  it('is reduced line by line: quote, order, payment, mail, invoice and refunds agree to the paisa', async () => {
    const { code } = await create({ value: { type: 'amount', amount: 100 } });
    const goods: [name: string, pricePaise: number, gstTenths: number, quantity: number][] = [
      ['Cushion', 69_000, 50, 1],
      ['Vase', 33_333, 180, 3],
      ['Book', 12_001, 0, 2],
    ];
    const lines: { id: string; quantity: number }[] = [];
    for (const [name, pricePaise, gstTenths, quantity] of goods)
      lines.push({ id: (await createProduct(shop.db, { name, pricePaise, gstTenths })).id, quantity });
    const discounts = [{ title: 'Festival offer', code, amount: 100 }];
    expect((await quote(lines, code.toLowerCase())).body).toMatchObject({
      subtotal: 1930.01,
      discounts,
      shipping: 0,
      delivery: null,
      amount: 1830.01,
    });
    const email = freshMail();
    const placed = await place(shop, lines, {
      discount_code: ` ${code.toLowerCase()} `,
      amount: 183_001,
      email,
    });
    expect(placed.amountPaise).toBe(183_001);
    await pay(placed);
    const paid = (await read(shop, placed)) as unknown as Order;
    expect(paid).toMatchObject({ amount: 1830.01, discount: 100, discounts, shipping: 0 });
    // 100 rupees by the largest remainder over 690.00, 999.99 and 240.02.
    expect(paid.cart_items.map(({ subtotal, total }) => [subtotal, total])).toEqual([
      [690, 654.25],
      [999.99, 948.18],
      [240.02, 227.58],
    ]);
    const mail = await lastMail(shop, email);
    expect(JSON.stringify(mail)).toContain(`Festival offer (${code})`);
    const { content } = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', placed.id)
      .executeTakeFirstOrThrow();
    const invoice = content as InvoiceContent;
    expect(invoice.totals.totalPaise).toBe(183_001);
    expect(invoice.lines.map(({ discountPaise }) => discountPaise)).toEqual([3575, 5181, 1244]);
    const pdf = await shop.get(`/razorpay/invoice/${placed.id}?key=${placed.key}`);
    expect(pdfText(pdf.body.raw as Buffer)).toContain('Discount (Festival offer) 35.75');
    for (const line of invoice.lines) {
      const { taxablePaise, cgstPaise, sgstPaise, igstPaise, linePaise } = line;
      expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(linePaise);
    }

    const admin = await asAdmin(placed);
    const refund = (body: object) =>
      owner.post(`/order/admin/${placed.id}/refund`, { reason: 'Back', ...body });
    expect((await refund({ lines: [{ line_id: admin.cart_items[1]?._id, quantity: 1 }] })).status).toBe(201);
    await shop.runJobs();
    expect((await read(shop, placed)).refundedAmount).toBe(316.06);
    expect((await refund({})).status).toBe(201);
    await shop.runJobs();
    expect((await read(shop, placed)).refundedAmount).toBe(1830.01);
    // A refund does not give the use back: the order was placed with it.
    expect((await owner.get('/discounts')).body).toContainEqual(expect.objectContaining({ code, uses: 1 }));
  });

  it('whose lines an admin changes has her discount in its place, and its use stays', async () => {
    const cushion = await createProduct(shop.db, { name: 'Cushion', pricePaise: 60_000 });
    const vase = await createProduct(shop.db, { name: 'Vase', pricePaise: 40_000 });
    const discount = await create();
    const lines = [{ id: cushion.id }, { id: vase.id }];
    const placed = await place(shop, lines, { discount_code: discount.code, amount: 90_000 });
    await pay(placed);
    const { updatedAt } = await asAdmin(placed);
    const change = {
      updatedAt,
      amount: 54_000,
      discount: { type: 'amount', amount: 60 },
      cart_items: [{ product_id: cushion.id, variant_id: cushion.variantIds[0], quantity: 1 }],
    };
    const changed = await shop.call('PUT', `/order/admin/${placed.id}/lines`, {
      payload: change,
      headers: { ...owner.headers, 'idempotency-key': randomUUID() },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({ amount: 540, discount: 60, discounts: [] });
    await shop.runJobs();
    expect(await asAdmin(placed)).toMatchObject({ refundedAmount: 360, paymentState: 'paid' });
    expect(await get(discount)).toMatchObject({ uses: 1 });
  });

  it('has the best automatic discount without a code, and the shopper’s other total is a 409 with it', async () => {
    const product = await createProduct(shop.db, { pricePaise: 100_000 });
    const only = { appliesTo: 'products', targets: [product.id] };
    const all = [
      await create({ code: null, title: 'A tenth', ...only }),
      await create({ code: null, title: 'Fifty', value: { type: 'amount', amount: 50 }, ...only }),
    ];
    const discounts = [{ title: 'A tenth', code: null, amount: 100 }];
    const lines = [{ id: product.id }];
    expect((await order(lines, { amount: 100_000 })).body).toMatchObject({
      code: 'amount_changed',
      amount: 90_000,
      discounts,
    });
    expect((await order(lines, { amount: 90_000 })).status).toBe(201);
    // A worse code is valid, and not used.
    const { code } = await create({ value: { type: 'amount', amount: 1 } });
    expect((await quote(lines, code)).body).toMatchObject({ discounts });
    for (const item of all) expect((await owner.delete(`/discounts/${item._id}`)).status).toBe(200);
    expect((await quote(lines)).body).toMatchObject({ subtotal: 1000, discounts: [], amount: 1000 });
  });

  it('leaves at least one rupee, and the least order is that before discounts', async () => {
    const { code } = await create({ value: { type: 'percent', percent: 100 } });
    const product = await createProduct(shop.db, { pricePaise: 20_000 });
    await owner.put('/site-info/admin', { minOrderRupees: 150 });
    expect((await place(shop, [{ id: product.id }], { discount_code: code })).amountPaise).toBe(100);
    await owner.put('/site-info/admin', { minOrderRupees: 300 });
    expect((await order([{ id: product.id }], { discount_code: code })).body.message).toBe(
      'The minimum order is ₹300.',
    );
    await owner.put('/site-info/admin', { minOrderRupees: 1 });
  });
});

describe('a code', () => {
  it('that can’t be used has one reply, whatever the reason (T-CPN-04)', async () => {
    const product = await createProduct(shop.db);
    const now = Date.now();
    const timeAfter = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    const used = await create({ maxUses: 1 });
    expect((await order([{ id: product.id }], { discount_code: used.code })).status).toBe(201);
    const deleted = await create();
    await owner.delete(`/discounts/${deleted._id}`);
    const unusable = [
      'NOSUCHCODE',
      used.code,
      deleted.code,
      (await create({ enabled: false })).code,
      (await create({ startsAt: timeAfter(60) })).code,
      (await create({ endsAt: timeAfter(-1), startsAt: timeAfter(-9) })).code,
    ];
    for (const code of unusable)
      for (const { status, body } of [
        await quote([{ id: product.id }], code),
        await order([{ id: product.id }], { discount_code: code }),
      ])
        expect([status, body], code).toMatchObject([
          400,
          {
            code: 'unknown_discount_code',
            errors: { discount_code: 'This code does not exist or is not valid any more.' },
          },
        ]);
    for (const wrong of ["x'--", 'ab', '<b>', 7, null, ['A']])
      expect((await order([{ id: product.id }], { discount_code: wrong })).status).toBe(400);
    const states = ((await owner.get('/discounts')).body as unknown as Discount[])
      .filter(({ code }) => code && unusable.includes(code))
      .map(({ state }) => state);
    expect(states.sort()).toEqual(['disabled', 'ended', 'scheduled', 'used_up']);
  });

  it('begins and ends on time, and is told what it lacks', async () => {
    const product = await createProduct(shop.db, { pricePaise: 20_000 });
    const soon = await create({ startsAt: new Date(shop.clock.now().getTime() + 60_000).toISOString() });
    shop.advance(2);
    expect((await quote([{ id: product.id }], soon.code)).status).toBe(200);
    const reason = async (more: object, quantity = 1) => {
      const { code } = await create(more);
      const { status, body } = await quote([{ id: product.id, quantity }], code);
      expect([status, body.code]).toEqual([409, 'discount_not_applicable']);
      return body.message;
    };
    expect(await reason({ minTotal: 400.01 }, 2)).toBe('This code needs a cart of at least ₹400.01.');
    expect(await reason({ minQuantity: 3 }, 2)).toBe('This code needs at least 3 items in the cart.');
    expect(await reason({ appliesTo: 'categories', targets: [randomUUID()] })).toBe(
      'This code is not for the products in your cart.',
    );
    expect(await reason({ accountsOnly: true })).toBe('Log in or sign up to use this code.');
  });
});

describe('limits', () => {
  const atOnce = longRun ? 200 : 60;

  it(`a limit of 5 tried by ${atOnce} at once is used 5 times, and ended orders give their uses back (T-CPN-05)`, async () => {
    const product = await createProduct(shop.db, { stock: 500 });
    const another = await createProduct(shop.db, { stock: 500 });
    const discount = await create({ maxUses: 5 });
    const lines = [{ id: product.id }, { id: another.id }];
    /** Orders at once; who is asked to wait for her turn tries again. */
    async function all(count: number) {
      const bodies = Array.from({ length: count }, () => ({
        email: freshMail(),
        discount_code: discount.code,
      }));
      const linesOf = (n: number) => (n % 2 ? lines : lines.toReversed());
      const replies = await Promise.all(bodies.map((body, n) => order(linesOf(n), body)));
      for (const [n, body] of bodies.entries())
        while (replies[n]?.body.code === 'checkout_queue') replies[n] = await order(linesOf(n), body);
      return replies;
    }
    const answers = await all(atOnce);
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(5);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['unknown_discount_code']),
    );
    expect(await get(discount)).toMatchObject({ uses: 5, state: 'used_up' });
    const [paid, cancelled] = won;
    await verify(shop, await shop.fake.pay(providerOrderOf(paid)));
    await owner.put(`/order/admin/${cancelled?.body.order_id}/status`, { status: 'cancelled' });
    expect(await get(discount)).toMatchObject({ uses: 4, state: 'active' });
    shop.advance(16);
    await shop.minute();
    expect(await get(discount)).toMatchObject({ uses: 1 });
    expect((await all(20)).filter(({ status }) => status === 201)).toHaveLength(4);
    // A late payment is honoured: its buyer has paid the reduced price.
    await verify(shop, await shop.fake.pay(providerOrderOf(won[3])));
    expect(await get(discount)).toMatchObject({ uses: 6, state: 'used_up' });
  });

  it('an automatic discount that is used up meanwhile changes the amount', async () => {
    const product = await createProduct(shop.db, { stock: 50, pricePaise: 10_000 });
    const only = { appliesTo: 'products', targets: [product.id] };
    const discount = await create({ code: null, maxUses: 3, ...only });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => order([{ id: product.id }], { amount: 9000 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['amount_changed']),
    );
    expect(await get(discount)).toMatchObject({ uses: 3 });
  });

  it('repeated, replaced and failed orders count once (T-CPN-06)', async () => {
    const product = await createProduct(shop.db, { stock: 50 });
    const discount = await create({ maxUses: 2, maxUsesPerCustomer: 1 });
    const body = { ...freshContact(), discount_code: discount.code };
    const key = { 'idempotency-key': randomUUID() };
    const repeats = await Promise.all([1, 2, 3, 4].map(() => order([{ id: product.id }], body, key)));
    expect(new Set(repeats.map((repeat) => repeat.body.order_id)).size).toBe(1);
    expect(await get(discount)).toMatchObject({ uses: 1 });
    const first = repeats[0]?.body;
    const replaces = { order_id: first?.order_id, order_key: first?.order_key };
    expect((await order([{ id: product.id, quantity: 2 }], body)).body.message).toBe(
      'You have used this code already.',
    );
    expect((await order([{ id: product.id, quantity: 2 }], { ...body, replaces })).status).toBe(201);
    const single = await create({ maxUses: 1 });
    const held = (await order([{ id: product.id }], { discount_code: single.code })).body;
    const quoting = (replaces?: object) =>
      shop.post('/razorpay/quote', orderFor([{ id: product.id }], { discount_code: single.code, replaces }));
    expect((await quoting({ order_id: held.order_id, order_key: held.order_key })).status).toBe(200);
    for (const item of [
      undefined,
      { order_id: held.order_id, order_key: 'x' },
      { order_id: 'x', order_key: 'x' },
    ])
      expect((await quoting(item)).status).toBe(400);
    expect(await get(discount)).toMatchObject({ uses: 1 });
    await shop.fake.faults({ match: 'POST /v1/orders', times: 5, kind: '500' });
    expect((await order([{ id: product.id }], { discount_code: discount.code })).status).toBe(502);
    await shop.fake.clearFaults();
    shop.freshProvider();
    expect(await get(discount)).toMatchObject({ uses: 1 });
  });

  it('a first order has it once, for each account and mailbox (T-CPN-01, T-CPN-02, T-CPN-03)', async () => {
    const product = await createProduct(shop.db, { stock: 500 });
    const lines = [{ id: product.id }];
    const welcome = await create({ firstOrderOnly: true });
    const code = { discount_code: welcome.code };
    const name = randomUUID().replaceAll('-', '');
    const aliases = Array.from({ length: 30 }, (_, n) =>
      [`${name}@gmail.com`, `${name}+${n}@gmail.com`, `${name.slice(0, 5)}.${name.slice(5)}@GMAIL.com`].at(
        n % 3,
      ),
    );
    const answers = await Promise.all(aliases.map((email) => order(lines, { ...code, email })));
    const [won, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    await verify(shop, await shop.fake.pay(providerOrderOf(won)));
    await owner.put(`/order/admin/${won?.body.order_id}/status`, { status: 'cancelled' });
    await shop.runJobs();
    const again = await order(lines, { ...code, email: `${name}@gmail.com` });
    expect(again.body.message).toBe('This code is only for a first order.');

    const offer = await create({ firstOrderOnly: true, accountsOnly: true, announced: true });
    expect((await shop.get('/site-info')).body.welcomeOffer).toBe(
      `Get 10% off your first order when you sign up. Use the code ${offer.code}.`,
    );
    const asha = await signUp(shop);
    const ofAccount = (email: string) =>
      order(lines, { discount_code: offer.code, email }, bearer(asha.token).headers);
    const own = await Promise.all([1, 2, 3].map(() => ofAccount(freshMail())));
    expect(own.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await quote(lines, offer.code, bearer(asha.token))).status).toBe(409);
    expect((await quote(lines, offer.code)).body.message).toBe('Log in or sign up to use this code.');
    await owner.delete(`/discounts/${offer._id}`);
    expect((await shop.get('/site-info')).body.welcomeOffer).toBe('');
  });
});

describe('unique codes', () => {
  it('are used once each, even at once, and given back by orders that end (T-CPN-07)', async () => {
    const product = await createProduct(shop.db, { pricePaise: 10_000, stock: 500 });
    const lines = [{ id: product.id }];
    const discount = await create({ code: null, uniqueCodes: true });
    const path = `/discounts/${discount._id}/code-batches`;
    const made = await owner.post(path, { count: 5000, prefix: 'diwali' });
    expect(made).toMatchObject({ status: 201, body: { prefix: 'DIWALI', count: 5000, used: 0 } });
    const file = async () => {
      const csv = String((await owner.get(`${path}/${made.body._id}/codes.csv`)).body.raw);
      // An order number can consist of digits, which an export protects from spreadsheets.
      return parse(csv, { bom: true, fromLine: 2 }).map((row) => row.map(fromCsvCell));
    };
    const codes = (await file()).map(([code = '']) => code);
    expect(new Set(codes).size).toBe(5000);
    for (const code of codes) expect(code).toMatch(/^DIWALI-[A-HJ-NP-Z2-9]{10}$/);
    const [code = '', second = ''] = codes;

    // It is no automatic discount, and no code of another one.
    expect((await quote(lines)).body.discounts).toEqual([]);
    expect((await owner.post('/discounts', input({ code }))).body.code).toBe('code_taken');
    const body = { discount_code: code.toLowerCase(), amount: 9000 };
    const tries = await Promise.all(Array.from({ length: 30 }, () => order(lines, body)));
    const won = tries.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(new Set(tries.filter(({ status }) => status !== 201).map((item) => item.body.code))).toEqual(
      new Set(['unknown_discount_code']),
    );
    const id = String(won[0]?.body.order_id);
    expect((await file())[0]).toEqual([code, 'Used', orderNumber(id)]);
    expect((await owner.get(path)).body).toMatchObject([{ count: 5000, used: 1 }]);
    const replaces = { order_id: id, order_key: won[0]?.body.order_key };
    expect((await shop.post('/razorpay/quote', orderFor(lines, { ...body, replaces }))).status).toBe(200);
    expect((await quote(lines, code)).status).toBe(400);
    expect((await quote(lines, second)).body.discounts).toEqual([
      { title: 'Festival offer', code: second, amount: 10, target: 'products' },
    ]);

    await owner.put(`/order/admin/${id}/status`, { status: 'cancelled' });
    expect((await file())[0]).toEqual([code, 'Unused', '']);
    expect((await order(lines, body)).status).toBe(201);
    // Both buyers have paid the reduced price.
    await verify(shop, await shop.fake.pay(providerOrderOf(won[0])));
    expect((await owner.get(path)).body).toMatchObject([{ used: 1 }]);
    expect(await get(discount)).toMatchObject({ uses: 2 });

    await owner.put(`/discounts/${discount._id}`, input({ code: null, uniqueCodes: true, enabled: false }));
    expect((await quote(lines, second)).status).toBe(400);
  });

  it('are refused for other discounts, in wrong numbers and with wrong prefixes', async () => {
    const first = await create({ code: null, uniqueCodes: true });
    const wrong = [
      { count: 5001 },
      { count: 0 },
      { count: 1.5 },
      { count: 1, prefix: 'A B' },
      { prefix: 'A' },
    ];
    for (const body of wrong)
      expect((await owner.post(`/discounts/${first._id}/code-batches`, body)).status).toBe(400);
    expect((await owner.post(`/discounts/${(await create())._id}/code-batches`, { count: 1 })).status).toBe(
      400,
    );
    expect((await owner.post(`/discounts/${randomUUID()}/code-batches`, { count: 1 })).status).toBe(404);
    expect((await owner.get(`/discounts/${first._id}/code-batches/${randomUUID()}/codes.csv`)).status).toBe(
      404,
    );
    for (const more of [{ code: 'OWN' }, { announced: true }])
      expect((await owner.post('/discounts', input({ code: null, uniqueCodes: true, ...more }))).status).toBe(
        400,
      );
  });
});

describe('the back office', () => {
  it('creates, changes and deletes discounts, with an entry in the log', async () => {
    const first = await create({ title: ' Diwali ', code: 'diwali-25' });
    expect(first).toMatchObject({ title: 'Diwali', code: 'DIWALI-25', state: 'active', uses: 0 });
    const taken = await owner.post('/discounts', input({ code: 'DIWALI-25' }));
    expect([taken.status, taken.body.code]).toEqual([409, 'code_taken']);
    const changed = await owner.put(
      `/discounts/${first._id}`,
      input({ ...first, value: { type: 'amount', amount: 5.5 } }),
    );
    expect(changed.body).toMatchObject({ value: { type: 'amount', amount: 5.5 }, code: 'DIWALI-25' });
    await owner.delete(`/discounts/${first._id}`);
    for (const id of [first._id, randomUUID(), 'x'])
      expect((await owner.put(`/discounts/${id}`, input())).status).toBe(404);
    expect((await create({ code: 'DIWALI-25' })).code).toBe('DIWALI-25');
    const log = await shop.db
      .selectFrom('adminLog')
      .select('action')
      .where('subject', '=', first._id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual([
      'discount.create',
      'discount.update',
      'discount.delete',
    ]);
    const clerk = await asOwner(shop, 'catalogue');
    expect((await clerk.post('/discounts', input())).status).toBe(403);
  });

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['a code with spaces', { code: 'A B C' }, 'code'],
    ['more than 100 percent', { value: { type: 'percent', percent: 101 } }, 'value.percent'],
    ['an amount of nothing', { value: { type: 'amount', amount: 0 } }, 'value.amount'],
    ['no products', { appliesTo: 'products' }, 'targets'],
    [
      'an end before its start',
      { startsAt: '2026-11-02T00:00:00Z', endsAt: '2026-11-01T00:00:00Z' },
      'endsAt',
    ],
    ['a limit of 0', { maxUses: 0 }, 'maxUses'],
    ['one price for the whole order', { value: { type: 'fixed_price', price: 9 } }, 'appliesTo'],
    ['nothing to buy', { value: anyFree }, 'minQuantity'],
    ['two things to buy', { value: anyFree, minQuantity: 1, minTotal: 1 }, 'minQuantity'],
    ['nothing to get', { value: { ...anyFree, appliesTo: 'products' }, minQuantity: 1 }, 'value.targets'],
  ])('refuses a discount with %s', async (_, more, field) => {
    const { status, body } = await owner.post('/discounts', input(more));
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });
});
