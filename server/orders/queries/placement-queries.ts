import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { gstColumns } from '../../db/gst-columns.ts';
import type { OrderItems, Orders } from '../../db/schema.ts';
import { eventTime, type NewEvent } from './change-queries.ts';
import type { LockedOrder } from './order-queries.ts';

/** A time after this transaction began, by the clock of the database, because that of a server may be wrong. */
const inMinutes = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;

/** A reservation that the order of a shopper continues when it replaces another one. */
export type Reservation = Pick<LockedOrder, 'reservationId' | 'reservedAt' | 'expiresAt'>;

type NewOrder = Omit<Insertable<Orders>, keyof Reservation | 'paymentOpeningUntil' | 'id'> & {
  id: string;
  reservationMinutes: number;
  continues: Reservation | undefined;
  paymentOpeningMs: number;
};

/**
 * Inserts an order with its items and its first event. Its units are reserved for so long, or as long as the
 * reservation that it continues, and this process may open its payment for so long.
 */
export async function insertOrder(
  trx: Trx,
  { reservationMinutes, continues, paymentOpeningMs, ...order }: NewOrder,
  items: Omit<Insertable<OrderItems>, 'orderId' | 'position'>[],
  event: NewEvent,
): Promise<void> {
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
      ...(continues ?? { reservedAt: sql<Date>`now()`, expiresAt: inMinutes(reservationMinutes) }),
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
