import { sql } from 'kysely';

/**
 * The kept totals of orders placed on any day, as rows with `status`, `refund_state`, `is_test`, `is_guest`, `is_hidden`,
 * `orders` and their balance `paise` (decision 64). Add up all rows: several have the same properties.
 */
export const orderTotals = sql`(select * from order_totals where day = '-infinity'
  union all select * from order_total_changes) order_totals`;

/** The same with the `day` in India on which they were placed. */
export const orderTotalsByDay = sql`(select * from order_totals where day > '-infinity'
  union all select * from order_total_changes) order_totals`;

/** Money by the `day` in India on which it was captured or refunded, with `is_test`, `is_hidden` and `paise`. */
export const salesTotals = sql`(select * from sales_totals union all select * from sales_total_changes) sales_totals`;

/** The number of changes that are added to the totals at once: a backlog must not reach the statement timeout. */
const changesAtOnce = 50_000;

/** Deletes and returns changes of kept totals, without those that another process is adding. */
export const takeChanges = (
  table: 'order_total_changes' | 'sales_total_changes' | 'product_total_changes',
) => sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} limit ${sql.lit(changesAtOnce)} for update skip locked)) returning *`;
