import type { Readable } from 'node:stream';
import { courierProviders } from '../../shared/contract/orders/couriers.ts';
import * as couriers from '../couriers/couriers.ts';
import type { Deps } from '../deps.ts';
import { notFound, ShopError } from '../errors.ts';
import {
  type Booking,
  findCurrentBooking,
  listBooked,
  listOldLabels,
  updateBooking,
} from './booking-queries.ts';

/** The stored label of a booking: beside the print jobs, so that backups leave it out too. */
const pathOfLabel = (bookingId: string) => `prints/courier-label-${bookingId}.pdf`;

/** Deletes labels after a day, and those of erased orders: the courier has them. */
export async function deleteOldLabels({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  for (const id of await listOldLabels(db)) {
    await files.remove(pathOfLabel(id));
    await updateBooking(db, id, { labelAt: null });
  }
}

/** Stores the label of a booked shipment for a day. Throws a CourierError, or 409 `not_bookable`. */
export async function storeLabel(deps: Deps, booking: Booking): Promise<void> {
  const { provider, providerOrderId: orderId, providerShipmentId: shipmentId } = booking;
  const account = await couriers.openAccount(deps, provider);
  const { trackingNumber, service } = booking;
  const pdf = await deps.couriers[provider].label(account, { orderId, shipmentId, trackingNumber, service });
  await deps.files.put(pathOfLabel(booking.id), pdf);
  await updateBooking(deps.db, booking.id, { labelAt: deps.clock.now() });
}

/** The labels of the booked shipments of an order, for a print job, or why it has no label. */
export async function readCourierLabels(
  deps: Deps,
  orderId: string,
): Promise<{ labels: Uint8Array[] } | { reason: string }> {
  const bookings = await listBooked(deps.db, orderId);
  if (bookings.length === 0) return { reason: 'no shipment of it is booked with a courier' };
  const labels: Uint8Array[] = [];
  try {
    for (const booking of bookings) {
      if (!(await deps.files.exists(pathOfLabel(booking.id)))) await storeLabel(deps, booking);
      labels.push(await deps.files.get(pathOfLabel(booking.id)));
    }
    return { labels };
  } catch (error) {
    const provider = bookings[labels.length]?.provider;
    if (error instanceof couriers.CourierError && provider)
      return { reason: couriers.explain(error, courierProviders[provider]) };
    if (error instanceof ShopError) return { reason: error.message };
    throw error;
  }
}

/** The label of the courier, which is read again if it is not stored any more. Errors: 404, 409 `not_bookable`, 502. */
export async function readLabel(
  deps: Deps,
  orderId: string,
  shipmentId: string,
): Promise<{ filename: string; pdf: Readable }> {
  const booking = await findCurrentBooking(deps.db, orderId, shipmentId);
  if (booking?.state !== 'booked') throw notFound('There is no label: the shipment is not booked.');
  if (!(await deps.files.exists(pathOfLabel(booking.id))))
    await couriers.asAdminError(booking.provider, () => storeLabel(deps, booking));
  const filename = `label-${booking.trackingNumber.replaceAll(/[^\w-]/g, '')}.pdf`;
  return { filename, pdf: await deps.files.stream(pathOfLabel(booking.id)) };
}
