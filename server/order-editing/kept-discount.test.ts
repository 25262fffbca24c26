import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Discount } from '../../shared/contract/catalogue/discounts.ts';
import type { LinesQuote } from '../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { toPaise } from '../../shared/money.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { freshContact } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
const product = await createProduct(shop.db, { pricePaise: 50_000, stock: 100 });
const another = await createProduct(shop.db, { pricePaise: 20_000, stock: 100 });

let codes = 0;
const tenPercent = { type: 'percent', percent: 10 };
async function create(more: object = {}) {
  const input = {
    title: 'Festival',
    code: `FEST${++codes}`,
    enabled: true,
    value: tenPercent,
    appliesTo: 'order',
  };
  const { status, body } = await owner.post('/discounts', { ...input, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as Discount & { code: string };
}

/** A paid order of two units of the product with this code. */
async function bought(code: string) {
  const order = await place(shop, [{ id: product.id, quantity: 2 }], {
    ...freshContact(),
    discount_code: code,
  });
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  return order.id;
}

const lineOf = ({ id, variantIds }: typeof product, quantity: number) => ({
  product_id: id,
  variant_id: variantIds[0],
  quantity,
});

/** Changes the lines of an order to the total that the server quotes. */
async function change(id: string, cart_items: object[], more: object = {}, as = owner) {
  const { body } = await owner.get(`/order/admin/${id}`);
  const request = { cart_items, ...more };
  const quote = (await owner.post(`/order/admin/${id}/lines/quote`, request)).body as unknown as LinesQuote;
  const { status, body: changed } = await shop.call('PUT', `/order/admin/${id}/lines`, {
    payload: {
      ...request,
      updatedAt: body.updatedAt,
      amount: toPaise(quote.amount),
      payment: { method: 'cash' },
    },
    headers: { ...as.headers, 'idempotency-key': randomUUID() },
  });
  expect(status, JSON.stringify(changed)).toBe(200);
  return changed as AdminOrder;
}

it('a changed order keeps its code for what it has now, and the use is counted once', async () => {
  const { code, _id } = await create();
  const id = await bought(code);
  const named = (amount: number) => ({ discount: amount, discounts: [{ code, title: 'Festival', amount }] });
  expect(await change(id, [lineOf(product, 1)])).toMatchObject({ amount: 450, ...named(50) });
  expect(await change(id, [lineOf(product, 3)])).toMatchObject({ amount: 1350, ...named(150) });
  expect(await change(id, [lineOf(product, 3), lineOf(another, 1)])).toMatchObject({
    amount: 1530,
    ...named(170),
  });
  expect((await owner.get(`/discounts/${_id}`)).body).toMatchObject({ uses: 1 });
});

it('an amount off stays that amount, also below what the code asks for', async () => {
  const { code } = await create({ value: { type: 'amount', amount: 100 }, minTotal: 900 });
  const id = await bought(code);
  expect(await change(id, [lineOf(product, 1)])).toMatchObject({
    amount: 400,
    discounts: [{ code, amount: 100 }],
  });
});

it('a code that was changed or deleted since takes off as much as when the order was placed', async () => {
  const { code, _id } = await create();
  const id = await bought(code);
  expect((await owner.delete(`/discounts/${_id}`)).status).toBe(200);
  expect(await change(id, [lineOf(product, 3)])).toMatchObject({
    amount: 1400,
    discounts: [{ code, amount: 100 }],
  });
});

it('a discount of the admin takes its place, and null none at all', async () => {
  const { code } = await create();
  const id = await bought(code);
  const own = { discount: { type: 'amount', amount: 60 } };
  expect(await change(id, [lineOf(product, 2)], own)).toMatchObject({
    amount: 940,
    discount: 60,
    discounts: [],
  });
  const kept = await bought(code);
  expect(await change(kept, [lineOf(product, 2)], { discount: null })).toMatchObject({
    amount: 1000,
    discount: 0,
  });
});

it('what the code takes off does not count towards the limits of the role', async () => {
  const { code } = await create();
  const id = await bought(code);
  await change(id, [lineOf(product, 9)]);
  const edits = await shop.db
    .selectFrom('orderEdits')
    .select('reducedPaise')
    .where('orderId', '=', id)
    .execute();
  expect(edits).toEqual([{ reducedPaise: 0 }]);
});
