import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AdminOrderQuery } from '../../shared/contract/orders.ts';
import { noteAdmin } from '../db/admin-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Actor } from '../deps.ts';
import { fullOrders } from './queries.ts';

export type AdminOrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order with its payments and refunds, hidden ones too. */
export async function findOrder(db: Database | Trx, id: string) {
  return withMoney(db).where('orders.id', '=', id).executeTakeFirst();
}

const withMoney = (db: Database | Trx) =>
  fullOrders(db).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('payments')
        .selectAll('payments')
        .whereRef('payments.orderId', '=', 'orders.id')
        .orderBy('createdAt'),
    ).as('payments'),
    jsonArrayFrom(
      eb
        .selectFrom('refunds')
        .leftJoin('users', 'users.id', 'refunds.byUser')
        .selectAll('refunds')
        .select('users.name as by')
        .whereRef('refunds.orderId', '=', 'orders.id')
        .orderBy('refunds.createdAt'),
    ).as('refunds'),
  ]);

/** One page of all orders, newest first, and how many match. The ids come first, from an index alone. */
export async function listOrders(db: Database, query: AdminOrderQuery) {
  const matching = () => {
    let found = db.selectFrom('orders').where('deletedAt', query.deleted ? 'is not' : 'is', null);
    if (query.status) found = found.where('status', '=', query.status);
    const { search } = query;
    if (!search) return found;
    const text = search.toLowerCase();
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return found.where((eb) =>
      eb.or([
        eb(sql`right(id::text, 6)`, '=', text.replace(/^#/, '')),
        eb('email', '=', text),
        eb('mobile', '=', text.replace(/\D/g, '').slice(-10)),
        eb(sql`lower(name)`, 'like', like),
      ]),
    );
  };
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = await matching()
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  if (page.length === 0) return { rows: [], total };
  const ids = page.map(({ id }) => id);
  const rows = await withMoney(db)
    .where('orders.id', 'in', ids)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .execute();
  return { rows, total };
}

/** The figures above the list, of orders that are not hidden. */
export async function orderStats(db: Database, { withTests }: { withTests: boolean }) {
  const { rows } = await sql<{
    totalOrders: number;
    pendingOrders: number;
    paidOrders: number;
    revenuePaise: number;
  }>`
    select count(*) as total_orders,
      count(*) filter (where status = 'pending') as pending_orders,
      count(*) filter (where status = 'paid') as paid_orders,
      (select coalesce(sum(m.amount_paise), 0)::bigint from money_movements m
        join orders o on o.id = m.order_id
        where o.deleted_at is null and (${withTests} or not o.is_test)) as revenue_paise
    from orders where deleted_at is null`.execute(db);
  return rows[0] ?? { totalOrders: 0, pendingOrders: 0, paidOrders: 0, revenuePaise: 0 };
}

/** Hides an order (`at`) or shows it again (null), and notes who did it; false when there is none. */
export async function hideOrder(db: Database, id: string, at: Date | null, actor: Actor) {
  return transaction(db, async (trx) => {
    const row = await trx
      .updateTable('orders')
      .set({ deletedAt: at, updatedAt: sql`now()` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    const action = at ? 'order.hide' : 'order.restore';
    await noteAdmin(trx, actor, { action, subject: id });
    return true;
  });
}
