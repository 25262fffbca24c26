import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lowStock } from '../../shared/stock-label.ts';

/** Whether the stock of a variant is at or below its own threshold, or that of the shop if it has none. */
export const runsLow: RawBuilder<SqlBool> = sql<SqlBool>`(
  variants.low_stock_at is null and variants.stock <=
    (select coalesce((settings ->> 'lowStockAt')::int, ${sql.lit(lowStock)}) from site_info)
  or variants.low_stock_at is not null and variants.stock <= variants.low_stock_at)`;
