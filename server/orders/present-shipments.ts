import { type Booking, bookingState, courierProvider } from '../../shared/contract/orders/couriers.ts';
import type { AdminShipment, Shipment } from '../../shared/contract/orders/shipments.ts';
import { trackingLink } from '../../shared/orders/couriers.ts';
import type { OrderRow } from './queries/order-queries.ts';

type ShipmentRow = OrderRow['shipments'][number];

const time = (moment: Date | string | null) => moment && new Date(moment).toISOString();

/** Converts a row to a shipment of the contract. */
export const presentShipment = (row: ShipmentRow): Shipment => ({
  _id: row.id,
  number: row.number,
  state: row.state,
  courier: row.courier,
  trackingNumber: row.trackingNumber,
  trackingUrl: trackingLink(row.courier, row.trackingNumber),
  shippedAt: time(row.shippedAt),
  deliveredAt: time(row.deliveredAt),
  lines: row.lines.map(({ orderItemId, quantity }) => ({ line_id: orderItemId, quantity })),
});

/** The same with the fields for admins. */
export const presentAdminShipment = (row: ShipmentRow): AdminShipment => ({
  ...presentShipment(row),
  weightGrams: row.weightGrams,
  lengthCm: row.lengthCm,
  widthCm: row.widthCm,
  heightCm: row.heightCm,
  returnedAt: time(row.returnedAt),
  lines: row.lines.map(({ orderItemId, ...line }) => ({ line_id: orderItemId, ...line })),
  events: row.events.map(({ state, at, byLabel, note }) => ({
    state,
    at: new Date(at).toISOString(),
    by: byLabel,
    note,
  })),
  booking: row.booking && presentBooking(row.booking),
});

const presentBooking = ({
  provider,
  state,
  statusAt,
  ...booking
}: NonNullable<ShipmentRow['booking']>): Booking => ({
  ...booking,
  provider: courierProvider.parse(provider),
  state: bookingState.parse(state),
  statusAt: time(statusAt),
});

/** Courier and number of the last shipment of an order that has them. */
export function trackingOf(rows: Pick<ShipmentRow, 'state' | 'courier' | 'trackingNumber'>[]) {
  const last = rows.findLast((row) => row.state !== 'cancelled' && (row.courier || row.trackingNumber));
  const { courier = '', trackingNumber = '' } = last ?? {};
  return { courier, trackingNumber, trackingUrl: trackingLink(courier, trackingNumber) };
}
