import { expect, it } from 'vitest';
import { createProduct, orderFor } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { freshEmail } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop({ isShut: true });
const owner = await asOwner(shop);
const product = await createProduct(shop.db, { stock: 5 });
const withCookie = (value: string) => ({ headers: { cookie: `other=1; shop_preview=${value}` } });
const cookieIn = (headers: Record<string, unknown>) =>
  /shop_preview=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
/** The change announcement of the database, which this test delivers itself. */
const told = () => shop.changed('content');
const quote = () => shop.post('/razorpay/quote', { cart_items: [{ product_id: product.id, quantity: 1 }] });

it('a new shop shows nothing of what it sells to strangers', async () => {
  for (const path of [
    '/products',
    `/products/${product.id}`,
    '/facets',
    '/categories',
    '/brands',
    '/policies',
    `/products/${product.id}/reviews`,
    '/delivery?postalCode=110001',
  ])
    expect(await shop.get(path), path).toMatchObject({ status: 403, body: { code: 'shop_closed' } });
  expect((await quote()).status).toBe(403);
  const files = ['/sitemap.xml', '/sitemap-products-1.xml', '/llms.txt', '/feeds/google.xml'];
  const encoded = ['/%73itemap.xml', '/%6clms.txt', '/feeds%2Fgoogle.xml'];
  for (const url of [...files, ...encoded]) {
    const reply = await shop.app.inject({ url });
    expect([reply.statusCode, reply.headers['cache-control']], url).toEqual([404, 'private, no-store']);
  }
  // An order of before is paid on its page.
  for (const path of ['/health/ready', '/razorpay/checkout-config'])
    expect((await shop.get(path)).status, path).toBe(200);
  expect((await owner.get('/products')).body).toMatchObject({ total: 1 });
});

it('a password, a link and a session of an admin let in, until they end', async () => {
  const sees = async (cookie: string) => (await shop.get('/products', withCookie(cookie))).status === 200;
  expect((await owner.put('/settings/opening', { accessCode: 'blue loom' })).status).toBe(200);
  told();
  expect((await shop.post('/opening/access', { password: 'red loom' })).status).toBe(400);
  const entered = await shop.post('/opening/access', { password: 'blue loom' });
  const byPassword = cookieIn(entered.headers);
  expect(await sees(byPassword)).toBe(true);
  expect(await sees('')).toBe(false);
  const seen = await shop.get('/products', withCookie(byPassword));
  expect(seen.headers['cache-control']).toBe('private, no-store');

  const { body } = await owner.post('/settings/opening/links', { name: 'Family' });
  const { links } = body as unknown as { links: { _id: string; token: string }[] };
  told();
  const opened = await shop.app.inject({ url: `/preview/${links[0]?.token}` });
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/']);
  const byLink = cookieIn(opened.headers);
  expect(await sees(byLink)).toBe(true);
  expect((await shop.app.inject({ url: '/preview/unknown' })).headers['set-cookie']).toBeUndefined();

  const asAdmin = cookieIn((await owner.post('/opening/admin-access', {})).headers);
  expect(await sees(asAdmin)).toBe(true);
  expect(await sees(`session.${'0'.repeat(64)}`)).toBe(false);

  await owner.put('/settings/opening', { accessCode: 'green loom' });
  await owner.delete(`/settings/opening/links/${links[0]?._id}`);
  told();
  expect([await sees(byPassword), await sees(byLink), await sees(asAdmin)]).toEqual([false, false, true]);
});

it('who signs up is kept once with the words, is exported, erased, and mailed when the shop opens', async () => {
  const [email, leaves] = [freshEmail(), freshEmail()];
  expect((await shop.post('/opening/sign-ups', { email, agrees: false })).status).toBe(400);
  for (const item of [email, email, leaves])
    expect((await shop.post('/opening/sign-ups', { email: item, agrees: true })).status).toBe(200);
  const list = await owner.get('/settings/opening/sign-ups');
  const items = list.body as unknown as { _id: string; email: string; consent: string }[];
  expect(items.map((item) => item.email).sort()).toEqual([email, leaves].sort());
  expect(items[0]?.consent).toContain('may email me once, when the shop opens');
  const file = await owner.get('/settings/opening/sign-ups/export');
  expect(String(file.body.raw)).toContain(email);
  const left = items.find((item) => item.email === leaves);
  expect((await owner.delete(`/settings/opening/sign-ups/${left?._id}`)).status).toBe(200);

  const early = await owner.post('/settings/opening/open', { mails: true });
  expect(early).toMatchObject({ status: 409, body: { code: 'not_ready' } });
  const settings = {
    address: '1 Mill Road',
    state: 'Kerala',
    email: 'shop@example.in',
    isUnregistered: true,
  };
  expect((await owner.put('/site-info/admin', settings)).status).toBe(200);
  for (const type of ['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition'])
    await owner.patch(`/policies/${type}/toggle`);
  const guide = (await owner.get('/setup')).body as unknown as { findings: { isBlocker: boolean }[] };
  expect(guide.findings.filter(({ isBlocker }) => isBlocker)).toEqual([]);
  expect((await owner.post('/settings/opening/open', { mails: true })).status).toBe(200);
  told();
  expect((await shop.get('/products')).status).toBe(200);
  for (let n = 0; n < 2; n++) await shop.minute();
  const mails = await shop.db.selectFrom('mails').select('toAddress').where('kind', '=', 'opening').execute();
  expect(mails).toEqual([{ toAddress: email }]);
  expect((await shop.post('/opening/sign-ups', { email, agrees: true })).status).toBe(404);
});

it('on a holiday pages stay, orders are refused, and it ends by itself at its day in India', async () => {
  const day = (ahead: number) =>
    new Date(shop.clock.now().getTime() + 330 * 60_000 + ahead * 86_400_000).toISOString().slice(0, 10);
  const close = (until: string) =>
    owner.post('/settings/opening/close', { holiday: { note: 'Fair', until } });
  expect((await close(day(0))).status).toBe(400);
  expect((await close(day(1))).status).toBe(200);
  told();
  expect((await shop.get('/products')).status).toBe(200);
  expect((await shop.get('/site-info')).body.holiday).toMatchObject({ note: 'Fair', until: day(1) });
  expect(await quote()).toMatchObject({ status: 409, body: { code: 'checkout_closed' } });
  const order = await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]));
  expect(order).toMatchObject({ status: 409, body: { code: 'checkout_closed' } });
  shop.advance(24 * 60);
  expect((await quote()).status).toBe(200);

  const later = await asOwner(shop);
  expect((await later.post('/settings/opening/close', {})).status).toBe(200);
  told();
  expect((await shop.get('/products')).status).toBe(403);
  const actions = await shop.db
    .selectFrom('adminLog')
    .select('action')
    .where('action', 'like', 'shop.%')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['shop.open', 'shop.holiday', 'shop.close']);
});
