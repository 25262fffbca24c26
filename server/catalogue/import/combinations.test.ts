import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectCleanAudit } from '../../../tests/support/audit.ts';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const skusOf = async (slug: string) => (await imports.find(slug)).variants.map(({ sku }) => sku);
const whatOf = async (file: string) => (await imports.plan(file)).products.map(({ what }) => what);

describe('SKUs that the former shop repeats', () => {
  const own = (line: number) => ({
    line,
    message: 'The SKU “KURTA” is on line 2 too; this one has a SKU of its own',
  });

  it('stay with the first combination, and nothing changes when the file is imported again', async () => {
    const file = await readFile('tests/exports/shopify-duplicate-skus.csv', 'utf8');
    const done = await imports.run(file);
    expect(done).toMatchObject({ written: 3, failed: 0 });
    const notes = done.notes.map(({ line, message }) => ({ line, message }));
    expect(notes).toEqual(expect.arrayContaining([3, 4, 5].map(own)));
    expect(notes.filter(({ line }) => line > 5)).toMatchObject([{ line: 6 }, { line: 7 }]);
    const skus = ['KURTA', 'COTTON-KURTA-M', 'COTTON-KURTA-L'];
    expect(await skusOf('cotton-kurta')).toEqual(skus);
    expect(await skusOf('linen-kurta')).toEqual(['LINEN-KURTA']);
    expect((await imports.find('gift-hamper')).variants).toMatchObject([
      { sku: 'GH-1', finalPrice: 1499, values: [expect.stringMatching(/^Set of four jars .*….*packing$/)] },
      { sku: 'GH-2', finalPrice: 2499, values: [expect.stringMatching(/^Set of eight jars .*….*packing$/)] },
    ]);
    expect(await whatOf(file)).toEqual(['same', 'same', 'same']);
    expect(await imports.run(file)).toMatchObject({ written: 0, failed: 0 });

    const [head = '', s, m, l, linen, ...hamper] = file.trimEnd().split('\n');
    const titled = (line = '') => line.replace('cotton-kurta,,,', 'cotton-kurta,Cotton kurta,,TRUE');
    const moved = [head, linen, ...hamper, titled(l), titled(m), s].join('\n');
    await imports.run(moved);
    expect((await skusOf('cotton-kurta')).toSorted()).toEqual(skus.toSorted());
    expect(await skusOf('linen-kurta')).toEqual(['LINEN-KURTA']);
  });
});

describe('values of options', () => {
  it('that differ in capitals only are one', async () => {
    const row = (value: string, size: string) => `caps,Caps,Colour,${value},Size,${size},5\n`;
    const file = `Slug,Name,Option 1,Value 1,Option 2,Value 2,Price\n${row('Red', 'S')}${row('Blue', 'S')}${row('red', 'M')}`;
    await imports.run(file);
    expect(await imports.find('caps')).toMatchObject({
      options: [{ values: ['Red', 'Blue'] }, { values: ['S', 'M'] }],
      variants: [{ values: ['Red', 'S'] }, { values: ['Blue', 'S'] }, { values: ['Red', 'M'] }],
    });
    expect(await whatOf(file)).toEqual(['same']);
  });

  it('that differ in their last words only stay two when they are shortened', async () => {
    const jars = 'Set of four jars with a hand-written card, jute bag and express packing';
    const file = `Handle,Title,Option1 Name,Option1 Value,Variant Price\njars,Jars,Pack,"${jars}, red",5\njars,,,"${jars}, blue",6\n`;
    await imports.run(file);
    expect((await imports.find('jars')).variants).toMatchObject([
      { finalPrice: 5, values: [expect.stringMatching(/^Set of four jars .*….* red$/)] },
      { finalPrice: 6, values: [expect.stringMatching(/^Set of four jars .*….* blue$/)] },
    ]);
    expect(await whatOf(file)).toEqual(['same']);
  });
});

describe('combinations that the file does not name', () => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price\n';
  const row = (handle: string, value: string, title = '', sku = '') =>
    `${handle},${title},${title && 'Size'},${value},${sku},4,999\n`;
  const all = (handle: string) => `${head}${row(handle, 'S', 'Kurta')}${row(handle, 'M')}${row(handle, 'L')}`;
  const without = (handle: string) => `${head}${row(handle, 'L', 'Kurta')}${row(handle, 'S')}`;
  const idsOf = async (slug: string) =>
    new Map((await imports.find(slug)).variants.map(({ values, _id }) => [values.join(), _id]));

  it('stay, and are shown with their stock', async () => {
    await imports.run(all('stay'));
    const before = await imports.find('stay');
    const [planned] = (await imports.plan(without('stay'))).products;
    const medium = before.variants[1]?._id;
    expect(planned).toMatchObject({ what: 'same', unnamed: [{ _id: medium, name: 'M', stock: 4 }] });
    await imports.run(without('stay'));
    expect(await imports.find('stay')).toEqual(before);

    await imports.run(without('stay').replace('stay,,,S', 'stay,,,XL'));
    const { options, variants } = await imports.find('stay');
    expect(options).toMatchObject([{ values: ['S', 'M', 'L', 'XL'] }]);
    expect(variants.slice(0, 3)).toEqual(before.variants);
  });

  it('are removed if the admin confirms it, and get their ids again', async () => {
    await imports.run(all('gone'));
    const before = await idsOf('gone');
    const settings = { newProducts: 'file', remove: JSON.stringify([before.get('M')]) };
    expect((await imports.plan(without('gone'), settings)).products[0]?.changes).toContainEqual({
      field: 'Combination',
      variant: '',
      from: 'M, stock 4',
      to: '',
    });
    await imports.run(without('gone'), settings);
    expect([...(await idsOf('gone')).keys()].toSorted()).toEqual(['L', 'S']);
    await imports.run(all('gone').replaceAll(',4,999', ',3,899'));
    expect(await idsOf('gone')).toEqual(before);
    expect((await imports.find('gone')).variants).toMatchObject([
      { values: ['S'], countInStock: 4, finalPrice: 899 },
      { values: ['M'], countInStock: 3, finalPrice: 899 },
      { values: ['L'], countInStock: 4, finalPrice: 899 },
    ]);
    await expectCleanAudit(shop);
  });

  it('are asked about if the options are others', async () => {
    await imports.run(all('other'));
    const before = await idsOf('other');
    const file = `${head}${row('other', 'Red', 'Kurta')}`.replace('Size', 'Colour');
    expect((await imports.plan(file)).products).toMatchObject([
      { what: 'ask', question: [], unnamed: [{ name: 'S' }, { name: 'M' }, { name: 'L' }] },
    ]);
    expect(await imports.send('', file, {})).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('“S” (stock 4), “M” (stock 4), “L” (stock 4)') },
    });
    const some = { newProducts: 'file', remove: JSON.stringify([before.get('S')]) };
    expect((await imports.plan(file, some)).products).toMatchObject([{ what: 'ask' }]);
    await imports.run(file, { newProducts: 'file', remove: JSON.stringify([...before.values()]) });
    expect([...(await idsOf('other')).keys()]).toEqual(['Red']);
  });

  it('are found by their SKU if a value was renamed', async () => {
    const file = `${head}${row('named', 'S', 'Kurta', 'N-S')}${row('named', 'M', '', 'N-M')}`;
    await imports.run(file);
    const before = await idsOf('named');
    const renamed = file.replace(',S,', ',Small,');
    expect((await imports.plan(renamed)).products).toMatchObject([
      {
        what: 'change',
        unnamed: [],
        changes: [{ field: 'Options' }, { field: 'Combination', from: 'S', to: 'Small' }],
      },
    ]);
    await imports.run(renamed);
    expect((await idsOf('named')).get('Small')).toBe(before.get('S'));
  });
});
