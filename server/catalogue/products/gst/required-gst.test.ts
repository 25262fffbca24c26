import { beforeEach, expect, it } from 'vitest';
import type { AttentionItem } from '../../../../shared/contract/attention.ts';
import type { Product, ProductList } from '../../../../shared/contract/catalogue/catalogue.ts';
import { gstProblems } from '../../../../shared/products/gst-rates.ts';
import { createProduct } from '../../../../tests/support/factories.ts';
import { asOwner } from '../../../../tests/support/owner.ts';
import { place, verify } from '../../../../tests/support/purchase.ts';
import { auditedShop } from '../../../../tests/support/shop.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);
beforeEach(() => setGstin('08AAAFH0000A1ZL'));

const setGstin = async (gstin: string) =>
  expect((await owner.put('/site-info/admin', { gstin, state: gstin ? 'Rajasthan' : '' })).status).toBe(200);
const saree = { name: 'Saree', price: 1000, countInStock: 9 };
const missing = {
  hsn: 'HSN code is required to sell with GST',
  gstRate: 'GST rate is required to sell with GST',
};
const ended = '12% is not a GST rate now. Choose 0%, 0.25%, 1.5%, 3%, 5%, 18% or 40%';
const put = (id: string, change: object) => owner.put(`/products/${id}`, change);

/** A product on sale as shops have them from before: without an HSN code, with a rate that has ended. */
async function olderProduct() {
  const { id } = await createProduct(shop.db);
  await shop.db.updateTable('products').set({ hsn: null, gstTenths: 120 }).where('id', '=', id).execute();
  return id;
}

it('a product goes on sale with HSN code and rate, and is a draft without', async () => {
  const refused = async (more: object) => {
    const { status, body } = await owner.post('/products', { ...saree, ...more });
    expect(status, JSON.stringify(body)).toBe(400);
    return body.errors;
  };
  expect(await refused({})).toEqual(missing);
  expect(await refused({ status: 'featured', hsn: '5208' })).toEqual({ gstRate: missing.gstRate });
  expect(await refused({ hsn: '5208', gstRate: 12 })).toEqual({ gstRate: ended });
  const draft = await owner.product({ ...saree, status: 'draft' });
  expect(draft).toMatchObject({ status: 'draft', hsn: null, gstRate: null });
  expect((await put(draft._id, { status: 'active' })).body.errors).toEqual(missing);
  const change = { status: 'active', hsn: '5208', gstRate: 5 };
  expect((await put(draft._id, change)).body).toMatchObject(change);
  // It keeps them while it is on sale.
  expect((await put(draft._id, { hsn: '' })).body.errors).toEqual({ hsn: missing.hsn });
  expect((await put(draft._id, { gstRate: null })).body.errors).toEqual({ gstRate: missing.gstRate });
  expect((await put(draft._id, { gstRate: 28 })).status).toBe(400);
  expect((await put(draft._id, { status: 'archived', hsn: '' })).body).toMatchObject({ hsn: null });
});

it('the rate of apparel follows from its price, and gift cards have no tax', async () => {
  expect(await owner.product({ ...saree, hsn: '6211' })).toMatchObject({ status: 'active', gstRate: null });
  expect(await owner.product({ ...saree, isGiftCard: true })).toMatchObject({ status: 'active' });
});

it('what was on sale before stays on sale with what it has, and is put off sale only by the merchant', async () => {
  const id = await olderProduct();
  expect((await put(id, { price: 900, finalPrice: 900 })).body).toMatchObject({ hsn: null, gstRate: 12 });
  expect((await put(id, { status: 'featured' })).status).toBe(200);
  expect((await put(id, { gstRate: 28 })).status).toBe(400);
  expect((await put(id, { status: 'draft' })).status).toBe(200);
  expect((await put(id, { status: 'active' })).body.errors).toEqual({ hsn: missing.hsn, gstRate: ended });
});

it('a shop without a GSTIN, or with that of the demo content, requires nothing', async () => {
  await setGstin('');
  expect(await owner.product(saree)).toMatchObject({ status: 'active', gstRate: null });
  expect(await owner.product({ ...saree, gstRate: 7.25 })).toMatchObject({ gstRate: 7.25 });
  await setGstin('08AAAFH0000A1ZL');
  const demo = (value: object | null) =>
    shop.db
      .updateTable('siteInfo')
      .set({ demo: value && JSON.stringify(value) })
      .execute();
  await demo({ gstin: '08AAAFH0000A1ZL' });
  expect(await owner.product(saree)).toMatchObject({ status: 'active', gstRate: null });
  await demo({ gstin: '27AAPFU0939F1ZV' });
  expect((await owner.post('/products', saree)).status).toBe(400);
  await demo(null);
});

it('Attention has an alert as soon as a shop enters its GSTIN, and the products stay on sale', async () => {
  await setGstin('');
  const bare = await owner.product({ ...saree, name: 'Bare saree' });
  await setGstin('08AAAFH0000A1ZL');
  await shop.runJobs();
  const open = (await owner.get('/attention')).body as unknown as AttentionItem[];
  expect(open.map(({ kind }) => kind)).toContain('gst-missing');
  expect((await shop.get(`/products/${bare._id}`)).status).toBe(200);
  expect((await put(bare._id, { hsn: '5208', gstRate: 5 })).status).toBe(200);
});

it('0.25% is stored, sold and invoiced; without a rate it is 18%', async () => {
  const stone = await owner.product({ ...saree, name: 'Stone', hsn: '7103', gstRate: '0.25' });
  expect(stone.gstRate).toBe(0.25);
  const lamp = await olderProduct();
  await shop.db.updateTable('products').set({ gstTenths: null }).where('id', '=', lamp).execute();
  const placed = await place(shop, [{ id: stone._id }, { id: lamp }]);
  expect((await verify(shop, await shop.fake.pay(placed.providerOrderId))).status).toBe(200);
  const { content } = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', placed.id)
    .executeTakeFirstOrThrow();
  expect(content).toMatchObject({
    lines: [{ gstTenths: 2.5, taxablePaise: 99_751, igstPaise: 249 }, { gstTenths: 180 }],
  });
  // Its lines keep the rate while an admin changes them: ₹2,000 with 0.25% have ₹4.99.
  const quote = await owner.post(`/order/admin/${placed.id}/lines/quote`, {
    cart_items: [{ product_id: stone._id, variant_id: stone.variants[0]?._id, quantity: 2 }],
  });
  expect(quote.body).toMatchObject({ tax: { igst: 4.99 } });
});

it('the list finds what lacks them by the rules of the form, and Attention counts what is on sale', async () => {
  const made = await Promise.all(
    [
      { hsn: '5208', gstRate: 5 },
      { hsn: '6211' },
      { hsn: '7103', gstRate: 0.25 },
      { isGiftCard: true },
      { status: 'draft' },
      { status: 'draft', hsn: '5208' },
      { status: 'draft', hsn: '6211', gstRate: 12 },
    ].map((more) => owner.product({ ...saree, ...more })),
  );
  await olderProduct();
  const all = async (query: string) =>
    ((await owner.get(`/products?limit=100&${query}`)).body as unknown as ProductList).products;
  const lacks = (product: Product) => Object.keys(gstProblems(product, new Date())).length > 0;
  const expected = (await all('')).filter(lacks).map(({ _id }) => _id);
  expect(made.map(lacks)).toEqual([false, false, false, false, true, true, true]);
  expect((await all('lacksGst=true')).map(({ _id }) => _id)).toEqual(expected);
  expect((await all('lacksGst=false')).some(lacks)).toBe(false);
  // Shoppers can't ask for it.
  const total = async (query: string) =>
    ((await shop.get(`/products?${query}`)).body as unknown as ProductList).total;
  expect(await total('lacksGst=true')).toBe(await total(''));

  const alert = async () => {
    await shop.handlers.health({});
    const open = (await owner.get('/attention')).body as unknown as AttentionItem[];
    return open.find(({ kind }) => kind === 'gst-missing');
  };
  const onSale = (await all('lacksGst=true')).filter(({ status }) => /active|featured/.test(status));
  const first = await alert();
  expect(first).toMatchObject({
    page: { path: '/admin/products/batch?flag=lacksGst' },
    explanation: expect.stringContaining(`${onSale.length} products are for sale without one of them.`),
  });
  const [last, ...others] = onSale;
  for (const { _id } of others) await put(_id, { hsn: '5208', gstRate: 5 });
  expect(await alert()).toMatchObject({
    _id: first?._id,
    explanation: expect.stringContaining('1 product is for sale'),
  });
  await put(String(last?._id), { hsn: '5208', gstRate: 5 });
  expect(await alert()).toBeUndefined();
});
