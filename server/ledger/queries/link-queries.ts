import { sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';

/**
 * Expression in a query of `payment_links`: the reference of the link at the provider. Each link of an order has
 * another.
 */
export const linkReference = sql<string>`order_id || case when generation > 1 then '-' || generation else '' end`;

/** An admin may set a paid order to pending: it gets no link. */
const isUnpaid = sql<boolean>`not exists (select from payments p where p.order_id = orders.id and p.is_primary)`;

/**
 * Whether an unpaid order is still to be paid by its link: one that is packed, too, until its parcel is booked or leaves
 * the shop, because then the courier collects the amount.
 */
const isPayable = sql<boolean>`(orders.status = 'pending' or orders.status = 'processing' and orders.cod_state is null
  and not exists (select from payments p where p.order_id = orders.id and p.is_primary)
  and (select fulfilment_state from order_states where order_id = orders.id) = 'unfulfilled'
  and not exists (select from courier_bookings b join shipments s on s.id = b.shipment_id
    where s.order_id = orders.id and b.state in ('open', 'booked')))`;

const linksWithOrders = (db: Database | Trx) =>
  db.selectFrom('paymentLinks').innerJoin('orders', 'orders.id', 'paymentLinks.orderId');

/** Gives an order a payment link, which a job creates at the provider. */
export async function insertPaymentLink(trx: Trx, orderId: string): Promise<void> {
  await trx.insertInto('paymentLinks').values({ orderId }).execute();
}

/** An unpaid order whose payment link has to be created; undefined if it has one, or has ended. */
export async function findLinkToCreate(db: Database, orderId: string) {
  return linksWithOrders(db)
    .select(['orders.id', 'provider', 'isTest', 'amountPaise', 'name', 'email', 'mobile', 'expiresAt'])
    .select(linkReference.as('reference'))
    .where('orders.id', '=', orderId)
    .where(isPayable)
    .where('providerLinkId', 'is', null)
    .where('closedAt', 'is', null)
    .where(isUnpaid)
    .executeTakeFirst();
}

/** Unpaid orders whose payment link a lost job has not created. */
export async function listLinksToCreate(db: Database, limit: number): Promise<string[]> {
  const rows = await linksWithOrders(db)
    .select('orderId')
    .where('closedAt', 'is', null)
    .where('providerLinkId', 'is', null)
    .where(isPayable)
    .where('orders.createdAt', '<', sql<Date>`now() - interval '1 minute'`)
    .limit(limit)
    .execute();
  return rows.map(({ orderId }) => orderId);
}

/** Stores the payment link that the provider has created. It is open, even if the order has ended meanwhile. */
export async function savePaymentLink(
  trx: Trx,
  orderId: string,
  link: { providerLinkId: string; url: string },
): Promise<void> {
  await trx
    .updateTable('paymentLinks')
    .set({ ...link, closedAt: null })
    .where('orderId', '=', orderId)
    .execute();
}

/** The open payment links of orders that are paid in another way, or have ended; none that is being created now. */
export async function listLinksToClose(db: Database, limit: number): Promise<string[]> {
  const rows = await linksWithOrders(db)
    .select('orderId')
    .where('closedAt', 'is', null)
    .where((eb) => eb.not(isPayable))
    .where((eb) =>
      eb.or([eb('providerLinkId', 'is not', null), eb('paymentOpeningUntil', '<=', sql<Date>`now()`)]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ orderId }) => orderId);
}

/** Records that a payment link is closed, or that an order has none; unless it has got another one meanwhile. */
export async function markLinkClosed(
  db: Database,
  { orderId, linkId }: { orderId: string; linkId: string | null },
  time: Date,
): Promise<void> {
  await db
    .updateTable('paymentLinks')
    .set({ closedAt: time })
    .where('orderId', '=', orderId)
    .where('providerLinkId', 'is not distinct from', linkId)
    .execute();
}

/**
 * Stores the provider's order of this payment link, which exists once somebody has opened the link; unless the order
 * has got another link meanwhile.
 */
export async function saveOrderOfLink(
  trx: Trx,
  id: string,
  { linkId, providerOrderId }: { linkId: string | null; providerOrderId: string },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ providerOrderId })
    .where('id', '=', id)
    .where(
      sql<boolean>`exists (select from payment_links where order_id = ${id} and provider_link_id = ${linkId})`,
    )
    .execute();
}

/** Whether this payment link of an order is its current one, and the shop has not closed it. */
export async function isOpenLink(trx: Trx, orderId: string, linkId: string | null): Promise<boolean> {
  const row = await trx
    .selectFrom('paymentLinks')
    .select('orderId')
    .where('orderId', '=', orderId)
    .where('providerLinkId', '=', linkId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the payment link of an unpaid order is being created or replaced now; undefined without one, or if it has
 * ended.
 */
export async function findLinkState(trx: Trx, orderId: string): Promise<'settled' | 'changing' | undefined> {
  const row = await linksWithOrders(trx)
    .select(
      sql<boolean>`(provider_link_id is null or closed_at is not null) and payment_opening_until > now()`.as(
        'isChanging',
      ),
    )
    .where('orderId', '=', orderId)
    .where('orders.status', '=', 'pending')
    .where('orders.stock', '=', 'reserved')
    .executeTakeFirst();
  return row && (row.isChanging ? 'changing' : 'settled');
}

/** Marks the payment link of a locked order as closed, and keeps jobs from creating it, for the time of a change. */
export async function beginLinkChange(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('paymentLinks')
    .set({ closedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .execute();
  await trx
    .updateTable('orders')
    .set({ paymentOpeningUntil: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', orderId)
    .execute();
}

/** Gives a locked order that is unpaid, and whose payment link is closed, the next one. False for any other order. */
export async function beginNextLink(trx: Trx, orderId: string): Promise<boolean> {
  const row = await trx
    .updateTable('paymentLinks')
    .from('orders')
    .set((eb) => ({
      generation: eb('paymentLinks.generation', '+', 1),
      providerLinkId: null,
      url: null,
      closedAt: null,
    }))
    .whereRef('orders.id', '=', 'paymentLinks.orderId')
    .where('orderId', '=', orderId)
    .where('closedAt', 'is not', null)
    .where('orders.status', '=', 'pending')
    .where('orders.stock', '=', 'reserved')
    .where(isUnpaid)
    .returning('orderId')
    .executeTakeFirst();
  if (!row) return false;
  await trx
    .updateTable('orders')
    .set({ providerOrderId: null, paymentOpeningUntil: null })
    .where('id', '=', orderId)
    .execute();
  return true;
}

/** Unpaid orders whose payment link was closed for a change that did not end. */
export async function listLinksToRenew(db: Database, limit: number): Promise<string[]> {
  const rows = await linksWithOrders(db)
    .select('orderId')
    .where('closedAt', '<', sql<Date>`now() - interval '1 minute'`)
    .where('orders.status', '=', 'pending')
    .where('orders.stock', '=', 'reserved')
    .where(isUnpaid)
    .limit(limit)
    .execute();
  return rows.map(({ orderId }) => orderId);
}
