// Slow: `npm run check` leaves this file out.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Customer, CustomerDetail } from '../../../shared/contract/accounts/customers.ts';
import type { PriceList } from '../../../shared/contract/catalogue/price-lists.ts';
import type { CartQuote } from '../../../shared/contract/orders/checkout.ts';
import type { Quote } from '../../../shared/contract/orders/manual-orders.ts';
import type { AdminOrder } from '../../../shared/contract/orders/orders.ts';
import { createProduct, manualOrderFor, orderFor } from '../../../tests/support/factories.ts';
import { asOwner, multipart } from '../../../tests/support/owner.ts';
import { freshEmail, type Person, signUp } from '../../../tests/support/people.ts';
import { auditedShop } from '../../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'error' } });
const owner = await asOwner(shop);

let lists = 0;
async function createList(more: object = {}) {
  const name = `List ${++lists}`;
  const list = { name, customerTag: name, percent: null, active: true, ...more };
  const { status, body } = await owner.post('/price-lists', list);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as unknown as PriceList;
}
const setPrice = async ({ _id }: PriceList, { variantIds: [id] }: Made, price: number) =>
  expect((await owner.put(`/price-lists/${_id}/prices/${id}`, { price })).status).toBe(200);
async function customerWith(...group: PriceList[]) {
  const person = await signUp(shop);
  const found = await owner.get(`/customers?search=${person.email}`);
  const [{ _id } = { _id: '' }] = found.body as unknown as Customer[];
  if (group.length > 0)
    await owner.patch(`/customers/${_id}/tags`, { add: group.map(({ customerTag }) => customerTag) });
  return { ...person, customerId: _id };
}
type Made = Awaited<ReturnType<typeof createProduct>>;
type Line = Parameters<typeof orderFor>[0][number];
const product = (pricePaise = 100_000, more = {}) =>
  createProduct(shop.db, { pricePaise, stock: 99, ...more });
const quote = async (lines: Line[], as: Partial<Person> = {}, more: object = {}) =>
  (await shop.post('/razorpay/quote', { ...orderFor(lines), ...more }, { headers: as.headers ?? {} }))
    .body as unknown as CartQuote;
const order = (lines: Line[], { headers }: Person, more: object = {}) =>
  shop.post('/razorpay/create-order', orderFor(lines, { email: freshEmail(), ...more }), { headers });
const ownPrices = async (products: Made[], as: Partial<Person> = {}) =>
  shop.get(`/account/prices?product_ids=${products.map(({ id }) => id)}`, { headers: as.headers ?? {} });

it('each variant costs the lowest price of her active lists, never more than in the catalogue', async () => {
  const tenth = await createList({ percent: 12.5 });
  const fixed = await createList();
  const former = await createList({ percent: 90, active: false });
  const [byPercent, byPrice, dearer, above, card] = await Promise.all([
    product(9_999),
    product(),
    product(),
    product(),
    product(50_000, { isGiftCard: true }),
  ]);
  await setPrice(fixed, byPrice, 700.5);
  // A price of a list counts instead of its percentage, also if that would be less.
  await setPrice(tenth, dearer, 950);
  await setPrice(tenth, above, 2000);
  const ids = [byPercent, byPrice, dearer, above, card];
  const her = await customerWith(tenth, fixed, former);
  const costs = async (as?: Person) => Promise.all(ids.map(async (id) => (await quote([id], as)).subtotal));
  // 12.5% off ₹99.99 are ₹87.49125.
  expect(await costs(her)).toEqual([87.49, 700.5, 950, 1000, 500]);
  for (const item of [undefined, await customerWith()])
    expect(await costs(item)).toEqual([99.99, 1000, 1000, 1000, 500]);
  expect((await owner.put(`/price-lists/${former._id}`, { ...former, active: true })).status).toBe(200);
  expect(await costs(her)).toEqual([10, 100, 100, 100, 500]);
  const placed = await order([byPrice], her, { amount: 10_000 });
  expect(placed.status).toBe(201);
  expect((await owner.delete(`/price-lists/${former._id}`)).status).toBe(200);
  expect(await costs(her)).toEqual([87.49, 700.5, 950, 1000, 500]);
  // The order keeps what it cost, and its timeline says why.
  const { body: kept } = await owner.get(`/order/admin/${placed.body.order_id}`);
  expect(kept.amount).toBe(100);
  expect((kept as unknown as AdminOrder).timeline.map(({ note }) => note)).toContainEqual(
    expect.stringMatching(/^Prices of the customer’s price lists: .+ ₹100 instead of ₹1,000$/),
  );
});

it('the variants of a product have prices of their own, and so has its GST by price', async () => {
  const list = await createList();
  const shirt = await product(300_000, { sizes: ['S', 'L'], hsn: '6205', gstTenths: 180 });
  const [, variantId] = shirt.variantIds;
  expect((await owner.put(`/price-lists/${list._id}/prices/${variantId}`, { price: 2400 })).status).toBe(200);
  const her = await customerWith(list);
  const { body } = await ownPrices([shirt], her);
  expect(body).toEqual([
    {
      product_id: shirt.id,
      price: 2400,
      cataloguePrice: 3000,
      priceVaries: true,
      variants: [{ variant_id: variantId, price: 2400, cataloguePrice: 3000 }],
    },
  ]);
  const { body: placed } = await order([{ ...shirt, variantId: String(variantId) }], her);
  const items = await shop.db
    .selectFrom('orderItems')
    .select(['unitPaise', 'gstTenths'])
    .where('orderId', '=', String(placed.order_id))
    .execute();
  // Up to ₹2,500 a piece, clothes have 5%.
  expect(items).toEqual([{ unitPaise: 240_000, gstTenths: 50 }]);
});

it('discounts see the lines at a price of a list only if the list takes discounts', async () => {
  const without = await createList({ percent: 50 });
  const taking = await createList({ percent: 50, takesDiscounts: true });
  const [listed, second] = [await product(), await product()];
  const half = { type: 'percent', percent: 50 };
  const code = `HALF${Date.now()}`;
  const offer = { title: 'Half', code, enabled: true, value: half, appliesTo: 'order', minTotal: 0 };
  const { body: discount } = await owner.post('/discounts', offer);
  await owner.put(`/price-lists/${without._id}`, { ...without, percent: null });
  await setPrice(without, listed, 500);
  const lines = [listed, second];
  const amountFor = async (list: PriceList, group: Line[] = lines, more: object = {}) =>
    quote(group, await customerWith(list), { discount_code: code, ...more });
  expect(await amountFor(without)).toMatchObject({ subtotal: 1500, amount: 1000 });
  expect(await amountFor(taking)).toMatchObject({ subtotal: 1000, amount: 500 });
  expect(await amountFor(without, [listed])).toMatchObject({ code: 'discount_not_applicable' });
  // Nor do they count towards its least total.
  await owner.put(`/discounts/${discount._id}`, { ...offer, minTotal: 1200 });
  expect(await amountFor(without)).toMatchObject({ code: 'discount_not_applicable' });
  expect(await amountFor(without, [listed, { ...second, quantity: 2 }])).toMatchObject({ amount: 1500 });
});

it('a list that changes before the order is placed is a 409 with her new prices (T-CPN-12)', async () => {
  const list = await createList({ percent: 10 });
  const lamp = await product();
  const her = await customerWith(list);
  const { amount } = await quote([lamp], her);
  await owner.put(`/price-lists/${list._id}`, { ...list, percent: 20 });
  const { status, body } = await order([lamp], her, { amount: amount * 100 });
  expect([status, body.code, body.amount]).toEqual([409, 'amount_changed', 80_000]);
  expect(body.cart_items).toMatchObject([{ price: 800 }]);
});

it('20 customers who order while a list changes pay one price or the other, never a mix (T-CPN-12)', async () => {
  const list = await createList({ percent: 10 });
  const [first, two] = [await product(100_000, { stock: 200 }), await product(200_000, { stock: 200 })];
  const buyers = await Promise.all(Array.from({ length: 20 }, () => customerWith(list)));
  let percent = 10;
  const change = async () => {
    for (let n = 0; n < 12; n++) {
      percent = percent === 10 ? 20 : 10;
      await owner.put(`/price-lists/${list._id}`, { ...list, percent });
    }
  };
  const [replies] = await Promise.all([
    Promise.all(
      buyers.map(async (her) => {
        const { amount } = await quote([first, two], her);
        const reply = await order([first, two], her, { amount: amount * 100 });
        return { amount, reply };
      }),
    ),
    change(),
  ]);
  for (const { amount, reply } of replies) {
    expect([201, 409]).toContain(reply.status);
    if (reply.status === 409) {
      expect(reply.body.code).toBe('amount_changed');
      continue;
    }
    const items = await shop.db
      .selectFrom('orderItems')
      .select('unitPaise')
      .where('orderId', '=', String(reply.body.order_id))
      .orderBy('position')
      .execute();
    const paise = items.map(({ unitPaise }) => unitPaise);
    expect([
      [90_000, 180_000],
      [80_000, 160_000],
    ]).toContainEqual(paise);
    expect(paise.reduce((sum, item) => sum + item, 0)).toBe(amount * 100);
  }
});

it('orders of an admin have the prices of their customer, which are no reduction', async () => {
  const list = await createList({ percent: 40 });
  const [lamp, vase] = [
    await owner.product({ price: 1000, countInStock: 9 }),
    await owner.product({ price: 500, countInStock: 9 }),
  ];
  const her = await customerWith(list);
  const body = { ...manualOrderFor(lamp), customer: her.customerId };
  const proposed = (await owner.post('/order/admin/quote', body)).body as unknown as Quote;
  expect(proposed.lines).toMatchObject([{ price: 600, cataloguePrice: 600, listPrice: 1000 }]);
  const headers = { ...owner.headers, 'idempotency-key': `manual-${lamp._id}` };
  const { body: made } = await shop.post('/order/admin', { ...body, amount: 60_000 }, { headers });
  const placed = made as unknown as AdminOrder;
  expect(placed.timeline.filter(({ note }) => note.includes('instead of'))).toHaveLength(1);
  const { variants } = vase;
  const lines = await owner.post(`/order/admin/${placed._id}/lines/quote`, {
    cart_items: [...body.cart_items, { product_id: vase._id, variant_id: variants[0]?._id, quantity: 1 }],
  });
  expect(lines.body).toMatchObject({ subtotal: 900 });
  // A guest pays the price of the catalogue.
  const guest = await owner.post('/order/admin/quote', manualOrderFor(lamp));
  expect(guest.body).toMatchObject({ subtotal: 1000 });
});

it('only she learns of her prices (T-IDR-18)', async () => {
  const list = await createList({ percent: 25 });
  const [shown, hidden] = [await product(48_000), await product(48_000, { status: 'draft' })];
  const her = await customerWith(list);
  const another = await customerWith();
  expect((await ownPrices([shown])).status).toBe(401);
  expect((await ownPrices([shown], another)).body).toEqual([]);
  const flagOf = async ({ headers }: Person) => (await shop.get('/auth/me', { headers })).body.hasPriceLists;
  expect([await flagOf(her), await flagOf(another)]).toEqual([true, false]);
  const publicReplies = async (headers: Person['headers'] | object) => {
    const replies = await Promise.all(
      [`/products/${shown.slug}`, '/products?limit=100', `/products/${shown.id}`].map((path) =>
        shop.get(path, { headers: { ...headers } }),
      ),
    );
    return replies.map(({ body }) => JSON.stringify(body));
  };
  const before = await publicReplies({});
  const { body, headers } = await ownPrices([shown, hidden], her);
  expect(body).toMatchObject([{ product_id: shown.id, price: 360, cataloguePrice: 480, priceVaries: false }]);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(await publicReplies(her.headers)).toEqual(before);
  await quote([shown], her);
  expect(await publicReplies({})).toEqual(before);
  const many = `/account/prices?product_ids=${Array(101).fill(shown.id)}`;
  expect((await shop.get(many, { headers: her.headers })).status).toBe(400);
  expect((await shop.get('/account/prices?product_ids=x', { headers: her.headers })).status).toBe(400);
});

const send = ({ _id }: PriceList, text: string, save = true) =>
  owner.post(
    `/price-lists/${_id}/prices/import?save=${save}`,
    multipart([{ name: 'file', value: text, filename: 'prices.csv' }]),
  );

it('a file sets and removes prices; one that is wrong changes nothing and says why', async () => {
  const list = await createList();
  const made = await Promise.all(
    ['=A1', 'B2', 'C3', '＝F4'].map((sku) => owner.product({ sku, price: 100 })),
  );
  const gift = await product(50_000, { isGiftCard: true });
  const { sku } = await shop.db
    .selectFrom('variants')
    .select('sku')
    .where('productId', '=', gift.id)
    .executeTakeFirstOrThrow();
  const rows = (query = '') => owner.get(`/price-lists/${list._id}/prices${query}`);
  const wrong = `SKU,Price\nB2,cheap\nX9,10\n,5\nb2,7\n${sku},1\n`;
  expect((await send(list, wrong)).body).toMatchObject({ saved: false, problemCount: 2 });
  const unknown = await send(list, `SKU,Price\nB2,80\nX9,10\n${sku},1\n`);
  expect(unknown.body).toMatchObject({
    saved: false,
    problemCount: 2,
    problems: [
      { line: 3, reason: 'X9: there is no such SKU' },
      { line: 4, reason: `${sku}: gift cards have no other price` },
    ],
  });
  expect((await send(list, 'SKU,Price\n8.90123E+12,10\n')).body.problems).toEqual([
    { line: 2, reason: '“8.90123E+12” is not a SKU: a spreadsheet has shortened the number' },
  ]);
  expect((await rows()).body).toEqual([]);
  const text = 'SKU;Price\n=A1;₹1,200.50\nb2;80\nC3;60 Rs\n＝F4;७०,००';
  const counts = { prices: 4, changed: 4, removed: 0, withoutEffect: 1, problemCount: 0 };
  expect((await send(list, text, false)).body).toMatchObject({ saved: false, ...counts });
  expect((await rows()).body).toEqual([]);
  expect((await send(list, text)).body).toMatchObject({ saved: true, ...counts });
  expect((await rows('?search=c3')).body).toMatchObject([
    { _id: made[2]?.variants[0]?._id, price: 60, sellingPrice: 100 },
  ]);
  const file = async () => String((await owner.get(`/price-lists/${list._id}/prices/export.csv`)).body.raw);
  const exported = await file();
  expect(exported.split('\r\n').sort()).toContain(`B2,${made[1]?.name},,80,100`);
  // What is exported can be imported.
  expect((await send(list, exported)).body).toMatchObject({ saved: true, prices: 4, changed: 0 });
  expect((await send(list, 'Price,SKU\n,C3\n')).body).toMatchObject({ saved: true, removed: 1 });
  expect((await rows()).headers['x-total-count']).toBe('3');
  for (const item of ['SKU,Cost\nB2,1\n', 'SKU,Price\n', ''])
    expect((await send(list, item)).body).toMatchObject({ code: 'validation_failed' });
});

it('a SKU that the shop takes for the same as another one is twice in a file', async () => {
  const list = await createList();
  // JavaScript and PostgreSQL differ in the lower case of these.
  for (const [sku, same] of [
    ['B7', 'b7'],
    ['ΛΑΣ7Σ', 'λασ7σ'],
    ['İ7', 'i7'],
  ] as const) {
    await owner.product({ sku, price: 100 });
    const { status, body } = await send(list, `SKU,Price\n${sku},70\n${same},80\n`);
    expect([status, body.saved, body.problems]).toEqual([
      200,
      false,
      [{ line: 3, reason: `${same} is on line 2 too` }],
    ]);
  }
});

it('a product that is deleted during an import has no price', async () => {
  const list = await createList();
  const { _id } = await owner.product({ sku: 'D8', price: 100 });
  await owner.product({ sku: 'E8', price: 100 });
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('priceLists').select('id').where('id', '=', list._id).forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const sent = send(list, 'SKU,Price\nD8,70\nE8,70\n');
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%price_lists%'`;
  await expect.poll(async () => (await waiting.execute(shop.db)).rows[0]?.n).toBe(1);
  expect((await owner.delete(`/products/${_id}`)).status).toBe(200);
  release.resolve();
  await holder;
  expect(await sent).toMatchObject({ status: 200, body: { saved: true } });
  expect((await owner.get(`/price-lists/${list._id}/prices`)).body).toMatchObject([{ sku: 'E8' }]);
});

it('names are unique, and a customer’s page names the lists of her account', async () => {
  const list = await createList({ customerTag: ' Stockist ' });
  expect(list).toMatchObject({ customerTag: 'stockist', customers: 0, prices: 0, takesDiscounts: false });
  const again = { ...list, name: list.name.toUpperCase() };
  expect((await owner.post('/price-lists', again)).body).toMatchObject({ code: 'name_taken' });
  const her = await customerWith(list);
  expect((await owner.get(`/price-lists/${list._id}`)).body).toMatchObject({ customers: 1 });
  const { body } = await owner.get(`/customers/${her.customerId}`);
  expect((body as unknown as CustomerDetail).priceLists).toEqual([
    { _id: list._id, name: list.name, active: true },
  ]);
  for (const percent of [0, 100, 12.34])
    expect((await owner.put(`/price-lists/${list._id}`, { ...list, percent })).status).toBe(400);
  const gift = await product(50_000, { isGiftCard: true });
  const path = `/price-lists/${list._id}/prices/${gift.variantIds[0]}`;
  expect((await owner.put(path, { price: 10 })).body.errors).toHaveProperty('price');
  expect((await owner.delete(path)).status).toBe(404);
  expect((await owner.get(`/price-lists/${her.customerId}/prices`)).status).toBe(404);
});
