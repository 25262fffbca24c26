import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../shared/contract/customers.ts';
import type { PriceList } from '../shared/contract/price-lists.ts';
import type { Permission } from '../shared/permissions.ts';
import { createProduct, orderFor } from './support/factories.ts';
import { asOwner, multipart, type Owner } from './support/owner.ts';
import { buyAsGuest, freshEmail, freshMobile, type Person, signUp } from './support/people.ts';
import { createTestShop, type TestShop } from './support/shop.ts';

let shop: TestShop;
let owner: Owner;
/** Admins with every permission that this file needs: with a limit for refunds, and without one. */
let limited: Owner;
let free: Owner;
beforeAll(async () => {
  shop = await createTestShop({ env: { LOG_LEVEL: 'silent' } });
  owner = await asOwner(shop);
  limited = await asRole({ refundLimit: 100, dailyRefundLimit: null });
  free = await asRole({ refundLimit: null, dailyRefundLimit: null });
});
afterAll(() => shop.close());

let made = 0;
const all: Permission[] = ['customers.edit', 'discounts.edit', 'catalogue.edit', 'refunds.request'];
async function asRole(limits: object, permissions = all): Promise<Owner> {
  const { status, body } = await owner.post('/auth/admin/roles', {
    ...{ name: `Role ${++made}`, permissions, refundLimit: null, dailyRefundLimit: null },
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
  ...{ name: `List ${++made}`, customerTag: `tag ${made}`, percent: 90, active: true, takesDiscounts: false },
  ...more,
});
async function createList(more: object = {}): Promise<PriceList> {
  const { status, body } = await owner.post('/price-lists', listOf(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as unknown as PriceList;
}
const offer = (more: object = {}) => ({
  ...{ title: `Offer ${++made}`, code: null, enabled: true, appliesTo: 'order' },
  ...{ value: { type: 'percent', percent: 90 }, minTotal: 0 },
  ...more,
});
const addTag = (as: Owner, { id }: { id: string }, tag: string) =>
  as.patch(`/customers/${id}/tags`, { add: [tag] });

describe('the tag of a price list or a discount', () => {
  it('is added by an admin who may change these, and whose role has no limits (T-CPN-80)', async () => {
    const accomplice = await customer();
    const support = await asOwner(shop, 'support');
    const list = await createList();
    const later = await createList({ active: false });
    const discountTag = `tag ${++made}`;
    await owner.post('/discounts', offer({ enabled: false, customerTags: [discountTag] }));
    const mayChange = /gives prices or discounts\. An admin who may change discounts can add it\.$/;
    const other = await asRole({}, ['customers.edit']);
    for (const tag of [
      list.customerTag,
      later.customerTag,
      discountTag,
      ` ${list.customerTag.toUpperCase()} `,
    ]) {
      expectRefused(await addTag(limited, accomplice, tag));
      for (const each of [support, other]) expectRefused(await addTag(each, accomplice, tag), mayChange);
    }
    expect((await addTag(support, accomplice, 'friendly')).status).toBe(200);
    const product = await createProduct(shop.db, { pricePaise: 100_000 });
    const costs = async () =>
      (await shop.post('/razorpay/quote', orderFor([product]), { headers: accomplice.headers })).body.amount;
    expect(await costs()).toBe(1000);
    expect((await addTag(free, accomplice, list.customerTag)).status).toBe(200);
    expect(await costs()).toBe(100);
    // She has it already, and taking it away gives nothing.
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
