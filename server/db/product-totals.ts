import { sql } from 'kysely';

/**
 * The kept totals of products that are not deleted (decision 64), with the columns of `products` by which they are kept
 * and the number `products`. Add up all rows: several have the same properties.
 */
export const productTotals = sql`(select *, null::timestamptz as deleted_at from product_totals
  union all select *, null from product_total_changes) products`;
