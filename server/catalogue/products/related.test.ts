import { expect, it } from 'vitest';
import { createProduct } from '../../../tests/support/factories.ts';
import { buy, place } from '../../../tests/support/purchase.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { createShop } from '../../shop.ts';

const shop = await testShop();

type Created = Awaited<ReturnType<typeof createProduct>>;
const create = (name: string, sizes?: string[]) =>
  createProduct(shop.db, { name, stock: 20, ...(sizes && { sizes }) });
const change = ({ id }: Created, values: { status?: 'draft'; categoryId?: string; subcategoryId?: string }) =>
  shop.db.updateTable('products').set(values).where('id', '=', id).execute();
const sellOut = ({ id }: Created) =>
  shop.db.updateTable('variants').set({ stock: 0 }).where('productId', '=', id).execute();

/** The names of the products that the page of this one shows. */
async function related({ id }: Created) {
  const guest = createShop(shop.deps, { kind: 'guest', address: '' });
  const { together, similar } = await guest.catalogue.listRelated(id);
  return { together: together.map(({ name }) => name), similar: similar.map(({ name }) => name) };
}

it('what two paid orders contain together is shown, while it can be bought', async () => {
  const [lamp, oil, wick, bowl] = [
    await create('Lamp'),
    await create('Oil'),
    await create('Wick'),
    await create('Bowl'),
  ];
  for (const products of [[lamp, oil, wick], [lamp, oil], [lamp, wick], [lamp, bowl], [oil]])
    await buy(shop, products);
  // Unpaid.
  await place(shop, [lamp, bowl]);
  expect((await related(lamp)).together).toEqual([]);
  await shop.handlers.hour({});
  expect((await related(lamp)).together.sort()).toEqual(['Oil', 'Wick']);
  expect(await related(oil)).toMatchObject({ together: ['Lamp'], similar: ['Bowl', 'Wick'] });
  expect((await related(bowl)).together).toEqual([]);
  await change(oil, { status: 'draft' });
  expect((await related(lamp)).together).toEqual(['Wick']);
  await sellOut(wick);
  expect(await related(lamp)).toEqual({ together: [], similar: ['Bowl'] });
  // Counted again each time.
  await shop.handlers.hour({});
  expect((await related(oil)).together).toEqual(['Lamp']);
});

it('similar products are those of the category, the most alike first, and others if they are few', async () => {
  const { id: categoryId } = await shop.db
    .insertInto('categories')
    .values({ name: 'Rugs', slug: 'rugs' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: subcategoryId } = await shop.db
    .insertInto('subcategories')
    .values({ name: 'Runners', slug: 'runners', categoryId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shown = await create('Rug', ['S', 'M']);
  const alike = await create('Alike', ['S', 'M']);
  const runner = await create('Runner');
  const plain = await create('Plain');
  for (const item of [shown, alike, plain]) await change(item, { categoryId });
  await change(runner, { categoryId });
  expect((await related(shown)).similar).toEqual([
    'Alike',
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  for (const item of [shown, runner]) await change(item, { subcategoryId });
  expect((await related(shown)).similar.slice(0, 3)).toEqual(['Runner', 'Alike', 'Plain']);
  await sellOut(runner);
  expect((await related(shown)).similar.slice(0, 2)).toEqual(['Alike', 'Plain']);
  for (let n = 1; n <= 9; n++) await change(await create(`Rug ${n}`), { categoryId });
  const { similar } = await related(shown);
  expect(similar).toHaveLength(8);
  expect(similar.every((name) => /^(Alike|Plain|Rug \d)$/.test(name))).toBe(true);
});
