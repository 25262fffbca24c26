// Slow: `npm run check` leaves this file out.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { longIt } from '../../tests/support/long-run.ts';
import { createAdmin, freshEmail, freshMobile, lastMail, type Person } from '../../tests/support/people.ts';
import { buy, countRecords } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { sendWebhook, paymentEvent as webhookOf } from '../../tests/support/webhooks.ts';

let owner: Person;
const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' }, timeoutMs: 1000 });
beforeAll(async () => {
  owner = await createAdmin(shop);
});

/** Creates an order of one unit with a link, of a product with one unit by default; its jobs have not run yet. */
async function linked({ hours = 24, stock = 1, email = freshEmail() } = {}) {
  const product = await createProduct(shop.db, { stock });
  const { status, body } = await shop.call('POST', '/order/admin', {
    payload: {
      name: 'Meera Iyer',
      email,
      mobile: freshMobile(),
      amount: 129_900,
      cart_items: [{ product_id: product.id, variant_id: product.variantIds[0], quantity: 1 }],
      payment: { method: 'link', hours },
    },
    headers: { ...owner.headers, 'idempotency-key': randomUUID() },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body._id), product, email };
}

async function withLink(options: Parameters<typeof linked>[0] = {}) {
  const order = await linked(options);
  await shop.runJobs();
  return order;
}

/** Creates an order whose link exists at the provider, while all replies about it were lost. */
async function unknownLink() {
  const order = await linked();
  shop.fake.faults({ match: create, kind: 'timeout_after_commit' });
  shop.fake.faults({ match: lookUp, kind: '502', times: 9 });
  await shop.runJobs();
  shop.fake.clearFaults();
  shop.freshProvider();
  return order;
}

async function read(id: string): Promise<AdminOrder> {
  const { body } = await shop.get(`/order/admin/${id}`, { headers: owner.headers });
  return body as unknown as AdminOrder;
}

const linksOf = async (id: string) =>
  (await shop.fake.links()).filter(({ reference_id }) => reference_id === id);
const create = 'POST /v1/payment_links';
const lookUp = 'GET /v1/payment_links';
const setStatus = (id: string, status: string) =>
  shop.call('PUT', `/order/admin/${id}/status`, { payload: { status }, headers: owner.headers });
const paidOnce = { payments: 1, invoices: 1, movements: 1, refunds: 0, confirmations: 1 };

const sendEvent = (event: string, payload: object) => sendWebhook(shop, event, payload);
const paymentEvent = (providerOrderId: string, paymentId: string) =>
  webhookOf(providerOrderId, paymentId, 129_900);

describe('a payment link', () => {
  it('is created by a job, mailed, and paid: settled by its webhook, once', async () => {
    const { id, product, email } = await linked();
    expect(await read(id)).toMatchObject({ status: 'pending', hasPaymentLink: true, paymentLink: null });
    expect(await stockOf(shop.db, product.id)).toBe(0);
    const mail = await lastMail(shop, email);
    const [link] = await linksOf(id);
    const order = await read(id);
    expect(order.paymentLink).toBe(link?.short_url);
    expect(mail).toMatchObject({ kind: 'payment-link' });
    expect(mail?.plain).toContain(`Pay ₹1,299: ${link?.short_url}`);
    expect(link).toMatchObject({ amount: 129_900, status: 'created', reference_id: id });
    // It lives as long as the reservation.
    expect(Math.abs((link?.expire_by ?? 0) * 1000 - Date.parse(order.reservedUntil ?? ''))).toBeLessThan(
      2000,
    );
    // The checkout can't open a second payment.
    const opened = await shop.post(`/razorpay/orders/${id}/payment`, {}, { headers: owner.headers });
    expect([opened.status, opened.body.code]).toEqual([409, 'not_payable']);

    const paid = await shop.fake.payLink(id);
    const event = { ...paymentEvent(paid.razorpay_order_id, paid.razorpay_payment_id) };
    const linkEvent = { ...event, payment_link: { entity: { id: link?.id } } };
    await sendEvent('payment_link.paid', linkEvent);
    await sendEvent('payment_link.paid', linkEvent);
    await sendEvent('order.paid', event);
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paidAmount: 1299,
      paymentLink: null,
      razorpay_order_id: paid.razorpay_order_id,
    });
    expect(await countRecords(shop, id)).toEqual(paidOnce);
    await shop.minute();
    expect(await countRecords(shop, id)).toEqual(paidOnce);
    const second = await shop.fake.secondPayment(paid.razorpay_order_id);
    await sendEvent('payment.captured', paymentEvent(paid.razorpay_order_id, second.razorpay_payment_id));
    expect(await read(id)).toMatchObject({ status: 'paid', paidAmount: 2598, keptAmount: 1299 });
  });

  it('of another amount or currency, or paid in part, does not make its order paid (T-PAY-37)', async () => {
    const check = (id: string) => shop.post(`/order/admin/${id}/check`, {}, { headers: owner.headers });
    const alertsOf = async (orderId: string) => {
      const alerts = shop.db.selectFrom('attentionItems').select('kind').where('orderId', '=', orderId);
      return (await alerts.execute()).map(({ kind }) => kind);
    };
    for (const kind of ['wrong_amount', 'wrong_currency'] as const) {
      const { id } = await withLink();
      await shop.fake.payLink(id);
      shop.fake.faults({ match: 'GET /v1/payment_links/:id', kind });
      expect((await check(id)).body).toMatchObject({ status: 'pending', paidAmount: 0 });
      expect(await alertsOf(id)).toEqual(['order-mismatch']);
      expect((await check(id)).body).toMatchObject({ status: 'paid' });
    }
    const { id } = await withLink();
    await shop.fake.payLink(id, 'captured', { charged: 100_000 });
    expect((await check(id)).body).toMatchObject({ status: 'pending', invoice_number: null });
    expect(await alertsOf(id)).toEqual(['amount-mismatch']);
  });

  it('is settled by an event that names only the provider’s order, which the shop does not know (T-PAY-34)', async () => {
    const { id } = await withLink();
    const { razorpay_order_id, razorpay_payment_id } = await shop.fake.payLink(id);
    await sendEvent('payment.captured', paymentEvent(razorpay_order_id, razorpay_payment_id));
    expect(await read(id)).toMatchObject({ status: 'paid' });
    expect(await countRecords(shop, id)).toEqual(paidOnce);
    // The link of an authorised payment does not name its order yet; the shop captures the payment.
    const authorised = await withLink();
    const held = await shop.fake.payLink(authorised.id, 'authorized');
    await sendEvent('payment.authorized', paymentEvent(held.razorpay_order_id, held.razorpay_payment_id));
    expect(await read(authorised.id)).toMatchObject({ status: 'paid' });
    expect(await countRecords(shop, authorised.id)).toEqual(paidOnce);
  });

  it('is found paid without any webhook, by the checks of its order (T-PAY-34)', async () => {
    const { id } = await withLink();
    await shop.fake.payLink(id);
    shop.advance(3);
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'paid' });
    const another = await withLink();
    await shop.fake.payLink(another.id);
    await shop.handlers.hour({});
    expect(await read(another.id)).toMatchObject({ status: 'paid' });
    expect(await countRecords(shop, another.id)).toEqual(paidOnce);
  });

  it('ignores events of links and orders that are not its own (T-PAY-34)', async () => {
    const [mine, others] = [await withLink(), await withLink()];
    const [link] = await linksOf(mine.id);
    const { razorpay_order_id, razorpay_payment_id } = await shop.fake.payLink(others.id);
    const event = paymentEvent(razorpay_order_id, razorpay_payment_id);
    await sendEvent('payment_link.paid', { ...event, payment_link: { entity: { id: link?.id } } });
    expect(await read(mine.id)).toMatchObject({ status: 'pending', paidAmount: 0 });
    await sendEvent('payment_link.paid', {
      ...event,
      payment_link: { entity: { id: 'plink_Unknown0000001' } },
    });
    const open = await shop.db
      .selectFrom('webhookEvents')
      .select('event')
      .where('handledAt', 'is', null)
      .execute();
    expect(open).toEqual([]);
    await sendEvent('payment.captured', event);
    expect(await read(others.id)).toMatchObject({ status: 'paid' });
  });

  it('that expires unpaid ends its order and releases the unit', async () => {
    const { id, product } = await withLink({ hours: 1 });
    shop.advance(59);
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'pending' });
    shop.advance(2);
    await shop.minute();
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'failed', paymentLink: null, stock: 'released' });
    expect(ended.timeline.at(-1)?.note).toBe('The payment link has expired');
    expect(await stockOf(shop.db, product.id)).toBe(1);
  });

  it('that is paid in its last minute, while the shop can’t ask the provider, is found afterwards (T-PAY-35)', async () => {
    const { id, product } = await withLink({ hours: 1 });
    shop.advance(59);
    await shop.fake.payLink(id);
    shop.fake.faults({ match: '*', kind: '502', times: 999 });
    shop.advance(2);
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'failed', stock: 'released' });
    shop.fake.clearFaults();
    shop.freshProvider();
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'paid', paidAmount: 1299 });
    expect(await stockOf(shop.db, product.id)).toBe(0);
    expect(await countRecords(shop, id)).toEqual(paidOnce);
  });

  it('that is cancelled in the provider’s dashboard ends its order', async () => {
    const { id, product } = await withLink();
    await shop.fake.cancelLink(id);
    const [link] = await linksOf(id);
    await sendEvent('payment_link.cancelled', { payment_link: { entity: { id: link?.id } } });
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await stockOf(shop.db, product.id)).toBe(1);
  });

  it('is cancelled with its order; a payment that is faster is refunded if the unit is sold (T-PAY-35)', async () => {
    const quiet = await withLink();
    await setStatus(quiet.id, 'cancelled');
    expect(await stockOf(shop.db, quiet.product.id)).toBe(1);
    await shop.minute();
    expect((await linksOf(quiet.id))[0]?.status).toBe('cancelled');
    await expect(shop.fake.payLink(quiet.id)).rejects.toThrow(/cancelled or has expired/);
    // The audit at the end finds no open link, although another account of the provider has this one.
    const foreign = await withLink();
    await shop.db.deleteFrom('sandbox.paymentLinks').where('referenceId', '=', foreign.id).execute();
    await setStatus(foreign.id, 'cancelled');
    await shop.minute();

    const late = await withLink();
    await setStatus(late.id, 'cancelled');
    const buyer = await buy(shop, [{ id: late.product.id }]);
    await shop.fake.payLink(late.id);
    await shop.minute();
    await shop.runJobs();
    expect(await read(late.id)).toMatchObject({
      status: 'cancelled',
      paidAmount: 1299,
      refundedAmount: 1299,
    });
    expect(await read(buyer.id)).toMatchObject({ status: 'paid', refundedAmount: 0 });
    expect(await stockOf(shop.db, late.product.id)).toBe(0);
  });

  it('of an order that is paid in cash instead is cancelled; a second payment is refunded (T-PAY-35)', async () => {
    const first = await withLink();
    await setStatus(first.id, 'paid');
    await shop.minute();
    expect((await linksOf(first.id))[0]?.status).toBe('cancelled');
    // Set to pending, it is still paid: nobody is asked to pay again.
    await setStatus(first.id, 'pending');
    shop.advance(2);
    await shop.minute();
    expect((await shop.fake.links()).filter((link) => link.reference_id.startsWith(first.id))).toHaveLength(
      1,
    );
    await setStatus(first.id, 'paid');
    const twice = await withLink();
    await setStatus(twice.id, 'paid');
    await shop.fake.payLink(twice.id);
    await shop.minute();
    await shop.runJobs();
    expect(await read(twice.id)).toMatchObject({ status: 'paid', paidAmount: 2598, keptAmount: 1299 });
  });

  it('of an order that was reopened is replaced; late events of the former link change nothing (T-PAY-39)', async () => {
    const { id } = await withLink();
    const attempt = await shop.fake.payLink(id, 'failed');
    await setStatus(id, 'cancelled');
    await shop.minute();
    await setStatus(id, 'pending');
    shop.advance(2);
    await shop.minute();
    await sendEvent('payment.failed', paymentEvent(attempt.razorpay_order_id, attempt.razorpay_payment_id));
    expect(await read(id)).toMatchObject({ status: 'pending' });
    const paid = await shop.fake.payLink(`${id}-2`);
    await sendEvent('payment.captured', paymentEvent(paid.razorpay_order_id, paid.razorpay_payment_id));
    expect(await read(id)).toMatchObject({ status: 'paid', razorpay_order_id: paid.razorpay_order_id });
    expect(await countRecords(shop, id)).toMatchObject({ invoices: 1, movements: 1, refunds: 0 });
  });

  it('is created once if the reply is lost, and later if the provider is away (T-PAY-36)', async () => {
    const lost = await linked();
    shop.fake.faults({ match: create, kind: 'timeout_after_commit' });
    await shop.runJobs();
    shop.fake.clearFaults();
    shop.advance(2);
    await shop.minute();
    expect(await linksOf(lost.id)).toHaveLength(1);
    expect((await read(lost.id)).paymentLink).toBe((await linksOf(lost.id))[0]?.short_url);

    shop.freshProvider();
    const away = await linked();
    shop.fake.faults({ match: create, kind: '502', times: 9 });
    await shop.runJobs();
    expect(await read(away.id)).toMatchObject({ status: 'pending', paymentLink: null });
    shop.fake.clearFaults();
    shop.freshProvider();
    shop.advance(2);
    await shop.minute();
    expect((await read(away.id)).paymentLink).toBe((await linksOf(away.id))[0]?.short_url);
  });

  it('whose creation was refused is looked up before that is believed (T-PAY-36)', async () => {
    const { id } = await unknownLink();
    shop.fake.faults({ match: lookUp, kind: '502', times: 9 });
    shop.advance(2);
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'pending', paymentLink: null });
    shop.fake.clearFaults();
    shop.freshProvider();
    shop.advance(2);
    await shop.minute();
    expect((await read(id)).paymentLink).toBe((await linksOf(id))[0]?.short_url);
  });

  longIt(
    'that the shop does not know is cancelled with its order, and not mailed once it is paid (T-PAY-35)',
    async () => {
      const cancelled = await unknownLink();
      await setStatus(cancelled.id, 'cancelled');
      shop.advance(2);
      await shop.minute();
      expect(await linksOf(cancelled.id)).toMatchObject([{ status: 'cancelled' }]);

      const { id, email } = await unknownLink();
      const paid = await shop.fake.payLink(id);
      // The events come before the shop knows the link.
      const event = paymentEvent(paid.razorpay_order_id, paid.razorpay_payment_id);
      const [link] = await linksOf(id);
      await sendEvent('payment_link.paid', { ...event, payment_link: { entity: { id: link?.id } } });
      await sendEvent('payment.captured', event);
      expect(await read(id)).toMatchObject({ status: 'pending' });
      shop.advance(2);
      await shop.minute();
      expect(await read(id)).toMatchObject({ status: 'paid', paidAmount: 1299 });
      expect(await countRecords(shop, id)).toEqual(paidOnce);
      const mails = shop.db.selectFrom('mails').select('kind').where('toAddress', '=', email);
      expect(await mails.execute()).toEqual([{ kind: 'order-confirmation' }]);
    },
  );

  it('is created only with the keys of the mode of its order (T-PAY-38)', async () => {
    const { id } = await linked();
    const setLive = (live: boolean) =>
      Object.assign(shop.deps.payments, { name: live ? 'razorpay' : 'sandbox', test: !live });
    setLive(true);
    await shop.runJobs();
    expect(await linksOf(id)).toEqual([]);
    setLive(false);
    shop.advance(2);
    await shop.minute();
    expect(await linksOf(id)).toHaveLength(1);
  });

  it('and its reservation stay when a checkout names the order as one to replace (T-STK-10)', async () => {
    const { id } = await withLink();
    const { accessKey } = await shop.db
      .selectFrom('orders')
      .select('accessKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const another = await createProduct(shop.db);
    const placed = await shop.post(
      '/razorpay/create-order',
      orderFor([{ id: another.id }], { replaces: { order_id: id, order_key: accessKey } }),
    );
    expect(placed.status, JSON.stringify(placed.body)).toBe(201);
    expect(await read(id)).toMatchObject({ status: 'pending' });
    const { reservedUntil } = await read(String(placed.body.order_id));
    expect(Date.parse(reservedUntil ?? '')).toBeLessThan(shop.clock.now().getTime() + 16 * 60_000);
  });

  it('that the provider refuses ends its order with the reason', async () => {
    const { id, product } = await linked();
    shop.fake.faults({ match: create, kind: '400' });
    await shop.runJobs();
    const order = await read(id);
    expect(order.status).toBe('failed');
    expect(order.timeline.at(-1)).toMatchObject({
      note: 'The payment link could not be created: The contact is invalid',
      internal: true,
    });
    expect(await stockOf(shop.db, product.id)).toBe(1);
    shop.fake.clearFaults();
  });

  it('that a bank confirms five days after it has expired is found without a webhook (T-PAY-35)', async () => {
    const { id, product } = await withLink({ hours: 72 });
    const attempt = await shop.fake.payLink(id, 'failed');
    shop.advance(72 * 60 + 1);
    await shop.minute();
    expect(await stockOf(shop.db, product.id)).toBe(1);
    shop.advance(5 * 24 * 60 - 10);
    await shop.minute();
    await shop.fake.lateAuthorize(attempt.razorpay_payment_id);
    shop.advance(15);
    await shop.minute();
    // The sessions of before have ended.
    owner = await createAdmin(shop);
    expect(await read(id)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  });
});
