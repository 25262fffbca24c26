import { sql } from 'kysely';
import { soldStatuses } from '../../shared/contract/orders/orders.ts';
import type { Database, Trx } from '../db/database.ts';

/** Adds counts to those of the day. Sorted, so that processes lock the rows in one order. */
export async function addCounts(
  trx: Trx,
  now: Date,
  counts: { event: string; subject: string; count: number }[],
): Promise<void> {
  await sql`
    insert into visit_counts (day, event, subject, count)
    select day_in_india(${now}::timestamptz), event, subject, count
    from unnest(${counts.map(({ event }) => event)}::text[], ${counts.map(({ subject }) => subject)}::text[],
      ${counts.map(({ count }) => count)}::int[]) as given (event, subject, count)
    order by event, subject
    on conflict (day, event, subject) do update set count = visit_counts.count + excluded.count`.execute(trx);
}

/** The same for products for sale; unknown slugs are ignored. */
export async function addProductCounts(
  trx: Trx,
  now: Date,
  counts: { slug: string; views: number; adds: number }[],
): Promise<void> {
  await sql`
    insert into product_visit_counts (day, product_id, views, adds)
    select day_in_india(${now}::timestamptz), p.id, given.views, given.adds
    from unnest(${counts.map(({ slug }) => slug)}::text[], ${counts.map(({ views }) => views)}::int[],
      ${counts.map(({ adds }) => adds)}::int[]) as given (slug, views, adds)
    join products p on p.slug = given.slug and p.deleted_at is null and p.status in ('active', 'featured')
    order by p.id
    on conflict (day, product_id) do update
    set views = product_visit_counts.views + excluded.views, adds = product_visit_counts.adds + excluded.adds`.execute(
    trx,
  );
}

/** The counts of each day since the day of `from`. */
export async function listCounts(db: Database, from: Date) {
  const { rows } = await sql<{ day: string; event: string; subject: string; count: number }>`
    select day::text as day, event, subject, count from visit_counts where day >= day_in_india(${from}::timestamptz)`.execute(
    db,
  );
  return rows;
}

/** The most viewed products since the day of `from`, with the number of orders since then that contain them. */
export async function listViewedProducts(db: Database, from: Date, withTests: boolean, limit: number) {
  const { rows } = await sql<{
    id: string;
    name: string;
    image: string | null;
    views: number;
    adds: number;
    orders: number;
  }>`
    select p.id, p.name, seen.views, seen.adds,
      (select path from product_images i where i.product_id = p.id order by position limit 1) as image,
      (select count(distinct o.id)::int from order_items i join orders o on o.id = i.order_id
        where i.product_id = p.id and o.created_at >= ${from} and ${isSold(withTests)}) as orders
    from (
      select product_id, sum(views)::int as views, sum(adds)::int as adds from product_visit_counts
      where day >= day_in_india(${from}::timestamptz) group by product_id) seen
    join products p on p.id = seen.product_id and p.deleted_at is null
    order by seen.views desc, p.name limit ${limit}`.execute(db);
  return rows;
}

/** The number of orders of each day since `from` that were sold in the shop, not by an admin. */
export async function countSold(db: Database, from: Date, withTests: boolean) {
  const { rows } = await sql<{ day: string; orders: number }>`
    select day_in_india(o.created_at)::text as day, count(*)::int as orders from orders o
    where o.created_at >= ${from} and ${isSold(withTests)}
      and not exists (select from manual_orders m where m.order_id = o.id) group by 1`.execute(db);
  return rows;
}

const isSold = (withTests: boolean) => sql`
  o.deleted_at is null and o.status in (${sql.join(soldStatuses)}) ${withTests ? sql`` : sql`and not o.is_test`}`;
