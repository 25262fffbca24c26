// Slow: `npm run check` leaves this file out.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { Refundable } from '../../shared/contract/orders/refunds.ts';
import { createProduct, stockOf } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { lastMail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';
import type { InvoiceContent } from '../invoices/invoice-content.ts';
import { signWebhook } from '../provider/signature.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(async () => {
  const { status, body } = await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: '' });
  expect(status, JSON.stringify(body)).toBe(200);
});

type Bought = { order: PlacedOrder; products: string[]; lines: string[]; paymentId: string };

/** A paid order: one cushion at 5 %, three vases at 18 %, a book at 0 %. */
async function bought({ paid = true, bookPaise = 12_000 } = {}): Promise<Bought> {
  const products: string[] = [];
  for (const [name, pricePaise, gstTenths] of [
    ['Cushion', 69_000, 50],
    ['Vase', 33_333, 180],
    ['Book', bookPaise, 0],
  ] as const) {
    products.push((await createProduct(shop.db, { name, pricePaise, gstTenths })).id);
  }
  const order = await place(
    shop,
    products.map((id, index) => ({ id, quantity: index === 1 ? 3 : 1 })),
  );
  const answer = paid ? await shop.fake.pay(order.providerOrderId) : undefined;
  if (answer) await verify(shop, answer);
  const { cart_items } = await read(order);
  return {
    order,
    products,
    lines: cart_items.map(({ _id }) => _id),
    paymentId: answer?.razorpay_payment_id ?? '',
  };
}

const refund = (order: PlacedOrder, body: object, key?: string) =>
  shop.post(
    `/order/admin/${order.id}/refund`,
    { reason: 'Came back', ...body },
    { headers: { ...owner.headers, ...(key && { 'idempotency-key': key }) } },
  );
const lineOf = (line_id: string | undefined, quantity = 1) => ({ line_id, quantity });
const read = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const left = async ({ id }: PlacedOrder) => (await owner.get(`/order/admin/${id}/refund`)).body as Refundable;

/** The credit notes of an order as they were stored, oldest first. */
async function notesOf({ id }: PlacedOrder) {
  const rows = await shop.db
    .selectFrom('invoices')
    .select(['kind', 'content'])
    .where('orderId', '=', id)
    .orderBy('kind')
    .orderBy('number')
    .execute();
  const [invoice, ...notes] = rows.map(({ content }) => content as unknown as InvoiceContent);
  if (!invoice) throw new Error('no invoice');
  return { invoice, notes };
}

async function hook(event: object) {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signWebhook(shop.fake.webhookSecret, body),
  };
  expect((await shop.call('POST', '/razorpay/webhook', { payload: body, headers })).status).toBe(200);
  await shop.runJobs();
}

describe('a refund of lines', () => {
  it('issues a credit note for exactly these lines, with their HSN, quantity, rates and taxes', async () => {
    const { order, lines } = await bought();
    const { status, body } = await refund(order, { lines: [lineOf(lines[0])] });
    expect(status, JSON.stringify(body)).toBe(201);
    await shop.runJobs();
    const after = await read(order);
    expect(after).toMatchObject({ refundState: 'partly_refunded', refundedAmount: 690 });
    expect(after.cart_items.map(({ refundedQuantity }) => refundedQuantity)).toEqual([1, 0, 0]);
    expect(after.refunds).toMatchObject([{ lines: [{ line_id: lines[0], quantity: 1, restocked: 0 }] }]);
    const { notes } = await notesOf(order);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.lines).toMatchObject([{ name: 'Cushion', hsn: '6912', quantity: 1, gstTenths: 50 }]);
    // 5 % within 690.00; the vases and the book reverse nothing.
    expect(notes[0]?.totals).toMatchObject({ totalPaise: 69_000, igstPaise: 3286 });
    const mail = await lastMail(shop, 'asha@example.in');
    expect(mail?.plain).toContain('Items: 1 × Cushion\n');
    const [note] = after.credit_notes;
    const pdf = await owner.get(String(note?.url).replace('/api', ''));
    const text = pdfText(pdf.body.raw as Buffer);
    expect(text).toContain('Cushion');
    expect(text).not.toMatch(/Vase|Book/);
  });

  it('agrees with the invoice to the paisa once units, goodwill and the rest are refunded', async () => {
    const { order, lines } = await bought();
    await refund(order, { lines: [lineOf(lines[1])], amount: 10 });
    await refund(order, { amount: 123.45 });
    await shop.runJobs();
    const now = await left(order);
    expect(now.lines.map(({ quantity }) => quantity)).toEqual([1, 2, 1]);
    expect(now.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(
      Math.round(now.amount * 100),
    );
    await refund(order, { lines: [lineOf(lines[1], 2), lineOf(lines[2])] });
    await refund(order, {});
    await shop.runJobs();
    const { invoice, notes } = await notesOf(order);
    expect(notes).toHaveLength(4);
    const sum = (key: keyof InvoiceContent['totals']) =>
      notes.reduce((all, { totals }) => all + (totals[key] ?? 0), 0);
    for (const key of ['totalPaise', 'taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const) {
      expect(sum(key), key).toBe(invoice.totals[key]);
    }
    expect(await read(order)).toMatchObject({ refundState: 'refunded', keptAmount: 0, refundableAmount: 0 });
    expect((await refund(order, { lines: [lineOf(lines[0])] })).body.code).toBe('nothing_to_refund');
  });

  it('never refunds more units than were bought, even with 10 requests at once', async () => {
    const { order, lines } = await bought();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(order, { lines: [lineOf(lines[1])] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'too_many_units', errors: { lines: 'Only 0 of “Vase” can still be refunded.' } },
    });
    expect((await refund(order, { lines: [lineOf(lines[0]), lineOf(lines[0])] })).body.code).toBe(
      'too_many_units',
    );
    await shop.runJobs();
    expect(await read(order)).toMatchObject({ refundedAmount: 999.99 });
  });

  it('is made once for each key, and is another refund for other lines', async () => {
    const { order, lines } = await bought();
    const body = { lines: [lineOf(lines[1])], restock: true };
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order, body, 'one-click')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await read(order)).refunds).toHaveLength(1);
    for (const item of [
      { ...body, restock: false },
      { lines: [lineOf(lines[1], 2)], restock: true },
    ]) {
      expect((await refund(order, item, 'one-click')).body.code).toBe('idempotency_mismatch');
    }
  });

  it('restocks the units once if requested, and a later cancellation restocks only the others', async () => {
    const { order, products, lines } = await bought();
    const stock = async () => Promise.all(products.map((id) => stockOf(shop.db, id)));
    expect(await stock()).toEqual([4, 2, 4]);
    await refund(order, { lines: [lineOf(lines[1], 2)], restock: true });
    await refund(order, { lines: [lineOf(lines[0])] });
    expect(await stock()).toEqual([4, 4, 4]);
    expect((await left(order)).lines.map(({ restockable }) => restockable)).toEqual([1, 1, 1]);
    await shop.runJobs();
    await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' });
    expect(await stock()).toEqual([5, 5, 5]);
    await shop.runJobs();
    const { notes } = await notesOf(order);
    expect(notes.at(-1)?.lines.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual([
      '1 Vase',
      '1 Book',
    ]);
    await owner.put(`/order/admin/${order.id}/status`, { status: 'processing' });
    expect(await stock()).toEqual([4, 4, 4]);
  });

  it('that returned everything leaves nothing for a cancellation to return', async () => {
    const { order, products } = await bought();
    await refund(order, { restock: true });
    expect((await owner.put(`/order/admin/${order.id}/status`, { status: 'cancelled' })).status).toBe(200);
    expect(await Promise.all(products.map((id) => stockOf(shop.db, id)))).toEqual([5, 5, 5]);
    expect((await read(order)).refunds).toHaveLength(1);
  });

  it('rejects a line of another order and invalid quantities', async () => {
    const { order, lines } = await bought();
    const another = await bought();
    for (const wrong of [
      [lineOf(another.lines[0])],
      [lineOf('none')],
      [lineOf(lines[0], 0)],
      [lineOf(lines[0], 1.5)],
      [],
      'all',
    ]) {
      const { status, body } = await refund(order, { lines: wrong });
      expect([status, body.code], JSON.stringify(wrong)).toEqual([400, 'validation_failed']);
    }
    const unpaid = await bought({ paid: false });
    expect(await left(unpaid.order)).toEqual({ amount: 0, lines: [] });
    expect((await owner.get('/order/admin/none/refund')).status).toBe(404);
  });

  it('refunds no more than is left after earlier goodwill', async () => {
    const { order, lines } = await bought();
    await refund(order, { amount: 1500 });
    const { amount, lines: now } = await left(order);
    expect(amount).toBe(309.99);
    expect(now.map(({ quantity }) => quantity)).toEqual([1, 3, 1]);
    expect((await refund(order, { lines: [lineOf(lines[0])], amount: 309.99 })).body.code).toBe(
      'refund_too_large',
    );
    await refund(order, { lines: [lineOf(lines[0])] });
    await shop.runJobs();
    const { notes } = await notesOf(order);
    expect(notes.at(-1)?.lines).toMatchObject([{ name: 'Cushion', quantity: 1 }]);
    expect((await left(order)).amount).toBeLessThan(309.99);
  });

  it('lists each unit once if the order was paid with two payments', async () => {
    const { order, lines } = await bought({ paid: false });
    const part = await shop.fake.pay(order.providerOrderId, 'captured', { charged: 100_000 });
    await verify(shop, part);
    await owner.put(`/order/admin/${order.id}/status`, { status: 'paid' });
    expect((await read(order)).payments).toHaveLength(2);
    expect((await refund(order, { lines: [lineOf(lines[1], 3), lineOf(lines[0])] })).status).toBe(201);
    await shop.runJobs();
    const after = await read(order);
    expect(after.refunds).toHaveLength(2);
    expect(after.cart_items.map(({ refundedQuantity }) => refundedQuantity)).toEqual([1, 3, 0]);
    expect(after.refundedAmount).toBe(1689.99);
    const { notes } = await notesOf(order);
    const named = notes.flatMap((note) => note.lines.map(({ name, quantity }) => `${quantity} ${name}`));
    expect(named.sort()).toEqual(['0 Vase', '1 Cushion', '3 Vase']);
  });
});

describe('a refund that fails', () => {
  /** Delivers the provider's webhook about a refund that it had accepted. */
  async function hear(refundId: string | undefined, status: 'failed' | 'processed') {
    const row = await shop.db
      .selectFrom('refunds')
      .select('providerRefundId')
      .where('id', '=', String(refundId))
      .executeTakeFirstOrThrow();
    const { refunds } = await shop.fake.ledger();
    const entity = { ...refunds.find(({ id }) => id === row.providerRefundId), status };
    await hook({ event: `refund.${status}`, payload: { refund: { entity } } });
  }
  const failing = 2468;

  it('releases its units; the next refund covers them, and they are restocked once', async () => {
    const { order, products, lines } = await bought({ bookPaise: failing });
    const inStock = () => stockOf(shop.db, products[2] ?? '');
    await refund(order, { lines: [lineOf(lines[2])], restock: true });
    await shop.runJobs();
    await hear((await read(order)).refunds[0]?._id, 'failed');
    expect(await read(order)).toMatchObject({ refundState: 'none', refunds: [{ status: 'failed' }] });
    expect(await left(order)).toMatchObject({ lines: [{}, {}, { quantity: 1, restockable: 0 }] });
    expect(await inStock()).toBe(5);
    const items = (await owner.get('/attention?limit=100')).body as unknown as {
      _id: string;
      order_id: string;
    }[];
    const item = items.find(({ order_id }) => order_id === order.id);
    expect((await owner.post(`/attention/${item?._id}/resolve`, { remedy: 'refund' })).status).toBe(200);
    await shop.runJobs();
    await hear((await read(order)).refunds[1]?._id, 'processed');
    expect((await read(order)).refunds).toMatchObject([
      { status: 'failed', lines: [{ restocked: 1 }] },
      { status: 'processed', lines: [{ line_id: lines[2], quantity: 1, restocked: 0 }] },
    ]);
    expect(await inStock()).toBe(5);
    expect((await notesOf(order)).notes[0]?.lines).toMatchObject([{ name: 'Book', quantity: 1 }]);

    // It was paid out after all: its amount is goodwill, because the other refund covers the book.
    await hear((await read(order)).refunds[0]?._id, 'processed');
    const after = await read(order);
    expect(after).toMatchObject({
      refundedAmount: 49.36,
      refunds: [{ lines: [] }, { lines: [{ quantity: 1 }] }],
    });
    const { notes } = await notesOf(order);
    expect(notes[1]).toMatchObject({
      totals: { totalPaise: failing },
      lines: [{ quantity: 0 }, { quantity: 0 }],
    });
  });
});

describe('a refund made on the provider’s dashboard', () => {
  it.each([
    ['of all the money takes back all lines', undefined, ['1 Cushion', '3 Vase', '1 Book'], 'refunded'],
    ['of a part is goodwill', 50_000, ['0 Cushion', '0 Vase', '0 Book'], 'partly_refunded'],
  ] as const)('%s', async (_, amountPaise, named, refundState) => {
    const { order, paymentId } = await bought();
    await shop.deps.payments.provider.refund(paymentId, {
      amountPaise: amountPaise ?? order.amountPaise,
      receipt: `dashboard-${paymentId}`,
      idempotencyKey: `dashboard-${paymentId}`,
    });
    const { refunds } = await shop.fake.ledger();
    const entity = refunds.find(({ payment_id }) => payment_id === paymentId);
    await hook({ event: 'refund.processed', payload: { refund: { entity } } });
    const { notes } = await notesOf(order);
    expect(notes[0]?.lines.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual(named);
    expect(await read(order)).toMatchObject({ refundState });
  });
});
