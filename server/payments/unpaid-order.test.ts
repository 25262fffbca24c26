import { describe, expect, it } from 'vitest';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { ordersOf, type Person, signUp } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });

const order = async (more: object = {}) => place(shop, [{ id: (await createProduct(shop.db)).id }], more);
const stateOf = async ({ id, key }: PlacedOrder) =>
  (await shop.get(`/razorpay/orders/${id}/status?key=${key}`)).body;
const reopen = ({ id, key }: Pick<PlacedOrder, 'id' | 'key'>, headers = {}) =>
  shop.post(`/razorpay/orders/${id}/payment?key=${key}`, undefined, { headers });

describe('the state of an unpaid order', () => {
  it('reports that the bank may still confirm, until it has', async () => {
    const placed = await order();
    expect(await stateOf(placed)).toMatchObject({ status: 'pending', paid: false, underway: false });
    const paying = await shop.fake.pay(placed.providerOrderId, 'pending');
    expect(await stateOf(placed)).toMatchObject({ status: 'pending', paid: false, underway: true });
    await shop.fake.lateAuthorize(paying.razorpay_payment_id);
    expect(await stateOf(placed)).toMatchObject({ status: 'paid', paid: true, underway: false });
  });

  it('reports it for an expired order too, but not for a declined payment', async () => {
    const lapsed = await order();
    await shop.fake.pay(lapsed.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    expect(await stateOf(lapsed)).toMatchObject({ status: 'failed', paid: false, underway: true });
    const declined = await order();
    await shop.fake.pay(declined.providerOrderId, 'failed');
    expect(await stateOf(declined)).toMatchObject({ status: 'pending', paid: false, underway: false });
  });

  it('reports no failure while the provider can’t be reached', async () => {
    const placed = await order();
    await shop.fake.faults({ match: 'GET /v1/orders/:id/payments', times: 5, kind: '500' });
    expect(await stateOf(placed)).toMatchObject({ paid: false, underway: true });
    await shop.fake.clearFaults();
    shop.freshProvider();
  });
});

describe('finishing the payment of an order', () => {
  it('opens the same provider order, whose payment settles it', async () => {
    const placed = await order();
    const { status, body } = await reopen(placed);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      order_id: placed.id,
      razorpay_order: { id: placed.providerOrderId, amount: placed.amountPaise, currency: 'INR' },
      paid: false,
    });
    await verify(shop, await shop.fake.pay(placed.providerOrderId));
    expect(await read(shop, placed)).toMatchObject({ status: 'paid', reservedUntil: null });
    expect(await reopen(placed)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
  });

  it('never extends the reservation of the items, and ends with it', async () => {
    const product = await createProduct(shop.db);
    const placed = await place(shop, [{ id: product.id }]);
    const { reservedUntil } = await read(shop, placed);
    const minutes = (Date.parse(String(reservedUntil)) - shop.clock.now().getTime()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    shop.advance(14);
    expect((await reopen(placed)).status).toBe(200);
    expect((await read(shop, placed)).reservedUntil).toBe(reservedUntil);
    shop.advance(2);
    expect(await reopen(placed)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
    await shop.minute();
    expect(await read(shop, placed)).toMatchObject({
      status: 'failed',
      reservedUntil: null,
      timeline: [{ status: 'pending' }, { status: 'failed', note: 'Not paid within 15 minutes' }],
    });
    expect(await stockOf(shop.db, product.id)).toBe(5);
  });

  it('is for the buyer only', async () => {
    const buyer: Person = await signUp(shop);
    const product = await createProduct(shop.db);
    const made = await shop.post('/razorpay/create-order', orderFor([{ id: product.id }]), buyer);
    const id = String(made.body.order_id);
    expect(await ordersOf(shop, buyer)).toContain(id);
    expect((await reopen({ id, key: '' }, buyer.headers)).status).toBe(200);
    expect((await reopen({ id, key: 'guessed' })).status).toBe(404);
    expect((await reopen({ id, key: '' }, (await signUp(shop)).headers)).status).toBe(404);
  });

  it('is rejected if the order belongs to another provider', async () => {
    const placed = await order();
    await shop.db.updateTable('orders').set({ provider: 'razorpay' }).where('id', '=', placed.id).execute();
    expect(await reopen(placed)).toMatchObject({ status: 409, body: { code: 'not_payable' } });
  });
});
