import type { BookingRequest, CourierRate, RatesRequest } from '../../shared/contract/orders/couriers.ts';
import type { AdminOrder } from '../../shared/contract/orders/orders.ts';
import { asAdminError } from '../couriers/couriers.ts';
import type { Admin, Deps, NamedAdmin } from '../deps.ts';
import { conflict } from '../errors.ts';
import * as orders from '../orders/orders.ts';
import { type Booking, findCurrentBooking } from './booking-queries.ts';
import { bookShipment, readRates, requestPickup } from './bookings.ts';
import { cancelBooking } from './cancel-booking.ts';
import { readLabel } from './courier-labels.ts';
import { trackBooking } from './track-shipments.ts';

/** The bookings of shipments with couriers. 404 for an order that the admin does not see. */
export function bookingAdmin(deps: Deps, admin: Admin, namedAdmin: () => Promise<NamedAdmin>) {
  const { getAnyOrder, getChangedOrder } = orders.orderAdmin(deps, admin);

  /** A booking that the courier has accepted. 409 `not_bookable` if there is none. */
  async function getBooked(orderId: string, shipmentId: string): Promise<Booking> {
    await getAnyOrder(orderId);
    const booking = await findCurrentBooking(deps.db, orderId, shipmentId);
    if (booking?.state !== 'booked') throw conflict('not_bookable', 'This shipment is not booked.');
    return booking;
  }

  return {
    /** The services of a courier for a shipment. See readRates for its errors. */
    async getRates(id: string, shipmentId: string, request: RatesRequest): Promise<CourierRate[]> {
      await getAnyOrder(id);
      return readRates(deps, id, shipmentId, request);
    },

    /** Books a shipment. See bookShipment for its errors. */
    async bookShipment(id: string, shipmentId: string, request: BookingRequest): Promise<AdminOrder> {
      await bookShipment(deps, await namedAdmin(), id, shipmentId, request);
      return getChangedOrder(id);
    },

    /** Requests the pickup of a booked shipment. See requestPickup for its errors. */
    async requestPickup(id: string, shipmentId: string): Promise<AdminOrder> {
      const booking = await getBooked(id, shipmentId);
      await requestPickup(deps, await namedAdmin(), booking);
      return getChangedOrder(id);
    },

    /** Reads from the courier where a shipment is. See trackBooking for its errors. */
    async trackShipment(id: string, shipmentId: string): Promise<AdminOrder> {
      const booking = await getBooked(id, shipmentId);
      await asAdminError(booking.provider, () => trackBooking(deps, booking));
      return getChangedOrder(id);
    },

    /** Cancels a booking. See cancelBooking for its errors. */
    async cancelBooking(id: string, shipmentId: string): Promise<AdminOrder> {
      await cancelBooking(deps, await namedAdmin(), id, shipmentId);
      return getChangedOrder(id);
    },

    /** The label of the courier as a PDF. See readLabel for its errors. */
    async getCourierLabel(id: string, shipmentId: string) {
      await getAnyOrder(id);
      return readLabel(deps, id, shipmentId);
    },
  };
}
