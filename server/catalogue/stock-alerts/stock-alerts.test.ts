import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { asOwner } from '../../../tests/support/owner.ts';
import { freshEmail, lastMail } from '../../../tests/support/people.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const ask = (variantId: string, email: string) => shop.post('/stock-alerts', { variantId, email });
const mailsTo = async (to: string) => {
  await shop.minute();
  return shop.db
    .selectFrom('mails')
    .select(['subject', 'plain', 'html'])
    .where('toAddress', '=', to)
    .execute();
};
const soldOut = async (name: string) => {
  const product = await owner.product({ name: `${name} ${randomUUID().slice(0, 8)}`, countInStock: 0 });
  return { ...product, variantId: String(product.variants[0]?._id) };
};
const restock = (id: string, countInStock: number) => owner.put(`/products/${id}`, { countInStock });

it('a shopper gets one mail about all that is back in stock, and no second one', async () => {
  const [lamp, bowl, late] = [await soldOut('Lamp'), await soldOut('Bowl'), await soldOut('Late')];
  const email = freshEmail();
  for (const { variantId } of [lamp, bowl, late, lamp])
    expect(await ask(variantId, email)).toMatchObject({ status: 200, body: { success: true } });
  expect(await mailsTo(email)).toEqual([]);
  await restock(lamp._id, 2);
  await restock(bowl._id, 1);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('2 products are back in stock');
  for (const { name, slug, variantId } of [lamp, bowl]) {
    expect(mail?.plain).toContain(name);
    expect(mail?.plain).toContain(`/products/${slug}?variant=${variantId}`);
  }
  await restock(lamp._id, 0);
  await restock(lamp._id, 5);
  expect(await mailsTo(email)).toHaveLength(1);

  const token = /stop-alerts\/([\w-]+)/.exec(String(mail?.plain))?.[1];
  expect((await shop.post('/stock-alerts/stop', { token: 'x' })).status).toBe(404);
  expect((await shop.post('/stock-alerts/stop', { token })).status).toBe(200);
  await restock(late._id, 1);
  expect(await mailsTo(email)).toHaveLength(1);
});

it('a product that shoppers can’t buy sends no mail until they can', async () => {
  const lamp = await soldOut('Lamp');
  const email = freshEmail();
  await ask(lamp.variantId, email);
  await owner.put(`/products/${lamp._id}`, { countInStock: 3, status: 'draft' });
  expect(await mailsTo(email)).toEqual([]);
  await owner.put(`/products/${lamp._id}`, { status: 'active' });
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await lastMail(shop, email))?.subject).toBe(`Back in stock: ${lamp.name}`);
});

it('refuses what is in stock, hidden or unknown, and an address that is none', async () => {
  const stocked = await owner.product({ name: 'Stocked' });
  const hidden = await owner.product({ name: 'Hidden', countInStock: 0, status: 'draft' });
  const lamp = await soldOut('Lamp');
  const reply = async (variantId: unknown, email: string) => {
    const { status, body } = await shop.post('/stock-alerts', { variantId, email });
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await reply(stocked.variants[0]?._id, freshEmail())).toEqual([400, ['variantId']]);
  expect(await reply(hidden.variants[0]?._id, freshEmail())).toEqual([404, []]);
  expect(await reply(randomUUID(), freshEmail())).toEqual([404, []]);
  expect(await reply("x'--", freshEmail())).toEqual([400, ['variantId']]);
  expect(await reply(lamp.variantId, 'nobody')).toEqual([400, ['email']]);
});

it('one mailbox waits for at most 20 variants, in whatever notation (T-FLT-21)', async () => {
  const product = await owner.product({
    name: 'Shirt',
    options: [{ name: 'Size', values: Array.from({ length: 22 }, (_, i) => `S${i}`) }],
    variants: Array.from({ length: 22 }, (_, i) => ({ values: [`S${i}`], price: 100, countInStock: 0 })),
  });
  const name = `victim${randomUUID().slice(0, 8)}`;
  for (const [i, { _id }] of product.variants.entries())
    expect((await ask(_id, `${name}+${i}@example.in`)).status).toBe(i < 20 ? 200 : 429);
  const waiting = await shop.db
    .selectFrom('stockAlerts')
    .select('id')
    .where('mailbox', '=', `${name}@example.in`)
    .execute();
  expect(waiting).toHaveLength(20);
});
