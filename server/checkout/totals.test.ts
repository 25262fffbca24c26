import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rupees, toRupees } from '../../shared/money.ts';
import { expectBooksInOrder } from '../../tests/support/audit.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { verify } from '../../tests/support/purchase.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(async () => {
  await expectBooksInOrder(shop);
  await shop.close();
});

const seed = 20261121;
const carts = 1000;

it('what the cart shows, the server asks, the provider takes and the invoice says is the same to the paisa, for 1000 carts (T-PRC-08)', async () => {
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
  const shown = new Map<string, number>();
  for (const { id } of products) {
    const { body } = await shop.get(`/products/${id}`);
    shown.set(id, Number(body.finalPrice));
  }
  const line = fc.record({
    id: fc.constantFrom(...products.map(({ id }) => id)),
    quantity: fc.integer({ min: 1, max: 9 }),
  });
  const samples = fc.sample(fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: ({ id }) => id }), {
    numRuns: carts,
    seed,
  });

  /** As the cart page adds it up: the price shown, times the quantity. */
  const inCart = (lines: { id: string; quantity: number }[]) =>
    lines.reduce((sum, { id, quantity }) => sum + Math.round((shown.get(id) ?? 0) * 100) * quantity, 0);

  for (let at = 0; at < carts; at += 10) {
    await Promise.all(
      samples.slice(at, at + 10).map(async (lines, offset) => {
        const amount = inCart(lines);
        const { status, body } = await shop.post('/razorpay/create-order', orderFor(lines, { amount }));
        expect(status, JSON.stringify(body)).toBe(201);
        const { id, amount: asked } = body.razorpay_order as { id: string; amount: number };
        expect(asked).toBe(amount);
        // Every twentieth cart is paid too.
        if (offset > 0 || at % 20 > 0) return;
        const verified = await verify(shop, await shop.fake.pay(id));
        expect(verified.body).toMatchObject({
          success: true,
          order_details: { amount: toRupees(amount), paidAmount: toRupees(amount) },
        });
      }),
    );
  }
  const ledger = await shop.fake.ledger();
  const atProvider = new Map(ledger.orders.map(({ receipt, amount }) => [String(receipt), amount]));
  const rows = await shop.db.selectFrom('orders').select(['id', 'amountPaise']).execute();
  expect(rows).toHaveLength(carts);
  for (const { id, amountPaise } of rows) expect(atProvider.get(id)).toBe(amountPaise);

  const { orderId, content } = await shop.db
    .selectFrom('invoices')
    .select(['orderId', 'content'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const { totals } = content as { totals: { totalPaise: number } };
  const { accessKey } = await shop.db
    .selectFrom('orders')
    .select('accessKey')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const pdf = await shop.get(`/razorpay/invoice/${orderId}?key=${accessKey}`);
  expect(pdfText(pdf.body.raw as Buffer)).toContain(rupees(toRupees(totals.totalPaise)));
}, 120_000);
