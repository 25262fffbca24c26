import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
await owner.put('/site-info/admin', { gstin: '08AAAFH0000A1ZL', state: 'Rajasthan' });
const imports = importsOf(shop, owner);

const missing = 'HSN code is required to sell with GST. GST rate is required to sell with GST';
const ended = '12% is not a GST rate now. Choose 0%, 0.25%, 1.5%, 3%, 5%, 18% or 40%';

it('what lacks HSN code or rate becomes a draft with a note, in files of every shop', async () => {
  const tag = randomUUID().slice(0, 8);
  const files = [
    [`Handle,Title,Variant Price,Status\nsaree-${tag}-1,Saree,900,active\n`, missing],
    [`Type,SKU,Name,Published,Regular price\nsimple,${tag},Saree ${tag} 2,1,900\n`, missing],
    [`Slug,Name,Price,Status\nsaree-${tag}-3,Saree,900,active\n`, missing],
    [`Slug,Name,Price\nsaree-${tag}-4,Saree,900\n`, missing],
    [`Slug,Name,Price,Status,HSN,GST rate\nsaree-${tag}-5,Saree,900,featured,5208,12\n`, ended],
  ] as const;
  for (const [file, why] of files) {
    const message = `Imported as a draft: ${why}`;
    const [planned] = (await imports.plan(file)).products;
    expect(planned?.notes).toEqual([{ line: 2, message }]);
    const job = await imports.run(file);
    expect(job).toMatchObject({ written: 1, failed: 0, notes: [{ message }] });
    expect((await imports.find(String(planned?.slug))).status).toBe('draft');
  }
  const whole = `Slug,Name,Price,Status,HSN,GST rate\nsaree-${tag}-6,Saree,900,active,902,0.25\n`;
  expect(await imports.run(whole)).toMatchObject({ written: 1, notes: [], missing: [{}] });
  expect(await imports.find(`saree-${tag}-6`)).toMatchObject({
    status: 'active',
    hsn: '0902',
    gstRate: 0.25,
  });
});

it('a draft stays one until the file has both, and what is on sale keeps what it has', async () => {
  const { slug, _id } = await owner.product({ name: 'Saree', price: 900, status: 'draft' });
  const active = `Slug,Status,HSN,GST rate\n${slug},active`;
  expect(await imports.run(`${active},5208,\n`)).toMatchObject({
    notes: [{ message: 'Its status stays draft: GST rate is required to sell with GST' }],
  });
  expect(await imports.find(slug)).toMatchObject({ status: 'draft', hsn: '5208' });
  expect(await imports.run(`${active},5208,5\n`)).toMatchObject({ notes: [] });
  const onSale = { status: 'active', hsn: '5208', gstRate: 5 };
  expect(await imports.find(slug)).toMatchObject(onSale);
  const without = `Slug,Name,HSN,GST rate\n${slug},Silk saree,,12\n`;
  expect((await imports.plan(without)).products[0]).toMatchObject({
    changes: [{ field: 'Name', to: 'Silk saree' }],
  });
  expect((await imports.run(without)).notes).toMatchObject([
    { message: `HSN code and GST rate stay as they are: HSN code is required to sell with GST. ${ended}` },
  ]);
  expect(await imports.find(slug)).toMatchObject({ ...onSale, name: 'Silk saree' });
  // What was on sale without them before stays on sale.
  await shop.db.updateTable('products').set({ hsn: null }).where('id', '=', _id).execute();
  await imports.run(`Slug,Name,Status,HSN\n${slug},Old saree,active,\n`);
  expect(await imports.find(slug)).toMatchObject({ ...onSale, hsn: null, name: 'Old saree' });
});

it('a cell that can’t be taken leaves the others of its row', async () => {
  const { slug, _id } = await owner.product({ name: 'Shawl', price: 900, hsn: '5208', gstRate: 18 });
  const set = (more: object) => shop.db.updateTable('products').set(more).where('id', '=', _id).execute();
  await set({ hsn: null });
  const run = (csv: string) => imports.run(`Slug,Name,HSN,GST rate,Gift card\n${slug},${csv}\n`);
  expect(await run('Wool shawl,5407,12,')).toMatchObject({
    failed: 0,
    written: 1,
    notes: [{ message: `GST rate stays as it is: ${ended}` }],
  });
  const now = { name: 'Wool shawl', hsn: '5407', gstRate: 18 };
  expect(await imports.find(slug)).toMatchObject(now);
  expect(await run('Silk shawl,,5,')).toMatchObject({
    failed: 0,
    written: 1,
    notes: [{ message: 'HSN code stays as it is: HSN code is required to sell with GST' }],
  });
  expect(await imports.find(slug)).toMatchObject({ name: 'Silk shawl', hsn: '5407', gstRate: 5 });
  // The code of a price rule needs no rate; without it the product would be without one.
  await set({ hsn: '6211', gstTenths: null });
  expect(await run('Cotton shawl,5208,,')).toMatchObject({
    notes: [{ message: 'HSN code and GST rate stay as they are: GST rate is required to sell with GST' }],
  });
  expect(await imports.find(slug)).toMatchObject({ name: 'Cotton shawl', hsn: '6211', gstRate: null });
  expect(await run('Warm shawl,5208,5,')).toMatchObject({ notes: [] });
  expect(await imports.find(slug)).toMatchObject({ hsn: '5208', gstRate: 5 });
  const card = await owner.product({ name: 'Card', price: 500, isGiftCard: true });
  expect(await imports.run(`Slug,Name,Gift card\n${card.slug},Festive card,no\n`)).toMatchObject({
    failed: 0,
    written: 1,
    notes: [{ message: 'It stays a gift card: HSN code is required to sell with GST' }],
  });
  expect(await imports.find(card.slug)).toMatchObject({ name: 'Festive card', isGiftCard: true });
});

it('the export of a product without a rate has none, and a shop without a GSTIN imports as the file says', async () => {
  const { slug } = await owner.product({ name: 'Unrated saree', price: 900, status: 'draft' });
  const csv = String((await owner.get('/products/export.csv?search=Unrated')).body.raw);
  expect((await imports.plan(csv)).products).toMatchObject([{ what: 'same' }]);
  await owner.put('/site-info/admin', { gstin: '', state: '' });
  await imports.run(`Slug,Status\n${slug},active\n`);
  expect(await imports.find(slug)).toMatchObject({ status: 'active', hsn: null, gstRate: null });
});
