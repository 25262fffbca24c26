import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CreatedGiftCard, GiftCardDetails } from '../../shared/contract/catalogue/gift-cards.ts';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { Refundable } from '../../shared/contract/orders/refunds.ts';
import type { DashboardStats } from '../../shared/contract/reports.ts';
import { toPaise } from '../../shared/money.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));

type Lines = Parameters<typeof orderFor>[0];

async function createCard(amount: number, more: object = {}) {
  const { status, body } = await owner.post('/gift-cards', { amount, reason: 'Goodwill', ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const { card, code } = body as CreatedGiftCard;
  return { id: card._id, code: code ?? '', card };
}
const cardOf = async (id: string) => (await owner.get(`/gift-cards/${id}`)).body as GiftCardDetails;
const balance = async (id: string) => (await cardOf(id)).balance;
const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const left = async (id: string) => (await owner.get(`/order/admin/${id}/refund`)).body as Refundable;
const refund = (id: string, body: object, key: string = randomUUID()) =>
  shop.call('POST', `/order/admin/${id}/refund`, {
    payload: { reason: 'Came back', ...body },
    headers: { ...owner.headers, 'idempotency-key': key },
  });
const place = (code: string, lines: Lines, more: object = {}) =>
  shop.post(
    '/razorpay/create-order',
    orderFor(lines, { email: freshEmail(), gift_card_code: code, ...more }),
  );

/** An order of these lines that a gift card and, if something is left, the payment provider have paid. */
async function buy(code: string, lines: Lines) {
  const { status, body } = await place(code, lines);
  expect(status, JSON.stringify(body)).toBe(201);
  const provider = body.razorpay_order as { id: string } | null;
  const paid = provider && (await shop.fake.pay(provider.id));
  if (paid) expect((await verify(shop, paid)).status).toBe(200);
  return { id: String(body.order_id), payment: paid?.razorpay_payment_id ?? '' };
}

/** Changes the quantity of the first line, which stays alone. */
async function change(id: string, quantity: number, more: object = {}, who = owner) {
  const { updatedAt, cart_items } = await read(id);
  const [first] = cart_items;
  const line = { product_id: first?.product_id._id, variant_id: first?.variant_id, quantity };
  const lines = { cart_items: [line], ...more };
  const quote = (await who.post(`/order/admin/${id}/lines/quote`, lines)).body as LinesQuote;
  const reply = await shop.call('PUT', `/order/admin/${id}/lines`, {
    payload: { updatedAt, amount: toPaise(quote.amount), ...lines },
    headers: { ...who.headers, 'idempotency-key': randomUUID() },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await shop.runJobs();
  return quote;
}

/** What the courier is to collect, as its file says. */
async function collected(id: string): Promise<number> {
  const { body } = await owner.post('/order/admin/batch', {
    action: 'courier-file',
    format: 'delhivery',
    ids: [id],
  });
  await shop.runJobs();
  const csv = await owner.get(`/order/admin/batch/${body._id}/courier.csv`);
  const [row] = parse<Record<string, string>>(String(csv.body.raw), { columns: true, bom: true });
  return Number(row?.cod_amount);
}

const documentsOf = async (id: string) => {
  const rows = await shop.db
    .selectFrom('invoices')
    .select(['kind', 'content'])
    .where('orderId', '=', id)
    .orderBy('issuedAt')
    .execute();
  const group = (kind: string) => rows.filter((row) => row.kind === kind).map(({ content }) => content);
  return { invoice: group('invoice')[0], notes: group('credit_note') };
};

async function revenue(): Promise<number> {
  shop.advance(1);
  return ((await owner.get('/auth/admin/stats')).body as unknown as DashboardStats).totalRevenue;
}

/** ₹1,050 with 5% and ₹1,180 with 18% GST, so ₹446 is a fifth of both. */
async function cupAndVase(): Promise<[string, string]> {
  const cup = await createProduct(shop.db, { name: 'Cup', pricePaise: 105_000, gstTenths: 50, stock: 100 });
  const vase = await createProduct(shop.db, {
    name: 'Vase',
    pricePaise: 118_000,
    gstTenths: 180,
    stock: 100,
  });
  return [cup.id, vase.id];
}

describe('a gift card that the shop gave away', () => {
  it('reduces value, tax and revenue of an order as a discount does; one that was sold does not', async () => {
    const [cup, vase] = await cupAndVase();
    const before = await revenue();
    const free = await createCard(446);
    expect(free.card.isFree).toBe(true);
    const lines = [{ id: cup }, { id: vase }];
    const quote = await shop.post('/razorpay/quote', { ...orderFor(lines), gift_card_code: free.code });
    expect(quote.body).toMatchObject({ amount: 2230, due: 1784, gift_card: { amount: 446 } });
    const { id } = await buy(free.code, lines);
    expect(await revenue()).toBe(before + 1784);
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paymentState: 'paid',
      amount: 2230,
      paidAmount: 1784,
      keptAmount: 1784,
      giftCard: { ending: free.code.slice(-4), amount: 446, isFree: true },
      payments: [
        { amount: 1784, isPrimary: true, isFree: false },
        { amount: 446, method: 'gift_card', isFree: true },
      ],
    });
    const { invoice } = await documentsOf(id);
    expect(invoice?.lines).toMatchObject([
      { freePaise: 21_000, linePaise: 84_000, taxablePaise: 80_000, igstPaise: 4000 },
      { freePaise: 23_600, linePaise: 94_400, taxablePaise: 80_000, igstPaise: 14_400 },
    ]);
    expect(invoice?.totals).toMatchObject({ totalPaise: 178_400, taxablePaise: 160_000, igstPaise: 18_400 });
    const pdf = await owner.get(`/razorpay/invoice/${id}`);
    const text = pdfText(pdf.body.raw as Buffer);
    for (const words of ['Discount (gift card) 210.00', 'Discount (gift card) 236.00', '1,784.00'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/₹ ?446|446\.00/);

    const sold = await createCard(446, { isFree: false });
    const paid = await buy(sold.code, lines);
    expect(await revenue()).toBe(before + 1784 + 2230);
    expect(await read(paid.id)).toMatchObject({ paidAmount: 2230, giftCard: { amount: 446, isFree: false } });
    const another = await documentsOf(paid.id);
    expect(another.invoice?.totals).toMatchObject({ totalPaise: 223_000, igstPaise: 23_000 });
  });

  it('decides with the price that is left which GST a garment has', async () => {
    const shirt = await createProduct(shop.db, {
      pricePaise: 300_000,
      hsn: '6205',
      gstTenths: 180,
      stock: 9,
    });
    const rateOf = async ({ code }: { code: string }) =>
      (await documentsOf((await buy(code, [shirt])).id)).invoice?.lines[0]?.gstTenths;
    expect(await rateOf(await createCard(600, { isFree: false }))).toBe(180);
    expect(await rateOf(await createCard(600))).toBe(50);
  });

  it('can pay for all of an order, which then has no revenue, and returns to the card by unit', async () => {
    const [cup] = await cupAndVase();
    const before = await revenue();
    const { id: card, code } = await createCard(5000);
    const { id } = await buy(code, [{ id: cup, quantity: 2 }]);
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paymentState: 'paid',
      amount: 2100,
      paidAmount: 0,
      keptAmount: 0,
      refundableAmount: 2100,
      customer_id: null,
    });
    expect((await documentsOf(id)).invoice?.totals).toMatchObject({ totalPaise: 0, igstPaise: 0 });
    const mail = await lastMail(shop, (await read(id)).customer.email);
    expect(mail?.plain).toContain('Your gift card pays for all, and your order');
    expect([await revenue(), await balance(card)]).toEqual([before, 2900]);
    await shop.minute();
    expect((await read(id)).customer_id).not.toBeNull();

    const [line] = (await left(id)).lines;
    expect(line).toMatchObject({ quantity: 2, amount: 2100, free: 2100 });
    const goodwill = await refund(id, { amount: 100 });
    expect([goodwill.status, goodwill.body.code]).toEqual([409, 'refund_too_large']);
    const lines = [{ line_id: line?.line_id, quantity: 1 }];
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await refund(id, { lines, restock: true }, key)).status).toBe(201);
    expect([await balance(card), await revenue()]).toEqual([3950, before]);
    expect(await read(id)).toMatchObject({
      refundState: 'partly_refunded',
      refundedAmount: 0,
      credit_notes: [],
      cart_items: [{ refundedQuantity: 1, unitsToPack: 1 }],
    });
    await owner.put(`/order/admin/${id}/status`, { status: 'cancelled' });
    expect(await read(id)).toMatchObject({ paymentState: 'refunded', refundState: 'refunded' });
    expect([await balance(card), await revenue()]).toEqual([5000, before]);
  });

  it('gets back the share of a refunded unit, and the buyer the rest, with a credit note for that', async () => {
    const [cup, vase] = await cupAndVase();
    const { id: card, code } = await createCard(656);
    const { id } = await buy(code, [{ id: cup, quantity: 2 }, { id: vase }]);
    const [cups] = (await left(id)).lines;
    expect(cups).toMatchObject({ quantity: 2, amount: 2100, free: 420 });
    expect((await refund(id, { lines: [{ line_id: cups?.line_id, quantity: 1 }] })).status).toBe(201);
    await shop.runJobs();
    expect(await balance(card)).toBe(210);
    expect(await read(id)).toMatchObject({ refundState: 'partly_refunded', refundedAmount: 840 });
    const { notes } = await documentsOf(id);
    expect(notes.map(({ totals }) => totals)).toMatchObject([{ totalPaise: 84_000, igstPaise: 4000 }]);
    const { customer } = await read(id);
    const mails = await shop.db
      .selectFrom('mails')
      .select('subject')
      .where('toAddress', '=', customer.email)
      .execute();
    expect(mails.filter(({ subject }) => /refund/i.test(subject))).toHaveLength(2);
    expect((await lastMail(shop, customer.email))?.plain).toContain('₹840');

    expect(await left(id)).toMatchObject({ amount: 2230, lines: [{ free: 210 }, { free: 236 }] });
    expect((await refund(id, {})).status).toBe(201);
    await shop.runJobs();
    expect(await balance(card)).toBe(656);
    expect(await read(id)).toMatchObject({ refundState: 'refunded', keptAmount: 0, refundableAmount: 0 });
    const after = await documentsOf(id);
    expect(after.notes.reduce((sum, { totals }) => sum + totals.totalPaise, 0)).toBe(262_400);
  });

  it('gets no money that the provider failed to refund, and its own part once', async () => {
    const [cup] = await cupAndVase();
    const { id: card, code } = await createCard(50);
    const { id } = await buy(code, [{ id: cup }]);
    await shop.fake.faults({ match: 'POST /v1/payments/:id/refund', kind: '400', times: 1 });
    await refund(id, {});
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ refunds: [{ amount: 50 }, { amount: 1000, status: 'failed' }] });
    expect([await balance(card), (await left(id)).amount]).toEqual([50, 1000]);
    await refund(id, {});
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ refundState: 'refunded', refundedAmount: 1000 });
    expect(await balance(card)).toBe(50);
  });

  it('gets its part back when all money is refunded at the provider', async () => {
    const [cup] = await cupAndVase();
    const { id: card, code } = await createCard(50);
    const { id, payment } = await buy(code, [{ id: cup }]);
    const receipt = `dashboard-${payment}`;
    const request = { amountPaise: 100_000, receipt, idempotencyKey: receipt };
    await shop.deps.payments.provider.refund(payment, request);
    const { refunds } = await shop.fake.ledger();
    const entity = refunds.find(({ payment_id }) => payment_id === payment);
    const event = { event: 'refund.processed', payload: { refund: { entity } } };
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
    };
    expect((await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status).toBe(200);
    await shop.runJobs();
    expect(await balance(card)).toBe(50);
    expect(await read(id)).toMatchObject({ refundState: 'refunded', paymentState: 'refunded' });
  });

  it('pays no more than a changed order costs, and its invoice follows', async () => {
    const [cup, vase] = await cupAndVase();
    const { id: card, code } = await createCard(2000);
    const { id } = await buy(code, [{ id: cup }, { id: vase }]);
    // Costs ₹1,050 of ₹2,230, of which the card has paid ₹2,000.
    expect(await change(id, 1)).toMatchObject({ amount: 1050, paid: 1280, due: -230 });
    expect(await balance(card)).toBe(950);
    expect(await read(id)).toMatchObject({
      amount: 1050,
      keptAmount: 0,
      paymentState: 'paid',
      giftCard: { amount: 1050 },
    });
    expect((await documentsOf(id)).invoice?.totals.totalPaise).toBe(0);
    const more = { payment: { method: 'cash' } };
    expect(await change(id, 2, more)).toMatchObject({ amount: 2100, paid: 1050, due: 1050 });
    expect(await read(id)).toMatchObject({ keptAmount: 1050, paymentState: 'paid' });
    expect((await documentsOf(id)).invoice?.totals).toMatchObject({ totalPaise: 105_000, igstPaise: 5000 });
  });

  it('is not collected by a courier, neither of a changed order nor before the order is paid', async () => {
    const [cup, vase] = await cupAndVase();
    const { code } = await createCard(2000);
    const { id } = await buy(code, [{ id: cup }, { id: vase }]);
    await change(id, 1);
    await change(id, 2, { payment: { method: 'link' } });
    expect(await read(id)).toMatchObject({ paymentState: 'partly_paid', amount: 2100 });
    expect(await collected(id)).toBe(1050);
    // The provider is asked about the link, with all payments of the order.
    shop.advance(20);
    await shop.minute();
    expect(await read(id)).toMatchObject({ keptAmount: 0, paymentState: 'partly_paid' });
    for (const isFree of [true, false]) {
      const card = await createCard(50, { isFree });
      const { body } = await place(card.code, [{ id: cup }]);
      const order = String(body.order_id);
      await owner.put(`/order/admin/${order}/status`, { status: 'processing' });
      expect(await collected(order), `free: ${isFree}`).toBe(1000);
    }
  });

  it('returns its part to the card when an order expires, and pays it again for a late payment', async () => {
    const [cup] = await cupAndVase();
    const { id: card, code } = await createCard(50);
    const { body } = await place(code, [{ id: cup }]);
    shop.advance(20);
    await shop.db
      .updateTable('orders')
      .set({ expiresAt: new Date(0) })
      .where('status', '=', 'pending')
      .execute();
    await shop.minute();
    expect(await balance(card)).toBe(50);
    const { id } = body.razorpay_order as { id: string };
    expect((await verify(shop, await shop.fake.pay(id))).status).toBe(200);
    expect(await read(String(body.order_id))).toMatchObject({ status: 'paid', keptAmount: 1000 });
    expect(await balance(card)).toBe(0);
  });

  it('counts for the approval of a refund, which returns its part then', async () => {
    const manager = await asOwner(shop, 'manager');
    const [cup] = await cupAndVase();
    const { id: card, code } = await createCard(300);
    const { id } = await buy(code, [{ id: cup }]);
    await owner.put('/site-info/admin', { refundApprovalRupees: 1000 });
    const asked = await manager.post(`/order/admin/${id}/refund`, { reason: 'Broken' });
    expect([asked.status, asked.body.waitingRefundAmount]).toEqual([202, 1050]);
    expect(await balance(card)).toBe(0);
    const [approval] = (await owner.get(`/refund-approvals?order=${id}`)).body as unknown as {
      _id: string;
    }[];
    expect((await owner.post(`/refund-approvals/${approval?._id}/approve`)).status).toBe(200);
    await shop.runJobs();
    expect(await balance(card)).toBe(300);
    expect(await read(id)).toMatchObject({ refundState: 'refunded', refundedAmount: 750 });
    await owner.put('/site-info/admin', { refundApprovalRupees: null });
  });

  it('is not paid out when money was refunded while a refund waited for approval', async () => {
    const manager = await asOwner(shop, 'manager');
    const limit = (rupees: number | null) => owner.put('/site-info/admin', { refundApprovalRupees: rupees });
    const [cup, vase] = await cupAndVase();
    const { id: card, code } = await createCard(50);
    const { id } = await buy(code, [{ id: cup }]);
    await limit(500);
    const ask = { amount: 1000, reason: 'Broken' };
    expect((await manager.post(`/order/admin/${id}/refund`, ask)).status).toBe(202);
    await limit(null);
    expect((await refund(id, { amount: 10 })).status).toBe(201);
    await shop.runJobs();
    const approvals = async (order: string) =>
      (await owner.get(`/refund-approvals?order=${order}`)).body as unknown as { _id: string }[];
    const [asked] = await approvals(id);
    const reply = await owner.post(`/refund-approvals/${asked?._id}/approve`);
    expect([reply.status, reply.body.code]).toEqual([409, 'refund_too_large']);
    expect([await balance(card), (await left(id)).amount]).toEqual([0, 1040]);

    // The order costs less than its card has paid, and the return of the difference is rejected.
    const another = await createCard(2000);
    const changed = await buy(another.code, [{ id: cup }, { id: vase }]);
    await limit(500);
    await change(changed.id, 1, {}, manager);
    const [waiting] = await approvals(changed.id);
    expect((await owner.post(`/refund-approvals/${waiting?._id}/reject`)).status).toBe(200);
    await limit(null);
    await expectCleanAudit(shop);
    expect((await refund(changed.id, {})).status).toBe(201);
    await shop.runJobs();
    expect(await balance(another.id)).toBe(2000);
  });

  it('is no part of what best sellers earn, and is named in the export', async () => {
    const { id: product } = await createProduct(shop.db, { name: 'Tray', pricePaise: 1_000_000, stock: 9 });
    const { code } = await createCard(4000);
    const { id } = await buy(code, [{ id: product }]);
    shop.advance(1);
    const stats = (await owner.get('/auth/admin/stats')).body as unknown as DashboardStats;
    expect(stats.bestSellers).toContainEqual(expect.objectContaining({ name: 'Tray', revenue: 6000 }));
    const csv = String((await owner.get('/order/admin/export.csv')).body.raw);
    const rows = parse<Record<string, string>>(csv, { columns: true, bom: true });
    expect(rows.find((row) => row['Order ID'] === id)).toMatchObject({
      Amount: '10000',
      Paid: '6000',
      'By gift card': '4000',
      'Free gift card': '4000',
    });
  });

  it('gets everything back when the test orders are removed', async () => {
    const [cup] = await cupAndVase();
    const { id: card, code } = await createCard(2000);
    await buy(code, [{ id: cup }]);
    const { orders } = (await owner.get('/order/admin/tests')).body;
    expect((await owner.post('/order/admin/tests/remove', { orders })).status).toBe(200);
    expect([await balance(card), await revenue()]).toEqual([2000, 0]);
  });
});
