import type { AdminOrder } from '../../../shared/contract/orders/orders.ts';
import type { AdminShipment } from '../../../shared/contract/orders/shipments.ts';
import { ApiError } from '../../api.ts';
import { invalidate, updateCached, withItem } from '../parts/data.ts';

/** Shows an order as it is now, wherever it is on the screen. */
export function showOrder(order: AdminOrder): void {
  updateCached('GET /order/admin', (list) => ({ ...list, items: withItem(list.items, order) }));
  updateCached('GET /order/admin/:id', (cached) => (cached._id === order._id ? order : cached));
}

/** The same after a change made here, which also changes lists and figures. */
export function orderChanged(order: AdminOrder): void {
  showOrder(order);
  void invalidate('GET /order/admin', 'GET /order/admin/stats');
}

/** An error message, followed by the reason that the server gave, if it gave one. */
export const withReason = (message: string, error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? `${message} ${error.message}` : message;

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
