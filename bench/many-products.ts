import type pg from 'pg';

/** The words of the names; addresses.ts searches for them. */
export const words = {
  colours: 'Indigo Madder Saffron Teal Ivory Crimson Olive Coral Amber Cobalt Walnut Charcoal'.split(' '),
  styles:
    'Block-printed Handwoven Embroidered Carved Painted Quilted Brass-inlaid Hammered Glazed Knotted'.split(
      ' ',
    ),
  things:
    'Cushion Vase Diya Stole Mug Jutti Basket Kurta Saree Lamp Bedspread Tray Shawl Bowl Necklace Wallhanging Coaster Notebook Planter Runner'.split(
      ' ',
    ),
};

const pick = (list: string[], index: string) =>
  `(array['${list.join("', '")}'])[1 + (${index}) % ${list.length}]`;

/**
 * Fills a database up to `count` active products, in the groups and with the pictures of the products that it has, and
 * gives every variant so much stock that no measurement sells it out. It takes seconds, because each statement inserts
 * many rows.
 */
export async function fillWithProducts(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off');
    await client.query('begin');
    await client.query(`select setseed(0.42);
      create temp table bench_models on commit drop as
        select row_number() over (order by slug) - 1 as n, * from products where status <> 'archived';
      create temp table bench_made on commit drop as
        select i, gen_random_uuid() as id, (select count(*) from bench_models) as models
        from generate_series((select count(*) + 1 from products), ${count}) i;
      insert into products (id, name, slug, description, status, hsn, gst_tenths, category_id, subcategory_id, brand_id,
          product_type_id, is_trending, is_featured, created_at)
        select made.id, ${pick(words.colours, 'i')} || ' ' || ${pick(words.styles, 'i / 12')} || ' ' ||
            ${pick(words.things, 'i / 7')} || ' ' || i, 'bench-product-' || i,
          'Made by hand in ' || (array['Bagru', 'Jaipur', 'Bidar', 'Kutch'])[1 + i % 4], 'active', '6304', 50,
          m.category_id, m.subcategory_id, m.brand_id, m.product_type_id, i % 50 = 0, i % 40 = 0,
          now() - i * interval '1 minute'
        from bench_made made left join bench_models m on m.n = made.i % nullif(models, 0);
      insert into variants (product_id, sku, price_paise, selling_paise, stock)
        select id, 'BENCH-' || i, paise, paise * (100 - i % 4 * 5) / 100, 0
        from (select id, i, 10000 + (random() * 50)::int * 10000 as paise from bench_made) priced;
      insert into product_images (product_id, position, path)
        select made.id, position, path from bench_made made join bench_models m on m.n = made.i % nullif(models, 0)
          join product_images image on image.product_id = m.id;
      insert into stock_movements (variant_id, delta, reason, by_label)
        select id, 1000000 - stock, 'Initial stock', 'Bench' from variants where deleted_at is null;
      update variants set stock = 1000000 where deleted_at is null`);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
