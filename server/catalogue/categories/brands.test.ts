import { expect, it } from 'vitest';
import type { ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { createShop } from '../../shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

async function brand(more: object) {
  const { status, body } = await owner.post('/brands', more);
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body._id);
}
const found = async (query: string) => {
  const { products, total } = (await shop.get(`/products?${query}`)).body as ProductList;
  expect(total).toBe(products.length);
  return products.map(({ name }) => name).toSorted();
};
const forSale = () => createShop(shop.deps, { kind: 'guest', address: '' }).catalogue.listBrandsForSale();

it('brands have a town and a state, product types have none', async () => {
  const id = await brand({ name: 'Sabai Sisters', town: ' Baripada ', state: 'orissa' });
  expect((await shop.get(`/brands/${id}`)).body).toMatchObject({ town: 'Baripada', state: 'Odisha' });
  expect(await owner.put(`/brands/${id}`, { state: 'Atlantis' })).toMatchObject({
    status: 400,
    body: { errors: { state: 'Choose a state' } },
  });
  const cleared = await owner.put(`/brands/${id}`, { town: '', state: '' });
  expect(cleared.body).toMatchObject({ name: 'Sabai Sisters', town: '', state: '' });
  const type = await owner.post('/product-types', { name: 'Baskets', town: 'Baripada' });
  expect(type.body).not.toHaveProperty('town');
});

it('products are found by the place and the town of their brand', async () => {
  const jaipur = await brand({ name: 'Neelgarh', town: 'Jaipur', state: 'Rajasthan' });
  const molela = await brand({ name: 'Kumhar Wheel', town: 'Molela', state: 'Rajasthan' });
  const chennai = await brand({ name: 'Madras Loom', town: 'Chennai', state: 'Tamil Nadu' });
  for (const [name, made] of [
    ['Mug', jaipur],
    ['Surahi', molela],
    ['Saree', chennai],
    ['Tray', null],
  ] as const)
    await owner.product({ name, brand: made });
  expect(await found('place=rajasthan')).toEqual(['Mug', 'Surahi']);
  expect(await found('place=tamil-nadu')).toEqual(['Saree']);
  expect(await found('place=rajasthan&brand=neelgarh')).toEqual(['Mug']);
  for (const none of ['goa', 'nowhere', "x'--"]) expect(await found(`place=${none}`)).toEqual([]);
  const facets = (await shop.get('/facets?place=rajasthan')).body;
  expect(JSON.stringify(facets)).toContain('kumhar-wheel');
  expect(JSON.stringify(facets)).not.toContain('madras-loom');
  expect(await found('search=molela')).toEqual(['Surahi']);
  expect(await found('search=saree chennai')).toEqual(['Saree']);
  await owner.put(`/brands/${molela}`, { town: 'Nathdwara' });
  expect(await found('search=molela')).toEqual([]);
  expect(await found('search=nathdwara')).toEqual(['Surahi']);
});

it('a brand is shown while it has products for sale, those with most products first', async () => {
  const [few, many, none] = [
    await brand({ name: 'Few' }),
    await brand({ name: 'Many' }),
    await brand({ name: 'None' }),
  ];
  const first = await owner.product({ name: 'A', brand: few });
  await owner.product({ name: 'B', brand: many });
  await owner.product({ name: 'C', brand: many });
  await owner.product({ name: 'D', brand: none, status: 'draft' });
  const listed = async () =>
    (await forSale())
      .filter(({ _id }) => [few, many, none].includes(_id))
      .map(({ name, products }) => [name, products]);
  expect(await listed()).toEqual([
    ['Many', 2],
    ['Few', 1],
  ]);
  const sitemap = async () => String((await shop.app.inject('/sitemap-pages.xml')).body);
  expect(await sitemap()).toContain('/brands/few<');
  expect(await sitemap()).not.toContain('/brands/none<');
  await owner.delete(`/products/${first._id}`);
  expect(await listed()).toEqual([['Many', 2]]);
});

it('a brand is found by its former slug until another one gets it', async () => {
  const id = await brand({ name: 'Loom', slug: 'loom' });
  await owner.put(`/brands/${id}`, { slug: 'river-loom' });
  expect((await shop.get('/brands/loom')).body).toMatchObject({ _id: id, slug: 'river-loom' });
  const another = await brand({ name: 'Other', slug: 'loom' });
  expect((await shop.get('/brands/loom')).body).toMatchObject({ _id: another });
  expect((await shop.get('/brands/no-such-loom')).status).toBe(404);
});
