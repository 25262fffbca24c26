import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

/** A product with every field set, so that lost values are noticed. */
async function fullProduct() {
  const image = await owner.upload();
  const category = (await owner.post('/categories', { name: `Home ${randomUUID()}` })).body;
  const brand = (await owner.post('/brands', { name: `Khadi ${randomUUID()}` })).body;
  return owner.product({
    name: `Vase ${randomUUID().slice(0, 8)}`,
    description: 'Blue glaze',
    tags: ['Glazed', 'Gift'],
    status: 'archived',
    isFeatured: true,
    hsn: '6912',
    gstRate: 5,
    image,
    category: category._id,
    brand: brand._id,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { values: ['S'], price: 100, finalPrice: 79, countInStock: 4, image },
      { values: ['M'], price: 120, countInStock: 6 },
    ],
  });
}

describe('a column that the file does not have', () => {
  it('keeps the product’s values', async () => {
    const { updatedAt: _, ...before } = await fullProduct();
    const renamed = `Slug,Name\n${before.slug},Renamed\n`;
    expect((await imports.plan(renamed)).products).toMatchObject([
      { what: 'change', changes: [{ field: 'Name', variant: '', from: before.name, to: 'Renamed' }] },
    ]);
    expect(await imports.run(renamed)).toMatchObject({ written: 1, failed: 0, notes: [] });
    expect(await imports.find(before.slug)).toMatchObject({ ...before, name: 'Renamed' });
  });

  it('keeps them for the files of other shops, and an archived product stays archived', async () => {
    const { updatedAt: _, ...before } = await fullProduct();
    await imports.run(`Handle,Title\n${before.slug},New title\n`);
    expect(await imports.find(before.slug)).toMatchObject({ ...before, name: 'New title' });
  });

  it('keeps the other combinations if prices are given by SKU only', async () => {
    const before = await fullProduct();
    const [small, medium] = before.variants;
    const prices = `Slug,SKU,Price\n${before.slug},${medium?.sku.toLowerCase()},150\n`;
    expect((await imports.plan(prices)).products[0]?.changes).toEqual([
      { field: 'Price', variant: 'M', from: '₹120', to: '₹150' },
      { field: 'Selling price', variant: 'M', from: '₹120', to: '₹150' },
    ]);
    await imports.run(prices);
    const { variants } = await imports.find(before.slug);
    expect(variants).toEqual([small, { ...medium, price: 150, finalPrice: 150 }]);

    const unknown = await imports.plan(`Slug,SKU,Price\n${before.slug},NOPE-1,150\n`);
    expect(unknown.bad).toMatchObject([
      { line: 2, message: 'No combination of this product has the SKU “NOPE-1”' },
    ]);
    const unclear = await imports.plan(`Slug,Price\n${before.slug},150\n`);
    expect(unclear.bad[0]?.message).toContain('This product has options');
  });

  it('is required for a new product if its value has no default', async () => {
    const { bad } = await imports.plan(`Slug,Description\n${randomUUID()},x\n`);
    expect(bad[0]?.message).toContain('a new one needs a name');
    const { bad: priceless } = await imports.plan(`Slug,Name\n${randomUUID()},x\n`);
    expect(priceless[0]?.message).toBe('Valid price is required');
  });
});

describe('an empty cell', () => {
  it('removes the value, and the preview shows it', async () => {
    const before = await fullProduct();
    const csv = `Slug,Description,Featured,HSN,Category,Brand,Pictures\n${before.slug},,,,,,\n`;
    expect((await imports.plan(csv)).products[0]?.changes).toEqual([
      { field: 'Description', variant: '', from: 'Blue glaze', to: '' },
      { field: 'Featured', variant: '', from: 'yes', to: 'no' },
      { field: 'HSN', variant: '', from: '6912', to: '' },
      { field: 'Category', variant: '', from: before.category?.name, to: '' },
      { field: 'Brand', variant: '', from: before.brand?.name, to: '' },
      { field: 'Pictures', variant: '', from: '1', to: '0' },
    ]);
    await imports.run(csv);
    expect(await imports.find(before.slug)).toMatchObject({
      description: '',
      isFeatured: false,
      hsn: null,
      category: null,
      brand: null,
      image: null,
      images: [],
      name: before.name,
      gstRate: 5,
      status: 'archived',
    });
  });

  it('of a required field is rejected or keeps the value', async () => {
    const { slug } = await fullProduct();
    const reason = async (csv: string) => (await imports.plan(csv)).bad[0]?.message;
    expect(await reason(`Slug,Name\n${slug},\n`)).toBe('Product name is required');
    const what = async (csv: string) => (await imports.plan(csv)).products[0]?.what;
    expect(await what(`Slug,Option 1,Value 1,Price\n${slug},Size,S,\n`)).toBe('same');
    expect(await what(`Slug,Status,GST rate,SKU\n${slug},,,\n`)).toBe('same');
    expect(await what(`Slug,Status\n${slug},sold\n`)).toBe('same');
  });
});

describe('prices', () => {
  it('arrive exactly: ₹500 and ₹750 stay ₹500 and ₹750, for every row of a real file', async () => {
    const csv = await readFile('tests/exports/shopify-home-and-garden.csv', 'utf8');
    await imports.run(csv);
    const rows = parse(csv, { columns: true }) as Record<string, string>[];
    for (const row of rows) {
      const { Handle: slug = '', 'Variant Price': selling, 'Variant Compare At Price': before } = row;
      const { variants } = await imports.find(slug);
      const variant = variants.find(
        ({ values: [value = 'Default Title'] }) => value === row['Option1 Value'],
      );
      expect(variant, slug).toMatchObject({
        finalPrice: Number(selling),
        price: Number(before || selling),
      });
    }
    expect(rows.filter((row) => row['Variant Compare At Price'])).toHaveLength(16);
  });

  it('edited in our own export: a selling price or a discount alone, never above the list price', async () => {
    const { slug } = await owner.product({ name: `Lota ${randomUUID()}`, price: 100, finalPrice: 80 });
    const row = async (list: string, selling: string, discount: string) => {
      const csv = `Slug,Price,Selling price,Discount\n${slug},${list},${selling},${discount}\n`;
      const { products, bad } = await imports.plan(csv);
      return bad[0]?.message ?? products[0]?.changes.map(({ field, to }) => `${field} ${to}`).join();
    };
    expect(await row('100', '80', '20')).toBe('');
    expect(await row('100', '75.5', '20')).toBe('Selling price ₹75.50');
    expect(await row('100', '80', '50')).toBe('Selling price ₹50');
    expect(await row('200', '80', '20')).toBe('Price ₹200,Selling price ₹160');
    expect(await row('100', '', '20')).toBe('Selling price ₹100');
    expect(await row('100', '101', '20')).toBe('The selling price can’t be above the list price of ₹100.00');
  });
});

it('a SKU of another product is shown in the preview and not imported', async () => {
  const taken = await owner.product({ name: `Taken ${randomUUID()}`, sku: `SKU-${randomUUID()}` });
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const csv = `Slug,Name,Price,SKU
${a},A,5,${taken.sku.toLowerCase()}
${b},B,5,twin-${b}
${c},C,5,TWIN-${b}
${taken.slug},${taken.name},5,${taken.sku}
`;
  const bad = [
    { line: 2, name: 'A', message: `The SKU “${taken.sku.toLowerCase()}” belongs to “${taken.name}”` },
    { line: 4, name: 'C', message: `The SKU “TWIN-${b}” is on line 3 too` },
  ];
  expect(await imports.plan(csv)).toMatchObject({ bad, products: [{ name: 'B' }, { name: taken.name }] });
  expect(await imports.run(csv)).toMatchObject({ total: 2, written: 2, failed: 2, failures: bad });
});

describe('new products', () => {
  const csv = (slug: string) =>
    `Handle,Title,Body (HTML),Published,Variant Price,Image Src\n${slug},Lamp,,true,9.99,https://p.example/a.jpg\n`;

  it('become drafts unless the file’s status is chosen; existing products keep their status', async () => {
    const [drafted, live] = [`lamp-${randomUUID()}`, `lamp-${randomUUID()}`];
    await imports.run(csv(drafted), {});
    await imports.run(csv(live), { newProducts: 'file' });
    expect((await imports.find(drafted)).status).toBe('draft');
    expect((await imports.find(live)).status).toBe('active');
    await imports.run(csv(live).replace('Lamp', 'Lamp 2'), {});
    expect(await imports.find(live)).toMatchObject({ name: 'Lamp 2', status: 'active' });
  });

  it('convert foreign prices at the given rate', async () => {
    const slug = `lamp-${randomUUID()}`;
    await imports.run(csv(slug), { rupeesPerUnit: '83.5' });
    expect(await imports.find(slug)).toMatchObject({ price: 834.17, finalPrice: 834.17 });
    for (const rate of ['0', '-1', 'x', '1e9'])
      expect(await imports.send('/plan', csv(slug), { rupeesPerUnit: rate })).toMatchObject({
        status: 400,
        body: { errors: { rupeesPerUnit: 'Enter how many rupees one unit is worth' } },
      });
  });

  it('are listed with their missing fields in the preview, the result and the report', async () => {
    const slug = `lamp-${randomUUID()}`;
    const lacking = {
      line: 2,
      name: 'Lamp',
      slug,
      missing: ['Description', 'Category', 'HSN code', 'GST rate'],
    };
    expect((await imports.plan(csv(slug))).products).toMatchObject([lacking]);
    const job = await imports.run(`${csv(slug)}bad,=Bad,,true,abc,\n`);
    expect(job).toMatchObject({
      missing: [{ ...lacking, missing: ['Pictures', ...lacking.missing] }],
      missingCount: 1,
      retryable: 1,
    });
    const { body, headers } = await owner.get(`/products/import/${job._id}/report.csv`);
    expect(headers['content-disposition']).toContain('import-report.csv');
    expect(parse(String(body.raw), { bom: true })).toEqual([
      ['Line', 'Product', 'Kind', 'Details'],
      [
        '2',
        'Lamp',
        'Left out or changed',
        expect.stringContaining('could not be found: https://p.example/a.jpg'),
      ],
      ['2', 'Lamp', 'Missing', 'Pictures, Description, Category, HSN code, GST rate'],
      ['3', "'=Bad", 'Not imported', '“abc” is not a price'],
    ]);
    expect((await owner.get(`/products/import/${randomUUID()}/report.csv`)).status).toBe(404);
  });
});
