import { sql } from 'kysely';
import { type Database, transaction } from '../../db/database.ts';

/** The orders that are counted, so that the job takes the same time in a shop of any size. */
const maxOrders = 20_000;
/** An order of more products, such as that of a reseller, says little about each pair of them. */
const maxProducts = 20;
/** Products that are kept for each product; the page shows fewer, as some may be sold out. */
const maxOthers = 12;
/** One order says little, and would show what one person has bought. */
const minOrders = 2;

/**
 * Job, every hour: counts again which products are bought together, in the newest paid orders of the last year; orders in
 * test mode only if `withTests`.
 */
export async function countBoughtTogether(
  db: Database,
  { now, withTests }: { now: Date; withTests: boolean },
): Promise<void> {
  await transaction(db, async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    await trx.deleteFrom('boughtTogether').execute();
    await sql`insert into bought_together (product_id, other_id, orders)
      with counted as (
        select id from orders
        where status in ('paid', 'processing', 'shipped', 'delivered') and deleted_at is null
          and created_at > ${now}::timestamptz - interval '1 year' and (${withTests} or not is_test)
        order by created_at desc limit ${maxOrders}
      ), bought as materialized (
        select i.order_id, array_agg(distinct i.product_id) as products
        from order_items i join counted c on c.id = i.order_id and i.recipient is null
        group by 1 having count(distinct i.product_id) between 2 and ${maxProducts}
      ), pairs as (
        select product_id, other_id, count(*) as orders
        from bought, unnest(products) as product_id, unnest(products) as other_id
        where product_id <> other_id group by 1, 2 having count(*) >= ${minOrders}
      )
      select product_id, other_id, orders from (
        select *, row_number() over (partition by product_id order by orders desc, other_id) as place from pairs
      ) ranked where place <= ${maxOthers}`.execute(trx);
  });
}
