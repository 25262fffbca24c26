import { describe, expect, it } from 'vitest';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, freshMobile, lastMail, signUp } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const product = await createProduct(shop.db, { name: 'Kansa thali', stock: 500, pricePaise: 50_000 });

/** Values as they come from chats, keyboards of Indian languages and autocorrection. */
const typed = {
  email: '\u202aAsha\u200b.Rao@example.in\u202c.',
  mobile: '\u2068+91 (0) 98765\u2011४३२१०\u2069\u200b\u200b\u200b\u200b\u200b',
  altMobile: '0091\u00a087654\u00a032109.',
  shipping_details: { ...delivery, postalCode: '\u200b560\u2013००३.' },
};

it('contact details are stored and mailed to as they were meant', async () => {
  const order = await place(shop, [product], typed);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  expect((await owner.get(`/order/admin/${order.id}`)).body).toMatchObject({
    guest_details: { email: 'asha.rao@example.in', mobile: '9876543210' },
    customer: { altMobile: '8765432109' },
    shippingAddress: { postalCode: '560003' },
  });
  expect((await lastMail(shop, 'asha.rao@example.in'))?.plain).toContain(order.id.slice(-6).toUpperCase());
});

it('codes of discounts work with another kind of hyphen, once for each customer', async () => {
  const input = {
    title: 'Diwali',
    code: 'DIWALI-10',
    enabled: true,
    appliesTo: 'order',
    maxUsesPerCustomer: 1,
  };
  await owner.post('/discounts', { ...input, value: { type: 'percent', percent: 10 } });
  const order = (email: string) =>
    shop.post(
      '/razorpay/create-order',
      orderFor([product], { ...typed, email, mobile: '9812345678', discount_code: '\u200bdiwali‑१०.' }),
    );
  expect((await order('meera@example.in')).status).toBe(201);
  const again = await order('meera@ex\u200bample.in.');
  expect([again.status, again.body.message]).toEqual([409, 'You have used this code already.']);
});

it('an order is found by its number and the contact of its buyer', async () => {
  const order = await place(shop, [product], { ...typed, email: 'isha@example.in' });
  const number = order.id.slice(-6).toUpperCase();
  for (const text of [`\u200b#${number}.`, `Order no. ${number}`, `order number: ${number}`]) {
    const { status } = await shop.post('/order/look-up', { order: text, email: 'isha\u2060@example.in' });
    expect([text, status]).toEqual([text, 202]);
  }
  expect((await lastMail(shop, 'isha@example.in'))?.plain).toContain(order.id);
});

it('searches and price filters read what was pasted', async () => {
  const found = async (query: string) =>
    ((await shop.get(`/products?${query}`)).body as { products: { name: string }[] }).products.length;
  expect(await found(`search=${encodeURIComponent('kan\u200bsa\u00a0\ufeffthali.')}`)).toBe(1);
  expect(await found(`search=${encodeURIComponent('थाली under ₹५००')}`)).toBe(1);
  expect(await found(`search=${encodeURIComponent(`${'\u200b'.repeat(300)}thali`)}`)).toBe(1);
  expect(await found(`minPrice=${encodeURIComponent('५०१')}`)).toBe(0);
  // The name of a product can have digits of its script.
  await createProduct(shop.db, { name: 'माला १०८ मनके' });
  await createProduct(shop.db, { name: 'Tulsi mala 54' });
  expect(await found(`search=${encodeURIComponent('माला १०८')}`)).toBe(1);
  expect(await found(`search=${encodeURIComponent('माला ५४.')}`)).toBe(1);
});

it('admins find orders and customers by what they paste', async () => {
  await place(shop, [product], { ...typed, email: 'आशा१२@उदाहरण.भारत।', mobile: freshMobile() });
  expect((await owner.get(`/order/admin?search=${encodeURIComponent('आशा१२@')}`)).body).toHaveLength(1);
  for (const search of ['\u202a+91 98765\u201143210\u202c', '९८७६५४३२१०', 'asha\u200b.rao@example.in']) {
    const query = `?search=${encodeURIComponent(search)}`;
    expect((await owner.get(`/order/admin${query}`)).body, search).not.toEqual([]);
    expect((await owner.get(`/customers${query}`)).body, search).not.toEqual([]);
  }
});

describe('the state of an address', () => {
  const orderTo = (state: string, postalCode: string, more: object = {}) =>
    shop.post(
      '/razorpay/create-order',
      orderFor([product], {
        email: freshEmail(),
        mobile: freshMobile(),
        shipping_details: { ...delivery, state, postalCode },
        ...more,
      }),
    );
  const storedState = async ({ order_id }: Record<string, unknown>) =>
    (await owner.get(`/order/admin/${String(order_id)}`)).body.shippingAddress as { state: string };

  it.each([
    ['Maharastra', '411001', 'Maharashtra'],
    ['mh', '400001', 'Maharashtra'],
    ['U.P.', '226001', 'Uttar Pradesh'],
    ['Orissa', '751001', 'Odisha'],
    ['Daman & Diu', '396210', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['J&K', '190001', 'Jammu and Kashmir'],
  ])('%s with %s is %s', async (state, pin, name) => {
    const { status, body } = await orderTo(state, pin);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await storedState(body)).toMatchObject({ state: name });
  });

  it('decides the taxes by its name in the list', async () => {
    await owner.put('/site-info/admin', { gstin: '27AAPFU0939F1ZV', state: 'Maharashtra' });
    const sale = { cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 1 }] };
    const quoted = await owner.post('/order/admin/quote', { ...sale, state: 'Maharastra' });
    expect(quoted.body.tax).toMatchObject({ kind: 'split', placeOfSupply: 'Maharashtra' });
  });

  it('is refused at its field if it is not known, in every call', async () => {
    const address = { ...delivery, state: 'Gondor' };
    const wrong = { errors: { 'shipping_details.state': 'Choose a state' } };
    expect(await orderTo('Gondor', '560003')).toMatchObject({ status: 400, body: wrong });
    const { id } = await place(shop, [product], { email: freshEmail(), mobile: freshMobile() });
    const { updatedAt } = (await owner.get(`/order/admin/${id}`)).body;
    const contact = { name: 'Asha Rao', email: '', mobile: '9876543210', altMobile: '' };
    const change = { ...contact, updatedAt, shipping_details: address };
    expect(await owner.put(`/order/admin/${id}/contact`, change)).toMatchObject({ status: 400, body: wrong });
    const { headers } = await signUp(shop);
    const saved = await shop.post('/auth/addresses', address, { headers });
    expect(saved).toMatchObject({ status: 400, body: { errors: { state: 'Choose a state' } } });
    const spelt = await shop.post('/auth/addresses', { ...address, state: 'Karnatka' }, { headers });
    expect(spelt.body).toMatchObject({ state: 'Karnataka' });
  });

  it('of an address from before stays as it was stored, until it is used again', async () => {
    const { headers, user } = await signUp(shop);
    await shop.post('/auth/addresses', delivery, { headers });
    const { body } = await shop.post('/razorpay/create-order', orderFor([product]), { headers });
    const id = String(body.order_id);
    await shop.db.updateTable('addresses').set({ state: 'Gondor' }).where('userId', '=', user._id).execute();
    await shop.db
      .updateTable('orders')
      .set({ shipping: JSON.stringify({ ...delivery, state: 'Gondor' }) })
      .where('id', '=', id)
      .execute();
    const address = { state: 'Gondor' };
    expect((await shop.get('/auth/addresses', { headers })).body).toMatchObject([address]);
    expect((await shop.get('/auth/my-data', { headers })).body).toMatchObject({
      addresses: [address],
      orders: [{ shippingAddress: address }],
    });
    expect((await shop.get(`/order/${id}`, { headers })).body).toMatchObject({ shippingAddress: address });
    expect(
      (await orderTo('Gondor', '560003', { shipping_details: { ...delivery, ...address } })).status,
    ).toBe(400);
  });

  it('that is not that of the PIN code is asked for once', async () => {
    const asked = await orderTo('Karnataka', '302001', { confirms_state: false });
    expect(asked).toMatchObject({ status: 400, body: { code: 'state_unconfirmed' } });
    expect(asked.body.errors).toEqual({
      'shipping_details.state':
        'PIN code 302001 is in Rajasthan. Correct the address, or order again if Karnataka is right.',
    });
    const confirmed = await orderTo('Karnataka', '302001', { confirms_state: true });
    expect(confirmed.status).toBe(201);
    expect(await storedState(confirmed.body)).toMatchObject({ state: 'Karnataka' });
    // A program that does not say whether it can ask is not asked.
    expect((await orderTo('Karnataka', '302001')).status).toBe(201);
    // Several states share the first digits of these.
    expect((await orderTo('Punjab', '160017', { confirms_state: false })).status).toBe(201);
  });
});

it('the page of an order shows its own mobile number, not that of the account', async () => {
  const { user, headers, email } = await signUp(shop);
  const contact = { email, mobile: '9811100022' };
  const { body } = await shop.post('/razorpay/create-order', orderFor([product], contact), { headers });
  await shop.call('PUT', '/auth/profile', { headers, payload: { mobile: '9811100033' } });
  const order = await shop.get(`/order/${String(body.order_id)}`, { headers });
  expect(order.body.user_id).toMatchObject({ _id: user._id, email, phone: '9811100022' });
});
