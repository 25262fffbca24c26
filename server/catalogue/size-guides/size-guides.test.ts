import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Category, Product } from '../../../shared/contract/catalogue/catalogue.ts';
import type { OwnedSizeGuide } from '../../../shared/contract/catalogue/size-guides.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const rows = [
  ['UK', 'Foot (cm)'],
  ['3', '22.5'],
];
const save = async (guides: object[]) => {
  const { status, body } = await owner.put('/settings/size-guides', { guides });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.guides as OwnedSizeGuide[];
};

it('a product has the size guide of its subcategory, else of its category', async () => {
  const shoes = (await owner.post('/categories', { name: `Shoes ${randomUUID()}` })).body as Category;
  const sandals = (await owner.post(`/categories/${shoes._id}/subcategories`, { name: 'Sandals' })).body;
  const guide = (name: string, group: unknown) => ({ name, note: '', rows, groups: [group] });
  const [all, open] = await save([guide('Shoes', shoes._id), guide('Sandals', sandals._id)]);
  const options = { options: [{ name: 'Size', values: ['3'] }], variants: [{ values: ['3'], price: 5 }] };
  const product = async (more: object) => {
    const { slug } = await owner.product({ category: shoes._id, ...more });
    return ((await shop.get(`/products/${slug}`)).body as Product).sizeGuide;
  };
  expect(await product(options)).toEqual({ _id: all?._id, name: 'Shoes' });
  expect(await product({ ...options, subcategory: sandals._id })).toEqual({
    _id: open?._id,
    name: 'Sandals',
  });
  expect(await product({})).toBeNull();
  expect((await shop.get(`/size-guides/${all?._id}`)).body).toEqual({
    _id: all?._id,
    name: 'Shoes',
    note: '',
    rows,
  });

  // A guide keeps its address when it is changed, and is gone when it is left out.
  const [kept] = await save([{ ...all, name: 'All shoes' }]);
  expect(kept).toEqual({ ...all, name: 'All shoes' });
  expect((await shop.get(`/size-guides/${all?._id}`)).body).toMatchObject({ name: 'All shoes' });
  for (const id of [open?._id, randomUUID(), "x'--"])
    expect((await shop.get(`/size-guides/${id}`)).status, id).toBe(404);
});

it.each([
  ['no name', { name: ' ' }],
  ['one column', { rows: [['UK'], ['3']] }],
  ['a heading alone', { rows: [rows[0]] }],
  ['a row that is too short', { rows: [...rows, ['4', '23', '1']] }],
  ['a long cell', { rows: [...rows, ['4', 'x'.repeat(61)]] }],
  ['a group that is no id', { groups: ['x'] }],
])('refuses a size guide with %s', async (_, change) => {
  const guide = { name: 'Shoes', note: '', rows, groups: [], ...change };
  expect((await owner.put('/settings/size-guides', { guides: [guide] })).status).toBe(400);
});
