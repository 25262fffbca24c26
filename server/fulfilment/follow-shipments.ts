import { listOpenEvents } from '../couriers/couriers.ts';
import type { Deps } from '../deps.ts';
import { handleRows } from '../jobs/jobs.ts';
import { type Booking, claimToTrack, findBooking, listUnfinishedBookings } from './booking-queries.ts';
import { runBooking } from './bookings.ts';
import { runCancellation } from './cancel-booking.ts';
import { handleCourierEvent, trackBooking } from './track-shipments.ts';

/** A courier that has sent no event of a shipment for this time is asked where it is. */
const hoursWithoutEvent = 4;

/** Handles the tracking events whose jobs were lost. */
export async function retryCourierEvents(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - 60_000);
  const ids = await listOpenEvents(deps.db, before, 100);
  const about = { idName: 'eventId', failure: 'a tracking event could not be handled' };
  await handleRows(deps.log, ids, about, (id) => handleCourierEvent(deps, id));
}

/** Finishes interrupted bookings and cancellations. */
export async function finishBookings(deps: Deps): Promise<void> {
  const unfinished = await listUnfinishedBookings(deps.db, 50);
  await handleBookings(deps, unfinished, 'a booking could not be finished', (booking) =>
    booking.state === 'open' ? runBooking(deps, booking.id) : runCancellation(deps, booking.id),
  );
}

/** Asks couriers about shipments without an event. */
export async function trackSilentShipments(deps: Deps): Promise<void> {
  const silent = await claimToTrack(deps.db, { hours: hoursWithoutEvent, limit: 20 });
  await handleBookings(deps, silent, 'a shipment could not be tracked', (booking) =>
    trackBooking(deps, booking),
  );
}

const handleBookings = (
  { db, log }: Deps,
  ids: string[],
  failure: string,
  handle: (booking: Booking) => Promise<void>,
) =>
  handleRows(log, ids, { idName: 'bookingId', failure }, async (id) => {
    const booking = await findBooking(db, id);
    if (booking) await handle(booking);
  });
