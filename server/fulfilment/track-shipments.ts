import { courierProviders } from '../../shared/contract/orders/couriers.ts';
import type { ShipmentState } from '../../shared/contract/orders/shipments.ts';
import * as couriers from '../couriers/couriers.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { mailOrderStatus } from '../order-mails/order-mails.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { listShipments } from '../orders/queries/shipment-queries.ts';
import { type Booking, findBooking, findByTrackingNumber, updateBooking } from './booking-queries.ts';
import { recordCancelled } from './cancel-booking.ts';
import { moveShipment } from './move-shipment.ts';
import { updateShippedOrder } from './shipments.ts';

/** How long an event waits for the booking that it is about, which may be under way. */
const waitForBookingMs = 5 * 60_000;
/**
 * How long an event is retried while its courier can't be asked. Later, the shipment is tracked like one without
 * events.
 */
const giveUpAfterMs = 60 * 60_000;

/**
 * Handles a stored tracking event once: reads from the courier where the shipment is. Throws if it must be retried.
 */
export async function handleCourierEvent(deps: Deps, eventId: string): Promise<void> {
  const { db, clock } = deps;
  const event = await couriers.findEvent(db, eventId);
  if (!event || event.handledAt) return;
  const now = clock.now();
  const trackingNumber = couriers.trackingNumberIn(event.body);
  const booking = trackingNumber && (await findByTrackingNumber(db, event.provider, trackingNumber));
  const ageMs = now.getTime() - event.receivedAt.getTime();
  if (booking && ageMs < giveUpAfterMs) await trackBooking(deps, booking);
  else if (trackingNumber && !booking && ageMs < waitForBookingMs)
    throw new Error(`courier event ${eventId}: its shipment is not known yet`);
  // The account can have shipments of other shops.
  const error = booking
    ? ageMs < giveUpAfterMs
      ? ''
      : 'the courier could not be asked'
    : trackingNumber
      ? 'unknown shipment'
      : 'unreadable';
  await couriers.closeEvent(db, eventId, now, error);
}

/** The order in which a shipment passes these states. It never goes back because of a courier. */
const order: readonly ShipmentState[] = ['packed', 'shipped', 'delivered', 'returned'];

/**
 * Reads from the courier where a booked shipment is, outside of transactions, and moves it forward. What the courier
 * has said before changes nothing, so that what an admin corrects stays. Throws a CourierError, or 409 `not_bookable`.
 */
export async function trackBooking(deps: Deps, { id, provider, trackingNumber }: Booking): Promise<void> {
  const account = await couriers.openAccount(deps, provider);
  const tracking = await deps.couriers[provider].track(account, trackingNumber);
  const status = couriers.plainText(tracking.status);
  const now = deps.clock.now();
  const by = { userId: null, name: courierProviders[provider] };
  const cancelled = await transaction(deps.db, async (trx) => {
    const known = await findBooking(trx, id);
    const locked = known && (await lockOrder(trx, known.orderId));
    const booking = locked && (await findBooking(trx, id));
    if (!locked || booking?.state !== 'booked') return undefined;
    const { state } = tracking;
    const isNews =
      state !== undefined &&
      state !== 'cancelled' &&
      order.indexOf(state) > order.indexOf(booking.trackedState ?? 'packed');
    await updateBooking(trx, id, {
      ...(status && status !== booking.status && { status, statusAt: now }),
      ...(isNews && { trackedState: state }),
      trackedAt: now,
    });
    if (state === 'cancelled') return booking;
    const before = (await listShipments(trx, locked.id)).find(
      (shipment) => shipment.id === booking.shipmentId,
    );
    const isForward = isNews && before && order.indexOf(state) > order.indexOf(before.state);
    if (!isForward || before.state === 'cancelled') return undefined;
    await moveShipment(deps, trx, by, before, state);
    await updateShippedOrder(deps, trx, by, locked, { ...before, state }, before);
    if (state === 'shipped' || state === 'delivered')
      await mailOrderStatus(deps, trx, locked.id, state, { numbers: [before.number] });
    return undefined;
  });
  if (cancelled) await recordCancelled(deps, cancelled, by);
}
