import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/support/imports.ts';
import { asOwner } from '../../../../tests/support/owner.ts';
import { testShop } from '../../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const named = (name: string) => ({ name: `${name} ${randomUUID()}`, price: 500, countInStock: 20 });
let number = 0;
/** A kurta whose sizes, shelf codes and SKUs a spreadsheet would change. */
const kurta = () =>
  owner.product({
    name: `Kurta ${randomUUID()}`,
    hsn: '0902',
    gstRate: 18,
    options: [{ name: 'Age', values: ['2-3', '4-5'] }],
    declarations: { madeIn: '2026-11', bisLicence: '0012345', fssai: '10012345678901' },
    variants: ['2-3', '4-5'].map((age) => ({
      values: [age],
      sku: String(890123456780 + number++),
      price: 600,
      countInStock: 10,
      shelfCode: '10-12',
    })),
  });
const exported = async () => String((await owner.get('/products/export.csv')).body.raw);

describe('a file of ours that a spreadsheet has changed', () => {
  it('keeps HSN codes, SKUs, licences and option values', async () => {
    const tea = await owner.product({ ...named('Tea'), hsn: '09021020', sku: `T-${randomUUID()}` });
    const before = await kurta();
    const [small] = before.variants;
    const csv = `Slug,HSN,Option 1,Value 1,SKU,Price,Shelf code,Month of manufacture,BIS licence,FSSAI licence
${before.slug},902,Age,02-Mar,${small?.sku},"1,200",10-Dec,Nov-26,12345,1.00123E+13
${before.slug},902,Age,4-5,8.90123E+12,"650,50",12-Oct-2026,Nov-26,12345,1.00123E+13
${tea.slug},9021020,,,8.90123E+12,499 Rs,,,,
`;
    const { products, bad } = await imports.plan(csv);
    expect(bad).toEqual([]);
    expect(products.map(({ changes }) => changes.map(({ field, to }) => `${field} ${to}`))).toEqual([
      ['Price ₹1,200', 'Selling price ₹1,200', 'Price ₹650.50', 'Selling price ₹650.50'],
      ['Price ₹499', 'Selling price ₹499'],
    ]);
    const stays = (stored: string, cell: string) =>
      expect.stringContaining(`a spreadsheet has changed “${stored}” to “${cell}”; it stays “${stored}”`);
    const shortened = expect.stringContaining('shortened the number; this cell is not imported');
    expect(products.map(({ notes }) => notes.map(({ line, message }) => [line, message]))).toEqual([
      [
        [2, shortened],
        [3, shortened],
        [2, stays('2-3', '02-Mar')],
        [2, stays('10-12', '10-Dec')],
        [3, stays('10-12', '12-Oct-2026')],
        [2, stays('0012345', '12345')],
      ],
      [[4, shortened]],
    ]);
    await imports.run(csv);
    const { updatedAt: _, price: _price, finalPrice: _final, variants, ...rest } = before;
    const after = await imports.find(before.slug);
    expect(after).toMatchObject({ options: rest.options, hsn: '0902', declarations: before.declarations });
    expect(after.variants.map(({ _id, sku, values, shelfCode }) => [_id, sku, values, shelfCode])).toEqual(
      variants.map(({ _id, sku, values, shelfCode }) => [_id, sku, values, shelfCode]),
    );
    expect(await imports.find(tea.slug)).toMatchObject({ hsn: '09021020', sku: tea.sku, price: 499 });
  });

  it('gives a new product no code that was shortened, and says so', async () => {
    const slug = `spice-${randomUUID()}`;
    const csv = `Slug,Name,HSN,FSSAI licence,SKU,Price\n${slug},Spice,90210,1.00123E+13,8.90123E+12,"१,२९९"\n`;
    expect((await imports.plan(csv)).products).toMatchObject([
      {
        what: 'new',
        notes: [
          {
            line: 2,
            message:
              '“1.00123E+13” is not an FSSAI licence of 14 digits: a spreadsheet has shortened the number; this cell is not imported',
          },
          {
            line: 2,
            message:
              '“8.90123E+12” is not a SKU: a spreadsheet has shortened the number; this cell is not imported',
          },
        ],
      },
    ]);
    await imports.run(csv);
    const product = await imports.find(slug);
    expect(product).toMatchObject({ hsn: '090210', price: 1299 });
    expect(product.sku).not.toContain('E+');
    for (const hsn of ['61091', '6109101', '12', '6109.1', 'tea'])
      expect(
        (await imports.plan(`Slug,Name,HSN,Price\n${slug}x,Tea,${hsn},5\n`)).products,
        hsn,
      ).toMatchObject([
        {
          notes: [{ message: `“${hsn}” is not an HSN code of 4, 6 or 8 digits; this cell is not imported` }],
        },
      ]);
  });

  it('is protected in the export, which the import reads as it was', async () => {
    const before = await kurta();
    const rows: Record<string, string>[] = parse(await exported(), { bom: true, columns: true });
    const [row] = rows.filter(({ Slug }) => Slug === before.slug);
    expect(row).toMatchObject({
      HSN: "'0902",
      'Value 1': "'2-3",
      SKU: `'${before.variants[0]?.sku}`,
      'Shelf code': "'10-12",
      'Month of manufacture': "'2026-11",
      'BIS licence': "'0012345",
      'FSSAI licence': "'10012345678901",
      'GST rate': '18',
    });
    const { products, bad } = await imports.plan(await exported());
    expect(bad).toEqual([]);
    expect(products.flatMap(({ name, changes }) => (changes.length > 0 ? [name, changes] : []))).toEqual([]);
  });

  it('keeps SKUs that became a date or another number, if the row is found otherwise', async () => {
    const age = randomUUID().slice(0, 8);
    const before = await owner.product({
      name: `Frock ${age}`,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { values: ['S'], sku: '10-11', price: 600 },
        { values: ['M'], sku: '00771', price: 600 },
      ],
    });
    const csv = `Slug,Option 1,Value 1,SKU,Price
${before.slug},Size,S,11-Oct,700
${before.slug},Size,M,771,600
`;
    const [planned] = (await imports.plan(csv)).products;
    expect(planned?.changes.map(({ field }) => field)).toEqual(['Price', 'Selling price']);
    expect(planned?.notes.map(({ message }) => message)).toEqual([
      'SKU: a spreadsheet has changed “10-11” to “11-Oct”; it stays “10-11”',
      'SKU: a spreadsheet has changed “00771” to “771”; it stays “00771”',
    ]);
    await imports.run(csv);
    expect((await imports.find(before.slug)).variants.map(({ sku }) => sku)).toEqual(['10-11', '00771']);
  });

  it('keeps option values of combinations that are new or not in the file', async () => {
    const sku = randomUUID().slice(0, 8);
    const row = (age: string, colour: string, code: string) => ({
      values: [age, colour],
      sku: code,
      price: 600,
    });
    const before = await owner.product({
      name: `Frock ${sku}`,
      options: [
        { name: 'Age', values: ['2-3', '4-5'] },
        { name: 'Colour', values: ['Red', 'Blue'] },
      ],
      variants: [
        row('2-3', 'Red', `${sku}-a`),
        row('4-5', 'Red', `${sku}-b`),
        row('4-5', 'Blue', `${sku}-c`),
      ],
    });
    const csv = `Slug,Option 1,Value 1,Option 2,Value 2,SKU,Price
${before.slug},Age,02-Mar,Colour,Blue,${sku}-d,650
${before.slug},Age,02-Mar,Colour,Red,${sku}-a,600
${before.slug},Age,04-May,Colour,Red,${sku}-b,600
`;
    const plan = await imports.plan(csv);
    expect(plan.products).toMatchObject([
      {
        changes: [{ field: 'Combination', from: '', to: expect.stringMatching(/^2-3 \/ Blue: ₹650/) }],
        unnamed: [{ name: '4-5 / Blue' }],
      },
    ]);
    expect(plan.products[0]?.notes.map(({ line }) => line).toSorted()).toEqual([2, 3, 4]);
    await imports.run(csv);
    const { options, variants } = await imports.find(before.slug);
    expect(options).toEqual(before.options);
    expect(variants.map(({ values }) => values.join())).toEqual([
      '2-3,Red',
      '4-5,Red',
      '4-5,Blue',
      '2-3,Blue',
    ]);
  });

  it('takes no value of another combination by a SKU that the file repeats', async () => {
    const sku = randomUUID().slice(0, 8);
    const { slug } = await owner.product({
      name: `Vest ${sku}`,
      options: [{ name: 'Age', values: ['2-3', '4-5'] }],
      variants: ['2-3', '4-5'].map((age, index) => ({ values: [age], sku: `${sku}${index}`, price: 600 })),
    });
    const csv = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
${slug},Vest ${sku},Age,04-May,${sku}0,900
${slug},,,02-Mar,${sku}0,700
`;
    await imports.run(csv);
    expect((await imports.find(slug)).variants).toMatchObject([
      { values: ['4-5'], price: 900 },
      { values: ['2-3'], price: 700 },
    ]);
  });

  it('finds combinations without SKUs by the numbers of a date, if only one has them', async () => {
    const { slug, name } = await owner.product({
      name: `Romper ${randomUUID()}`,
      options: [{ name: 'Age', values: ['2-3', '3-2', '4-5', 'May 5'] }],
      variants: ['2-3', '3-2', '4-5', 'May 5'].map((age) => ({ values: [age], price: 600 })),
    });
    const csv = `Handle,Title,Option1 Name,Option1 Value,Variant Price
${slug},${name},Age,05-Apr,650
${slug},,,5-May,660
${slug},,,02-Mar,670
`;
    const [planned] = (await imports.plan(csv)).products;
    expect(planned?.unnamed).toMatchObject([{ name: '2-3' }, { name: '3-2' }]);
    expect(planned?.notes.map(({ line }) => line)).toEqual([2, 3]);
    await imports.run(csv);
    expect((await imports.find(slug)).variants).toMatchObject([
      { values: ['2-3'], price: 600 },
      { values: ['3-2'], price: 600 },
      { values: ['4-5'], price: 650 },
      { values: ['May 5'], price: 660 },
      { values: ['02-Mar'], price: 670 },
    ]);
  });

  it('finds combinations without SKUs whose values lost zeros', async () => {
    const { slug, name } = await owner.product({
      name: `Ring ${randomUUID()}`,
      options: [{ name: 'Size', values: ['06', '1.50', '10'] }],
      variants: ['06', '1.50', '10'].map((size) => ({ values: [size], price: 600 })),
    });
    const head = 'Handle,Title,Option1 Name,Option1 Value,Variant Price\n';
    const csv = `${head}${slug},${name},Size,6,650\n${slug},,,1.5,660\n${slug},,,10,600\n`;
    expect((await imports.plan(csv)).products).toMatchObject([
      { unnamed: [], notes: [{ line: 2 }, { line: 3 }] },
    ]);
    await imports.run(csv);
    expect((await imports.find(slug)).variants).toMatchObject([
      { values: ['06'], price: 650 },
      { values: ['1.50'], price: 660 },
      { values: ['10'], price: 600 },
    ]);
  });

  it('keeps letters that became question marks, and takes no such names', async () => {
    const made = await owner.product({
      name: `कुर्ता ${randomUUID()}`,
      description: 'हाथ की छपाई, "Jaipur"',
      tags: ['दीवाली', 'Cotton'],
      category: (await owner.post('/categories', { name: 'दीये' })).body._id,
      options: [{ name: 'आकार', values: ['छोटा', 'मध्यम'] }],
      variants: ['छोटा', 'मध्यम'].map((size) => ({ values: [size], price: 600 })),
    });
    const lost = async (path: string) =>
      String((await owner.get(path)).body.raw)
        .replace(/^\ufeff/, '')
        .replace(/[^\0-\xff]/g, '?');
    const csv = await lost(`/products/export.csv?search=${encodeURIComponent(made.name)}`);
    expect(csv).toContain('??????');
    const [planned] = (await imports.plan(csv)).products;
    expect(planned).toMatchObject({ slug: made.slug, what: 'same', unnamed: [], changes: [] });
    expect(planned?.notes.map(({ message }) => message.slice(0, 12))).toEqual(
      expect.arrayContaining(['Name: a spre', 'Description:', '“????” has l', '“??????” has']),
    );
    const withoutSkus = csv
      .split('\r\n')
      .map((line) => line.replace(/,[^,]*(,600,600,)/, ',$1'))
      .join('\n');
    expect((await imports.plan(withoutSkus)).products).toMatchObject([{ what: 'same', unnamed: [] }]);
    expect((await imports.plan('Name,Price\n???? ?? ???? 2,5\n')).bad).toMatchObject([
      { line: 2, message: '“???? ?? ???? 2” has lost its letters: save the file as “CSV UTF-8”' },
    ]);
  });

  it('has slugs that a spreadsheet would take for dates', async () => {
    const { name, slug } = await owner.product({ name: 'May 5', price: 500 });
    const line = (await exported()).split('\r\n').find((row) => row.startsWith(`"'${slug}",`));
    expect(line).toContain(`"'${name}"`);
    const [head] = (await exported()).split('\r\n');
    expect(await imports.plan(`${head}\n${line}\n`)).toMatchObject({
      bad: [],
      products: [{ name, slug, what: 'same' }],
    });
  });

  it('takes other values of the same kind as edits', async () => {
    const { slug, variants } = await kurta();
    const csv = `Slug,HSN,SKU,Shelf code\n${slug},910,${variants[0]?.sku},'10-14\n`;
    expect((await imports.plan(csv)).products[0]?.changes).toMatchObject([
      { field: 'HSN', from: '0902', to: '0910' },
      { field: 'Shelf code', from: '10-12', to: '10-14' },
    ]);
  });
});

describe('prices without GST', () => {
  const woo = (rows: string) => `Type,SKU,Name,Published,Stock,Sale price,Regular price\n${rows}\n`;
  const withoutGst = { newProducts: 'file', pricesIncludeGst: 'false' };

  it('get the rate of the product, rounded to a paisa once', async () => {
    const [sku, second] = [randomUUID(), randomUUID()];
    const csv = woo(
      `simple,${sku},Lamp ${sku},1,3,84.7458,846.6102\nsimple,${second},Mat ${second},1,3,,"846,6102"`,
    );
    await imports.run(csv, withoutGst);
    expect(await imports.find(`lamp-${sku}`)).toMatchObject({ price: 999, finalPrice: 100 });
    expect(await imports.find(`mat-${second}`)).toMatchObject({ price: 999, finalPrice: 999 });
    expect((await imports.plan(csv, withoutGst)).products.map(({ what }) => what)).toEqual(['same', 'same']);
    const lamp = await imports.find(`lamp-${sku}`);
    await owner.put(`/products/${lamp._id}`, { gstRate: 5 });
    expect((await imports.plan(csv, withoutGst)).products[0]?.changes).toMatchObject([
      { field: 'Price', from: '₹999', to: '₹888.94' },
      { field: 'Selling price', from: '₹100', to: '₹88.98' },
    ]);
    expect((await imports.plan(csv)).products[0]?.changes[0]).toMatchObject({ to: '₹846.61' });
  });

  it('get the rate by price of apparel', async () => {
    const kurtas = await Promise.all(
      [2500, 2600].map(() => owner.product({ ...named('Kurta'), hsn: '6109' })),
    );
    const rows = kurtas.map(({ name, sku }, index) => `simple,${sku},${name},1,3,,${2500 + 100 * index}`);
    await imports.run(woo(rows.join('\n')), withoutGst);
    expect(await Promise.all(kurtas.map(async ({ slug }) => (await imports.find(slug)).price))).toEqual([
      2625, 3068,
    ]);
  });
});

it('a few bytes of another encoding are read as such; damaged ones are refused with their line', async () => {
  const [good, bad] = [randomUUID(), randomUUID()];
  const file = (slug: string, ...bytes: number[]) =>
    Buffer.concat([
      Buffer.from(`Slug,Name,Price\n${slug},पीतल का दीया ₹,499\n${slug}-2,Caf`),
      Buffer.from(bytes),
      Buffer.from(',499\n'),
    ]);
  await imports.run(file(good, 0xe9, 0x20, 0x93));
  expect((await imports.find(good)).name).toBe('पीतल का दीया ₹');
  expect((await imports.find(`${good}-2`)).name).toBe('Café “');
  for (const bytes of [[0xe0, 0xa4], [0xe0], [0xe2, 0x82], [0x81], [0x20, 0xf0, 0x9f]])
    expect(await imports.refusal(file(bad, ...bytes)), bytes.join()).toBe(
      'Line 3 has damaged characters. Correct them, or save the file again as “CSV UTF-8”.',
    );
});
