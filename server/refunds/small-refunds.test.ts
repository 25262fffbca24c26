import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { CreatedGiftCard, GiftCardDetails } from '../../shared/contract/catalogue/gift-cards.ts';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
afterAll(async () => {
  await expectCleanAudit(shop);
  // The provider was never asked for less than it pays out, so nothing has failed.
  expect((await shop.fake.ledger()).refunds.filter(({ amount }) => amount < 100)).toEqual([]);
  const alerts = await shop.db.selectFrom('attentionItems').select('kind').execute();
  expect(alerts.filter(({ kind }) => kind === 'refund-failed')).toEqual([]);
});

/** A paid order of one unit of a product for each price, which is paid by this gift card as far as it goes. */
async function bought(prices: number[], giftCardCode?: string) {
  const products = [];
  for (const pricePaise of prices) products.push(await createProduct(shop.db, { pricePaise }));
  const order = await place(shop, products, { email: freshEmail(), gift_card_code: giftCardCode });
  const paid = await shop.fake.pay(order.providerOrderId);
  expect((await verify(shop, paid)).status).toBe(200);
  return { id: order.id, products, paymentId: paid.razorpay_payment_id };
}

async function giftCard(amount: number) {
  const { body } = await owner.post('/gift-cards', { amount, reason: 'Sold at the stall', isFree: false });
  const { card, code } = body as CreatedGiftCard;
  const balance = async () => ((await owner.get(`/gift-cards/${card._id}`)).body as GiftCardDetails).balance;
  return { code: code ?? '', balance };
}

async function refund(id: string, amount?: number, more: object = {}) {
  const answer = await owner.post(`/order/admin/${id}/refund`, { amount, reason: 'Scratch', ...more });
  await shop.runJobs();
  return answer;
}
const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const atProvider = async (paymentId: string) =>
  (await shop.fake.ledger()).refunds
    .filter(({ payment_id }) => payment_id === paymentId)
    .map(({ amount }) => amount);
const refundsOf = async (id: string) =>
  (await read(id)).refunds.map(({ amount, status }) => `${amount} ${status}`);

it('a refund of less than ₹1 is refused before anything is written, and does not use up its key', async () => {
  const { id } = await bought([10_050, 50]);
  const small = await refund(id, 0.5);
  expect([small.status, small.body.errors]).toEqual([
    400,
    { amount: 'The payment provider refunds at least ₹1. Refund more, or pay it out in another way.' },
  ]);
  const [, line] = (await read(id)).cart_items;
  const lines = [{ line_id: line?._id, quantity: 1 }];
  expect((await refund(id, undefined, { lines })).body.errors).toHaveProperty('amount');
  expect(await refundsOf(id)).toEqual([]);
  expect((await refund(id, 0.5, { lines })).status).toBe(201);
  expect(await refundsOf(id)).toEqual(['1 processed']);
});

it.each([
  { how: 'refunded', rest: (id: string) => refund(id) },
  { how: 'cancelled', rest: (id: string) => owner.put(`/order/admin/${id}/status`, { status: 'cancelled' }) },
])(
  'a rest of less than ₹1 that is $how is paid out by the shop, and the books are even',
  async ({ rest }) => {
    const { id, paymentId } = await bought([10_050]);
    expect((await refund(id, 100)).status).toBe(201);
    await rest(id);
    await shop.runJobs();
    expect(await atProvider(paymentId)).toEqual([10_000]);
    expect(await refundsOf(id)).toEqual(['100 processed', '0.5 processed']);
    const order = await read(id);
    expect(order).toMatchObject({ refundState: 'refunded', refundedAmount: 100.5, keptAmount: 0 });
    expect(order.timeline.map(({ note }) => note)).toContainEqual(
      expect.stringContaining('Refund of ₹0.50 paid out manually'),
    );
  },
);

it('of an order that a gift card has paid a part of, less than ₹1 returns to the card', async () => {
  const card = await giftCard(300);
  const { id, paymentId } = await bought([50_030], card.code);
  expect((await refund(id, 0.5)).status).toBe(201);
  expect([await atProvider(paymentId), await card.balance()]).toEqual([[], 0.5]);
  // ₹0.30 is left at the provider, so the next refund is one of the card alone.
  expect((await refund(id, 200)).status).toBe(201);
  expect((await refund(id, 10)).status).toBe(201);
  expect([await atProvider(paymentId), await card.balance()]).toEqual([[20_000], 10.5]);
  await owner.put(`/order/admin/${id}/status`, { status: 'cancelled' });
  await shop.runJobs();
  expect(await read(id)).toMatchObject({ refundState: 'refunded', refundedAmount: 500.3 });
  expect([await atProvider(paymentId), await card.balance()]).toEqual([[20_000], 300]);
});

it('a refund of two payments takes at least ₹1 of each that it takes', async () => {
  const { id: product } = await createProduct(shop.db, { pricePaise: 20_000 });
  const order = await place(shop, [{ id: product }], { email: freshEmail() });
  await verify(shop, await shop.fake.pay(order.providerOrderId, 'captured', { charged: 10_000 }));
  await owner.put(`/order/admin/${order.id}/status`, { status: 'paid' });
  expect((await refund(order.id, 100.4)).status).toBe(201);
  expect((await refund(order.id, 99.6)).status).toBe(201);
  expect(await read(order.id)).toMatchObject({ refundState: 'refunded', keptAmount: 0 });
});

it('a change that makes an order less than ₹1 cheaper is paid out by the shop', async () => {
  const { id, products, paymentId } = await bought([10_050, 20_000]);
  const change = {
    cart_items: products.map(({ id: product_id, variantIds: [variant_id] }) => ({
      product_id,
      variant_id,
      quantity: 1,
    })),
    discount: { type: 'amount', amount: 0.5 },
  };
  const { updatedAt } = await read(id);
  const { body } = await owner.post(`/order/admin/${id}/lines/quote`, change);
  const amount = toPaise((body as unknown as LinesQuote).amount ?? 0);
  const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
  const payload = { updatedAt, amount, ...change };
  expect((await shop.call('PUT', `/order/admin/${id}/lines`, { payload, headers })).status).toBe(200);
  await shop.runJobs();
  expect(await refundsOf(id)).toEqual(['0.5 processed']);
  expect(await read(id)).toMatchObject({ amount: 300, keptAmount: 300, paymentState: 'paid' });
  expect(await atProvider(paymentId)).toEqual([]);
});
