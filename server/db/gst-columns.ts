import { type RawBuilder, sql } from 'kysely';

/** The columns of a GST rate, which is given in tenths of a percent: of 0.25% they are 2 tenths and 5 hundredths. */
export const gstColumns = <Rate extends number | null>(tenths: Rate) => ({
  gstTenths: tenths === null ? tenths : Math.floor(tenths),
  gstHundredths: Math.round((tenths ?? 0) * 10) % 10,
});

/** Column for a query: the GST rate of a row of this table in tenths of a percent. */
export const gstTenthsOf = (table: 'products' | 'order_items'): RawBuilder<number> =>
  sql<number>`(${sql.table(table)}.gst_tenths + ${sql.table(table)}.gst_hundredths / 10.0)::float8`;
