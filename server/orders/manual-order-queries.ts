import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { ManualOrders } from '../db/schema.ts';

/** Records who created an order for a customer, and by how much she reduced its price. */
export async function insertManualOrder(trx: Trx, order: Insertable<ManualOrders>): Promise<void> {
  await trx.insertInto('manualOrders').values(order).execute();
}

/** By how much an admin has reduced prices of orders that she created or changed since then, in paise. */
export async function sumReductions(trx: Trx, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(reduced_paise), 0)::bigint as paise from (
      select created_by, created_at, reduced_paise from manual_orders
      union all select created_by, created_at, reduced_paise from order_edits) reductions
    where created_by = ${userId} and created_at >= ${since}`.execute(trx);
  return rows[0]?.paise ?? 0;
}

/** Gives an order a payment link, which a job creates at the provider. */
export async function insertPaymentLink(trx: Trx, orderId: string): Promise<void> {
  await trx.insertInto('paymentLinks').values({ orderId }).execute();
}

/** An unpaid order whose payment link has to be created; undefined if it has one, or has ended. */
export async function findLinkToCreate(db: Database, orderId: string) {
  return db
    .selectFrom('paymentLinks')
    .innerJoin('orders', 'orders.id', 'paymentLinks.orderId')
    .select(['orders.id', 'provider', 'isTest', 'amountPaise', 'name', 'email', 'mobile', 'expiresAt'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'pending')
    .where('providerLinkId', 'is', null)
    .executeTakeFirst();
}

/** Unpaid orders whose payment link a lost job has not created. */
export async function listLinksToCreate(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentLinks')
    .innerJoin('orders', 'orders.id', 'paymentLinks.orderId')
    .select('orderId')
    .where('closedAt', 'is', null)
    .where('providerLinkId', 'is', null)
    .where('orders.status', '=', 'pending')
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
  const rows = await db
    .selectFrom('paymentLinks')
    .innerJoin('orders', 'orders.id', 'paymentLinks.orderId')
    .select('orderId')
    .where('closedAt', 'is', null)
    .where('orders.status', '!=', 'pending')
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
  at: Date,
): Promise<void> {
  await db
    .updateTable('paymentLinks')
    .set({ closedAt: at })
    .where('orderId', '=', orderId)
    .where('providerLinkId', 'is not distinct from', linkId)
    .execute();
}

/** Stores the provider's order of a payment link, which exists once somebody has opened the link. */
export async function saveOrderOfLink(trx: Trx, id: string, providerOrderId: string): Promise<void> {
  await trx.updateTable('orders').set({ providerOrderId }).where('id', '=', id).execute();
}
