// Slow: `npm run check` leaves this file out.
import { describe, expect, it } from 'vitest';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { buy, countRecords, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import { changeStock } from '../catalogue/stock/stock.ts';
import { transaction } from '../db/database.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';

const shop = await auditedShop();

const once = { payments: 1, invoices: 1, movements: 1, refunds: 0, confirmations: 1 };

describe('verify-payment', () => {
  it('makes a paid order with one payment, invoice and mail (T-PAY-01)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id, quantity: 2 }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    const { status, body } = await verify(shop, paid);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      invoice_url: `/api/razorpay/invoice/${order.id}`,
      order_details: {
        _id: order.id,
        status: 'paid',
        paidAmount: 2598,
        payment_id: paid.razorpay_payment_id,
      },
    });
    expect(await countRecords(shop, order.id)).toEqual(once);
    expect(await stockOf(shop.db, product.id)).toBe(3);
  });

  it('gives 50 concurrent repetitions the same reply without further effects (T-PAY-06)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(shop, paid)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(
      new Set(answers.map(({ body }) => JSON.stringify({ ...body, order_details: undefined }))).size,
    ).toBe(1);
    expect(await countRecords(shop, order.id)).toEqual(once);
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('replies to repetitions for a settled order while another transaction has locked it', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    const first = await verify(shop, paid);
    const answers = await shop.db.transaction().execute(async (trx) => {
      await lockOrder(trx, order.id);
      return Promise.all(Array.from({ length: 12 }, () => verify(shop, paid)));
    });
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(12).fill({ status: 200, body: first.body }),
    );
    expect(await countRecords(shop, order.id)).toEqual(once);
  });

  it('rejects forged signatures and leaves the order unchanged (T-PAY-02, T-PAY-03)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId, 'pending');
    const right = paid.razorpay_signature;
    const forged = [
      '0'.repeat(64),
      right.slice(0, 60),
      right.toUpperCase(),
      '',
      null,
      [right],
      'x'.repeat(300),
    ];
    for (const razorpay_signature of forged) {
      const { status, body } = await verify(shop, { ...paid, razorpay_signature });
      expect(status).toBe(400);
      expect(body.success).toBe(false);
    }
    expect((await read(shop, order)).status).toBe('pending');
  });

  it('pays only the order that the signature is for (T-PAY-04)', async () => {
    const product = await createProduct(shop.db, { stock: 9 });
    const cheap = await place(shop, [{ id: product.id }]);
    const dear = await place(shop, [{ id: product.id, quantity: 4 }]);
    const paid = await shop.fake.pay(cheap.providerOrderId);
    const { status } = await verify(shop, { ...paid, razorpay_order_id: dear.providerOrderId });
    expect(status).toBe(400);
    expect((await read(shop, dear)).status).toBe('pending');
    await verify(shop, paid);
    expect((await read(shop, cheap)).status).toBe('paid');
  });

  it('captures an authorised payment (T-PAY-08)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId, 'authorized');
    expect((await verify(shop, paid)).status).toBe(200);
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  });

  it('does not accept a signature if the provider reports a failed payment (T-PAY-09)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId, 'failed');
    expect((await verify(shop, paid)).status).toBe(400);
    expect((await read(shop, order)).status).toBe('pending');
  });

  it('records a payment as captured that the provider lists in two states (T-PAY-17)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    const { provider } = shop.deps.payments;
    const listPayments = async (id: string) => {
      const found = await provider.listPayments(id);
      return [
        ...found,
        ...found.map((payment) => ({ ...payment, status: 'failed' as const, captured: false })),
      ];
    };
    shop.deps.payments.provider = { ...provider, listPayments };
    const { status } = await verify(shop, paid);
    shop.deps.payments.provider = provider;
    expect(status).toBe(200);
    expect(await countRecords(shop, order.id)).toEqual(once);
  });

  it('records a payment with a text that PostgreSQL can’t store as it is (T-PAY-32)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    await shop.fake.faults({ match: 'GET /v1/orders/:id/payments', kind: 'half_character' });
    expect((await verify(shop, paid)).status).toBe(200);
    expect(await countRecords(shop, order.id)).toEqual(once);
    const { method } = await shop.db
      .selectFrom('payments')
      .select('method')
      .where('orderId', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(method).toBe('upi \ufffd');
  });

  it('never accepts another amount as payment, and raises an alert (T-PAY-10)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId, 'captured', { charged: 100 });
    expect((await verify(shop, paid)).status).toBe(400);
    expect((await read(shop, order)).status).toBe('pending');
    const items = await shop.db
      .selectFrom('attentionItems')
      .select('kind')
      .where('orderId', '=', order.id)
      .execute();
    expect(items).toEqual([{ kind: 'amount-mismatch' }]);
  });

  it('replies pending while the provider can’t be reached, and settles later', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    await shop.fake.faults({ match: 'GET /v1/orders/:id', times: 8, kind: '500' });
    const { status, body } = await verify(shop, paid);
    expect(status).toBe(202);
    expect(body).toMatchObject({ success: false, pending: true });
    await shop.fake.clearFaults();
    expect((await verify(shop, paid)).status).toBe(200);
  });

  it('uses the price of the order, although the product’s price has changed (T-PRC-09)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await shop.db
      .updateTable('variants')
      .set({ pricePaise: 259_800, sellingPaise: 259_800 })
      .where('productId', '=', product.id)
      .execute();
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
  });
});

describe('late and second payments', () => {
  it('is paid if a failed attempt is followed by a successful one (T-PAY-16)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await shop.fake.pay(order.providerOrderId, 'failed');
    expect(await shop.get(`/razorpay/orders/${order.id}/status?key=${order.key}`)).toMatchObject({
      status: 200,
      body: { status: 'pending', paid: false },
    });
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    expect((await read(shop, order)).status).toBe('paid');
  });

  it('refunds a second payment once (T-PAY-14)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    await verify(shop, paid);
    const second = await shop.fake.secondPayment(order.providerOrderId);
    const again = await Promise.all([second, second, paid].map((payment) => verify(shop, payment)));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    await shop.runJobs();
    await shop.minute();
    const { refunds } = await shop.fake.ledger();
    expect(refunds.filter((refund) => refund.payment_id === second.razorpay_payment_id)).toHaveLength(1);
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 2598, refundedAmount: 1299 });
    expect((await countRecords(shop, order.id)).invoices).toBe(1);
  });

  it('returns the stock of an unpaid order once after 15 minutes (T-STK-03)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id, quantity: 3 }]);
    expect(await stockOf(shop.db, product.id)).toBe(2);
    shop.advance(16);
    await Promise.all([shop.minute(), shop.minute()]);
    expect(await stockOf(shop.db, product.id)).toBe(5);
    expect((await read(shop, order)).status).toBe('failed');
  });

  it('reserves the stock again for a payment after expiry (T-PAY-18)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const pending = await shop.fake.pay(order.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    expect(await stockOf(shop.db, product.id)).toBe(5);
    await shop.fake.lateAuthorize(pending.razorpay_payment_id);
    await verify(shop, pending);
    expect(await read(shop, order)).toMatchObject({ status: 'paid', paidAmount: 1299 });
    expect(await stockOf(shop.db, product.id)).toBe(4);
  });

  it('refunds a late payment in full if the last unit is sold (T-PAY-19)', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const order = await place(shop, [{ id: product.id }]);
    const pending = await shop.fake.pay(order.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    await buy(shop, [{ id: product.id }]);
    await shop.fake.lateAuthorize(pending.razorpay_payment_id);
    await verify(shop, pending);
    await shop.runJobs();
    await shop.minute();
    expect(await stockOf(shop.db, product.id)).toBe(0);
    expect(await read(shop, order)).toMatchObject({
      status: 'failed',
      paidAmount: 1299,
      refundedAmount: 1299,
    });
    expect((await countRecords(shop, order.id)).invoices).toBe(0);
    const mails = await shop.db
      .selectFrom('mails')
      .select('subject')
      .where('kind', '=', 'order-refunded')
      .execute();
    expect(mails.at(-1)?.subject).toContain('₹1,299');
  });

  it('does not reopen a refunded order when the unit is in stock again', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const order = await place(shop, [{ id: product.id }]);
    const pending = await shop.fake.pay(order.providerOrderId, 'pending');
    shop.advance(16);
    await shop.minute();
    await buy(shop, [{ id: product.id }]);
    await shop.fake.lateAuthorize(pending.razorpay_payment_id);
    await verify(shop, pending);
    await shop.runJobs();
    const restock = [{ variantId: product.variantIds[0] ?? '', delta: 1 }];
    await transaction(shop.db, (trx) => changeStock(trx, restock, { reason: 'Restocked', by: 'Test' }));
    expect(await stockOf(shop.db, product.id)).toBe(1);
    shop.advance(60);
    await shop.minute();
    await verify(shop, pending);
    expect(await read(shop, order)).toMatchObject({
      status: 'failed',
      refundedAmount: 1299,
      invoice_number: null,
    });
    expect(await stockOf(shop.db, product.id)).toBe(1);
  });

  it('does not count a payment that was refunded before the shop knew of it', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const paid = await shop.fake.pay(order.providerOrderId);
    await shop.deps.payments.provider.refund(paid.razorpay_payment_id, {
      amountPaise: order.amountPaise,
      receipt: 'all-of-it-by-hand',
      idempotencyKey: 'all-of-it-by-hand',
    });
    await verify(shop, paid);
    expect(await read(shop, order)).toMatchObject({
      status: 'pending',
      paidAmount: 1299,
      refundedAmount: 1299,
    });
  });

  it('refunds the rest of a partly refunded second payment', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await shop.fake.pay(order.providerOrderId);
    const second = await shop.fake.secondPayment(order.providerOrderId);
    await shop.deps.payments.provider.refund(second.razorpay_payment_id, {
      amountPaise: 50_000,
      receipt: 'a-part-by-hand',
      idempotencyKey: 'a-part-by-hand',
    });
    await verify(shop, second);
    await shop.runJobs();
    shop.advance(2);
    await shop.minute();
    const after = await read(shop, order);
    expect(after).toMatchObject({ status: 'paid', paidAmount: 2598, refundedAmount: 1299 });
    const notes = after.timeline.map(({ note }) => note);
    expect(notes).toContain('A second payment for the same order: refund of ₹799 requested');
  });

  it('checks an expired order at the provider after the payment window is closed', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    const state = async () => (await shop.get(`/razorpay/orders/${order.id}/status?key=${order.key}`)).body;
    shop.advance(16);
    await shop.minute();
    expect(await state()).toMatchObject({ status: 'failed', paid: false });
    await shop.fake.pay(order.providerOrderId);
    expect(await state()).toMatchObject({ status: 'paid', paid: true });
  });

  it('does not report a refunded order as paid', async () => {
    const product = await createProduct(shop.db, { stock: 1 });
    const order = await place(shop, [{ id: product.id }]);
    shop.advance(16);
    await shop.minute();
    await buy(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    await shop.runJobs();
    const { body } = await shop.get(`/razorpay/orders/${order.id}/status?key=${order.key}`);
    expect(body).toMatchObject({ status: 'failed', paid: false });
  });

  it('settles the order of a closed tab without a request (T-PAY-21)', async () => {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await shop.fake.pay(order.providerOrderId);
    shop.advance(3);
    await shop.minute();
    expect((await read(shop, order)).status).toBe('paid');
    expect(await countRecords(shop, order.id)).toEqual(once);
  });
});

describe('concurrent requests', () => {
  it('sell ten units to exactly ten of 60 buyers (T-STK-01)', async () => {
    const product = await createProduct(shop.db, { stock: 10 });
    const { orderFor } = await import('../../tests/support/factories.ts');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => shop.post('/razorpay/create-order', orderFor([{ id: product.id }]))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(50);
    expect(await stockOf(shop.db, product.id)).toBe(0);
  });

  it('do not deadlock on carts in opposite order (T-STK-02)', async () => {
    const [p, q] = [await createProduct(shop.db, { stock: 99 }), await createProduct(shop.db, { stock: 99 })];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        place(shop, i % 2 ? [{ id: p.id }, { id: q.id }] : [{ id: q.id }, { id: p.id }]),
      ),
    );
    expect(await stockOf(shop.db, p.id)).toBe(59);
    expect(await stockOf(shop.db, q.id)).toBe(59);
  });

  it('give 20 payments invoice numbers without a gap', async () => {
    const product = await createProduct(shop.db, { stock: 20 });
    const placed = await Promise.all(Array.from({ length: 20 }, () => place(shop, [{ id: product.id }])));
    const paid = await Promise.all(placed.map((order) => shop.fake.pay(order.providerOrderId)));
    await Promise.all(paid.map((payment) => verify(shop, payment)));
    const rows = await shop.db
      .selectFrom('invoices')
      .select('number')
      .where('kind', '=', 'invoice')
      .orderBy('number')
      .execute();
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => i + 1));
    const codes = await Promise.all(placed.map(async (order) => (await read(shop, order)).invoice_number));
    expect(codes.every((code) => /^TEST-\d{6}$/.test(code ?? ''))).toBe(true);
    expect(new Set(codes).size).toBe(20);
  });
});
