import { expect, it } from 'vitest';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { formerSlugs } from './former-slugs.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const read = async (slug: string) => {
  const { status, body } = await shop.get(`/products/${slug}`);
  return status === 200 ? body.slug : status;
};

it('a product is found by its former slugs until another one gets them', async () => {
  const { _id } = await owner.product({ name: 'Blue Cup', slug: 'blue-cup' });
  const rename = (slug: string) => owner.put(`/products/${_id}`, { slug });
  for (const slug of ['blue-mug', 'blue-beaker']) expect((await rename(slug)).status).toBe(200);
  for (const slug of ['blue-cup', 'blue-mug', 'blue-beaker', _id])
    expect(await read(slug), slug).toBe('blue-beaker');
  await rename('blue-cup');
  expect(await read('blue-mug')).toBe('blue-cup');
  await owner.product({ name: 'Other', slug: 'blue-mug' });
  expect(await read('blue-mug')).toBe('blue-mug');
  // Drafts and deleted products are not found.
  await owner.put(`/products/${_id}`, { status: 'draft' });
  expect(await read('blue-beaker')).toBe(404);
  await owner.delete(`/products/${_id}`);
  for (const slug of ['blue-beaker', 'blue-cup']) expect(await read(slug), slug).toBe(404);
});

it('a listing finds categories, subcategories and brands by their former slugs', async () => {
  const create = async (path: string, name: string) => String((await owner.post(path, { name })).body._id);
  const category = await create('/categories', 'Textiles');
  const subcategory = await create(`/categories/${category}/subcategories`, 'Cushions');
  const brand = await create('/brands', 'Sabai');
  const rename = async (path: string, slug: string) => {
    const name = `Renamed to ${slug}`;
    expect((await owner.put(path, { name, slug })).status).toBe(200);
  };
  await rename(`/categories/${category}`, 'cloth');
  await rename(`/categories/${category}/subcategories/${subcategory}`, 'pillows');
  await rename(`/brands/${brand}`, 'sabai-grass');
  const { findRenamedGroups } = formerSlugs(shop.deps);
  expect(
    await findRenamedGroups({ category: 'textiles', subcategory: 'cushions', brand: ['sabai', 'x'] }),
  ).toEqual({ category: 'cloth', subcategory: 'pillows', brand: ['sabai-grass', 'x'] });
  expect(await findRenamedGroups({ category: 'cloth', subcategory: 'cushions' })).toMatchObject({
    category: 'cloth',
    subcategory: 'pillows',
  });
  expect(await findRenamedGroups({ category: 'cloth' })).toBeUndefined();
});
