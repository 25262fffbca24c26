import { beforeAll, expect, it } from 'vitest';
import type { Facet } from '../../../../shared/contract/catalogue/catalogue.ts';
import { asOwner } from '../../../../tests/support/owner.ts';
import { testShop } from '../../../../tests/support/shop.ts';
import { audit } from '../../../reports/audit.ts';
import { foldProductTotals } from '../products.ts';

let pottery: string;
let textiles: string;
const shop = await testShop();
const owner = await asOwner(shop);
beforeAll(async () => {
  const idOf = async (path: string, body: object) => String((await owner.post(path, body)).body._id);
  pottery = await idOf('/categories', { name: 'Pottery' });
  textiles = await idOf('/categories', { name: 'Textiles' });
  const khadi = await idOf('/brands', { name: 'Khadi' });
  const neel = await idOf('/brands', { name: 'Neel' });
  await owner.post('/settings/attributes', {
    name: 'Material',
    type: 'choice',
    choices: ['Cotton', 'Clay'],
  });
  await owner.post('/settings/attributes', { name: 'Height', type: 'number', unit: 'cm' });
  await owner.post('/settings/attributes', { name: 'Code', type: 'number', isFilter: false });
  const attributes = (values: Record<string, string>) =>
    Object.entries(values).map(([attribute, value]) => ({ attribute, values: [value] }));
  const sizes = (...values: string[]) => ({
    options: [{ name: 'Sizes', values }],
    variants: values.map((value) => ({ values: [value], price: 400, countInStock: 2 })),
  });
  await owner.product({
    name: 'Blue Vase',
    price: 300,
    finalPrice: 240,
    category: pottery,
    brand: neel,
    attributes: attributes({ material: 'Clay', height: '9', code: '1' }),
  });
  await owner.product({
    name: 'Tall Vase',
    price: 700,
    category: pottery,
    brand: khadi,
    countInStock: 0,
    attributes: attributes({ material: 'Clay', height: '10', code: '2' }),
  });
  await owner.product({
    name: 'Blue Kurta',
    category: textiles,
    brand: khadi,
    ...sizes('L', 's', 'M'),
    attributes: attributes({ material: 'Cotton' }),
  });
  await owner.product({ name: 'White Kurta', category: textiles, brand: neel, ...sizes('M', 'XL') });
  await owner.product({ name: 'Draft', price: 1, status: 'draft', category: textiles, brand: neel });
});

/** The facets of a listing: `{ Brand: 'Khadi 2, Neel 2' }`. */
async function facets(query = ''): Promise<Record<string, string>> {
  const { status, body } = await shop.get(`/facets?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(
    (body as unknown as Facet[]).map(({ label, values }) => [
      label,
      values.map((value) => `${value.label} ${value.count}${value.isAtLeast ? '+' : ''}`).join(', '),
    ]),
  );
}
const names = async (query: string) => {
  const { body } = await shop.get(`/products?sort=name&${query}`);
  return (body.products as { name: string }[]).map(({ name }) => name);
};

it('counts the values of facets, in their order', async () => {
  expect(await facets()).toEqual({
    Category: 'Pottery 2, Textiles 2',
    Price: 'Below ₹250 1, ₹250 to ₹500 2, ₹500 to ₹1,000 1',
    Discount: '10% or more 1, 20% or more 1',
    Size: 's 1, M 2, L 1, XL 1',
    Brand: 'Neel 2, Khadi 2',
    Material: 'Cotton 1, Clay 2',
    Height: '9 cm 1, 10 cm 1',
  });
  expect(await facets('category=textiles')).toEqual({
    Category: 'Pottery 2, Textiles 2',
    Size: 's 1, M 2, L 1, XL 1',
    Brand: 'Neel 1, Khadi 1',
  });
  expect(await facets('search=blue')).toMatchObject({ Category: 'Pottery 1, Textiles 1' });
});

it('a product must have one of the values of each facet; counts of a facet ignore what is chosen of it', async () => {
  expect(await names('filter=size:m')).toEqual(['Blue Kurta', 'White Kurta']);
  expect(await names('filter=size:XL&filter=size:s')).toEqual(['Blue Kurta', 'White Kurta']);
  expect(await names('filter=size:m&filter=material:cotton')).toEqual(['Blue Kurta']);
  expect(await names('filter=size:m&brand=khadi&brand=neel')).toEqual(['Blue Kurta', 'White Kurta']);
  expect(await names('brand=neel&category=textiles')).toEqual(['White Kurta']);
  expect(await names('filter=price:0')).toEqual(['Blue Vase']);
  expect(await names('filter=discount:20')).toEqual(['Blue Vase']);
  expect(await names('filter=discount:30')).toEqual([]);
  expect(await names('filter=colour:blue')).toEqual([]);
  expect((await shop.get('/products?filter=blue')).status).toBe(400);
  const many = Array.from({ length: 9 }, (_, i) => `filter=facet-${i}:x`);
  expect((await shop.get(`/facets?${many.join('&')}`)).status).toBe(400);
  expect(await names(many.slice(1).join('&'))).toEqual([]);

  expect(await facets('filter=size:m&brand=khadi')).toEqual({
    Size: 's 1, M 1, L 1',
    Brand: 'Neel 1, Khadi 1',
  });
  expect(await facets('category=textiles&search=white')).toMatchObject({ Category: 'Textiles 1' });
  expect((await facets('search=tall&minPrice=500')).Price).toBe('₹500 to ₹1,000 1');
  expect((await facets('search=tall&maxPrice=800')).Price).toBe('₹500 to ₹1,000 1');
  expect(await facets('filter=size:xs')).toMatchObject({ Size: 'xs 0, s 1, M 2, L 1, XL 1' });
  expect(await facets('filter=size:xl&filter=height:9&brand=khadi&search=nothing')).toEqual({
    Size: 'XL 0',
    Brand: 'Khadi 0',
    Height: '9 cm 0',
  });
  expect(await facets('filter=valueOf:x&filter=price:y&search=nothing')).toEqual({
    valueOf: 'x 0',
    Price: 'y 0',
  });
  expect((await facets('inStock=true')).Brand).toBe('Neel 2, Khadi 1');
  expect((await facets('minPrice=500')).Price).toBe('Below ₹250 1, ₹250 to ₹500 2, ₹500 to ₹1,000 1');
});

it('follows every change of a product, and the kept totals stay exact', async () => {
  const body = await owner.product({ name: 'Jug', price: 90, category: pottery });
  expect((await facets()).Category).toBe('Pottery 3, Textiles 2');
  await foldProductTotals(shop.db);
  await owner.patch(`/products/${body._id}`, { category: textiles, price: 1200 });
  expect(await facets()).toMatchObject({ Category: 'Textiles 3, Pottery 2' });
  expect((await facets()).Price).toContain('₹1,000 to ₹2,000 1');
  await owner.patch(`/products/${body._id}`, { status: 'archived' });
  expect((await facets()).Category).toBe('Pottery 2, Textiles 2');
  await owner.patch(`/products/${body._id}`, { status: 'active' });
  await owner.delete(`/products/${body._id}`);
  expect((await facets()).Category).toBe('Pottery 2, Textiles 2');
  await foldProductTotals(shop.db);
  expect(await audit(shop.db)).toEqual([]);
  expect(await facets()).toMatchObject({ Category: 'Pottery 2, Textiles 2', Brand: 'Neel 2, Khadi 2' });
});

it('a rating by buyers is a facet, and follows their reviews', async () => {
  const rate = async (name: string, ratingTenths: number, numReviews = 2) =>
    shop.db.updateTable('products').set({ ratingTenths, numReviews }).where('name', '=', name).execute();
  await rate('Blue Vase', 42);
  await rate('White Kurta', 30);
  await rate('Tall Vase', 50, 0);
  expect((await facets()).Rating).toBe('4 stars or more 1, 3 stars or more 2');
  expect(await names('filter=rating:4')).toEqual(['Blue Vase']);
  expect(await names('filter=rating:3&category=textiles')).toEqual(['White Kurta']);
  await rate('Blue Vase', 20);
  expect(await names('filter=rating:3')).toEqual(['White Kurta']);
  await foldProductTotals(shop.db);
  // That the ratings are not those of reviews is this test's doing.
  const problems = await audit(shop.db);
  expect(problems.filter(({ problem }) => !/rating|review/i.test(problem))).toEqual([]);
});
