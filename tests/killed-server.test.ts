// Slow: `npm run check` leaves this file out.
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from './support/factories.ts';
import { countRecords, verify } from './support/purchase.ts';
import { startServer } from './support/server-process.ts';
import { auditedShop } from './support/shop.ts';

const shop = await auditedShop();
beforeAll(async () => {
  shop.deps.payments.name = 'razorpay';
});

/** `tests/crash.long.test.ts` kills the server at every point. */
it('kill -9 while a payment is recorded loses nothing: the browser repeats its call (T-CRS-01)', async () => {
  const product = await createProduct(shop.db, { stock: 3 });
  const { child, call } = await startServer(shop, { env: { CRASH_AT: 'settling' } });
  const created = await call('POST', '/razorpay/create-order', orderFor([{ id: product.id }]));
  const body = created?.body as { order_id: string; razorpay_order: { id: string } };
  const paid = await shop.fake.pay(body.razorpay_order.id);
  const killed = once(child, 'exit');
  await call('POST', '/razorpay/verify-payment', paid);
  expect(await killed).toEqual([null, 'SIGKILL']);
  expect((await countRecords(shop, body.order_id)).payments).toBe(0);

  expect((await verify(shop, paid)).body).toMatchObject({ success: true, order_details: { status: 'paid' } });
  expect(await countRecords(shop, body.order_id)).toEqual({
    payments: 1,
    invoices: 1,
    movements: 1,
    refunds: 0,
    confirmations: 1,
  });
  expect(await stockOf(shop.db, product.id)).toBe(2);
});
