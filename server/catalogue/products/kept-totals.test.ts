import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createProduct } from '../../../tests/support/factories.ts';
import { asOwner } from '../../../tests/support/owner.ts';
import { createRandom } from '../../../tests/support/random.ts';
import { testShop } from '../../../tests/support/shop.ts';
import { audit } from '../../reports/audit.ts';
import { foldProductTotals } from '../catalogue.ts';

const shop = await testShop();
const owner = await asOwner(shop);
beforeAll(async () => {
  await run(`insert into categories (name, slug) values ('Lamps', 'lamps'), ('Bowls', 'bowls')`);
  await run(`insert into brands (name, slug) values ('Amber', 'amber')`);
  for (let i = 0; i < 8; i++) await createProduct(shop.db, { stock: 50, sizes: ['S', 'M'] });
});

const run = (text: string, values: unknown[] = []) => shop.db.executeQuery(CompiledQuery.raw(text, values));

async function count(condition: string): Promise<number> {
  const { rows } = await run(
    `select count(*)::int as n from products p where deleted_at is null and ${condition}`,
  );
  return (rows[0] as { n: number }).n;
}

const isLow = `v.stock <= coalesce(v.low_stock_at, (select (settings ->> 'lowStockAt')::int from site_info), 10)`;
const has = (condition: string) =>
  `exists (select from variants v where v.product_id = p.id and v.deleted_at is null and ${condition})`;
const isVisible = `status in ('active', 'featured')`;
const inCategory = (slug: string) => `category_id = (select id from categories where slug = '${slug}')`;
/** Filters of the list as the owner sees it, each with the condition that selects the same products. */
const filters = {
  '': 'true',
  'status=draft': `status = 'draft'`,
  'category=lamps': inCategory('lamps'),
  'category=bowls&brand=amber&isTopDeal=true': `${inCategory('bowls')} and brand_id is not null and is_top_deal`,
  'isFeatured=true': `(is_featured or status = 'featured')`,
  'lowStock=true': has(`v.stock > 0 and ${isLow}`),
  'lowStock=false': `not ${has(`v.stock > 0 and ${isLow}`)}`,
  'soldOut=true': has('v.stock = 0'),
  'soldOut=false': `not ${has('v.stock = 0')}`,
  'restock=true': `${isVisible} and ${has(isLow)}`,
  'restock=false': `not (${isVisible} and ${has(isLow)})`,
};

async function expectCountedTotals(): Promise<void> {
  expect((await audit(shop.db)).filter(({ check }) => /^(product|facet)-totals$/.test(check))).toEqual([]);
  for (const [query, condition] of Object.entries(filters)) {
    const { body } = await owner.get(`/products?limit=100&${query}`);
    expect(body.total, query).toBe(await count(condition));
    expect((body.products as unknown[]).length, query).toBe(body.total);
  }
  expect((await shop.get('/products')).body.total).toBe(await count(isVisible));
  const { body } = await owner.get('/products/counts');
  expect(body).toMatchObject({
    products: await count('true'),
    lowStock: await count(has(`v.stock > 0 and ${isLow}`)),
    outOfStock: await count(has('v.stock = 0')),
  });
  const byStatus = body.byStatus as Record<string, number>;
  for (const status of ['active', 'draft', 'featured', 'archived'])
    expect(byStatus[status] ?? 0, status).toBe(await count(`status = '${status}'`));
}

it('kept totals of products equal counted ones after random changes in SQL (T-LOAD-04)', async () => {
  const random = createRandom(20_261_122);
  const anyOf = (list: string[]) => list[random(list.length)] ?? '';
  const ofProduct = 'where id = (select id from products order by slug offset $1::int limit 1)';
  const ofVariant = 'where id = (select id from variants order by sku offset $1::int limit 1)';
  const changes = [
    () => `update products set status = '${anyOf(['active', 'draft', 'featured', 'archived'])}' ${ofProduct}`,
    () => `update products set category_id = (select id from categories
      where slug = '${anyOf(['lamps', 'bowls', 'none'])}'), subcategory_id = null ${ofProduct}`,
    () =>
      `update products set brand_id = (select id from brands where slug = '${anyOf(['amber', 'none'])}') ${ofProduct}`,
    () => `update products set is_featured = not is_featured, is_top_deal = not is_top_deal ${ofProduct}`,
    () => `update products set deleted_at = ${anyOf(['null', 'null', 'now()'])} ${ofProduct}`,
    () => `update variants set stock = ${anyOf(['0', '3', '10', '11', '80'])} ${ofVariant}`,
    () => `update variants set low_stock_at = ${anyOf(['null', '0', '5', '90'])} ${ofVariant}`,
  ];
  for (let i = 0; i < 80; i++) {
    const change = changes[random(changes.length)];
    if (change) await run(change(), [random(8)]);
    if (random(7) === 0) await foldProductTotals(shop.db);
    if (i % 20 === 19) await expectCountedTotals();
  }
  await run('delete from stock_movements');
  await run('delete from variants');
  await run('delete from products where is_featured');
  await foldProductTotals(shop.db);
  await expectCountedTotals();
});

it('one call folds all changes of a large import, since every listing adds up those that are left', async () => {
  // Its statement is prepared while there are no changes, which PostgreSQL knows.
  await run('vacuum facet_total_changes');
  for (let n = 0; n < 25; n++) await foldProductTotals(shop.db);
  await run(`insert into facet_total_changes (facet_value, products)
    select 1, case when i % 2 = 0 then 1 else -1 end from generate_series(1, 100002) i`);
  await foldProductTotals(shop.db);
  const { rows } = await run('select count(*)::int as n from facet_total_changes');
  expect(rows).toEqual([{ n: 0 }]);
  await expectCountedTotals();
});
