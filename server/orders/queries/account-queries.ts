import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '../../db/database.ts';

/** Orders placed without an account. */
const guestOrders = (db: Database | Trx) =>
  db
    .selectFrom('orders')
    .select(['id', 'name', 'mobile'])
    .where('isGuest', '=', true)
    .where('userId', 'is', null);

/** A paid guest order with this id, access key and e-mail: the key proves the purchase. */
export async function findPaidGuestOrder(
  db: Database | Trx,
  order: { id: string; key: string; email: string },
) {
  return guestOrders(db)
    .where('id', '=', order.id)
    .where('accessKey', '=', order.key)
    .where('email', '=', order.email)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.orderId', '=', 'orders.id')
          .where('payments.status', '=', 'captured'),
      ),
    )
    .executeTakeFirst();
}

/** The newest guest order placed with this e-mail. */
export async function findNewestGuestOrder(db: Database | Trx, email: string) {
  return guestOrders(db).where('email', '=', email).orderBy('createdAt', 'desc').limit(1).executeTakeFirst();
}

/** Assigns guest orders to an account: all of a verified e-mail, or the one order whose purchase was proved. */
export async function assignGuestOrders(
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

/** The orders of an account with their items for the export of personal data, newest first, at most 5,000. */
export async function listPersonalOrders(db: Database, userId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'createdAt', 'status', 'amountPaise', 'name', 'email', 'mobile', 'altMobile'])
    .select(['shipping', 'placedFrom', 'buyerNote', 'giftMessage', 'businessName', 'gstin', 'isSez'])
    .select(['whatsappConsent', 'whatsappConsentAt'])
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

export type AnonymisedOrder = {
  id: string;
  /** The account, or the customer if it was a guest. */
  personId: string;
  email: string;
  mobile: string;
  altMobile: string;
  address: string | null;
  isPaid: boolean;
};

/**
 * Removes personal data that tax law does not require from the finished orders of deleted accounts and erased
 * customers: contact details, and name and address too if the order was never paid. An open order keeps them until it
 * is finished and its last mail is sent. Returns what the orders contained.
 */
export async function anonymiseOrders(trx: Trx): Promise<AnonymisedOrder[]> {
  const { rows } = await sql<AnonymisedOrder>`
    with finished as (
      select orders.id, coalesce(orders.user_id, (select customer_id from customer_orders where order_id = orders.id))
          as person_id, orders.email, orders.mobile, orders.alt_mobile, orders.shipping ->> 'address' as address,
        exists (select from payments p where p.order_id = orders.id and p.status = 'captured') as is_paid
      from orders
      where orders.id in (
          select o.id from orders o join users on users.id = o.user_id where users.deleted_at is not null
          union select order_id from customer_orders join customers on customers.id = customer_id
            where erased_at is not null)
        and orders.status in ('failed', 'delivered', 'cancelled')
        and (orders.email <> '' or orders.mobile <> '' or orders.placed_from <> '')
        and not exists (select from mails where to_address = orders.email and status = 'waiting')
        and not exists (select from refunds
          where refunds.order_id = orders.id and refunds.status in ('requested', 'pending'))
      limit 100
      for update of orders)
    update orders set
      email = '', mailbox = '', mobile = '', alt_mobile = '', placed_from = '', address_block = '', buyer_note = '', gift_message = '',
      business_name = case when is_paid then business_name else '' end, gstin = case when is_paid then gstin else '' end,
      is_sez = is_sez and is_paid,
      whatsapp_consent = null, whatsapp_consent_at = null,
      name = case when is_paid then orders.name else 'Deleted account' end,
      shipping = case when is_paid then orders.shipping end
    from finished where orders.id = finished.id
    returning finished.id, finished.person_id, finished.email, finished.mobile, finished.alt_mobile, finished.address, finished.is_paid
  `.execute(trx);
  return rows;
}

/** How many orders placed since then have each status, and how many of their payments. */
export async function countRecentOrders(
  db: Database,
  since: Date,
): Promise<Record<'orders' | 'payments', { status: string; count: number }[]>> {
  const recent = db
    .selectFrom('orders')
    .where('orders.createdAt', '>=', since)
    .where('orders.deletedAt', 'is', null);
  const count = sql<number>`count(*)`.as('count');
  return {
    orders: await recent.select(['orders.status', count]).groupBy('orders.status').execute(),
    payments: await recent
      .innerJoin('payments', 'payments.orderId', 'orders.id')
      .select(['payments.status', count])
      .groupBy('payments.status')
      .execute(),
  };
}
