import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ProductList } from '../../../shared/contract/catalogue/catalogue.ts';
import { editDistance } from '../../../shared/text/edit-distance.ts';
import { transliterate } from '../../../shared/text/transliterate.ts';
import { createProduct } from '../../../tests/support/factories.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { interpretSearch } from './search.ts';

const shop = await testShop();

async function namesOf(search: string): Promise<string[]> {
  const { status, body } = await shop.get(`/products?search=${encodeURIComponent(search)}`);
  expect(status, search).toBe(200);
  return (body as unknown as ProductList).products.map(({ name }) => name);
}

const change = (id: string, values: object) =>
  shop.db.updateTable('products').set(values).where('id', '=', id).execute();

it('follows every change that is made in the database', async () => {
  const product = await createProduct(shop.db, { name: 'Walnut Zither', sizes: ['Soprano'] });
  const category = await shop.db
    .insertInto('categories')
    .values({ name: 'Instruments', slug: `instruments-${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const finds = async (search: string) => (await namesOf(search)).length === 1;
  expect([await finds('zithers'), await finds('sopranos zither'), await finds('instrument')]).toEqual([
    true,
    true,
    false,
  ]);
  await change(product.id, { name: 'Walnut Sitar', description: 'With a gourd', categoryId: category.id });
  expect([await finds('zither'), await finds('sitars gourd'), await finds('instrument')]).toEqual([
    false,
    true,
    true,
  ]);
  await shop.db.updateTable('categories').set({ name: 'Stringed' }).where('id', '=', category.id).execute();
  expect([await finds('instrument'), await finds('walnut stringd')]).toEqual([false, true]);
  await shop.db
    .updateTable('variants')
    .set({ sku: 'QX-77-ALTO', optionValues: ['Alto'] })
    .where('productId', '=', product.id)
    .execute();
  expect([
    await finds('soprano'),
    await finds('alto'),
    await finds('qx77al'),
    await finds('77-alto'),
  ]).toEqual([false, true, true, true]);
  await shop.db.deleteFrom('stockMovements').execute();
  await shop.db.deleteFrom('variants').where('productId', '=', product.id).execute();
  expect([await finds('alto'), await finds('sitar')]).toEqual([false, true]);
});

it('shows every match once: words in name, in group, their beginning in name, in group, and those in descriptions', async () => {
  const insertCategory = (name: string) =>
    shop.db
      .insertInto('categories')
      .values({ name, slug: `category-${randomUUID()}` })
      .returning('id as categoryId')
      .executeTakeFirstOrThrow();
  const names = ['Quax Runner', 'Grouped Runner', 'Quaxland Runner', 'Begun Runner', 'Described Runner'];
  const [, grouped, , begun, described] = await Promise.all(
    names.map((name) => createProduct(shop.db, { name })),
  );
  await change(grouped?.id ?? '', await insertCategory('Quaxes'));
  await change(begun?.id ?? '', await insertCategory('Quaxlands'));
  await change(described?.id ?? '', { description: 'Like a quax' });
  const pages = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((page) => shop.get(`/products?search=quax&limit=1&page=${page}`)),
  );
  const found = pages.map(({ body }) => body as unknown as ProductList);
  expect(found.flatMap(({ products }) => products.map(({ name }) => name))).toEqual(names);
  expect(found.map(({ total }) => total)).toEqual([5, 5, 5, 5, 5, 5]);
});

it('finds names in Devanagari as they are written, and names in Latin letters for words in Devanagari', async () => {
  await createProduct(shop.db, { name: 'पीतल का दीया' });
  await createProduct(shop.db, { name: 'Kansa Lota' });
  expect(await namesOf('दीया पीतल')).toEqual(['पीतल का दीया']);
  expect(await namesOf('लोटा')).toEqual(['Kansa Lota']);
});

it.each([
  ['झुमका', 'jhumka'],
  ['दुपट्टा', 'dupatta'],
  ['साड़ी', 'sari'],
  ['अगरबत्ती', 'agarbatti'],
  ['चाय', 'chai'],
  ['चंपा', 'champa'],
  ['लकड़ी', 'lakri'],
  ['खिलौना', 'khilauna'],
  ['कमल', 'kamal'],
  ['मसाला ५', 'masala 5'],
  ['Blue कुर्ता', 'Blue kurta'],
  ['', ''],
])('%s is %s in Latin letters', (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});

it.each([
  ...([
    ['pottery', 'potery', 1],
    ['cushion', 'cushoin', 1],
    ['ajrakh', 'ajrakh', 0],
  ] as const),
  ...([
    ['', 'abc', 3],
    ['stole', 'table', 3],
    ['jewellery', 'jwelery', 2],
  ] as const),
])('%s and %s differ by %i typing mistakes', (a, b, mistakes) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([mistakes, mistakes]);
});

it('reads and compares a bounded number of words, however long the text is (T-DOS-07)', async () => {
  const words = Array.from({ length: 70 }, (_, i) => `stol${String.fromCharCode(97 + (i % 26))}`);
  for (const text of [
    words.join(' '),
    'a '.repeat(100),
    'स'.repeat(200),
    `${'('.repeat(99)}|&!:*<->${'\\'.repeat(90)}`,
  ]) {
    const search = await interpretSearch(shop.db, text.slice(0, 200));
    expect(search?.words.length, text).toBeLessThanOrEqual(10);
    expect(search?.conditions.any.length, text).toBeLessThan(10_000);
    expect((await shop.get(`/products?search=${encodeURIComponent(text.slice(0, 200))}`)).status).toBe(200);
  }
  expect((await interpretSearch(shop.db, 'w'.repeat(200)))?.words).toEqual([
    { form: 'w'.repeat(40), known: undefined },
  ]);
});

it('uses an index for products, beginnings and similar words (T-DOS-07)', async () => {
  const plan = (query: ReturnType<typeof sql>) =>
    shop.db.transaction().execute(async (trx) => {
      // The test shop is so small that reading or sorting all rows is cheaper.
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const query = sql`'''stole'' | ''st'':*'::tsquery`;
  expect(await plan(sql`select from product_search where document @@ ${query}`)).toContain(
    'product_search_document',
  );
  expect(
    await plan(sql`select from product_search where ts_filter(document, '{a,b}') @@ ${query}`),
  ).toContain('product_search_named');
  expect(
    await plan(sql`select word from (values ('stole')) form (form), lateral (select word from search_terms
      where word >= form and word < form || chr(1114111) order by word limit 30) prefix`),
  ).toContain('search_terms_pkey');
  expect(
    await plan(sql`select word from (values ('stole')) form (form), lateral (select word from search_terms
      order by word <-> form limit 40) nearest`),
  ).toContain('search_terms_similar');
});
