import { beforeAll, expect, it } from 'vitest';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '' }));

let codes = 0;
const input = (more: object = {}) => ({
  title: 'Festival offer',
  code: `DEAL${++codes}`,
  enabled: true,
  appliesTo: 'order',
  ...more,
});
async function create(more: object = {}) {
  const { status, body } = await owner.post('/discounts', input(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Discount & { code: string };
}
const quote = (lines: { id: string; quantity?: number }[], discount_code: string) =>
  shop.post('/razorpay/quote', { ...orderFor(lines), discount_code });
const pay = async ({ providerOrderId }: PlacedOrder) =>
  expect((await verify(shop, await shop.fake.pay(providerOrderId))).status).toBe(200);
const invoiceOf = async ({ id }: PlacedOrder) => {
  const invoice = shop.db.selectFrom('invoices').select('content').where('orderId', '=', id);
  return (await invoice.executeTakeFirstOrThrow()).content as InvoiceContent;
};

it('an order with "buy X get Y" is reduced by the units that the customer gets; the try-out says so, or why not', async () => {
  const shirt = await createProduct(shop.db, { name: 'Shirt', pricePaise: 79_900, stock: 9 });
  const scarf = await createProduct(shop.db, { name: 'Scarf', pricePaise: 33_333, stock: 9 });
  const gets = { appliesTo: 'products', targets: [scarf.id] };
  const value = { type: 'buy_x_get_y', quantity: 1, percent: 100, maxPerOrder: 1, ...gets };
  const deal = { value, appliesTo: 'products', targets: [shirt.id], minQuantity: 2 };
  const { code, ...stored } = await create(deal);
  expect(stored).toMatchObject(deal);
  const lines = [
    { id: scarf.id, quantity: 2 },
    { id: shirt.id, quantity: 2 },
  ];
  const placed = await place(shop, lines, { discount_code: code, amount: 193_133 });
  await pay(placed);
  expect(await read(shop, placed)).toMatchObject({
    discounts: [{ code, amount: 333.33 }],
    cart_items: [
      { subtotal: 666.66, total: 333.33 },
      { subtotal: 1598, total: 1598 },
    ],
  });
  expect((await quote(lines.slice(1), code)).body.message).toBe(
    'Add the products that this code reduces to the cart.',
  );

  const attempt = async (discount: object, cart = lines) =>
    (await owner.post('/discounts/try', { discount: input(discount), ...orderFor(cart) })).body;
  expect(await attempt({ ...deal, code: null })).toMatchObject({
    subtotal: 2264.66,
    amount: 1931.33,
    notes: [],
    discounts: [{ title: 'Festival offer', code: null, amount: 333.33 }],
    lines: [{ name: 'Scarf', subtotal: 666.66, total: 333.33 }, { name: 'Shirt' }],
  });
  const notes = async (discount: object, cart?: typeof lines) => (await attempt(discount, cart)).notes;
  expect(await notes({ ...deal, minQuantity: 3 })).toEqual([
    'This discount needs at least 3 of its products in the cart.',
  ]);
  const fixed = { type: 'fixed_price', price: 400 };
  expect(await notes({ value: fixed, ...gets })).toEqual(['This discount saves nothing on this cart.']);
  expect(await notes({ value: fixed, appliesTo: 'products', targets: [shirt.id], enabled: false })).toEqual([
    'Shoppers can’t use it, because it is disabled.',
  ]);
  const better = await create({ code: null, title: 'Half', value: { type: 'percent', percent: 50 } });
  expect(await notes(deal)).toEqual(['Another discount saves at least as much: Half.']);
  await owner.delete(`/discounts/${better._id}`);
});

it('GST of apparel follows the price of a unit after discounts; invoice and credit note have its rate', async () => {
  const coat = await createProduct(shop.db, { name: 'Coat', pricePaise: 300_000, hsn: '6201', stock: 9 });
  const cup = await createProduct(shop.db, { name: 'Cup', pricePaise: 300_000, gstTenths: 120, stock: 9 });
  const lines = [{ id: coat.id, quantity: 2 }, { id: cup.id }];
  const rates = async (more: object) => {
    const placed = await place(shop, lines, more);
    await pay(placed);
    const { lines: billed, summary } = await invoiceOf(placed);
    return { placed, summary, rates: billed.map(({ gstTenths }) => gstTenths) };
  };
  const full = await rates({});
  expect(full.rates).toEqual([180, 120]);
  const amount = (off: number) => ({ value: { type: 'amount', amount: off } });
  const ofCoats = { appliesTo: 'products', targets: [coat.id] };
  // ₹2,625 for each coat; a paisa more for both, and no rate fits; half of both is 5% again.
  const low = await rates({ discount_code: (await create({ ...amount(750), ...ofCoats })).code });
  expect(low.rates).toEqual([50, 120]);
  const gap = await rates({ discount_code: (await create({ ...amount(749.99), ...ofCoats })).code });
  expect(gap.rates).toEqual([180, 120]);
  expect(low.summary).toMatchObject([{ gstTenths: 50, taxablePaise: 500_000, taxPaise: 25_000 }, {}]);

  await owner.post(`/order/admin/${low.placed.id}/refund`, { reason: 'Back' });
  await shop.runJobs();
  const notes = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', low.placed.id)
    .where('kind', '=', 'credit_note')
    .execute();
  expect(notes.map(({ content }) => (content as InvoiceContent).summary)).toEqual([low.summary]);
});

it('a price for which no GST rate fits is refused, in the product and in a batch', async () => {
  const message = 'No GST rate fits this price: 5% is for at most ₹2,625.00, 18% for more than ₹2,950.00';
  const shirt = await owner.product({ name: 'Gap shirt', hsn: '6205', price: 3000, finalPrice: 2625 });
  const set = (more: object) => owner.put(`/products/${shirt._id}`, more);
  for (const finalPrice of [2625.01, 2950])
    expect(await set({ finalPrice })).toMatchObject({
      status: 400,
      body: { message, errors: { finalPrice: message } },
    });
  expect((await set({ finalPrice: 2950.01 })).status).toBe(200);
  expect((await owner.post('/products', { name: 'Gap coat', hsn: '6201', price: 2800 })).body.message).toBe(
    message,
  );
  const cup = await owner.product({ name: 'Gap cup', hsn: '6912', gstRate: 5, price: 2800 });
  expect((await owner.put(`/products/${cup._id}`, { hsn: '6205' })).body.message).toBe(message);

  const batch = { action: 'discount', discount: 10, ids: [shirt._id, cup._id] };
  const started = await owner.post('/products/batch', batch);
  await shop.runJobs();
  expect((await owner.get(`/products/batch/${started.body._id}`)).body).toMatchObject({
    failures: [{ _id: shirt._id, message }],
  });
  expect((await owner.get(`/products/${shirt._id}`)).body.finalPrice).toBe(2950.01);

  // A shop without a GSTIN charges no GST.
  await owner.put('/site-info/admin', { gstin: '' });
  expect((await set({ finalPrice: 2800 })).status).toBe(200);
  await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '' });
  // Another change does not ask for another price.
  expect((await set({ name: 'Gap shirt, white' })).status).toBe(200);
});
