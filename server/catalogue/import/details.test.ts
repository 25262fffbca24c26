import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { type Imports, importsOf } from '../../../tests/support/imports.ts';
import { asOwner, type Owner } from '../../../tests/support/owner.ts';
import { createTestShop, type TestShop } from '../../../tests/support/shop.ts';

let shop: TestShop;
let owner: Owner;
let imports: Imports;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await asOwner(shop);
  imports = importsOf(shop, owner);
});
afterAll(() => shop.close());

const file = (row: Record<string, string>) =>
  [Object.keys(row), Object.values(row)]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n');
const productOf = async (slug: string) => (await owner.get(`/products/${slug}`)).body as unknown as Product;
const isUnchanged = async (csv: string) => {
  const { products, bad } = await imports.plan(csv);
  expect(bad).toEqual([]);
  expect(products.map(({ what, changes }) => [what, changes])).toEqual(products.map(() => ['same', []]));
};

it('a file of Shopify brings what its columns say, and the preview names the others', async () => {
  const csv = file({
    Handle: 'vase',
    Title: 'Vase',
    'Body (HTML)': '<p>Blue</p>',
    Vendor: 'Jaipur',
    'Product Category': 'Home & Garden > Decor > Vases',
    Type: 'Pottery',
    Tags: 'blue, clay',
    Published: 'true',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Option1 Linked To': '',
    'Variant SKU': 'V-1',
    'Variant Grams': '453.6',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '4',
    'Variant Inventory Policy': 'continue',
    'Variant Fulfillment Service': 'amazon',
    'Variant Price': '900',
    'Variant Compare At Price': '1200',
    'Variant Requires Shipping': 'false',
    'Variant Taxable': 'false',
    'Unit Price Total Measure': '250',
    'Unit Price Total Measure Unit': 'ml',
    'Unit Price Base Measure': '1',
    'Unit Price Base Measure Unit': 'l',
    'Variant Barcode': "'8901234567890",
    'Gift Card': 'false',
    'SEO Title': 'Buy <b>vases</b>',
    'SEO Description': 'Hand-made in Jaipur',
    'Google Shopping / MPN': 'M-1',
    'Fabric (product.metafields.shopify.fabric)': 'cotton; silk',
    'Variant Weight Unit': 'kg',
    'Variant Tax Code': 'P0000000',
    'Cost per item': '400.50',
    'Included / India': 'true',
    'Price / International': '20',
    Status: 'archived',
  });
  const plan = await imports.plan(csv);
  expect(plan.unread).toEqual([
    'Google Shopping / MPN',
    'Variant Tax Code',
    'Included / India',
    'Price / International',
  ]);
  expect(plan.products[0]?.notes.map(({ message }) => message)).toEqual([
    'It was sold without shipping; here it is sold like goods that are shipped',
    'It was sold without tax; here its GST rate counts',
    'It was sent by “amazon”; here you send it',
    'It was sold beyond its stock; here it is sold out at 0',
    'The attribute “Fabric” is new; it is created',
  ]);
  await imports.run(csv, { newProducts: 'file' });
  expect(await productOf('vase')).toMatchObject({
    status: 'archived',
    brand: { name: 'Jaipur' },
    category: { name: 'Decor' },
    subcategory: { name: 'Vases' },
    productType: { name: 'Pottery' },
    seoTitle: 'Buy <b>vases</b>',
    seoDescription: 'Hand-made in Jaipur',
    attributes: [{ name: 'Fabric', type: 'choice', values: ['cotton', 'silk'] }],
    variants: [
      {
        price: 1200,
        finalPrice: 900,
        countInStock: 4,
        barcode: '8901234567890',
        cost: 400.5,
        weightGrams: 454,
        netQuantity: '250 ml',
      },
    ],
  });
  await isUnchanged(csv);
});

it('a file of WooCommerce brings weight, size, attributes, barcode, cost and texts for search engines', async () => {
  const csv = file({
    ID: '91',
    Type: 'simple',
    SKU: 'W-1',
    'GTIN, UPC, EAN, or ISBN': '8901234567891',
    Name: 'Basket',
    Published: '-1',
    'Short description': 'Cane',
    Description: '<p>Woven</p>',
    'Tax status': 'none',
    Stock: '3',
    'Sold individually?': '1',
    'Weight (lbs)': '.5',
    'Length (in)': '20',
    'Width (in)': '10',
    'Height (in)': '',
    'Regular price': '500',
    'Cost of goods': '210',
    Tags: 'cane, woven',
    Upsells: 'W-2',
    'Attribute 1 name': 'Material',
    'Attribute 1 value(s)': 'Cane, Bamboo',
    'Attribute 1 visible': '1',
    'Attribute 1 global': '1',
    'Attribute 2 name': 'Wash',
    'Attribute 2 value(s)': 'By hand',
    'Attribute 2 visible': '1',
    'Attribute 2 global': '0',
    'Attribute 3 name': 'Brand',
    'Attribute 3 value(s)': 'Tripura Cane',
    'Meta: _yoast_wpseo_title': '%%title%% %%sep%%',
    'Meta: rank_math_title': '',
    'Meta: _yoast_wpseo_metadesc': 'Baskets, 100% cane',
  });
  expect((await imports.plan(csv)).products[0]?.notes.map(({ message }) => message)).toEqual([
    'It was sold without tax; here its GST rate counts',
    'It was sold once in an order; here a cart can have more of it',
    'Its upsells are not imported: W-2',
    'The check digit of the barcode 8901234567891 is wrong: its last digit would be 0',
    'The attribute “Material” is new; it is created',
    'The attribute “Wash” is new; it is created',
    'The attribute “Dimensions” is new; it is created',
  ]);
  await imports.run(csv, { newProducts: 'file' });
  expect(await productOf('basket')).toMatchObject({
    status: 'draft',
    brand: { name: 'Tripura Cane' },
    tags: ['cane', 'woven'],
    seoTitle: '',
    seoDescription: 'Baskets, 100% cane',
    attributes: [
      { name: 'Material', values: ['Cane', 'Bamboo'] },
      { name: 'Wash', values: ['By hand'] },
      { name: 'Dimensions', type: 'text', values: ['20 × 10 in'] },
    ],
    variants: [{ weightGrams: 227, barcode: '8901234567891', cost: 210 }],
  });
  await isUnchanged(csv);
});

it('the sales of WooCommerce are scheduled, and the same file changes nothing again', async () => {
  const dates = { '01/12/2026': 1, '31/12/2026': 30, '01/11/2026': -30, '15/11/2026': -14 };
  let csv = await readFile('tests/exports/woo-sale-dates.csv', 'utf8');
  const day = (ahead: number) =>
    new Date(shop.clock.now().getTime() + ahead * 86_400_000 + 19_800_000).toISOString();
  for (const [date, ahead] of Object.entries(dates)) csv = csv.replaceAll(date, day(ahead).slice(0, 10));
  csv = csv.replaceAll('15/12/2026', day(14).slice(0, 10)).replaceAll('21/11/2026', day(-7).slice(0, 10));
  csv = csv.replace('2026-11-28 00:00:00', `${day(0).slice(0, 10)} 00:00:00`);
  csv = csv.replace('2026-11-27 00:00:00', `${day(-1).slice(0, 10)} 00:00:00`);
  await imports.run(csv, { newProducts: 'file' });
  const { products } = (await owner.get('/products?search=Sale&limit=20')).body as unknown as {
    products: Product[];
  };
  const running = (await owner.get('/products?search=Running&limit=20')).body as unknown as {
    products: Product[];
  };
  const prices = [...products, ...running.products]
    .map(({ sku, finalPrice, variants: [only] }) => [sku, finalPrice, only?.salePrice, only?.regularPrice])
    .sort();
  expect(prices).toEqual([
    ['S-1', 1000, 800, null],
    ['S-2', 1000, null, null],
    ['S-3', 800, 800, 1000],
    ['S-4', 1000, null, null],
    ['S-5', 800, 800, 1000],
    ['S-6', 800, 800, 1000],
    ['S-7', 800, null, null],
  ]);
  await isUnchanged(csv);
});

it('our own export has the new columns, and changes nothing when it is imported again', async () => {
  const later = (minutes: number) => new Date(shop.clock.now().getTime() + minutes * 60_000).toISOString();
  const { body } = await owner.post('/products', {
    name: 'Round trip',
    status: 'draft',
    publishAt: later(500),
    seoTitle: 'Title',
    seoDescription: 'Text',
    price: 1000,
    finalPrice: 900,
    cost: 412.5,
    barcode: '0012345678905',
    salePrice: 700,
    saleUntil: later(600),
  });
  const exported = await owner.get('/products/export.csv?search=Round');
  const csv = String(exported.body.raw);
  expect(csv).toContain(',412.5,700,,20');
  await isUnchanged(csv);
  await imports.run(csv.replace(',412.5,700,', ',99.9,650,'));
  const after = await productOf(String(body.slug));
  expect(after).toMatchObject({
    finalPrice: 650,
    variants: [{ cost: 99.9, salePrice: 650, regularPrice: 900 }],
  });
});
