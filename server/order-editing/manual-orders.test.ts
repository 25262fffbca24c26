// Slow: `npm run check` leaves this file out.
import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Quote } from '../../shared/contract/orders/manual-orders.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct, delivery, orderFor, stockOf } from '../../tests/support/factories.ts';
import { createAdmin, freshEmail, freshMobile, lastMail, signUp } from '../../tests/support/people.ts';
import { countRecords } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await createAdmin(shop);
beforeAll(() =>
  shop.call('PUT', '/site-info/admin', {
    payload: { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' },
    headers: owner.headers,
  }),
);

type Made = Awaited<ReturnType<typeof createProduct>>;
const lineOf = (product: Made, more: object = {}) => ({
  product_id: product.id,
  variant_id: product.variantIds[0],
  quantity: 1,
  ...more,
});

/** A request for these lines, paid in cash by a new customer without an e-mail address. */
const requestFor = (lines: object[], amount: number, more: object = {}) => ({
  name: 'Meera Iyer',
  mobile: freshMobile(),
  cart_items: lines,
  amount,
  payment: { method: 'cash' },
  ...more,
});

const create = (payload: object, { as = owner, key = randomUUID() as string } = {}) =>
  shop.call('POST', '/order/admin', { payload, headers: { ...as.headers, 'idempotency-key': key } });

async function quote(payload: object, as = owner) {
  const reply = await shop.call('POST', '/order/admin/quote', { payload, headers: as.headers });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as unknown as Quote;
}

async function made(payload: object): Promise<AdminOrder> {
  const { status, body } = await create(payload);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as unknown as AdminOrder;
}

const refund = (id: string, payload: object = {}) =>
  shop.call('POST', `/order/admin/${id}/refund`, {
    payload: { reason: 'Broken', ...payload },
    headers: { ...owner.headers, 'idempotency-key': randomUUID() },
  });

describe('an order that an admin creates', () => {
  it('is priced by the server, reserves its units, and is paid at once with an offline payment', async () => {
    const [scarf, cup] = [
      await createProduct(shop.db, { gstTenths: 50, pricePaise: 100_000 }),
      await createProduct(shop.db, { gstTenths: 180, pricePaise: 33_333, stock: 9 }),
    ];
    const sale = {
      cart_items: [
        lineOf(scarf, { quantity: 2, price: 900.5, reason: 'Regular customer' }),
        lineOf(cup, { quantity: 3 }),
      ],
      discount: { type: 'percent', percent: 12.5 },
      shipping: 80,
    };
    const priced = await quote({ ...sale, state: 'Kerala' });
    // 1,801.00 + 999.99 = 2,800.99; 12.5 % of it is 350.12375.
    expect(priced).toMatchObject({ subtotal: 2800.99, discount: 350.12, shipping: 80, amount: 2530.87 });
    expect(priced.tax).toMatchObject({ kind: 'integrated', placeOfSupply: 'Kerala', cgst: 0 });
    expect((await quote({ ...sale, state: 'Rajasthan' })).tax.kind).toBe('split');

    const email = freshEmail();
    const order = await made(
      requestFor(sale.cart_items, 253_087, {
        ...sale,
        email,
        note: 'Called on Sunday',
        shipping_details: { ...delivery, state: 'Kerala' },
        payment: { method: 'upi', reference: '412345678901' },
      }),
    );
    expect(order).toMatchObject({
      status: 'paid',
      paymentState: 'paid',
      amount: 2530.87,
      discount: 350.12,
      shipping: 80,
      paidAmount: 2530.87,
      is_guest: true,
      hasPaymentLink: false,
      payments: [{ method: 'upi', note: '412345678901', provider_payment_id: null, isPrimary: true }],
    });
    expect(order.cart_items.map(({ price, subtotal }) => [price, subtotal])).toEqual([
      [900.5, 1801],
      [333.33, 999.99],
    ]);
    expect(await stockOf(shop.db, scarf.id)).toBe(3);
    expect(await stockOf(shop.db, cup.id)).toBe(6);
    expect(await countRecords(shop, order._id)).toEqual({
      payments: 1,
      invoices: 1,
      movements: 1,
      refunds: 0,
      confirmations: 1,
    });
    const notes = order.timeline.map(({ note }) => note);
    expect(notes).toEqual([
      'Order created',
      'Price of Indigo Buti Cushion Cover: ₹900.50 instead of ₹1,000 (Regular customer)',
      'Discount of ₹350.12',
      'Delivery charge of ₹80',
      'Called on Sunday',
      'Payment of ₹2,530.87 recorded: UPI, 412345678901',
    ]);
    // The shopper sees neither prices of before nor notes.
    const { accessKey } = await shop.db
      .selectFrom('orders')
      .select('accessKey')
      .where('id', '=', order._id)
      .executeTakeFirstOrThrow();
    const seen = await shop.get(`/order/${order._id}?key=${accessKey}`);
    expect(JSON.stringify(seen.body)).not.toMatch(/Regular customer|Called on Sunday/);
    const { content } = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', order._id)
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({
      buyer: { name: 'Meera Iyer' },
      delivery: { name: delivery.name },
      totals: {
        totalPaise: 253_087,
        taxablePaise: toPaise(priced.tax.taxable),
        igstPaise: toPaise(priced.tax.igst),
      },
      paymentId: 'UPI, 412345678901',
    });
    const mail = await lastMail(shop, email);
    expect(mail?.plain).toContain('Discount: −₹350.12\nDelivery: ₹80\nTotal: ₹2,530.87');
    const logged = await shop.db
      .selectFrom('adminLog')
      .select('detail')
      .where('action', '=', 'order.create')
      .where('subject', '=', order._id)
      .executeTakeFirstOrThrow();
    expect(logged.detail).toMatchObject({ amountPaise: 253_087, method: 'upi', reference: '412345678901' });
  });

  it('names the business that buys, and one of a Special Economic Zone is charged IGST within the state', async () => {
    const lines = [lineOf(await createProduct(shop.db, { stock: 9 }))];
    const home = { ...delivery, city: 'Jaipur', state: 'Rajasthan', postalCode: '302022' };
    const business = { businessName: 'Rao Zone', gstin: '08aaafh0000a1zl', isSez: true };
    const kindOf = async (more: object) =>
      (await quote({ cart_items: lines, state: 'Rajasthan', ...more })).tax.kind;
    expect(await kindOf({ gstin: business.gstin })).toBe('split');
    expect(await kindOf({ gstin: business.gstin, isSez: true })).toBe('integrated');
    const unnamed = { payload: { cart_items: lines, isSez: true }, headers: owner.headers };
    const refused = await shop.call('POST', '/order/admin/quote', unnamed);
    expect(refused.body.errors).toEqual({ gstin: 'GSTIN is required' });
    const order = await made(requestFor(lines, 129_900, { ...business, shipping_details: home }));
    expect(order.business).toEqual({ name: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true });
    const { content } = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', order._id)
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({ tax: 'integrated', buyer: { business: { isSez: true } } });
    for (const [wrong, errors] of [
      [{ isSez: true }, { gstin: 'GSTIN is required' }],
      [{ businessName: 'Rao' }, { gstin: 'GSTIN is required' }],
      [{ ...business, gstin: '08AAAFH0000A1ZM' }, { gstin: 'Enter a valid GSTIN' }],
    ] as const)
      expect((await create(requestFor(lines, 129_900, wrong))).body.errors).toEqual(errors);
  });

  it('is refunded offline: by line with its shares, then whole, and never at the provider', async () => {
    const [first, second] = [
      await createProduct(shop.db),
      await createProduct(shop.db, { pricePaise: 50_000 }),
    ];
    const before = (await shop.fake.ledger()).refunds.length;
    const order = await made(
      requestFor([lineOf(first, { quantity: 3 }), lineOf(second)], 429_700, {
        discount: { type: 'amount', amount: 100 },
        payment: { method: 'bank_transfer', reference: 'UTR 9' },
      }),
    );
    const [line] = order.cart_items;
    const part = await refund(order._id, { lines: [{ line_id: line?._id, quantity: 1 }], restock: true });
    expect(part.status, JSON.stringify(part.body)).toBe(201);
    // A third of 3,897 less its share of the discount, 88.63.
    expect(part.body).toMatchObject({ refundedAmount: 1269.46, refunds: [{ status: 'processed' }] });
    expect(await stockOf(shop.db, first.id)).toBe(3);
    const whole = await refund(order._id);
    expect(whole.body).toMatchObject({ refundedAmount: 4297, refundState: 'refunded', keptAmount: 0 });
    await shop.runJobs();
    await shop.minute();
    expect((await shop.fake.ledger()).refunds).toHaveLength(before);
    expect((whole.body as unknown as AdminOrder).credit_notes.map(({ amount }) => amount)).toEqual([
      1269.46, 3027.54,
    ]);
  });

  it('shows what was typed as text, in mails, exports and the invoice (T-INJ-07)', async () => {
    const product = await createProduct(shop.db);
    const [markup, email] = ['<img src=x onerror=alert(1)>', freshEmail()];
    const { _id: id } = await made(
      requestFor([lineOf(product, { price: 1200, reason: markup })], 120_000, {
        name: `=HYPERLINK("http://x")${markup}`,
        email,
        note: markup,
        shipping_details: { ...delivery, name: markup, address: `${markup} Street 1` },
        payment: { method: 'upi', reference: `=1+1 ${markup}` },
      }),
    );
    await lastMail(shop, email);
    const mails = await shop.db
      .selectFrom('mails')
      .select('html')
      .where((eb) => eb.or([eb('toAddress', '=', email), eb('dedupeKey', 'like', `new-order:${id}:%`)]))
      .execute();
    expect(mails.length).toBeGreaterThan(1);
    for (const { html } of mails) {
      expect(html).toContain('&lt;img src=x');
      expect(html).not.toContain('<img src=x');
    }
    const csv = await shop.get(`/order/admin/export.csv?search=${id}`, { headers: owner.headers });
    expect(String(csv.body.raw)).toContain(`"'=HYPERLINK(""http://x"")<img`);
    const invoice = await shop.get(`/razorpay/invoice/${id}`, { headers: owner.headers });
    expect([invoice.status, invoice.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('belongs to the account of the chosen customer; a mail needs an address', async () => {
    const shopper = await signUp(shop, { mobile: freshMobile() });
    const product = await createProduct(shop.db);
    const found = await shop.get(`/customers?search=${shopper.email}`, { headers: owner.headers });
    const [customer] = found.body as unknown as { _id: string }[];
    const request = requestFor([lineOf(product)], 129_900, { customer: customer?._id, email: shopper.email });
    const order = await made(request);
    expect(order).toMatchObject({ is_guest: false, user_id: { _id: shopper.user._id } });
    const own = await shop.get(`/order/${order._id}`, { headers: shopper.headers });
    expect(own.body).toMatchObject({ status: 'paid', shippingAddress: null });
    const unknown = await create({ ...request, customer: randomUUID() });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'There is no such customer']);
    // Without an e-mail address only the shop gets a mail.
    const quiet = await made(requestFor([lineOf(product)], 129_900));
    expect((await countRecords(shop, quiet._id)).confirmations).toBe(0);
  });

  it('is created once, however often it is sent (T-PAY-33)', async () => {
    const product = await createProduct(shop.db, { stock: 9 });
    const request = requestFor([lineOf(product)], 129_900);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 6 }, () => create(request, { key })));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const ids = new Set(replies.map(({ body }) => body._id));
    expect(ids.size).toBe(1);
    expect(await stockOf(shop.db, product.id)).toBe(8);
    const another = await create({ ...request, name: 'Someone else' }, { key });
    expect([another.status, another.body.code]).toEqual([409, 'idempotency_mismatch']);
    // A retry after it was cancelled does not sell again.
    const [id] = ids;
    await shop.call('PUT', `/order/admin/${id}/status`, {
      payload: { status: 'cancelled' },
      headers: owner.headers,
    });
    expect((await create(request, { key })).body).toMatchObject({ _id: id, status: 'cancelled' });
    expect(await stockOf(shop.db, product.id)).toBe(9);
    const unkeyed = await shop.call('POST', '/order/admin', { payload: request, headers: owner.headers });
    expect(unkeyed.status).toBe(400);
  });

  it('and an order online share the last unit: one of them gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const product = await createProduct(shop.db, { stock: 1 });
      const replies = await Promise.all([
        create(requestFor([lineOf(product)], 129_900)),
        shop.post('/razorpay/create-order', orderFor([{ id: product.id }])),
        create(requestFor([lineOf(product)], 129_900, { payment: { method: 'link' } })),
        shop.post('/razorpay/create-order', orderFor([{ id: product.id }])),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
      expect(replies.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
        Array(3).fill('out_of_stock'),
      );
      expect(await stockOf(shop.db, product.id)).toBe(0);
    }
  });

  it('is refused without a change if something is wrong with it (T-PRC-17)', async () => {
    const product = await createProduct(shop.db, { discountTenths: 100 });
    const draft = await createProduct(shop.db, { status: 'draft' });
    const line = lineOf(product);
    const cases: [object, number, string][] = [
      [requestFor([line], 1), 409, 'amount_changed'],
      [requestFor([lineOf(product, { price: 1299.01, reason: 'x' })], 129_901), 400, 'validation_failed'],
      [requestFor([lineOf(product, { price: 1000 })], 100_000), 400, 'validation_failed'],
      [requestFor([lineOf(product, { price: -1, reason: 'x' })], 0), 400, 'validation_failed'],
      [requestFor([lineOf(product, { price: 0.001, reason: 'x' })], 0), 400, 'validation_failed'],
      [requestFor([line, line], 233_820), 400, 'validation_failed'],
      [requestFor([lineOf(product, { quantity: 6 })], 701_460), 409, 'out_of_stock'],
      [requestFor([lineOf(draft)], 129_900), 409, 'item_unavailable'],
      [requestFor([], 0), 400, 'validation_failed'],
      [requestFor([line], 0, { discount: { type: 'amount', amount: 1169.11 } }), 400, 'validation_failed'],
      [requestFor([line], 0, { discount: { type: 'percent', percent: 100 } }), 400, 'validation_failed'],
      [
        requestFor([line], 5000, { discount: { type: 'percent', percent: 100 }, shipping: 50 }),
        400,
        'validation_failed',
      ],
      [requestFor([line], 0, { discount: { type: 'percent', percent: 101 } }), 400, 'validation_failed'],
      [requestFor([line], 0, { shipping: -1 }), 400, 'validation_failed'],
      [requestFor([line], 116_910, { payment: { method: 'upi' } }), 400, 'validation_failed'],
      [requestFor([line], 116_910, { payment: { method: 'card' } }), 400, 'validation_failed'],
      [requestFor([line], 116_910, { payment: { method: 'link', hours: 999 } }), 400, 'validation_failed'],
      [requestFor([line], 116_910, { mobile: '12' }), 400, 'validation_failed'],
      [requestFor([line], 116_910, { email: 'nobody' }), 400, 'validation_failed'],
    ];
    for (const [request, status, code] of cases) {
      const reply = await create(request);
      expect([reply.status, reply.body.code], JSON.stringify(request)).toEqual([status, code]);
    }
    expect(await stockOf(shop.db, product.id)).toBe(5);
    expect(await made(requestFor([line], 116_910))).toMatchObject({ status: 'paid' });
  });

  it('is for roles that may create orders, within their limits for refunds (T-PRC-17)', async () => {
    const product = await createProduct(shop.db, { stock: 20 });
    const roleWith = async (permissions: string[], limits: object) => {
      const role = { name: `Role ${randomInt(1e9)}`, permissions, ...limits };
      const { body } = await shop.call('POST', '/auth/admin/roles', {
        payload: role,
        headers: owner.headers,
      });
      return createAdmin(shop, String(body._id));
    };
    const noLimits = { refundLimit: null, dailyRefundLimit: null };
    const plain = requestFor([lineOf(product)], 129_900);
    const packer = await createAdmin(shop, 'packer');
    expect((await create(plain, { as: packer })).status).toBe(403);
    const editor = await roleWith(['orders.edit'], noLimits);
    expect((await create(plain, { as: editor })).status).toBe(403);
    // Support creates orders and sends links; recording money needs another permission.
    const support = await createAdmin(shop, 'support');
    expect((await create(plain, { as: support })).status).toBe(403);
    const linked = { ...plain, payment: { method: 'link' } };
    expect((await create(linked, { as: support })).status).toBe(201);

    const till = await roleWith(['orders.create', 'orders.edit', 'refunds.request'], {
      refundLimit: 100,
      dailyRefundLimit: 150,
    });
    const reduced = (rupees: number) =>
      requestFor([lineOf(product)], 129_900 - rupees * 100, {
        discount: { type: 'amount', amount: rupees },
      });
    const tooLarge = await create(reduced(101), { as: till });
    expect([tooLarge.status, tooLarge.body.message]).toEqual([
      403,
      'Your role can reduce prices by ₹100 at once.',
    ]);
    const first = await create(reduced(100), { as: till });
    expect(first.status).toBe(201);
    const cheaper = [lineOf(product, { price: 1248, reason: 'Scratch' })];
    const second = await create(requestFor(cheaper, 124_800), { as: till });
    expect([second.status, second.body.message]).toEqual([
      403,
      'Your role can reduce prices by ₹50 more today.',
    ]);
    // Refunds and reductions count together.
    const refunded = await shop.call('POST', `/order/admin/${first.body._id}/refund`, {
      payload: { amount: 51, reason: 'Late' },
      headers: till.headers,
    });
    expect([refunded.status, refunded.body.message]).toEqual([403, 'Your role can refund ₹50 more today.']);
    const both = await Promise.all([40, 40, 40].map((rupees) => create(reduced(rupees), { as: till })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
  });
});

it('discounts and charges are divided without losing a paisa, and so are the taxes (T-PRC-18)', async () => {
  const products = await Promise.all(
    [
      [1_000, 0],
      [33_333, 50],
      [99_999, 120],
      [129_901, 180],
    ].map(([pricePaise = 0, gstTenths = 0]) =>
      createProduct(shop.db, { pricePaise, gstTenths, stock: 100_000 }),
    ),
  );
  const line = fc.record({
    product: fc.constantFrom(...products),
    quantity: fc.integer({ min: 1, max: 7 }),
  });
  const cart = fc.record({
    lines: fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ product }) => product.id }),
    discount: fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: 1, max: 999 }).map((tenths) => ({ type: 'percent', percent: tenths / 10 })),
    ),
    chargePaise: fc.integer({ min: 0, max: 99_999 }),
    state: fc.constantFrom('Rajasthan', 'Kerala', ''),
  });
  await fc.assert(
    fc.asyncProperty(cart, async ({ lines, discount, chargePaise, state }) => {
      const priced = await quote({
        cart_items: lines.map(({ product, quantity }) => lineOf(product, { quantity })),
        ...(discount && { discount }),
        shipping: chargePaise / 100,
        state,
      });
      const [subtotal, discounted, charged, amount] = [
        priced.subtotal,
        priced.discount,
        priced.shipping,
        priced.amount,
      ].map(toPaise);
      expect(amount).toBe((subtotal ?? 0) - (discounted ?? 0) + (charged ?? 0));
      expect(charged).toBe(chargePaise);
      const { taxable, cgst, sgst, igst } = priced.tax;
      expect(toPaise(taxable) + toPaise(cgst) + toPaise(sgst) + toPaise(igst)).toBe(amount);
      expect(cgst).toBe(sgst);
    }),
    { numRuns: 300 },
  );
});
