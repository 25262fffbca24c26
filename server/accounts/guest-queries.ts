import { sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';

/** Orders placed without an account, by the mailbox they named. */
const guestOrders = (db: Database | Trx) =>
  db.selectFrom('orders').where('isGuest', '=', true).where('userId', 'is', null);

/** A paid guest order whose key is shown: the key proves the purchase. */
export async function findPurchase(db: Database | Trx, order: { id: string; key: string; email: string }) {
  return guestOrders(db)
    .select(['id', 'name', 'mobile'])
    .where('id', '=', order.id)
    .where('accessKey', '=', order.key)
    .where('email', '=', order.email)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ledgerEntries')
          .select('ledgerEntries.id')
          .whereRef('ledgerEntries.orderId', '=', 'orders.id')
          .where('amountPaise', '>', 0),
      ),
    )
    .executeTakeFirst();
}

/** The newest guest order of a mailbox. */
export async function findNewestGuest(db: Database | Trx, email: string) {
  return guestOrders(db)
    .select(['id', 'name', 'mobile'])
    .where('email', '=', email)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Gives an account the guest orders of its proved mailbox, or the one order whose purchase was proved. */
export async function assignOrders(
  trx: Trx,
  userId: string,
  which: { email: string } | { orderId: string },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ userId, isGuest: false, updatedAt: sql`now()` })
    .where('isGuest', '=', true)
    .where('userId', 'is', null)
    .where((eb) => ('email' in which ? eb('email', '=', which.email) : eb('id', '=', which.orderId)))
    .execute();
}
