import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RemittanceResult } from '../../shared/contract/orders/cod.ts';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner, multipart } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { orderOnDelivery } from '../../tests/support/people.ts';
import { verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { RATE_LIMIT: '1000', LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));
beforeEach(() => owner.put('/site-info/admin', { codEnabled: true, codFeeRupees: 0, codAdvance: null }));

const method = { payment_method: 'cash_on_delivery' };
const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;

/** An order of units of a product that is paid on delivery. */
async function placed(pricePaise: number, quantity = 1) {
  const { id } = await createProduct(shop.db, { pricePaise, gstTenths: 180, stock: 100 });
  const { status, body } = await orderOnDelivery(shop, [{ id, quantity }]);
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body.order_id), amount: body.amount };
}

/** The same, confirmed and shipped; `to` is then the state of its parcel. */
async function sent(pricePaise: number, { quantity = 1, to = 'delivered' } = {}) {
  const { id } = await placed(pricePaise, quantity);
  await owner.post(`/order/admin/${id}/confirm`);
  await owner.post(`/order/admin/${id}/shipments`, { state: 'shipped', courier: 'DTDC', trackingNumber: id });
  const [shipment] = (await read(id)).shipments;
  if (to !== 'shipped') await owner.put(`/order/admin/${id}/shipments/${shipment?._id}`, { state: to });
  return id;
}

async function documentsOf(orderId: string) {
  const rows = await shop.db
    .selectFrom('invoices')
    .select(['kind', 'content'])
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .execute();
  return rows.map(({ kind, content: { totals } }) => ({ kind, totals }));
}

it.each([
  { pricePaise: 89_910, total: 899, rounding: -0.1 },
  { pricePaise: 89_950, total: 900, rounding: 0.5 },
  { pricePaise: 89_900, total: 899, rounding: 0 },
])('an order on delivery of $pricePaise paise costs ₹$total', async ({ pricePaise, total, rounding }) => {
  const { id } = await createProduct(shop.db, { pricePaise });
  const quote = await shop.post('/razorpay/quote', { ...orderFor([{ id }]), ...method });
  expect(quote.body).toMatchObject({ amount: total, rounding, cash_on_delivery: { due: total } });
  const online = await shop.post('/razorpay/quote', orderFor([{ id }]));
  expect(online.body).toMatchObject({ amount: pricePaise / 100, rounding: 0 });
  const { status, body } = await orderOnDelivery(shop, [{ id }], { amount: total * 100 });
  expect([status, body.amount]).toEqual([201, total]);
  expect(await read(String(body.order_id))).toMatchObject({
    amount: total,
    rounding,
    cart_items: [{ total: pricePaise / 100 }],
    cashOnDelivery: { due: total },
  });
});

it('the rounding is on the invoice without tax, and the money is the total', async () => {
  const id = await sent(89_910);
  expect(await read(id)).toMatchObject({ amount: 899, paidAmount: 899, paymentState: 'paid' });
  const [invoice] = await documentsOf(id);
  expect(invoice?.totals).toEqual({
    taxablePaise: 76_195,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 13_715,
    roundingPaise: -10,
    totalPaise: 89_900,
  });
  const pdf = await owner.get(`/razorpay/invoice/${id}`);
  expect(pdfText(pdf.body.raw as Buffer)).toMatch(/Rounding\s*[-−]0\.10/);
});

it.each([
  { pricePaise: 29_970, down: 'down' },
  { pricePaise: 29_990, down: 'up' },
])(
  'a refund in parts of a total that was rounded $down leaves nothing of the invoice',
  async ({ pricePaise }) => {
    const id = await sent(pricePaise, { quantity: 3 });
    const [line] = (await read(id)).cart_items;
    const refund = (body: object) => owner.post(`/order/admin/${id}/refund`, { reason: 'Broken', ...body });
    expect((await refund({ lines: [{ line_id: line?._id, quantity: 1 }] })).status).toBe(201);
    expect((await refund({})).status).toBe(201);
    const [invoice, ...notes] = await documentsOf(id);
    for (const part of ['totalPaise', 'taxablePaise', 'igstPaise', 'roundingPaise'] as const)
      expect(notes.reduce((sum, { totals }) => sum + (totals[part] ?? 0), 0)).toBe(invoice?.totals[part]);
    expect(await read(id)).toMatchObject({ keptAmount: 0, refundState: 'refunded' });
  },
);

it('a parcel that comes back has its invoice reversed with the rounding', async () => {
  const id = await sent(89_910, { to: 'returned' });
  const [invoice, note] = await documentsOf(id);
  expect([invoice?.kind, note?.kind]).toEqual(['replaced_invoice', 'credit_note']);
  expect(note?.totals).toEqual(invoice?.totals);
});

it('what is paid in advance and on delivery are whole rupees', async () => {
  for (const codAdvance of [
    { type: 'percent', percent: 12.5 },
    { type: 'amount', amount: 99.5 },
  ]) {
    await owner.put('/site-info/admin', { codAdvance });
    const { id } = await createProduct(shop.db, { pricePaise: 89_910 });
    const { body } = await orderOnDelivery(shop, [{ id }]);
    const { id: payment } = body.razorpay_order as { id: string };
    expect((await verify(shop, await shop.fake.pay(payment))).status).toBe(200);
    const { cashOnDelivery, amount } = await read(String(body.order_id));
    const { advance = 0, due = 0 } = { advance: cashOnDelivery?.advance ?? 0, due: cashOnDelivery?.due ?? 0 };
    expect([amount, advance + due, Number.isInteger(advance), Number.isInteger(due)]).toEqual([
      899,
      899,
      true,
      true,
    ]);
  }
});

it('an order on delivery that an admin creates and changes is of whole rupees', async () => {
  const product = await createProduct(shop.db, { pricePaise: 89_910 });
  const line = { product_id: product.id, variant_id: product.variantIds[0], quantity: 1 };
  const sale = { cart_items: [line], shipping: 40.25 };
  const quote = await owner.post('/order/admin/quote', { ...sale, ...method });
  expect(quote.body).toMatchObject({ amount: 939, rounding: -0.35 });
  expect((await owner.post('/order/admin/quote', sale)).body).toMatchObject({ amount: 939.35, rounding: 0 });
  const payload = {
    ...sale,
    name: 'Meera Iyer',
    mobile: '9876543210',
    shipping_details: delivery,
    amount: 93_900,
    payment: { method: 'cash_on_delivery' },
  };
  const headers = () => ({ ...owner.headers, 'idempotency-key': randomUUID() });
  const { body } = await shop.call('POST', '/order/admin', { payload, headers: headers() });
  const order = body as AdminOrder;
  expect(order).toMatchObject({ amount: 939, rounding: -0.35, cashOnDelivery: { due: 939 } });

  const change = { ...sale, cart_items: [{ ...line, quantity: 2 }], updatedAt: order.updatedAt };
  const priced = (await owner.post(`/order/admin/${order._id}/lines/quote`, change))
    .body as unknown as LinesQuote;
  expect(priced).toMatchObject({ amount: 1838, rounding: -0.45 });
  const changed = await shop.call('PUT', `/order/admin/${order._id}/lines`, {
    payload: { ...change, amount: toPaise(priced.amount) },
    headers: headers(),
  });
  expect(changed.body).toMatchObject({ amount: 1838, rounding: -0.45, cashOnDelivery: { due: 1838 } });
});

it('a remittance matches if it differs by less than ₹1', async () => {
  const orders = [await sent(89_910), await sent(89_910), await sent(89_910)];
  const amounts = ['898.01', '899.99', '898'];
  const value = ['AWB,Amount', ...orders.map((id, index) => `${id},${amounts[index]}`)].join('\r\n');
  const file = multipart([{ name: 'file', value, filename: 'cod.csv', type: 'text/csv' }]);
  const { body } = await owner.post('/cod-remittances?apply=true', file);
  const { lines } = body as unknown as RemittanceResult;
  expect(lines.map(({ state }) => state)).toEqual(['matched', 'matched', 'difference']);
});
