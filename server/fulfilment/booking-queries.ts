import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { CourierProvider } from '../../shared/contract/orders/couriers.ts';
import { isId } from '../../shared/id.ts';
import type { Database, Trx } from '../db/database.ts';
import type { CourierBookings } from '../db/schema.ts';
import { goodsPaise } from '../orders/queries/charged-queries.ts';

export type Booking = NonNullable<Awaited<ReturnType<typeof findBooking>>>;

/** For how long a process works on a booking: longer than all calls of the courier together. */
const claimed = sql<Date>`now() + interval '90 seconds'`;
const isFree = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/**
 * Stores the booking of a shipment under a number that was not used at the courier: the id of the shipment, or that
 * with the number of the attempt.
 */
export async function insertBooking(
  trx: Trx,
  booking: Omit<Insertable<CourierBookings>, 'reference'> & { provider: CourierProvider; shipmentId: string },
) {
  return trx
    .insertInto('courierBookings')
    .values((eb) => ({
      ...booking,
      reference: eb
        .selectFrom('courierBookings')
        .select(
          sql<string>`${booking.shipmentId}::text || case when count(*) = 0 then '' else '-' || count(*) + 1 end`.as(
            'reference',
          ),
        )
        .where('shipmentId', '=', booking.shipmentId),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A booking with its order and the state of its shipment. */
export async function findBooking(db: Database | Trx, id: string) {
  return bookings(db).where('courierBookings.id', '=', id).executeTakeFirst();
}

const bookings = (db: Database | Trx) =>
  db
    .selectFrom('courierBookings')
    .innerJoin('shipments', 'shipments.id', 'shipmentId')
    .selectAll('courierBookings')
    .select(['orderId', 'shipments.number', 'shipments.state as shipmentState'])
    .$narrowType<{ provider: CourierProvider }>();

/** The booking of a shipment that is neither failed nor cancelled. */
export async function findCurrentBooking(db: Database | Trx, orderId: string, shipmentId: string) {
  if (!isId(shipmentId)) return undefined;
  return bookings(db)
    .where('shipmentId', '=', shipmentId)
    .where('orderId', '=', orderId)
    .where('courierBookings.state', 'in', ['open', 'booked', 'cancelling'])
    .executeTakeFirst();
}

/** What couriers have booked of an order and carry, in the order of its shipments. */
export const listBooked = (db: Database, orderId: string): Promise<Booking[]> =>
  bookings(db)
    .where('orderId', '=', orderId)
    .where('courierBookings.state', '=', 'booked')
    .where('shipments.state', 'in', ['packed', 'shipped'])
    .orderBy('shipments.number')
    .execute();

/** The booking with this tracking number. */
export async function findByTrackingNumber(db: Database, provider: string, trackingNumber: string) {
  return bookings(db)
    .where('courierBookings.trackingNumber', '=', trackingNumber)
    .where('courierBookings.provider', '=', provider)
    .orderBy('courierBookings.createdAt', 'desc')
    .executeTakeFirst();
}

/**
 * Takes an unfinished booking for this process and counts an attempt to book it. Undefined if it is finished, or
 * another process works on it.
 */
export async function claimBooking(db: Database, id: string) {
  const row = await db
    .updateTable('courierBookings')
    .set((eb) => ({
      claimedUntil: claimed,
      attempts: sql<number>`attempts + case when ${eb.ref('state')} = 'open' then 1 else 0 end`,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['open', 'cancelling'])
    .where(isFree)
    .returning('id')
    .executeTakeFirst();
  return row && findBooking(db, id);
}

/** Changes columns of a booking. */
export async function updateBooking(
  trx: Database | Trx,
  id: string,
  change: Updateable<CourierBookings>,
): Promise<void> {
  await trx.updateTable('courierBookings').set(change).where('id', '=', id).execute();
}

/** The numbers under which earlier bookings of a shipment with this courier have failed. */
export async function listFailedReferences(
  db: Database,
  { shipmentId, provider }: Booking,
): Promise<string[]> {
  const rows = await db
    .selectFrom('courierBookings')
    .select('reference')
    .where('shipmentId', '=', shipmentId)
    .where('provider', '=', provider)
    .where('state', '=', 'failed')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** The unfinished bookings that no process works on. */
export async function listUnfinishedBookings(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('courierBookings')
    .select('id')
    .where('state', 'in', ['open', 'cancelling'])
    .where(isFree)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores that a booking is to be cancelled. False while a process works on it. */
export async function beginCancelling(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('courierBookings')
    .set({ state: 'cancelling', claimedUntil: null, cancelRefusedAt: null })
    .where('id', '=', id)
    .where('state', 'in', ['open', 'booked', 'cancelling'])
    .where(isFree)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins to cancel the bookings of shipments that were unpacked. */
export async function cancelUnpacked(db: Database): Promise<void> {
  await sql`update courier_bookings b set state = 'cancelling', claimed_until = null from shipments s
    where s.id = b.shipment_id and b.state in ('open', 'booked') and s.state = 'cancelled'
      and b.cancel_refused_at is null and (b.claimed_until is null or b.claimed_until < now())`.execute(db);
}

/**
 * Takes booked shipments on their way about which the courier was not asked for `hours`, so that no other process asks
 * too.
 */
export async function claimToTrack(
  db: Database,
  { hours, limit }: { hours: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update courier_bookings set tracked_at = now() where id in (
      select b.id from courier_bookings b join shipments s on s.id = b.shipment_id
      where b.state = 'booked' and s.state in ('packed', 'shipped')
        and coalesce(b.tracked_at, b.created_at) < now() - make_interval(hours => ${hours})
      order by b.tracked_at nulls first limit ${limit} for update of b skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A shipment as couriers need it: where it goes and what it contains; what its units cost in paise, with GST. */
export async function findParcel(db: Database, orderId: string, shipmentId: string) {
  if (!isId(shipmentId)) return undefined;
  return db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select([
      'orders.id as orderId',
      'orders.createdAt as orderedAt',
      'orders.name',
      'email',
      'mobile',
      'shipping',
    ])
    .select(['number', 'weightGrams', 'lengthCm', 'widthCm', 'heightCm'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('shipmentLines')
          .innerJoin('orderItems', 'orderItems.id', 'orderItemId')
          .select(['name', 'variantLabel', 'sku', 'hsn', 'shipmentLines.quantity as units'])
          .select(goodsPaise(sql`shipment_lines.quantity`).as('paise'))
          .whereRef('shipmentId', '=', 'shipments.id')
          .orderBy('position'),
      ).as('items'),
    )
    .where('shipments.id', '=', shipmentId)
    .where('orderId', '=', orderId)
    .executeTakeFirst();
}

/** The bookings whose labels were stored more than a day ago. */
export async function listOldLabels(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('courierBookings')
    .select('id')
    .where('labelAt', '<', sql<Date>`now() - interval '1 day'`)
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}
