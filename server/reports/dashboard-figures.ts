import { type RawBuilder, sql } from 'kysely';
import { type OrderFilterStatus, soldStatuses } from '../../shared/contract/orders/orders.ts';
import { orderTotals, productTotals, salesTotals } from '../db/cached-totals.ts';
import type { Database, Trx } from '../db/database.ts';
import { lowVariants } from '../db/low-stock.ts';
import type { SalesPeriods } from './indian-periods.ts';

/** Whether test orders count. */
export type Counting = { withTests: boolean };

/** Number of orders and revenue by status. */
export async function countOrdersByStatus(db: Database, counting: Counting) {
  const { rows } = await sql<{ standing: OrderFilterStatus; count: number; paise: number }>`
    select case when refund_state = 'refunded' and ${sold} then 'refunded' else status::text end as standing,
      sum(orders)::int as count, sum(paise)::bigint as paise
    from ${orderTotals} where ${counted(counting)} group by 1 having sum(orders) > 0 order by 1`.execute(db);
  return rows;
}

/** Sales of each period and of the previous one up to the same moment, in paise. */
export async function sumSalesByPeriod(db: Database, periods: SalesPeriods, counting: Counting) {
  const named = Object.entries(periods).map(
    ([name, { from, beforeFrom, beforeTo }]) =>
      sql`(${name}, ${from}::timestamptz, ${beforeFrom}::timestamptz, ${beforeTo}::timestamptz)`,
  );
  // All periods begin at midnight; of the day on which the previous one ends, the payments are read.
  const { rows } = await sql<{ name: keyof typeof periods; amount: number; before: number }>`
    select name, coalesce(sum(paise) filter (where day >= day_in_india(since)), 0)::bigint as amount,
      coalesce(sum(paise) filter (where day >= day_in_india(before_since) and day < day_in_india(before_to)), 0)::bigint
        + (select coalesce(sum(money.paise), 0)::bigint from ${money}
          where money.at < before_to and money.at >= day_in_india(before_to)::timestamp at time zone 'Asia/Kolkata'
            and ${ofCountedOrder(counting)}) as before
    from (values ${sql.join(named)}) periods (name, since, before_since, before_to)
    left join (select * from ${salesTotals} where ${counted(counting)}) days on true
    group by name, since, before_since, before_to`.execute(db);
  return rows;
}

/** Sales of each day in India since `from`, which is a midnight, in paise; days without sales are missing. */
export async function sumSalesByDay(
  db: Database,
  from: Date,
  counting: Counting,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; paise: number }>`
    select day::text as day, sum(paise)::bigint as paise from ${salesTotals}
    where day >= day_in_india(${from}) and ${counted(counting)} group by 1`.execute(db);
  return new Map(rows.map(({ day, paise }) => [day, paise]));
}

/** Orders of the former shop, what was received for them, and how much of that since `from`, in paise. */
export async function sumFormerShop(db: Database | Trx, from: Date) {
  const { rows } = await sql<{ orders: number; paise: number; recentPaise: number }>`
    select count(*)::int as orders, coalesce(sum(net_paise), 0)::bigint as paise,
      coalesce(sum(net_paise) filter (where placed_at >= ${from}), 0)::bigint as recent_paise
    from former_orders`.execute(db);
  return rows[0] ?? { orders: 0, paise: 0, recentPaise: 0 };
}

/** Lets the statements of a transaction take 30 s, for reads that many requests share. */
export const allowLongReads = (trx: Trx) => sql`set local statement_timeout = '30s'`.execute(trx);

/** The best sellers since `from` by units and by revenue: of paid orders, less refunds and parcels that came back. */
export async function listBestSellers(trx: Trx, from: Date, counting: Counting, limit: number) {
  const { rows } = await sql<ProductRow & { quantity: number; revenuePaise: number }>`
    with sold as (
      select i.product_id, sum(kept.quantity)::int as quantity, sum(i.line_paise - i.free_paise - refunded.paise)::bigint as revenue_paise
      from orders o join order_items i on i.order_id = o.id
      cross join lateral (
        select coalesce(sum(l.quantity), 0) as quantity,
          coalesce(sum(l.amount_paise) filter (where not p.is_free), 0) as paise
        from refund_lines l join refunds r on r.id = l.refund_id join payments p on p.id = r.payment_id
        where l.order_item_id = i.id and r.status <> 'failed') refunded
      cross join lateral (
        select coalesce(sum(l.quantity), 0) as quantity, coalesce(sum(l.quantity) filter (where s.state = 'returned'), 0) as back
        from shipment_lines l join shipments s on s.id = l.shipment_id
        where l.order_item_id = i.id and s.state <> 'cancelled') sent
      cross join lateral (
        -- Refunds are of units that were not sent, as long as there are some, and then of those that came back.
        select i.quantity - sent.back - greatest(least(refunded.quantity, i.quantity - sent.quantity),
          refunded.quantity - sent.back) as quantity) kept
      where o.created_at >= ${from} and i.recipient is null and o.deleted_at is null and ${sold} and o.refund_state <> 'refunded'
        and exists (select from payments p where p.order_id = o.id and p.is_primary) and due_on_delivery(o) = 0
        ${realOnly(counting)}
      group by 1 having sum(kept.quantity) > 0),
    ranked as (
      select sold.*, p.name, rank() over (order by quantity desc) as by_quantity,
        rank() over (order by revenue_paise desc) as by_revenue
      from sold join products p on p.id = sold.product_id where p.deleted_at is null)
    select product_id as id, name, quantity, revenue_paise, ${picture(sql.ref('ranked.productId'))} as image from ranked
    where by_quantity <= ${limit} or by_revenue <= ${limit}
    order by quantity desc, revenue_paise desc, name`.execute(trx);
  return rows;
}

/** The persons who have bought as guests only: mailboxes, or mobile numbers without one. */
export async function countGuests(trx: Trx, counting: Counting): Promise<number> {
  const { rows } = await sql<{ guests: number }>`
    select count(*) as guests from (select distinct coalesce(nullif(email, ''), mobile) from orders o
      where is_guest and user_id is null and deleted_at is null ${realOnly(counting)}) people`.execute(trx);
  return rows[0]?.guests ?? 0;
}

/** Visible products at or below their threshold, lowest stock first, and their total number. */
export async function listLowStock(db: Database, limit: number) {
  const forSale = sql`p.deleted_at is null and p.status in ('active', 'featured')`;
  const items = await sql<ProductRow & { stock: number; values: string[] }>`
    select p.id, p.name, low_variants.stock, option_values as values,
      coalesce(variants.image, ${picture(sql.ref('p.id'))}) as image
    from ${lowVariants} join variants using (id) join products p on p.id = low_variants.product_id where ${forSale}
    order by low_variants.stock, p.name, variants.position limit ${limit}`.execute(db);
  const all = await sql<{ total: number }>`
    select count(*) as total from ${lowVariants} join products p on p.id = product_id where ${forSale}`.execute(
    db,
  );
  return { items: items.rows, total: all.rows[0]?.total ?? 0 };
}

/** The orders that reserve stock and have not been paid, and their units. */
export async function sumReserved(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select((eb) => [
      eb.fn.count<number>('orders.id').distinct().as('orders'),
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('units'),
    ])
    .where('orders.status', '=', 'pending')
    .where('orders.stock', '=', 'reserved')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.orderId', '=', 'orders.id')
            .where('payments.isPrimary', '=', true),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
}

/** The newest products of any status. */
export async function listNewestProducts(db: Database, limit: number) {
  const { rows } = await sql<ProductRow & { status: ProductStatus; fromPaise: number; stock: number }>`
    select p.id, p.name, p.status, p.from_paise, ${picture(sql.ref('p.id'))} as image,
      coalesce((select sum(stock) from variants v where v.product_id = p.id and v.deleted_at is null), 0) as stock
    from products p where p.deleted_at is null order by p.created_at desc, p.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Counts products by status, shoppers, open alerts, and orders to pack and to ship. */
export async function countEverything(db: Database, { withTests }: Counting) {
  const products = await sql<{ status: ProductStatus; count: number }>`
    select status, sum(products)::bigint as count from ${productTotals}
    group by status having sum(products) > 0 order by status`.execute(db);
  const people = await sql<{ users: number }>`
    select count(*) as users from users where deleted_at is null and not is_admin`.execute(db);
  // The same orders as in the views of their list.
  const open = await sql<{ attention: number; toPack: number; toShip: number }>`
    select (select count(*) from attention_items where resolved_at is null) as attention,
      count(*) filter (where to_pack) as to_pack, count(*) filter (where to_ship and pickup is null) as to_ship
    from order_states join orders on id = order_id
    where not is_hidden and (to_pack or to_ship) ${withTests ? sql`` : sql`and not is_test`}
      and not exists (select from archived_orders archived where archived.order_id = id)`.execute(db);
  const [counts = { attention: 0, toPack: 0, toShip: 0 }] = open.rows;
  return { products: products.rows, users: people.rows[0]?.users ?? 0, open: counts };
}

const sold = sql`status in (${sql.join(soldStatuses)})`;

type ProductRow = { id: string; name: string; image: string | null };
type ProductStatus = 'active' | 'draft' | 'featured' | 'archived';

const picture = (product: RawBuilder<unknown>) =>
  sql`(select path from product_images i where i.product_id = ${product} order by position limit 1)`;

/**
 * All money: captured and offline payments at their time, less refunds at the time of their processing, without gift
 * cards that were sold, and what free ones pay.
 */
const money = sql`(
  select order_id, captured_at as at, amount_paise as paise from payments
    where status = 'captured' and currency = 'INR' and not is_free
  union all
  select r.order_id, r.processed_at, -r.amount_paise from refunds r join payments p on p.id = r.payment_id
    where r.status = 'processed' and not p.is_free
  union all
  select i.order_id, e.at, -e.amount_paise from gift_card_entries e join gift_cards c on c.id = e.gift_card_id
    join order_items i on i.id = c.order_item_id where e.kind in ('issued', 'cancelled')) money`;

const realOnly = ({ withTests }: Counting) => (withTests ? sql`` : sql`and not o.is_test`);

/** Whether kept totals count. */
const counted = ({ withTests }: Counting) => sql`not is_hidden ${withTests ? sql`` : sql`and not is_test`}`;

/** Excludes the few orders that do not count: cheaper than a join with every order. */
const ofCountedOrder = ({ withTests }: Counting) => sql`
  not exists (select from orders h where h.id = money.order_id and h.deleted_at is not null)
  ${withTests ? sql`` : sql`and not exists (select from orders t where t.id = money.order_id and t.is_test)`}`;
