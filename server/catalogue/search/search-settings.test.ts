import { expect, it } from 'vitest';
import type { SearchSettings } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { createShop } from '../../shop.ts';
import { countMissedSearch, writeMissedSearches } from './missed-searches.ts';
import { deleteUnusedTerms } from './search.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const totalOf = async (search: string) => (await shop.get(`/products?search=${search}`)).body.total;
const settings = async () => (await owner.get('/settings/search')).body as unknown as SearchSettings;
const suggest = (search: string) =>
  createShop(shop.deps, { kind: 'guest', address: '' }).catalogue.suggestInstead(search);

it('finds products by the synonyms that the owner saves', async () => {
  await createProduct(shop.db, { name: 'Walnut Charkha' });
  expect(await totalOf('takli')).toBe(0);
  const { synonyms } = await settings();
  const saved = await owner.put('/settings/search', {
    synonyms: [...synonyms, ['Chárkha', 'TAKLI', 'takli']],
  });
  expect(saved.status).toBe(200);
  expect((await settings()).synonyms).toEqual([...synonyms, ['charkha', 'takli']]);
  expect(await totalOf('taklis')).toBe(1);
  for (const words of [['spinning wheel', 'charkha'], ['charkha'], ['%', '_']])
    expect((await owner.put('/settings/search', { synonyms: [words] })).status, words.join()).toBe(400);
});

it('deletes the words that no product has any more', async () => {
  const product = await owner.product({ name: 'Zumbaru Lantern', tags: ['Qilimfest'] });
  const known = async () => {
    const rows = await shop.db.selectFrom('searchTerms').select('word').execute();
    return rows.map(({ word }) => word).filter((word) => /zumbaru|qilimfest|charkha/.test(word));
  };
  await deleteUnusedTerms(shop.db);
  expect((await known()).sort()).toEqual(['charkha', 'qilimfest', 'zumbaru']);
  await owner.delete(`/products/${product._id}`);
  await deleteUnusedTerms(shop.db);
  expect(await known()).toEqual(['charkha']);
});

it('keeps the synonyms of one admin if two save at once', async () => {
  const { synonyms } = await settings();
  const saves = ['loom', 'spindle'].map((word) =>
    owner.put('/settings/search', { synonyms: [...synonyms, [word, `${word}wheel`]] }),
  );
  for (const { status } of await Promise.all(saves)) expect(status).toBe(200);
  expect((await settings()).synonyms).toHaveLength(synonyms.length + 1);
});

it('offers a search that finds something, otherwise products', async () => {
  await createProduct(shop.db, { name: 'Terracotta Kulhad', status: 'featured' });
  expect(await suggest('teracota kulhad xyzzy')).toMatchObject({
    search: 'terracotta kulhad',
    products: [{ name: 'Terracotta Kulhad' }],
  });
  expect(await suggest('xyzzy')).toMatchObject({ search: null, products: [{ name: 'Terracotta Kulhad' }] });
});

it('counts searches without a result, but no personal data, and not without end (T-DOS-08)', async () => {
  for (const search of [
    'Macramé  owl',
    'macramé owl',
    'asha@example.in',
    '98765 43210',
    '९८७६५ ४३२१०',
    'x',
    'y'.repeat(61),
    '\0owl macramé',
  ])
    await suggest(search);
  await writeMissedSearches(shop.deps);
  const { missed } = await settings();
  expect(missed.filter(({ query }) => !query.includes('xyzzy'))).toEqual([
    { query: 'macramé owl', count: 2, lastAt: expect.any(String) },
    { query: 'owl macramé', count: 1, lastAt: expect.any(String) },
  ]);
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 150; i++) countMissedSearch(shop.deps, `nothing ${round} ${i}`);
    await writeMissedSearches(shop.deps);
  }
  const kept = await shop.db.selectFrom('missedSearches').select('query').execute();
  expect(kept).toHaveLength(500);
  expect((await settings()).missed[0]?.query).toBe('macramé owl');
});
