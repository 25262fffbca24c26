import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const lost = (why: string) => expect.stringContaining(`${why}; this cell is not imported`);
/** The note about a cell whose value can't be stored in its column. */
const lostIn = (column: string) =>
  expect.stringMatching(`^${column.replace(/[()]/g, '\\$&')}: .*; this cell is not imported$`);

describe('a cell that can’t be read', () => {
  it('is left out with a note, and the rest of its row is imported', async () => {
    const made = await owner.post('/settings/attributes', {
      name: 'Weave',
      type: 'choice',
      choices: ['Plain', 'Twill'],
    });
    expect(made.status).toBe(201);
    const head =
      'Slug,Name,Price,Selling price,HSN,GST rate,Stock,Weight (g),Net quantity,Status,Featured,Brand,Attribute: Weave,Attribute: Colour';
    const bad = `bad,Bad,100,x,12,150,few,heavy,some,sold,perhaps,${'b'.repeat(121)},Knit,Red`;
    const messages = [
      lost('“x” is not a price'),
      lost('Featured: “perhaps” is neither yes nor no'),
      lost('“sold” is not a status: active, draft, featured or archived'),
      lost('is too long for a category, brand or type'),
      lost('Weave: “Knit” is not one of its choices'),
      lost('There is no attribute “Colour”'),
      lost('“12” is not an HSN code of 4, 6 or 8 digits'),
    ].concat(['GST rate', 'Stock', 'Weight (g)', 'Net quantity'].map(lostIn));
    const csv = `${head}\n${bad}\n`;
    const plan = await imports.plan(csv);
    expect(plan.bad).toEqual([]);
    const noted = plan.products[0]?.notes.map(({ message }) => message) ?? [];
    expect(noted).toHaveLength(messages.length);
    expect(noted).toEqual(expect.arrayContaining(messages));
    const done = await imports.run(csv);
    expect(done).toMatchObject({ written: 1, failed: 0 });
    expect(done.notes.map(({ message }) => message).toSorted()).toEqual(noted.toSorted());
    expect(await imports.find('bad')).toMatchObject({
      name: 'Bad',
      price: 100,
      finalPrice: 100,
      hsn: null,
      countInStock: 0,
      brand: null,
      isFeatured: false,
    });
  });

  it('keeps what an existing product has, and the notes are shown for it too', async () => {
    const before = await owner.product({
      name: 'Good',
      price: 100,
      hsn: '6912',
      countInStock: 7,
      slug: 'good',
    });
    const csv = `Slug,Name,Price,HSN,Stock,Stock when exported\ngood,Better,abc,1,-2,7\n`;
    const [planned] = (await imports.plan(csv)).products;
    expect(planned?.changes).toMatchObject([{ field: 'Name' }]);
    expect(planned?.notes.map(({ message }) => message)).toEqual([
      lost('“1” is not an HSN code of 4, 6 or 8 digits'),
      lost('“abc” is not a price'),
      lostIn('Stock'),
    ]);
    expect((await imports.run(csv)).notes).toHaveLength(3);
    const { name: _, updatedAt: __, ...same } = before;
    expect(await imports.find('good')).toMatchObject({ ...same, name: 'Better' });
    const empty = await imports.plan('Slug,Price\ngood,\n');
    expect(empty.products).toMatchObject([{ what: 'same', notes: [{ line: 2 }] }]);
  });

  it('is the reason why a new combination without a price is not imported', async () => {
    const { bad } = await imports.plan('Handle,Title,Variant Price\nx,X,abc\ny,Y,\n');
    expect(bad.map(({ message }) => message)).toEqual(['“abc” is not a price', 'Valid price is required']);
  });

  it('gives no product a price of zero', async () => {
    const own = await imports.plan('Slug,Name,Price,Selling price\nx,X,,\ny,Y,abc,\nz,Z,,5\n');
    expect(own.bad.map(({ message }) => message)).toEqual([
      'Valid price is required',
      '“abc” is not a price',
    ]);
    expect(own.products).toMatchObject([{ name: 'Z', summary: '₹5, stock 0' }]);
    const head = 'ID,Type,Name,Stock,Sale price,Regular price,Date sale price ends\n';
    const woo = await imports.plan(`${head}1,simple,A,5,8,,2020-01-01\n2,simple,B,5,8,abc,2020-01-01\n`);
    expect(woo.bad.map(({ message }) => message)).toEqual([
      'Valid price is required',
      '“abc” is not a price',
    ]);
  });

  it('of a combination concerns this one only', async () => {
    const row = (value: string, weight: string) => `cap,Cap,Size,${value},5,${weight}\n`;
    const csv = `Slug,Name,Option 1,Value 1,Price,Weight (g)\n${row('S', '100')}${row('M', 'much')}`;
    expect((await imports.run(csv)).notes).toMatchObject([{ line: 3, message: lostIn('Weight (g)') }]);
    expect((await imports.find('cap')).variants).toMatchObject([{ weightGrams: 100 }, { values: ['M'] }]);
  });
});

it.each([
  ['Y', true],
  ['ja', true],
  ['TRUE', true],
  ['हाँ', true],
  ['1.0', true],
  ['N', false],
  ['nein', false],
  ['FALSE', false],
  ['0.0', false],
  ['', false],
])('“%s” in a column of yes and no is %s', async (cell, expected) => {
  await imports.run(`Slug,Name,Price,Featured\nflag,Flag,5,${cell}\n`);
  expect((await imports.find('flag')).isFeatured).toBe(expected);
  const woo = `ID,Type,Name,Regular price,Is featured?,Published\n1,simple,Woo flag,5,${cell},${cell || 0}\n`;
  await imports.run(woo);
  expect((await imports.find('woo-flag')).isFeatured).toBe(expected);
});

it('cells that are stored in another notation change nothing the second time', async () => {
  for (const [name, type] of [
    ['Width', 'number'],
    ['Washable', 'flag'],
  ])
    expect((await owner.post('/settings/attributes', { name, type })).status).toBe(201);
  const columns = 'Slug,Name,Price,Tags,Category,Brand,Attribute: Width,Attribute: Washable,Net quantity';
  const notations = `${columns}\nnote,A  b,5,"Gift, gift",Home  decor,Kha\u00a0di लक\u095cी,"1,200.50",ja,250 gms\n`;
  await imports.run(notations);
  expect(await imports.find('note')).toMatchObject({
    name: 'A b',
    tags: ['Gift'],
    category: { name: 'Home decor' },
  });
  expect((await imports.plan(notations)).products).toMatchObject([{ what: 'same', changes: [] }]);
  await imports.run('Slug,Name,Price,Category,Brand\nnote-2,C,5,Home decor,Kha di लक\u0921\u093cी\n');
  const { brand, category } = await imports.find('note');
  expect(await imports.find('note-2')).toMatchObject({ brand, category });
});

it('what concerns new products only is not said about others', async () => {
  const csv = 'ID,Type,Name,Regular price,In stock?\n7,simple,Uncounted,5,1\n';
  expect((await imports.run(csv)).notes).toMatchObject([{ message: 'Its stock was not counted: set to 10' }]);
  expect((await imports.plan(csv)).products).toMatchObject([{ what: 'same', notes: [] }]);
});
