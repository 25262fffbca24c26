import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rupees, toPaise, toRupees } from '../../shared/money.ts';
import { type CartLine, type CartProduct, lineFor, totalPrice } from '../../shared/orders/cart.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

const shop = await auditedShop();

const seed = 20261121;
const carts = longRun ? 1000 : 60;
const paidCarts = longRun ? carts : 6;

it(`cart page, server, provider, invoice and its PDF agree to the paisa: ${carts} carts, ${paidCarts} of them paid (T-PRC-08)`, async () => {
  const products = await Promise.all(
    fc
      .sample(
        fc.record({
          pricePaise: fc.integer({ min: 1_000, max: 90_000 }),
          discountTenths: fc.oneof(fc.constant(0), fc.constant(333), fc.integer({ min: 0, max: 900 })),
          gstTenths: fc.constantFrom(0, 50, 120, 180, 400),
        }),
        { numRuns: 40, seed },
      )
      .map((parts) => createProduct(shop.db, { ...parts, stock: 1_000_000 })),
  );
  const shown: CartLine[] = [];
  for (const { id } of products) {
    const { body } = await shop.get(`/products/${id}`);
    const product = body as unknown as CartProduct;
    const [variant] = product.variants;
    if (!variant) throw new Error('A product without a variant');
    shown.push(lineFor(product, variant));
  }
  const line = fc
    .record({ line: fc.constantFrom(...shown), quantity: fc.integer({ min: 1, max: 9 }) })
    .map(({ line, quantity }) => ({ ...line, quantity }));
  const samples = fc.sample(
    fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: ({ _id }) => _id }),
    { numRuns: carts, seed },
  );

  for (let start = 0; start < carts; start += 10) {
    await Promise.all(
      samples.slice(start, start + 10).map(async (lines, offset) => {
        const amount = toPaise(totalPrice(lines));
        const ordered = lines.map(({ _id: id, quantity }) => ({ id, quantity }));
        const order = await place(shop, ordered, { amount });
        expect(order.amountPaise).toBe(amount);
        if ((start + offset) % (carts / paidCarts) > 0) return;
        const { body } = await verify(shop, await shop.fake.pay(order.providerOrderId));
        expect(body).toMatchObject({
          success: true,
          order_details: { amount: toRupees(amount), paidAmount: toRupees(amount) },
        });
        await expectInvoice(order);
      }),
    );
  }
  const ledger = await shop.fake.ledger();
  const atProvider = new Map(ledger.orders.map(({ receipt, amount }) => [String(receipt), amount]));
  const rows = await shop.db.selectFrom('orders').select(['id', 'amountPaise']).execute();
  expect(rows).toHaveLength(carts);
  for (const { id, amountPaise } of rows) expect(atProvider.get(id)).toBe(amountPaise);
  const invoices = await shop.db.selectFrom('invoices').select('id').execute();
  expect(invoices).toHaveLength(paidCarts);
}, 900_000);

/** The invoice asks what was paid, as a sum of its lines and in words of its PDF. */
async function expectInvoice({ id, key, amountPaise }: PlacedOrder) {
  const { content } = await shop.db
    .selectFrom('invoices')
    .select('content')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  const { lines, totals } = content as InvoiceContent;
  expect(totals.totalPaise).toBe(amountPaise);
  expect(lines.reduce((sum, { linePaise }) => sum + linePaise, 0)).toBe(amountPaise);
  const pdf = await shop.get(`/razorpay/invoice/${id}?key=${key}`);
  expect(pdfText(pdf.body.raw as Buffer)).toContain(rupees(toRupees(amountPaise)));
}
