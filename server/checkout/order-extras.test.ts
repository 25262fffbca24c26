import { expect, it } from 'vitest';
import type { AdminOrder, Order } from '../../shared/contract/orders/orders.ts';
import { whatsappTexts } from '../../shared/orders/order-extras.ts';
import { createProduct, delivery, orderFor } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { lastMail } from '../../tests/support/people.ts';
import { type PlacedOrder, place, read, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const endorsement =
  'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', asksForWhatsapp: true });
const id = (await createProduct(shop.db, { stock: 99 })).id;

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
    note: extras.note,
    giftMessage: extras.giftMessage,
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
    giftMessage: extras.giftMessage,
    business: null,
  });
});

it('a supply to a Special Economic Zone in the state of the shop has IGST, and the invoice says so', async () => {
  const email = 'zone@example.in';
  const business = { businessName: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true };
  const shipping_details = { ...delivery, city: 'Jaipur', state: 'Rajasthan', postalCode: '302022' };
  const placed = await place(shop, [{ id }], { email, ...business, shipping_details });
  expect((await verify(shop, await shop.fake.pay(placed.providerOrderId))).status).toBe(200);
  const { businessName: name, ...zone } = business;
  expect((await orderOf(placed)).business).toEqual({ name, ...zone });
  expect(JSON.stringify(await lastMail(shop, email))).toContain(
    'Special Economic Zone (SEZ) unit or developer',
  );
  const textOf = async (url: string) => pdfText((await shop.get(url)).body.raw as Buffer);
  const text = await textOf(`/razorpay/invoice/${placed.id}?key=${placed.key}`);
  for (const part of ['Place of supply: Rajasthan (08)', 'IGST', endorsement]) expect(text).toContain(part);
  expect(text).not.toContain('CGST');
  // The credit note has the taxes of the invoice.
  await owner.post(`/order/admin/${placed.id}/refund`, { reason: 'Back' });
  await shop.runJobs();
  const [note] = ((await owner.get(`/order/admin/${placed.id}`)).body as AdminOrder).credit_notes;
  const { body } = await owner.get(String(note?.url).replace(/^\/api/, ''));
  expect(pdfText(body.raw as Buffer)).toContain(endorsement);
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
  expect(await refused({ isSez: true })).toEqual({ gstin: 'GSTIN is required' });
  expect(await refused({ businessName: 'Rao', gstin: 'x', isSez: true })).toHaveProperty('gstin');
  expect(await refused({ isSez: 'yes' })).toEqual({ isSez: 'Must be true or false' });
  expect(await refused({ note: 'x'.repeat(501) })).toHaveProperty('note');
  expect(await refused({ giftMessage: 'x'.repeat(301) })).toHaveProperty('giftMessage');
  expect(await refused({ whatsappConsent: '1999-01' })).toHaveProperty('whatsappConsent');
  expect(await count()).toBe(before);
});

it('a shop that offers none of it stores none of it', async () => {
  await owner.put('/site-info/admin', { gstin: '', asksForWhatsapp: false, offersGiftMessage: false });
  const placed = await place(shop, [{ id }], { email: 'none@example.in', ...extras, isSez: true });
  expect(await orderOf(placed)).toMatchObject({
    note: extras.note,
    giftMessage: '',
    business: null,
    whatsapp: null,
    shippingAddress: delivery,
  });
});
