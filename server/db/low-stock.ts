import { sql } from 'kysely';
import { lowStock } from '../../shared/products/stock-label.ts';

/**
 * The variants whose stock is at or below their own threshold, or that of the shop if they have none, as rows with `id`,
 * `product_id` and `stock`. Each part has an index of its own, so that it costs as much as there are such variants.
 */
export const lowVariants = sql`(
  select id, product_id, stock from variants where low_stock_at is null and deleted_at is null
    and stock <= (select coalesce((settings ->> 'lowStockAt')::int, ${sql.lit(lowStock)}) from site_info)
  union all
  select id, product_id, stock from variants where deleted_at is null and stock <= low_stock_at) low_variants`;
