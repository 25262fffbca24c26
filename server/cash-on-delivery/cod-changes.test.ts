import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct, orderFor, stockOf } from '../../tests/support/factories.ts';
import { contactOf } from '../../tests/support/order-changes.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshEmail, freshMobile, lastMail } from '../../tests/support/people.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() =>
  owner.put('/site-info/admin', { codEnabled: true, codFeeRupees: 40, gstin: '08AAAFH0000A1ZL' }),
);

async function placed(lines: Parameters<typeof orderFor>[0]) {
  const email = freshEmail();
  const { status, body } = await shop.post(
    '/order/cash-on-delivery',
    orderFor(lines, { email, mobile: freshMobile() }),
    { headers: { 'idempotency-key': randomUUID() } },
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body.order_id), email };
}

const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as unknown as AdminOrder;
const changeContact = async (id: string, change: object) =>
  owner.put(`/order/admin/${id}/contact`, contactOf(await read(id), change));
const tokenIn = async (to: string) =>
  /[?&]token=([\w-]+)/.exec((await lastMail(shop, to))?.plain ?? '')?.[1] ?? '';
const confirm = (id: string, token: string) => shop.post(`/order/${id}/confirm`, { token });

describe('an order that is paid on delivery', () => {
  it('is confirmed by the corrected mailbox only (T-STK-18)', async () => {
    const cup = await createProduct(shop.db);
    const { id, email } = await placed([{ id: cup.id }]);
    const former = await tokenIn(email);
    // Another mobile number leaves the link as it is.
    expect((await changeContact(id, { mobile: freshMobile() })).status).toBe(200);
    const right = freshEmail();
    expect((await changeContact(id, { email: right })).status).toBe(200);
    expect((await confirm(id, former)).status).toBe(400);
    const token = await tokenIn(right);
    expect(token).not.toBe(former);
    expect((await lastMail(shop, right))?.plain).toContain('Confirm my order');
    expect((await confirm(id, token)).status).toBe(200);
    expect((await read(id)).cashOnDelivery?.confirmed).toBe(true);

    // Without a mailbox nobody but the shop can confirm it.
    const another = await placed([{ id: cup.id }]);
    const lost = await tokenIn(another.email);
    expect((await changeContact(another.id, { email: '' })).status).toBe(200);
    expect((await confirm(another.id, lost)).status).toBe(400);
    expect((await owner.post(`/order/admin/${another.id}/confirm`)).status).toBe(200);
  });

  it('has other lines until it is packed, and the courier collects their amount (T-ADM-44)', async () => {
    const cup = await createProduct(shop.db, { name: 'Cup', pricePaise: 50_000 });
    const lamp = await createProduct(shop.db, { name: 'Lamp', pricePaise: 80_000, stock: 1 });
    const { id, email } = await placed([{ id: cup.id, quantity: 2 }]);
    const lineOf = ({ id: product_id, variantIds: [variant_id] }: typeof cup, quantity = 1) => ({
      product_id,
      variant_id,
      quantity,
    });
    const change = { cart_items: [lineOf(cup), lineOf(lamp)] };
    const priced = (await owner.post(`/order/admin/${id}/lines/quote`, change)).body as unknown as LinesQuote;
    expect(priced).toMatchObject({ amount: 1340, codFee: 40, shipping: 0, paid: 0, due: 1340 });
    const { updatedAt } = await read(id);
    const body = { ...change, updatedAt, amount: toPaise(priced.amount) };
    const send = (payload: object, key = randomUUID()) =>
      shop.call('PUT', `/order/admin/${id}/lines`, {
        payload,
        headers: { ...owner.headers, 'idempotency-key': key },
      });
    // Of two admins at once, and a repeated request, one changes it.
    const key = randomUUID();
    const [first, repeated, third] = await Promise.all([send(body, key), send(body, key), send(body)]);
    expect(repeated.status).toBe(first.status);
    expect([first.status, third.status].sort()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({
      status: 'pending',
      amount: 1340,
      paymentState: 'due_on_delivery',
      invoice_number: null,
      cashOnDelivery: { fee: 40, due: 1340, confirmed: false },
    });
    expect([await stockOf(shop.db, cup.id), await stockOf(shop.db, lamp.id)]).toEqual([4, 0]);
    const mail = await lastMail(shop, email);
    expect([mail?.kind, mail?.plain]).toEqual([
      'order-changed',
      expect.stringContaining('Please pay ₹1,340 to the courier'),
    ]);

    const printed = async () => {
      const { body: job } = await owner.post('/order/admin/print-jobs', { kind: 'pick_list', ids: [id] });
      await shop.runJobs();
      return (await owner.get(`/order/admin/print-jobs/${job._id}`)).body;
    };
    expect(await printed()).toMatchObject({ pages: 0, skipped: [{ reason: 'it is not confirmed' }] });
    await owner.post(`/order/admin/${id}/confirm`);
    expect(await printed()).toMatchObject({ pages: 1, skipped: [] });
    await owner.post(`/order/admin/${id}/shipments`, { state: 'packed' });
    const late = await send({ ...body, updatedAt: (await read(id)).updatedAt });
    expect([late.status, late.body.code]).toEqual([409, 'not_editable']);
    await owner.put(`/order/admin/${id}/status`, { status: 'delivered' });
    expect(await read(id)).toMatchObject({
      paymentState: 'paid',
      paidAmount: 1340,
      invoice_number: expect.any(String),
      cashOnDelivery: { due: 0 },
    });
  });
});
