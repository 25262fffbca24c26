import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();

async function list(query: string) {
  const { status, body } = await shop.get(`/products?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as { products: Product[]; total: number; pages: number; page: number };
}

const names = async (query: string) => (await list(query)).products.map(({ name }) => name);

describe('GET /products', () => {
  it('lists products for sale with their selling price, and no others (T-IDR-11)', async () => {
    const name = `Leheriya Stole ${randomUUID()}`;
    await createProduct(shop.db, { name, pricePaise: 49_950, discountTenths: 125, stock: 3 });
    for (const status of ['draft', 'archived'] as const)
      await createProduct(shop.db, { name: `${name} ${status}`, status });
    const found = await list(`search=${encodeURIComponent(name)}`);
    expect(found).toMatchObject({ total: 1, pages: 1, page: 1 });
    expect(found.products[0]).toMatchObject({
      name,
      price: 499.5,
      originalPrice: 499.5,
      discount: 12.5,
      finalPrice: 437.06,
      countInStock: 3,
      status: 'active',
    });
  });

  it('treats pattern characters, quotes and emoji as plain text (T-INJ-02)', async () => {
    await createProduct(shop.db, { name: "100% Khadi_Cotton 'Diya' 🪔 Set\\1" });
    for (const term of ['100%', 'khadi_c', "'diya'", '🪔', 'set\\1', 'KHADI']) {
      expect(await names(`keyword=${encodeURIComponent(term)}`), term).toEqual([
        "100% Khadi_Cotton 'Diya' 🪔 Set\\1",
      ]);
    }
    expect(await names(`search=${encodeURIComponent('kha_i')}`)).toEqual([]);
    expect(await names('search=%25%25%25')).toEqual([]);
  });

  it('ranks matches of the name before matches of the description', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    await createProduct(shop.db, { name: `Named ${word}` });
    const later = await createProduct(shop.db, { name: 'Other' });
    await shop.db
      .updateTable('products')
      .set({ description: `Of ${word} make` })
      .where('id', '=', later.id)
      .execute();
    expect(await names(`search=${word}`)).toEqual([`Named ${word}`, 'Other']);
  });

  it('finds products by a variant’s SKU, adds up stock and shows the lowest price', async () => {
    const quilt = await createProduct(shop.db, { name: 'Jaal Quilt', sizes: ['Single', 'Double'], stock: 2 });
    await shop.db
      .updateTable('variants')
      .set({ pricePaise: 200_000, sellingPaise: 200_000, sku: 'JQ-DOUBLE-7' })
      .where('id', '=', quilt.variantIds[1] ?? '')
      .execute();
    const { products } = await list('search=jq-double-7');
    expect(products[0]).toMatchObject({
      finalPrice: 1299,
      priceVaries: true,
      countInStock: 4,
      options: [{ name: 'Size', values: ['Single', 'Double'] }],
      variants: [
        { values: ['Single'], finalPrice: 1299 },
        { values: ['Double'], finalPrice: 2000, sku: 'JQ-DOUBLE-7' },
      ],
    });
  });

  it('filters by selling price, stock and flags, and sorts', async () => {
    const tag = `f${randomUUID().slice(0, 8)}`;
    await createProduct(shop.db, { name: `${tag} cheap`, pricePaise: 10_000 });
    await createProduct(shop.db, {
      name: `${tag} reduced`,
      pricePaise: 40_000,
      discountTenths: 500,
      stock: 0,
    });
    await createProduct(shop.db, { name: `${tag} dear`, pricePaise: 90_000, status: 'featured' });
    const search = `search=${tag}`;
    expect(await names(`${search}&sort=price`)).toEqual([`${tag} cheap`, `${tag} reduced`, `${tag} dear`]);
    expect(await names(`${search}&sort=-price`)).toEqual([`${tag} dear`, `${tag} reduced`, `${tag} cheap`]);
    expect(await names(`${search}&minPrice=100&maxPrice=200&sort=name`)).toEqual([
      `${tag} cheap`,
      `${tag} reduced`,
    ]);
    expect(await names(`${search}&inStock=true&sort=name`)).toEqual([`${tag} cheap`, `${tag} dear`]);
    expect(await names(`${search}&isFeatured=true`)).toEqual([`${tag} dear`]);
    for (const flag of ['isFeatured', 'isTopDeal', 'isTrending'])
      expect(await names(`${search}&${flag}=false`), flag).toHaveLength(3);
    const page = await list(`${search}&sort=name&limit=2&page=2`);
    expect(page).toMatchObject({ total: 3, pages: 2, page: 2 });
    expect(page.products).toHaveLength(1);
  });

  it('lists products with low stock: 1 to 10 units of a variant', async () => {
    const tag = `low${randomUUID().slice(0, 8)}`;
    for (const stock of [0, 1, 10, 11]) await createProduct(shop.db, { name: `${tag} ${stock}`, stock });
    const search = `search=${tag}&sort=name`;
    expect(await names(`${search}&lowStock=true`)).toEqual([`${tag} 1`, `${tag} 10`]);
    expect(await names(`${search}&lowStock=false`)).toEqual([`${tag} 0`, `${tag} 11`]);
    expect(await names(`${search}&soldOut=true`)).toEqual([`${tag} 0`]);
    expect(await names(`${search}&restock=true`)).toEqual([`${tag} 0`, `${tag} 1`, `${tag} 10`]);
  });

  it('filters by the stock of each variant and by its own threshold, not by the sum', async () => {
    const tag = `sizes${randomUUID().slice(0, 8)}`;
    const quilt = await createProduct(shop.db, { name: `${tag} quilt`, sizes: ['S', 'L'], stock: 40 });
    const found = async (filter: string) => (await names(`search=${tag}&${filter}=true`)).length;
    const set = (change: { stock?: number; lowStockAt?: number }) =>
      shop.db
        .updateTable('variants')
        .set(change)
        .where('id', '=', quilt.variantIds[1] ?? '')
        .execute();
    expect(await found('restock')).toBe(0);
    await set({ stock: 0 });
    expect([await found('soldOut'), await found('restock'), await found('lowStock')]).toEqual([1, 1, 0]);
    await set({ stock: 25, lowStockAt: 25 });
    expect([await found('soldOut'), await found('restock'), await found('lowStock')]).toEqual([0, 1, 1]);
    await set({ stock: 4, lowStockAt: 3 });
    expect(await found('restock')).toBe(0);
  });

  it.each([
    'lowStock=few',
    'page=0',
    'page=-1',
    'page=x',
    'limit=0',
    'limit=101',
    'limit=1e9',
    'limit[]=1&limit=2&limit=3',
    'sort=price;drop',
    'sort=name&sort=price',
    'minPrice=NaN',
    'minPrice=-5',
    'inStock=1',
    'status=deleted',
    `search=${'x'.repeat(300)}`,
  ])('replies to %s with a 400 in the common shape (T-INJ-03)', async (query) => {
    const { status, body } = await shop.get(`/products?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'validation_failed', message: expect.any(String) });
  });

  it.each([
    "' or 'zq'='zq",
    '"; drop table products; --',
    '%00zq',
    '../../etc',
    '{"$gt":""}',
    'a'.repeat(190),
  ])('treats %s as a text that matches nothing (T-INJ-01)', async (text) => {
    for (const name of ['category', 'subcategory', 'brand', 'productType', 'search', 'keyword']) {
      expect((await list(`${name}=${encodeURIComponent(text)}`)).total).toBe(0);
    }
  });
});

describe('GET /products/{id}', () => {
  it('accepts the id or the slug, and hides products that are not for sale (T-IDR-11)', async () => {
    const product = await createProduct(shop.db);
    const byId = await shop.get(`/products/${product.id}`);
    const bySlug = await shop.get(`/products/${product.slug}`);
    expect(byId.status).toBe(200);
    expect(byId.body).toEqual(bySlug.body);
    const draft = await createProduct(shop.db, { status: 'draft' });
    for (const address of [draft.id, draft.slug, randomUUID(), 'no-such-slug', "'--", 'x'.repeat(250)]) {
      const { status, body } = await shop.get(`/products/${address}`);
      expect(status, address).toBe(404);
      expect(body).toEqual({ success: false, message: 'Product not found.', code: 'not_found' });
    }
  });
});

describe('POST /products/bulk', () => {
  it('returns the products of a cart that are still for sale', async () => {
    const [first, two] = [await createProduct(shop.db), await createProduct(shop.db)];
    const draft = await createProduct(shop.db, { status: 'draft' });
    const { status, body } = await shop.post('/products/bulk', {
      ids: [two.id, draft.id, 'nonsense', first.id],
    });
    expect(status).toBe(200);
    expect((body.products as Product[]).map(({ _id }) => _id)).toEqual([two.id, first.id]);
  });

  it.each([[{}], [{ ids: [] }], [{ ids: 'x' }], [{ ids: [1] }], [{ ids: Array(101).fill('x') }]])(
    'rejects %j (T-DOS-02)',
    async (body) => {
      expect((await shop.post('/products/bulk', body)).status).toBe(400);
    },
  );
});
