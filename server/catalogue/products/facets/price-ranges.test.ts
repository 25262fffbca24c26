import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testShop } from '../../../../tests/support/shop.ts';

const shop = await testShop();
beforeAll(async () => {
  // In parts, each within the time limit of a statement.
  for (let first = 1; first < 600; first += 60)
    await shop.db.executeQuery(
      CompiledQuery.raw(`
        with made as (
          insert into products (name, slug, description, status, hsn, created_at)
          select 'Bowl ' || i * 7919 % 600, 'bowl-' || i, 'Made by hand.',
            case when i % 10 = 0 then 'draft' else 'active' end::product_status, '6304',
            now() - i * 37 % 600 * interval '1 hour'
          from generate_series(${first}, ${first + 59}) i returning id, slug)
        insert into variants (product_id, sku, price_paise, selling_paise, stock)
          select id, slug, 60000, 100 * substr(slug, 6)::int, 1 from made`),
    );
});

// 600 products cost ₹1 to ₹600, of which 540 are for sale: more are found than are sorted, and fewer.
it.each([
  ['minPrice=1&maxPrice=590', 531],
  ['minPrice=101&maxPrice=200', 90],
  ['minPrice=601', 0],
])(
  'lists products of a price range in every order, the first and the last page: %s',
  async (range, total) => {
    const { minPrice, maxPrice = '600' } = Object.fromEntries(new URLSearchParams(range));
    for (const [sort, order] of Object.entries(orders)) {
      const { rows } = await shop.db.executeQuery<{ slug: string }>(
        CompiledQuery.raw(`select slug from products where status = 'active'
        and from_paise between ${minPrice} * 100 and ${maxPrice} * 100 order by ${order}`),
      );
      for (const page of [1, Math.max(1, Math.ceil(total / 50))]) {
        const { body } = await shop.get(`/products?${range}&limit=50&page=${page}${sort}`);
        expect(body.total).toBe(total);
        expect(body.products, sort).toMatchObject(rows.slice((page - 1) * 50, page * 50));
      }
    }
  },
);

const orders = {
  '': 'created_at desc, id desc',
  '&sort=createdAt': 'created_at, id',
  '&sort=name': 'lower(name), id',
  '&sort=-price': 'from_paise desc, id desc',
};
