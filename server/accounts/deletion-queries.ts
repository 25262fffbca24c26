import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '../db/database.ts';

/** The orders of a person with their lines, newest first, as many as anyone has. */
export async function listOrdersToShow(db: Database, userId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'createdAt', 'status', 'amountPaise', 'name', 'email', 'mobile', 'altMobile', 'shipping'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orderItems')
          .select(['name', 'variantLabel', 'quantity', 'unitPaise'])
          .whereRef('orderItems.orderId', '=', 'orders.id')
          .orderBy('position'),
      ).as('items'),
    )
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(5000)
    .execute();
}

export async function listSessions(db: Database, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'expiresAt', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1000)
    .execute();
}

/** Blots out the mails that were sent to an address. Those that still wait go out first. */
export async function deleteMails(trx: Trx, email: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ toAddress: '', replyTo: '', subject: '', html: '', plain: '' })
    .where('toAddress', '=', email)
    .where('status', '!=', 'waiting')
    .execute();
}

/**
 * Takes what the books don't need out of the orders of people who have left: the ways to reach them, and of orders
 * that were never paid the name and address too. An order under way keeps them until it has ended.
 */
export async function anonymiseOrders(db: Database | Trx): Promise<void> {
  await sql`
    update orders set
      email = '', mobile = '', alt_mobile = '', placed_from = '',
      name = case when exists (select from ledger_entries m where m.order_id = orders.id)
        then orders.name else 'Deleted account' end,
      shipping = case when exists (select from ledger_entries m where m.order_id = orders.id)
        then orders.shipping end
    from users
    where orders.user_id = users.id
      and users.deleted_at is not null
      and orders.status in ('failed', 'delivered', 'cancelled')
      and (orders.email <> '' or orders.mobile <> '' or orders.placed_from <> '')
  `.execute(db);
}
