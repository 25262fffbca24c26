import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { Product, ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import { missingDeclarations } from '../../../shared/products/declarations.ts';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const declarations = { countryOfOrigin: 'India', maker: 'Dhatu Guild\nMoradabad 244001', madeIn: '2026-11' };

it('declarations and net quantities are stored, shown, copied and removed one by one', async () => {
  const made = await owner.product({ declarations, netQuantity: '250gm' });
  expect(made).toMatchObject({ declarations, variants: [{ netQuantity: '250 g' }] });
  expect((await shop.get(`/products/${made.slug}`)).body).toMatchObject({ declarations });
  const copy = (await owner.post(`/products/${made._id}/duplicate`)).body as Product;
  expect(copy).toMatchObject({ declarations, variants: [{ netQuantity: '250 g' }] });
  const change = { declarations: { madeIn: '', care: 'Wipe dry.' }, netQuantity: '' };
  const { madeIn: _, ...left } = declarations;
  const changed = (await owner.put(`/products/${made._id}`, change)).body as Product;
  expect(changed.declarations).toEqual({ ...left, care: 'Wipe dry.' });
  expect(changed.variants[0]?.netQuantity).toBeNull();
});

it.each([
  [{ declarations: { fssai: '123' } }, { 'declarations.fssai': 'An FSSAI licence has 14 digits' }],
  [{ declarations: { huid: 'AB-123' } }, { 'declarations.huid': 'A HUID has six letters and digits' }],
  [{ declarations: { madeIn: 'May' } }, { 'declarations.madeIn': 'Enter a month such as 2026-11' }],
  [{ declarations: 7 }, { declarations: 'Must be an object' }],
  [{ netQuantity: 'some' }, { netQuantity: 'Enter a quantity such as 250 g, 500 ml, 2.5 m or 3 pieces' }],
])('refuses %j', async (input, errors) => {
  const { status, body } = await owner.post('/products', { name: 'Lota', price: 5, ...input });
  expect([status, body.errors]).toEqual([400, errors]);
});

it('the list of products filters those that lack a declaration, by the rules of the form', async () => {
  const complete = { declarations, netQuantity: '1 piece' };
  const food = { ...complete, hsn: '0902' };
  const licensed = { ...declarations, fssai: '10012345000012', bestBefore: '12 months' };
  const imported = { ...declarations, countryOfOrigin: 'Nepal' };
  const products = await Promise.all(
    [
      { name: 'Complete', ...complete },
      { name: 'No quantity', ...complete, netQuantity: '' },
      { name: 'No origin', ...complete, declarations: { maker: 'A' } },
      { name: 'No maker', ...complete, declarations: { countryOfOrigin: 'India' } },
      { name: 'Imported', ...complete, declarations: imported },
      { name: 'Imported by', ...complete, declarations: { ...imported, importer: 'B' } },
      { name: 'Food', ...food },
      { name: 'Licensed food', ...food, declarations: licensed },
    ].map(owner.product),
  );
  const lacking = products
    .filter((product) => missingDeclarations(product).length > 0)
    .map(({ name }) => name);
  expect(lacking).toEqual(['No quantity', 'No origin', 'No maker', 'Imported', 'Food']);
  const listed = (await owner.get('/products?lacksDeclarations=true&limit=100'))
    .body as unknown as ProductList;
  const names = new Set(listed.products.map(({ name }) => name));
  expect(products.filter(({ name }) => names.has(name)).map(({ name }) => name)).toEqual(lacking);
  const { total } = (await shop.get('/products?lacksDeclarations=true')).body as unknown as ProductList;
  expect(total).toBe(((await shop.get('/products')).body as unknown as ProductList).total);
});

it('the export of the products has them, and its import changes them', async () => {
  const { slug } = await owner.product({ name: 'Exported lota', declarations, netQuantity: '1 piece' });
  const file = String((await owner.get('/products/export.csv?search=Exported')).body.raw);
  const [row] = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({
    'Net quantity': '1 piece',
    'Country of origin': 'India',
    Manufacturer: declarations.maker,
  });
  const imports = importsOf(shop, owner);
  const csv = `Slug,Country of origin,Importer,Net quantity\n${slug},Nepal,B,2 pieces\n`;
  expect((await imports.plan(csv)).products[0]?.changes).toEqual([
    { field: 'Country of origin', variant: '', from: 'India', to: 'Nepal' },
    { field: 'Importer', variant: '', from: '', to: 'B' },
    { field: 'Net quantity', variant: '', from: '1 piece', to: '2 pieces' },
  ]);
  await imports.run(csv);
  expect((await shop.get(`/products/${slug}`)).body).toMatchObject({
    declarations: { ...declarations, countryOfOrigin: 'Nepal', importer: 'B' },
    variants: [{ netQuantity: '2 pieces' }],
  });
});
