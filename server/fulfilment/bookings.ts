import {
  type BookingRequest,
  type CourierRate,
  courierProviders,
  type RatesRequest,
} from '../../shared/contract/orders/couriers.ts';
import { orderNumber } from '../../shared/orders/order-number.ts';
import { endAlert, raiseAlert } from '../alerts/alerts.ts';
import type { Account, BookedParcel } from '../couriers/courier-api.ts';
import * as couriers from '../couriers/couriers.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Database, type Trx, transaction } from '../db/database.ts';
import { readSiteInfo } from '../db/site-info.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { conflict, notFound, ShopError } from '../errors.ts';
import { mailOrderTracking } from '../order-mails/order-mails.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import { listShipments, type Shipment, updateShipment } from '../orders/queries/shipment-queries.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import {
  type Booking,
  claimBooking,
  findBooking,
  findCurrentBooking,
  findParcel,
  insertBooking,
  listFailedReferences,
  updateBooking,
} from './booking-queries.ts';
import { storeLabel } from './courier-labels.ts';
import { listOrdersToPrint, parcelsOf } from './printing/printing.ts';
import { ended, hasEnded, lockVisible, updateShippedOrder } from './shipments.ts';

const notBookable = (message: string) => conflict('not_bookable', message);

/**
 * A shipment as couriers need it, with what they collect for it in paise, as its label says. Undefined if there is no
 * such shipment of this order.
 */
async function readParcel(db: Database, orderId: string, shipmentId: string) {
  const parcel = await findParcel(db, orderId, shipmentId);
  const [order] = parcel ? await listOrdersToPrint(db, [orderId]) : [];
  if (!parcel || !order) return undefined;
  const { codPaise = 0 } = parcelsOf(order).find(({ number }) => number === parcel.number) ?? {};
  return { ...parcel, codPaise };
}

/** The services of a courier for a shipment. Errors: 404, 409 `not_bookable`, 502. */
export async function readRates(
  deps: Deps,
  orderId: string,
  shipmentId: string,
  { provider, ...size }: RatesRequest,
): Promise<CourierRate[]> {
  const parcel = await readParcel(deps.db, orderId, shipmentId);
  if (!parcel) throw notFound('Shipment not found.');
  const { shipping, codPaise } = parcel;
  if (!shipping) throw notBookable('The order has no delivery address.');
  const account = await couriers.openAccount(deps, provider);
  return couriers.asAdminError(provider, () =>
    deps.couriers[provider].rates(account, { ...size, codPaise, pin: shipping.postalCode }),
  );
}

/**
 * Books a packed shipment with a courier, and takes over its tracking number and label (decision 114). Errors: 404, 409
 * `not_bookable`, `already_booked`, `order_ended`, 502 with what the courier said.
 */
export async function bookShipment(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  shipmentId: string,
  { provider, service, pickup, ...size }: BookingRequest,
): Promise<void> {
  const bookingId = await transaction(deps.db, async (trx) => {
    const order = await lockVisible(trx, admin, orderId, undefined);
    const shipment = await findShipment(trx, order.id, shipmentId);
    if (hasEnded(order.status)) throw ended();
    await couriers.readParcelSize(deps, trx, provider);
    await updateShipment(trx, shipment.id, size);
    const added = await addBooking(deps, trx, admin, order, shipment, { provider, service, pickup });
    await recordAudit(trx, admin, {
      action: 'order.book',
      subject: order.id,
      detail: { number: shipment.number, courier: courierProviders[provider] },
    });
    return added;
  });
  await couriers.asAdminError(provider, () => runBooking(deps, bookingId));
}

/**
 * Stores that a packed shipment of a locked order is to be booked, in the size that it has or that of the settings. An
 * interrupted booking with this courier is continued. Returns the id of the booking. Errors: 409 as above.
 */
export async function addBooking(
  deps: Deps,
  trx: Trx,
  by: { userId: string; name: string },
  order: LockedOrder,
  { id: shipmentId, state }: Shipment,
  { provider, service = '', pickup }: Pick<BookingRequest, 'provider' | 'service' | 'pickup'>,
): Promise<string> {
  if (state !== 'packed') throw notBookable('Only a packed shipment can be booked.');
  if (!order.shipping) throw notBookable('The order has no delivery address.');
  if (provider === 'sandbox' && !order.isTest)
    throw notBookable('The test courier carries only test orders.');
  const current = await findCurrentBooking(trx, order.id, shipmentId);
  if (current?.state === 'open' && current.provider === provider) return current.id;
  if (current)
    throw conflict('already_booked', `This shipment is booked with ${courierProviders[current.provider]}.`);
  const { id } = await insertBooking(trx, {
    shipmentId,
    provider,
    service,
    wantsPickup: pickup,
    byUser: by.userId,
    byLabel: by.name,
    createdAt: deps.clock.now(),
  });
  return id;
}

async function findShipment(trx: Trx, orderId: string, shipmentId: string): Promise<Shipment> {
  const shipment = (await listShipments(trx, orderId)).find(({ id }) => id === shipmentId);
  if (!shipment) throw notFound('Shipment not found.');
  return shipment;
}

/**
 * Asks the courier to book: outside of transactions, one process at a time. From the second attempt on, and after
 * failed bookings of this shipment, it first looks for what was booked before. Throws a CourierError, or 409 as above.
 */
export async function runBooking(deps: Deps, bookingId: string): Promise<void> {
  const booking = await claimBooking(deps.db, bookingId);
  if (!booking)
    throw conflict('already_booked', 'This shipment is being booked. Look at the order in a few minutes.');
  const { provider, providerOrderId: orderId, providerShipmentId } = booking;
  const courier = deps.couriers[provider];
  let made: BookedParcel | undefined;
  let isCreated = false;
  try {
    const account = await couriers.openAccount(deps, provider);
    const parcel = await parcelOf(deps, booking);
    made = await findEarlier(deps, account, booking);
    made ??= await courier.book(
      account,
      { ...parcel, known: { orderId, shipmentId: providerShipmentId } },
      {
        isRepeated: booking.attempts > 1,
        onCreated(ids) {
          isCreated = true;
          const known = { providerOrderId: ids.orderId, providerShipmentId: ids.shipmentId };
          return updateBooking(deps.db, booking.id, known);
        },
      },
    );
  } catch (error) {
    await recordFailure(deps, booking, error, isCreated);
    throw error;
  }
  crashPoint(deps, 'booked-at-courier');
  await recordBooked(deps, booking, made);
  await finishBooking(deps, bookingId);
}

/** What a failed booking of this shipment has booked after all, such as one whose reply was wrong. */
async function findEarlier(deps: Deps, account: Account, booking: Booking) {
  for (const reference of await listFailedReferences(deps.db, booking)) {
    const found = await deps.couriers[booking.provider].find(account, reference);
    if (found?.trackingNumber) return found;
  }
  return undefined;
}

async function parcelOf({ db }: Deps, { orderId, shipmentId, reference, service }: Booking) {
  const parcel = await readParcel(db, orderId, shipmentId);
  if (!parcel?.shipping) throw notBookable('The order has no delivery address.');
  const { shipping, name, email, mobile, items, weightGrams, lengthCm, widthCm, heightCm, ...rest } = parcel;
  if (!weightGrams || !lengthCm || !widthCm || !heightCm)
    throw notBookable('The weight and size of the shipment are missing.');
  const { clientName, email: shopEmail, gstin } = await readSiteInfo(db);
  return {
    reference,
    service,
    weightGrams,
    lengthCm,
    widthCm,
    heightCm,
    codPaise: rest.codPaise,
    orderedAt: rest.orderedAt,
    orderNumber: orderNumber(orderId),
    name: shipping.name || name,
    address: shipping.address.replaceAll('\n', ', '),
    city: shipping.city,
    state: shipping.state,
    country: shipping.country,
    pin: shipping.postalCode,
    mobile: mobile.replaceAll(/\D/g, '').slice(-10),
    email: email || shopEmail,
    items: items.map(({ variantLabel, ...item }) => ({
      ...item,
      name: variantLabel ? `${item.name} (${variantLabel})` : item.name,
    })),
    seller: { name: clientName, gstin },
  };
}

/** Records the tracking number in the booking, the shipment and the timeline. */
async function recordBooked(deps: Deps, booking: Booking, made: BookedParcel): Promise<void> {
  const { provider, byUser, byLabel } = booking;
  const trackingNumber = couriers.plainText(made.trackingNumber);
  const service = couriers.plainText(made.service);
  const name = courierProviders[provider];
  const courier = service && service !== name ? `${name} (${service})` : name;
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, booking.orderId);
    if (!order) return;
    await updateBooking(trx, booking.id, {
      state: 'booked',
      trackingNumber,
      service,
      problem: booking.wantsPickup ? 'The pickup was not requested.' : '',
      claimedUntil: null,
      providerOrderId: made.orderId,
      providerShipmentId: made.shipmentId,
    });
    const before = await findShipment(trx, order.id, booking.shipmentId);
    // A shipment that was unpacked meanwhile is cancelled at the courier by a job.
    if (before.state === 'cancelled') return;
    const after = await updateShipment(trx, before.id, { courier, trackingNumber });
    await updateShippedOrder(deps, trx, { userId: byUser, name: byLabel }, order, after, before);
    if (before.state === 'shipped') await mailOrderTracking(deps, trx, order.id, after);
  });
}

/** A booking has failed if the courier refused it, or if nothing was sent. Otherwise it is tried again. */
async function recordFailure(
  { db, clock }: Deps,
  booking: Booking,
  error: unknown,
  isCreated: boolean,
): Promise<void> {
  const problem = explain(error, booking);
  if (problem === undefined) return;
  const kind = error instanceof couriers.CourierError ? error.kind : 'unsent';
  const isUnsent = booking.attempts === 1 && !isCreated && kind !== 'unanswered';
  await updateBooking(
    db,
    booking.id,
    kind === 'rejected' || isUnsent
      ? { state: 'failed', problem, claimedUntil: null }
      : // Less and less often.
        { problem, claimedUntil: new Date(clock.now().getTime() + 60_000 * Math.min(booking.attempts, 60)) },
  );
}

/** What an admin reads about a call that failed; undefined if the fault is the shop's. */
function explain(error: unknown, { provider }: Booking): string | undefined {
  if (error instanceof couriers.CourierError) return couriers.explain(error, courierProviders[provider]);
  return error instanceof ShopError ? error.message : undefined;
}

/**
 * Stores the label and requests the pickup. If that fails, the booking stays, and both can be done later: a label when
 * it is read, a pickup on the page of the order, which an alert names.
 */
async function finishBooking(deps: Deps, bookingId: string): Promise<void> {
  const booking = await findBooking(deps.db, bookingId);
  if (!booking) return;
  await storeLabel(deps, booking).catch((error: unknown) => {
    deps.log.warn({ err: error, orderId: booking.orderId }, 'a label could not be stored');
  });
  if (!booking.wantsPickup) return;
  await askForPickup(deps, booking).catch(async (error: unknown) => {
    const { id, orderId } = booking;
    deps.log.warn({ err: error, orderId }, 'a pickup could not be requested');
    const detail = { error: explain(error, booking) ?? '' };
    await raiseAlert(deps.db, { kind: 'pickup-not-requested', orderId, subject: id, detail });
  });
}

/** Requests the pickup of a booked shipment for an admin. See askForPickup for its errors. */
export async function requestPickup(deps: Deps, admin: NamedAdmin, booking: Booking): Promise<void> {
  const courier = courierProviders[booking.provider];
  // Before the call: the member of staff is recorded even if the reply is lost.
  await transaction(deps.db, (trx) =>
    recordAudit(trx, admin, { action: 'order.pickup', subject: booking.orderId, detail: { courier } }),
  );
  await couriers.asAdminError(booking.provider, () => askForPickup(deps, booking));
}

/**
 * Requests the pickup of a booked shipment, which ends the alert about it. Throws a CourierError or 409 `not_bookable`,
 * whose reasons are recorded.
 */
async function askForPickup(deps: Deps, booking: Booking): Promise<void> {
  const { id, provider } = booking;
  const day = pickupDay(deps.clock.now()).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  try {
    const account = await couriers.openAccount(deps, provider);
    const pickup = await deps.couriers[provider].requestPickup(account, bookedParcel(booking), day);
    await updateBooking(deps.db, id, { pickup: couriers.plainText(pickup) || day, problem: '' });
    await endAlert(deps.db, { kind: 'pickup-not-requested', subject: id }, deps.clock.now());
  } catch (error) {
    const problem = explain(error, booking);
    if (problem !== undefined) await updateBooking(deps.db, id, { problem });
    throw error;
  }
}

/** Today until noon in India, then the next day. */
const pickupDay = (now: Date) => new Date(now.getTime() + 12 * 3_600_000);

/** What the courier knows of a booking. */
export const bookedParcel = (booking: Booking): BookedParcel => ({
  orderId: booking.providerOrderId,
  shipmentId: booking.providerShipmentId,
  trackingNumber: booking.trackingNumber,
  service: booking.service,
});
