import { expect, it, vi } from 'vitest';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { lastMail } from '../../tests/support/people.ts';
import { place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });

it('a failure to render an invoice stops no payment; it is rendered later under its number (T-FLT-12)', async () => {
  const workers = vi.spyOn(shop.deps.workers, 'run').mockRejectedValue(new Error('No fonts'));
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }], { email: 'meera@example.in' });
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  const { status, invoice_number } = await read(shop, order);
  expect(status).toBe('paid');
  const invoice = () => shop.get(`/razorpay/invoice/${order.id}?key=${order.key}`);
  expect((await invoice()).status).toBe(500);
  expect(await lastMail(shop, 'meera@example.in')).toMatchObject({ status: 'waiting', attempts: 1 });

  workers.mockRestore();
  shop.advance(3);
  await shop.minute();
  expect(await lastMail(shop, 'meera@example.in')).toMatchObject({ status: 'sent', attempts: 2 });
  expect(pdfText((await invoice()).body.raw as Buffer)).toContain(invoice_number);
});

it('a payment for a locked order is pending, not an error, and is settled later', async () => {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  const paid = await shop.fake.pay(order.providerOrderId);
  await shop.db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    expect(await verify(shop, paid)).toMatchObject({ status: 202, body: { success: false, pending: true } });
  });
  shop.advance(3);
  await shop.minute();
  expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
});

it('a server clock that is wrong neither prolongs nor ends a reservation (T-FLT-11)', async () => {
  const product = await createProduct(shop.db);
  shop.skewClock(120);
  const [unpaid, late] = [await place(shop, [{ id: product.id }]), await place(shop, [{ id: product.id }])];
  await shop.minute();
  expect(await stockOf(shop.db, product.id)).toBe(3);
  shop.skewClock(-180);
  await shop.minute();
  expect(await stockOf(shop.db, product.id)).toBe(3);
  // 16 minutes later the reservations have ended, whatever the clock of the server says.
  shop.advance(16);
  await shop.minute();
  await shop.minute();
  expect(await stockOf(shop.db, product.id)).toBe(5);
  expect((await read(shop, unpaid)).status).toBe('failed');
  expect(await shop.post(`/razorpay/orders/${unpaid.id}/payment?key=${unpaid.key}`)).toMatchObject({
    body: { code: 'not_payable' },
  });
  await verify(shop, await shop.fake.pay(late.providerOrderId));
  expect(await read(shop, late)).toMatchObject({ status: 'paid', refundedAmount: 0 });
  expect(await stockOf(shop.db, product.id)).toBe(4);
});
