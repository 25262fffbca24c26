// Slow: `npm run check` leaves this file out.
import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct, delivery, orderFor, stockOf } from '../../tests/support/factories.ts';
import { longRun } from '../../tests/support/long-run.ts';
import { contactOf } from '../../tests/support/order-changes.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' }, timeoutMs: 2000 });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));

type Made = Awaited<ReturnType<typeof createProduct>>;
const lineOf = ({ id, variantIds }: Made, quantity = 1, index = 0, more: object = {}) => ({
  ...{ product_id: id, variant_id: variantIds[index], quantity },
  ...more,
});

async function bought(lines: Parameters<typeof orderFor>[0], more: object = {}) {
  const email = freshEmail();
  const { id } = await place(shop, lines, { email, ...more }).then(async (order) => {
    expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
    return order;
  });
  return { id, email };
}

async function read(id: string): Promise<AdminOrder> {
  return (await owner.get(`/order/admin/${id}`)).body as unknown as AdminOrder;
}

async function changeContact(id: string, change: object, as = owner) {
  return as.put(`/order/admin/${id}/contact`, contactOf(await read(id), change));
}

const quote = (id: string, body: object) => owner.post(`/order/admin/${id}/lines/quote`, body);

/** Changes the lines of an order to the total that the server computes. */
async function changeLines(id: string, change: object, { as = owner, key = randomUUID() as string } = {}) {
  const { updatedAt } = await read(id);
  const priced = await quote(id, change);
  const amount = toPaise((priced.body as unknown as LinesQuote).amount ?? 0);
  return shop.call('PUT', `/order/admin/${id}/lines`, {
    payload: { updatedAt, amount, ...change },
    headers: { ...as.headers, 'idempotency-key': key },
  });
}

const documentsOf = (id: string) =>
  shop.db
    .selectFrom('invoices')
    .select(['id', 'kind', 'code', 'content'])
    .where('orderId', '=', id)
    .execute();
const notesOf = async (id: string) => (await read(id)).timeline.map(({ note }) => note);

describe('contact details of an order', () => {
  it('can be changed until it ships, and the buyer gets the order by mail', async () => {
    const product = await createProduct(shop.db);
    const { id } = await bought([{ id: product.id }]);
    const [email, mobile] = [freshEmail(), '9123456780'];
    const to = { ...delivery, name: 'Ravi Rao', address: '7, Church Street' };
    const before = await read(id);
    const changed = await changeContact(id, { name: 'Ravi Rao', email, mobile, shipping_details: to });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({
      customer: { name: 'Ravi Rao', email, mobile },
      shippingAddress: to,
      replaced_invoices: [],
      invoice_number: before.invoice_number,
    });
    expect((await notesOf(id)).at(-1)).toBe('Changed: name, email address, mobile number, delivery address');
    const mail = await lastMail(shop, email);
    expect(mail).toMatchObject({ kind: 'order-changed', status: 'sent', invoiceOf: id });
    for (const words of ['7, Church Street', `/order-success/${id}`]) expect(mail?.plain).toContain(words);
    // What was logged has no personal data.
    const [logged] = await shop.db
      .selectFrom('adminLog')
      .select('detail')
      .where('subject', '=', id)
      .where('action', '=', 'order.contact')
      .execute();
    expect(JSON.stringify(logged?.detail)).not.toMatch(/Ravi|Church|9123456780/);

    const stale = await changeContact(id, { name: 'Asha', updatedAt: before.updatedAt });
    expect([stale.status, stale.body.code]).toEqual([409, 'order_changed']);
    expect((await changeContact(id, { email: '', mobile: '' })).status).toBe(400);
    await owner.put(`/order/admin/${id}/status`, { status: 'processing' });
    expect((await changeContact(id, { altMobile: '9000000001' })).status).toBe(200);
    await owner.put(`/order/admin/${id}/status`, { status: 'shipped' });
    const late = await changeContact(id, { name: 'Asha' });
    expect([late.status, late.body.code]).toEqual([409, 'not_editable']);
  });

  it('in another state have an invoice with the taxes of that state', async () => {
    const product = await createProduct(shop.db, { pricePaise: 105_000, gstTenths: 50 });
    const { id, email } = await bought([{ id: product.id }]);
    const local = { ...delivery, city: 'Jaipur', state: 'Rajasthan', postalCode: '302001' };
    expect((await changeContact(id, { shipping_details: local })).status).toBe(200);
    const documents = await documentsOf(id);
    const [first, note, second] = (['replaced_invoice', 'credit_note', 'invoice'] as const).map((kind) =>
      documents.find((item) => item.kind === kind),
    );
    expect([first?.content.tax, note?.content.tax, second?.content.tax]).toEqual([
      'integrated',
      'integrated',
      'split',
    ]);
    expect(note?.content.against?.code).toBe(first?.code);
    expect(note?.content.totals).toEqual(first?.content.totals);
    expect(second?.content.totals).toMatchObject({ cgstPaise: 2500, sgstPaise: 2500, igstPaise: 0 });
    const order = await read(id);
    expect(order).toMatchObject({
      ...{ paymentState: 'paid', refundedAmount: 0, refundState: 'none', invoice_number: second?.code },
      replaced_invoices: [{ code: first?.code, amount: 1050 }],
      credit_notes: [{ code: note?.code, amount: 1050 }],
    });
    expect((await lastMail(shop, email))?.invoiceOf).toBe(id);
    const pdf = await owner.get(`/razorpay/credit-note/${first?.id}`);
    expect([pdf.status, pdf.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(String(first?.code).replaceAll('/', '-')),
    ]);
    // Handed over in the shop: the same state.
    expect((await changeContact(id, { shipping_details: null })).status).toBe(200);
    expect((await documentsOf(id)).length).toBe(3);

    await owner.post(`/order/admin/${id}/refund`, { amount: 10, reason: 'Late' });
    const refused = await changeContact(id, { shipping_details: delivery });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_editable']);
    expect((await read(id)).shippingAddress).toBeNull();
  });
});

describe('lines of an order', () => {
  it('a size is swapped, units are removed, and the difference is refunded with another invoice', async () => {
    const shirt = await createProduct(shop.db, { name: 'Shirt', sizes: ['M', 'L'], gstTenths: 50 });
    const cup = await createProduct(shop.db, { name: 'Cup', pricePaise: 30_000, gstTenths: 180 });
    const { id, email } = await bought([
      { id: shirt.id, variantId: shirt.variantIds[0] },
      { id: cup.id, quantity: 3 },
    ]);
    // What the order contains keeps its price, also if it is not for sale any more.
    await shop.db
      .updateTable('variants')
      .set({ sellingPaise: 20_000 })
      .where('productId', '=', cup.id)
      .execute();
    await shop.db.updateTable('products').set({ status: 'archived' }).where('id', '=', cup.id).execute();
    const change = { cart_items: [lineOf(shirt, 1, 1), lineOf(cup)] };
    expect((await quote(id, change)).body).toMatchObject({ amount: 1599, paid: 2199, due: -600 });
    const key = randomUUID();
    const seen = await read(id);
    const changed = await changeLines(id, change, { key });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({ amount: 1599, status: 'paid', paymentState: 'paid' });
    expect(await stockOf(shop.db, shirt.id)).toBe(9);
    expect(await stockOf(shop.db, cup.id)).toBe(4);
    await shop.runJobs();
    const order = await read(id);
    expect(order).toMatchObject({
      ...{
        paidAmount: 2199,
        refundedAmount: 600,
        keptAmount: 1599,
        refundState: 'none',
        paymentState: 'paid',
      },
      refunds: [{ amount: 600, status: 'processed', reason: 'Order changed' }],
      replaced_invoices: [{ amount: 2199 }],
      credit_notes: [{ amount: 2199 }],
    });
    expect(
      order.cart_items.map((item) => [item.product_id.name, item.variant, item.quantity, item.price]),
    ).toEqual([
      ['Shirt', 'L', 1, 1299],
      ['Cup', '', 1, 300],
    ]);
    expect(await notesOf(id)).toEqual(
      expect.arrayContaining([
        'Items changed: removed 1 × Shirt (M), added 1 × Shirt (L), 1 × Cup instead of 3',
        'Total: ₹1,599 instead of ₹2,199',
      ]),
    );
    const mails = await shop.db
      .selectFrom('mails')
      .select(['kind', 'plain'])
      .where('toAddress', '=', email)
      .execute();
    expect(mails.map(({ kind }) => kind).sort()).toEqual([
      'order-changed',
      'order-confirmation',
      'order-refunded',
    ]);
    expect(mails.find(({ kind }) => kind === 'order-changed')?.plain).toContain('We will refund ₹600');

    // The same request again, and one that changes nothing.
    const again = await shop.call('PUT', `/order/admin/${id}/lines`, {
      payload: { ...change, updatedAt: seen.updatedAt, amount: 159_900 },
      headers: { ...owner.headers, 'idempotency-key': key },
    });
    expect([again.status, again.body.updatedAt]).toEqual([200, order.updatedAt]);
    expect((await changeLines(id, change)).status).toBe(200);
    expect((await documentsOf(id)).length).toBe(3);
    const another = await changeLines(id, { cart_items: [lineOf(cup)] }, { key });
    expect([another.status, another.body.code]).toEqual([409, 'idempotency_mismatch']);

    // The provider still has the amount that was paid.
    expect((await owner.post(`/order/admin/${id}/check`)).status).toBe(200);
    expect((await owner.get('/attention?state=open')).body).toEqual([]);

    await owner.put(`/order/admin/${id}/status`, { status: 'cancelled' });
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ refundedAmount: 2199, keptAmount: 0, paymentState: 'refunded' });
    expect(await stockOf(shop.db, cup.id)).toBe(5);
  });

  it('a product is added for money that was received, never more than is in stock', async () => {
    const scarf = await createProduct(shop.db, { name: 'Scarf', pricePaise: 50_000 });
    const last = await createProduct(shop.db, { name: 'Lamp', pricePaise: 80_000, stock: 1 });
    const { id } = await bought([{ id: scarf.id }]);
    const change = { cart_items: [lineOf(scarf), lineOf(last)] };
    const unpaid = await changeLines(id, change);
    expect([unpaid.status, unpaid.body.errors]).toEqual([
      400,
      { payment: 'Enter how the difference is paid' },
    ]);
    const tooMany = await changeLines(id, {
      cart_items: [lineOf(scarf, 6), lineOf(last)],
      payment: { method: 'cash' },
    });
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      409,
      { 'cart_items.0.quantity': 'Only 5 of Scarf left' },
    ]);
    const wrong = await changeLines(id, { ...change, amount: 1, payment: { method: 'cash' } });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'amount_changed']);

    // A shopper takes the last unit at the same moment.
    const payment = { method: 'upi', reference: '412345678901' };
    const [changed, rival] = await Promise.all([
      changeLines(id, { ...change, payment }),
      shop.post('/razorpay/create-order', orderFor([{ id: last.id }])),
    ]);
    expect([changed.status, rival.status].filter((status) => status === 409)).toHaveLength(1);
    expect(await stockOf(shop.db, last.id)).toBe(0);
    const isChanged = changed.status === 200;
    expect(await read(id)).toMatchObject({
      ...{ amount: isChanged ? 1300 : 500, paidAmount: isChanged ? 1300 : 500, paymentState: 'paid' },
    });

    const stole = await createProduct(shop.db, { name: 'Stole', pricePaise: 20_000 });
    const { cart_items: now } = await read(id);
    const more = await changeLines(id, {
      cart_items: [
        ...now.map(({ product_id, variant_id, quantity }) => ({
          product_id: product_id._id,
          variant_id,
          quantity,
        })),
        lineOf(stole, 2),
      ],
      shipping: 50,
      payment,
    });
    expect(more.status, JSON.stringify(more.body)).toBe(200);
    expect(more.body).toMatchObject({ paymentState: 'paid', shipping: 50, refundState: 'none' });
    expect((more.body as unknown as AdminOrder).payments.at(-1)).toMatchObject({
      ...{ method: 'upi', note: '412345678901', isPrimary: false, amount: 450 },
    });
    await shop.minute();
    expect((await read(id)).refunds).toEqual([]);
  });

  it('can’t be changed once it is packed, refunded or ended, and only once at a time (T-ADM-41)', async () => {
    const product = await createProduct(shop.db, { stock: 50 });
    const change = { cart_items: [lineOf(product, 2)], payment: { method: 'cash' } };
    const packed = await bought([{ id: product.id }]);
    await owner.post(`/order/admin/${packed.id}/shipments`, { state: 'packed' });
    expect((await changeLines(packed.id, change)).body.code).toBe('not_editable');
    // After unpacking it can; the cancelled shipment stays.
    await owner.put(`/order/admin/${packed.id}/status`, { status: 'paid' });
    const swap = await createProduct(shop.db, { pricePaise: 129_900 });
    expect((await changeLines(packed.id, { cart_items: [lineOf(swap)] })).status).toBe(200);

    const refunded = await bought([{ id: product.id }]);
    await owner.post(`/order/admin/${refunded.id}/refund`, { amount: 1, reason: 'Late' });
    expect((await changeLines(refunded.id, change)).body.code).toBe('not_editable');
    const unpaid = await place(shop, [{ id: product.id }]);
    expect((await quote(unpaid.id, change)).body.code).toBe('not_editable');
    const ended = await bought([{ id: product.id }]);
    await owner.put(`/order/admin/${ended.id}/status`, { status: 'cancelled' });
    expect((await changeLines(ended.id, change)).body.code).toBe('not_editable');

    const raced = await bought([{ id: product.id }]);
    const { updatedAt } = await read(raced.id);
    const body = { ...change, updatedAt, amount: 259_800 };
    const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
    const answers = await Promise.all([
      shop.call('PUT', `/order/admin/${raced.id}/lines`, { payload: body, headers }),
      owner.post(`/order/admin/${raced.id}/shipments`, { state: 'shipped', updatedAt }),
      shop.call('PUT', `/order/admin/${raced.id}/lines`, {
        payload: { ...body, cart_items: [lineOf(product, 3)], amount: 389_700 },
        headers: { ...owner.headers, 'idempotency-key': randomUUID() },
      }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409, 409]);
  });

  it('a lower price is within the limits of the role, a refund needs its permission and approval (T-ADM-43)', async () => {
    const product = await createProduct(shop.db, { pricePaise: 500_000 });
    const { id } = await bought([{ id: product.id, quantity: 2 }]);
    const role = {
      name: `Desk ${randomUUID()}`,
      permissions: ['orders.view', 'orders.viewAll', 'orders.edit'],
    };
    const limits = { refundLimit: 100, dailyRefundLimit: 150 };
    const { body } = await owner.post('/auth/admin/roles', { ...role, ...limits });
    const clerk = await asOwner(shop, String(body._id));
    const orderAt = (price: number) => ({
      cart_items: [lineOf(product, 2, 0, { price, reason: 'Scratch' })],
    });
    expect((await changeLines(id, orderAt(4900), { as: clerk })).status).toBe(403);
    expect((await changeLines(id, { cart_items: [lineOf(product)] }, { as: clerk })).status).toBe(403);
    expect(await read(id)).toMatchObject({ amount: 10_000, refunds: [] });

    await owner.put('/site-info/admin', { refundApprovalRupees: 1000 });
    expect((await changeLines(id, { cart_items: [lineOf(product)] })).status).toBe(200);
    const waiting = await read(id);
    expect(waiting).toMatchObject({
      amount: 5000,
      waitingRefundAmount: 5000,
      refunds: [],
      keptAmount: 10_000,
    });
    expect((await changeLines(id, orderAt(4900))).body.code).toBe('not_editable');
    const [approval] = (await owner.get(`/refund-approvals?order=${id}`)).body as unknown as {
      _id: string;
    }[];
    const second = await asOwner(shop);
    expect((await second.post(`/refund-approvals/${approval?._id}/approve`)).status).toBe(200);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ keptAmount: 5000, paymentState: 'paid', refundState: 'none' });

    // A rejected difference is refunded before the order is changed again, so that it is not refunded twice.
    const { id: another } = await bought([{ id: product.id, quantity: 2 }]);
    expect((await changeLines(another, { cart_items: [lineOf(product)] })).status).toBe(200);
    const [rejected] = (await owner.get(`/refund-approvals?order=${another}`)).body as unknown as {
      _id: string;
    }[];
    await second.post(`/refund-approvals/${rejected?._id}/reject`);
    await owner.put('/site-info/admin', { refundApprovalRupees: null });
    const refused = await changeLines(another, orderAt(4900));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'More was paid for this order than it costs. Refund the difference first.',
    ]);
    await owner.post(`/order/admin/${another}/refund`, { amount: 5000, reason: 'Order changed' });
    await shop.runJobs();
    expect(await read(another)).toMatchObject({
      keptAmount: 5000,
      refundState: 'none',
      credit_notes: [{ amount: 10_000 }],
    });
    expect(
      (
        await changeLines(another, {
          cart_items: [lineOf(product, 1, 0, { price: 4900, reason: 'Scratch' })],
        })
      ).status,
    ).toBe(200);
  });

  const changes = longRun ? 12 : 4;

  it(`after ${changes} random changes, money, stock and documents agree (T-ADM-42)`, async () => {
    const products = [
      await createProduct(shop.db, { pricePaise: 33_333, gstTenths: 180, stock: 40 }),
      await createProduct(shop.db, { pricePaise: 10_001, gstTenths: 50, stock: 40 }),
      await createProduct(shop.db, { pricePaise: 99_999, gstTenths: 0, stock: 40 }),
    ];
    const [first] = products;
    const { id } = await bought([{ id: String(first?.id), quantity: 2 }]);
    for (let round = 0; round < changes; round++) {
      const lines = products.filter(() => randomInt(3) > 0);
      const cart_items = (lines.length > 0 ? lines : products).map((line) => lineOf(line, randomInt(1, 4)));
      const discount = randomInt(2) ? { type: 'percent', percent: randomInt(1, 300) / 10 } : undefined;
      const change = { cart_items, discount, shipping: randomInt(2) * 49.5, payment: { method: 'cash' } };
      const { status, body } = await changeLines(id, change);
      expect(status, JSON.stringify(body)).toBe(200);
      if (randomInt(2)) await shop.runJobs();
      const order = await read(id);
      expect(order).toMatchObject({ paymentState: 'paid', refundState: 'none', status: 'paid' });
      expect(order.refundableAmount).toBeCloseTo(Number(order.amount), 2);
    }
    await shop.runJobs();
    const order = await read(id);
    expect(order.keptAmount).toBe(order.amount);
    // Units of the order can be refunded as of any other.
    const [line] = order.cart_items;
    const refund = { lines: [{ line_id: line?._id, quantity: 1 }], reason: 'Torn', restock: true };
    expect((await owner.post(`/order/admin/${id}/refund`, refund)).status).toBe(201);
    await owner.put(`/order/admin/${id}/status`, { status: 'cancelled' });
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ keptAmount: 0, paymentState: 'refunded' });
    for (const { id: product } of products) expect(await stockOf(shop.db, product)).toBe(40);
  });

  it('of an unpaid order are changed with its payment link, which is replaced (T-PAY-39)', async () => {
    const [scarf, cup] = [await createProduct(shop.db, { pricePaise: 50_000 }), await createProduct(shop.db)];
    const email = freshEmail();
    const linked = async () => {
      const { body } = await shop.call('POST', '/order/admin', {
        payload: {
          ...{ name: 'Meera Iyer', email, mobile: '9876543210', payment: { method: 'link' } },
          ...{ cart_items: [lineOf(scarf)], amount: 50_000 },
        },
        headers: { ...owner.headers, 'idempotency-key': randomUUID() },
      });
      return String(body._id);
    };
    const linksOf = async (id: string) =>
      (await shop.fake.links())
        .filter(({ reference_id }) => String(reference_id).startsWith(id))
        .toReversed();
    const change = { cart_items: [lineOf(scarf, 2)] };

    const id = await linked();
    await shop.runJobs();
    expect((await quote(id, change)).body).toMatchObject({ amount: 1000, paid: 0, due: 1000 });
    // The reply to the cancellation of the link is lost: nothing changes, and the order stays.
    shop.fake.faults({ match: 'POST /v1/payment_links/:id/cancel', kind: 'timeout_after_commit', times: 9 });
    const away = await changeLines(id, change);
    expect([away.status, away.body.code]).toEqual([502, 'provider_error']);
    shop.fake.clearFaults();
    shop.freshProvider();
    expect((await changeLines(id, change)).body.code).toBe('not_editable');
    shop.advance(3);
    await shop.minute();
    expect(await read(id)).toMatchObject({ status: 'pending', amount: 500 });
    expect((await linksOf(id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['cancelled', 50_000],
      ['created', 50_000],
    ]);

    shop.advance(2);
    const changed = await changeLines(id, change);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({
      status: 'pending',
      amount: 1000,
      paymentLink: null,
      credit_notes: [],
    });
    await shop.runJobs();
    const last = (await linksOf(id)).at(-1);
    expect(last).toMatchObject({ status: 'created', amount: 100_000, reference_id: `${id}-3` });
    expect((await read(id)).paymentLink).toBe(last?.short_url);
    const mail = await lastMail(shop, email);
    expect([mail?.kind, mail?.plain.includes('Pay ₹1,000')]).toEqual(['payment-link', true]);
    expect(await stockOf(shop.db, scarf.id)).toBe(3);

    // What the change of another admin would be fails, and the order keeps a link.
    shop.advance(2);
    const { updatedAt } = await read(id);
    const stale = { updatedAt: new Date(0).toISOString(), amount: 1 };
    expect((await changeLines(id, { cart_items: [lineOf(cup)], ...stale })).body.code).toBe('order_changed');
    expect((await read(id)).updatedAt).toBe(updatedAt);
    expect(await linksOf(id)).toHaveLength(3);

    await shop.fake.payLink(`${id}-3`);
    await owner.post(`/order/admin/${id}/check`);
    expect(await read(id)).toMatchObject({ status: 'paid', paidAmount: 1000, paymentState: 'paid' });
    expect((await changeLines(id, { cart_items: [lineOf(scarf)] })).status).toBe(200);
    await shop.runJobs();
    expect(await read(id)).toMatchObject({ keptAmount: 500, paymentState: 'paid' });

    // The customer pays while the order is changed.
    const raced = await linked();
    await shop.runJobs();
    const seen = await read(raced);
    await shop.fake.payLink(raced);
    const late = await changeLines(raced, { ...change, updatedAt: seen.updatedAt });
    expect([late.status, late.body.code]).toEqual([409, 'order_changed']);
    expect(await read(raced)).toMatchObject({ status: 'paid', amount: 500, paidAmount: 500 });
  });
});
