import { expect, it } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { createAdmin } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ live: true });

/** Moves the clock to this moment, which must lie ahead. */
const goTo = (moment: string) =>
  shop.advance((new Date(moment).getTime() - shop.clock.now().getTime()) / 60_000);

async function bought(): Promise<PlacedOrder & { invoice: string }> {
  const product = await createProduct(shop.db);
  const order = await place(shop, [{ id: product.id }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return { ...order, invoice: String((await read(shop, order)).invoice_number) };
}

it('numbers restart on 1 April (IST), in separate series for invoices and credit notes', async () => {
  goTo('2031-03-31T18:29:00Z');
  const old = await bought();
  expect(old.invoice).toBe('HT/30-31/000001');
  expect((await bought()).invoice).toBe('HT/30-31/000002');
  // One minute later it is midnight in India, and still 31 March in London.
  goTo('2031-03-31T18:30:01Z');
  expect((await bought()).invoice).toBe('HT/31-32/000001');
  const admin = await createAdmin(shop);
  const refund = { amount: 10, reason: 'Late' };
  await shop.post(`/order/admin/${old.id}/refund`, refund, { headers: admin.headers });
  await shop.runJobs();
  const { body } = await shop.get(`/order/${old.id}?key=${old.key}`);
  expect(body.credit_notes).toMatchObject([{ code: 'CN/31-32/000001', amount: 10 }]);
  expect(body.invoice_number).toBe('HT/30-31/000001');
  expect((await bought()).invoice).toBe('HT/31-32/000002');
});
