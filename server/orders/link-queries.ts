import { sql } from 'kysely';
import type { LookUpRequest } from '../../shared/contract/order-look-up.ts';
import { isId } from '../../shared/id.ts';
import type { Trx } from '../db/database.ts';

/** The newest order with this id or number that was placed with this e-mail or mobile, and where its mails go. */
export async function findForLookUp(trx: Trx, { order, email, mobile }: LookUpRequest) {
  return trx
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.userId')
    .select([
      'orders.id',
      'orders.isTest',
      sql<string | null>`coalesce(nullif(orders.email, ''), users.email)`.as('to'),
    ])
    .where('orders.deletedAt', 'is', null)
    .where(isId(order) ? sql`orders.id` : sql`right(orders.id::text, 6)`, '=', order)
    .where((eb) =>
      email
        ? eb.or([eb('orders.email', '=', email), eb('users.email', '=', email)])
        : eb.or([eb('orders.mobile', '=', mobile ?? ''), eb('users.mobile', '=', mobile ?? '')]),
    )
    .orderBy('orders.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}
