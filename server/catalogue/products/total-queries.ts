import { sql } from 'kysely';
import { atOnce, changesAtOnce, planForThisBacklog, productTotals } from '../../db/cached-totals.ts';
import { type Database, transaction } from '../../db/database.ts';
import { lowVariants } from '../../db/low-stock.ts';

/**
 * Adds changes of the kept totals of products and facets to the totals, as foldTotals does for orders. It goes on until
 * few are left, because each reader adds up those that are left: after an import of 100,000 products, 0.2 s for a page.
 */
export async function foldProductTotals(db: Database): Promise<void> {
  while (await foldPart(db)) {
    // Each part is a transaction of its own, so that none reaches the statement timeout.
  }
}

/** Folds a part of the changes. Returns whether there may be more. */
function foldPart(db: Database): Promise<boolean> {
  return transaction(db, async (trx) => {
    await planForThisBacklog.execute(trx);
    const products = await sql<{ isFull: boolean }>`
      with changes as (
        delete from product_total_changes where ctid = any(array(select ctid from product_total_changes ${atOnce}))
        returning *),
      folded as (
        insert into product_totals as t
          select status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending,
            sum(products)
          from changes group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (status, category_id, subcategory_id, brand_id, product_type_id, is_featured, is_top_deal, is_trending)
          do update set products = t.products + excluded.products)
      select count(*) >= ${sql.lit(changesAtOnce)} as "isFull" from changes`.execute(trx);
    await sql`delete from product_totals where products = 0`.execute(trx);
    const facets = await sql<{ isFull: boolean }>`
      with changes as (
        delete from facet_total_changes where ctid = any(array(select ctid from facet_total_changes ${atOnce}))
        returning *),
      folded as (
        insert into facet_totals as t
          select category_id, subcategory_id, facet_value, sum(products) from changes group by 1, 2, 3 order by 1, 2, 3
        on conflict (category_id, subcategory_id, facet_value) do update set products = t.products + excluded.products)
      select count(*) >= ${sql.lit(changesAtOnce)} as "isFull" from changes`.execute(trx);
    await sql`delete from facet_totals where products = 0`.execute(trx);
    return [...products.rows, ...facets.rows].some(({ isFull }) => isFull);
  });
}

/** The number of products by status, and of those with a variant that is sold out or low in stock. */
export async function countProducts(db: Database) {
  const withVariant = (
    variants: typeof lowVariants,
  ) => sql`(select count(*) from products where deleted_at is null
    and id = any(array(select product_id from ${variants})))`;
  const { rows } = await sql<{
    byStatus: Record<string, number> | null;
    lowStock: number;
    outOfStock: number;
  }>`
    select (select json_object_agg(status, products) from (
        select status, sum(products) as products from ${productTotals} group by status having sum(products) > 0) counted)
      as by_status,
      ${withVariant(sql`${lowVariants} where stock > 0`)} as low_stock,
      ${withVariant(sql`variants where stock = 0 and deleted_at is null`)} as out_of_stock`.execute(db);
  const { byStatus = null, lowStock = 0, outOfStock = 0 } = rows[0] ?? {};
  const products = Object.values(byStatus ?? {}).reduce((sum, count) => sum + count, 0);
  return { products, byStatus: byStatus ?? {}, lowStock, outOfStock };
}
