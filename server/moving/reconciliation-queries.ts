import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** The most differences of a kind that are listed. */
const maxListed = 500;

/** Records of each kind in the files, and how many of them are here now. */
export async function countByKind(db: Database, moveId: string) {
  const { rows } = await sql<{ kind: string; inFiles: number; moved: number; known: number; left: number }>`
    select kind, count(*)::int as in_files, (count(*) filter (where outcome = 'new'))::int as moved,
      (count(*) filter (where outcome = 'known'))::int as known, (count(*) filter (where outcome = 'left'))::int as left
    from move_rows where move_id = ${moveId} group by kind`.execute(db);
  return rows;
}

/** What a move has created of each kind and is still here. */
export async function countHere(db: Database, moveId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int as n from move_created c where move_id = ${moveId} and case kind
      when 'products' then exists (select from products where id = target_id and deleted_at is null)
      when 'customers' then exists (select from customers where id = target_id and erased_at is null)
      when 'orders' then exists (select from former_orders where id = target_id)
      when 'discounts' then exists (select from discounts where id = target_id and deleted_at is null)
      when 'giftCards' then exists (select from gift_cards where id = target_id)
      when 'redirects' then exists (select from redirects where id = target_id)
      when 'reviews' then exists (select from reviews where id = target_id) end
    group by kind`.execute(db);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

/** Orders and their totals of each month in India: in the files, and of the same orders here. */
export async function sumByMonth(db: Database, moveId: string) {
  const { rows } = await sql<{
    month: string;
    fileOrders: number;
    filePaise: number;
    hereOrders: number;
    herePaise: number;
    refundedPaise: number;
  }>`
    with given as (
      select coalesce(to_char(r.placed_at at time zone 'Asia/Kolkata', 'YYYY-MM'), '') as month, coalesce(r.paise, 0) as paise, r.target_id
      from move_rows r where r.move_id = ${moveId} and r.kind = 'orders' and r.reason not like 'It repeats line%'),
    files as (select month, count(*)::int as n, sum(paise)::bigint as paise from given group by 1),
    here as (
      select to_char(o.placed_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*)::int as n,
        sum(o.total_paise)::bigint as paise, sum(o.refunded_paise)::bigint as refunded
      from former_orders o where o.id in (select target_id from given) group by 1)
    select coalesce(f.month, h.month) as month, coalesce(f.n, 0) as file_orders, coalesce(f.paise, 0) as file_paise,
      coalesce(h.n, 0) as here_orders, coalesce(h.paise, 0) as here_paise, coalesce(h.refunded, 0) as refunded_paise
    from files f full join here h using (month) order by 1`.execute(db);
  return rows;
}

/** Orders that are not here as the files say: left out, or with another amount. */
export async function listDifferentOrders(db: Database, moveId: string) {
  const { rows } = await sql<{
    number: string;
    filePaise: number | null;
    herePaise: number | null;
    reason: string;
  }>`
    select r.label as number, r.paise as file_paise, o.total_paise as here_paise, r.reason
    from move_rows r left join former_orders o on o.id = r.target_id
    where r.move_id = ${moveId} and r.kind = 'orders' and (o.id is null or o.total_paise is distinct from r.paise)
    order by r.line limit ${maxListed}`.execute(db);
  return rows;
}

/** Customers whose file states another sum than their old orders have. Only sums that are not 0 are compared. */
export async function listDifferentCustomers(db: Database, moveId: string) {
  const { rows } = await sql<{ id: string; name: string; filePaise: number; herePaise: number }>`
    select c.id, c.name, r.paise as file_paise, coalesce(o.paise, 0)::bigint as here_paise
    from move_rows r join customers c on c.id = r.target_id
    left join lateral (select sum(net_paise) as paise from former_orders where customer_id = c.id) o on true
    where r.move_id = ${moveId} and r.kind = 'customers' and r.paise is not null and c.erased_at is null
      and r.paise <> coalesce(o.paise, 0)
    order by abs(r.paise - coalesce(o.paise, 0)) desc, c.id limit ${maxListed}`.execute(db);
  return rows;
}
