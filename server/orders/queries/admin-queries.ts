import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import {
  type AdminOrderQuery,
  type MatchingOrders,
  type OrderStatus,
  packingStatuses,
  soldStatuses,
} from '../../../shared/contract/orders/orders.ts';
import { orderTotals, orderTotalsByDay } from '../../db/cached-totals.ts';
import { type Database, prepared, type Trx } from '../../db/database.ts';
import { paidPaise, refundedPaise } from '../../db/order-money.ts';
import { countRows } from '../../db/paging.ts';
import { readSearch } from '../search.ts';
import { giftCardOfOrder } from './charged-queries.ts';
import { codBuyerOfOrder } from './cod-queries.ts';
import { fullOrders, isArchived } from './order-queries.ts';
import { foundOrders } from './search-queries.ts';
import { shipmentsOfOrder } from './shipment-queries.ts';

export type AdminOrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order with its payments and refunds, hidden ones too. */
export async function findOrder(db: Database | Trx, id: string) {
  return withMoney(db).where('orders.id', '=', id).executeTakeFirst();
}

/** Everything that the back office shows of an order. */
const withMoney = (db: Database | Trx) =>
  fullOrders(db).select((eb) => [
    codBuyerOfOrder,
    jsonArrayFrom(
      eb
        .selectFrom('payments')
        .selectAll('payments')
        .whereRef('payments.orderId', '=', 'orders.id')
        // The provider's times are in seconds: sort failed attempts before the successful one.
        .orderBy('createdAt')
        .orderBy('capturedAt', (order) => order.asc().nullsFirst()),
    ).as('payments'),
    jsonArrayFrom(
      eb
        .selectFrom('refunds')
        .leftJoin('users', 'users.id', 'refunds.byUser')
        .selectAll('refunds')
        .select('users.name as by')
        .select((refund) =>
          jsonArrayFrom(
            refund
              .selectFrom('refundLines')
              .innerJoin('orderItems', 'orderItems.id', 'refundLines.orderItemId')
              .select(['orderItemId', 'refundLines.quantity', 'restocked'])
              .whereRef('refundLines.refundId', '=', 'refunds.id')
              .where('refundLines.quantity', '>', 0)
              .orderBy('position'),
          ).as('lines'),
        )
        .whereRef('refunds.orderId', '=', 'orders.id')
        .orderBy('refunds.createdAt'),
    ).as('refunds'),
    eb
      .selectFrom('refundApprovals')
      .select((approval) =>
        approval.fn.coalesce(approval.fn.sum<number>('amountPaise'), approval.lit(0)).as('paise'),
      )
      .whereRef('refundApprovals.orderId', '=', 'orders.id')
      .where('state', '=', 'waiting')
      .as('waitingRefundsPaise'),
    sql<string[]>`array(select tag from order_tags where order_id = orders.id order by tag)`.as('tags'),
    eb
      .selectFrom('customerOrders')
      .select('customerId')
      .whereRef('customerOrders.orderId', '=', 'orders.id')
      .as('customerId'),
  ]);

/** Which orders an admin may see. */
type Scope = 'all' | 'to-pack';

const searchOf = ({ search = '' }: MatchingOrders, scope: Scope) =>
  readSearch(search, { seesMoney: scope === 'all' });

/** One page of the orders in this scope and how many match. The ids come first, from an index alone. */
export async function listOrders(db: Database, query: AdminOrderQuery, scope: Scope) {
  const { ids, total } = await (query.search ? searchPage : readPage)(db, query, scope);
  if (ids.length === 0) return { rows: [], total };
  const rows = await withMoney(db).where('orders.id', 'in', ids).modifyFront(prepared).execute();
  return { rows: rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total };
}

/** The ids of one page, in its order, and the total. */
async function readPage(db: Database, query: AdminOrderQuery, scope: Scope) {
  const { column, direction, limit, offset } = pageOf(query);
  const sorted = listed(db, query, scope).select('id').orderBy(column, direction).orderBy('id', direction);
  const [page, total] = await Promise.all([
    sorted.limit(limit).offset(offset).execute(),
    countMatching(db, query, scope),
  ]);
  return { ids: page.map(({ id }) => id), total };
}

/** The same of a search, whose matches are found once for both. */
async function searchPage(db: Database, query: AdminOrderQuery, scope: Scope) {
  const { column, direction, limit, offset } = pageOf(query);
  const found = foundOrders(db, searchOf(query, scope)).map((ids) =>
    filtered(db, query, scope).select(['id', column]).where('id', 'in', ids),
  );
  const order = direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (${sql.join(found, sql` union `)})
    select array(select id from found order by ${sql.ref(column)} ${order}, id ${order}
        limit ${limit} offset ${offset}) as ids,
      (select count(*) from found) as total`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

const pageOf = ({ sort, page, limit }: AdminOrderQuery) => ({
  column: sort.endsWith('amount') ? ('amountPaise' as const) : ('createdAt' as const),
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
  limit,
  offset: (page - 1) * limit,
});

export type ExportRow = Awaited<ReturnType<typeof listNextOrders>>[number];

/** The next matching orders after the given one, newest first, with the columns of the export. */
export async function listNextOrders(
  db: Database,
  query: MatchingOrders,
  after: { createdAt: Date; id: string } | undefined,
  limit: number,
) {
  let found = matching(db, query, 'all');
  if (after) {
    // With microseconds, which a Date does not have.
    const since = sql`(select created_at from orders where id = ${after.id})`;
    found = found.where(sql<boolean>`(created_at, id) < (${since}, ${after.id})`);
  }
  return found
    .selectAll('orders')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('orderItems')
          .select(['name', 'variantLabel', 'quantity'])
          .whereRef('orderItems.orderId', '=', 'orders.id')
          .orderBy('position'),
      ).as('items'),
      eb
        .selectFrom('payments')
        .select('providerPaymentId')
        .whereRef('payments.orderId', '=', 'orders.id')
        .where('isPrimary', '=', true)
        .as('paymentId'),
      giftCardOfOrder(eb),
      eb
        .selectFrom('invoices')
        .select('code')
        .whereRef('invoices.orderId', '=', 'orders.id')
        .where('kind', '=', 'invoice')
        .as('invoice'),
      shipmentsOfOrder(eb),
      paidPaise,
      refundedPaise,
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The orders in this scope with these ids, or that match, oldest first, at most `limit`: those of the list, or with
 * `inBooks` also archived ones.
 */
export async function listSelectedIds(
  db: Database,
  by: { ids: string[] } | { matching: MatchingOrders },
  scope: Scope,
  { limit, inBooks }: { limit: number; inBooks: boolean },
): Promise<string[]> {
  if ('ids' in by && by.ids.length === 0) return [];
  const found =
    'ids' in by
      ? filtered(db, { deleted: false }, scope).where('id', 'in', by.ids)
      : inBooks || by.matching.search
        ? matching(db, by.matching, scope)
        : listed(db, by.matching, scope);
  const rows = await found.select('id').orderBy('createdAt').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** The orders that match, with the search. */
function matching(db: Database, query: MatchingOrders, scope: Scope) {
  const found = filtered(db, query, scope);
  if (!query.search) return found;
  const ids = foundOrders(db, searchOf(query, scope));
  return found.where('id', 'in', sql<string>`(${sql.join(ids, sql` union `)})`);
}

/** The same of the list without a search, which archived orders are not in. */
const listed = (db: Database, query: MatchingOrders, scope: Scope) =>
  query.deleted ? filtered(db, query, scope) : filtered(db, query, scope).where((eb) => eb.not(isArchived));

/** The orders that match, archived ones too, without the search. */
function filtered(db: Database, query: MatchingOrders, scope: Scope) {
  const isDeleted = query.deleted
    ? sql<boolean>`(deleted_at is not null or ${isArchived})`
    : sql<boolean>`deleted_at is null`;
  let found = db.selectFrom('orders').where(isDeleted).where(ofKind(query));
  if (scope === 'to-pack') found = found.where(isToPack);
  if (query.tag) {
    const tagged = db.selectFrom('orderTags').select('orderId').where('tag', '=', query.tag);
    found = found.where('id', 'in', tagged);
  }
  if (query.customer) {
    const { customer } = query;
    const bought = db.selectFrom('customerOrders').select('orderId').where('customerId', '=', customer);
    found = found.where('id', 'in', bought);
  }
  if (hasStates(query))
    found = found.where('id', 'in', db.selectFrom('orderStates').select('orderId').where(ofStates(query)));
  if (query.from) found = found.where('createdAt', '>=', dayBegins(query.from, 0));
  if (query.to) found = found.where('createdAt', '<', dayBegins(query.to, 1));
  return found;
}

/** How many orders match, without the search: all from the kept totals, which know neither tags, customers nor states. */
async function countMatching(db: Database, query: MatchingOrders, scope: Scope): Promise<number> {
  if (query.tag || query.customer || hasStates(query) || scope === 'to-pack')
    return countRows(listed(db, query, scope).select('id'));
  const { from, to, deleted = false } = query;
  const inDays = (day: RawBuilder<unknown>) =>
    sql`${from ? sql`and ${day} >= ${from}::date` : sql``} ${to ? sql`and ${day} <= ${to}::date` : sql``}`;
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0)::bigint
      ${deleted ? sql`+` : sql`-`} (select count(*) from archived_orders join orders on orders.id = order_id
        where ${ofKind(query)} ${inDays(sql`day_in_india(created_at)`)}) as total
    from ${from || to ? orderTotalsByDay : orderTotals}
    where ${ofKind(query)} and is_hidden = ${deleted} ${inDays(sql`day`)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const hasStates = ({ view, payment, fulfilment }: MatchingOrders) => Boolean(view || payment || fulfilment);

/** The part of the conditions of a list that concerns payment and fulfilment. */
function ofStates({ view, payment, fulfilment, deleted }: MatchingOrders): RawBuilder<SqlBool> {
  return sql.join(
    [
      // With the condition of the partial indexes. An archived order is not hidden.
      deleted ? sql`true` : sql`not is_hidden`,
      ...(view ? [views[view]] : []),
      ...(payment ? [sql`payment_state = ${payment}`] : []),
      ...(fulfilment ? [sql`fulfilment_state = ${fulfilment}`] : []),
    ],
    sql` and `,
  );
}

const views: Record<NonNullable<MatchingOrders['view']>, RawBuilder<SqlBool>> = {
  to_confirm: sql`payment_state = 'due_on_delivery' and fulfilment_state = 'unfulfilled' and exists (
    select from orders o where o.id = order_id and o.status = 'pending' and o.cod_state = 'unconfirmed')`,
  to_pack: sql`to_pack`,
  to_ship: sql`to_ship and not exists (select from orders o where o.id = order_id and o.pickup is not null)`,
  // Paid, and not handed over yet.
  to_pick_up: sql`(to_pack or to_ship) and exists (select from orders o where o.id = order_id and o.pickup is not null)`,
  in_transit: sql`in_transit`,
  unpaid: sql`is_unpaid`,
  returns: sql`has_return`,
};

/** The part of the conditions of a list that concerns columns which the kept totals have too. */
function ofKind({ status, test, guest }: MatchingOrders): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  const isNotRefunded = sql<SqlBool>`refund_state <> 'refunded'`;
  if (status === 'refunded') all.push(isOneOf(soldStatuses), sql`refund_state = 'refunded'`);
  else if (status === 'partly_refunded') all.push(sql`refund_state = 'partly_refunded'`);
  else if (status) {
    all.push(sql`status = ${status}`);
    if (soldStatuses.includes(status)) all.push(isNotRefunded);
  }
  if (test !== undefined) all.push(sql`is_test = ${test}`);
  if (guest !== undefined) all.push(sql`is_guest = ${guest}`);
  return sql.join(all, sql` and `);
}

/** The same as `isToPack` in to-pack.ts. */
export const isToPack = sql<SqlBool>`deleted_at is null and not ${isArchived} and refund_state <> 'refunded' and (status in (${sql.join(packingStatuses)})
  or status = 'pending' and cod_state is not null and (cod_state <> 'unconfirmed' or not cod_needs_confirmation))`;

const isOneOf = (statuses: readonly OrderStatus[]) => sql<SqlBool>`status in (${sql.join(statuses)})`;

/** When a day in India begins, or that many days later. */
const dayBegins = (day: string, later: number) =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp at time zone 'Asia/Kolkata'`;
