import { beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { bearer, createAdmin, freshEmail, freshMobile, signIn, signUp } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

let owner: { email: string; password: string };
const shop = await testShop();
beforeAll(async () => {
  const { email, password } = await createAdmin(shop);
  owner = { email, password };
});

const chrome = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
/** As `navigator.sendBeacon` sends it. */
const send = async (query: object, { remoteAddress = '198.51.100.7', userAgent = chrome } = {}) =>
  shop.app.inject({
    method: 'POST',
    url: `/api/visits?${new URLSearchParams({ ...query })}`,
    headers: { 'user-agent': userAgent },
    remoteAddress,
  });
const report = async (days = '30') => {
  const { token } = await signIn(shop, { ...owner, portal: 'admin' });
  return (await shop.get(`/visits?days=${days}`, bearer(token))).body;
};

it('views, searches, additions and paid orders are counted by day, page, source and product', async () => {
  const bowl = await createProduct(shop.db, { name: 'Blue Bowl' });
  const draft = await createProduct(shop.db, { status: 'draft' });
  for (const query of [
    { event: 'view', page: 'home', from: 'www.google.co.in' },
    { event: 'view', page: 'product', product: bowl.slug },
    { event: 'add', product: bowl.slug },
    { event: 'view', page: 'listing', from: '' },
    { event: 'view', page: 'checkout', from: 'blog.example' },
    { event: 'search' },
    { event: 'view', page: 'product', product: draft.slug },
    { event: 'view', page: 'product', product: 'no-such-product' },
  ])
    expect((await send(query)).statusCode).toBe(200);
  const order = await place(shop, [{ id: bowl.id }], { email: freshEmail(), mobile: freshMobile() });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  const { total, before, days, sources, products } = await report();
  const counts = { visits: 3, views: 6, productViews: 3, searches: 1, adds: 1, checkouts: 1, orders: 1 };
  expect(total).toEqual(counts);
  expect(before).toMatchObject({ visits: 0, orders: 0 });
  expect((days as object[]).at(-1)).toMatchObject(counts);
  expect(sources).toEqual(
    expect.arrayContaining(['google', 'direct', 'other'].map((source) => ({ source, visits: 1 }))),
  );
  expect(products).toEqual([{ _id: bowl.id, name: 'Blue Bowl', image: null, views: 1, adds: 1, orders: 1 }]);
  shop.advance(24 * 60);
  await send({ event: 'view', page: 'home' });
  const next = await report();
  expect((next.days as object[]).slice(-2)).toMatchObject([{ views: 6 }, { views: 1 }]);
  shop.advance(6 * 24 * 60);
  const week = await report('7');
  expect(week).toMatchObject({
    total: { views: 1, orders: 0 },
    before: { views: 6, orders: 1 },
    products: [],
  });
  expect(week.days).toHaveLength(7);
});

it('bots and floods count nothing, invented values add no rows, and nothing about a visitor is stored (T-PRV-27)', async () => {
  shop.advance(2);
  const before = await report();
  await send({ event: 'view', page: 'home' }, { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await send({ event: 'view', page: 'home' }, { userAgent: '' });
  expect(await report()).toEqual(before);
  for (const bad of [
    {},
    { event: 'buy' },
    { event: 'view', page: '/etc' },
    { event: 'view', from: 'x'.repeat(300) },
  ])
    expect((await send(bad)).statusCode).toBe(400);
  const remoteAddress = '203.0.113.9';
  for (let n = 0; n < 400; n++)
    expect(
      (await send({ event: 'view', page: 'home', from: `s${n}.example` }, { remoteAddress })).statusCode,
    ).toBe(200);
  const views = ({ total }: Record<string, unknown>) => (total as { views: number }).views;
  expect(views(await report()) - views(before)).toBe(300);
  const rows = await shop.db.selectFrom('visitCounts').selectAll().execute();
  expect(rows.length).toBeLessThan(20);
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|s1\.example|Android/);
  const shopper = await signUp(shop);
  expect([(await shop.get('/visits')).status, (await shop.get('/visits', shopper)).status]).toEqual([
    401, 403,
  ]);
});
