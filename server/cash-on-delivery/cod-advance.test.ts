// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CartQuote } from '../../shared/contract/orders/checkout.ts';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { multipart } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import {
  createAdmin,
  freshEmail,
  freshMobile,
  lastMail,
  orderOnDelivery,
  type Person,
} from '../../tests/support/people.ts';
import { countRecords, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { paymentEvent, sendWebhook } from '../../tests/support/webhooks.ts';
import { amountInRupees } from '../pdf/style.ts';

let owner: Person;
const shop = await auditedShop({ env: { RATE_LIMIT: '1000', LOG_LEVEL: 'silent' } });
beforeAll(async () => {
  owner = await createAdmin(shop);
  await settings({ codEnabled: true, codFeeRupees: 40, codAdvance: { type: 'amount', amount: 200 } });
});

const change = (payload: object) => shop.call('PUT', '/site-info/admin', { payload, headers: owner.headers });
const settings = async (payload: object) => expect((await change(payload)).status).toBe(200);

/** One cup for ₹1,458, which is ₹1,498 with the fee: ₹200 in advance and ₹1,298 at the door. */
const cupOf = (stock = 5) => createProduct(shop.db, { name: 'Tea cup', pricePaise: 145_800, stock });

type Lines = Parameters<typeof orderFor>[0];
const order = (lines: Lines, more?: object, key?: string) => orderOnDelivery(shop, lines, more, key);

type Placed = { id: string; key: string; email: string; providerOrderId: string };
async function placed(lines: Lines, more: object = {}): Promise<Placed> {
  const email = freshEmail();
  const { status, body } = await order(lines, { email, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body.razorpay_order as { id: string };
  return { id: String(body.order_id), key: String(body.order_key), email, providerOrderId: id };
}
async function advanced(lines: Lines): Promise<Placed> {
  const made = await placed(lines);
  expect((await verify(shop, await shop.fake.pay(made.providerOrderId))).status).toBe(200);
  return made;
}

const seen = async ({ id, key }: Placed) =>
  (await shop.get(`/order/${id}?key=${key}`)).body as unknown as Order;
const act = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
  const { status, body } = await shop.call(method, `/order/admin/${url}`, {
    headers,
    ...(payload && { payload }),
  });
  return { status, order: body as unknown as AdminOrder, code: body.code };
};
const setStatus = ({ id }: Placed, status: string, more: object = {}) =>
  act('PUT', `${id}/status`, { status, ...more });
const ship = ({ id }: Placed, more: object = {}) =>
  act('POST', `${id}/shipments`, { state: 'shipped', ...more });
async function move({ id }: Placed, state: string, more: object = {}) {
  const { order: now } = await act('GET', id);
  return act('PUT', `${id}/shipments/${now.shipments.at(-1)?._id}`, { state, ...more });
}
const refund = ({ id }: Placed, more: object = {}) =>
  act('POST', `${id}/refund`, { reason: 'Refused at the door', restock: false, ...more });
const amounts = ({ payments }: AdminOrder) => payments.map(({ amount, method }) => `${method} ${amount}`);

describe('the part in advance', () => {
  it('is shown before the shopper chooses, an amount or a percentage in whole rupees, of the total with the fee (T-COD-01)', async () => {
    const cup = await cupOf();
    const quote = async (more: object = {}) =>
      (await shop.post('/razorpay/quote', { ...orderFor([{ id: cup.id }]), ...more }))
        .body as unknown as CartQuote;
    expect(await quote()).toMatchObject({
      amount: 1458,
      cash_on_delivery: { reason: '', fee: 40, advance: 200, due: 1298 },
    });
    await settings({ codAdvance: { type: 'percent', percent: 12.5 } });
    // 12.5% of ₹1,498 are ₹187.25.
    expect((await quote({ payment_method: 'cash_on_delivery' })).cash_on_delivery).toMatchObject({
      advance: 187,
      due: 1311,
    });
    await settings({ codAdvance: { type: 'amount', amount: 1498 } });
    const { cash_on_delivery: cod } = await quote({ payment_method: 'cash_on_delivery' });
    expect(cod?.reason).toBe('This order costs no more than what is paid in advance. Please pay online.');
    expect((await order([{ id: cup.id }])).body.code).toBe('cod_unavailable');
    await settings({ codAdvance: { type: 'amount', amount: 1497 } });
    expect((await quote()).cash_on_delivery).toMatchObject({ reason: '', advance: 1497, due: 1 });
    for (const codAdvance of [
      { type: 'percent', percent: 0 },
      { type: 'percent', percent: 90.1 },
      { type: 'amount', amount: 0.5 },
      { type: 'amount', amount: 1.005 },
      { type: 'other' },
      '10%',
      10,
    ]) {
      const { status, body } = await change({ codAdvance });
      expect([status, body.errors]).toMatchObject([400, { codAdvance: expect.any(String) }]);
    }
    await settings({ codAdvance: { type: 'amount', amount: 200 } });
  });

  it('is what the provider is asked for, whatever the request says; the order waits for it as for any payment', async () => {
    const cup = await cupOf();
    const lines = [{ id: cup.id }];
    const key = randomUUID();
    const buyer = { email: freshEmail(), mobile: freshMobile(), amount: 149_800, due: 20_000 };
    const replies = await Promise.all(Array.from({ length: 6 }, () => order(lines, buyer, key)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.order_id}`)).size).toBe(1);
    const body = replies[0]?.body ?? {};
    expect(body).toMatchObject({ amount: 1498, paid: false, razorpay_order: { amount: 20_000 } });
    const made: Placed = {
      id: String(body.order_id),
      key: String(body.order_key),
      email: buyer.email,
      providerOrderId: (body.razorpay_order as { id: string }).id,
    };
    expect(await stockOf(shop.db, cup.id)).toBe(4);
    expect(await seen(made)).toMatchObject({
      status: 'pending',
      paymentState: 'pending',
      reservedUntil: expect.any(String),
      amount: 1498,
      cashOnDelivery: null,
      codAdvance: { amount: 200, due: 1298 },
    });
    expect(await lastMail(shop, made.email)).toBeUndefined();

    for (const [more, code] of [
      [{ due: 100 }, 'amount_changed'],
      [{ amount: 20_000 }, 'amount_changed'],
      [{ gift_card_code: 'ABCD-EFGH-JKLM-NPQR-STUV' }, 'validation_failed'],
    ] as const)
      expect((await order(lines, more)).body.code).toBe(code);
    // A client can't name its own part: unknown fields are ignored.
    const own = await order(lines, { codAdvance: { amount: 1 }, advance: 1, cod_advance_paise: 100 });
    expect(own.body).toMatchObject({ razorpay_order: { amount: 20_000 } });
    const reopened = await shop.post(`/razorpay/orders/${made.id}/payment?key=${made.key}`);
    expect(reopened.body).toMatchObject({ razorpay_order: { id: made.providerOrderId, amount: 20_000 } });
    // Another way to pay replaces it.
    const replaces = { order_id: made.id, order_key: made.key };
    await shop.post('/razorpay/create-order', orderFor(lines, { replaces }));
    expect((await seen(made)).status).toBe('cancelled');

    const late = await placed(lines);
    shop.advance(16);
    await shop.minute();
    expect(await seen(late)).toMatchObject({ status: 'failed', codAdvance: null });
    expect(await stockOf(shop.db, cup.id)).toBe(5);
  });
});

describe('an order with a part in advance', () => {
  it('is settled once by browser, webhook and check together, and is then confirmed and due on delivery (T-COD-02)', async () => {
    const cup = await cupOf();
    const made = await placed([{ id: cup.id }]);
    const paid = await shop.fake.pay(made.providerOrderId);
    const event = paymentEvent(made.providerOrderId, paid.razorpay_payment_id, 20_000);
    await Promise.all([
      verify(shop, paid),
      verify(shop, paid),
      act('POST', `${made.id}/check`),
      sendWebhook(shop, 'payment.captured', event),
      sendWebhook(shop, 'order.paid', event),
    ]);
    expect((await verify(shop, paid)).body).toMatchObject({ success: true, order_details: { _id: made.id } });
    expect(await seen(made)).toMatchObject({
      status: 'pending',
      paymentState: 'partly_paid',
      paidAmount: 200,
      invoice_number: null,
      cashOnDelivery: { advance: 200, due: 1298, fee: 40, confirmed: true, confirmUntil: null },
      codAdvance: null,
      reservedUntil: null,
      payment_id: paid.razorpay_payment_id,
    });
    expect(await countRecords(shop, made.id)).toMatchObject({ payments: 1, movements: 1, confirmations: 1 });
    const mail = (await lastMail(shop, made.email))?.plain ?? '';
    expect(mail).toContain('₹200 of it was paid in advance');
    expect(mail).toContain('Please pay ₹1,298 to the courier');
    const state = await shop.get(`/razorpay/orders/${made.id}/status?key=${made.key}`);
    expect(state.body).toMatchObject({ paid: true, underway: false });
    expect((await shop.post(`/razorpay/orders/${made.id}/payment?key=${made.key}`)).body.code).toBe(
      'not_payable',
    );
    shop.advance(60 * 72);
    await shop.minute();
    owner = await createAdmin(shop);
    expect((await seen(made)).status).toBe('pending');

    // Two tabs: what was captured a second time goes back, and what the courier collects stays.
    await shop.fake.pay(made.providerOrderId, 'captured', { evenIfPaid: true });
    await act('POST', `${made.id}/check`);
    await shop.runJobs();
    const { order: twice } = await act('GET', made.id);
    expect(twice.refunds).toMatchObject([{ amount: 200, status: 'processed' }]);
    const open = { refundState: 'none', paymentState: 'partly_paid', cashOnDelivery: { due: 1298 } };
    expect(twice).toMatchObject(open);
    // Another one is refunded at the provider before the shop knows of it, or in part.
    for (const amountPaise of [20_000, 5_000]) {
      const { razorpay_payment_id: third } = await shop.fake.pay(made.providerOrderId, 'captured', {
        evenIfPaid: true,
      });
      const key = `by-hand-${amountPaise}`;
      const byHand = { amountPaise, receipt: key, idempotencyKey: key };
      await shop.deps.payments.provider.refund(third, byHand);
      await act('POST', `${made.id}/check`);
      await shop.runJobs();
      const { order: again } = await act('GET', made.id);
      expect(again, String(amountPaise)).toMatchObject({ ...open, keptAmount: 200 });
    }
  });

  it('does not count with a payment of another amount', async () => {
    const cup = await cupOf();
    const made = await placed([{ id: cup.id }]);
    await verify(shop, await shop.fake.pay(made.providerOrderId, 'captured', { charged: 10_000 }));
    expect(await seen(made)).toMatchObject({ status: 'pending', cashOnDelivery: null });
    const { body } = await shop.call('GET', '/attention', { headers: owner.headers });
    expect(JSON.stringify(body)).toContain(made.id);
    await act('PUT', `${made.id}/status`, { status: 'cancelled' });
  });

  it('is shipped with what is left to collect, and paid by exactly that, once, with one invoice of all (T-COD-03)', async () => {
    const cup = await cupOf();
    const made = await advanced([{ id: cup.id }]);
    const print = async (document: string) => {
      const { body } = await shop.call('GET', `/order/admin/${made.id}/${document}`, {
        headers: owner.headers,
      });
      return pdfText(body.raw as Buffer);
    };
    const rest = amountInRupees(129_800);
    expect(await print('packing-slip')).toContain(rest);
    const { order: shipped } = await ship(made, { courier: 'Delhivery', trackingNumber: 'ADV100' });
    expect(await print('label')).toContain(`COD ${rest}`);
    expect(shipped.invoice_number).toMatch(/^TEST-/);
    expect(shipped).toMatchObject({ status: 'shipped', paymentState: 'partly_paid' });
    expect((await lastMail(shop, made.email))?.plain).toContain('Please pay ₹1,298 to the courier');
    const invoice = await shop.db
      .selectFrom('invoices')
      .select('content')
      .where('orderId', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(invoice.content).toMatchObject({
      totals: { totalPaise: 149_800 },
      paymentId: `${shipped.payment_id}, Cash on delivery`,
    });
    const upload = async (amount: string) => {
      const text = `AWB,COD Amount\nADV100,${amount}`;
      const { payload, headers } = multipart([
        { name: 'file', value: text, filename: 'list.csv', type: 'text/csv' },
      ]);
      const { body } = await shop.call('POST', '/cod-remittances?apply=true', {
        payload,
        headers: { ...headers, ...owner.headers },
      });
      return (body as unknown as { lines: { state: string; message: string }[] }).lines[0];
    };
    expect(await upload('1498')).toMatchObject({ state: 'difference', message: '₹1,298 is to be collected' });
    // While the parcel is on its way, its invoice counts on the advance.
    expect((await refund(made)).code).toBe('not_editable');
    expect(await Promise.all([upload('1298'), move(made, 'delivered')])).toHaveLength(2);
    await setStatus(made, 'shipped');
    const { order: done } = await setStatus(made, 'delivered');
    expect(amounts(done).sort()).toEqual(['cash 1298', 'upi 200']);
    expect(done).toMatchObject({
      status: 'delivered',
      paymentState: 'paid',
      paidAmount: 1498,
      refundableAmount: 1498,
      cashOnDelivery: { due: 0 },
      invoice_number: shipped.invoice_number,
      credit_notes: [],
    });
    expect(await upload('1298')).toMatchObject({ state: expect.stringMatching(/known|matched/) });
    expect((await refund(made, { amount: 1498.01 })).code).toBe('refund_too_large');
    expect((await refund(made)).status).toBe(201);
    await shop.runJobs();
    const { order: refunded } = await act('GET', made.id);
    expect(refunded.refunds.map(({ amount }) => amount).sort()).toEqual([1298, 200]);
    expect(refunded).toMatchObject({ paymentState: 'refunded', refundableAmount: 0 });
    expect(refunded.credit_notes.reduce((sum, { amount }) => sum + amount, 0)).toBe(1498);
  });

  it('that comes back has its invoice reversed, and the shop decides about the advance', async () => {
    const cup = await cupOf();
    const made = await advanced([{ id: cup.id }]);
    const { order: shipped } = await ship(made);
    const { order: back } = await move(made, 'returned', { restock: true });
    expect(back).toMatchObject({
      fulfilmentState: 'returned',
      paymentState: 'partly_paid',
      invoice_number: null,
      keptAmount: 200,
      cashOnDelivery: { due: 0 },
    });
    expect(back.replaced_invoices.map(({ code }) => code)).toEqual([shipped.invoice_number]);
    expect(await stockOf(shop.db, cup.id)).toBe(5);
    expect((await refund(made, { amount: 150 })).status).toBe(201);
    await shop.runJobs();
    const { order: partly } = await act('GET', made.id);
    expect(partly).toMatchObject({ paymentState: 'partly_refunded', keptAmount: 50 });
    expect(partly.credit_notes).toHaveLength(1);
    // A second attempt collects what is left then.
    const { order: again } = await move(made, 'shipped');
    expect(again.cashOnDelivery?.due).toBe(1448);
    expect((await move(made, 'delivered')).order).toMatchObject({ keptAmount: 1498 });
  });

  it('that is cancelled is refunded, or keeps what was paid if the admin decides so', async () => {
    const cup = await cupOf();
    const [first, two] = [await advanced([{ id: cup.id }]), await advanced([{ id: cup.id }])];
    expect((await refund(first)).code).toBe('not_editable');
    expect((await setStatus(first, 'cancelled')).order.refunds).toMatchObject([{ amount: 200 }]);
    await shop.runJobs();
    expect((await act('GET', first.id)).order).toMatchObject({ paymentState: 'refunded', credit_notes: [] });
    expect((await lastMail(shop, first.email))?.subject).toContain('Refund of ₹200');

    const { order: kept } = await setStatus(two, 'cancelled', { keepsAdvance: true });
    expect(kept).toMatchObject({ refunds: [], keptAmount: 200, refundState: 'none' });
    expect((await lastMail(shop, two.email))?.plain).not.toContain('We will refund');
    expect(await stockOf(shop.db, cup.id)).toBe(5);
    expect((await refund(two)).status).toBe(201);
    await shop.runJobs();
    // Opened again, the courier collects all of it.
    expect((await setStatus(two, 'pending')).order.cashOnDelivery).toMatchObject({ due: 1498 });
  });

  it('is paid in full by an admin who says so', async () => {
    const cup = await cupOf();
    const [first, two] = [await advanced([{ id: cup.id }]), await placed([{ id: cup.id }])];
    const { order: paid } = await setStatus(first, 'paid');
    expect(amounts(paid).sort()).toEqual(['offline 1298', 'upi 200']);
    expect(paid).toMatchObject({ status: 'paid', paymentState: 'paid', cashOnDelivery: { due: 0 } });
    expect(paid.invoice_number).not.toBeNull();
    // Without its part in advance it is an order like any other, and that goes back if it comes late.
    expect(amounts((await setStatus(two, 'paid')).order)).toEqual(['offline 1498']);
    await verify(shop, await shop.fake.pay(two.providerOrderId));
    await shop.runJobs();
    expect((await act('GET', two.id)).order).toMatchObject({
      cashOnDelivery: null,
      keptAmount: 1498,
      refunds: [{ amount: 200 }],
    });
  });

  it('that is paid late takes its units again, or is refunded if they are sold (T-COD-04)', async () => {
    const cup = await cupOf(1);
    const first = await placed([{ id: cup.id }]);
    shop.advance(16);
    await shop.minute();
    expect((await seen(first)).status).toBe('failed');
    await verify(shop, await shop.fake.pay(first.providerOrderId));
    expect(await seen(first)).toMatchObject({ status: 'pending', cashOnDelivery: { due: 1298 } });
    expect(await stockOf(shop.db, cup.id)).toBe(0);
    await setStatus(first, 'cancelled');
    await shop.runJobs();

    const late = await placed([{ id: cup.id }]);
    shop.advance(16);
    await shop.minute();
    await advanced([{ id: cup.id }]);
    await verify(shop, await shop.fake.pay(late.providerOrderId));
    await shop.runJobs();
    const { order: sold } = await act('GET', late.id);
    expect(sold).toMatchObject({ status: 'failed', refunds: [{ amount: 200, status: 'processed' }] });
  });

  it('can be changed before it is packed: the courier collects the difference, never less than ₹1', async () => {
    const [cup, card] = [await cupOf(), await createProduct(shop.db, { pricePaise: 10_000 })];
    const made = await advanced([{ id: cup.id }]);
    const { order: now } = await act('GET', made.id);
    const lines = (id: string, variant: string | undefined, quantity: number, amount: number) => ({
      updatedAt: now.updatedAt,
      amount,
      cart_items: [{ product_id: id, variant_id: variant, quantity }],
    });
    const less = lines(card.id, card.variantIds[0], 1, 14_000);
    expect((await act('PUT', `${made.id}/lines`, less)).code).toBe('not_editable');
    const more = lines(cup.id, cup.variantIds[0], 2, 295_600);
    const { order: changed, status } = await act('PUT', `${made.id}/lines`, more);
    expect([status, changed]).toMatchObject([
      200,
      { amount: 2956, cashOnDelivery: { advance: 200, due: 2756 } },
    ]);
    expect((await lastMail(shop, made.email))?.plain).toContain('Please pay ₹2,756 to the courier');
    // The provider's order is still of the part in advance.
    expect((await act('POST', `${made.id}/check`)).order).toMatchObject({ paidAmount: 200, refunds: [] });
    await ship(made);
    expect((await move(made, 'delivered')).order).toMatchObject({ paymentState: 'paid', paidAmount: 2956 });
  });
});
