// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { CartQuote } from '../../shared/contract/orders/checkout.ts';
import {
  type DeliverySettings,
  type DeliveryTerms,
  type DeliveryZone,
  defaultDelivery,
} from '../../shared/contract/orders/delivery.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { delivery as address, createProduct, orderFor } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { lastMail } from '../../tests/support/people.ts';
import { place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '' }));

const flat = (amount: number): DeliveryTerms => ({
  delivers: true,
  rates: [{ from: 0, amount }],
  ratesBy: 'total',
  freeFrom: null,
  days: null,
});
const zone = (name: string, parts: Partial<DeliveryZone>): DeliveryZone => ({
  name,
  states: [],
  prefixes: [],
  pins: [],
  ...flat(0),
  ...parts,
});
const save = (more: object) => owner.put('/site-info/admin', { delivery: { ...defaultDelivery, ...more } });
async function set(more: Partial<DeliverySettings>) {
  const { status, body } = await save(more);
  expect(status, JSON.stringify(body)).toBe(200);
}
beforeEach(() => set({}));
const check = async (pin: string) => (await shop.get(`/delivery?pin=${pin}`)).body;
const freshMail = () => `buyer.${randomUUID()}@example.in`;
type Line = { id: string; quantity?: number };
const quote = async (lines: Line[], more: object = {}) =>
  (await shop.post('/razorpay/quote', { ...orderFor(lines), ...more })).body as unknown as CartQuote;
const to = (postalCode: string, state = address.state) => ({
  shipping_details: { ...address, postalCode, state },
});

it('a shop that has set nothing delivers free everywhere, without a date', async () => {
  const { id } = await createProduct(shop.db);
  expect(await quote([{ id }])).toMatchObject({
    missingForFreeDelivery: null,
    shipping: 0,
    delivery: null,
    amount: 1299,
  });
  expect(await check('560001')).toEqual({
    postalCode: '560001',
    city: '',
    state: 'Karnataka',
    served: true,
    rates: [{ from: 0, amount: 0 }],
    ratesBy: 'total',
    freeFrom: null,
    hasCod: false,
    from: null,
    by: null,
  });
  expect((await shop.get('/site-info')).body.delivery).toMatchObject({ varies: false, checksPin: false });
  const order = await place(shop, [{ id }], { email: freshMail() });
  expect(await read(shop, order)).toMatchObject({ shipping: 0, arrival: null });
});

it('the most specific zone of a PIN code counts, in whatever order the zones are', async () => {
  const zones = [
    zone('Karnataka', { states: ['Karnataka'], ...flat(40) }),
    zone('Bengaluru', { prefixes: ['560'], ...flat(30) }),
    zone('Bengaluru centre', { prefixes: ['5600'], ...flat(20) }),
    zone('Malleshwaram', { pins: ['560003'], ...flat(10) }),
    zone('Kashmir', { states: ['Jammu and Kashmir'], ...flat(0), delivers: false }),
  ];
  const expected = { '560003': 10, '560001': 20, '560100': 30, '570001': 40, '110001': 90 };
  for (const order of [zones, zones.toReversed()]) {
    await set({ zones: order, elsewhere: flat(90) });
    for (const [pin, amount] of Object.entries(expected))
      expect(await check(pin), pin).toMatchObject({ served: true, rates: [{ from: 0, amount }] });
    expect(await check('190001')).toMatchObject({ served: false, rates: [], state: 'Jammu and Kashmir' });
  }
  // The first digits 605 are of two states: that of the address counts.
  await set({ zones: [zone('Puducherry', { states: ['Puducherry'], ...flat(50) })], elsewhere: flat(90) });
  const { id } = await createProduct(shop.db);
  expect(await quote([{ id }], { postalCode: '605001', state: 'Puducherry' })).toMatchObject({
    shipping: 50,
  });
  expect(await quote([{ id }], { postalCode: '605001' })).toMatchObject({ shipping: 90 });
  expect(await quote([{ id }])).toMatchObject({ shipping: null, delivery: null, amount: 1299 });
});

it('zones that name the same PIN codes, or none, and wrong rates and days are a 400 at the field', async () => {
  const errorsOf = async (more: object) => {
    const { status, body } = await save(more);
    expect(status).toBe(400);
    return body.errors;
  };
  const range = { min: 3, max: 2 };
  expect(
    await errorsOf({ zones: [zone('A', { prefixes: ['560'] }), zone('B', { prefixes: ['560'] })] }),
  ).toEqual({ 'delivery.zones.1.prefixes': '560 is in A already' });
  expect(await errorsOf({ zones: [zone('A', {})] })).toHaveProperty(['delivery.zones.0.states']);
  expect(await errorsOf({ zones: [zone('A', { pins: ['012345'] })] })).toEqual({
    'delivery.zones.0.pins.0': 'Enter PIN codes of 6 digits',
  });
  expect(await errorsOf({ elsewhere: { ...flat(0), rates: [{ from: 1, amount: 0 }] } })).toHaveProperty([
    'delivery.elsewhere.rates',
  ]);
  expect(await errorsOf({ elsewhere: flat(-1) })).toHaveProperty(['delivery.elsewhere.rates.0.amount']);
  expect(
    await errorsOf({ elsewhere: { ...flat(0), days: { dispatch: range, transit: range } } }),
  ).toHaveProperty(['delivery.elsewhere.days.dispatch.min']);
  expect(await errorsOf({ workingDays: [] })).toHaveProperty(['delivery.workingDays']);
  expect(await errorsOf({ cutOff: '25:00' })).toHaveProperty(['delivery.cutOff']);
  const reader = await asOwner(shop, 'support');
  expect((await reader.put('/site-info/admin', { delivery: defaultDelivery })).status).toBe(403);
  for (const pin of ['', '012345', '56000', '5600011', 'abc'])
    expect((await shop.get(`/delivery?pin=${pin}`)).body, pin).toMatchObject({
      code: 'validation_failed',
      errors: { pin: 'Enter a valid PIN code' },
    });
});

it('an order costs what its quote said: order, mail, invoice and refunds have the charge', async () => {
  const rates = [
    { from: 0, amount: 99 },
    { from: 2000, amount: 0 },
  ];
  const days = { dispatch: { min: 1, max: 1 }, transit: { min: 2, max: 4 } };
  await set({ zones: [zone('Karnataka', { states: ['Karnataka'], rates, days })], elsewhere: flat(150) });
  const lines = [
    { id: (await createProduct(shop.db, { pricePaise: 69_000, gstTenths: 50 })).id },
    { id: (await createProduct(shop.db, { pricePaise: 33_333, gstTenths: 180 })).id, quantity: 3 },
  ];
  const quoted = await quote(lines, { postalCode: '560003', state: 'Karnataka' });
  expect(quoted).toMatchObject({ subtotal: 1689.99, shipping: 99, amount: 1788.99 });
  expect(quoted.missingForFreeDelivery).toBe(310.01);
  expect(quoted.delivery).toMatchObject({ served: true, state: 'Karnataka' });
  const more = [...lines, { id: (await createProduct(shop.db, { pricePaise: 31_001 })).id }];
  expect(await quote(more, { postalCode: '560003' })).toMatchObject({ shipping: 0, amount: 2000 });

  const email = freshMail();
  const body = (extra: object) => orderFor(lines, { email, ...extra });
  const another = await shop.post('/razorpay/create-order', body({ amount: 168_999 }));
  expect(another).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 178_899 } });
  const placed = await place(shop, lines, { email, amount: 178_899 });
  expect((await verify(shop, await shop.fake.pay(placed.providerOrderId))).status).toBe(200);
  const order = (await read(shop, placed)) as unknown as Order;
  expect(order).toMatchObject({ amount: 1788.99, shipping: 99 });
  const { from, by } = quoted.delivery ?? {};
  expect(order.arrival).toEqual({ from, by });
  // 99 rupees by the largest remainder over 690.00 and 999.99.
  expect(order.cart_items.map(({ total }) => total)).toEqual([730.42, 1058.57]);
  const mail = JSON.stringify(await lastMail(shop, email));
  expect(mail).toContain('Delivery between');
  expect(mail).toContain('₹99');
  const { content } = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', placed.id)
    .executeTakeFirstOrThrow();
  const invoice = content as InvoiceContent;
  expect(invoice.totals.totalPaise).toBe(178_899);
  for (const line of invoice.lines) {
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise, linePaise } = line;
    expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(linePaise);
  }
  // The charge is taxed with the goods: its shares of ₹40.42 at 5% and of ₹58.57 at 18%.
  const taxes = [
    { gstTenths: 50, taxablePaise: 69_564, igstPaise: 3_478 },
    { gstTenths: 180, taxablePaise: 89_709, igstPaise: 16_148 },
  ];
  expect(invoice.lines).toMatchObject(taxes);
  expect(invoice.totals).toMatchObject({ taxablePaise: 159_273, igstPaise: 19_626 });
  const admin = (await owner.get(`/order/admin/${placed.id}`)).body as AdminOrder;
  expect(admin).toMatchObject({ deliveryZone: 'Karnataka', shipping: 99 });
  const refund = { reason: 'Back', lines: [{ line_id: admin.cart_items[0]?._id, quantity: 1 }] };
  expect((await owner.post(`/order/admin/${placed.id}/refund`, refund)).status).toBe(201);
  await shop.runJobs();
  expect((await read(shop, placed)).refundedAmount).toBe(730.42);
  const note = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', placed.id)
    .where('kind', '=', 'credit_note')
    .executeTakeFirstOrThrow();
  expect(note.content).toMatchObject({ lines: [{ ...taxes[0], linePaise: 73_042 }] });
});

it('charges by what the products weigh, free above a total: quote, order, invoice, PIN answer and try-out agree (T-DLV-03)', async () => {
  const rates = [
    { from: 0, amount: 60 },
    { from: 501, amount: 90 },
    { from: 2001, amount: 150 },
  ];
  const byWeight: DeliveryTerms = { ...flat(0), rates, ratesBy: 'weight', freeFrom: 2000 };
  await set({ zones: [zone('Karnataka', { states: ['Karnataka'], ...byWeight })], elsewhere: flat(200) });
  const cup = await createProduct(shop.db, { pricePaise: 50_000 });
  const scarf = await createProduct(shop.db, { pricePaise: 10_000 });
  const saved = await owner.put(`/products/${cup.id}`, { weightGrams: 500 });
  expect([saved.status, saved.body]).toMatchObject([200, { variants: [{ weightGrams: 500 }] }]);
  for (const weightGrams of [0, 1.5, 100_001, 'heavy'])
    expect((await owner.put(`/products/${cup.id}`, { weightGrams })).body.errors).toHaveProperty(
      'weightGrams',
    );
  const asked = async (cups: number, scarves = 0) => {
    const lines = [
      ...(cups ? [{ id: cup.id, quantity: cups }] : []),
      // Nobody has weighed it.
      ...(scarves ? [{ id: scarf.id, quantity: scarves }] : []),
    ];
    const { shipping, missingForFreeDelivery } = await quote(lines, { postalCode: '560003', weightGrams: 1 });
    return [shipping, missingForFreeDelivery];
  };
  expect([await asked(1), await asked(2), await asked(0, 3)]).toEqual([
    [60, 1500],
    [90, 1000],
    [60, 1700],
  ]);
  // Three cups for ₹1,500 weigh 1,500 g; with five scarves the order costs ₹2,000.
  expect([await asked(3), await asked(3, 4), await asked(3, 5)]).toEqual([
    [90, 500],
    [90, 100],
    [0, null],
  ]);
  expect(await check('560003')).toMatchObject({ rates, ratesBy: 'weight', freeFrom: 2000 });

  const body = (extra: object) => orderFor([{ id: cup.id, quantity: 2 }], { email: freshMail(), ...extra });
  const refused = await shop.post('/razorpay/create-order', body({ amount: 106_000 }));
  expect(refused.body).toMatchObject({ code: 'amount_changed', amount: 109_000 });
  const placed = await place(shop, [{ id: cup.id, quantity: 2 }], { email: freshMail(), amount: 109_000 });
  expect(await read(shop, placed)).toMatchObject({ shipping: 90 });

  const attempt = async (grams: number, total: number, postalCode = '560003') => {
    const delivery = { ...defaultDelivery, elsewhere: { ...byWeight, freeFrom: null } };
    const { status, body } = await owner.post('/settings/delivery/try', {
      delivery,
      postalCode,
      total,
      grams,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  expect(await attempt(2000, 5000)).toMatchObject({ zone: 'Everywhere else', charge: 90, served: true });
  expect(await attempt(2001, 5000)).toMatchObject({ charge: 150 });
  const packer = await asOwner(shop, 'packer');
  expect((await packer.post('/settings/delivery/try', {})).status).toBe(403);
  expect((await check('560003')).freeFrom).toBe(2000);
  expect((await save({ elsewhere: { ...byWeight, freeFrom: -1 } })).body.errors).toHaveProperty([
    'delivery.elsewhere.freeFrom',
  ]);
});

it('a PIN code that is not served is refused at its field, without a change (T-DLV-01)', async () => {
  await set({ zones: [zone('Islands', { prefixes: ['744'], delivers: false })] });
  const { id } = await createProduct(shop.db);
  const count = async () => (await shop.db.selectFrom('orders').select('id').execute()).length;
  const before = await count();
  const reply = await shop.post(
    '/razorpay/create-order',
    orderFor([{ id }], { email: freshMail(), ...to('744101', 'Andaman and Nicobar Islands') }),
  );
  const message = 'We do not deliver to 744101.';
  expect(reply).toMatchObject({
    status: 400,
    body: { message, code: 'validation_failed', errors: { 'shipping_details.postalCode': message } },
  });
  expect(await count()).toBe(before);
  expect(await quote([{ id }], { postalCode: '744101' })).toMatchObject({
    shipping: null,
    delivery: { served: false },
    amount: 1299,
  });
  // Nothing is shipped, so nothing is charged.
  await set({ elsewhere: flat(90) });
  await owner.put('/site-info/admin', { asksForAddress: false });
  expect(await quote([{ id }], { postalCode: '744101' })).toMatchObject({ shipping: 0, delivery: null });
  await owner.put('/site-info/admin', { asksForAddress: true });
});

it('the total of any cart is its lines less discounts plus the charge, each at least 0', async () => {
  const products = await Promise.all(
    [129_900, 33_333, 1, 99_999].map((pricePaise) => createProduct(shop.db, { pricePaise, stock: 999 })),
  );
  const created = await owner.post('/discounts', {
    title: 'Offer',
    code: null,
    enabled: true,
    value: { type: 'percent', percent: 12.5 },
    appliesTo: 'order',
  });
  const amounts = fc.integer({ min: 0, max: 30_000 }).map((paise) => paise / 100);
  const bands = fc.uniqueArray(fc.integer({ min: 1, max: 400_000 }), { maxLength: 4 }).chain((froms) =>
    fc.tuple(amounts, ...froms.map(() => amounts)).map((charges) =>
      [0, ...froms.toSorted((a, b) => a - b)].map((paise, index) => ({
        from: paise / 100,
        amount: charges[index] ?? 0,
      })),
    ),
  );
  const units = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(bands, units, async (rates, counts) => {
      const lines = products.flatMap(({ id }, index) =>
        counts[index] ? [{ id, quantity: counts[index] }] : [],
      );
      if (lines.length === 0) return;
      await set({ elsewhere: { ...flat(0), rates } });
      const { subtotal, discounts, shipping, amount } = await quote(lines, { postalCode: '560003' });
      const off = discounts.reduce((sum, discount) => sum + toPaise(discount.amount), 0);
      expect(toPaise(amount)).toBe(toPaise(subtotal) - off + toPaise(shipping ?? -1));
      expect(off).toBeGreaterThanOrEqual(0);
      const reduced = toPaise(subtotal) - off;
      const band = rates.findLast(({ from }) => toPaise(from) <= reduced);
      expect(shipping).toBe(band?.amount);
      if (reduced < 100) return;
      const placed = await place(shop, lines, { email: freshMail(), amount: toPaise(amount) });
      const order = (await read(shop, placed)) as unknown as Order;
      const totals = order.cart_items.map(({ total }) => toPaise(total));
      expect(totals.every((total) => total >= 0)).toBe(true);
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(placed.amountPaise);
    }),
    { numRuns: longRun ? 60 : 15 },
  );
  await owner.delete(`/discounts/${created.body._id}`);
});
