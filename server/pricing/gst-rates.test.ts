import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent, InvoiceLine } from '../invoices/invoice-content.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));

/** All rates in percent, with 12 and 28 of products from before. */
const rates = [0, 0.25, 1.5, 3, 5, 12, 18, 28, 40];
const home = { ...delivery, city: 'Jaipur', state: 'Rajasthan', postalCode: '302022' };

/** The documents of an order: the invoice, and the credit notes that reverse parts of it. */
async function documentsOf(id: string) {
  const rows = await shop.db
    .selectFrom('invoices')
    .select(['kind', 'content'])
    .where('orderId', '=', id)
    .orderBy('number')
    .execute();
  const group = (kind: string) =>
    rows.flatMap((row) => (row.kind === kind ? [row.content as unknown as InvoiceContent] : []));
  return { invoice: group('invoice')[0], replaced: group('replaced_invoice'), notes: group('credit_note') };
}

/** Half up to a paisa of the tax of this part of the rate in a price with tax, without the code of the shop. */
const within = (paise: number, percent: number, parts: bigint) => {
  const hundredths = BigInt(Math.round(percent * 100));
  const whole = (10_000n + hundredths) * parts;
  return Number((2n * BigInt(paise) * hundredths + whole) / (2n * whole));
};
const taxesOf = ({ cgstPaise, sgstPaise, igstPaise }: InvoiceLine) => [cgstPaise, sgstPaise, igstPaise];
const sumOf = (documents: (InvoiceContent | undefined)[]) =>
  documents.reduce((sum, document) => sum + taxPaiseOf(document), 0);
const taxPaiseOf = (document?: InvoiceContent) => {
  const { cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = document?.totals ?? {};
  return cgstPaise + sgstPaise + igstPaise;
};

it.each([
  ['within the state', home, {}],
  ['to another state', delivery, {}],
  [
    'to a Special Economic Zone within the state',
    home,
    { businessName: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true },
  ],
])('every rate is kept by orders %s, when they are changed and refunded', async (where, to, business) => {
  const products = await Promise.all(
    rates.map(async (rate, index) => {
      const product = await createProduct(shop.db, { pricePaise: 33_333 + 1_111 * index, stock: 50 });
      const columns = { gstTenths: Math.floor(rate * 10), gstHundredths: Math.round(rate * 100) % 10 };
      await shop.db.updateTable('products').set(columns).where('id', '=', product.id).execute();
      return product;
    }),
  );
  const code = `ODD${randomUUID().slice(0, 6).toUpperCase()}`;
  const value = { type: 'percent', percent: 7.3 };
  const made = await owner.post('/discounts', {
    title: 'Odd',
    code,
    enabled: true,
    appliesTo: 'order',
    value,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const lines = products.map(({ id }) => ({ id, quantity: 3 }));
  const order = await place(shop, lines, { shipping_details: to, ...business, discount_code: code });
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  const { invoice } = await documentsOf(order.id);
  const isSplit = where === 'within the state';
  const expectTaxes = (content?: InvoiceContent) => {
    expect(content?.lines.map(({ gstTenths }) => gstTenths / 10)).toEqual(rates);
    for (const [index, line] of (content?.lines ?? []).entries()) {
      const half = within(line.linePaise, rates[index] ?? 0, 2n);
      const whole = within(line.linePaise, rates[index] ?? 0, 1n);
      expect(taxesOf(line)).toEqual(isSplit ? [half, half, 0] : [0, 0, whole]);
    }
  };
  expect(invoice?.lines.every(({ discountPaise = 0 }) => discountPaise > 0)).toBe(true);
  expectTaxes(invoice);

  // Two units of each instead of three; the prices of the catalogue and its rates have changed meanwhile.
  await shop.db
    .updateTable('products')
    .set({ gstTenths: 180, gstHundredths: 0 })
    .where(
      'id',
      'in',
      products.map(({ id }) => id),
    )
    .execute();
  const { updatedAt } = (await owner.get(`/order/admin/${order.id}`)).body as AdminOrder;
  const cart_items = products.map(({ id, variantIds }) => ({
    product_id: id,
    variant_id: variantIds[0],
    quantity: 2,
  }));
  const priced = (await owner.post(`/order/admin/${order.id}/lines/quote`, { cart_items })).body;
  const { amount, tax } = priced as unknown as LinesQuote;
  const changed = await shop.call('PUT', `/order/admin/${order.id}/lines`, {
    payload: { updatedAt, amount: toPaise(amount), cart_items },
    headers: { ...owner.headers, 'idempotency-key': randomUUID() },
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await shop.runJobs();
  const now = await documentsOf(order.id);
  expectTaxes(now.invoice);
  expect(toPaise(tax.cgst) + toPaise(tax.sgst) + toPaise(tax.igst)).toBe(taxPaiseOf(now.invoice));
  expect(sumOf(now.replaced)).toBe(sumOf(now.notes));

  // A unit of each, then the rest: the credit notes reverse the invoice to the paisa.
  const { cart_items: items } = (await owner.get(`/order/admin/${order.id}`)).body as AdminOrder;
  const refund = async (body: object) => {
    const answer = await owner.post(`/order/admin/${order.id}/refund`, { reason: 'Scratch', ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await shop.runJobs();
  };
  await refund({ lines: items.map(({ _id }) => ({ line_id: _id, quantity: 1 })) });
  await refund({ amount: 1.01 });
  await refund({});
  const { notes } = await documentsOf(order.id);
  expect(sumOf(notes)).toBe(sumOf(now.replaced) + taxPaiseOf(now.invoice));
  const [units] = notes.filter(({ lines: all }) => all.length === rates.length && all[0]?.quantity === 1);
  expect(units?.lines.map(({ gstTenths }) => gstTenths / 10)).toEqual(rates);
});
