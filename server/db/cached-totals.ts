import { sql } from 'kysely';

/**
 * The cached totals of orders placed on any day, as rows with `status`, `refund_state`, `is_test`, `is_guest`, `is_hidden`,
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
export const changesAtOnce = 50_000;

/**
 * Lets PostgreSQL plan the folds of this transaction for the changes that there are. A plan that was prepared while there
 * were none would compare each change with each other one.
 */
export const planForThisBacklog = sql`set local plan_cache_mode = force_custom_plan`;

/**
 * Limits a fold of changes, which leaves out those that another process is adding. The number is a parameter because
 * PostgreSQL plans a statement without parameters only once.
 */
export const atOnce = sql`limit ${changesAtOnce}::int for update skip locked`;

/**
 * The cached totals of products that are not deleted (decision 64), with the columns of `products` by which they are kept
 * and the number `products`. Add up all rows: several have the same properties.
 */
export const productTotals = sql`(select *, null::timestamptz as deleted_at from product_totals
  union all select *, null from product_total_changes) products`;
