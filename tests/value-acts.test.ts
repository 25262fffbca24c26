// Slow: `npm run check` leaves this file out.
import { beforeAll, describe, expect, it } from 'vitest';
import { actsOfCalls, type ValueAct, valueActs } from '../server/value-acts.ts';
import type { Role } from '../shared/contract/accounts/admins.ts';
import type { Customer } from '../shared/contract/accounts/customers.ts';
import type { Call } from '../shared/contract/calls/call.ts';
import { calls, errorsOf } from '../shared/contract/calls.ts';
import type { Product } from '../shared/contract/catalogue/catalogue.ts';
import type { PriceList } from '../shared/contract/catalogue/price-lists.ts';
import type { AdminOrder } from '../shared/contract/orders/orders.ts';
import { limitedPermissions, type Permission } from '../shared/permissions.ts';
import { createProduct, delivery, manualOrderFor, orderFor } from './support/factories.ts';
import { contactOf } from './support/order-changes.ts';
import { asOwner, multipart, type Owner } from './support/owner.ts';
import { buyAsGuest, freshEmail, freshMobile, type Person, signUp } from './support/people.ts';
import { testShop } from './support/shop.ts';

/** Admins with every permission that this file needs: with a limit for refunds, and without one. */
let limited: Owner;
let free: Owner;
const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(async () => {
  limited = await asRole({ refundLimit: 100, dailyRefundLimit: null });
  free = await asRole({ refundLimit: null, dailyRefundLimit: null });
});

let made = 0;
const all: Permission[] = ['customers.edit', 'discounts.edit', 'catalogue.edit', 'refunds.request'];
async function asRole(limits: object, permissions = all): Promise<Owner> {
  const { status, body } = await owner.post('/auth/admin/roles', {
    name: `Role ${++made}`,
    permissions,
    refundLimit: null,
    dailyRefundLimit: null,
    ...limits,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return asOwner(shop, String(body._id));
}
const hasLimits =
  /^Your role has limits, so it can’t .+\. An admin whose role has no limits can, such as an owner\.$/;
type Reply = { status: number; body: Record<string, unknown> };
function expectRefused({ status, body }: Reply, message = hasLimits) {
  expect([status, body.code]).toEqual([403, 'forbidden']);
  expect(body.message).toMatch(message);
}

async function customer(): Promise<Person & { id: string }> {
  const person = await signUp(shop);
  const found = await owner.get(`/customers?search=${person.email}`);
  const [{ _id } = { _id: '' }] = found.body as unknown as Customer[];
  return { ...person, id: _id };
}
const listOf = (more: object = {}) => ({
  name: `List ${++made}`,
  customerTag: `tag ${made}`,
  percent: 90,
  active: true,
  takesDiscounts: false,
  ...more,
});
async function createList(more: object = {}): Promise<PriceList> {
  const { status, body } = await owner.post('/price-lists', listOf(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as unknown as PriceList;
}
const offer = (more: object = {}) => ({
  title: `Offer ${++made}`,
  code: null,
  enabled: true,
  appliesTo: 'order',
  value: { type: 'percent', percent: 90 },
  minTotal: 0,
  ...more,
});
const addTag = (as: Owner, { id }: { id: string }, tag: string) =>
  as.patch(`/customers/${id}/tags`, { add: [tag] });

describe('the table of acts that give value away', () => {
  const byRoute = new Map<string, Call>(Object.entries(calls));
  const acts = new Map<string, readonly ValueAct[]>(Object.entries(actsOfCalls));
  const routesWith = (fits: (act: ValueAct) => boolean) =>
    [...acts].flatMap(([route, group]) => (group.some(fits) ? route : []));
  const permissionsOf = (routes: string[]) => new Set(routes.map((route) => byRoute.get(route)?.permission));

  it('has every call whose permission allows one of them (T-ADM-80)', () => {
    const permissions = permissionsOf(routesWith(() => true));
    expect(permissions.size).toBeGreaterThan(8);
    const changes = [...byRoute].flatMap(([route, { access, permission }]) =>
      access === 'admin' && !route.startsWith('GET ') && permissions.has(permission) ? route : [],
    );
    expect(changes.filter((route) => !acts.has(route))).toEqual([]);
    expect([...acts.keys()].filter((route) => byRoute.get(route)?.access !== 'admin')).toEqual([]);
  });

  it('agrees with the limits that the page of roles offers, and with the calls that ask for a proof (T-ADM-80)', () => {
    const limits = permissionsOf(routesWith((act) => valueActs[act].bound !== 'recorded'));
    // Those of its calls that give amounts away also need orders.edit.
    limits.delete('orders.fulfil');
    expect([...limits].sort()).toEqual([...limitedPermissions].sort());
    const asks = (route: string) => {
      const call = byRoute.get(route);
      return call && errorsOf(route, call).includes('step_up_required');
    };
    const needProof = routesWith((act) => 'needsProof' in valueActs[act]);
    expect(needProof.filter((route) => !asks(route))).toEqual([]);
  });
});

describe('the tag of a price list or a discount', () => {
  it('is added by an admin who may change these, and whose role has no limits (T-CPN-80)', async () => {
    const accomplice = await customer();
    const support = await asOwner(shop, 'support');
    const list = await createList();
    const later = await createList({ active: false });
    const discountTag = `tag ${++made}`;
    await owner.post('/discounts', offer({ enabled: false, customerTags: [discountTag] }));
    const mayChange = /gives prices or discounts\. An admin who may change discounts can add it\.$/;
    const another = await asRole({}, ['customers.edit']);
    for (const tag of [
      list.customerTag,
      later.customerTag,
      discountTag,
      ` ${list.customerTag.toUpperCase()} `,
    ]) {
      expectRefused(await addTag(limited, accomplice, tag));
      for (const item of [support, another]) expectRefused(await addTag(item, accomplice, tag), mayChange);
    }
    expect((await addTag(support, accomplice, 'friendly')).status).toBe(200);
    const product = await createProduct(shop.db, { pricePaise: 100_000 });
    const costs = async () =>
      (await shop.post('/razorpay/quote', orderFor([product]), { headers: accomplice.headers })).body.amount;
    expect(await costs()).toBe(1000);
    expect((await addTag(free, accomplice, list.customerTag)).status).toBe(200);
    expect(await costs()).toBe(100);
    // A tag that is there already, or is removed, gives nothing.
    expect((await addTag(support, accomplice, list.customerTag)).status).toBe(200);
    expect(
      (await support.patch(`/customers/${accomplice.id}/tags`, { remove: [list.customerTag] })).status,
    ).toBe(200);
    expect(await costs()).toBe(1000);
  });

  it('is not gained by merging customers either (T-CPN-80)', async () => {
    const list = await createList();
    const guest = async () => {
      const email = freshEmail();
      await buyAsGuest(shop, email, { mobile: freshMobile() });
      const found = await owner.get(`/customers?search=${email}`);
      const [{ _id } = { _id: '' }] = found.body as unknown as Customer[];
      return { id: _id };
    };
    const [accomplice, tagged] = [await customer(), await guest()];
    expect((await addTag(owner, tagged, list.customerTag)).status).toBe(200);
    const merge = (as: Owner, to: { id: string }, from: { id: string }) =>
      as.post(`/customers/${to.id}/merge`, { from: from.id });
    expectRefused(await merge(limited, accomplice, tagged));
    expectRefused(await merge(limited, tagged, accomplice));
    expect((await merge(limited, accomplice, await guest())).status).toBe(200);
    expect((await merge(free, accomplice, tagged)).status).toBe(200);
  });
});

it('an active price list is changed by a role without limits; one that is not active gives nothing (T-CPN-81)', async () => {
  const product = await owner.product({ price: 1000, sku: `PL-${++made}` });
  const [variant] = product.variants;
  const list = await createList();
  const path = `/price-lists/${list._id}`;
  const file = () => multipart([{ name: 'file', value: `SKU,Price\n${product.sku},1\n`, filename: 'p.csv' }]);
  const acts = (as: Owner) => [
    () => as.post('/price-lists', listOf()),
    () => as.put(path, { ...list, percent: 99 }),
    () => as.put(`${path}/prices/${variant?._id}`, { price: 1 }),
    () => as.post(`${path}/prices/import?save=true`, file()),
    () => as.delete(`${path}/prices/${variant?._id}`),
  ];
  await owner.put(`${path}/prices/${variant?._id}`, { price: 900 });
  for (const act of acts(limited)) expectRefused(await act());
  expect((await owner.get(path)).body).toMatchObject({ percent: 90, prices: 1 });
  expect((await limited.post(`${path}/prices/import`, file())).status).toBe(200);
  for (const act of acts(free)) expect((await act()).status).toBeLessThan(300);
  // What is not active can be prepared, and an active one ended.
  const draft = await limited.post('/price-lists', listOf({ active: false }));
  expect(draft.status).toBe(201);
  const own = `/price-lists/${draft.body._id}`;
  expect((await limited.put(`${own}/prices/${variant?._id}`, { price: 1 })).status).toBe(200);
  expectRefused(await limited.put(own, { ...draft.body, active: true }));
  expect((await limited.put(path, { ...list, active: false })).status).toBe(200);
  expect((await limited.delete(path)).status).toBe(200);
});

it('an enabled discount is changed, and its codes are made and read, by a role without limits (T-CPN-82)', async () => {
  const unique = await owner.post('/discounts', offer({ uniqueCodes: true }));
  const path = `/discounts/${unique.body._id}`;
  const batch = await owner.post(`${path}/code-batches`, { count: 2, prefix: 'A' });
  expect([unique.status, batch.status]).toEqual([201, 201]);
  const acts = (as: Owner) => [
    () => as.post('/discounts', offer()),
    () => as.put(path, { ...unique.body, value: { type: 'percent', percent: 99 } }),
    () => as.post(`${path}/code-batches`, { count: 5000, prefix: 'B' }),
    () => as.get(`${path}/code-batches/${batch.body._id}/codes.csv`),
  ];
  for (const act of acts(limited)) expectRefused(await act());
  expect((await owner.get(path)).body).toMatchObject({ value: { percent: 90 } });
  for (const act of acts(free)) expect((await act()).status).toBeLessThan(300);
  // What is disabled can be prepared, and an enabled one ended.
  const draft = await limited.post('/discounts', offer({ enabled: false }));
  expect(draft.status).toBe(201);
  expectRefused(await limited.put(`/discounts/${draft.body._id}`, { ...draft.body, enabled: true }));
  expect((await limited.put(path, { ...unique.body, enabled: false })).status).toBe(200);
  expect((await limited.delete(path)).status).toBe(200);
});

describe('a lower price of a product', () => {
  const priceOf = async ({ _id }: { _id: string }) => (await owner.get(`/products/${_id}`)).body.finalPrice;
  const sizes = (...prices: number[]) => ({
    options: [{ name: 'Size', values: prices.map((_, i) => `S${i}`) }],
    variants: prices.map((price, i) => ({ values: [`S${i}`], price })),
  });

  it('is set by a role without limits, also in a batch, an undo and a file (T-PRC-80)', async () => {
    const product = await owner.product({ price: 1000 });
    const path = `/products/${product._id}`;
    expectRefused(await limited.patch(path, { finalPrice: 999.99 }));
    expectRefused(await limited.put(path, { price: 10 }));
    expectRefused(await limited.patch(path, { discount: 1 }));
    expect((await limited.patch(path, { name: 'Bagru Stole', price: 1100, countInStock: 9 })).status).toBe(
      200,
    );
    expect((await free.patch(path, { finalPrice: 1000 })).status).toBe(200);

    const shirt = await owner.product({ name: 'Shirt', ...sizes(500, 700) });
    // A new size below all others gives as much away.
    expectRefused(await limited.patch(`/products/${shirt._id}`, sizes(500, 700, 499)));
    expect((await limited.patch(`/products/${shirt._id}`, sizes(500, 700, 500))).status).toBe(200);
    // Nor may a size have the price of another one, or be replaced by a cheaper one of the same name.
    const { body: worn } = await owner.get(`/products/${shirt._id}`);
    const [first, second] = (worn as unknown as Product).variants;
    const swapped = [
      { _id: first?._id, values: ['S1'], price: 500 },
      { _id: second?._id, values: ['S0'], price: 700 },
    ];
    const replaced = [
      { _id: second?._id, values: ['S2'], price: 700 },
      { values: ['s1'], price: 500 },
    ];
    const { options } = sizes(0, 0, 0);
    expectRefused(await limited.patch(`/products/${shirt._id}`, { options, variants: swapped }));
    // In another order of the options it is the same variant.
    const twoOptions = [
      { name: 'Colour', values: ['Red'] },
      { name: 'Size', values: ['S0', 'S1'] },
    ];
    const dress = await owner.product({
      options: twoOptions,
      variants: [
        { values: ['Red', 'S0'], price: 500, countInStock: 5 },
        { values: ['Red', 'S1'], price: 700, countInStock: 5 },
      ],
    });
    const [small, big] = dress.variants;
    const turned = [
      { _id: small?._id, values: ['S1', 'Red'], price: 500 },
      { _id: big?._id, values: ['S0', 'Red'], price: 700 },
    ];
    expectRefused(
      await limited.patch(`/products/${dress._id}`, { options: twoOptions.toReversed(), variants: turned }),
    );
    const lower = [{ name: 'Size', values: ['S2', 's1'] }];
    expectRefused(await limited.patch(`/products/${shirt._id}`, { options: lower, variants: replaced }));
    const renamed = [{ _id: second?._id, values: ['Large'], price: 700 }];
    const large = { options: [{ name: 'Size', values: ['Large'] }], variants: renamed };
    expect((await limited.patch(`/products/${shirt._id}`, large)).status).toBe(200);

    const batch = async (as: Owner, discount: number) => {
      const started = await as.post('/products/batch', { ids: [product._id], action: 'discount', discount });
      await shop.runJobs();
      return (await as.get(`/products/batch/${started.body._id}`)).body;
    };
    const failure = {
      failed: 1,
      failures: [{ _id: product._id, message: expect.stringMatching(hasLimits) }],
    };
    expect(await batch(limited, 90)).toMatchObject(failure);
    expect(await priceOf(product)).toBe(1000);
    const raised = await batch(limited, 0);
    expect([raised.failed, await priceOf(product)]).toEqual([0, 1100]);
    const undo = async (as: Owner) => {
      const started = await as.post(`/products/batch/${raised._id}/undo`);
      await shop.runJobs();
      return (await as.get(`/products/batch/${started.body._id}`)).body;
    };
    expect(await undo(limited)).toMatchObject(failure);
    expect(await priceOf(product)).toBe(1100);
    // An edit of a higher price that is undone lowers it too; it refuses one product and restores the other.
    const vase = await owner.product({ price: 100 });
    const edit = { action: 'edit', price: { of: 'price', by: 'to', value: 1200 }, weightGrams: 70 };
    const edited = await free.post('/products/batch', { ids: [product._id, vase._id], ...edit });
    await shop.runJobs();
    expect((await free.patch(`/products/${vase._id}`, { price: 100 })).status).toBe(200);
    raised._id = edited.body._id;
    expect(await undo(limited)).toMatchObject({ failed: 2 });
    expect(await priceOf(product)).toBe(1200);
    await free.patch(path, { price: 1100 });

    const importAs = async (as: Owner) => {
      const value = `Slug,Name,Price\n${product.slug},Bagru Stole,1\n`;
      const started = await as.post(
        '/products/import',
        multipart([{ name: 'file', value, filename: 'products.csv', type: 'text/csv' }]),
      );
      expect(started.status, JSON.stringify(started.body)).toBe(202);
      await shop.runJobs();
      return (await as.get(`/products/import/${started.body._id}`)).body;
    };
    expect(await importAs(limited)).toMatchObject({
      written: 0,
      failed: 1,
      failures: [{ message: expect.stringMatching(hasLimits) }],
    });
    expect(await importAs(free)).toMatchObject({ written: 1, failed: 0 });
    expect(await priceOf(product)).toBe(1);
  });

  it('is not had by moving products to a category that a discount reduces (T-PRC-81)', async () => {
    const category = async () => (await owner.post('/categories', { name: `Category ${++made}` })).body;
    const [plain, reduced] = [await category(), await category()];
    const targets = { appliesTo: 'categories', targets: [reduced._id] };
    expect((await owner.post('/discounts', offer(targets))).status).toBe(201);
    const { body: sub } = await owner.post(`/categories/${plain._id}/subcategories`, { name: 'Lamps' });
    const { _id } = await owner.product({ category: plain._id });
    const acts = (as: Owner) => [
      () => as.patch(`/products/${_id}`, { category: reduced._id }),
      () => as.post('/products/batch', { ids: [_id], action: 'category', category: reduced._id }),
      () =>
        as.put(`/categories/${plain._id}/subcategories/${sub._id}/move`, { targetCategoryId: reduced._id }),
    ];
    for (const act of acts(limited)) expectRefused(await act());
    expect((await limited.patch(`/products/${_id}`, { category: null })).status).toBe(200);
    for (const act of acts(free)) expect((await act()).status).toBeLessThan(300);
    expect((await limited.patch(`/products/${_id}`, { category: plain._id })).status).toBe(200);
  });

  it('is the work of the role Catalogue, which has no limit until an owner sets one', async () => {
    const catalogue = await asOwner(shop, 'catalogue');
    const { _id } = await owner.product({ price: 1000 });
    expect((await catalogue.patch(`/products/${_id}`, { finalPrice: 900 })).status).toBe(200);
    const roles = (await owner.get('/auth/admin/roles')).body as unknown as Role[];
    const role = roles.find((role) => role._id === 'catalogue');
    expect(role).toMatchObject({ refundLimit: null, dailyRefundLimit: null });
    const limits = { refundLimit: 0, dailyRefundLimit: 0 };
    expect((await owner.put('/auth/admin/roles/catalogue', { ...role, ...limits })).status).toBe(200);
    expectRefused(await catalogue.patch(`/products/${_id}`, { finalPrice: 800 }));
  });
});

it('an order for somebody else at the prices of a customer counts as a reduction (T-PRC-82)', async () => {
  const seller = await asRole({ refundLimit: 100 }, ['orders.create', 'customers.view']);
  const list = await createList();
  const wholesaler = await customer();
  expect((await addTag(owner, wholesaler, list.customerTag)).status).toBe(200);
  const product = await owner.product({ price: 1000, countInStock: 50 });
  const order = (contact: object) =>
    shop.post(
      '/order/admin',
      {
        ...manualOrderFor(product),
        customer: wholesaler.id,
        amount: 10_000,
        payment: { method: 'link', hours: 24 },
        ...contact,
      },
      { headers: { ...seller.headers, 'idempotency-key': `order-${++made}` } },
    );
  const tooMuch = /^Your role can reduce prices by ₹100 at once\.$/;
  expectRefused(await order({ email: freshEmail(), mobile: freshMobile() }), tooMuch);
  expectRefused(await order({ email: '', mobile: freshMobile() }), tooMuch);
  const own = await order({ email: wholesaler.email.toUpperCase(), mobile: freshMobile() });
  expect(own.status, JSON.stringify(own.body)).toBe(201);
  expect((await order({ email: '', mobile: '9811122233' })).status).toBe(403);
});

it('a changed order for somebody else has no prices of a customer either (T-PRC-82)', async () => {
  const seller = await asRole({ refundLimit: 100 }, ['orders.create', 'orders.edit', 'customers.view']);
  const list = await createList();
  const wholesaler = await customer();
  expect((await addTag(owner, wholesaler, list.customerTag)).status).toBe(200);
  const [cup, lamp] = [
    await owner.product({ price: 1000, countInStock: 50 }),
    await owner.product({ price: 1000, countInStock: 50 }),
  ];
  const callAs = (method: 'POST' | 'PUT', url: string, payload: object) =>
    shop.call(method, url, {
      payload,
      headers: { ...seller.headers, 'idempotency-key': `change-${++made}` },
    });
  const [line, price] = [manualOrderFor(cup).cart_items[0], { price: 1000, reason: 'As in the catalogue' }];
  const create = async (contact: object) => {
    const { status, body } = await callAs('POST', '/order/admin', {
      ...manualOrderFor(cup),
      cart_items: [{ ...line, ...price }],
      customer: wholesaler.id,
      payment: { method: 'cash_on_delivery' },
      shipping_details: delivery,
      ...contact,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body._id);
  };
  const addLamps = async (id: string) => {
    const { updatedAt } = (await owner.get(`/order/admin/${id}`)).body;
    const lamps = { ...manualOrderFor(lamp).cart_items[0], quantity: 20 };
    return callAs('PUT', `/order/admin/${id}/lines`, {
      updatedAt,
      cart_items: [{ ...line, ...price }, lamps],
      amount: 300_000,
    });
  };
  const tooMuch = /^Your role can reduce prices by ₹100 at once\.$/;
  expectRefused(await addLamps(await create({ email: freshEmail(), mobile: freshMobile() })), tooMuch);
  const moved = await create({ email: wholesaler.email });
  const change = contactOf((await owner.get(`/order/admin/${moved}`)).body as unknown as AdminOrder, {
    email: freshEmail(),
  });
  expect((await seller.put(`/order/admin/${moved}/contact`, change)).status).toBe(200);
  expectRefused(await addLamps(moved), tooMuch);
  // An order at the prices of the customer does not go to somebody else, nor does it pay for other reductions.
  const cheap = await create({
    email: wholesaler.email,
    cart_items: [{ ...line, quantity: 20 }],
    amount: 200_000,
  });
  const readCheap = async () => (await owner.get(`/order/admin/${cheap}`)).body as unknown as AdminOrder;
  const away = contactOf(await readCheap(), { email: freshEmail() });
  expectRefused(await seller.put(`/order/admin/${cheap}/contact`, away), tooMuch);
  expect((await owner.put(`/order/admin/${cheap}/contact`, away)).status).toBe(200);
  const gift = { ...manualOrderFor(lamp).cart_items[0], quantity: 10, price: 1, reason: 'Swapped' };
  const { updatedAt } = await readCheap();
  expectRefused(
    await callAs('PUT', `/order/admin/${cheap}/lines`, { updatedAt, cart_items: [gift], amount: 1000 }),
    tooMuch,
  );
  const own = await addLamps(await create({ email: wholesaler.email }));
  expect(own.status, JSON.stringify(own.body)).toBe(200);
});
