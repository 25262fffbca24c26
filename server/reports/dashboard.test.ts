// Slow: `npm run check` leaves this file out.
import { beforeAll, describe, expect, it } from 'vitest';
import type { DashboardStats } from '../../shared/contract/reports.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { buyAsGuest, freshEmail, signUp } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { createRandom } from '../../tests/support/random.ts';
import { testShop } from '../../tests/support/shop.ts';

let owner: Owner;
const shop = await testShop();
beforeAll(async () => {
  // Nobody reads the mails of this shop, and their invoices take time to draw.
  shop.handlers.mail = async () => {};
  owner = await asOwner(shop);
});

/** The current figures: drops the cached ones. */
async function stats(): Promise<DashboardStats> {
  shop.advance(1);
  const { status, body } = await owner.get('/auth/admin/stats');
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as DashboardStats;
}

/** So much later that the owner has to sign in again. */
async function daysLater(minutes: number) {
  shop.advance(minutes);
  owner = await asOwner(shop);
}

async function buy(pricePaise: number, quantity = 1) {
  const product = await createProduct(shop.db, { pricePaise, stock: 50 });
  const order = await place(shop, [{ id: product.id, quantity }], { email: freshEmail() });
  const paid = await shop.fake.pay(order.providerOrderId);
  await verify(shop, paid);
  return { product, order };
}

describe('GET /auth/admin/stats', () => {
  it('is all zeros in a new shop', async () => {
    const empty = await stats();
    expect(empty).toMatchObject({
      totalProducts: 0,
      totalOrders: 0,
      totalUsers: 0,
      guestUsersCount: 0,
      totalRevenue: 0,
      formerShop: { orders: 0, amount: 0, recent: 0 },
      ordersByStatus: {},
      productStatusStats: {},
      bestSellers: [],
      lowStock: { items: [], total: 0, reserved: { orders: 0, units: 0 } },
      recentProducts: [],
      attention: 0,
      toPack: 0,
      toShip: 0,
      lastBackupAt: null,
      lastBackup: null,
    });
    expect(empty.sales.today).toEqual({ amount: 0, before: 0 });
    expect(empty.days).toHaveLength(30);
  });

  it('agrees with the provider’s ledger after a random run (T-ADM-06)', async () => {
    const random = createRandom(20_261_121);
    const deleted: PlacedOrder[] = [];
    let offlinePaise = 0;
    for (let i = 0; i < 14; i++) {
      const product = await createProduct(shop.db, { pricePaise: 10_000 + random(90_000) });
      const order = await place(shop, [{ id: product.id, quantity: 1 + random(3) }], { email: freshEmail() });
      const outcome = i % 7;
      if (outcome === 0) {
        await owner.put(`/order/admin/${order.id}/status`, { status: 'paid', note: 'By hand' });
        offlinePaise += order.amountPaise;
        continue;
      }
      await verify(shop, await shop.fake.pay(order.providerOrderId, outcome === 1 ? 'failed' : 'captured'));
      if (outcome === 1) continue;
      if (outcome === 2) await shop.fake.secondPayment(order.providerOrderId);
      if (outcome === 2) await owner.post(`/order/admin/${order.id}/check`);
      if (outcome === 3)
        await owner.post(`/order/admin/${order.id}/refund`, { amount: 20.5, reason: 'Chipped' });
      if (outcome === 4) await owner.post(`/order/admin/${order.id}/refund`, { reason: 'Broken' });
      if (outcome === 5) await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
      if (outcome === 6) deleted.push(order);
      await shop.runJobs();
    }
    // They have an invoice, so they stay in the figures.
    for (const { id } of deleted) await owner.delete(`/order/admin/${id}`);
    const { payments, refunds } = await shop.fake.ledger();
    const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
    const captured = payments.filter(({ status }) => status === 'captured' || status === 'refunded');
    const given = refunds.filter(({ status }) => status === 'processed');
    expect(given.length).toBeGreaterThan(5);
    expect(deleted).toHaveLength(2);
    expect(offlinePaise).toBeGreaterThan(0);

    const figures = await stats();
    const toPack = await owner.get('/order/admin?view=to_pack&limit=100');
    expect(toPack.body).toHaveLength(figures.toPack);
    expect(figures.toPack).toBeGreaterThan(5);
    expect(figures.totalRevenue).toBe((sum(captured) - sum(given) + offlinePaise) / 100);
    const byStatus = Object.values(figures.ordersByStatus);
    expect(byStatus.reduce((all, { count }) => all + count, 0)).toBe(14);
    expect(figures.totalOrders).toBe(14);
    expect(byStatus.reduce((all, { revenue }) => all + revenue, 0)).toBeCloseTo(figures.totalRevenue, 2);
    const list = await owner.get('/order/admin/stats');
    expect(list.body.totalRevenue).toBe(figures.totalRevenue);
    await expectCleanAudit(shop);
  });

  it('starts each day at midnight in India (T-ADM-06)', async () => {
    const now = new Date(shop.clock.now().getTime() + 330 * 60_000);
    const untilMidnight = 24 * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes());
    // Days later, so that what was sold before stands apart.
    await daysLater(untilMidnight + 3 * 24 * 60 - 5);
    const late = await buy(50_000);
    const evening = await stats();
    expect(evening.sales.today.amount).toBe(500);
    expect(evening.days.at(-1)).toMatchObject({ amount: 500, before: 0 });
    const { day } = evening.days.at(-1) ?? {};

    shop.advance(6);
    const morning = await stats();
    expect(morning.sales.today.amount).toBe(0);
    expect(morning.days.at(-1)).toMatchObject({ amount: 0 });
    expect(morning.days.at(-2)).toMatchObject({ day, amount: 500 });

    // A refund counts on the day it is made, not on that of the sale.
    await owner.post(`/order/admin/${late.order.id}/refund`, { amount: 120, reason: 'Chipped' });
    await shop.runJobs();
    const after = await stats();
    expect(after.sales.today.amount).toBe(-120);
    expect(after.days.at(-2)?.amount).toBe(500);

    await daysLater(30 * 24 * 60);
    const later = await stats();
    expect(later.days.at(-1)).toMatchObject({ amount: 0, before: -120 });
    expect(later.days.at(-2)).toMatchObject({ amount: 0, before: 500 });
  });

  it('ranks the sales of 30 days by units and by revenue, without cancellations and refunds', async () => {
    const many = await buy(1_000, 40);
    const dear = await buy(9_000_000);
    const gone = await buy(8_000_000, 2);
    await owner.put(`/order/admin/${gone.order.id}/status`, { status: 'cancelled' });
    // Returned goods were not sold, whether some of an order or all of it.
    const back = await owner.get(`/order/admin/${many.order.id}/refund`);
    const [line] = back.body.lines as { line_id: string }[];
    const lines = [{ line_id: line?.line_id, quantity: 4 }];
    await owner.post(`/order/admin/${many.order.id}/refund`, { lines, reason: 'Came back' });
    const returned = await buy(8_500_000, 2);
    await owner.post(`/order/admin/${returned.order.id}/refund`, { reason: 'Came back' });
    const { bestSellers } = await stats();
    expect(bestSellers[0]).toMatchObject({ _id: many.product.id, quantity: 36, revenue: 360 });
    expect(bestSellers.map(({ _id }) => _id)).not.toContain(returned.product.id);
    expect(bestSellers.find(({ _id }) => _id === dear.product.id)).toMatchObject({ revenue: 90_000 });
    expect(bestSellers.map(({ _id }) => _id)).not.toContain(gone.product.id);
  });

  it('ranks only units of paid orders that their buyers have kept', async () => {
    const product = await createProduct(shop.db, { pricePaise: 20_000_000, stock: 50 });
    const unpaid = await place(shop, [{ id: product.id, quantity: 2 }], { email: freshEmail() });
    await owner.put(`/order/admin/${unpaid.id}/status`, { status: 'shipped' });
    const ofProduct = async () => (await stats()).bestSellers.find(({ _id }) => _id === product.id)?.quantity;
    expect(await ofProduct()).toBeUndefined();
    await owner.put(`/order/admin/${unpaid.id}/status`, { status: 'paid' });
    expect(await ofProduct()).toBe(2);
    // A parcel that came back was not kept, also before its refund, and is not subtracted twice after it.
    const { body } = await owner.get(`/order/admin/${unpaid.id}`);
    const [shipment] = body.shipments as { _id: string }[];
    const parcel = `/order/admin/${unpaid.id}/shipments/${shipment?._id}`;
    await owner.put(parcel, { state: 'returned' });
    expect(await ofProduct()).toBeUndefined();
    await owner.put(parcel, { state: 'delivered' });
    const [line] = body.cart_items as { _id: string }[];
    const lines = [{ line_id: line?._id, quantity: 1 }];
    await owner.post(`/order/admin/${unpaid.id}/refund`, { lines, reason: 'Came back' });
    expect(await ofProduct()).toBe(1);
  });

  it('lists variants with low stock and the newest products', async () => {
    const before = await stats();
    await createProduct(shop.db, { stock: 11 });
    await createProduct(shop.db, { stock: 1, status: 'draft' });
    const low = await createProduct(shop.db, { stock: 0, sizes: ['S', 'M'], pricePaise: 77_700 });
    await place(shop, [{ id: (await createProduct(shop.db, { stock: 90 })).id, quantity: 3 }]);
    const { lowStock, recentProducts, totalProducts, productStatusStats } = await stats();
    const { orders, units } = before.lowStock.reserved;
    expect(lowStock.reserved).toEqual({ orders: orders + 1, units: units + 3 });
    expect(lowStock.total).toBe(before.lowStock.total + 2);
    expect(lowStock.items.slice(0, 2)).toMatchObject([
      { _id: low.id, variant: 'S', countInStock: 0 },
      { _id: low.id, variant: 'M', countInStock: 0 },
    ]);
    expect(recentProducts).toHaveLength(5);
    expect(recentProducts[1]).toMatchObject({ _id: low.id, price: 777, countInStock: 0 });
    expect(totalProducts).toBe(before.totalProducts + 4);
    expect(productStatusStats.draft).toBe(1);
  });

  it('counts all shoppers, and guests separately, each guest once', async () => {
    const before = await stats();
    await signUp(shop);
    const email = freshEmail();
    await buyAsGuest(shop, email);
    await buyAsGuest(shop, email);
    const { totalUsers, guestUsersCount } = await stats();
    expect(totalUsers).toBe(before.totalUsers + 2);
    expect(guestUsersCount).toBe(before.guestUsersCount + 1);
  });

  it('excludes test orders from a live shop’s revenue', async () => {
    await buy(30_000);
    shop.deps.payments.test = false;
    const { totalRevenue, sales, bestSellers } = await stats();
    shop.deps.payments.test = true;
    expect([totalRevenue, sales.year.amount, bestSellers]).toEqual([0, 0, []]);
  });

  it('computes the figures for many concurrent requests together (T-DOS-03)', async () => {
    let questions = 0;
    shop.deps.db = shop.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'RawNode') questions++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await stats();
    const once = questions;
    expect(once).toBeGreaterThan(5);
    shop.advance(1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => owner.get('/auth/admin/stats')));
    shop.deps.db = shop.db;
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // They are kept for a multiple of the time that they take, which may end before the last request is authenticated.
    expect(questions).toBeLessThan(25 * once);
  });
});
