import { type RawBuilder, sql } from 'kysely';
import { soldStatuses } from '../../../shared/contract/orders/orders.ts';
import { atOnce, orderTotals, planForThisBacklog } from '../../db/cached-totals.ts';
import { type Database, transaction } from '../../db/database.ts';

/**
 * Adds changes of the kept totals to the totals (decision 64), at most as many as `atOnce` says. Several processes
 * may do so at once.
 */
export function foldTotals(db: Database): Promise<void> {
  return transaction(db, async (trx) => {
    await planForThisBacklog.execute(trx);
    await sql`
      with changes as (
        delete from order_total_changes where ctid = any(array(select ctid from order_total_changes ${atOnce}))
        returning *)
      insert into order_totals as t
        select coalesce(day, '-infinity'), status, refund_state, is_test, is_guest, is_hidden, sum(orders), sum(paise)
        from changes group by grouping sets (
          (day, status, refund_state, is_test, is_guest, is_hidden), (status, refund_state, is_test, is_guest, is_hidden))
        order by 1, 2, 3, 4, 5, 6
      on conflict (day, status, refund_state, is_test, is_guest, is_hidden)
        do update set orders = t.orders + excluded.orders, paise = t.paise + excluded.paise`.execute(trx);
    await sql`
      with changes as (
        delete from sales_total_changes where ctid = any(array(select ctid from sales_total_changes ${atOnce}))
        returning *)
      insert into sales_totals as t
        select day, is_test, is_hidden, sum(paise) from changes group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, is_test, is_hidden) do update set paise = t.paise + excluded.paise`.execute(trx);
  });
}

/**
 * The sold orders that are not paid in full: those on delivery until the courier has collected, or whose parcel came
 * back, and others that an admin has packed or changed. Their indexes hold few orders, as paid ones are not in them.
 */
const soldUnpaid = (counted: RawBuilder<unknown>) => sql`(
  select count(*) from order_states s join orders o on o.id = s.order_id
  where not s.is_hidden and o.status in (${sql.join(soldStatuses)}) and o.refund_state <> 'refunded' ${counted}
    and (s.is_unpaid or s.payment_state in ('due_on_delivery', 'partly_paid') or s.has_return and s.payment_state = 'failed'))`;

/**
 * The figures above the list, of orders that are not hidden. An order that was paid in full stays a paid one
 * when it is packed, shipped and delivered, until it is refunded in full. Only the exceptions are counted (decision 64).
 */
export async function orderStats(db: Database, { withTests }: { withTests: boolean }) {
  const { rows } = await sql<{
    totalOrders: number;
    pendingOrders: number;
    paidOrders: number;
    revenuePaise: number;
  }>`
    select coalesce(sum(orders), 0)::bigint as total_orders,
      coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint as pending_orders,
      coalesce(sum(orders) filter (where status in (${sql.join(soldStatuses)}) and refund_state <> 'refunded'), 0)::bigint
        - ${soldUnpaid(withTests ? sql`` : sql`and not o.is_test`)} as paid_orders,
      coalesce(sum(paise), 0)::bigint as revenue_paise
    from ${orderTotals} where not is_hidden ${withTests ? sql`` : sql`and not is_test`}`.execute(db);
  return rows[0] ?? { totalOrders: 0, pendingOrders: 0, paidOrders: 0, revenuePaise: 0 };
}

/** The number of delivered orders and the day of the first order, without test orders. */
export async function findHistory(db: Database): Promise<{ delivered: number; firstDay: Date | null }> {
  const { rows } = await sql<{ delivered: number; firstDay: Date | null }>`
    select coalesce(sum(orders) filter (where status = 'delivered'), 0)::int as delivered,
      min(day)::timestamptz as "firstDay"
    from order_totals where not is_test and not is_hidden and orders > 0`.execute(db);
  return rows[0] ?? { delivered: 0, firstDay: null };
}
