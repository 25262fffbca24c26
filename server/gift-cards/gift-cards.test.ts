// Slow: `npm run check` leaves this file out.
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  CreatedGiftCard,
  GiftCard,
  GiftCardDetails,
} from '../../shared/contract/catalogue/gift-cards.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { countRecords, type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { redactLinks } from '../mail/links.ts';

let owner: Owner;
let product: { id: string };
const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await asOwner(shop);
  product = await createProduct(shop.db, { pricePaise: 50_000, stock: 1000 });
});

type NewCard = { amount?: number; expiresOn?: string; recipient?: object };
async function create(more: NewCard = {}) {
  const { status, body } = await owner.post('/gift-cards', {
    amount: 300,
    reason: 'Sold at the stall',
    isFree: false,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { card, code } = body as CreatedGiftCard;
  return { id: card._id, code: code ?? '', card };
}
const get = async (id: string) => (await owner.get(`/gift-cards/${id}`)).body as GiftCardDetails;
const balance = async (id: string) => (await get(id)).balance;
const quote = (code: string, more: object = {}) =>
  shop.post('/razorpay/quote', { ...orderFor([product]), gift_card_code: code, ...more });
const order = (code: string, more: object = {}) =>
  shop.post(
    '/razorpay/create-order',
    orderFor([product], { email: freshEmail(), gift_card_code: code, ...more }),
  );
const placeWith = (code: string, quantity = 1) =>
  place(shop, [{ id: product.id, quantity }], { email: freshEmail(), gift_card_code: code });
const asAdmin = async ({ id }: { id: string }) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const setStatus = (id: string, status: string) => owner.put(`/order/admin/${id}/status`, { status });
const pay = async ({ providerOrderId }: PlacedOrder) => verify(shop, await shop.fake.pay(providerOrderId));
const expire = async () => {
  shop.advance(20);
  await shop.db
    .updateTable('orders')
    .set({ expiresAt: new Date(0) })
    .where('status', '=', 'pending')
    .execute();
  await shop.minute();
};

describe('a gift card at checkout', () => {
  it('pays a part beside Razorpay, then what is left of another order, and stays a payment in all records', async () => {
    const { id, code } = await create();
    expect((await quote(code.toLowerCase())).body).toMatchObject({
      amount: 500,
      due: 200,
      gift_card: { ending: code.slice(-4), balance: 300, amount: 300 },
    });
    const placed = await place(shop, [product], {
      email: freshEmail(),
      gift_card_code: code,
      amount: 50_000,
      due: 20_000,
    });
    expect(placed.amountPaise).toBe(20_000);
    expect(await balance(id)).toBe(0);
    const proof = await shop.fake.pay(placed.providerOrderId);
    expect((await verify(shop, proof)).status).toBe(200);
    expect((await verify(shop, proof)).status).toBe(200);
    const paid = await asAdmin(placed);
    expect(paid).toMatchObject({
      status: 'paid',
      paymentState: 'paid',
      amount: 500,
      paidAmount: 500,
      discount: 0,
      giftCard: { ending: code.slice(-4), amount: 300 },
    });
    expect(paid.payments).toMatchObject([
      { amount: 200, isPrimary: true },
      { amount: 300, isPrimary: false, method: 'gift_card', provider_payment_id: null },
    ]);
    expect(await countRecords(shop, placed.id)).toEqual({
      payments: 2,
      invoices: 1,
      movements: 2,
      refunds: 0,
      confirmations: 1,
    });
    const { content } = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', placed.id)
      .executeTakeFirstOrThrow();
    expect(content.totals.totalPaise).toBe(50_000);
    expect((await order(code)).body).toMatchObject({
      code: 'unknown_gift_card',
      errors: { gift_card_code: 'Nothing is left on this gift card.' },
    });
  });

  it('pays an order in full without the payment provider, once for repeated requests', async () => {
    const { id, code } = await create({ amount: 800 });
    const request = orderFor([product], {
      email: freshEmail(),
      gift_card_code: code,
      amount: 50_000,
      due: 0,
    });
    const headers = { 'idempotency-key': 'gift-card-only' };
    const send = () => shop.call('POST', '/razorpay/create-order', { payload: request, headers });
    const replies = await Promise.all([send(), send(), send()]);
    replies.push(await send());
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const [first] = replies;
    expect(first?.body).toMatchObject({ paid: true, razorpay_order: null });
    expect(new Set(replies.map(({ body }) => body.order_id)).size).toBe(1);
    const placed = { id: String(first?.body.order_id), key: String(first?.body.order_key) };
    expect(await asAdmin(placed)).toMatchObject({ status: 'paid', paidAmount: 500, paymentState: 'paid' });
    expect(await countRecords(shop, placed.id)).toMatchObject({ payments: 1, invoices: 1, confirmations: 1 });
    expect(await balance(id)).toBe(300);
    expect((await get(id)).entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['issued', 800],
      ['used', -500],
    ]);
  });

  it('never leaves less to pay than the provider takes, and is compared with what the shopper saw', async () => {
    const { code } = await create({ amount: 499.5 });
    expect((await quote(code)).body).toMatchObject({ due: 1, gift_card: { amount: 499 } });
    await pay(await placeWith(code));
    const { id: cheap } = await createProduct(shop.db, { pricePaise: 100 });
    const least = await place(shop, [{ id: cheap }], { email: freshEmail(), gift_card_code: code });
    expect([least.amountPaise, (await asAdmin(least)).giftCard]).toEqual([100, null]);
    const changed = await order(code, { amount: 50_000, due: 0 });
    expect([changed.status, changed.body.code]).toEqual([409, 'amount_changed']);
    const cod = await shop.post('/order/cash-on-delivery', orderFor([product], { gift_card_code: code }));
    expect([cod.status, cod.body.code]).toEqual([400, 'validation_failed']);
  });

  it('is used no further than its balance by 50 orders at once (T-GFT-01)', async () => {
    const { id, code } = await create({ amount: 1200 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => order(code, { amount: 50_000, due: 0 })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(2);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await balance(id)).toBe(200);
    await expect(
      shop.db.updateTable('giftCards').set({ balancePaise: -1 }).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      shop.db.deleteFrom('giftCardEntries').where('giftCardId', '=', id).execute(),
    ).rejects.toThrow();
  });

  it('gets its amount back once when an order expires, is replaced or cancelled unpaid (T-GFT-02)', async () => {
    const { id, code } = await create();
    const first = await placeWith(code);
    const replaces = { order_id: first.id, order_key: first.key };
    expect((await quote(code)).status).toBe(400);
    expect((await quote(code, { replaces })).body).toMatchObject({ due: 200 });
    const second = await place(shop, [product], { email: freshEmail(), gift_card_code: code, replaces });
    expect([await balance(id), (await read(shop, first)).status]).toEqual([0, 'cancelled']);
    await expire();
    expect([await balance(id), (await read(shop, second)).status]).toEqual([300, 'failed']);
    const third = await placeWith(code);
    await setStatus(third.id, 'cancelled');
    await setStatus(third.id, 'failed');
    expect(await balance(id)).toBe(300);
  });

  it('pays again for an order that is paid late, or else the payment is refunded (T-GFT-03)', async () => {
    const { id, code } = await create();
    const late = await placeWith(code);
    await expire();
    expect((await pay(late)).status).toBe(200);
    expect([await balance(id), (await asAdmin(late)).paidAmount]).toEqual([0, 500]);

    const another = await create();
    const tooLate = await placeWith(another.code);
    await expire();
    await placeWith(another.code);
    expect((await setStatus(tooLate.id, 'paid')).status).toBe(409);
    await pay(tooLate);
    await shop.runJobs();
    expect(await asAdmin(tooLate)).toMatchObject({ status: 'failed', paidAmount: 200, refundedAmount: 200 });
    expect(await balance(another.id)).toBe(0);
  });

  it('gets a refund after the payment of the provider, also if it has expired meanwhile', async () => {
    const { id, code } = await create();
    const placed = await placeWith(code);
    expect((await pay(placed)).status).toBe(200);
    await owner.put(`/gift-cards/${id}`, { disabled: false, expiresOn: '2020-01-01' });
    expect((await quote(code)).body.message).toBe('This gift card was valid until 1 Jan 2020.');
    const refund = (amount?: number) =>
      owner.post(`/order/admin/${placed.id}/refund`, { amount, reason: 'Broken' });
    expect((await refund(150)).status).toBe(201);
    await shop.runJobs();
    expect([await balance(id), (await asAdmin(placed)).refundedAmount]).toEqual([0, 150]);
    expect((await refund()).status).toBe(201);
    await shop.runJobs();
    expect(await asAdmin(placed)).toMatchObject({ refundState: 'refunded', refundedAmount: 500 });
    expect(await balance(id)).toBe(300);
    expect((await quote(code)).body).toMatchObject({ due: 200 });
  });

  it('gets a refund also while it is disabled, which the shop is told (T-GFT-05)', async () => {
    const { id, code } = await create({ amount: 500 });
    const placed = await order(code, { amount: 50_000, due: 0 });
    await owner.put(`/gift-cards/${id}`, { disabled: true, expiresOn: null });
    await setStatus(String(placed.body.order_id), 'cancelled');
    expect(await balance(id)).toBe(500);
    const alert = { kind: 'refund-to-disabled-card', order_id: placed.body.order_id };
    expect((await owner.get('/attention')).body).toContainEqual(expect.objectContaining(alert));
  });

  it('completes an order whose rest an admin has received, and one that she cancels', async () => {
    const { id, code } = await create();
    const placed = await placeWith(code);
    await setStatus(placed.id, 'paid');
    expect((await asAdmin(placed)).payments.map(({ amount, method }) => [amount, method])).toEqual([
      [300, 'gift_card'],
      [200, 'offline'],
    ]);
    await setStatus(placed.id, 'cancelled');
    await shop.runJobs();
    expect(await balance(id)).toBe(300);
  });

  it('can’t be used with a wrong code, or while it is disabled; the code is stored as a hash (T-GFT-04)', async () => {
    const { id, code } = await create();
    const wrong = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await quote(wrong)).body.message).toBe('This gift card does not exist. Please check the code.');
    expect((await quote('DIWALI10')).status).toBe(400);
    await owner.put(`/gift-cards/${id}`, { disabled: true, expiresOn: null });
    expect((await order(code)).body.message).toBe('This gift card is disabled. Please contact the shop.');
    const stored = await shop.db.selectFrom('giftCards').selectAll().where('id', '=', id).executeTakeFirst();
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a gift card with a recipient', () => {
  it('is mailed once on its day in India with a code, which another mail replaces', async () => {
    const email = freshEmail();
    const day = (from: number) =>
      new Date(shop.clock.now().getTime() + 330 * 60_000 + from * 86_400_000).toISOString().slice(0, 10);
    const recipient = { name: 'Meera', email, message: 'Happy birthday', sendOn: day(1) };
    const past = await owner.post('/gift-cards', {
      amount: 10,
      reason: 'Gift',
      recipient: { ...recipient, sendOn: day(-1) },
    });
    expect(past.body.errors).toMatchObject({ 'recipient.sendOn': 'This day is past' });
    const { id, code, card } = await create({ amount: 500, recipient });
    expect([code, card.ending, card.recipient?.sentAt]).toEqual(['', '', null]);
    await shop.minute();
    expect(await lastMail(shop, email)).toBeUndefined();
    shop.advance((24 + 9) * 60);
    owner = await asOwner(shop);
    await shop.minute();
    const mailed = await lastMail(shop, email);
    const first = /Gift card code: (\S+)/.exec(mailed?.plain ?? '')?.[1] ?? '';
    expect(first).toMatch(/^(\w{4}-){4}\w{4}$/);
    expect(mailed?.plain).toContain('Happy birthday');
    await shop.minute();
    expect((await get(id)).ending).toBe(first.slice(-4));
    expect((await quote(first)).body).toMatchObject({ due: 0 });

    const sent = (await owner.post(`/gift-cards/${id}/send`)).body as GiftCard;
    const second = /Gift card code: (\S+)/.exec((await lastMail(shop, email))?.plain ?? '')?.[1] ?? '';
    expect(second.slice(-4)).toBe(sent.ending);
    expect([(await quote(first)).status, (await quote(second)).status]).toEqual([400, 200]);
    const { html = '', plain = '' } = (await lastMail(shop, email)) ?? {};
    expect(JSON.stringify(redactLinks({ html, plain }))).not.toContain(second);
  });
});

describe('the back office', () => {
  it('finds cards, and says what the shop owes', async () => {
    const before = (await owner.get('/gift-cards/totals')).body as { outstanding: { balance: number } };
    const { id, code } = await create({ amount: 250 });
    const list = (await owner.get(`/gift-cards?search=${code.slice(-4).toLowerCase()}`)).body as unknown;
    expect(list).toMatchObject([{ _id: id, state: 'active', amount: 250, balance: 250 }]);
    expect((await owner.get('/gift-cards/totals')).body).toMatchObject({
      outstanding: { balance: before.outstanding.balance + 250 },
    });
    await owner.put(`/gift-cards/${id}`, { disabled: true, expiresOn: null });
    expect((await owner.get('/gift-cards/totals')).body).toMatchObject({
      outstanding: { balance: before.outstanding.balance },
    });
    const packer = await asOwner(shop, 'packer');
    expect((await packer.get('/gift-cards')).status).toBe(403);
    expect((await owner.post(`/gift-cards/${id}/send`)).status).toBe(409);
    expect((await owner.get('/gift-cards/none')).status).toBe(404);
  });
});
