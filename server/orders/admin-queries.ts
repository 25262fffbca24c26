import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '../db/database.ts';
import { fullOrders } from './queries.ts';

export type AdminOrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** An order with its payments and refunds, hidden ones too. */
export async function findOrder(db: Database | Trx, id: string) {
  return withMoney(db).where('orders.id', '=', id).executeTakeFirst();
}

/** Everything that the back office shows of an order. */
export const withMoney = (db: Database | Trx) =>
  fullOrders(db).select((eb) => [
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
  ]);
