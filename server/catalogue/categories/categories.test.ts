import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Category } from '../../../shared/contract/catalogue/catalogue.ts';
import { asOwner, multipart, photo } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const fresh = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
async function category(more: object = {}) {
  const { status, body } = await owner.post('/categories', { name: fresh('Pottery'), ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Category;
}
async function sub(category: Category, name = fresh('Bowls')) {
  const { status, body } = await owner.post(`/categories/${category._id}/subcategories`, { name });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { _id: string; name: string; slug: string };
}
const all = async () => (await shop.get('/categories')).body as unknown as Category[];
const order = async (ids: string[]) => (await all()).map(({ _id }) => _id).filter((id) => ids.includes(id));

describe('categories', () => {
  it('are created with a picture in one form; if the form is rejected, the picture is deleted', async () => {
    const picture = { name: 'image', value: await photo(), filename: 'p.jpg' };
    const name = fresh('Inlay');
    const made = await owner.post('/categories', multipart([{ name: 'name', value: name }, picture]));
    expect(made).toMatchObject({
      status: 201,
      body: { name, image: expect.stringMatching(/^uploads\/category\//) },
    });
    const again = await owner.post('/categories', multipart([{ name: 'name', value: name }, picture]));
    expect(again).toMatchObject({ status: 409, body: { errors: { name: expect.any(String) } } });
    const { n } = await shop.db
      .selectFrom('mediaFiles')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('kind', '=', 'category')
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  it('are created, read, changed and deleted', async () => {
    const made = await category({ description: 'Jaipur', showInNavbar: true });
    expect(made).toMatchObject({ showInNavbar: true, subcategories: [], image: null });
    const form = multipart([
      { name: 'description', value: 'Blue' },
      { name: 'image', value: await photo(), filename: 'p.jpg' },
    ]);
    const changed = await owner.put(`/categories/${made._id}`, form);
    expect(changed.body).toMatchObject({
      name: made.name,
      description: 'Blue',
      image: expect.stringMatching(/^uploads\/category\//),
    });
    expect((await shop.get(`/categories/${made.slug}`)).body).toEqual(changed.body);
    expect(await owner.delete(`/categories/${made._id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await shop.get(`/categories/${made._id}`)).status).toBe(404);
    expect((await owner.delete(`/categories/${made._id}`)).status).toBe(404);
    expect((await owner.put(`/categories/${randomUUID()}`, { name: 'x' })).status).toBe(404);
  });

  it('have unique names and slugs', async () => {
    const made = await category();
    const again = await owner.post('/categories', { name: made.name.toUpperCase() });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'name_taken', errors: { name: expect.any(String) } },
    });
    const another = await category();
    const slug = await owner.put(`/categories/${another._id}`, { slug: made.slug });
    expect(slug).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    for (const bad of [
      {},
      { name: '' },
      { name: 'x'.repeat(121) },
      { name: 'x', slug: '!!' },
      { name: 'x', image: 'http://x/y.webp' },
    ])
      expect((await owner.post('/categories', bad)).status, JSON.stringify(bad)).toBe(400);
  });

  it('can’t be deleted while products use them, and report how many (contract §2)', async () => {
    const used = await category();
    const part = await sub(used);
    const product = await owner.product({ category: used._id, subcategory: part._id });
    const refusal = await owner.delete(`/categories/${used._id}`);
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'in_use', products: 1, message: '1 product uses this category. Move them first.' },
    });
    expect((await owner.delete(`/categories/${used._id}/subcategories/${part._id}`)).status).toBe(409);
    await owner.delete(`/products/${product._id}`);
    expect((await owner.delete(`/categories/${used._id}`)).status).toBe(200);
  });

  it('are reordered, in the list and in the navigation', async () => {
    const ids = [(await category())._id, (await category())._id, (await category())._id];
    const [a = '', b = '', c = ''] = ids;
    expect((await owner.put('/categories/reorder', { categoryIds: [c, a, b] })).status).toBe(200);
    expect(await order(ids)).toEqual([c, a, b]);
    await owner.put('/categories/navbar/reorder', { categoryIds: [b, c] });
    const places = new Map((await all()).map(({ _id, navbarOrder }) => [_id, navbarOrder]));
    expect([places.get(b), places.get(c)]).toEqual([0, 1]);
    expect(await order(ids)).toEqual([c, a, b]);
    const shown = await owner.put(`/categories/${a}/navbar`, { showInNavbar: true });
    expect(shown.body).toMatchObject({ showInNavbar: true });
    for (const bad of [{}, { categoryIds: [] }, { categoryIds: ["x'--"] }, { categoryIds: [a, a] }]) {
      expect((await owner.put('/categories/reorder', bad)).status).toBe(400);
      expect((await owner.put('/categories/navbar/reorder', bad)).status).toBe(400);
    }
    expect((await owner.put(`/categories/${a}/navbar`, { showInNavbar: 'maybe' })).status).toBe(400);
    const nowhere = await owner.put(`/categories/${randomUUID()}/navbar`, { showInNavbar: true });
    expect(nowhere.status).toBe(404);
  });
});

describe('subcategories', () => {
  it('are created, changed, reordered, listed and deleted', async () => {
    const parent = await category();
    const [first, two] = [await sub(parent), await sub(parent)];
    const renamed = await owner.put(`/categories/${parent._id}/subcategories/${first._id}`, {
      name: fresh('Plates'),
    });
    expect(renamed.body).toMatchObject({ slug: first.slug, parentCategory: { _id: parent._id } });
    const reorder = await owner.put(`/categories/${parent._id}/subcategories/reorder`, {
      subcategoryIds: [two._id, first._id],
    });
    expect(reorder.status).toBe(200);
    const { body } = await shop.get(`/categories/${parent._id}`);
    expect((body as Category).subcategories.map(({ _id }) => _id)).toEqual([two._id, first._id]);
    const list = (await shop.get('/categories/subcategory')).body as unknown as { _id: string }[];
    expect(list.map(({ _id }) => _id)).toEqual(expect.arrayContaining([first._id, two._id]));
    expect((await shop.get(`/categories/subcategory/${two._id}`)).body).toMatchObject({ name: two.name });
    expect((await owner.delete(`/categories/${parent._id}/subcategories/${two._id}`)).status).toBe(200);
    expect((await shop.get(`/categories/subcategory/${two._id}`)).status).toBe(404);
    expect((await owner.delete(`/categories/${parent._id}/subcategories/${two._id}`)).status).toBe(404);
  });

  it('move with their products', async () => {
    const [from, to] = [await category(), await category()];
    const part = await sub(from, 'Vases');
    const product = await owner.product({ category: from._id, subcategory: part._id });
    const moved = await owner.put(`/categories/${from._id}/subcategories/${part._id}/move`, {
      targetCategoryId: to._id,
    });
    expect(moved.body).toMatchObject({ _id: part._id, parentCategory: { _id: to._id } });
    const now = await owner.get(`/products/${product._id}`);
    expect(now.body).toMatchObject({ category: { _id: to._id }, subcategory: { _id: part._id } });
    const twin = await sub(from, 'vases');
    const url = `/categories/${from._id}/subcategories/${twin._id}/move`;
    expect((await owner.put(url, { targetCategoryId: to._id })).status).toBe(409);
    expect((await owner.put(url, { targetCategoryId: randomUUID() })).status).toBe(404);
    expect((await owner.put(url, {})).status).toBe(400);
  });

  it('have their own description and picture', async () => {
    const parent = await category();
    const image = await owner.upload('category');
    const url = `/categories/${parent._id}/subcategories`;
    const made = await owner.post(url, { name: fresh('Surahi'), description: 'Jugs', image });
    expect(made).toMatchObject({ status: 201, body: { description: 'Jugs', image } });
    const read = await shop.get(`/categories/subcategory/${made.body._id}`);
    expect(read.body).toEqual(made.body);
    const foreign = await owner.put(`${url}/${made.body._id}`, { image: await owner.upload('product') });
    expect(foreign).toMatchObject({ status: 400, body: { errors: { image: expect.any(String) } } });
    expect((await owner.put(`${url}/${made.body._id}`, { image: '' })).body).toMatchObject({ image: null });
  });

  it('must have a name, a parent and a name that no sibling has', async () => {
    const parent = await category();
    const part = await sub(parent);
    const url = `/categories/${parent._id}/subcategories`;
    const sibling = await sub(parent);
    expect((await owner.put(`${url}/${part._id}`, { name: sibling.name })).status).toBe(409);
    expect((await owner.put(`${url}/${part._id}`, { slug: sibling.slug })).status).toBe(409);
    expect((await owner.put(`${url}/${part._id}`, { name: '' })).status).toBe(400);
    expect((await owner.put(`${url}/${randomUUID()}`, { name: 'x' })).status).toBe(404);
    expect((await owner.post(url, {})).status).toBe(400);
    expect((await owner.post(url, { name: part.name })).status).toBe(409);
    expect((await owner.post(`/categories/${randomUUID()}/subcategories`, { name: 'x' })).status).toBe(404);
    expect((await owner.put(`${url}/reorder`, { subcategoryIds: 'x' })).status).toBe(400);
  });
});

describe.each([
  ['/brands', 'brand'],
  ['/product-types', 'productType'],
])('%s', (url, field) => {
  it('are created, read, changed and deleted', async () => {
    const made = await owner.post(url, { name: fresh('Dastkar'), description: 'A guild' });
    expect(made.status).toBe(201);
    const { _id, slug, name } = made.body as { _id: string; slug: string; name: string };
    expect((await shop.get(`${url}/${slug}`)).body).toEqual(made.body);
    expect((await owner.put(`${url}/${_id}`, { description: '' })).body).toMatchObject({
      name,
      description: '',
    });
    const picture = { name: 'image', value: await photo(), filename: 'p.jpg' };
    expect((await owner.put(`${url}/${_id}`, multipart([picture]))).body).toMatchObject({
      image: expect.stringMatching(/^uploads\/brand\//),
    });
    for (const bad of [{ name: '' }, { slug: '!!' }, { image: 'uploads/brand/none.webp' }])
      expect((await owner.put(`${url}/${_id}`, bad)).status, JSON.stringify(bad)).toBe(400);
    const another = (await owner.post(url, { name: fresh('Kala') })).body as { slug: string };
    expect((await owner.put(`${url}/${_id}`, { slug: another.slug })).status).toBe(409);
    expect(await owner.post(url, { name })).toMatchObject({
      status: 409,
      body: { errors: { name: expect.any(String) } },
    });
    expect((await owner.post(url, { description: 'x' })).body).toMatchObject({
      errors: { name: 'Name is required' },
    });
    const list = await shop.get(`${url}?limit=1`);
    expect(list.body).toHaveLength(1);
    expect(Number(list.headers['x-total-count'])).toBeGreaterThan(0);
    expect((await shop.get(`${url}?limit=0`)).status).toBe(400);
    const product = await owner.product({ [field]: slug });
    expect(product).toMatchObject({ [field]: { _id, name } });
    expect(await owner.delete(`${url}/${_id}`)).toMatchObject({ status: 409, body: { products: 1 } });
    await owner.put(`/products/${product._id}`, { [field]: '' });
    expect((await owner.delete(`${url}/${_id}`)).status).toBe(200);
    for (const gone of [
      shop.get(`${url}/${_id}`),
      owner.put(`${url}/${_id}`, {}),
      owner.delete(`${url}/${_id}`),
    ])
      expect((await gone).status).toBe(404);
  });

  it('stay unique under concurrent requests, and are deleted or used, never both', async () => {
    const name = fresh('Sutra');
    const all = await Promise.all(Array.from({ length: 8 }, () => owner.post(url, { name })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)]);
    for (let round = 0; round < 5; round++) {
      const { _id } = (await owner.post(url, { name: fresh('Sutra') })).body as { _id: string };
      const [gone, made] = await Promise.all([
        owner.delete(`${url}/${_id}`),
        owner.post('/products', { name: fresh('Stole'), price: 5, [field]: _id }),
      ]);
      expect(['200 400', '200 409', '409 201']).toContain(`${gone.status} ${made.status}`);
    }
  });
});
