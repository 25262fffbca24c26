import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Product, ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import { blockWorkers } from '../../../tests/support/blocked-workers.ts';
import { type Imports, importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const plan: Imports['plan'] = (...args) => imports.plan(...args);
const run: Imports['run'] = (...args) => imports.run(...args);
const find: Imports['find'] = (slug) => imports.find(slug);

const shopify = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image
clay-pot,Clay Pot,"<p>Hand &amp; wheel</p><p>Two
lines</p>",Company 123,Outdoor,true,Size,Regular,,4,9.99,,https://pictures.example/a.jpg,1,
clay-pot,,,,,,,Large,,-3,15.99,,https://pictures.example/b.jpg,2,
clay-pot,,,,,,,,,,,,https://pictures.example/c.jpg,3,
lamp,Lamp,,Company 123,Indoor,false,Title,Default Title,LAMP-1,2,75,100,,,
broken,Broken,,,,true,Title,Default Title,,1,abc,,,,
long,Long,,${'x'.repeat(130)},,true,Title,Default Title,,1,5,,,,
`;

const woo = `ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Description,In stock?,Stock,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
944,variable,w-tee,Tee,1,1,visible,A tee,1,,,,Clothing > Tshirts,,,Color,"Blue, Red",Size,"L, M"
945,variation,w-tee-red,Tee - Red,1,0,visible,,1,7,,20,,,w-tee,Color,Red,Size,
947,variation,w-tee-blue-any,Tee - Blue,1,0,visible,,1,4,,22,,,w-tee,Color,Blue,Size,
946,variation,w-tee-blue,Tee - Blue M,1,0,visible,,1,2,,25,,,id:944,Color,Blue,Size,M
960,simple,w-cap,Cap,1,0,hidden,,1,,16,18,Clothing > Accessories,,,Color,Yellow,,
987,grouped,w-set,Set,1,0,visible,,1,,,,,,,,,,
999,variation,w-x,Lost,1,0,visible,,1,,,5,,,nobody,Color,Red,,
`;

it('a file is read in a worker thread, while other calls are answered (T-CPU-02)', async () => {
  const workers = blockWorkers(shop.deps.workers);
  let done = false;
  const planned = plan(shopify).finally(() => {
    done = true;
  });
  for (let i = 0; i < 20; i++) expect((await shop.get('/products')).status).toBe(200);
  expect(done).toBe(false);
  await workers.release();
  expect((await planned).format).toBe('shopify');
});

describe('a Shopify export', () => {
  it('keeps the formatting of descriptions, without what is not allowed, also when it is imported again', async () => {
    const file = (more: string) => `Handle,Title,Body (HTML),Variant SKU,Variant Price
formatted-stole,Formatted stole,"<h1>Silk</h1>
<ul><li onclick=""x()""><b>Soft</b></li><li><a href=""javascript:x()"">Dry</a></li></ul><script>x()</script>${more}",FS-1,500
formatted-table,Formatted table,"<table><tr><td><b>Brass</b></td></tr></table>",FS-2,500
`;
    await run(file(''));
    const html =
      '<div><h2>Silk</h2>\n<ul><li><b>Soft</b></li><li><a rel="noopener noreferrer nofollow">Dry</a></li></ul></div>';
    expect(await find('formatted-stole')).toMatchObject({
      description: 'Silk\n\n• Soft\n• Dry',
      richDescription: html,
    });
    expect(await find('formatted-table')).toMatchObject({ description: 'Brass' });
    expect(await find('formatted-table')).not.toHaveProperty('richDescription');
    expect((await plan(file(''))).products).toMatchObject([{ what: 'same' }, { what: 'same' }]);
    await run(file('<p>New</p>'));
    expect(await find('formatted-stole')).toMatchObject({
      richDescription: html.replace('</div>', '<p>New</p></div>'),
    });
  });

  it('is previewed, imported, and imported again without changes', async () => {
    const before = await plan(shopify);
    expect(before).toMatchObject({
      format: 'shopify',
      products: [
        { name: 'Clay Pot', what: 'new', line: 2 },
        { name: 'Lamp', what: 'new' },
        { name: 'Long', what: 'new' },
      ],
      bad: [{ line: 7, name: 'Broken', message: '“abc” is not a price' }],
    });
    expect((await owner.get('/products/clay-pot')).status).toBe(404);

    const done = await run(shopify);
    expect(done).toMatchObject({
      total: 3,
      done: 3,
      written: 3,
      failed: 1,
      finished: true,
      failures: [{ name: 'Broken' }],
    });
    const told = done.notes.map(({ line, message }) => `${line}: ${message}`);
    expect(told).toEqual([
      '4: Its stock was -3: set to 0',
      ...['a', 'b', 'c'].map((name) =>
        expect.stringMatching(`^2: The picture’s server could not be found: .*/${name}.jpg$`),
      ),
      expect.stringMatching(
        /^8: “x+…” is too long for a category, brand or type; this cell is not imported$/,
      ),
    ]);
    expect(await find('clay-pot')).toMatchObject({
      name: 'Clay Pot',
      description: 'Hand & wheel\nTwo\nlines',
      status: 'active',
      brand: { name: 'Company 123' },
      productType: { name: 'Outdoor' },
      variants: [
        { values: ['Regular'], price: 9.99, countInStock: 4 },
        { values: ['Large'], price: 15.99, countInStock: 0 },
      ],
    });
    expect(await find('lamp')).toMatchObject({
      price: 100,
      discount: 25,
      finalPrice: 75,
      status: 'draft',
      sku: 'LAMP-1',
    });

    const first = await find('clay-pot');
    await owner.put(`/products/${first._id}`, {
      variants: first.variants.map((v) => ({ ...v, countInStock: 9 })),
    });
    expect((await plan(shopify)).products.map(({ what }) => what)).toEqual(['same', 'same', 'same']);
    expect(await run(shopify)).toMatchObject({ total: 3, done: 3, written: 0, failed: 1 });
    const again = await find('clay-pot');
    expect(again.variants.map(({ _id, countInStock }) => [_id, countInStock])).toEqual(
      first.variants.map(({ _id }) => [_id, 9]),
    );
    const { total } = (await owner.get('/products?search=clay')).body as ProductList;
    expect(total).toBe(1);
  });
});

describe('a WooCommerce export', () => {
  it('combines variations with their parents and reports what can’t be imported', async () => {
    const { format, bad } = await plan(woo);
    expect(format).toBe('woocommerce');
    expect(bad.map(({ name, message }) => [name, message])).toEqual([
      ['Set', expect.stringContaining('A grouped product can’t be imported')],
      ['Lost', 'Its parent product is not in the file'],
    ]);
    const done = await run(woo);
    expect(done).toMatchObject({ done: 2, finished: true });
    expect(done.notes).toEqual([
      {
        line: 3,
        name: 'Tee',
        message: 'Its stock of 7 is divided: Red / L 4, Red / M 3',
      },
      { line: 6, name: 'Cap', message: 'It was hidden in the catalogue: imported as a draft' },
      { line: 6, name: 'Cap', message: 'Its stock was not counted: set to 10' },
      { line: 6, name: 'Cap', message: 'The attribute “Color” is new; it is created' },
    ]);
    expect(await find('tee')).toMatchObject({
      category: { name: 'Clothing' },
      subcategory: { name: 'Tshirts' },
      isFeatured: true,
      variants: [
        { values: ['Red', 'L'], price: 20, countInStock: 4, sku: 'w-tee-red' },
        { values: ['Red', 'M'], price: 20, countInStock: 3 },
        { values: ['Blue', 'L'], price: 22, countInStock: 4 },
        { values: ['Blue', 'M'], price: 25, countInStock: 2 },
      ],
    });
    expect(await find('cap')).toMatchObject({ price: 18, finalPrice: 16, status: 'draft', countInStock: 10 });
    expect((await plan(woo)).products.map(({ what }) => what)).toEqual(['same', 'same']);
  });
});

describe('our own export', () => {
  it('is imported without changes, and with the changes made in it', async () => {
    const name = `=Khes ${randomUUID().slice(0, 8)}`;
    const image = await owner.upload();
    const made = await owner.product({
      name,
      image,
      discount: 10,
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { values: ['S'], price: 100, countInStock: 2, shelfCode: 'B-2' },
        { values: ['M'], price: 120, image },
      ],
    });
    const csv = String((await owner.get(`/products/export.csv?search=${encodeURIComponent(name)}`)).body.raw);
    expect((await plan(csv)).products).toMatchObject([{ name, what: 'same' }]);
    const edited = csv.replace(',100,90,10,2,', ',110,90,10,5,').replace(',B-2,,', ',B-3,450,');
    expect((await plan(edited)).products).toMatchObject([
      {
        what: 'change',
        changes: [
          { field: 'Price', variant: 'S', from: '₹100', to: '₹110' },
          { field: 'Selling price', variant: 'S', from: '₹90', to: '₹99' },
          { field: 'Stock', variant: 'S', from: '2', to: '5' },
          { field: 'Shelf code', variant: 'S', from: 'B-2', to: 'B-3' },
          { field: 'Weight (g)', variant: 'S', from: '', to: '450' },
        ],
      },
    ]);
    await run(edited);
    const now = await find(made.slug);
    expect(now).toMatchObject({ name, image, discount: 10, price: 110, countInStock: 5 });
    expect(now.variants[0]).toMatchObject({ weightGrams: 450 });
    expect(now.variants.map(({ _id }) => _id)).toEqual(made.variants.map(({ _id }) => _id));
    expect(now.variants.map(({ shelfCode }) => shelfCode)).toEqual(['B-3', '']);
    const { body } = await shop.get(`/products/${made.slug}`);
    expect(JSON.stringify(body), 'what shoppers see').not.toContain('shelfCode');
  });

  it('changes stock by the difference in the file, whatever was sold since (T-STK-06)', async () => {
    const [kept, moved] = [
      await owner.product({ countInStock: 10 }),
      await owner.product({ countInStock: 10 }),
    ];
    const lines = String((await owner.get('/products/export.csv')).body.raw).split('\r\n');
    const own = lines.filter((line) => [kept, moved].some(({ slug }) => line.startsWith(`${slug},`)));
    for (const { _id } of [kept, moved])
      await owner.put(`/products/${_id}`, { countInStock: 5, countInStockBefore: 10 });
    const edited = own.map((line) =>
      line.startsWith(`${moved.slug},`) ? line.replace(',10,10,', ',12,10,') : line,
    );
    const csv = [lines[0], ...edited].join('\r\n');
    const first = await plan(csv);
    const stock = { field: 'Stock', variant: '', from: '5', to: '7' };
    expect(first.products.map(({ changes }) => changes)).toEqual(expect.arrayContaining([[], [stock]]));
    expect(first.importedAt).toBeNull();
    expect(await run(csv)).toMatchObject({ total: 2, written: 1, failed: 0 });
    expect((await find(kept.slug)).countInStock).toBe(5);
    expect((await find(moved.slug)).countInStock).toBe(7);
    expect((await plan(csv)).importedAt).toEqual(expect.any(String));
  });
});

describe('real export files', () => {
  it.each([
    ['shopify-apparel.csv', 'shopify'],
    ['shopify-home-and-garden.csv', 'shopify'],
    ['woocommerce-sample.csv', 'woocommerce'],
  ])('%s is imported completely, twice with the same result', async (file, format) => {
    const csv = await readFile(path.join('tests/exports', file), 'utf8');
    const before = await plan(csv);
    expect(before.format).toBe(format);
    expect(before.products.length).toBeGreaterThan(6);
    const first = await run(csv);
    expect(first.failures).toEqual(before.bad);
    expect(first.notes.length).toBeGreaterThan(0);
    const shown = async () => (await owner.get('/products?limit=100&sort=name')).body as ProductList;
    const after = await shown();
    expect((await plan(csv)).products.filter(({ what }) => what !== 'same')).toEqual([]);
    await run(csv);
    const again = await shown();
    const plain = ({ updatedAt: _, ...product }: Product) => product;
    expect(again.products.map(plain)).toEqual(after.products.map(plain));
  });
});

it('two imports at once share the categories, brands and attributes that both create', async () => {
  const file = (prefix: string) =>
    [
      'ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 global',
      ...Array.from(
        { length: 8 },
        (_, n) =>
          `90${prefix}${n},simple,${prefix}-${n},Bowl ${prefix} ${n},1,1,3,20,Ware ${n} > Bowls ${n},Maker ${n},Clay ${n},"Red ${prefix}, Grey",1`,
      ),
    ].join('\n');
  const ids = [await imports.start(file('7')), await imports.start(file('8'))];
  await Promise.all(ids.map((importId) => shop.handlers.import({ importId })));
  for (const id of ids) expect(await imports.read(id)).toMatchObject({ written: 8, failures: [] });
  for (let n = 0; n < 8; n++) {
    const [seven, eight] = [await find(`bowl-7-${n}`), await find(`bowl-8-${n}`)];
    expect(seven.category?._id).toBe(eight.category?._id);
    expect(eight.attributes).toEqual([
      expect.objectContaining({ name: `Clay ${n}`, values: ['Red 8', 'Grey'] }),
    ]);
  }
});
