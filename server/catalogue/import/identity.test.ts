import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import { type Imports, importsOf } from '../../../tests/support/imports.ts';
import { asOwner, type Owner } from '../../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../../tests/support/shop.ts';

let shop: TestShop;
let owner: Owner;
let imports: Imports;
beforeEach(async () => {
  shop = await createTestShop();
  owner = await asOwner(shop);
  imports = importsOf(shop, owner);
});
afterEach(() => shop.close());

const fileOf = (name: string) => readFile(path.join('tests/exports', name), 'utf8');
const wooHead = 'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price\n';
const woo = (...rows: string[]) => `${wooHead}${rows.join('\n')}\n`;
const whatOf = ({ products }: ImportPlan) => products.map(({ name, what }) => `${name}: ${what}`);
const answers = (given: Record<number, string>) => ({ newProducts: 'file', answers: JSON.stringify(given) });
const unanswered = expect.stringMatching(/^Is this the same product as “.*”\?/);

describe('a WooCommerce file is recognised by the ID of its rows', () => {
  it('whose names have no Latin letters, with one more row on top', async () => {
    await imports.run(await fileOf('woo-hindi-names.csv'));
    const before = await imports.find('pital-ka-diya');
    expect(before).toMatchObject({ name: 'पीतल का दीया', price: 499, category: { slug: 'diye' } });
    const more = await fileOf('woo-hindi-names-one-more-on-top.csv');
    expect(whatOf(await imports.plan(more))).toEqual([
      'लकड़ी का हाथी: new',
      'पीतल का दीया: same',
      'नीला फूलदान: same',
      'मिट्टी की सुराही: same',
    ]);
    expect(await imports.run(more)).toMatchObject({ written: 1, failed: 0 });
    expect(await imports.find('pital-ka-diya')).toEqual(before);
    expect(await imports.find('lakri-ka-hathi')).toMatchObject({ price: 1250, countInStock: 3 });
    const decimal = more.replace(/^(\d+),/gm, '$1.0,');
    expect((await imports.plan(decimal)).products.map(({ what }) => what)).toEqual(Array(4).fill('same'));
  });

  it('whose names differ in signs only, mix scripts, are renamed or reordered', async () => {
    await imports.run(
      woo('1,simple,,Kurta A,1,1,5,100', '2,simple,,Kurta A+,1,1,5,200', '3,simple,,दीया Set of 2,1,1,5,300'),
    );
    expect(await imports.find('kurta-a-2')).toMatchObject({ name: 'Kurta A+', price: 200 });
    const moved = woo(
      '4,simple,,मटका Set of 2,1,1,5,400',
      '3,simple,,दीया Set of 2,1,1,5,300',
      '2,simple,,Kurta A plus,1,1,5,200',
      '1,simple,,Kurta A,1,1,5,100',
    );
    expect(whatOf(await imports.plan(moved))).toEqual([
      'मटका Set of 2: new',
      'दीया Set of 2: same',
      'Kurta A plus: change',
      'Kurta A: same',
    ]);
    await imports.run(moved);
    expect(await imports.find('kurta-a-2')).toMatchObject({ name: 'Kurta A plus', price: 200 });
  });

  it('and two products of one name stay two, also without IDs', async () => {
    const two = woo('1,simple,,Tee,1,1,5,100', '2,simple,,Tee,1,1,5,200');
    await imports.run(two);
    expect(whatOf(await imports.plan(two))).toEqual(['Tee: same', 'Tee: same']);
    const without = two.replace(/^\d,/gm, ',');
    expect(whatOf(await imports.plan(without))).toEqual(['Tee: ask', 'Tee: ask']);
    expect((await imports.plan(without)).products[0]?.question).toHaveLength(2);
  });
});

describe('a product that is found in one way only, or in two that disagree', () => {
  it('is found by its SKU, whatever its name is now', async () => {
    const { slug } = await owner.product({ name: 'Lamp', sku: 'L-1', price: 100 });
    await imports.run(woo('7,simple,l-1,Brass lamp,1,1,5,100'));
    expect(await imports.find(slug)).toMatchObject({ name: 'Brass lamp' });
    // From now on the ID is known too.
    expect(whatOf(await imports.plan(woo('7,simple,,Brass lamp,1,1,5,100')))).toEqual(['Brass lamp: same']);
  });

  it('is asked about if only the name is the same, and answered once', async () => {
    const lamp = await owner.product({ name: 'Lamp', price: 100 });
    const file = woo('7,simple,,LAMP,1,1,5,250');
    const [asked] = (await imports.plan(file)).products;
    expect(asked).toMatchObject({
      what: 'ask',
      question: [{ _id: lamp._id, name: 'Lamp', slug: lamp.slug }],
    });
    const refused = await imports.send('', file, {});
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('same product') },
    });
    expect(await imports.find(lamp.slug)).toMatchObject({ name: 'Lamp', price: 100 });

    const another = woo('7,simple,,LAMP,1,1,5,250', '8,simple,,Other,1,1,5,250');
    expect(await imports.run(another)).toMatchObject({
      total: 1,
      failed: 1,
      failures: [{ line: 2, name: 'LAMP', message: unanswered }],
    });
    expect((await imports.plan(file, answers({ 2: lamp._id }))).products).toMatchObject([{ what: 'change' }]);
    await imports.run(file, answers({ 2: lamp._id }));
    expect(await imports.find(lamp.slug)).toMatchObject({ name: 'LAMP', price: 250 });
    expect(whatOf(await imports.plan(file))).toEqual(['LAMP: same']);
  });

  it('can be answered again if it can’t be what was answered', async () => {
    const kurta = await owner.product({
      name: 'Kurta',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: ['S', 'M'].map((size) => ({ values: [size], price: 500 })),
    });
    const file = woo('7,simple,,Kurta,1,1,5,250');
    expect(await imports.plan(file, answers({ 2: kurta._id }))).toMatchObject({
      bad: [],
      products: [
        {
          what: 'ask',
          summary: expect.stringContaining('This product has options'),
          question: [{ _id: kurta._id }],
        },
      ],
    });
    expect(whatOf(await imports.plan(file, answers({ 2: 'new' })))).toEqual(['Kurta: new']);
  });

  it('is a new one if the admin says so, and only what was asked about can be the answer', async () => {
    const [lamp, stranger] = [await owner.product({ name: 'Lamp' }), await owner.product({ name: 'Urn' })];
    const file = woo('7,simple,,Lamp,1,1,5,250');
    for (const answer of [stranger._id, randomUUID(), 'x'])
      expect(whatOf(await imports.plan(file, answers({ 2: answer })))).toEqual(['Lamp: ask']);
    await imports.run(file, answers({ 2: 'new' }));
    expect((await imports.find(lamp.slug)).price).toBe(lamp.price);
    expect(await imports.find(`${lamp.slug}-2`)).toMatchObject({ name: 'Lamp', price: 250 });
    expect(whatOf(await imports.plan(file))).toEqual(['Lamp: same']);
    expect((await imports.send('/plan', file, { answers: 'no JSON' })).status).toBe(400);
  });

  it('is asked about if SKU and address, SKU and ID, or two SKUs lead to different products', async () => {
    await imports.run(woo('1,simple,S-1,Soap,1,1,5,100', '2,simple,S-2,Dish,1,1,5,100'));
    const ask = async (file: string) => (await imports.plan(file)).products[0];
    const both = { what: 'ask', question: [{ name: 'Soap' }, { name: 'Dish' }] };
    expect(await ask(woo('1,simple,S-2,Soap,1,1,5,100'))).toMatchObject(both);
    expect(await ask('Slug,Name,Price,SKU\nsoap,Soap,5,S-2\n')).toMatchObject(both);
    expect(await ask('Slug,Name,Price,SKU\nunknown,Thing,5,S-1\n')).toMatchObject({
      what: 'ask',
      question: [{ name: 'Soap' }],
    });
    // Another ID of the same shop with the SKU of this product.
    expect(await ask(woo('9,simple,S-1,Soap,1,1,5,100'))).toMatchObject({ question: [{ name: 'Soap' }] });
    // The ID of a second WooCommerce shop: neither its name nor its SKU is that of the product.
    expect(await ask(woo('1,simple,X-1,Lantern,1,1,5,100'))).toMatchObject({ question: [{ name: 'Soap' }] });
  });

  it('is asked about if its handle was changed', async () => {
    const head = 'Handle,Title,Variant SKU,Variant Price\n';
    await imports.run(`${head}urn,Urn,U-1,100\n`);
    expect((await imports.plan(`${head}brass-urn,Urn,U-1,110\n`)).products).toMatchObject([
      { what: 'ask', question: [{ slug: 'urn' }] },
    ]);
  });

  it('is asked about if its name has the same letters in another encoding', async () => {
    await owner.product({ name: 'लक\u095cी' });
    expect(whatOf(await imports.plan('Name,Price\nलक\u0921\u093cी,9\n'))).toMatchObject([
      expect.stringMatching(/: ask$/),
    ]);
  });

  it('is found by its SKU, or asked about, if a spreadsheet has made a date of its slug', async () => {
    const may = await owner.product({ name: 'May 5', slug: 'may-5', sku: 'MAY-5', price: 100 });
    const changed = { slug: 'may-5', what: 'change', question: [] };
    expect((await imports.plan('Slug,Name,Price,SKU\n05-May,May 5,7,MAY-5\n')).products).toMatchObject([
      changed,
    ]);
    const file = 'Slug,Name,Price\n05-May,May 5,7\n';
    expect((await imports.plan(file)).products).toMatchObject([
      { what: 'ask', question: [{ slug: 'may-5' }] },
    ]);
    await imports.run(file, answers({ 2: 'new' }));
    expect(await imports.find('may-5')).toEqual(may);
    expect(await imports.find('may-5-2')).toMatchObject({ name: 'May 5', price: 7 });
    expect((await imports.plan(file)).products).toMatchObject([{ what: 'same', slug: 'may-5-2' }]);
    // Name and SKU are damaged too.
    const { _id } = await owner.product({ name: '10-12', slug: '10-12', sku: '8901234567890', price: 100 });
    const damaged = 'Slug,Name,SKU,Price\n10-Dec,10-Dec,8.90123E+12,90\n';
    expect((await imports.plan(damaged)).products).toMatchObject([
      { what: 'ask', question: [{ slug: '10-12' }] },
    ]);
    expect(whatOf(await imports.plan('Slug,Price\n10-Dec,90\n'))).toEqual(['10-Dec: ask']);
    await imports.run(damaged, answers({ 2: _id }));
    expect(await imports.find('10-12')).toMatchObject({ name: '10-12', sku: '8901234567890', price: 90 });
  });

  it('is found by a former slug, and never by a slug that was derived', async () => {
    const { _id, slug } = await owner.product({ name: 'Urli' });
    await owner.put(`/products/${_id}`, { slug: `${slug}-big` });
    expect(await imports.run(`Slug,Name\n${slug},Big urli\n`)).toMatchObject({ written: 1 });
    expect(await imports.find(`${slug}-big`)).toMatchObject({ name: 'Big urli' });
    const derived = await owner.product({ name: 'Diya', slug: 'set-of-2' });
    await imports.run(woo('1,simple,,Set of 2!,1,1,5,100'));
    expect(await imports.find('set-of-2')).toMatchObject({ name: 'Diya', price: derived.price });
    expect(await imports.find('set-of-2-2')).toMatchObject({ name: 'Set of 2!' });
  });
});

it('a list of our own without slugs is recognised by its names', async () => {
  const list = await fileOf('own-hindi-list.csv');
  expect(await imports.run(list)).toMatchObject({ written: 2, failed: 0 });
  expect(await imports.find('nila-phuldan')).toMatchObject({ name: 'नीला फूलदान', price: 899 });
  expect(whatOf(await imports.plan(list))).toEqual(['पीतल का दीया: same', 'नीला फूलदान: same']);
});

it('no product gets the address that another one of the file has', async () => {
  const others = Array.from({ length: 60 }, (_, index) => `other-${index},Other ${index},5\n`).join('');
  await imports.run(`Slug,Name,Price\n,Lamp,100\n${others}lamp,Lantern,200\n`);
  expect(await imports.find('lamp')).toMatchObject({ name: 'Lantern', price: 200 });
  expect(await imports.find('lamp-2')).toMatchObject({ name: 'Lamp', price: 100 });
  await owner.product({ name: 'Kurta', slug: 'kurta-a' });
  const shopify = 'Handle,Title,Variant Price\nKurta_A,Kurta one,100\nkurta-a-2,Kurta two,200\n';
  await imports.run(shopify);
  expect(await imports.find('kurta-a-2')).toMatchObject({ name: 'Kurta two' });
  expect(whatOf(await imports.plan(shopify))).toEqual(['Kurta one: same', 'Kurta two: same']);
});

it('addresses of Shopify that ours can’t be lead to derived ones', async () => {
  const file = await fileOf('shopify-handles.csv');
  expect(await imports.run(file)).toMatchObject({ total: 6, written: 6, failed: 0 });
  const long =
    'hand-block-printed-pure-cotton-king-size-double-bedsheet-with-two-pillow-covers-jaipuri-rajasthani';
  for (const [handle, slug] of [
    ['blue_pottery_vase', 'blue-pottery-vase'],
    ['vase--tall', 'vase-tall'],
    ['नीला-फूलदान', 'nila-phuldan'],
    ['Summer-Kurta', 'summer-kurta'],
    [`${long}-traditional-indigo-floral`, `${long}-t`],
    ['cafe-mug-', 'cafe-mug'],
  ] as const) {
    const { body } = await shop.get(`/products/${encodeURIComponent(handle)}`);
    expect(body.slug, handle).toBe(slug);
  }
  expect(whatOf(await imports.plan(file)).filter((what) => !what.endsWith('same'))).toEqual([]);
});

it('an import that is started twice creates each product once', async () => {
  const file = await fileOf('woo-hindi-names.csv');
  await imports.start(file);
  await imports.start(file);
  await shop.runJobs();
  expect((await owner.get('/products?limit=100')).body).toMatchObject({ total: 3 });
});
