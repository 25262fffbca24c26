import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { asShopperSees, orderFor } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const read = async (id: string) => (await owner.get(`/products/${id}`)).body as Product;
const ledger = async (productId: string) =>
  shop.db
    .selectFrom('stockMovements')
    .innerJoin('variants', 'variants.id', 'stockMovements.variantId')
    .select(['delta', 'reason', 'byLabel'])
    .where('variants.productId', '=', productId)
    .orderBy('stockMovements.id')
    .execute();

describe('POST /products', () => {
  it('creates a product that the storefront sells immediately', async () => {
    const name = `Kantha Throw ${randomUUID()}`;
    const { status, body } = await owner.post('/products', {
      name,
      description: 'Running stitch.',
      price: 499.5,
      discount: 12.5,
      countInStock: 3,
      sku: `KT-${randomUUID()}`,
      hsn: '6304',
      gstRate: 5,
      isTrending: true,
      status: 'active',
      isAdmin: true,
      rating: 5,
      numReviews: 12,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name,
      price: 499.5,
      finalPrice: 437.06,
      countInStock: 3,
      gstRate: 5,
      rating: 0,
      numReviews: 0,
    });
    const shown = await shop.get(`/products/${(body as Product).slug}`);
    expect(shown.body).toEqual(asShopperSees(body as Product));
    expect(await ledger(String(body._id))).toEqual([
      { delta: 3, reason: 'New product', byLabel: 'Shop owner' },
    ]);
    const log = await shop.db
      .selectFrom('adminLog')
      .selectAll()
      .where('subject', '=', String(body._id))
      .execute();
    expect(log).toMatchObject([{ action: 'product.create', userId: owner.userId }]);
  });

  it('generates slug and SKU, with a number if they are in use', async () => {
    const name = `Dabu Cushion ${randomUUID().slice(0, 8)}`;
    const [first, two] = [await owner.product({ name }), await owner.product({ name })];
    expect(two.slug).toBe(`${first.slug}-2`);
    expect(two.sku).not.toBe(first.sku);
    const third = await owner.product({ name, slug: first.slug });
    expect(third.slug).toBe(`${first.slug}-3`);
    expect((await owner.product({ name: 'दीया' })).slug).toBe('diya');
    expect((await owner.product({ name: '茶' })).slug).toMatch(/^product/);
  });

  it('rejects a slug or SKU in use with a 409 that names the field', async () => {
    const first = await owner.product({ sku: `S-${randomUUID()}` });
    const slug = await owner.post('/products', { name: 'Another', price: 1, slug: first.slug });
    expect(slug).toMatchObject({
      status: 409,
      body: { code: 'slug_taken', errors: { slug: expect.any(String) } },
    });
    const sku = await owner.post('/products', { name: 'Another', price: 1, sku: first.sku.toLowerCase() });
    expect(sku).toMatchObject({
      status: 409,
      body: { code: 'sku_taken', errors: { sku: `This SKU belongs to ${first.name}` } },
    });
  });

  it.each(['6109.10.00', '6109 10 00', '६१०९१०००', '\u200b61091000'])(
    'takes the HSN code %j',
    async (hsn) => {
      expect((await owner.product({ name: 'x', price: 5, hsn })).hsn).toBe('61091000');
    },
  );

  it.each([
    [{ price: 5 }, 'name', 'Product name is required'],
    [{ name: '  ', price: 5 }, 'name', 'Product name is required'],
    [{ name: 'x' }, 'price', 'Valid price is required'],
    [{ name: 'x', price: 'abc' }, 'price', 'Valid price is required'],
    [{ name: 'x', price: -1 }, 'price', 'Valid price is required'],
    [{ name: 'x', price: 1.005 }, 'price', 'Valid price is required'],
    [{ name: 'x', price: 1e308 }, 'price', 'Valid price is required'],
    [{ name: 'x', price: 5, countInStock: -1 }, 'countInStock', 'Stock must be a non-negative integer'],
    [{ name: 'x', price: 5, countInStock: 1.5 }, 'countInStock', 'Stock must be a non-negative integer'],
    [{ name: 'x', price: 5, countInStock: '5abc' }, 'countInStock', 'Stock must be a non-negative integer'],
    [{ name: 'x', price: 5, discount: 101 }, 'discount', 'Please enter a valid discount percentage (0-100)'],
    [
      { name: 'x', price: 5, discount: 'abc' },
      'discount',
      'Please enter a valid discount percentage (0-100)',
    ],
    [{ name: 'x', price: 5, category: randomUUID() }, 'category', 'Please select a category'],
    [{ name: 'x', price: 5, hsn: '9021020' }, 'hsn', 'HSN code must have 4, 6 or 8 digits'],
    [{ name: 'x', price: 5, hsn: '90210' }, 'hsn', 'HSN code must have 4, 6 or 8 digits'],
    [{ name: 'x', price: 5, hsn: '12' }, 'hsn', 'HSN code must have 4, 6 or 8 digits'],
    [{ name: 'x', price: 5, status: 'deleted' }, 'status', expect.any(String)],
    [{ name: 'x', price: 5, image: 'uploads/product/none.webp' }, 'images', 'Not a picture of this shop'],
    [{ name: 'x', price: 5, image: 'http://169.254.169.254/a' }, 'image', 'Not a picture of this shop'],
    [
      { name: 'x', options: [{ name: 'Size', values: ['S'] }] },
      'variants',
      'At least one combination is needed',
    ],
  ])('refuses %j (T-PRC-16, T-STK-08, T-SSR-01)', async (body, field, message) => {
    const reply = await owner.post('/products', body);
    expect(reply).toMatchObject({
      status: 400,
      body: { success: false, code: 'validation_failed', errors: { [field]: message } },
    });
  });

  it('is not affected by a body with prototype fields (T-INJ-04)', async () => {
    for (const payload of [
      '{"name":"x","price":1,"__proto__":{"isAdmin":true}}',
      '{"name":"x","price":1,"constructor":{"prototype":{"a":1}}}',
    ]) {
      const headers = { ...owner.headers, 'content-type': 'application/json' };
      const { status } = await shop.call('POST', '/products', { payload, headers });
      expect([201, 400]).toContain(status);
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

describe('PUT and PATCH /products/{id}', () => {
  it('change the given fields and keep the others', async () => {
    const product = await owner.product({ discount: 10, isTopDeal: true });
    const put = await owner.put(`/products/${product._id}`, { price: 999 });
    expect(put).toMatchObject({
      status: 200,
      body: { price: 999, discount: 10, isTopDeal: true, countInStock: 5, slug: product.slug },
    });
    const patch = await owner.patch(`/products/${product.slug}`, { status: 'archived', isTopDeal: 'false' });
    expect(patch).toMatchObject({ status: 200, body: { status: 'archived', isTopDeal: false, price: 999 } });
    expect((await shop.get(`/products/${product._id}`)).status).toBe(404);
    expect((await owner.put(`/products/${randomUUID()}`, { price: 1 })).status).toBe(404);
    for (const bad of [{ discount: -1 }, { discount: 1e308 }, { countInStock: 2.5 }, { name: '' }])
      expect((await owner.put(`/products/${product._id}`, bad)).status).toBe(400);
    expect(await read(product._id)).toMatchObject({ price: 999, discount: 10, countInStock: 5 });
  });

  it('find a product by a slug that has the form of an id, after the product with that id', async () => {
    const slug = randomUUID();
    const product = await owner.product({ slug });
    expect((await owner.put(`/products/${slug}`, { name: 'Renamed' })).body).toMatchObject({
      _id: product._id,
    });
    const another = await owner.product({ slug: product._id });
    for (const [idOrSlug, id] of [
      [slug, product._id],
      [product._id, product._id],
      [another._id, another._id],
    ])
      expect((await owner.get(`/products/${idOrSlug}`)).body).toMatchObject({ _id: id });
    const category = (await owner.post('/categories', { name: slug, slug: randomUUID() })).body;
    await owner.put(`/products/${slug}`, { category: category.slug });
    const list = await owner.get(`/products?category=${category.slug}`);
    expect(list.body).toMatchObject({ total: 1, products: [{ _id: product._id }] });
  });

  it('apply a stock change as the difference to the loaded stock (T-STK-06)', async () => {
    const product = await owner.product({ countInStock: 10 });
    const sales = Array.from({ length: 6 }, () =>
      shop.post('/razorpay/create-order', orderFor([{ id: product._id }])),
    );
    const edits = [12, 13].map((countInStock) =>
      owner.put(`/products/${product._id}`, { countInStock, countInStockBefore: 10 }),
    );
    const replies = await Promise.all([...sales, ...edits]);
    expect(replies.map(({ status }) => status < 300)).toEqual(Array(8).fill(true));
    expect(await read(product._id)).toMatchObject({ countInStock: 10 - 6 + 2 + 3 });
    const moves = await ledger(product._id);
    expect(moves.reduce((sum, { delta }) => sum + delta, 0)).toBe(9);
    const short = await owner.put(`/products/${product._id}`, { countInStock: 0, countInStockBefore: 10 });
    expect(short).toMatchObject({
      status: 409,
      body: { code: 'stock_changed', errors: { countInStock: expect.stringContaining('9 left') } },
    });
    const plain = await owner.put(`/products/${product._id}`, { countInStock: 4 });
    expect(plain.body).toMatchObject({ countInStock: 4 });
  });

  it('reject a change if another admin has saved meanwhile, and return the current product', async () => {
    const product = await owner.product();
    const { body: theirs } = await owner.put(`/products/${product._id}`, { name: 'Theirs' });
    const mine = { name: 'Mine', updatedAtBefore: product.updatedAt };
    const late = await owner.put(`/products/${product._id}`, mine);
    expect(late).toMatchObject({ status: 409, body: { code: 'product_changed', current: theirs } });
    const again = { ...mine, updatedAtBefore: theirs.updatedAt };
    expect((await owner.put(`/products/${product._id}`, again)).body).toMatchObject({ name: 'Mine' });
    await shop.post('/razorpay/create-order', orderFor([{ id: product._id }]));
    const sold = await owner.put(`/products/${product._id}`, {
      name: 'After a sale',
      updatedAtBefore: (await read(product._id)).updatedAt,
    });
    expect(sold.status).toBe(200);
  });

  it('move a product between categories and remove the old subcategory', async () => {
    const make = async (name: string) =>
      (await owner.post('/categories', { name })).body as { _id: string; slug: string };
    const [first, two] = [await make(`One ${randomUUID()}`), await make(`Two ${randomUUID()}`)];
    const sub = (await owner.post(`/categories/${first._id}/subcategories`, { name: 'Stoles' })).body as {
      _id: string;
    };
    const product = await owner.product({ category: first.slug, subcategory: sub._id });
    expect(product.subcategory).toMatchObject({ name: 'Stoles', parentCategory: { _id: first._id } });
    const wrong = await owner.put(`/products/${product._id}`, { category: two._id, subcategory: sub._id });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { subcategory: expect.any(String) } } });
    const moved = await owner.put(`/products/${product._id}`, { category: two._id });
    expect(moved.body).toMatchObject({ category: { _id: two._id }, subcategory: null });
  });
});

describe('options and variants', () => {
  const sizes = (...values: string[]) => [{ name: 'Size', values }];

  it('are up to 250, of more combinations, which are written at once', async () => {
    const [sizes, colours] = [40, 10].map((count) => Array.from({ length: count }, (_, i) => `v${i}`));
    const options = [
      { name: 'Size', values: sizes },
      { name: 'Colour', values: colours },
    ];
    const all = (sizes ?? []).flatMap((size) => (colours ?? []).map((colour) => [size, colour]));
    const variants = all.map((values) => ({ values, price: 100, cost: 40 }));
    const make = (count: number) =>
      owner.post('/products', { name: `Wide ${count}`, options, variants: variants.slice(0, count) });
    expect((await make(251)).body.errors).toEqual({ variants: 'At most 250 variants' });
    const { body } = await make(250);
    const product = body as Product;
    const changed = product.variants.map(({ _id, values }, i) => ({ _id, values, price: 200 + i }));
    const after = await owner.put(`/products/${product._id}`, { options, variants: changed });
    expect(after.body).toMatchObject({ finalPrice: 200, price: 200 });
    const found = await shop.get('/products?search=Wide&minPrice=200');
    expect(found.body.total).toBe(1);
  });

  it('create, change, swap and remove combinations', async () => {
    const quilt = await owner.product({
      options: sizes('S', 'L'),
      variants: [
        { values: ['S'], price: 100, countInStock: 2 },
        { values: ['L'], price: 200, countInStock: 3, sku: `L-${randomUUID()}` },
      ],
    });
    expect(quilt).toMatchObject({ price: 100, priceVaries: true, countInStock: 5 });
    const [small, large] = quilt.variants;
    const swapped = await owner.put(`/products/${quilt._id}`, {
      options: sizes('S', 'L', 'XL'),
      variants: [
        { _id: large?._id, values: ['S'], sku: small?.sku, price: 100 },
        {
          _id: small?._id,
          values: ['L'],
          sku: large?.sku,
          price: 150,
          countInStock: 4,
          countInStockBefore: 2,
        },
        { values: ['XL'], price: 300, countInStock: 1 },
      ],
    });
    expect(swapped.status, JSON.stringify(swapped.body)).toBe(200);
    const now = (swapped.body as Product).variants;
    expect(now.map(({ values, sku, countInStock }) => [values[0], sku, countInStock])).toEqual([
      ['S', small?.sku, 3],
      ['L', large?.sku, 4],
      ['XL', expect.any(String), 1],
    ]);
    const kept = await owner.put(`/products/${quilt._id}`, {
      variants: now.map(({ _id, values }) => ({ _id, values, ...(values[0] === 'XL' && { price: 320 }) })),
    });
    expect((kept.body as Product).variants).toEqual([
      ...now.slice(0, 2),
      { ...now[2], price: 320, finalPrice: 320 },
    ]);
    const back = await owner.put(`/products/${quilt._id}`, { options: [], price: 500, countInStock: 7 });
    expect(back.body).toMatchObject({ price: 500, countInStock: 7, options: [], variants: [{ values: [] }] });
  });

  it('give a combination that is removed and added again its id, with the stock that is entered', async () => {
    const { _id, variants } = await owner.product({
      options: sizes('S', 'L'),
      variants: [
        { values: ['S'], price: 100, countInStock: 2 },
        { values: ['L'], price: 200, countInStock: 3 },
      ],
    });
    const small = { _id: variants[0]?._id, values: ['S'] };
    await owner.put(`/products/${_id}`, { options: sizes('S'), variants: [small] });
    const large = { values: ['L'], price: 250, countInStock: 5 };
    const { body } = await owner.put(`/products/${_id}`, {
      options: sizes('S', 'L'),
      variants: [small, large],
    });
    expect((body as Product).variants[1]).toMatchObject({ _id: variants[1]?._id, ...large });
    expect((await ledger(_id)).reduce((sum, { delta }) => sum + delta, 0)).toBe(7);
  });

  it.each([
    [{ variants: [{ values: ['M'], price: 1 }] }, 'variants.0.values'],
    [
      {
        variants: [
          { values: ['S'], price: 1 },
          { values: ['S'], price: 1 },
        ],
      },
      'variants.1.values',
    ],
    [{ variants: [{ values: ['S'], price: -1 }] }, 'variants.0.price'],
    [{ variants: [{ values: ['S'] }, { values: ['L'] }] }, 'variants.1.price'],
    [{ variants: [{ values: ['S'], price: 1, countInStock: -1 }] }, 'variants.0.countInStock'],
    [{ options: sizes('S', 's'), variants: [{ values: ['S'], price: 1 }] }, 'options'],
    [{ price: 5 }, 'price'],
  ])('reject %j', async (change, field) => {
    const product = await owner.product({
      options: sizes('S', 'L'),
      variants: [{ values: ['S'], price: 100 }],
    });
    const reply = await owner.put(`/products/${product._id}`, change);
    expect(reply).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });
});

describe('DELETE and duplicate', () => {
  it('hide a product everywhere, free its slug and SKU, and keep its row', async () => {
    const product = await owner.product({ name: `Gone ${randomUUID()}`, sku: `G-${randomUUID()}` });
    expect(await owner.delete(`/products/${product._id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    for (const url of [`/products/${product._id}`, `/products/${product.slug}`])
      expect((await owner.get(url)).status).toBe(404);
    expect((await owner.get(`/products?search=${encodeURIComponent(product.name)}`)).body.total).toBe(0);
    expect((await owner.delete(`/products/${product._id}`)).status).toBe(404);
    const again = await owner.product({ name: product.name, sku: product.sku, slug: product.slug });
    expect(again).toMatchObject({ slug: product.slug, sku: product.sku });
    const row = shop.db.selectFrom('products').select('name').where('id', '=', product._id);
    expect(await row.executeTakeFirst()).toEqual({ name: product.name });
  });

  it('copy a product as a draft without stock', async () => {
    const image = await owner.upload();
    const product = await owner.product({
      image,
      discount: 5,
      options: [{ name: 'Size', values: ['S'] }],
      variants: [{ values: ['S'], price: 70, countInStock: 4 }],
    });
    const { status, body } = await owner.post(`/products/${product._id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: `${product.name} copy`,
      status: 'draft',
      image,
      discount: 5,
      price: 70,
      countInStock: 0,
    });
    expect((await owner.post(`/products/${randomUUID()}/duplicate`)).status).toBe(404);
  });
});
