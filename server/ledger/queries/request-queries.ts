import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { PaymentRequests } from '../../db/schema.ts';

export type PaymentRequest = Awaited<ReturnType<typeof listPaymentRequests>>[number];

/** The payment requests of an order, oldest first. */
export async function listPaymentRequests(db: Database | Trx, orderId: string) {
  return db
    .selectFrom('paymentRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
}

export const findPaymentRequest = (db: Database | Trx, id: string): Promise<PaymentRequest | undefined> =>
  db.selectFrom('paymentRequests').selectAll().where('id', '=', id).executeTakeFirst();

/** The request of a locked order that is neither paid nor has ended. */
export const findOpenRequest = (trx: Trx, orderId: string): Promise<PaymentRequest | undefined> =>
  trx
    .selectFrom('paymentRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst();

/** Adds a request, which must be the only open one of its order, whose payment is checked at `nextCheckAt`. */
export async function insertPaymentRequest(
  trx: Trx,
  request: Insertable<PaymentRequests> & { orderId: string },
  nextCheckAt: Date,
): Promise<void> {
  await trx.insertInto('paymentRequests').values(request).execute();
  await trx.updateTable('orders').set({ nextCheckAt }).where('id', '=', request.orderId).execute();
}

/** Withdraws the open request of a locked order. A job closes its link. */
export async function withdrawOpenRequest(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('paymentRequests')
    .set({ state: 'withdrawn' })
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .execute();
}

export async function updatePaymentRequest(
  db: Database | Trx,
  id: string,
  change: Updateable<PaymentRequests>,
): Promise<void> {
  await db.updateTable('paymentRequests').set(change).where('id', '=', id).execute();
}

/**
 * Claims an open request without a link, whose link this process then creates. Undefined if every request has a link,
 * or another process creates it.
 */
export async function claimPaymentRequest(db: Database, id: string): Promise<PaymentRequest | undefined> {
  return db
    .updateTable('paymentRequests')
    .set({ claimedUntil: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('providerLinkId', 'is', null)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}

/** Open requests whose link was not created, and others whose link may still be open at the provider. */
export async function listRequestsToHandle(db: Database, limit: number) {
  return db
    .selectFrom('paymentRequests')
    .select(['id', 'state'])
    .where('closedAt', 'is', null)
    .where((eb) => eb.or([eb('state', '!=', 'open'), eb('providerLinkId', 'is', null)]))
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', sql<Date>`now()`)]))
    .where('createdAt', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

/** The order of the request with this payment link. */
export async function findOrderByRequestLink(
  db: Database,
  providerLinkId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentRequests')
    .select('orderId')
    .where('providerLinkId', '=', providerLinkId)
    .executeTakeFirst();
  return row?.orderId;
}

/** Stores the provider's order of the link of a request of this order. False if there is no such request. */
export async function saveOrderOfRequest(
  db: Database | Trx,
  { id, orderId }: { id: string; orderId: string },
  providerOrderId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentRequests')
    .set({ providerOrderId })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
