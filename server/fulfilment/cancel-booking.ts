import { courierProviders } from '../../shared/contract/orders/couriers.ts';
import { endAlert, raiseAlert } from '../alerts/alerts.ts';
import * as couriers from '../couriers/couriers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { conflict } from '../errors.ts';
import { lockOrder } from '../orders/queries/order-queries.ts';
import { listShipments, updateShipment } from '../orders/queries/shipment-queries.ts';
import {
  type Booking,
  beginCancelling,
  claimBooking,
  findCurrentBooking,
  updateBooking,
} from './booking-queries.ts';
import { bookedParcel } from './bookings.ts';
import type { Author } from './move-shipment.ts';
import { lockVisible, updateShippedOrder } from './shipments.ts';

/**
 * Cancels the booking of a shipment that the courier has not picked up. That it is to be cancelled is stored first, so
 * that a job finishes what is interrupted. Errors: 404, 409 `not_bookable`, `already_booked` while it is being booked,
 * 502.
 */
export async function cancelBooking(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  shipmentId: string,
): Promise<void> {
  const { id, provider } = await transaction(deps.db, async (trx) => {
    const order = await lockVisible(trx, admin, orderId, undefined);
    const booking = await findCurrentBooking(trx, order.id, shipmentId);
    if (!booking) throw conflict('not_bookable', 'This shipment is not booked.');
    if (booking.shipmentState !== 'packed' && booking.shipmentState !== 'cancelled')
      throw conflict('not_bookable', 'The courier has this shipment already.');
    if (!(await beginCancelling(trx, booking.id))) throw underWay();
    const detail = { number: booking.number, courier: courierProviders[booking.provider] };
    await recordAudit(trx, admin, { action: 'order.cancel-booking', subject: order.id, detail });
    return booking;
  });
  await couriers.asAdminError(provider, () => runCancellation(deps, id));
}

const underWay = () => conflict('already_booked', 'This shipment is being booked. Try again in a minute.');

/** Asks the courier to cancel a booking, outside of transactions. Throws a CourierError, or 409 as above. */
export async function runCancellation(deps: Deps, bookingId: string): Promise<void> {
  const booking = await claimBooking(deps.db, bookingId);
  if (!booking) throw underWay();
  const { provider } = booking;
  try {
    const account = await couriers.openAccount(deps, provider);
    const courier = deps.couriers[provider];
    // An interrupted booking may have been booked.
    const parcel = booking.trackingNumber
      ? bookedParcel(booking)
      : await courier.find(account, booking.reference);
    if (parcel) await courier.cancel(account, parcel);
  } catch (error) {
    await recordRefusal(deps, booking, error);
    throw error;
  }
  await recordCancelled(deps, booking, { userId: booking.byUser, name: booking.byLabel });
}

/** A shipment that the courier does not carry any more has no tracking number. */
export async function recordCancelled(deps: Deps, booking: Booking, by: Author): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, booking.orderId);
    if (!order) return;
    await updateBooking(trx, booking.id, { state: 'cancelled', problem: '', claimedUntil: null });
    await endAlert(trx, { kind: 'pickup-not-requested', subject: booking.id }, deps.clock.now());
    const before = (await listShipments(trx, order.id)).find(({ id }) => id === booking.shipmentId);
    if (before?.state !== 'packed' || before.trackingNumber !== booking.trackingNumber) return;
    if (!before.courier && !before.trackingNumber) return;
    const after = await updateShipment(trx, before.id, { courier: '', trackingNumber: '' });
    await updateShippedOrder(deps, trx, by, order, after, before);
  });
}

/** A refused cancellation leaves the booking; without an answer it is tried again. */
async function recordRefusal({ db, clock }: Deps, booking: Booking, error: unknown): Promise<void> {
  const name = courierProviders[booking.provider];
  const problem = error instanceof couriers.CourierError ? couriers.explain(error, name) : '';
  const now = clock.now();
  const isRefused = error instanceof couriers.CourierError && error.kind === 'rejected';
  if (!isRefused) {
    const claimedUntil = new Date(now.getTime() + 60_000);
    return updateBooking(db, booking.id, { problem, claimedUntil });
  }
  await updateBooking(db, booking.id, {
    state: booking.trackingNumber ? 'booked' : 'failed',
    problem,
    claimedUntil: null,
    cancelRefusedAt: now,
  });
  if (booking.shipmentState !== 'cancelled') return;
  const detail = { error: problem };
  await raiseAlert(db, {
    kind: 'booking-not-cancelled',
    orderId: booking.orderId,
    subject: booking.id,
    detail,
  });
}
