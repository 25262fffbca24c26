import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminOrder, Order } from '../../shared/contract/orders.ts';
import { whatsappTexts } from '../../shared/order-extras.ts';
import { expectCleanAudit } from '../../tests/support/audit.ts';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner, type Owner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { lastMail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';

let shop: TestShop;
let owner: Owner;
let id: string;

beforeAll(async () => {
  shop = await createTestShop({ env: { LOG_LEVEL: 'silent' } });
  owner = await asOwner(shop);
  await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', asksForWhatsapp: true });
  id = (await createProduct(shop.db, { stock: 99 })).id;
});
afterAll(async () => {
  await expectCleanAudit(shop);
  await shop.close();
});

const orderOf = async (placed: PlacedOrder) => (await read(shop, placed)) as unknown as Order;
const extras = {
  note: 'Please call before you come.\n2nd floor.',
  giftMessage: 'Happy birthday, Meera!',
  businessName: 'Rao Traders',
  gstin: ' 08aaafh0000a1zl ',
  whatsappConsent: '2026-11',
};

it('order, mails, packing slip, invoice and back office have what the buyer adds', async () => {
  const email = 'business@example.in';
  const placed = await place(shop, [{ id }], { email, ...extras });
  expect((await verify(shop, await shop.fake.pay(placed.providerOrderId))).status).toBe(200);
  const order = await orderOf(placed);
  expect(order).toMatchObject({
    ...{ note: extras.note, giftMessage: extras.giftMessage },
    business: { name: 'Rao Traders', gstin: '08AAAFH0000A1ZL' },
    whatsapp: { text: whatsappTexts['2026-11'], at: order.createdAt },
  });
  const mail = JSON.stringify(await lastMail(shop, email));
  for (const text of ['2nd floor.', 'Happy birthday, Meera!', 'GSTIN 08AAAFH0000A1ZL'])
    expect(mail).toContain(text);

  const slip = await owner.get(`/order/admin/${placed.id}/packing-slip`);
  expect(pdfText(slip.body.raw as Buffer)).toContain('Happy birthday, Meera!');
  // Delivered to Karnataka, but sold to a business of Rajasthan, where the shop is.
  const invoice = await shop.get(`/razorpay/invoice/${placed.id}?key=${placed.key}`);
  const text = pdfText(invoice.body.raw as Buffer);
  for (const part of ['Rao Traders', 'GSTIN: 08AAAFH0000A1ZL', 'Place of supply: Rajasthan (08)', 'CGST'])
    expect(text).toContain(part);

  const asPacker = await asOwner(shop, 'packer');
  expect((await asPacker.get(`/order/admin/${placed.id}`)).body as AdminOrder).toMatchObject({
    ...{ giftMessage: extras.giftMessage, business: null },
  });
});

it('the buyer withdraws the consent to updates on WhatsApp, once, and nobody else does', async () => {
  const placed = await place(shop, [{ id }], { email: 'w@example.in', whatsappConsent: '2026-11' });
  const end = (key: string) => shop.call('DELETE', `/order/${placed.id}/whatsapp?key=${key}`);
  expect((await end('wrong')).status).toBe(404);
  expect((await orderOf(placed)).whatsapp).not.toBeNull();
  for (const _ of [1, 2]) expect((await end(placed.key)).status).toBe(200);
  const order = await orderOf(placed);
  expect(order.whatsapp).toBeNull();
  expect(order.timeline.filter(({ note }) => note.includes('WhatsApp'))).toHaveLength(1);
});

it('a business needs a name and a valid GSTIN, and texts have limits: a 400 at the field, without an order', async () => {
  const refused = async (more: object) => {
    const { status, body } = await shop.post('/razorpay/create-order', orderFor([{ id }], more));
    expect(status).toBe(400);
    return body.errors;
  };
  const count = async () => (await shop.db.selectFrom('orders').select('id').execute()).length;
  const before = await count();
  // A wrong check character, and the code of no state.
  for (const gstin of ['08AAAFH0000A1ZM', '00AAAFH0000A1ZL', 'x'])
    expect(await refused({ businessName: 'Rao', gstin })).toEqual({ gstin: 'Enter a valid GSTIN' });
  expect(await refused({ businessName: 'Rao' })).toEqual({ gstin: 'GSTIN is required' });
  expect(await refused({ gstin: '08AAAFH0000A1ZL' })).toEqual({ businessName: 'Business name is required' });
  expect(await refused({ note: 'x'.repeat(501) })).toHaveProperty('note');
  expect(await refused({ giftMessage: 'x'.repeat(301) })).toHaveProperty('giftMessage');
  expect(await refused({ whatsappConsent: '1999-01' })).toHaveProperty('whatsappConsent');
  expect(await count()).toBe(before);
});

it('a shop that offers none of it stores none of it', async () => {
  await owner.put('/site-info/admin', { gstin: '', asksForWhatsapp: false, offersGiftMessage: false });
  const placed = await place(shop, [{ id }], { email: 'none@example.in', ...extras });
  expect(await orderOf(placed)).toMatchObject({
    ...{ note: extras.note, giftMessage: '', business: null, whatsapp: null },
    shippingAddress: delivery,
  });
});
