import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import type { PrintJob } from '../../shared/contract/orders/print-jobs.ts';
import { createProduct, delivery } from '../../tests/support/factories.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { freshEmail, lastMail, orderOnDelivery } from '../../tests/support/people.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { auditedShop } from '../../tests/support/shop.ts';

const shop = await auditedShop({ env: { LOG_LEVEL: 'silent' } });
const owner = await asOwner(shop);
beforeAll(() => owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' }));

const read = async (id: string) => (await owner.get(`/order/admin/${id}`)).body as AdminOrder;
const textOf = async (url: string | null | undefined) =>
  pdfText((await owner.get(String(url).replace('/api', ''))).body.raw as Buffer);

async function bought(lines: Parameters<typeof place>[1], more: object = {}) {
  const email = freshEmail();
  const order = await place(shop, lines, { email, ...more });
  expect((await verify(shop, await shop.fake.pay(order.providerOrderId))).status).toBe(200);
  return { id: order.id, email };
}

async function refund(id: string, body: object = {}) {
  const answer = await owner.post(`/order/admin/${id}/refund`, { reason: 'Scratch', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await shop.runJobs();
}

it('the fee of cash on delivery is called that, apart from the delivery charge', async () => {
  await owner.put('/site-info/admin', { codEnabled: true, codFeeRupees: 40 });
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const { body } = await orderOnDelivery(shop, [{ id: product }]);
  const id = String(body.order_id);
  await owner.post(`/order/admin/${id}/confirm`);
  await owner.post(`/order/admin/${id}/shipments`, { state: 'shipped' });
  const text = await textOf((await read(id)).invoice_url);
  expect(text).toContain('Cash on delivery fee 40.00');
  expect(text).not.toContain('Delivery 40.00');
  expect(text).toContain('Five Hundred Forty Rupees Only');
});

it('goodwill is credited for 0 units, and the mail about the refund has the credit note', async () => {
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const { id, email } = await bought([{ id: product }]);
  await refund(id, { amount: 20 });
  const { credit_notes: notes } = await read(id);
  expect(await textOf(notes[0]?.url)).toMatch(/Refund against invoice TEST-\d+\s*6912\s*0\s*–/);
  const mail = await lastMail(shop, email);
  expect(mail?.plain).toContain('The credit note is attached.');
  const folder = path.join(shop.deps.config.dataDir, 'mail');
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  expect(files.filter((file) => file.includes(`filename=${notes[0]?.code}.pdf`))).toHaveLength(1);
});

it('credit notes are printed with the invoices, each after its own', async () => {
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const { id } = await bought([{ id: product }]);
  await refund(id);
  const { body } = await owner.post('/order/admin/print-jobs', { kind: 'invoices', ids: [id] });
  await shop.runJobs();
  const { _id } = body as PrintJob;
  const pages = pdfText((await owner.get(`/order/admin/print-jobs/${_id}/file`)).body.raw as Buffer).split(
    '\f',
  );
  expect(pages.map((page) => /Tax Invoice|Credit Note/.exec(page)?.[0])).toEqual([
    'Tax Invoice',
    'Credit Note',
  ]);
});

it('invoices and credit notes of gift cards alone have their own series', async () => {
  const { id: card } = await createProduct(shop.db, { pricePaise: 50_000, isGiftCard: true });
  const { id: cup } = await createProduct(shop.db, { pricePaise: 50_000 });
  const recipient = { name: '', email: '', message: '', sendOn: '' };
  const alone = await bought([{ id: card, recipient }], { shipping_details: null });
  const mixed = await bought([{ id: card, recipient }, { id: cup }]);
  await refund(alone.id);
  await refund(mixed.id);
  const codesOf = async ({ id }: { id: string }) => {
    const { invoice_number: invoice, credit_notes: notes } = await read(id);
    return [invoice, ...notes.map(({ code }) => code)].map((code) => code?.replace(/\d+$/, ''));
  };
  expect(await codesOf(alone)).toEqual(['TEST-GC-', 'TEST-GCN-']);
  expect(await codesOf(mixed)).toEqual(['TEST-', 'TEST-CN-']);
  const { invoice_number: code } = await read(alone.id);
  const { body } = await owner.get(`/order/admin?search=${code}`);
  expect(body).toMatchObject([{ _id: alone.id }]);
});

it('within a union territory without a legislature the tax is CGST and UTGST, and Other Territory is taxed by IGST', async () => {
  await owner.put('/site-info/admin', { gstin: '04AAAFH0000A1ZT', state: 'Chandigarh' });
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const to = { ...delivery, city: 'Chandigarh', state: 'Chandigarh', postalCode: '160017' };
  const local = await bought([{ id: product }], { shipping_details: to });
  const text = await textOf((await read(local.id)).invoice_url);
  expect(text).toContain('UTGST');
  expect(text).not.toContain('SGST');
  const offshore = { businessName: 'Rao Offshore', gstin: '97AAAFH0000A1ZE', shipping_details: to };
  const another = await bought([{ id: product }], offshore);
  const taxed = await textOf((await read(another.id)).invoice_url);
  expect(taxed).toContain('Place of supply: Other Territory (97)');
  expect(taxed).not.toContain('CGST');
});

it('a seller of Other Territory has CGST and UTGST there, IGST elsewhere, and can save the settings again', async () => {
  const seller = { gstin: '97AAAFH0000A1ZE', state: 'Other Territory' };
  for (const given of [seller, { ...seller, state: '' }, { ...seller, legalName: 'Rao Offshore LLP' }]) {
    const { status, body } = await owner.put('/site-info/admin', given);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject(seller);
  }
  const { id: product } = await createProduct(shop.db, { pricePaise: 50_000 });
  const business = { businessName: 'Rao Offshore', gstin: '97AAAFH0000A1ZE' };
  const local = await textOf((await read((await bought([{ id: product }], business)).id)).invoice_url);
  expect(local).toContain('UTGST');
  expect(local).not.toContain('SGST');
  const another = await textOf((await read((await bought([{ id: product }])).id)).invoice_url);
  expect(another).toContain('IGST');
  expect(another).not.toContain('CGST');
});

it('the invoice of a gift card for a Special Economic Zone names no tax, and that of goods does', async () => {
  await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' });
  const business = { businessName: 'Rao Zone', gstin: '08AAAFH0000A1ZL', isSez: true };
  const { id: card } = await createProduct(shop.db, { pricePaise: 50_000, isGiftCard: true });
  const { id: cup } = await createProduct(shop.db, { pricePaise: 50_000 });
  const recipient = { name: '', email: '', message: '', sendOn: '' };
  const words = 'on payment of integrated tax';
  const alone = await bought([{ id: card, recipient }], { ...business, shipping_details: null });
  expect(await textOf((await read(alone.id)).invoice_url)).not.toContain(words);
  const mixed = await bought([{ id: card, recipient }, { id: cup }], business);
  expect(await textOf((await read(mixed.id)).invoice_url)).toContain(words);
});
