import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { gstColumns } from '../../db/gst-columns.ts';
import type { OrderItems, Orders } from '../../db/schema.ts';
import { eventTime, type NewEvent } from './change-queries.ts';
import type { LockedOrder } from './order-queries.ts';
import { reservesMostOf } from './reservation-queries.ts';

/** A time after this transaction began, by the clock of the database, because that of a server may be wrong. */
const inMinutes = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;

/** A reservation that the order of a shopper continues when it replaces another one. */
export type Reservation = Pick<LockedOrder, 'reservationId' | 'reservedAt' | 'expiresAt'>;

export type NewOrder = Omit<Insertable<Orders>, keyof Reservation | 'paymentOpeningUntil' | 'id'> & {
  id: string;
};
export type NewItem = Omit<Insertable<OrderItems>, 'orderId' | 'position'>;

/**
 * How long the units of a new order are reserved, in minutes, or as long as the reservation that it continues; at most
 * `scarceMinutes` if unpaid orders of its kind then reserve more of a variant than the order `leaves`. This process may
 * open its payment for `paymentOpeningMs`.
 */
export type NewReservation = {
  minutes: number;
  scarceMinutes?: number;
  continues?: Reservation;
  paymentOpeningMs: number;
  leaves: { variantId: string; quantity: number; stock: number }[];
};

/** Inserts an order with its items and its first event. */
export async function insertOrder(
  trx: Trx,
  order: NewOrder,
  items: NewItem[],
  event: NewEvent,
  { minutes, scarceMinutes, continues, paymentOpeningMs, leaves }: NewReservation,
): Promise<void> {
  const expiresAt = continues ? sql<Date>`${continues.expiresAt}::timestamptz` : inMinutes(minutes);
  const isScarce = reservesMostOf(leaves, { isCod: Boolean(order.codState) });
  // PostgreSQL runs the parts of WITH after the main statement, so listeners hear of the order before its event.
  await trx
    .with('newItems', (db) =>
      db.insertInto('orderItems').values(
        items.map((item, position) => ({
          ...item,
          ...gstColumns(item.gstTenths),
          orderId: order.id,
          position,
        })),
      ),
    )
    .with('newEvent', (db) => db.insertInto('orderEvents').values({ ...event, at: eventTime }))
    .insertInto('orders')
    .values({
      ...order,
      reservationId: continues?.reservationId,
      reservedAt: continues?.reservedAt ?? sql<Date>`now()`,
      expiresAt:
        scarceMinutes === undefined
          ? expiresAt
          : sql<Date>`least(${expiresAt}, case when ${isScarce} then ${inMinutes(scarceMinutes)} end)`,
      paymentOpeningUntil: inMinutes(paymentOpeningMs / 60_000),
    })
    .execute();
}

/**
 * Claims the creation of the provider's order for so long. False if the order has one, has ended, or another process
 * creates it now; the claim of a process that was killed ends by itself.
 */
export async function claimPaymentOpening(db: Database, id: string, ms: number): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set({ paymentOpeningUntil: inMinutes(ms / 60_000) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('providerOrderId', 'is', null)
    .where((eb) =>
      eb.or([eb('paymentOpeningUntil', 'is', null), eb('paymentOpeningUntil', '<', sql<Date>`now()`)]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the id of the provider's order, unless one is stored. Returns the stored one, or null if the order has
 * ended.
 */
export async function saveProviderOrder(
  db: Database,
  id: string,
  providerOrderId: string,
): Promise<string | null> {
  const row = await db
    .updateTable('orders')
    .set((eb) => ({ providerOrderId: eb.fn.coalesce('providerOrderId', eb.val(providerOrderId)) }))
    .where('id', '=', id)
    .where('status', 'not in', ['failed', 'cancelled'])
    .returning('providerOrderId')
    .executeTakeFirst();
  return row?.providerOrderId ?? null;
}

/** Reserves the units of an order for at least `minutes` from now; its payment is checked at `nextCheckAt`. */
export async function extendReservation(
  trx: Trx,
  id: string,
  { minutes, nextCheckAt }: { minutes: number; nextCheckAt: Date },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      // A payment link keeps its time.
      expiresAt: sql<Date>`greatest(expires_at, ${inMinutes(minutes)})`,
      reservedAt: sql`now()`,
      nextCheckAt,
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}
