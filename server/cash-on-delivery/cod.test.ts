// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartQuote } from '../../shared/contract/orders/checkout.ts';
import type { RemittanceResult } from '../../shared/contract/orders/cod.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { createProduct, delivery, orderFor, stockOf } from '../../tests/support/factories.ts';
import { multipart } from '../../tests/support/owner.ts';
import {
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  orderOnDelivery,
  type Person,
} from '../../tests/support/people.ts';
import { countRecords } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

let owner: Person;
let packer: Person;
/** Sessions end while time passes. */
async function signIn() {
  owner = await createAdmin(shop);
  packer = await createAdmin(shop, 'packer');
}
const shop = await auditedShop({ env: { RATE_LIMIT: '1000', LOG_LEVEL: 'silent' } });
beforeAll(() => signIn());

const settings = (payload: object) =>
  shop.call('PUT', '/site-info/admin', { payload, headers: owner.headers }).then(({ status }) => {
    expect(status).toBe(200);
  });
beforeEach(() =>
  settings({
    ...{ codEnabled: true, codFeeRupees: 40, codMinRupees: null, codMaxRupees: null },
    ...{
      codExcludedProducts: [],
      codExcludedCategories: [],
      codConfirmHours: 48,
      codPacksUnconfirmed: false,
    },
  }),
);

type Lines = Parameters<typeof orderFor>[0];
const order = (lines: Lines, more?: object, key?: string) => orderOnDelivery(shop, lines, more, key);

type Placed = { id: string; key: string; email: string };
async function placed(lines: Lines, more: object = {}): Promise<Placed> {
  const email = freshEmail();
  const { status, body } = await order(lines, { email, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body.order_id), key: String(body.order_key), email };
}

const quote = async (lines: Lines, more: object = {}) => {
  const { status, body } = await shop.post('/razorpay/quote', { ...orderFor(lines), ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as CartQuote;
};

const seen = async ({ id, key }: Placed) =>
  (await shop.get(`/order/${id}?key=${key}`)).body as unknown as Order;
const act = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who = owner) => {
  const { status, body } = await shop.call(method, `/order/admin/${url}`, {
    headers: who.headers,
    ...(payload && { payload }),
  });
  return { status, order: body as unknown as AdminOrder, code: body.code };
};
const confirm = ({ id }: Placed) => act('POST', `${id}/confirm`);
const setStatus = ({ id }: Placed, status: string) => act('PUT', `${id}/status`, { status });
const pack = ({ id }: Placed, more: object = {}) =>
  act('POST', `${id}/shipments`, { state: 'shipped', ...more });
async function move({ id }: Placed, state: string, more: object = {}) {
  const { order: now } = await act('GET', id);
  return act('PUT', `${id}/shipments/${now.shipments.at(-1)?._id}`, { state, ...more });
}
const paidOrders = async () =>
  Number((await shop.get('/order/admin/stats', { headers: owner.headers })).body.paidOrders);
const mailTo = async (to: string) => (await lastMail(shop, to))?.plain ?? '';
const tokenOf = async (to: string) => /[?&]token=([\w-]+)/.exec(await mailTo(to))?.[1] ?? '';

describe('where cash on delivery is offered', () => {
  it('the quote says the fee, why an order can’t be paid on delivery, and nothing if the shop does not offer it (T-PRC-19)', async () => {
    const cup = await createProduct(shop.db, { name: 'Tea cup', pricePaise: 50_000 });
    const lines = [{ id: cup.id, quantity: 2 }];
    expect(await quote(lines)).toMatchObject({ amount: 1000, cash_on_delivery: { reason: '', fee: 40 } });
    const method = { payment_method: 'cash_on_delivery' };
    expect(await quote(lines, method)).toMatchObject({ amount: 1040, subtotal: 1000 });

    const refused = async (reason: string) => {
      expect(await quote(lines, method)).toMatchObject({ amount: 1000, cash_on_delivery: { reason } });
      const { status, body } = await order(lines);
      expect([status, body.code, body.message]).toEqual([409, 'cod_unavailable', reason]);
    };
    await settings({ codMinRupees: 1000.01 });
    await refused('Cash on delivery is for orders from ₹1,000.01.');
    await settings({ codMinRupees: null, codMaxRupees: 999 });
    await refused('Cash on delivery is for orders up to ₹999.');
    await settings({ codMaxRupees: 1000, codExcludedProducts: [cup.id] });
    await refused('Tea cup can’t be paid on delivery.');
    await settings({ codExcludedProducts: [] });
    // The courier of this PIN code takes no cash.
    const { postalCode: pin } = delivery;
    await shop.db.insertInto('pinCodes').values({ pin, isServed: true, hasCod: false }).execute();
    const to = await quote(lines, { ...method, postalCode: pin });
    expect(to.cash_on_delivery?.reason).toBe(`Cash on delivery is not available for the PIN code ${pin}.`);
    expect((await order(lines)).body.code).toBe('cod_unavailable');
    await shop.db.deleteFrom('pinCodes').execute();
    await settings({ codEnabled: false });
    expect((await quote(lines, method)).cash_on_delivery).toBeNull();
    expect((await order(lines)).body.code).toBe('cod_unavailable');
    expect(await stockOf(shop.db, cup.id)).toBe(5);
  });

  it('only who may decide about money changes its rules, and they must fit together', async () => {
    const manager = await createAdmin(shop, 'support');
    const change = (payload: object, who: Person) =>
      shop.call('PUT', '/site-info/admin', { payload, headers: who.headers });
    expect((await change({ codFeeRupees: 1 }, manager)).status).toBe(403);
    const { status, body } = await change({ codMinRupees: 500, codMaxRupees: 400 }, owner);
    expect([status, body.errors]).toMatchObject([400, { codMaxRupees: expect.any(String) }]);
  });

  it('a blocked buyer is refused in any spelling of the mailbox, without a reason, and can pay online', async () => {
    const cup = await createProduct(shop.db);
    const email = freshEmail();
    const first = await placed([{ id: cup.id }], { email });
    expect((await act('PUT', `${first.id}/cod-block`, { blocked: true }, packer)).status).toBe(403);
    const { order: blocked } = await act('PUT', `${first.id}/cod-block`, { blocked: true });
    expect(blocked.cashOnDelivery?.isBlocked).toBe(true);
    const again = { email: email.replace('@', '+gift@').toUpperCase() };
    const { status, body } = await order([{ id: cup.id }], again);
    expect([status, body.message]).toEqual([
      409,
      'Cash on delivery is not available for this order. Please pay online.',
    ]);
    expect((await order([{ id: cup.id }], { mobile: blocked.customer.mobile })).status).toBe(409);
    expect((await shop.post('/razorpay/create-order', orderFor([{ id: cup.id }], { email }))).status).toBe(
      201,
    );
    const { body: blocks } = await shop.call('GET', '/cod-blocks', { headers: owner.headers });
    expect(blocks).toHaveLength(2);
    await act('PUT', `${first.id}/cod-block`, { blocked: false });
    expect((await order([{ id: cup.id }], { email })).status).toBe(201);
  });
});

describe('an order that is paid on delivery', () => {
  it('is placed with its stock and its fee, without the provider, once for each key', async () => {
    const cup = await createProduct(shop.db, { pricePaise: 50_000 });
    const before = (await shop.fake.ledger()).orders.length;
    const key = randomUUID();
    const body = { amount: 104_000, email: freshEmail(), mobile: freshMobile() };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => order([{ id: cup.id, quantity: 2 }], body, key)),
    );
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.order_id}`)).size).toBe(1);
    expect(await stockOf(shop.db, cup.id)).toBe(3);
    expect((await shop.fake.ledger()).orders.length).toBe(before);
    const reply = replies[0]?.body ?? {};
    const made = { id: String(reply.order_id), key: String(reply.order_key), email: body.email };
    expect(reply.amount).toBe(1040);
    expect(await seen(made)).toMatchObject({
      ...{ status: 'pending', paymentState: 'due_on_delivery', fulfilmentState: 'unfulfilled' },
      ...{ amount: 1040, shipping: 0, reservedUntil: null, paidAmount: 0, invoice_number: null },
      cashOnDelivery: { fee: 40, due: 1040, confirmed: false, confirmUntil: expect.any(String) },
    });
    expect(await mailTo(body.email)).toContain('Please pay ₹1,040 to the courier');

    const another = await order([{ id: cup.id, quantity: 1 }], body, key);
    expect([another.status, another.body.code]).toEqual([409, 'idempotency_mismatch']);
    expect((await order([{ id: cup.id }], { amount: 50_000 })).body.code).toBe('amount_changed');
    expect((await order([{ id: cup.id }], { mobile: undefined })).body.errors).toMatchObject({
      mobile: 'Mobile number is required',
    });
    // It can neither be paid online nor replaced there, and the provider is not asked about it.
    const pay = await shop.post(`/razorpay/orders/${made.id}/payment?key=${made.key}`);
    expect([pay.status, pay.body.code]).toEqual([409, 'not_payable']);
    const replaces = { order_id: made.id, order_key: made.key };
    await shop.post('/razorpay/create-order', orderFor([{ id: cup.id }], { replaces }));
    const state = await shop.get(`/razorpay/orders/${made.id}/status?key=${made.key}`);
    expect(state.body).toMatchObject({ status: 'pending', paid: false, underway: false });
  });

  it('replaces an unpaid online order and takes over its units', async () => {
    const cup = await createProduct(shop.db, { stock: 4 });
    const two = [{ id: cup.id, quantity: 2 }];
    const online = await shop.post('/razorpay/create-order', orderFor(two));
    const replaces = { order_id: online.body.order_id, order_key: online.body.order_key };
    const made = await placed(two, { replaces });
    expect(await stockOf(shop.db, cup.id)).toBe(2);
    // Its units are its own for days, not for the minutes that the online order had left.
    shop.advance(60);
    await shop.minute();
    expect((await seen(made)).status).toBe('pending');
    const { order: cancelled } = await act('GET', String(online.body.order_id));
    expect(cancelled.status).toBe('cancelled');
  });

  it('is confirmed once, by the link of its mail, and expires otherwise with its stock and a mail (T-STK-17)', async () => {
    const cup = await createProduct(shop.db);
    const [first, two] = [await placed([{ id: cup.id }]), await placed([{ id: cup.id }])];
    const token = await tokenOf(first.email);
    const use = (id: string, given: string) => shop.post(`/order/${id}/confirm`, { token: given });
    expect((await use(first.id, first.key)).status).toBe(400);
    expect((await use(two.id, token)).status).toBe(400);
    expect((await use('nothing', token)).status).toBe(400);
    const uses = await Promise.all([use(first.id, token), use(first.id, token), use(first.id, token)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await seen(first)).cashOnDelivery).toMatchObject({ confirmed: true, confirmUntil: null });

    const late = await tokenOf(two.email);
    shop.advance(49 * 60);
    expect((await use(two.id, late)).status).toBe(400);
    await shop.minute();
    expect(await seen(first)).toMatchObject({ status: 'pending', paymentState: 'due_on_delivery' });
    expect(await seen(two)).toMatchObject({ status: 'cancelled', paymentState: 'failed' });
    expect((await seen(two)).cashOnDelivery?.due).toBe(0);
    expect(await stockOf(shop.db, cup.id)).toBe(4);
    expect(await mailTo(two.email)).toContain('The order was not confirmed in time');
    await signIn();
    // An admin who opens it again has confirmed it.
    expect((await setStatus(two, 'pending')).status).toBe(200);
    shop.advance(60);
    await shop.minute();
    expect(await seen(two)).toMatchObject({
      status: 'pending',
      cashOnDelivery: { confirmed: true, due: 1339 },
    });
  });

  it('is packed only when it is confirmed, unless the shop allows it, and only as a whole', async () => {
    const [cup, scarf] = [await createProduct(shop.db), await createProduct(shop.db)];
    const made = await placed([{ id: cup.id, quantity: 2 }, { id: scarf.id }]);
    const list = async (view: string, who = owner) => {
      const { body } = await shop.call('GET', `/order/admin?view=${view}&limit=100`, {
        headers: who.headers,
      });
      return (body as unknown as AdminOrder[]).some(({ _id }) => _id === made.id);
    };
    expect((await pack(made)).code).toBe('cod_unconfirmed');
    expect((await setStatus(made, 'delivered')).code).toBe('cod_unconfirmed');
    expect([await list('to_confirm'), await list('to_pack'), await list('unpaid')]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await act('GET', made.id, undefined, packer)).status).toBe(404);
    expect((await act('POST', `${made.id}/confirm`, undefined, packer)).status).toBe(403);
    expect((await confirm(made)).status).toBe(200);
    expect(
      (await confirm(made)).order.timeline.filter(({ note }) => note === 'Order confirmed'),
    ).toHaveLength(1);
    expect([await list('to_confirm'), await list('to_pack', packer)]).toEqual([false, true]);
    const { order: shown } = await act('GET', made.id, undefined, packer);
    expect(shown.cashOnDelivery).toMatchObject({ due: null, fee: null });
    const [line] = shown.cart_items;
    const part = { lines: [{ line_id: line?._id, quantity: 1 }] };
    expect((await pack(made, part)).code).toBe('cod_in_parts');
    expect((await pack(made)).order).toMatchObject({ status: 'shipped', paymentState: 'due_on_delivery' });

    await settings({ codPacksUnconfirmed: true });
    const eager = await placed([{ id: cup.id }]);
    expect((await pack(eager, { state: 'packed' })).order.cashOnDelivery).toMatchObject({ confirmed: true });
  });

  it('becomes paid once by the cash that is collected, with an invoice since it was shipped', async () => {
    const cup = await createProduct(shop.db, { pricePaise: 50_000 });
    const made = await placed([{ id: cup.id }]);
    await confirm(made);
    const { order: shipped } = await pack(made, { courier: 'Delhivery', trackingNumber: '1234567890' });
    expect(shipped.invoice_number).toMatch(/^TEST-\d{6}$/);
    expect(await mailTo(made.email)).toContain(
      'Please pay ₹540 to the courier when it is delivered. The invoice is attached.',
    );
    const paidBefore = await paidOrders();
    const [first, two] = await Promise.all([move(made, 'delivered'), move(made, 'delivered')]);
    expect([first.status, two.status]).toEqual([200, 200]);
    await setStatus(made, 'shipped');
    const { order: paid } = await setStatus(made, 'delivered');
    expect(paid).toMatchObject({
      ...{
        status: 'delivered',
        paymentState: 'paid',
        paidAmount: 540,
        invoice_number: shipped.invoice_number,
      },
      payments: [{ method: 'cash', amount: 540, isPrimary: true, provider_payment_id: null }],
      cashOnDelivery: { due: 0 },
    });
    expect(await countRecords(shop, made.id)).toMatchObject({ payments: 1, invoices: 1, confirmations: 1 });
    expect(await paidOrders()).toBe(paidBefore + 1);

    const { status } = await shop.call('POST', `/order/admin/${made.id}/refund`, {
      payload: { reason: 'Broken', restock: false },
      headers: { ...owner.headers, 'idempotency-key': randomUUID() },
    });
    expect(status).toBe(201);
    const { order: refunded } = await act('GET', made.id);
    expect(refunded).toMatchObject({ paymentState: 'refunded', refundedAmount: 540 });
    expect(refunded.credit_notes).toHaveLength(1);
    // Nothing is collected a second time.
    await setStatus(made, 'shipped');
    expect((await setStatus(made, 'delivered')).order.payments).toHaveLength(1);
  });

  it('comes back: the goods return, nothing is due, the invoice is reversed, and it counts on the buyer', async () => {
    const cup = await createProduct(shop.db, { stock: 6 });
    const mobile = freshMobile();
    const made = await placed([{ id: cup.id, quantity: 3 }], { mobile });
    await confirm(made);
    const first = (await pack(made)).order.invoice_number;
    const paidBefore = await paidOrders();
    const { order: back } = await move(made, 'returned', { restock: true });
    expect(await paidOrders()).toBe(paidBefore);
    expect(back).toMatchObject({
      ...{ status: 'shipped', fulfilmentState: 'returned', paymentState: 'failed', invoice_number: null },
      cashOnDelivery: { due: 0 },
    });
    const csv = await shop.get(`/order/admin/export.csv?search=${made.id}`, { headers: owner.headers });
    expect(String(csv.body.raw)).toContain(',returned,');
    expect(back.replaced_invoices.map(({ code }) => code)).toEqual([first]);
    expect(back.credit_notes).toHaveLength(1);
    expect(await stockOf(shop.db, cup.id)).toBe(6);
    const next = await placed([{ id: cup.id }], { mobile });
    expect((await act('GET', next.id)).order.cashOnDelivery?.returns).toBe(1);
    const counted = async () => {
      await shop.minute();
      const { order: shown } = await act('GET', made.id);
      const { body } = await shop.call('GET', `/customers/${shown.customer_id}`, { headers: owner.headers });
      return body.returns;
    };
    // A second attempt to deliver it.
    expect((await move(made, 'shipped')).order).toMatchObject({ paymentState: 'due_on_delivery' });
    expect((await move(made, 'delivered')).order).toMatchObject({ paymentState: 'paid', paidAmount: 3937 });
    expect(await stockOf(shop.db, cup.id)).toBe(2);
    expect(await counted()).toBe(0);
    await move(made, 'returned');
    expect(await counted()).toBe(1);
  });

  it('is created by an admin too, without a fee and confirmed, for a delivery address only', async () => {
    const cup = await createProduct(shop.db, { pricePaise: 50_000 });
    const email = freshEmail();
    const body = {
      ...{ name: 'Meera Iyer', mobile: freshMobile(), email, amount: 58_000, shipping: 80 },
      cart_items: [{ product_id: cup.id, variant_id: cup.variantIds[0], quantity: 1 }],
      payment: { method: 'cash_on_delivery' },
    };
    const support = await createAdmin(shop, 'support');
    const create = (more: object) =>
      shop.call('POST', '/order/admin', {
        payload: { ...body, ...more },
        headers: { ...support.headers, 'idempotency-key': randomUUID() },
      });
    expect((await create({})).body.errors).toMatchObject({ 'payment.method': expect.any(String) });
    const { status, body: reply } = await create({ shipping_details: delivery });
    expect([status, reply]).toMatchObject([
      201,
      {
        ...{ status: 'pending', paymentState: 'due_on_delivery', shipping: 80 },
        cashOnDelivery: { fee: 0, due: 580, confirmed: true },
      },
    ]);
    expect(await mailTo(email)).not.toContain('token=');
    const made = { id: String(reply._id), key: '', email };
    shop.advance(60);
    await shop.minute();
    await pack(made);
    expect((await move(made, 'delivered')).order).toMatchObject({ paymentState: 'paid', paidAmount: 580 });
  });

  it('is cancelled without a refund before it is shipped, and paid when an admin says so', async () => {
    const cup = await createProduct(shop.db);
    const [first, two] = [await placed([{ id: cup.id }]), await placed([{ id: cup.id }])];
    await confirm(first);
    await pack(first, { state: 'packed' });
    expect((await setStatus(first, 'cancelled')).order).toMatchObject({
      paymentState: 'failed',
      refunds: [],
    });
    expect(await stockOf(shop.db, cup.id)).toBe(4);
    expect((await setStatus(two, 'paid')).order).toMatchObject({ status: 'paid', paidAmount: 1339 });
    expect((await seen(two)).invoice_number).not.toBeNull();
  });

  it('is confirmed, packed, shipped and delivered in batches, and its label and courier file name the amount', async () => {
    const cup = await createProduct(shop.db);
    const [first, two] = [await placed([{ id: cup.id }]), await placed([{ id: cup.id }])];
    await confirm(first);
    const batch = async (action: object, ids = [first.id, two.id]) => {
      const { body } = await shop.call('POST', '/order/admin/batch', {
        payload: { ids, ...action },
        headers: owner.headers,
      });
      await shop.runJobs();
      return (await act('GET', `batch/${body._id}`)).order as unknown as {
        skips: { _id: string; message: string }[];
      };
    };
    expect((await batch({ action: 'pack' })).skips).toMatchObject([
      { _id: two.id, message: 'The order is not confirmed.' },
    ]);
    expect((await batch({ action: 'confirm' })).skips).toMatchObject([
      { _id: first.id, message: 'The order is confirmed already.' },
    ]);
    expect((await batch({ action: 'courier-file', format: 'delhivery' })).skips).toEqual([]);
    expect((await batch({ action: 'ship' })).skips).toEqual([]);
    expect((await batch({ action: 'deliver' })).skips).toEqual([]);
    expect(await seen(two)).toMatchObject({ status: 'delivered', paymentState: 'paid' });
  });
});

describe('open orders on delivery', () => {
  it('are limited for a mobile number and a mailbox, apart from orders that are paid online (T-STK-16)', async () => {
    const cup = await createProduct(shop.db, { stock: 200 });
    const lines = [{ id: cup.id }];
    const [email, mobile] = [freshEmail(), freshMobile()];
    for (let n = 0; n < 5; n++) expect((await order(lines, { email, mobile })).status).toBe(201);
    expect((await order(lines, { email })).body.code).toBe('too_many_unpaid_orders');
    expect((await order(lines, { mobile })).body.code).toBe('too_many_unpaid_orders');
    expect((await shop.post('/razorpay/create-order', orderFor(lines, { email }))).status).toBe(201);
  });
});

describe('the list of a courier', () => {
  const upload = async (text: string, apply = false, who = owner) => {
    const { payload, headers } = multipart([
      { name: 'file', value: text, filename: 'list.csv', type: 'text/csv' },
    ]);
    const { status, body } = await shop.call('POST', `/cod-remittances?apply=${apply}`, {
      payload,
      headers: { ...headers, ...who.headers },
    });
    return { status, lines: (body as unknown as RemittanceResult).lines };
  };

  it('is compared first, and records each amount that agrees once, with the delivery and the payment (T-PAY-41)', async () => {
    const cup = await createProduct(shop.db, { pricePaise: 50_000, stock: 20 });
    const made = async (trackingNumber: string, state = 'shipped') => {
      const first = await placed([{ id: cup.id }]);
      await confirm(first);
      await pack(first, { courier: 'Delhivery', trackingNumber });
      if (state !== 'shipped') await move(first, state);
      return first;
    };
    const number = ({ id }: Placed) => id.slice(-6).toUpperCase();
    const [sent, done, back, less] = [
      await made('AWB100'),
      await made('AWB200', 'delivered'),
      await made('AWB300', 'returned'),
      await made('AWB400'),
    ];
    const list = [
      'AWB,Order ID,COD Amount,Remittance Date',
      'awb100,,540.00,21-11-2026',
      `,${number(done)},"₹540",2026-11-22`,
      'AWB300,,540,',
      'AWB400,,500,',
      'AWB999,,540,',
      'AWB100,,540,',
    ].join('\n');
    const states = ['matched', 'matched', 'difference', 'difference', 'unknown', 'difference'];
    const before = await upload(list);
    expect(before.lines.map(({ state }) => state)).toEqual(states);
    expect(before.lines.slice(0, 4).map(({ message }) => message)).toEqual([
      'In transit: becomes delivered and paid',
      'Delivered and paid',
      'The parcel came back to the shop',
      '₹540 is to be collected',
    ]);
    expect(before.lines[0]).toMatchObject({ order_id: sent.id, amount: 540, date: '2026-11-21' });
    expect((await seen(sent)).paymentState).toBe('due_on_delivery');

    expect((await upload(list, true, packer)).status).toBe(403);
    const both = await Promise.all([upload(list, true), upload(list, true)]);
    expect(both.flatMap(({ lines }) => lines.filter(({ state }) => state === 'matched'))).toHaveLength(2);
    const again = await upload(list, true);
    expect(again.lines.map(({ state }) => state)).toEqual(['known', 'known', ...states.slice(2, 5), 'known']);
    for (const order of [sent, done])
      expect((await act('GET', order.id)).order).toMatchObject({
        ...{ status: 'delivered', paymentState: 'paid', paidAmount: 540 },
        payments: [{ method: 'cash', amount: 540 }],
      });
    for (const order of [back, less]) expect((await act('GET', order.id)).order.paidAmount).toBe(0);
    expect(await shop.db.selectFrom('codRemittances').select('orderId').execute()).toHaveLength(2);
    expect((await upload('Name,Colour\nA,B')).status).toBe(400);
  });
});
