import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '../../../shared/contract/catalogue.ts';
import { type Imports, importsOf } from '../../../tests/support/imports.ts';
import { asOwner, type Owner } from '../../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { readProducts } from './read.ts';

const read = (csv: string) => readProducts(Buffer.from(csv), { rupeesPerUnit: 1, asDraft: false });
const head = 'ID,Type,SKU,Name,Regular price,Categories,Tags,Brands,Short description,Description\n';
const itemOf = (cells: string) => read(`${head}1,simple,,${cells}\n`).items[0];

describe('texts that WooCommerce writes as HTML', () => {
  it('are decoded: names, categories, tags and brands', () => {
    expect(
      itemOf(
        'Salt &amp; Pepper&#8217;s,5,Kitchen &amp; Dining > Bowls &amp; Plates,"Fun &amp; Gifts, A\\, B",D&amp;G,,',
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
          { values: ['S & M'], finalPrice: '5' },
          { values: ['Large, wide'], finalPrice: '6' },
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

  it('no second category of the same name is created', async () => {
    await owner.post('/categories', { name: 'Kitchen & Dining' });
    await imports.run(`${head}1,simple,,Bowl,5,Kitchen &amp; Dining > Bowls,,,,\n`);
    const categories = (await shop.get('/categories')).body as unknown as Category[];
    expect(categories.map(({ name }) => name)).toEqual(['Kitchen & Dining']);
    expect(await imports.find('bowl')).toMatchObject({ subcategory: { name: 'Bowls' } });
  });
});
