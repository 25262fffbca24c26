import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lowStock } from '../../shared/stock-label.ts';

/** Whether a variant has no more left than its own threshold, or than the shop's where it has none. */
export const runsLow: RawBuilder<SqlBool> = sql<SqlBool>`(
  variants.low_stock_at is null and variants.stock <=
    (select coalesce((settings ->> 'lowStockAt')::int, ${sql.lit(lowStock)}) from site_info)
  or variants.low_stock_at is not null and variants.stock <= variants.low_stock_at)`;
