import { beforeAll, describe, expect, it } from 'vitest';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop, createTestShop } from '../../tests/support/shop.ts';
import { readConfig } from '../config.ts';
import { choosePayments } from '../provider/choose.ts';

const shop = await auditedShop();
const owner = await asOwner(shop);
const product = (await createProduct(shop.db, { stock: 50 })).id;
beforeAll(() => owner.put('/site-info/admin', { email: 'shop@haat.example' }));

/** Switches to live keys, or back to test mode. */
const goLive = (live = true) =>
  Object.assign(shop.deps.payments, { name: live ? 'razorpay' : 'sandbox', test: !live });

async function buy(quantity = 1): Promise<PlacedOrder & { invoice: string; email: string }> {
  const email = freshEmail();
  const order = await place(shop, [{ id: product, quantity }], { email });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return { ...order, email, invoice: String((await read(shop, order)).invoice_number) };
}

async function refund(order: PlacedOrder) {
  expect((await owner.post(`/order/admin/${order.id}/refund`, { reason: 'Broken' })).status).toBe(201);
  await shop.runJobs();
  const { body } = await shop.get(`/order/${order.id}?key=${order.key}`);
  return (body.credit_notes as { code: string }[]).map(({ code }) => code);
}

async function figures() {
  shop.advance(1);
  const [dashboard, orders] = await Promise.all([
    owner.get('/auth/admin/stats'),
    owner.get('/order/admin/stats'),
  ]);
  return { dashboard: dashboard.body, orders: orders.body };
}

const tests = async () => (await owner.get('/order/admin/tests')).body;
const remove = (orders: number) => owner.post('/order/admin/tests/remove', { orders });

describe('test orders', () => {
  it('have invoice and credit-note series of their own; the real series begins with the first real order', async () => {
    expect((await buy()).invoice).toBe('TEST-000001');
    const second = await buy();
    expect(second.invoice).toBe('TEST-000002');
    expect(await refund(second)).toEqual(['TEST-CN-000001']);
    expect((await owner.get('/order/admin?search=test-000002')).body).toMatchObject([{ _id: second.id }]);

    goLive();
    const real = await buy();
    expect(real.invoice).toMatch(/^HT\/\d\d-\d\d\/000001$/);
    expect(await refund(real)).toEqual([expect.stringMatching(/^CN\/\d\d-\d\d\/000001$/)]);
    goLive(false);
  });

  it('are marked in lists, exports and mails, and are left out of all figures once there is a real order', async () => {
    const { id, email } = await buy(2);
    await shop.runJobs();
    for (const test of [true, false]) {
      const list = (await owner.get(`/order/admin?test=${test}`)).body as unknown as { is_test: boolean }[];
      expect(list.map(({ is_test }) => is_test)).toEqual(list.map(() => test));
      expect(list.length).toBeGreaterThan(0);
    }
    const csv = String((await owner.get(`/order/admin/export.csv?search=${id}`)).body.raw);
    expect(csv).toContain(',yes,');
    const mails = await shop.db
      .selectFrom('mails')
      .selectAll()
      .where((eb) => eb.or([eb('toAddress', '=', email), eb('dedupeKey', 'like', `new-order:${id}:%`)]))
      .execute();
    expect(mails).toHaveLength(2);
    for (const { subject, plain, html } of mails) {
      expect(subject).toMatch(/^Test: /);
      expect(plain).toContain('no real payment was taken');
      expect(html).toContain('no real payment was taken');
    }

    // Also when a real shop tries something in test mode.
    for (const live of [true, false]) {
      goLive(live);
      const { dashboard, orders } = await figures();
      expect(orders).toEqual({ totalOrders: 1, paidOrders: 0, pendingOrders: 0, totalRevenue: 0 });
      expect(dashboard).toMatchObject({
        totalOrders: 1,
        guestUsersCount: 1,
        ordersByStatus: { refunded: { count: 1 } },
      });
      expect(await tests()).toEqual({ orders: 3, counted: false, testMode: !live });
    }
  });

  it('are removed together, only with the right count, with all their records, and their units are restocked', async () => {
    await place(shop, [{ id: product }], { email: freshEmail() });
    const hidden = await buy();
    await owner.delete(`/order/admin/${hidden.id}`);
    // As in an upgraded shop: this test order has a number of the real series.
    const old = await buy();
    const year = (
      await shop.db.selectFrom('invoiceCounters').select('year').where('series', '=', 'HT').execute()
    )[0]?.year;
    await shop.db
      .updateTable('invoices')
      .set((eb) => ({
        series: 'HT',
        year,
        number: 2,
        code: `HT/${year}/000002`,
        content: eb.fn('jsonb_set', ['content', eb.val('{code}'), eb.val(`"HT/${year}/000002"`)]),
      }))
      .where('orderId', '=', old.id)
      .execute();
    await shop.db.updateTable('invoiceCounters').set({ last: 2 }).where('series', '=', 'HT').execute();
    await shop.db.updateTable('invoiceCounters').set({ last: 4 }).where('series', '=', 'TEST').execute();
    await expectCleanAudit(shop);

    const real = (await owner.get('/order/admin?test=false')).body;
    expect(await tests()).toMatchObject({ orders: 6 });
    expect((await remove(5)).body).toMatchObject({ code: 'test_orders_changed', orders: 6 });
    // Deleted before: it has a document, so it was in the books until now.
    await owner.delete(`/order/admin/${old.id}`);
    const { status, body } = await remove(6);
    expect([status, body]).toEqual([200, { orders: 6, hidden: 1 }]);
    await expectCleanAudit(shop);

    expect(await tests()).toMatchObject({ orders: 0 });
    const shown = await owner.get('/order/admin');
    expect(shown.body).toEqual(real);
    expect(shown.headers['x-total-count']).toBe(String(Object.keys(shown.body).length));
    const deleted = await owner.get('/order/admin?deleted=true');
    expect(deleted.body).toMatchObject([
      { _id: old.id, status: 'cancelled', invoice_number: `HT/${year}/000002` },
    ]);
    expect(deleted.headers['x-total-count']).toBe('1');
    // The real order was refunded and still has its one item.
    expect(await stockOf(shop.db, product)).toBe(49);
    const mails = await shop.db.selectFrom('mails').select('subject').execute();
    const left = mails.filter(({ subject }) => subject.startsWith('Test: '));
    const ofOld = left.filter(({ subject }) => subject.includes(old.id.slice(-6).toUpperCase()));
    expect([left.length, ofOld.length]).toEqual([2, 2]);
    expect((await buy()).invoice).toBe('TEST-000001');
  });

  it('do not need attention when the provider reports them after they were removed', async () => {
    const order = await place(shop, [{ id: product }], { email: freshEmail() });
    const paid = await shop.fake.pay(order.providerOrderId);
    const { orders } = await tests();
    expect((await remove(Number(orders))).status).toBe(200);
    expect((await verify(shop, paid)).status).toBe(400);
    await shop.handlers.hour({});
    shop.advance(10);
    await shop.minute();
    expect((await owner.get('/attention')).body).toEqual([]);
  });
});

describe('a start without Razorpay keys', () => {
  const start = (env: Record<string, string> = {}) => choosePayments(shop.db, readConfig(env));

  it('fails with one line in a shop that has real orders, unless test mode is set explicitly (T-PAY-31)', async () => {
    await expect(start()).rejects.toThrow(
      /^Haat does not start: this shop has real orders and no Razorpay keys\. Set RAZORPAY_KEY_ID, .* PAYMENTS=sandbox .*$/,
    );
    expect(await start({ PAYMENTS: 'sandbox' })).toMatchObject({ name: 'sandbox', test: true });
    expect(() => readConfig({ PAYMENTS: 'off' })).toThrow('PAYMENTS must be one of: sandbox');
    const keys = { RAZORPAY_KEY_ID: 'rzp_live_a', RAZORPAY_KEY_SECRET: 'b', RAZORPAY_WEBHOOK_SECRET: 'c' };
    expect(() => readConfig({ ...keys, PAYMENTS: 'sandbox' })).toThrow('remove one of them');
  });

  it('runs the sandbox in a shop that has only test orders', async () => {
    const fresh = await createTestShop();
    const { id } = await createProduct(fresh.db);
    await place(fresh, [{ id }]);
    expect((await choosePayments(fresh.db, readConfig({}))).name).toBe('sandbox');
    await fresh.close();
  });
});
