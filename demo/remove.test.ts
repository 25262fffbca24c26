import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoParts } from '../shared/contract/demo.ts';
import type { SiteInfoAdmin } from '../shared/contract/site-info.ts';
import { expectCleanAudit } from '../tests/support/audit.ts';
import { asOwner, type Owner } from '../tests/support/owner.ts';
import { buyAsGuest } from '../tests/support/people.ts';
import { place, read } from '../tests/support/purchase.ts';
import { createTestShop, type TestShop } from '../tests/support/shop.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { seedDemo } from './seed.ts';

let shop: TestShop;
let owner: Owner;

// One product of each of five categories is a demo shop too.
const seeded = [0, 1, 2, 3, 4].map((index) => catalogue[index]?.slug ?? '');

const masters = await mkdtemp(path.join(tmpdir(), 'haat-masters-'));
beforeAll(async () => {
  const names = [...seeded.map((slug) => `${slug}-1`), 'hero-1', 'company', 'team-1'];
  for (const name of names) {
    await cp(
      path.join(import.meta.dirname, `pictures/masters/${name}.webp`),
      path.join(masters, `${name}.webp`),
    );
  }
  shop = await createTestShop({
    live: true,
    seed: ({ db, files }) => seedDemo({ db, files, log: () => {}, masters }),
  });
  owner = await asOwner(shop);
});
afterAll(async () => {
  await expectCleanAudit(shop);
  await shop.close();
  await rm(masters, { recursive: true });
});

const info = async () => (await owner.get('/site-info/admin')).body as SiteInfoAdmin;
const demo = async () => (await owner.get('/demo')).body as Parameters<typeof demoParts>[0];

test('a live shop is told what is still demo, and one action removes it, leaving what the owner made and every order', async () => {
  const [edited, kept, sold] = seeded;
  const before = await demo();
  expect(before).toMatchObject({ live: true, products: 5, policies: 4, discounts: 1 });
  expect(before.groups).toBeGreaterThan(30);
  const guides = async () => (await owner.get('/settings/size-guides')).body.guides;
  expect(await guides()).toHaveLength(3);
  expect(before.fields).toEqual(
    expect.arrayContaining(['clientName', 'gstin', 'legalName', 'address', 'teamMembers', 'claims']),
  );
  expect(before.fields).not.toContain('invoicePrefix');
  expect(demoParts(before).join('; ')).toContain('5 products; ');
  expect(demoParts(before).join('; ')).toMatch(/seller details \(.*legal name.*GSTIN/);

  // The owner's own: a product changed, one made in a demo category, stock counted, texts written.
  await owner.patch(`/products/${edited}`, { description: 'As I describe it.' });
  await owner.patch(`/products/${kept}`, { countInStock: 3 });
  const categories = (await owner.get('/categories')).body as unknown as { _id: string; slug: string }[];
  const own = categories.at(-1)?._id;
  const made = await owner.product({ name: 'My own lamp', category: own });
  await owner.put(`/categories/${categories.at(-2)?._id}`, { name: 'My category' });
  await owner.post('/policies', {
    type: 'shipping-policy',
    title: 'Shipping',
    content: '<p>We ship on Mondays.</p>',
    sections: [],
  });
  await owner.put('/site-info/admin', {
    clientName: 'Asha Textiles',
    claims: { shipping: { title: 'Mine', detail: '' } },
  });
  const product = (await shop.get(`/products/${sold}`)).body;
  const order = await place(shop, [{ id: String(product._id) }], { email: 'guest@example.in' });
  await shop.fake.pay(order.providerOrderId);
  await owner.post(`/order/admin/${order.id}/check`);

  const { status, body } = await owner.post('/demo/remove');
  expect([status, body]).toMatchObject([200, { products: 3, policies: 3, discounts: 1 }]);
  expect((await owner.get('/discounts')).body).toEqual([]);
  expect(await guides()).toEqual([]);
  expect((await shop.get('/site-info')).body.welcomeOffer).toBe('');
  expect(await demo()).toEqual({
    live: true,
    products: 0,
    groups: 0,
    reviews: 0,
    policies: 0,
    discounts: 0,
    fields: [],
  });

  const left = (await owner.get('/products')).body.products as { slug: string }[];
  expect(left.map(({ slug }) => slug).sort()).toEqual([edited, kept, made.slug].sort());
  const names = ((await owner.get('/categories')).body as unknown as { _id: string; name: string }[]).map(
    ({ _id }) => _id,
  );
  expect(names).toEqual(expect.arrayContaining([own, categories.at(-2)?._id]));
  expect(names.length).toBeLessThan(categories.length);
  const shipping = (await shop.get('/policies/shipping-policy')).body.data;
  expect(shipping).toMatchObject({ title: 'Shipping' });
  // A draft in place of a demo policy.
  expect((await shop.get('/policies/returns-refunds')).status).toBe(404);
  const { body: returns } = await owner.get('/policies/returns-refunds');
  expect(JSON.stringify(returns)).toContain('This page says how returns, refunds and exchanges work.');
  expect(await info()).toMatchObject({
    clientName: 'Asha Textiles',
    gstin: '',
    legalName: '',
    state: '',
    address: '',
    teamMembers: [],
    claims: { shipping: { title: 'Mine' }, guarantee: { title: '' } },
  });
  expect(await read(shop, order)).toMatchObject({
    status: 'paid',
    invoice_number: expect.stringMatching(/^HT\//),
  });
  expect((await owner.post('/demo/remove')).body).toEqual({
    products: 0,
    groups: 0,
    reviews: 0,
    policies: 0,
    discounts: 0,
    fields: [],
  });
});

test('a shop that began empty has nothing that counts as demo, whatever its owner sells', async () => {
  const empty = await createTestShop();
  await buyAsGuest(empty, 'guest@example.in');
  const its = await asOwner(empty);
  expect((await its.get('/demo')).body).toEqual({
    live: false,
    products: 0,
    groups: 0,
    reviews: 0,
    policies: 0,
    discounts: 0,
    fields: [],
  });
  await its.post('/demo/remove');
  expect((await empty.get('/products')).body.total).toBe(1);
  await empty.close();
});
