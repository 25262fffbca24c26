import type { AdminOrder } from '../../../shared/contract/orders/orders.ts';
import type { AdminShipment } from '../../../shared/contract/orders/shipments.ts';

/** Whether a courier has booked a shipment: then its courier and tracking number are those of the booking. */
export const isBooked = ({ booking, trackingNumber }: AdminShipment): boolean =>
  booking?.state === 'booked' && trackingNumber !== '';

/**
 * The booked shipments with which an order is shipped. Empty if something of it is shipped without a booking, so that
 * courier and tracking number are needed.
 */
export function bookedShipments({ cart_items, shipments }: AdminOrder): AdminShipment[] {
  const packed = shipments.filter(({ state }) => state === 'packed');
  const isWhole = cart_items.every(({ unitsToPack }) => unitsToPack === 0);
  return isWhole && packed.every(isBooked) ? packed : [];
}

/** The courier and the tracking number of a booking: `Delhivery, 149081, as booked`. */
export const asBooked = ({ courier, trackingNumber }: AdminShipment): string =>
  `${courier}, ${trackingNumber}, as booked`;
