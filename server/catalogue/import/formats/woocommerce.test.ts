import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '../../../../shared/contract/catalogue/catalogue.ts';
import { type Imports, importsOf } from '../../../../tests/support/imports.ts';
import { asOwner, type Owner } from '../../../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import { readProducts } from './read.ts';

const read = (csv: string) => readProducts(Buffer.from(csv), { rupeesPerUnit: 1, asDraft: false });
const head = 'ID,Type,SKU,Name,Regular price,Categories,Tags,Brands,Short description,Description\n';
const itemOf = (cells: string) => read(`${head}1,simple,,${cells}\n`).items[0];

describe('texts that WooCommerce writes as HTML', () => {
  it('are decoded: names, categories, tags and brands', () => {
    expect(
      itemOf(
        'Salt &amp; Pepper&#8217;s,5,Kitchen &amp;amp; Dining > Bowls &amp; Plates,"Fun &amp; Gifts, A\\, B",D&amp;G,,',
      ),
    ).toMatchObject({
      name: 'Salt & Pepper’s',
      slug: 'salt-peppers',
      brand: 'D&G',
      category: 'Kitchen & Dining',
      subcategory: 'Bowls & Plates',
      tags: ['Fun & Gifts', 'A B'],
    });
  });

  it('are decoded in options, so that no value stands there in two notations', () => {
    const csv = `ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)
1,variable,P,Set,,,Fit &amp; size,"S &amp; M, Large\\, wide"
2,variation,,Set,5,P,Fit & size,S & M
3,variation,,Set,6,P,Fit &amp; size,"large\\, wide"
`;
    expect(read(csv).items).toMatchObject([
      {
        options: [{ name: 'Fit & size', values: ['S & M', 'Large, wide'] }],
        variants: [
          { values: ['S & M'], price: '5' },
          { values: ['Large, wide'], price: '6' },
        ],
      },
    ]);
  });

  it.each([
    ['woo-comma-attributes.csv', ['1299 4', '1499 5', '999 6']],
    ['woo-comma-attributes-any.csv', ['1299 4', '1499 5', '999 6']],
  ])('%s has three values with and without commas', async (name, expected) => {
    const { items } = read(await readFile(`tests/exports/${name}`, 'utf8'));
    const [item] = items;
    expect(item?.options).toEqual([
      { name: 'Finish', values: ['Antique, dark', 'Polished, bright', 'Plain'] },
    ]);
    expect(item?.variants.map(({ finalPrice, countInStock }) => `${finalPrice} ${countInStock}`)).toEqual(
      expected,
    );
    expect(item?.problems).toEqual([]);
  });
});

describe('categories', () => {
  const groups = (cell: string) => {
    const { category, subcategory, notes = [] } = itemOf(`A,5,"${cell}",,,,`) ?? {};
    return [category, subcategory, ...notes.map(({ message }) => message)];
  };

  it('are the first one, with its subcategory wherever that is named', () => {
    expect(groups('Clothing > Shirts')).toEqual(['Clothing', 'Shirts']);
    expect(groups('Clothing, Clothing > Shirts')).toEqual(['Clothing', 'Shirts']);
    expect(groups('Clothing, Gifts > Cards, Clothing > Shirts > Long')).toEqual([
      'Clothing',
      'Shirts',
      'Only “Clothing > Shirts” of its categories is imported, not Gifts > Cards, Clothing > Shirts > Long',
    ]);
  });

  it('do not contain “Uncategorized”, which leaves the category of a product as it is', () => {
    expect(groups('Uncategorized, Gifts')).toEqual(['Gifts', '']);
    expect(groups('uncategorised')).toEqual([undefined, undefined]);
    expect(groups('')).toEqual(['', '']);
  });
});

it('a short description is above the long one, unless that contains it', () => {
  const description = (cells: string) => itemOf(`A,5,,,,${cells}`)?.description;
  expect(description('<b>Short</b>,<p>Long</p>')).toBe('Short\n\nLong');
  expect(description('Short,')).toBe('Short');
  expect(description(',Long')).toBe('Long');
  expect(description('Brass,Brass from Moradabad')).toBe('Brass from Moradabad');
});

it('HSN code and GST rate are read from the columns of plugins, also of Shopify', () => {
  const columns = 'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)';
  const woo = (names: string, cells: string) =>
    read(`${columns},${names}\n1,simple,,A,5,,,,${cells}\n`).items[0];
  expect(woo('Meta: _hsn_code,Meta: gst_rate', '6913,12%')).toMatchObject({ hsn: '6913', gstRate: '12' });
  expect(woo('Meta: hsn_prod_id,GST (%)', '61091000,5')).toMatchObject({ hsn: '61091000', gstRate: '5' });
  expect(woo('hsn_code,gst', ',')).toMatchObject({ hsn: undefined, gstRate: undefined, notes: [] });
  expect(woo('HSN/SAC Code,gst', '61,Taxable')).toMatchObject({
    hsn: undefined,
    gstRate: undefined,
    notes: [
      { message: '“Taxable” is not a GST rate; this cell is not imported' },
      { message: expect.stringContaining('“61” is not an HSN code') },
    ],
  });
  const ofVariation = `1,variable,,Tee,,,Size,"S, M",\n2,variation,,Tee,5,id:1,Size,S,6109\n`;
  expect(read(`${columns},Meta: hsn\n${ofVariation}`).items[0]).toMatchObject({ hsn: '6109' });
  const shopify =
    'Handle,Title,Variant Price,HSN Code (product.metafields.custom.hsn_code)\ndiya,Diya,99,7418\n';
  expect(read(shopify).items[0]).toMatchObject({ hsn: '7418', attributes: undefined });
});

describe('in the shop', () => {
  let shop: TestShop;
  let owner: Owner;
  let imports: Imports;
  beforeAll(async () => {
    shop = await createTestShop();
    owner = await asOwner(shop);
    imports = importsOf(shop, owner);
  });
  afterAll(() => shop.close());

  it('a sale stays if the file does not say whether there is one', async () => {
    const sale = 'ID,Type,Name,Sale price,Regular price\n70,simple,Diya,800,1000\n';
    await imports.run(sale);
    const files = ['ID,Type,Name,Regular price\n70,simple,Diya,1000\n', sale.replace('800', 'abc')];
    for (const file of files) expect((await imports.plan(file)).products).toMatchObject([{ what: 'same' }]);
    const ended = (await imports.plan(sale.replace('800', ''))).products[0];
    expect(ended?.changes).toMatchObject([{ field: 'Selling price', to: '₹1,000' }]);
  });

  it('types in capitals are the same', () => {
    expect(read('ID,Type,Name,Regular price\n1,Simple,A,5\n')).toMatchObject({
      items: [{ name: 'A' }],
      bad: [],
    });
  });

  it('a variation belongs to no product but its parent', async () => {
    const columns = 'ID,Type,SKU,Name,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n';
    const tee = `${columns}81,variable,,Tee,,,,Size,"S, M"\n82,variation,,Tee,3,100,id:81,Size,S\n`;
    const orphan = await imports.plan(`${tee}83,variation,,Other,4,200,,Size,M\n`);
    expect(orphan).toMatchObject({
      products: [{ name: 'Tee', summary: '₹100, stock 3' }],
      bad: [{ line: 4, message: 'Its parent product is not in the file' }],
    });
    await imports.run(tee);
    // A spreadsheet has shortened the SKUs of two products.
    const [a, b] = ['84,variable,8.9E+12,A,,,,Size,"S, M"', '85,variation,,A,3,100,8.9E+12,Size,S'];
    const shared = `${columns}${a}\n${a.replace('84', '81').replace('A', 'Tee')}\n${b}\n`;
    const message = 'Several products of the file have the SKU of its parent, “8.9E+12”';
    const plan = await imports.plan(shared);
    expect(plan.bad).toMatchObject([{ line: 2 }, { line: 4, message }]);
    expect(plan.products).toMatchObject([{ name: 'Tee', what: 'same', unnamed: [] }]);
  });

  it('no second category of the same name is created', async () => {
    await owner.post('/categories', { name: 'Kitchen & Dining' });
    await imports.run(`${head}1,simple,,Bowl,5,Kitchen &amp; Dining > Bowls,,,,\n`);
    const categories = (await shop.get('/categories')).body as unknown as Category[];
    expect(categories.map(({ name }) => name)).toEqual(['Kitchen & Dining']);
    expect(await imports.find('bowl')).toMatchObject({ subcategory: { name: 'Bowls' } });
  });
});
