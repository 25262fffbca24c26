import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Customer } from '../../shared/contract/accounts/customers.ts';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import type { CartQuote } from '../../shared/contract/orders/checkout.ts';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import {
  bearer,
  freshContact,
  freshEmail,
  lastMail,
  orderOnDelivery,
  signUp,
} from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop, type TestShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

let owner: Owner;
const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await asOwner(shop);
  await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '', codFeeRupees: 40 });
});

/** ₹99 to Karnataka, free from ₹2,000; free elsewhere. */
const rates = [
  { from: 0, amount: 99 },
  { from: 2000, amount: 0 },
];
const terms = { delivers: true, days: null };
const karnataka = { name: 'Karnataka', states: ['Karnataka'], prefixes: [], pins: [], ...terms, rates };
const settings = async (more: object) => expect((await owner.put('/site-info/admin', more)).status).toBe(200);
beforeEach(() => settings({ delivery: { ...defaultDelivery, zones: [karnataka] }, codEnabled: true }));

let codes = 0;
const freeShipping = { value: { type: 'free_shipping' } };
const input = (more: object = {}) => ({
  title: 'Offer',
  code: `COND${++codes}`,
  enabled: true,
  appliesTo: 'order',
  value: { type: 'percent', percent: 10 },
  ...more,
});
async function create(more: object = {}) {
  const { status, body } = await owner.post('/discounts', input(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Discount & { code: string };
}
const usesOf = async ({ _id }: Discount) => (await owner.get(`/discounts/${_id}`)).body.uses;
type Line = { id: string; quantity?: number };
const quote = async (lines: Line[], more: object = {}, as = {}) =>
  (await shop.post('/razorpay/quote', { ...orderFor(lines), ...more }, as)).body as unknown as CartQuote & {
    message?: string;
  };
const here = { postalCode: delivery.postalCode, state: delivery.state };
const order = (lines: Line[], more: object = {}, as: Parameters<TestShop['post']>[2] = {}) =>
  shop.post('/razorpay/create-order', orderFor(lines, { ...freshContact(), ...more }), as);
const pay = async ({ providerOrderId }: PlacedOrder) =>
  expect((await verify(shop, await shop.fake.pay(providerOrderId))).status).toBe(200);
const product = (pricePaise = 100_000) => createProduct(shop.db, { pricePaise, stock: 50 });

it('free shipping takes off the delivery charge with its tax: quote, order, mail, invoice and refund agree to the paisa', async () => {
  const discount = await create({ ...freeShipping, title: 'Diwali post', minTotal: 500 });
  const { code } = discount;
  const lines = [
    { id: (await createProduct(shop.db, { pricePaise: 69_000, gstTenths: 50 })).id },
    { id: (await createProduct(shop.db, { pricePaise: 33_333, gstTenths: 180 })).id, quantity: 2 },
  ];
  const discounts = [{ title: 'Diwali post', code, amount: 99, target: 'shipping' }];
  expect(await quote(lines, here)).toMatchObject({ subtotal: 1356.66, shipping: 99, amount: 1455.66 });
  expect(await quote(lines, { ...here, discount_code: code })).toMatchObject({
    subtotal: 1356.66,
    discounts,
    codeNote: '',
    shipping: 0,
    amount: 1356.66,
  });
  const email = freshEmail();
  expect((await order(lines, { discount_code: code, amount: 145_566 })).body.amount).toBe(135_666);
  const placed = await place(shop, lines, { email, discount_code: code, amount: 135_666 });
  await pay(placed);
  const paid = (await read(shop, placed)) as unknown as Order;
  expect(paid).toMatchObject({ amount: 1356.66, discount: 0, discounts, shipping: 0 });
  expect(paid.cart_items.map(({ total }) => total)).toEqual([690, 666.66]);
  const mail = JSON.stringify(await lastMail(shop, email));
  expect(mail).toContain(`Delivery: ₹99\\nDiwali post (${code}): −₹99`);
  const { content } = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', placed.id)
    .executeTakeFirstOrThrow();
  const invoice = content as InvoiceContent;
  expect(invoice.totals.totalPaise).toBe(135_666);
  // No line has a share of the charge, and its tax is that of its price alone.
  expect(invoice.lines.map(({ shippingPaise, igstPaise }) => [shippingPaise, igstPaise])).toEqual([
    [undefined, 3286],
    [undefined, 10_169],
  ]);
  const admin = (await owner.get(`/order/admin/${placed.id}`)).body as AdminOrder;
  expect(admin).toMatchObject({ discounts, shipping: 0, discount: 0 });
  const refund = { reason: 'Back', lines: [{ line_id: admin.cart_items[1]?._id, quantity: 1 }] };
  expect((await owner.post(`/order/admin/${placed.id}/refund`, refund)).status).toBe(201);
  await shop.runJobs();
  expect((await read(shop, placed)).refundedAmount).toBe(333.33);

  expect(await usesOf(discount)).toBe(1);
  const another = await place(shop, lines, { discount_code: code });
  expect(await usesOf(discount)).toBe(2);
  await owner.put(`/order/admin/${another.id}/status`, { status: 'cancelled' });
  expect(await usesOf(discount)).toBe(1);
});

it('free shipping says why it is not used, and is given with the cheapest total', async () => {
  const { code } = await create(freeShipping);
  const { id } = await product();
  const note = async (lines: Line[], more: object = {}) => {
    const { codeNote, discounts } = await quote(lines, { discount_code: code, ...more });
    expect(discounts.every((discount) => discount.target === 'products')).toBe(true);
    return codeNote;
  };
  expect(await note([{ id }])).toBe(
    'This code makes delivery free. Enter your PIN code to see what it saves.',
  );
  const free = 'There is no delivery charge, so this code saves nothing.';
  expect(await note([{ id }], { postalCode: '110001', state: 'Delhi' })).toBe(free);
  expect(await note([{ id, quantity: 2 }], here)).toBe(free);
  const placed = await place(shop, [{ id, quantity: 2 }], { discount_code: code, amount: 200_000 });
  expect(await read(shop, placed)).toMatchObject({ discounts: [], shipping: 0 });

  // ₹100 off makes delivery of two cost ₹99: ₹1 less. With ₹98 off, the cart would cost more.
  const only = { code: null, appliesTo: 'products', targets: [id] };
  const off = await create({ ...only, value: { type: 'amount', amount: 100 } });
  expect(await quote([{ id, quantity: 2 }], here)).toMatchObject({ shipping: 99, amount: 1999 });
  await owner.put(`/discounts/${off._id}`, input({ ...only, value: { type: 'amount', amount: 98 } }));
  expect(await quote([{ id, quantity: 2 }], here)).toMatchObject({ discounts: [], amount: 2000 });
  expect(await quote([{ id }], { ...here, discount_code: code })).toMatchObject({
    discounts: [{ code, amount: 99 }],
    amount: 1000,
  });
  await owner.put(`/discounts/${off._id}`, input({ ...only, value: { type: 'amount', amount: 100 } }));
  expect(await note([{ id }], here)).toBe('Another discount saves you more, so this code is not used.');
  expect((await owner.delete(`/discounts/${off._id}`)).status).toBe(200);
});

it('a limit per customer and day holds when orders are placed at once, and is new on the next day in India (T-CPN-09)', async () => {
  const { id } = await product();
  const discount = await create({ maxUsesPerCustomerPerDay: 2 });
  const body = { email: freshEmail(), discount_code: discount.code };
  const all = await Promise.all(Array.from({ length: 15 }, () => order([{ id }], body)));
  const won = all.filter(({ status }) => status === 201);
  expect(won).toHaveLength(2);
  expect(await usesOf(discount)).toBe(2);
  const used = 'You have used this code today already. You can use it again tomorrow.';
  expect((await order([{ id }], body)).body).toMatchObject({
    code: 'discount_not_applicable',
    message: used,
  });
  // Another customer, and an order in place of a cancelled one.
  expect((await order([{ id }], { ...body, email: freshEmail() })).status).toBe(201);
  const [first, second] = won.map((item) => String(item.body.order_id));
  await owner.put(`/order/admin/${first}/status`, { status: 'cancelled' });
  expect(await usesOf(discount)).toBe(2);
  const placed = await place(shop, [{ id }], body);
  expect((await order([{ id }], body)).status).toBe(409);
  await pay(placed);
  // The other one expires.
  shop.advance(16);
  await shop.minute();
  expect((await owner.get(`/order/admin/${second}`)).body.status).toBe('failed');
  shop.advance(24 * 60);
  owner = await asOwner(shop);
  const next = await Promise.all([1, 2, 3].map(() => order([{ id }], body)));
  expect(next.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
});

it('a discount for customers with a tag is for signed-in customers who have one of them (T-CPN-10)', async () => {
  const { id } = await product();
  const { code } = await create({ customerTags: ['VIP', 'wholesale'] });
  const asha = await signUp(shop);
  const as = bearer(asha.token);
  const mine = (more: object = {}) => quote([{ id }], { ...here, discount_code: code, ...more }, as);
  expect((await quote([{ id }], { discount_code: code })).message).toBe(
    'Log in or sign up to use this code.',
  );
  expect((await mine()).message).toBe('This code is not for your account.');
  const tag = async (change: object) => {
    const found = (await owner.get(`/customers?search=${asha.email}`)).body as unknown as Customer[];
    expect((await owner.patch(`/customers/${found[0]?._id}/tags`, change)).status).toBe(200);
  };
  await tag({ add: ['vip'] });
  expect(await mine()).toMatchObject({ discounts: [{ code, amount: 100 }] });
  // Her mailbox alone proves nothing.
  const guest = await order([{ id }], { discount_code: code, email: asha.email });
  expect(guest.body.message).toBe('Log in or sign up to use this code.');
  expect((await order([{ id }], { discount_code: code, email: asha.email }, as)).status).toBe(201);
  await tag({ remove: ['vip'] });
  expect((await order([{ id }], { discount_code: code, email: asha.email }, as)).body.message).toBe(
    'This code is not for your account.',
  );

  const { status, body } = await owner.post('/discounts', input({ customerTags: ['vip'], announced: true }));
  expect([status, Object.keys(body.errors as object)]).toEqual([400, ['announced']]);
});

it('a discount for new accounts is for those that were created within that number of days', async () => {
  const { id } = await product();
  const { code } = await create({ newAccountDays: 7 });
  const { user, token } = await signUp(shop);
  const mine = () => quote([{ id }], { ...here, discount_code: code }, bearer(token));
  expect((await quote([{ id }], { discount_code: code })).message).toBe(
    'Log in or sign up to use this code.',
  );
  const age = (days: number) =>
    shop.db
      .updateTable('users')
      .set({ createdAt: new Date(shop.clock.now().getTime() - days * 86_400_000) })
      .where('id', '=', user._id)
      .execute();
  expect(await mine()).toMatchObject({ discounts: [{ code }] });
  await age(6.9);
  expect(await mine()).toMatchObject({ discounts: [{ code }] });
  await age(7.1);
  expect((await mine()).message).toBe('This code is only for new accounts.');
});

it('a discount for orders that are paid online is not given at the door, and the quote says what paying online saves (T-CPN-11)', async () => {
  const { id } = await product();
  const only = { appliesTo: 'products', targets: [id] };
  const automatic = await create({ code: null, title: 'Prepaid', onlineOnly: true, ...only });
  const lines = [{ id }];
  const atTheDoor = { payment_method: 'cash_on_delivery' };
  expect(await quote(lines, here)).toMatchObject({
    discounts: [{ title: 'Prepaid', amount: 100 }],
    shipping: 99,
    amount: 999,
    cash_on_delivery: { fee: 40, saves: 140, reason: '' },
  });
  expect(await quote(lines, { ...here, ...atTheDoor })).toMatchObject({
    discounts: [],
    shipping: 99,
    amount: 1139,
    cash_on_delivery: { saves: 140 },
  });
  const cod = await orderOnDelivery(shop, lines, { amount: 99_900 });
  expect(cod.body).toMatchObject({ code: 'amount_changed', amount: 113_900 });
  expect((await orderOnDelivery(shop, lines, { amount: 113_900 })).status).toBe(201);
  expect(await usesOf(automatic)).toBe(0);
  expect((await order(lines, { amount: 99_900 })).status).toBe(201);
  expect(await usesOf(automatic)).toBe(1);
  await owner.delete(`/discounts/${automatic._id}`);

  // A code is kept while the shopper compares, so that it is used again when she pays online.
  const { code } = await create({ onlineOnly: true, value: { type: 'amount', amount: 200 } });
  const given = { ...here, discount_code: code };
  expect(await quote(lines, given)).toMatchObject({ codeNote: '', amount: 899 });
  expect(await quote(lines, { ...given, ...atTheDoor })).toMatchObject({
    codeNote: 'This code is only for orders that are paid online.',
    discounts: [],
    amount: 1139,
    cash_on_delivery: { saves: 240 },
  });
  expect((await orderOnDelivery(shop, lines, { discount_code: code, amount: 113_900 })).status).toBe(201);
  // The discount makes the order too small for cash on delivery only if it is given there.
  await settings({ codMinRupees: 1000 });
  expect((await quote(lines, given)).cash_on_delivery?.reason).toBe('');
  await settings({ codMinRupees: null });
});

it('the try-out shows the delivery charge, and why a discount is not given', async () => {
  const { id } = await product();
  const attempt = async (discount: object, more: object = {}) =>
    (await owner.post('/discounts/try', { discount: input(discount), ...orderFor([{ id }]), ...more })).body;
  const pin = { postalCode: delivery.postalCode };
  expect(await attempt(freeShipping, pin)).toMatchObject({
    subtotal: 1000,
    shipping: 0,
    fee: 0,
    amount: 1000,
    notes: [],
    discounts: [{ amount: 99, target: 'shipping' }],
    lines: [{ subtotal: 1000, total: 1000 }],
  });
  expect(await attempt(freeShipping)).toMatchObject({
    shipping: null,
    amount: 1000,
    notes: ['This discount makes delivery free. Enter a PIN code to see what it saves.'],
  });
  expect(await attempt({ onlineOnly: true }, { ...pin, payment_method: 'cash_on_delivery' })).toMatchObject({
    shipping: 99,
    fee: 40,
    amount: 1139,
    discounts: [],
    notes: ['This discount is only for orders that are paid online.'],
  });
  // The automatic discount of other customers is not that of this one.
  const wholesale = await create({
    code: null,
    customerTags: ['wholesale'],
    value: { type: 'percent', percent: 50 },
  });
  expect(await attempt({}, pin)).toMatchObject({ amount: 999, notes: [] });
  expect((await attempt({ customerTags: ['wholesale'] }, pin)).notes).toEqual([
    'Another discount saves at least as much: Offer.',
  ]);
  await owner.delete(`/discounts/${wholesale._id}`);
});
