import { expect, it } from 'vitest';
import type { Attribute } from '../../../shared/contract/catalogue/attributes.ts';
import type { Product } from '../../../shared/contract/catalogue/catalogue.ts';
import { importsOf } from '../../../tests/support/imports.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const imports = importsOf(shop, owner);

const create = async (body: object) => (await owner.post('/settings/attributes', body)).body as Attribute;
const find = async (slug: string) => (await shop.get(`/products/${slug}`)).body as Product;
const valuesOf = ({ attributes = [] }: Product) =>
  Object.fromEntries(attributes.map(({ name, values }) => [name, values]));
const totalOf = async (search: string) => (await shop.get(`/products?search=${search}`)).body.total;

it('the merchant defines attributes, which products have values of and searches find', async () => {
  const { _id: category } = (await owner.post('/categories', { name: 'Pottery' })).body;
  const material = await create({
    name: 'Material',
    type: 'choice',
    choices: ['Stoneware', 'Terracotta', 'stoneware'],
    categories: [category, 'no-id'],
  });
  expect(material).toMatchObject({
    slug: 'material',
    choices: ['Stoneware', 'Terracotta'],
    isFilter: true,
    categories: [category],
  });
  const height = await create({ name: 'Height', type: 'number', unit: 'cm', isFilter: false });
  const handmade = await create({ name: 'Wheelthrown', type: 'flag' });
  const care = await create({ name: 'Care', type: 'text' });
  expect(care).toMatchObject({ type: 'text', isFilter: false });
  for (const [body, status] of [
    [{ name: 'MATERIAL', type: 'flag' }, 409],
    [{ name: 'Glaze', type: 'choice' }, 400],
    [{ name: '', type: 'flag' }, 400],
    [{ name: 'Glaze', type: 'date' }, 400],
  ] as const)
    expect((await owner.post('/settings/attributes', body)).status, JSON.stringify(body)).toBe(status);
  expect((await shop.get('/settings/attributes')).status).toBe(401);

  const washing = 'Wash by hand | no oven.';
  const attributes = [
    { attribute: material._id, values: ['terracotta', 'Terracotta'] },
    { attribute: 'height', values: ['1,250.50'] },
    { attribute: 'Wheelthrown', values: ['true'] },
    { attribute: 'care', values: [washing] },
  ];
  const tags = ['Monsoon', ' gift ', 'monsoon'];
  const { _id, slug } = await owner.product({ name: 'Surahi', attributes, tags });
  const shown = await find(slug);
  expect(shown.tags).toEqual(['Monsoon', 'gift']);
  expect(valuesOf(shown)).toEqual({
    Material: ['Terracotta'],
    Height: ['1250.5'],
    Wheelthrown: ['yes'],
    Care: [washing],
  });
  expect(JSON.stringify((await shop.get('/facets')).body)).not.toMatch(/"care"|by hand/i);
  for (const search of ['terracota', 'monsoon', 'wheelthrown surahi', 'gifts'])
    expect(await totalOf(search), search).toBe(1);

  const wrong = [
    [{ attribute: material._id, values: ['Brass'] }, `attributes.${material._id}`],
    [{ attribute: height._id, values: ['tall'] }, `attributes.${height._id}`],
    [{ attribute: height._id, values: ['1', '2'] }, `attributes.${height._id}`],
    [{ attribute: handmade._id, values: ['maybe'] }, `attributes.${handmade._id}`],
    [{ attribute: care._id, values: ['x'.repeat(400), 'y'.repeat(400)] }, `attributes.${care._id}`],
    [{ attribute: 'colour', values: ['red'] }, 'attributes'],
  ] as const;
  for (const [key, field] of wrong) {
    const { status, body } = await owner.patch(`/products/${_id}`, { attributes: [key] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  }
  expect((await owner.patch(`/products/${_id}`, { tags: ['a,b'] })).status).toBe(400);

  // A choice that the merchant removes stays on the product.
  await owner.put(`/settings/attributes/${material._id}`, { ...material, choices: ['Stoneware'] });
  await owner.patch(`/products/${_id}`, {
    attributes: [
      { attribute: 'material', values: ['Terracotta', 'Stoneware'] },
      { attribute: 'height', values: [] },
    ],
  });
  expect(valuesOf(await find(slug))).toEqual({
    Material: ['Terracotta', 'Stoneware'],
    Wheelthrown: ['yes'],
    Care: [washing],
  });
  const copy = (await owner.post(`/products/${_id}/duplicate`)).body as Product;
  expect(valuesOf(copy)).toEqual(valuesOf(await find(slug)));

  await owner.put('/settings/attributes/order', { attributeIds: [handmade._id] });
  expect(Object.keys(valuesOf(await find(slug)))).toEqual(['Wheelthrown', 'Material', 'Care']);
  expect((await owner.delete(`/settings/attributes/${handmade._id}`)).status).toBe(200);
  expect(valuesOf(await find(slug))).toEqual({ Material: ['Terracotta', 'Stoneware'], Care: [washing] });
});

it('an export contains tags and attributes, and an import changes those that it names', async () => {
  await create({ name: 'Weave', type: 'choice', choices: ['Plain', 'Twill', 'Satin'] });
  await create({ name: 'Washable', type: 'flag' });
  await create({ name: 'Storage', type: 'text' });
  const { slug } = await owner.product({
    name: 'Ilkal Stole',
    tags: ['festive', 'silk'],
    attributes: [
      { attribute: 'weave', values: ['Plain', 'Satin'] },
      { attribute: 'washable', values: ['no'] },
      { attribute: 'storage', values: ['Dry | in the dark'] },
    ],
  });
  const { body } = await owner.get('/products/export.csv?search=ilkal');
  const exported = String(body.raw);
  expect(exported).toContain('Attribute: Weave');
  expect((await imports.plan(exported)).products).toMatchObject([{ what: 'same' }]);
  const changed = `Slug,Tags,Attribute: Weave\n${slug},"festive, wedding",twill | Plain\n`;
  expect((await imports.plan(changed)).products[0]?.changes).toEqual([
    { field: 'Tags', variant: '', from: 'festive, silk', to: 'festive, wedding' },
    { field: 'Weave', variant: '', from: 'Plain, Satin', to: 'Twill, Plain' },
  ]);
  expect(await imports.run(changed)).toMatchObject({ written: 1, failed: 0 });
  const after = await find(slug);
  expect(after.tags).toEqual(['festive', 'wedding']);
  expect(valuesOf(after)).toEqual({
    Weave: ['Twill', 'Plain'],
    Washable: ['no'],
    Storage: ['Dry | in the dark'],
  });
  const { failed, notes } = await imports.run(`Slug,Attribute: Loom\n${slug},Pit\n`);
  expect(failed).toBe(0);
  expect(notes).toMatchObject([{ message: 'There is no attribute “Loom”; this cell is not imported' }]);
});
