// Measures queries of the catalogue with 100,000 products, each as a ratio to the simplest one (newest first) in the
// same run. Prints the result; asserts nothing. Run: node_modules/.bin/node bench/catalogue.ts
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { readProductsById } from '../server/catalogue/products/cached-products.ts';
import { listProducts } from '../server/catalogue/products/list-queries.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { productQuery } from '../shared/contract/catalogue/catalogue.ts';

const count = 100_000;
const queries: Record<string, string>[] = [
  {},
  { page: '4000' },
  { sort: 'price' },
  { sort: '-name' },
  { category: 'category-3' },
  { minPrice: '100', maxPrice: '900' },
  { inStock: 'true' },
  { isTrending: 'true', limit: '8' },
  { search: 'cushion' },
  { search: 'indigo vase 2' },
  { search: 'SKU-7777' },
  { search: 'no such product' },
  { search: '%' },
];

const dataDir = await mkdtemp(join(tmpdir(), 'haat-bench-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true });
const pool = openPool(server.url);
await migrate(pool);
const db = openDatabase(pool);
await fill();

const simplest = await median({});
console.log(`${count} products; newest first takes ${simplest.ms.toFixed(1)} ms`);
for (const query of queries) {
  const { ms, total } = await median(query);
  const ratio = (ms / simplest.ms).toFixed(1);
  console.log(
    `${ratio.padStart(6)} ×  ${ms.toFixed(1).padStart(7)} ms  ${String(total).padStart(6)} found  ${JSON.stringify(query)}`,
  );
}
await pool.end();
await server.stop();

async function median(query: Record<string, string>) {
  const parsed = productQuery.parse(query);
  const times: number[] = [];
  let total = 0;
  for (let i = 0; i < 9; i++) {
    const startedAt = performance.now();
    const list = await listProducts(db, parsed, 'shopper');
    await readProductsById(db, list.ids, 'shopper');
    total = list.total;
    times.push(performance.now() - startedAt);
  }
  return { ms: times.toSorted((a, b) => a - b)[4] ?? 0, total };
}

async function fill(): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`insert into categories (name, slug)
      select 'Category ' || i, 'category-' || i from generate_series(1, 10) i`.execute(connection);
    await sql`insert into products (name, slug, description, category_id, is_trending, created_at)
      select (array['Indigo', 'Madder', 'Brass', 'Blue', 'Silver'])[1 + i % 5] || ' ' ||
          (array['cushion', 'vase', 'diya', 'stole', 'mug', 'jutti'])[1 + i % 6] || ' ' || i,
        'product-' || i, 'Made by hand in ' || (array['Bagru', 'Jaipur', 'Bidar'])[1 + i % 3],
        (select id from categories where slug = 'category-' || (1 + i % 10)),
        i % 50 = 0, now() - i * interval '1 minute'
      from generate_series(1, ${sql.lit(count)}) i`.execute(connection);
    await sql`insert into variants (product_id, sku, price_paise, selling_paise, stock)
      select id, 'SKU-' || number, paise, paise * (100 - number % 4 * 5) / 100, (random() * 20)::int
      from (select id, substr(slug, 9)::int as number, 10000 + (random() * 500000)::int as paise
        from products) priced`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}
