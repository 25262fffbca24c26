import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { maxCartLines } from '../../../shared/orders/cart.ts';
import { createProduct, orderFor } from '../../../tests/support/factories.ts';
import { type Person, password, signUp } from '../../../tests/support/people.ts';
import { verify } from '../../../tests/support/purchase.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();

type Made = Awaited<ReturnType<typeof createProduct>>;
const line = ({ id, variantIds }: Made, quantity: number) => ({
  product_id: id,
  variant_id: variantIds[0] ?? '',
  quantity,
});
const change = (person: Person, lines: object[]) =>
  shop.call('PUT', '/cart', { ...person, payload: { lines } });
const merge = (person: Person, lines: object[]) => shop.post('/cart/merge', { lines }, person);
/** The products and quantities of a reply or of the cart of a person, in their order. */
const quantities = async (source: Person | Awaited<ReturnType<typeof merge>>) => {
  const { status, body } = 'user' in source ? await shop.get('/cart', source) : source;
  expect(status, JSON.stringify(body)).toBe(200);
  const { lines } = body as { lines: { product_id: string; quantity: number }[] };
  return lines.map(({ product_id, quantity }) => [product_id, quantity]);
};

it('an account keeps its cart, and the cart of a browser is added once, bounded by stock', async () => {
  const person = await signUp(shop);
  const [a, b, few, soldOut, draft] = [
    await createProduct(shop.db),
    await createProduct(shop.db, { name: 'Blue Bowl' }),
    await createProduct(shop.db, { stock: 2 }),
    await createProduct(shop.db, { stock: 0 }),
    await createProduct(shop.db, { status: 'draft' }),
  ];
  expect(await quantities(person)).toEqual([]);
  expect(await quantities(await change(person, [line(a, 2), line(b, 1)]))).toEqual([
    [a.id, 2],
    [b.id, 1],
  ]);
  // Another device, a guest's cart: the greater quantity of each line, as often as it is sent.
  const guest = [line(a, 1), line(b, 3), line(few, 9), line(soldOut, 4), line(draft, 1)];
  const unknown = { product_id: randomUUID(), variant_id: 'nothing', quantity: 1 };
  const mismatch = { ...line(a, 5), product_id: b.id };
  const merged = [
    [a.id, 2],
    [b.id, 3],
    [few.id, 2],
    [soldOut.id, 1],
  ];
  for (const lines of [[...guest, unknown, mismatch], guest, guest.slice(0, 1)])
    expect(await quantities(await merge(person, lines))).toEqual(merged);
  // What an account has is never reduced by a merge.
  await change(person, [line(few, 7)]);
  expect(await quantities(await merge(person, [line(few, 9)]))).toContainEqual([few.id, 7]);
  const set = [line(a, 1), line(few, 0), line(soldOut, 0), line(draft, 0), line(draft, 3)];
  for (const _ of [1, 2])
    expect(await quantities(await change(person, set))).toEqual([
      [a.id, 1],
      [b.id, 3],
    ]);
  // A product that is hidden for a while stays, with its name.
  await shop.db.updateTable('products').set({ status: 'draft' }).where('id', '=', b.id).execute();
  const { body } = await shop.get('/cart', person);
  expect(body).toMatchObject({ lines: [{}, { ...line(b, 3), name: 'Blue Bowl' }] });
  expect((await shop.get('/auth/my-data', person)).body).toMatchObject({
    records: { cart_lines: [{ product: 'Blue Bowl', quantity: 3 }, { quantity: 1 }] },
  });
});

it('a cart belongs to its account alone, has limits, and is deleted with it (T-PRV-20)', async () => {
  const [person, second] = [await signUp(shop), await signUp(shop)];
  const product = await createProduct(shop.db);
  for (const reply of [
    await shop.get('/cart'),
    await shop.call('PUT', '/cart', { payload: { lines: [line(product, 1)] } }),
    await shop.post('/cart/merge', { lines: [line(product, 1)] }),
  ])
    expect(reply.status).toBe(401);
  for (const lines of [[], [line(product, -1)], [line(product, 1000)], [line(product, 0.5)], 'text'])
    expect((await change(person, lines as object[])).status, JSON.stringify(lines)).toBe(400);
  const bowls = Array.from({ length: maxCartLines + 1 }, (_, n) => ({
    name: `Bowl ${n}`,
    slug: `bowl-${n}`,
    description: '',
    gstTenths: 50,
    options: '[]',
  }));
  const products = await shop.db.insertInto('products').values(bowls).returning('id').execute();
  const variants = await shop.db
    .insertInto('variants')
    .values(
      products.map(({ id }, n) => ({
        productId: id,
        sku: `BOWL-${n}`,
        optionValues: [],
        pricePaise: 100,
        sellingPaise: 100,
        stock: 1,
      })),
    )
    .returning(['id', 'productId'])
    .execute();
  const many = variants.map(({ id, productId }) => ({
    product_id: productId,
    variant_id: id,
    quantity: 1,
  }));
  expect((await merge(person, many)).body).toMatchObject({ code: 'cart_full' });
  expect(await quantities(person)).toEqual([]);
  expect(await quantities(await merge(person, many.slice(1)))).toHaveLength(maxCartLines);
  expect((await change(person, many.slice(0, 1))).status).toBe(409);
  expect(await quantities(await change(person, [{ ...many[1], quantity: 5 }]))).toContainEqual([
    many[1]?.product_id,
    5,
  ]);
  expect(await quantities(second)).toEqual([]);
  const payload = { currentPassword: password };
  expect((await shop.call('DELETE', '/auth/account', { ...person, payload })).status).toBe(200);
  expect(await shop.db.selectFrom('cartLines').select('quantity').execute()).not.toContainEqual({
    quantity: 5,
  });
});

it('what an account has paid for leaves its cart, on all devices, once', async () => {
  const person = await signUp(shop);
  const [whole, part, kept] = [
    await createProduct(shop.db),
    await createProduct(shop.db),
    await createProduct(shop.db),
  ];
  await change(person, [line(whole, 2), line(part, 3), line(kept, 1)]);
  const { status, body } = await shop.post(
    '/razorpay/create-order',
    orderFor(
      [
        { id: whole.id, quantity: 2 },
        { id: part.id, quantity: 1 },
      ],
      { email: person.email },
    ),
    person,
  );
  expect(status, JSON.stringify(body)).toBe(201);
  const before = await quantities(person);
  expect(before).toHaveLength(3);
  const paid = await shop.fake.pay((body.razorpay_order as { id: string }).id);
  for (const _ of [1, 2]) {
    expect((await verify(shop, paid)).status).toBe(200);
    expect(await quantities(person)).toEqual([
      [part.id, 2],
      [kept.id, 1],
    ]);
  }
});
