import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GiftCardDetails } from '../../shared/contract/catalogue/gift-cards.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { Refundable } from '../../shared/contract/orders/refunds.ts';
import { minuteInIndia } from '../../shared/orders/order-date.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { freshEmail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { paymentEvent, sendWebhook } from '../../tests/support/webhooks.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';

let owner: Owner;
let cup: { id: string };
let card: { id: string; variantIds: string[] };
const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await asOwner(shop);
  cup = await createProduct(shop.db, { pricePaise: 50_000, stock: 1000 });
  card = await createProduct(shop.db, {
    name: 'Haat gift card',
    pricePaise: 50_000,
    isGiftCard: true,
    stock: 999,
  });
});

const meera = () => ({ name: 'Meera', email: freshEmail(), message: 'Happy birthday!', sendOn: '' });
const lineFor = (recipient: object, quantity = 1) => ({ id: card.id, quantity, recipient });
const buyer = (more: object = {}) => ({ email: freshEmail(), shipping_details: null, ...more });
const asAdmin = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const pay = async ({ providerOrderId }: PlacedOrder) => shop.fake.pay(providerOrderId);
const cardsOf = async (id: string) =>
  (await asAdmin(id)).cart_items.flatMap(({ giftCard }) => giftCard ?? []);
const get = async (id: string | null | undefined) =>
  (await owner.get(`/gift-cards/${id}`)).body as GiftCardDetails;
const mailsTo = (to: string, kind = 'gift-card') =>
  shop.db.selectFrom('mails').selectAll().where('toAddress', '=', to).where('kind', '=', kind).execute();
const codeIn = (plain = '') => /Gift card code: ([A-Z0-9-]+)/.exec(plain)?.[1] ?? '';

/** Buys a card for a recipient, who gets its mail. */
async function buyCard(recipient = meera(), lines: { id: string }[] = []) {
  const order = await place(
    shop,
    [lineFor(recipient), ...lines],
    lines.length ? { email: freshEmail() } : buyer(),
  );
  const paid = await pay(order);
  expect((await verify(shop, paid)).status).toBe(200);
  await shop.minute();
  const [mail] = await mailsTo(recipient.email);
  const [bought] = await cardsOf(order.id);
  const paymentId = paid.razorpay_payment_id;
  return { order, paymentId, code: codeIn(mail?.plain), id: String(bought?._id) };
}

describe('a gift card that is bought', () => {
  it('exists once although browser, webhook and reconciliation report the payment at once, and is mailed once (T-GFT-06)', async () => {
    const recipient = meera();
    const contact = buyer();
    const order = await place(shop, [lineFor(recipient, 2)], contact);
    expect(order.amountPaise).toBe(100_000);
    expect(await shop.db.selectFrom('giftCards').select('id').execute()).toEqual([]);
    const proof = await pay(order);
    await Promise.all([
      verify(shop, proof),
      verify(shop, proof),
      sendWebhook(
        shop,
        'payment.captured',
        paymentEvent(order.providerOrderId, proof.razorpay_payment_id, 100_000),
      ),
      shop.minute(),
    ]);
    await Promise.all([shop.minute(), shop.minute()]);
    const cards = await cardsOf(order.id);
    expect(cards).toMatchObject([
      { name: 'Meera', email: recipient.email, isDisabled: false, ending: expect.stringMatching(/^.{4}$/) },
      { name: 'Meera', email: recipient.email, isDisabled: false },
    ]);
    expect(new Set(cards.map(({ _id }) => _id)).size).toBe(2);
    expect((await get(cards[0]?._id)).entries).toMatchObject([{ kind: 'issued', amount: 500 }]);
    const mails = await mailsTo(recipient.email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.plain).toContain('Happy birthday!');
    expect(mails[0]?.plain).toContain('from Asha Rao');
    expect(await mailsTo(contact.email, 'gift-card-sent')).toHaveLength(2);
    expect(await asAdmin(order.id)).toMatchObject({ status: 'delivered', fulfilmentState: 'delivered' });
  });

  it('is mailed at 9 a.m. in India on its day, to another address if the first one was wrong', async () => {
    const sendOn = shop.deps.clock.now();
    sendOn.setUTCDate(sendOn.getUTCDate() + 3);
    const day = minuteInIndia(sendOn).slice(0, 10);
    const recipient = { ...meera(), sendOn: day };
    const { order, id } = await buyCard(recipient);
    expect(await mailsTo(recipient.email)).toEqual([]);
    expect(await asAdmin(order.id)).toMatchObject({ status: 'paid', fulfilmentState: 'unfulfilled' });
    const minutes = (Date.parse(`${day}T09:00:00+05:30`) - shop.deps.clock.now().getTime()) / 60_000;
    shop.advance(minutes - 5);
    await shop.minute();
    expect(await mailsTo(recipient.email)).toEqual([]);
    shop.advance(6);
    await shop.minute();
    await shop.minute();
    owner = await asOwner(shop);
    const [mail, ...others] = await mailsTo(recipient.email);
    expect(others).toEqual([]);
    const email = freshEmail();
    expect((await owner.post(`/gift-cards/${id}/send`, { email })).body).toMatchObject({
      recipient: { email, message: 'Happy birthday!' },
    });
    const [again] = await mailsTo(email);
    const use = (code: string) => shop.post('/razorpay/quote', { ...orderFor([cup]), gift_card_code: code });
    expect((await use(codeIn(mail?.plain))).status).toBe(400);
    expect((await use(codeIn(again?.plain))).body).toMatchObject({ due: 0 });
    // Bought without real money, it pays for nothing in a shop that takes real money.
    shop.deps.payments.test = false;
    expect((await use(codeIn(again?.plain))).body.message).toBe('This gift card was bought in a test.');
    shop.deps.payments.test = true;
    expect(await asAdmin(order.id)).toMatchObject({ status: 'delivered' });
  });

  it('goes to the buyer without a recipient, and is not created for an order that ends unpaid', async () => {
    const contact = buyer();
    const order = await place(shop, [lineFor({})], contact);
    await verify(shop, await pay(order));
    await shop.minute();
    expect(await mailsTo(contact.email)).toHaveLength(1);
    expect(await mailsTo(contact.email, 'gift-card-sent')).toEqual([]);
    const unpaid = await place(shop, [lineFor(meera())], buyer());
    await owner.put(`/order/admin/${unpaid.id}/status`, { status: 'cancelled' });
    expect(await cardsOf(unpaid.id)).toMatchObject([{ _id: null, name: 'Meera', ending: '' }]);
    // Paid late: its recipient gets it.
    await verify(shop, await pay(unpaid));
    expect(await cardsOf(unpaid.id)).toMatchObject([{ _id: expect.any(String), name: 'Meera' }]);
  });
});

describe('a cart with gift cards', () => {
  it('has no tax, delivery charge or discount for them, is paid online, and not by another gift card', async () => {
    await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', codEnabled: true });
    const discount = await owner.post('/discounts', {
      title: 'Ten',
      code: 'TEN',
      enabled: true,
      appliesTo: 'order',
      value: { type: 'percent', percent: 10 },
      minTotal: 600,
    });
    expect(discount.status, JSON.stringify(discount.body)).toBe(201);
    const { code } = (await owner.post('/gift-cards', { amount: 2000, reason: 'Sold', isFree: false })).body;
    const quote = (lines: Parameters<typeof orderFor>[0], more: object = {}) =>
      shop.post('/razorpay/quote', { ...orderFor(lines), postalCode: '560003', ...more });
    // The card counts neither for the least total nor for the discount.
    const mixed = [{ id: cup.id }, lineFor(meera())];
    expect((await quote(mixed, { discount_code: 'TEN' })).body).toMatchObject({
      errors: { discount_code: 'This code needs a cart of at least ₹600.' },
    });
    expect((await quote(mixed)).body).toMatchObject({
      subtotal: 1000,
      amount: 1000,
      cash_on_delivery: { reason: 'Gift cards are paid online.' },
    });
    const more = [{ id: cup.id, quantity: 2 }, lineFor(meera())];
    expect((await quote(more, { discount_code: 'TEN' })).body).toMatchObject({
      discounts: [{ amount: 100 }],
      amount: 1400,
    });
    expect((await quote(mixed, { gift_card_code: code })).body).toMatchObject({
      gift_card: { amount: 500 },
      due: 500,
    });
    expect((await quote([lineFor(meera())])).body).toMatchObject({
      shipping: 0,
      delivery: null,
      amount: 500,
    });
    expect((await quote([lineFor(meera())], { gift_card_code: code })).body).toMatchObject({
      errors: { gift_card_code: 'A gift card can’t pay for another gift card.' },
    });
    const cod = await shop.post('/order/cash-on-delivery', orderFor(mixed));
    expect([cod.status, cod.body.code]).toEqual([409, 'cod_unavailable']);
    const order = await place(shop, more, {
      discount_code: 'TEN',
      gift_card_code: code,
      email: freshEmail(),
    });
    expect(order.amountPaise).toBe(50_000);
    await verify(shop, await pay(order));
    const { content } = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(content satisfies InvoiceContent).toMatchObject({
      totals: { totalPaise: 140_000, giftCardPaise: 50_000, igstPaise: 4_286, taxablePaise: 85_714 },
      summary: [{ gstTenths: 50 }],
    });
    expect(await asAdmin(order.id)).toMatchObject({
      cart_items: [{ unitsToPack: 2 }, { unitsToPack: 0, giftCard: { name: 'Meera' } }],
    });
  });

  it('is refused with a clear message: nobody gets it, too far ahead, too many, or not a gift card', async () => {
    const order = (lines: Parameters<typeof orderFor>[0], more: object = buyer()) =>
      shop.post('/razorpay/create-order', orderFor(lines, more));
    const errorOf = async (...parameters: Parameters<typeof order>) => {
      const { status, body } = await order(...parameters);
      expect(status).toBe(400);
      return body.message;
    };
    expect(await errorOf([{ id: card.id }], {})).toBe('Say who gets Haat gift card');
    const later = { ...meera(), sendOn: '2099-01-01' };
    expect(await errorOf([lineFor(later)])).toBe('A gift card can be sent within a year');
    expect(await errorOf([lineFor(meera(), 51)])).toBe('At most 50 gift cards in one order');
    expect(await errorOf([{ id: cup.id, recipient: meera() } as never])).toBe(
      'Indigo Buti Cushion Cover is not a gift card',
    );
    expect(await errorOf([lineFor({ ...meera(), email: '' })])).toBe('Email is required');
    const manual = { cart_items: [{ product_id: card.id, variant_id: card.variantIds[0], quantity: 1 }] };
    expect((await owner.post('/order/admin/quote', { ...manual, shipping: 0 })).status).toBe(400);
  });
});

describe('the refund of a gift card', () => {
  const refundable = async (id: string) => (await owner.get(`/order/admin/${id}/refund`)).body as Refundable;
  const refund = (id: string, body: object) =>
    owner.post(`/order/admin/${id}/refund`, { reason: 'Changed her mind', ...body });

  it('is what is left on it, ends the card, and leaves sales of what was spent (T-GFT-07)', async () => {
    const { order, code, id } = await buyCard();
    const small = await createProduct(shop.db, { pricePaise: 20_000 });
    const spent = await shop.post(
      '/razorpay/create-order',
      orderFor([small], { email: freshEmail(), gift_card_code: code }),
    );
    expect(spent.body.paid).toBe(true);
    const left = await refundable(order.id);
    expect(left).toMatchObject({ amount: 300, lines: [{ quantity: 1, amount: 300, spent: 200 }] });
    expect((await refund(order.id, { amount: 301 })).status).toBe(409);
    const [line] = left.lines;
    expect((await refund(order.id, { lines: [{ line_id: line?.line_id, quantity: 1 }] })).status).toBe(201);
    await shop.runJobs();
    expect(await get(id)).toMatchObject({ state: 'disabled', balance: 0 });
    expect(await refundable(order.id)).toMatchObject({ amount: 0 });
    expect(await asAdmin(order.id)).toMatchObject({ refundedAmount: 300 });
    const { rows } = await sql<{ paise: number }>`select sum(paise)::bigint as paise from order_balances
      where order_id = any(${[order.id, String(spent.body.order_id)]}::uuid[])`.execute(shop.db);
    expect(rows).toEqual([{ paise: 20_000 }]);
  });

  it('that is made at the provider ends the card, and an alert says what was spent of it (T-GFT-07)', async () => {
    const { order, code, id, paymentId } = await buyCard();
    const small = await createProduct(shop.db, { pricePaise: 20_000 });
    await shop.post(
      '/razorpay/create-order',
      orderFor([small], { email: freshEmail(), gift_card_code: code }),
    );
    const key = `dashboard-${paymentId}`;
    await shop.deps.payments.provider.refund(paymentId, {
      amountPaise: 50_000,
      receipt: key,
      idempotencyKey: key,
    });
    await owner.post(`/order/admin/${order.id}/check`, {});
    await shop.runJobs();
    expect(await get(id)).toMatchObject({ state: 'disabled', balance: 0 });
    const alerts = await shop.db
      .selectFrom('attentionItems')
      .select(['kind', 'detail'])
      .where('orderId', '=', order.id)
      .execute();
    expect(alerts).toEqual([{ kind: 'refund-of-spent-card', detail: { amountPaise: 20_000 } }]);
  });

  it('ends the card with the whole order', async () => {
    const { order, id } = await buyCard();
    await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
    await shop.runJobs();
    expect(await get(id)).toMatchObject({ state: 'disabled', balance: 0 });
    expect(await asAdmin(order.id)).toMatchObject({ status: 'cancelled', refundedAmount: 500 });
  });
});
