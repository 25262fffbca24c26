import { expect, it } from 'vitest';
import type { ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import type {
  CollectionRule,
  CollectionSummary,
  OwnedCollection,
} from '../../../shared/contract/catalogue/collections.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const path = '/catalogue/collections';

const mug = await owner.product({ name: 'Chai Mug', price: 499, tags: ['Gift', 'kitchen'] });
const stole = await owner.product({ name: 'Ajrakh Stole', price: 1999, tags: ['gift'], discount: 10 });
const lamp = await owner.product({ name: 'Jaal Lamp', price: 899, countInStock: 0, isFeatured: true });
await owner.product({ name: 'Hidden Mug', price: 450, status: 'draft', tags: ['gift'] });

const create = async (input: object) => (await owner.post(path, input)).body as unknown as OwnedCollection;
const namesIn = async (slug: string, query = '') =>
  ((await shop.get(`/products?collection=${slug}${query}`)).body as unknown as ProductList).products.map(
    ({ name }) => name,
  );

it('shows chosen products in their order, at an address that follows a new name', async () => {
  const made = await create({ name: 'Diwali Gifts', products: [stole._id, mug._id, lamp._id] });
  expect(made).toMatchObject({ slug: 'diwali-gifts', rules: null, products: [stole._id, mug._id, lamp._id] });
  expect(await namesIn('diwali-gifts')).toEqual(['Ajrakh Stole', 'Chai Mug', 'Jaal Lamp']);
  expect(await namesIn('diwali-gifts', '&sort=price&inStock=true')).toEqual(['Chai Mug', 'Ajrakh Stole']);
  expect((await shop.get('/facets?collection=diwali-gifts')).status).toBe(200);

  const changed = { ...made, slug: 'lights', products: [lamp._id] };
  expect((await owner.put(`${path}/${made._id}`, changed)).body).toMatchObject({ slug: 'lights' });
  expect((await shop.get('/collections/diwali-gifts')).body).toMatchObject({ slug: 'lights' });
  expect(await namesIn('lights')).toEqual(['Jaal Lamp']);
  expect((await shop.app.inject('/sitemap-pages.xml')).body).toContain('/collections/lights<');

  const list = (await owner.get(path)).body as unknown as CollectionSummary[];
  expect(list).toMatchObject([{ name: 'Diwali Gifts', count: 1, hasRules: false, isPublished: true }]);
  await owner.put(`${path}/${made._id}`, { ...changed, isPublished: false });
  expect((await shop.get('/collections/lights')).status).toBe(404);
  expect(await namesIn('lights')).toEqual([]);
  expect((await owner.delete(`${path}/${made._id}`)).status).toBe(200);
  expect((await owner.get(`${path}/${made._id}`)).status).toBe(404);
});

it.each<[string, CollectionRule[], 'all' | 'any', string[]]>([
  ['tags', [{ field: 'tag', values: ['GIFT'] }], 'all', ['Ajrakh Stole', 'Chai Mug']],
  ['price', [{ field: 'price', min: 500, max: 1000 }], 'all', ['Jaal Lamp']],
  ['least price', [{ field: 'price', min: 600, max: null }], 'all', ['Jaal Lamp', 'Ajrakh Stole']],
  ['stock', [{ field: 'inStock' }], 'all', ['Ajrakh Stole', 'Chai Mug']],
  ['sale', [{ field: 'onSale' }], 'all', ['Ajrakh Stole']],
  ['new', [{ field: 'new', days: 7 }], 'all', ['Jaal Lamp', 'Ajrakh Stole', 'Chai Mug']],
  ['flag', [{ field: 'flag', flag: 'isFeatured' }], 'all', ['Jaal Lamp']],
  ['both', [{ field: 'tag', values: ['gift'] }, { field: 'onSale' }], 'all', ['Ajrakh Stole']],
  [
    'either',
    [
      { field: 'tag', values: ['kitchen'] },
      { field: 'flag', flag: 'isFeatured' },
    ],
    'any',
    ['Jaal Lamp', 'Chai Mug'],
  ],
])('follows rules: %s', async (name, rules, match, expected) => {
  const { slug } = await create({ name, rules: { match, rules } });
  expect(await namesIn(slug)).toEqual(expected);
});

it('refuses bad input by field, and has no product for an unknown collection', async () => {
  const bad: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'A', rules: { match: 'all', rules: [] } }, 'rules.rules'],
    [
      { name: 'A', rules: { match: 'all', rules: [{ field: 'price', min: null, max: null }] } },
      'rules.rules.0',
    ],
    [{ name: 'A', rules: { match: 'all', rules: [{ field: 'sql', values: ['1'] }] } }, 'rules.rules.0.field'],
    [{ name: 'A', products: ['x'] }, 'products.0'],
    [{ name: 'A', image: 'uploads/category/none.webp' }, 'image'],
    [{ name: 'A', sort: 'random()' }, 'sort'],
  ];
  for (const [input, field] of bad) {
    const { status, body } = await owner.post(path, input);
    expect([status, Object.keys(body.errors ?? {})], field).toEqual([400, [field]]);
  }
  expect(await namesIn('nothing-here')).toEqual([]);
  const first = await create({ name: 'Taken' });
  const second = await owner.post(path, { name: 'Other', slug: first.slug });
  expect([second.status, second.body.code]).toEqual([409, 'slug_taken']);
});
