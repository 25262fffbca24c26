import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { maxMerged, maxSaved } from '../../../shared/products/limits.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { type Person, password, signUp } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

let products: string[];
const shop = await testShop();
beforeAll(async () => {
  const many = Array.from({ length: maxMerged + 3 }, (_, n) => ({
    name: `Bowl ${n}`,
    slug: `bowl-${n}`,
    description: '',
    gstTenths: 50,
    options: '[]',
  }));
  const rows = await shop.db.insertInto('products').values(many).returning('id').execute();
  products = rows.map(({ id }) => id);
});

const saved = async (person: Person) => {
  const { status, body } = await shop.get('/wishlist', person);
  expect(status).toBe(200);
  return body as { ids: string[]; shareKey: string | null };
};
const save = (person: Person, id: string) => shop.call('PUT', `/wishlist/products/${id}`, person);
const merge = (person: Person, ids: string[]) => shop.post('/wishlist/merge', { ids }, person);

it('an account keeps what its browsers have saved, the latest first, until it is removed', async () => {
  const person = await signUp(shop);
  const [a = '', b = '', c = ''] = products;
  const draft = await createProduct(shop.db, { status: 'draft' });
  expect(await saved(person)).toEqual({ ids: [], shareKey: null });
  for (const id of [a, b, b]) {
    expect((await save(person, id)).status).toBe(200);
    shop.advance(1);
  }
  expect((await saved(person)).ids).toEqual([b, a]);
  // Another browser, with a product in common and some that do not exist.
  const merged = await merge(person, [c, a, randomUUID(), 'nothing', draft.id]);
  expect(merged).toMatchObject({ status: 200, body: { ids: [c, b, a] } });
  for (const id of [draft.id, randomUUID(), 'nothing']) expect((await save(person, id)).status, id).toBe(404);
  for (const id of [b, b, 'nothing'])
    expect((await shop.call('DELETE', `/wishlist/products/${id}`, person)).status).toBe(200);
  expect((await saved(person)).ids).toEqual([c, a]);
  // A product that is hidden for a while is not lost; a deleted one is.
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', c).execute();
  expect((await saved(person)).ids).toEqual([c, a]);
  await shop.db.updateTable('products').set({ deletedAt: shop.clock.now() }).where('id', '=', a).execute();
  expect((await saved(person)).ids).toEqual([c]);
  expect((await saved(await signUp(shop))).ids).toEqual([]);
  const body = (ids: unknown) => shop.post('/wishlist/merge', { ids }, person);
  for (const ids of [[], 'text', Array(maxSaved + 1).fill(b)]) expect((await body(ids)).status).toBe(400);
  const { body: data } = await shop.get('/auth/my-data', person);
  expect(data).toMatchObject({ records: { wishlist_items: [{ product: 'Bowl 2' }, { product: 'Bowl 0' }] } });
});

it('two full wishlists are merged without a loss, and a full one takes no further product', async () => {
  const person = await signUp(shop);
  const free = products.slice(-maxMerged);
  expect((await merge(person, free.slice(0, maxSaved))).status).toBe(200);
  const refused = await save(person, free[maxSaved] ?? '');
  expect(refused).toMatchObject({ status: 409, body: { code: 'wishlist_full' } });
  // Saved already.
  expect((await save(person, free[0] ?? '')).status).toBe(200);
  const both = await merge(person, free.slice(maxSaved));
  expect((both.body as { ids: string[] }).ids).toHaveLength(maxMerged);
  expect((await merge(person, free.slice(0, 5))).status).toBe(200);
  const { id } = await createProduct(shop.db);
  expect((await merge(person, [id])).status).toBe(409);
  expect((await saved(person)).ids).toHaveLength(maxMerged);
});

it('a wishlist is read with its link until that is withdrawn, without a word about its owner (T-PRV-15)', async () => {
  const person = await signUp(shop);
  const { id } = await createProduct(shop.db);
  await save(person, id);
  const link = await shop.post('/wishlist/link', {}, person);
  const { shareKey } = link.body as { shareKey: string };
  expect(shareKey).toMatch(/^[\w-]{24}$/);
  expect((await shop.post('/wishlist/link', {}, person)).body).toEqual({ shareKey });
  const shared = (key: string) => shop.get(`/wishlist/shared/${key}`);
  expect(await shared(shareKey)).toMatchObject({ status: 200, body: { ids: [id] } });
  expect(Object.keys((await shared(shareKey)).body as object)).toEqual(['ids']);
  expect((await shared(person.user._id)).status).toBe(404);
  expect((await shop.call('DELETE', '/wishlist/link', person)).status).toBe(200);
  expect((await shared(shareKey)).status).toBe(404);
  const next = (await shop.post('/wishlist/link', {}, person)).body as { shareKey: string };
  expect(next.shareKey).not.toBe(shareKey);
  // The deletion of the account ends it.
  const deleted = await shop.call('DELETE', '/auth/account', {
    ...person,
    payload: { currentPassword: password },
  });
  expect(deleted.status).toBe(200);
  expect((await shared(next.shareKey)).status).toBe(404);
  expect(await shop.db.selectFrom('wishlistItems').selectAll().where('productId', '=', id).execute()).toEqual(
    [],
  );
});

it('guests have no wishlist on the server', async () => {
  const { id } = await createProduct(shop.db);
  for (const reply of [
    await shop.get('/wishlist'),
    await shop.call('PUT', `/wishlist/products/${id}`),
    await shop.post('/wishlist/merge', { ids: [id] }),
    await shop.post('/wishlist/link', {}),
  ])
    expect(reply.status).toBe(401);
});
