import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefundApproval } from '../../shared/contract/orders/refunds.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

let owner: Owner;
let manager: Owner;
let accounts: Owner;
let support: Owner;
const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await asOwner(shop);
  manager = await asOwner(shop, 'manager');
  accounts = await asOwner(shop, 'accounts');
  support = await asOwner(shop, 'support');
});
beforeEach(() => setThreshold(1000));

const setThreshold = async (refundApprovalRupees: number | null) => {
  const { status, body } = await owner.put('/site-info/admin', { refundApprovalRupees });
  expect(status, JSON.stringify(body)).toBe(200);
};

async function bought(pricePaise = 500_000, count = 1): Promise<PlacedOrder> {
  const product = await createProduct(shop.db, { pricePaise });
  const order = await place(shop, [{ id: product.id, quantity: count }]);
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  return order;
}

const refund = (order: PlacedOrder, body: object, as = manager, key?: string) =>
  shop.call('POST', `/order/admin/${order.id}/refund`, {
    payload: { reason: 'Broken', ...body },
    headers: { ...as.headers, ...(key && { 'idempotency-key': key }) },
  });
const waiting = async (order: PlacedOrder, as = owner) =>
  (await as.get(`/refund-approvals?order=${order.id}`)).body as unknown as RefundApproval[];
const approve = (approval: RefundApproval | undefined, as = owner) =>
  as.post(`/refund-approvals/${approval?._id}/approve`);
const refundsOf = (order: PlacedOrder) =>
  shop.db.selectFrom('refunds').selectAll().where('orderId', '=', order.id).execute();
const atProvider = async () => (await shop.fake.ledger()).refunds.length;

describe('a refund above the amount of the settings', () => {
  it('waits for a second admin; the provider is asked only after she approves (T-ADM-15)', async () => {
    const order = await bought();
    const before = await atProvider();
    const key = 'one-click';
    const answer = await refund(order, { amount: 1000.01 }, manager, key);
    expect([answer.status, answer.body.waitingRefundAmount]).toEqual([202, 1000.01]);
    expect((await refund(order, { amount: 1000.01 }, manager, key)).status).toBe(202);
    expect((await refund(order, { amount: 1000.02 }, manager, key)).status).toBe(409);
    await shop.runJobs();
    await shop.minute();
    expect([await refundsOf(order), await atProvider()]).toEqual([[], before]);

    const [approval, ...others] = await waiting(order, manager);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ amount: 1000.01, reason: 'Broken', isOwn: true, state: 'waiting' });
    expect((await approve(approval, manager)).status).toBe(403);
    expect((await approve(approval, support)).status).toBe(403);
    const all = await Promise.all([approve(approval), approve(approval), approve(approval, accounts)]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await shop.runJobs();
    expect(await refundsOf(order)).toMatchObject([
      { amountPaise: 100_001, status: 'processed', byUser: manager.userId },
    ]);
    expect((await refundsOf(order))[0]?.approvedBy).not.toBe(manager.userId);
    expect(await atProvider()).toBe(before + 1);
    expect(await waiting(order)).toEqual([]);
    expect((await refund(order, { amount: 1000.01 }, manager, key)).status).toBe(201);
    expect(await refundsOf(order)).toHaveLength(1);
    const log = await shop.db
      .selectFrom('adminLog')
      .select('action')
      .where('subject', '=', order.id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['refund.ask', 'refund.approve']);
  });

  it('is refused when a rejected request is repeated with its key (T-ADM-27)', async () => {
    const order = await bought();
    expect((await refund(order, {}, manager, 'rejected')).status).toBe(202);
    const [approval] = await waiting(order);
    expect((await owner.post(`/refund-approvals/${approval?._id}/reject`)).status).toBe(200);
    const repeated = await refund(order, {}, manager, 'rejected');
    expect([repeated.status, repeated.body.code]).toEqual([409, 'already_resolved']);
    expect((await refund(order, {}, manager, 'another')).status).toBe(202);
    expect(await refundsOf(order)).toEqual([]);
  });

  it('can’t be approved by its requester in the database either', async () => {
    const order = await bought();
    await refund(order, {});
    const own = shop.db
      .updateTable('refundApprovals')
      .set({ state: 'approved', decidedBy: manager.userId, decidedAt: new Date() })
      .where('orderId', '=', order.id)
      .execute();
    await expect(own).rejects.toMatchObject({ constraint: 'refund_approvals_four_eyes' });
  });

  it('needs approval in parts as well, and when an order is cancelled (T-ADM-15)', async () => {
    const parts = await bought();
    expect((await refund(parts, { amount: 600 })).status).toBe(201);
    expect((await refund(parts, { amount: 400 })).status).toBe(201);
    expect((await refund(parts, { amount: 1 })).status).toBe(202);
    const cancelled = await bought();
    const { body } = await manager.put(`/order/admin/${cancelled.id}/status`, { status: 'cancelled' });
    expect(body).toMatchObject({ status: 'cancelled', waitingRefundAmount: 5000 });
    expect(await refundsOf(cancelled)).toEqual([]);
    const [approval] = await waiting(cancelled);
    expect((await approve(approval)).body).toMatchObject({ state: 'approved' });
    await shop.runJobs();
    expect((await owner.get(`/order/admin/${cancelled.id}`)).body).toMatchObject({ refundedAmount: 5000 });
  });

  it('returns units to stock when it is approved, once', async () => {
    const order = await bought(200_000, 2);
    const { body } = await owner.get(`/order/admin/${order.id}`);
    const [line] = body.cart_items as { _id: string; product_id: { _id: string } }[];
    const stock = async () =>
      (await owner.get(`/products/${line?.product_id._id}`)).body.countInStock as number;
    const before = await stock();
    const units = { lines: [{ line_id: line?._id, quantity: 1 }], restock: true };
    expect((await refund(order, units)).status).toBe(202);
    expect(await stock()).toBe(before);
    expect((await approve((await waiting(order))[0])).status).toBe(200);
    expect(await stock()).toBe(before + 1);
    expect((await owner.get(`/order/admin/${order.id}`)).body).toMatchObject({
      cart_items: [{ refundedQuantity: 1 }],
    });
  });

  it('is not made if the order was refunded meanwhile, and can be rejected or withdrawn', async () => {
    const order = await bought();
    await refund(order, { amount: 4500 });
    await setThreshold(null);
    expect((await refund(order, { amount: 4000 }, owner)).status).toBe(201);
    const [approval] = await waiting(order);
    expect((await approve(approval)).body).toMatchObject({ code: 'refund_too_large' });
    const reject = (as: Owner) => as.post(`/refund-approvals/${approval?._id}/reject`);
    expect((await reject(support)).status).toBe(403);
    expect((await reject(manager)).body).toMatchObject({ state: 'rejected' });
    expect((await reject(owner)).status).toBe(409);
    expect((await approve(approval)).status).toBe(409);
    expect((await owner.post('/refund-approvals/none/approve')).status).toBe(404);
    expect(await refundsOf(order)).toHaveLength(1);
  });
});

describe('the refund limits of a role', () => {
  beforeEach(() => setThreshold(null));

  it('bound one refund and all refunds of a day, also at once (T-ADM-15)', async () => {
    const order = await bought(1_000_000);
    expect((await refund(order, { amount: 2000.01 }, support)).status).toBe(403);
    expect((await refund(order, {}, support)).status).toBe(403);
    const orders = [order, await bought(), await bought()];
    const all = await Promise.all(
      orders.flatMap((order) => [1, 2].map(() => refund(order, { amount: 2000 }, support))),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 403]);
    const { body } = await refund(order, { amount: 1 }, support);
    expect(body).toMatchObject({ code: 'forbidden', message: 'Your role can refund ₹0 more today.' });
    shop.advance(24 * 60);
    const tomorrow = await asOwnerAgain();
    expect((await refund(order, { amount: 1 }, tomorrow)).status).toBe(201);
  });

  /** The same admin of support after her session has ended. */
  async function asOwnerAgain(): Promise<Owner> {
    owner = await asOwner(shop);
    manager = await asOwner(shop, 'manager');
    const next = await asOwner(shop, 'support');
    await shop.db
      .updateTable('sessions')
      .set({ userId: support.userId })
      .where('userId', '=', next.userId)
      .execute();
    return next;
  }

  it('are changed by an owner, and bind an approver too', async () => {
    const limits = { refundLimit: 10, dailyRefundLimit: 30 };
    const { status, body } = await owner.post('/auth/admin/roles', {
      name: 'Till',
      permissions: ['refunds.approve', 'refunds.request'],
      ...limits,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const till = await asOwner(shop, String(body._id));
    const order = await bought();
    expect((await refund(order, { amount: 10 }, till)).status).toBe(201);
    expect((await refund(order, { amount: 10.01 }, till)).status).toBe(403);
    await setThreshold(5);
    await refund(order, { amount: 20 });
    const [approval] = await waiting(order);
    expect((await approve(approval, till)).status).toBe(403);
    const change = await owner.put(`/auth/admin/roles/${body._id}`, { ...body, refundLimit: 20 });
    expect(change.body).toMatchObject({ refundLimit: 20 });
    expect((await approve(approval, till)).status).toBe(200);
  });

  it('can’t be passed by cancelling a paid order, or without the permission to refund', async () => {
    const order = await bought();
    const role = { name: 'Editor', permissions: ['orders.edit'], refundLimit: null, dailyRefundLimit: null };
    const editor = await asOwner(shop, String((await owner.post('/auth/admin/roles', role)).body._id));
    const cancel = (as: Owner) => as.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
    expect((await cancel(editor)).status).toBe(403);
    expect((await owner.get(`/order/admin/${order.id}`)).body).toMatchObject({ status: 'paid' });
    expect((await cancel(manager)).status).toBe(200);
  });

  it('of the settings of money are for those with the permission only', async () => {
    const change = { tagline: 'Hand block prints', refundApprovalRupees: 9_000_000 };
    expect((await manager.put('/site-info/admin', change)).status).toBe(403);
    expect((await manager.put('/site-info/admin', { tagline: 'Hand block prints' })).status).toBe(200);
  });
});
