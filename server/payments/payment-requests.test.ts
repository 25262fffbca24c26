// Slow: `npm run check` leaves this file out.
import { describe, expect, it } from 'vitest';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { addUnit } from '../../tests/support/order-changes.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { paymentEvent, sendWebhook } from '../../tests/support/webhooks.ts';
import { findForSettling } from '../orders/queries/settle-queries.ts';
import { settleOrder } from './settle.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' }, timeoutMs: 1000 });
const owner = await asOwner(shop);

const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as unknown as AdminOrder;
const linksOf = async (id: string) => {
  const requests = await shop.db
    .selectFrom('paymentRequests')
    .select('id')
    .where('orderId', '=', id)
    .execute();
  const ids = requests.map((request) => request.id);
  const links = (await shop.fake.links()).filter(({ reference_id }) => ids.includes(String(reference_id)));
  // Those that can be paid first: several are created within a second.
  return links.sort((a, b) => b.status.localeCompare(a.status));
};
const referenceOf = async (id: string) => String((await linksOf(id)).at(0)?.reference_id);
const link = { method: 'link', hours: 1 };
const change = (order: AdminOrder) => addUnit(shop, owner, order, link);
const collect = async (id: string, payment: object) =>
  owner.post(`/order/admin/${id}/due`, { updatedAt: (await read(id)).updatedAt, payment });
const withdraw = (id: string) => owner.delete(`/order/admin/${id}/due`);
const check = (id: string) => owner.post(`/order/admin/${id}/check`);

/** A paid order of ₹500. */
async function bought() {
  const product = await createProduct(shop.db, { pricePaise: 50_000, stock: 5 });
  const email = freshEmail();
  const { id, key, providerOrderId } = await place(shop, [{ id: product.id }], { email });
  expect((await verify(shop, await shop.fake.pay(providerOrderId))).status).toBe(200);
  return { id, key, email, product, providerOrderId };
}

/** Adds a unit for another ₹500, for which a payment link asks. */
async function ask(id: string) {
  const { status, body } = await change(await read(id));
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A paid order of ₹500, to which a unit for another ₹500 was added. */
async function asked({ isCreated = true } = {}) {
  const order = await bought();
  await ask(order.id);
  if (isCreated) await shop.runJobs();
  return order;
}
const settled = { paymentState: 'paid', paidAmount: 1000, keptAmount: 1000, paymentRequest: null };
const unsettled = { paymentState: 'partly_paid', paidAmount: 500, keptAmount: 500, paymentRequest: null };

describe('the difference of a paid order that was changed', () => {
  it('is asked for by a link, and settled by any event about it, once (T-PAY-42)', async () => {
    const { id, key, email, product } = await asked();
    const [made] = await linksOf(id);
    expect(made).toMatchObject({ amount: 50_000, status: 'created' });
    const request = { amount: 500, url: made?.short_url, until: expect.any(String) };
    const order = await read(id);
    expect(order).toMatchObject({
      status: 'paid',
      amount: 1000,
      paymentState: 'partly_paid',
      paymentRequest: request,
      replaced_invoices: [{ amount: 500 }],
      credit_notes: [{ amount: 500 }],
    });
    expect(await stockOf(shop.db, product.id)).toBe(3);
    const { body: bought } = await shop.get(`/order/${id}?key=${key}`);
    expect((bought as unknown as Order).paymentRequest).toEqual(request);
    const mail = await lastMail(shop, email);
    expect(mail).toMatchObject({ kind: 'payment-link' });
    expect(mail?.plain).toContain(`Pay ₹500: ${made?.short_url}`);
    // Nothing is packed before it is paid.
    const packed = await owner.post(`/order/admin/${id}/shipments`, { state: 'packed' });
    expect([packed.status, packed.body.code]).toEqual([409, 'payment_requested']);
    const { body: batch } = await owner.post('/order/admin/batch', { action: 'pack', ids: [id] });
    await shop.runJobs();
    const { body: handled } = await owner.get(`/order/admin/batch/${batch._id}`);
    expect(handled).toMatchObject({ skipped: 1, skips: [{ message: expect.stringContaining('is open') }] });

    const paid = await shop.fake.payLink(await referenceOf(id));
    const event = paymentEvent(paid.razorpay_order_id, paid.razorpay_payment_id, 50_000);
    // The shop does not know the provider's order of the link yet.
    await sendWebhook(shop, 'payment.captured', event);
    expect(await read(id)).toMatchObject(settled);
    await sendWebhook(shop, 'payment_link.paid', { ...event, payment_link: { entity: { id: made?.id } } });
    await sendWebhook(shop, 'order.paid', event);
    await shop.minute();
    expect(await read(id)).toMatchObject({ ...settled, refunds: [] });
    expect((await lastMail(shop, email))?.plain).toContain('We have received the difference of ₹500');
    const second = await shop.fake.secondPayment(paid.razorpay_order_id);
    await sendWebhook(
      shop,
      'payment.captured',
      paymentEvent(paid.razorpay_order_id, second.razorpay_payment_id, 50_000),
    );
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ paidAmount: 1500, keptAmount: 1000, refundedAmount: 500 });
    expect((await owner.post(`/order/admin/${id}/shipments`, { state: 'shipped' })).status).toBe(201);
  });

  it('is found without webhooks, also if the bank only authorised it, and after lost replies (T-PAY-42)', async () => {
    const quiet = await asked();
    await shop.fake.payLink(await referenceOf(quiet.id));
    shop.advance(3);
    await shop.minute();
    expect(await read(quiet.id)).toMatchObject(settled);

    const held = await asked();
    const { razorpay_order_id, razorpay_payment_id } = await shop.fake.payLink(
      await referenceOf(held.id),
      'authorized',
    );
    await sendWebhook(
      shop,
      'payment.authorized',
      paymentEvent(razorpay_order_id, razorpay_payment_id, 50_000),
    );
    expect(await read(held.id)).toMatchObject(settled);

    const lost = await asked({ isCreated: false });
    shop.fake.faults({ match: 'POST /v1/payment_links', kind: 'timeout_after_commit' });
    shop.fake.faults({ match: 'GET /v1/payment_links', kind: '502', times: 9 });
    await shop.runJobs();
    shop.fake.clearFaults();
    shop.freshProvider();
    shop.advance(3);
    await shop.minute();
    expect(await linksOf(lost.id)).toHaveLength(1);
    expect((await read(lost.id)).paymentRequest?.url).toBe((await linksOf(lost.id))[0]?.short_url);
  });

  it('of another amount does not count (T-PAY-43)', async () => {
    const { id } = await asked();
    await shop.fake.payLink(await referenceOf(id));
    shop.fake.faults({ match: 'GET /v1/payment_links/:id', kind: 'wrong_amount' });
    expect((await check(id)).body).toMatchObject({ paymentState: 'partly_paid', paidAmount: 500 });
    expect((await check(id)).body).toMatchObject(settled);
    const cheap = await asked();
    await shop.fake.payLink(await referenceOf(cheap.id), 'captured', { charged: 10_000 });
    await check(cheap.id);
    await shop.runJobs();
    expect(await read(cheap.id)).toMatchObject({ keptAmount: 500, refundedAmount: 100 });
  });

  it('stays due when the link expires or is withdrawn, and is collected otherwise (T-PAY-44)', async () => {
    const { id } = await asked();
    shop.advance(61);
    await shop.minute();
    expect(await read(id)).toMatchObject(unsettled);
    expect((await collect(id, { method: 'cash' })).body).toMatchObject(settled);
    expect((await collect(id, { method: 'cash' })).body.code).toBe('not_editable');

    const another = await asked();
    expect((await collect(another.id, link)).body.code).toBe('not_editable');
    shop.fake.faults({ match: 'POST /v1/payment_links/:id/cancel', kind: '502', times: 9 });
    expect((await withdraw(another.id)).body.code).toBe('provider_error');
    expect((await read(another.id)).paymentRequest).not.toBeNull();
    shop.fake.clearFaults();
    shop.freshProvider();
    expect((await withdraw(another.id)).body).toMatchObject(unsettled);
    expect((await linksOf(another.id))[0]?.status).toBe('cancelled');
    expect((await withdraw(another.id)).status).toBe(409);
    // A courier would collect it, as the label of the parcel says.
    const file = { action: 'courier-file', format: 'delhivery', ids: [another.id] };
    const { body: batch } = await owner.post('/order/admin/batch', file);
    await shop.runJobs();
    const csv = await owner.get(`/order/admin/batch/${batch._id}/courier.csv`);
    expect(String(csv.body.raw)).toContain(`${orderNumber(another.id)},COD,500,`);
    // Of two admins one sends another link.
    const both = await Promise.all([collect(another.id, link), collect(another.id, link)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await shop.runJobs();
    expect((await linksOf(another.id)).map(({ status }) => status)).toEqual(['created', 'cancelled']);
    // What was received in cash closes the link.
    expect((await collect(another.id, { method: 'cash' })).body).toMatchObject(settled);
    expect((await linksOf(another.id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('counts if it is paid while the link is withdrawn, or late, as long as it is due; else it is refunded (T-PAY-44)', async () => {
    const raced = await asked();
    await shop.fake.payLink(await referenceOf(raced.id));
    expect((await withdraw(raced.id)).body).toMatchObject(settled);

    const late = await asked();
    const { razorpay_payment_id } = await shop.fake.payLink(await referenceOf(late.id), 'failed');
    shop.advance(61);
    await shop.minute();
    await shop.fake.lateAuthorize(razorpay_payment_id);
    await check(late.id);
    // The bank confirmed it after the link had expired, and it is still due.
    expect(await read(late.id)).toMatchObject(settled);
    const away = await asked();
    shop.advance(59);
    await shop.fake.payLink(await referenceOf(away.id));
    shop.fake.faults({ match: '*', kind: '502', times: 999 });
    shop.advance(3);
    await shop.minute();
    shop.fake.clearFaults();
    shop.freshProvider();
    await check(away.id);
    expect(await read(away.id)).toMatchObject(settled);

    const cancelled = await asked();
    await owner.put(`/order/admin/${cancelled.id}/status`, { status: 'cancelled' });
    await shop.fake.payLink(await referenceOf(cancelled.id));
    shop.advance(2);
    await shop.minute();
    await shop.runJobs();
    expect(await read(cancelled.id)).toMatchObject({ status: 'cancelled', paidAmount: 1000, keptAmount: 0 });
    const refunded = await asked();
    await owner.post(`/order/admin/${refunded.id}/refund`, { amount: 10, reason: 'Late' });
    await shop.runJobs();
    expect((await read(refunded.id)).paymentRequest).toBeNull();
    shop.advance(2);
    await shop.minute();
    expect((await linksOf(refunded.id))[0]?.status).toBe('cancelled');
  });

  it('is replaced after the next change; a buyer who pays at the same moment pays once (T-PAY-44)', async () => {
    const { id, product } = await asked();
    const before = await read(id);
    expect((await change(before)).status).toBe(200);
    await shop.runJobs();
    expect((await linksOf(id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['created', 100_000],
      ['cancelled', 50_000],
    ]);
    expect(await stockOf(shop.db, product.id)).toBe(2);
    // She pays when the shop has read the link, and is about to cancel it.
    const { provider } = shop.deps.payments;
    const reference = await referenceOf(id);
    shop.deps.payments.provider = {
      ...provider,
      async cancelLink(linkId) {
        await shop.fake.payLink(reference);
        return provider.cancelLink(linkId);
      },
    };
    const changed = await change(await read(id));
    shop.deps.payments.provider = provider;
    await shop.runJobs();
    const after = await read(id);
    expect([changed.status, changed.body.code]).toEqual([409, 'order_changed']);
    expect([after.amount, after.keptAmount]).toEqual([1500, 1500]);
    expect(after.refundedAmount).toBe(0);
  });

  it('is not refunded, nor forgotten, by a settling that began before it was asked for (T-PAY-44)', async () => {
    const { id } = await bought();
    const early = await findForSettling(shop.db, id);
    if (!early) throw new Error('no order');
    await ask(id);
    await shop.runJobs();
    // Otherwise the next check is that of a paid order, an hour later.
    await settleOrder(shop.deps, early);
    await shop.fake.payLink(await referenceOf(id));
    shop.advance(3);
    await shop.minute();
    expect(await read(id)).toMatchObject(settled);
    await settleOrder(shop.deps, early);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ ...settled, refunds: [] });
  });

  it('that a bank confirms late withdraws the link that asks for it again (T-PAY-44)', async () => {
    const { id } = await asked();
    const { razorpay_payment_id } = await shop.fake.payLink(await referenceOf(id), 'failed');
    shop.advance(61);
    await shop.minute();
    expect((await collect(id, link)).status).toBe(200);
    await shop.runJobs();
    expect((await read(id)).paymentRequest?.amount).toBe(500);
    await shop.fake.lateAuthorize(razorpay_payment_id);
    await check(id);
    expect(await read(id)).toMatchObject(settled);
    shop.advance(2);
    await shop.minute();
    expect((await linksOf(id)).map(({ status }) => status).sort()).toEqual(['cancelled', 'paid']);
  });
});

describe('a refund while a difference is due', () => {
  const open = { paymentState: 'partly_paid', keptAmount: 500 };
  const notes = async (id: string) => (await read(id)).credit_notes.map(({ amount }) => amount);

  it('of a second payment for the order leaves the difference due, without a credit note (T-PAY-45)', async () => {
    const { id, providerOrderId } = await asked();
    const { razorpay_payment_id } = await shop.fake.secondPayment(providerOrderId);
    await sendWebhook(shop, 'payment.captured', paymentEvent(providerOrderId, razorpay_payment_id, 50_000));
    await shop.runJobs();
    const order = await read(id);
    expect(order).toMatchObject({ ...open, refundedAmount: 500, paymentRequest: { amount: 500 } });
    // That of the replaced invoice.
    expect(await notes(id)).toEqual([500]);
    const { body } = await owner.get(`/order/admin?view=unpaid&search=${orderNumber(id)}`);
    expect(body).toMatchObject([{ _id: id }]);
    await shop.fake.payLink(await referenceOf(id));
    await check(id);
    expect(await read(id)).toMatchObject({ paymentState: 'paid', paidAmount: 1500, keptAmount: 1000 });
    expect(await notes(id)).toEqual([500]);
  });

  it('by an admin gives the difference up: a credit note covers it, and nothing is due (T-PAY-45)', async () => {
    const { id } = await asked();
    expect((await owner.post(`/order/admin/${id}/refund`, { amount: 10, reason: 'Late' })).status).toBe(201);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({
      paymentState: 'partly_refunded',
      keptAmount: 490,
      paymentRequest: null,
    });
    // The invoice of ₹1,000 less the note is what was kept.
    expect((await notes(id)).sort()).toEqual([500, 510]);
    expect((await collect(id, link)).body.code).toBe('not_editable');
  });

  it('that fails at the provider leaves the difference due again (T-PAY-45)', async () => {
    const { id } = await asked();
    shop.fake.faults({ match: 'POST /v1/payments/:id/refund', kind: '400' });
    await owner.post(`/order/admin/${id}/refund`, { amount: 10, reason: 'Late' });
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ ...open, refundedAmount: 0, paymentRequest: null });
    expect(await notes(id)).toEqual([500]);
    expect((await collect(id, { method: 'cash' })).body).toMatchObject(settled);
  });
});
