import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import type { Actor } from '../deps.ts';
import { fullOrders } from './queries.ts';

export type AdminOrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order with its payments and refunds, hidden ones too. */
export async function findOrder(db: Database | Trx, id: string) {
  return withMoney(db).where('orders.id', '=', id).executeTakeFirst();
}

/** All of an order that the back office shows. */
export const withMoney = (db: Database | Trx) =>
  fullOrders(db).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('payments')
        .selectAll('payments')
        .whereRef('payments.orderId', '=', 'orders.id')
        // The provider dates to the second: what failed was tried before what went through.
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
  ]);

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
    await recordAudit(trx, actor, { action, subject: id });
    return true;
  });
}
