import { type CourierProvider, courierProvider } from '../../shared/contract/orders/couriers.ts';
import { confirm } from '../cash-on-delivery/cash-on-delivery.ts';
import { asAdminError, readParcelSize } from '../couriers/couriers.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ShopError } from '../errors.ts';
import { mailOrderStatus } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import { type LockedOrder, lockOrder } from '../orders/queries/order-queries.ts';
import {
  listShipments,
  listUnitsToPack,
  type Shipment,
  updateShipment,
} from '../orders/queries/shipment-queries.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { advanceOrderBatch, lockNextOrder } from './batch-queries.ts';
import { findCurrentBooking } from './booking-queries.ts';
import { addBooking, runBooking } from './bookings.ts';
import { moveShipment, shipUnits } from './move-shipment.ts';
import { updateShippedOrder } from './shipments.ts';

/** The job `order-batch`: continues where it stopped, one order in each transaction (contract §7). */
export async function runOrderBatch(deps: Deps, batchId: string): Promise<void> {
  while (await handleNext(deps, batchId));
}

/**
 * Handles the next order of a batch. False at its end. An order that fails is skipped. Throws while another process asks
 * the courier about its booking, so that the queue repeats the job.
 */
async function handleNext(deps: Deps, batchId: string): Promise<boolean> {
  let orderId: string | undefined;
  try {
    const handled = await transaction(deps.db, async (trx) => {
      const next = await lockNextOrder(trx, batchId);
      if (!next) return 'none';
      orderId = next.orderId;
      const outcome = await handleOrder(deps, trx, next);
      if (typeof outcome === 'object') return { ...outcome, orderId };
      crashPoint(deps, 'order-handled');
      await advanceOrderBatch(trx, batchId, orderId, outcome);
      return 'done';
    });
    crashPoint(deps, 'order-counted');
    if (typeof handled === 'object') {
      // The courier is asked outside of the transaction; the order counts as done when it has answered.
      await runOwnBooking(deps, handled);
      await finishOrder(deps, batchId, handled.orderId, '');
    }
    return handled !== 'none';
  } catch (error) {
    if (!orderId || error instanceof BookingUnderWay) throw error;
    const isKnown = error instanceof ShopError;
    if (!isKnown) deps.log.error({ err: error, orderId }, 'an order of a batch could not be changed');
    await finishOrder(
      deps,
      batchId,
      orderId,
      isKnown ? error.message : 'It could not be changed. Try again.',
    );
    return true;
  }
}

/** Another process asks the courier about the booking of an order. */
class BookingUnderWay extends Error {}

/** Makes a stored booking. Throws BookingUnderWay, or the error that its admin reads. */
async function runOwnBooking(deps: Deps, { provider, bookingId }: ToBook): Promise<void> {
  await asAdminError(provider, () => runBooking(deps, bookingId)).catch((error: unknown) => {
    const isUnderWay = error instanceof ShopError && error.code === 'already_booked';
    throw isUnderWay ? new BookingUnderWay(`booking ${bookingId} is under way`, { cause: error }) : error;
  });
}

/**
 * Counts an order as done, or as skipped with a reason, if no other worker has done so meanwhile. Throws while the
 * database is away, so the job is retried.
 */
async function finishOrder(deps: Deps, batchId: string, orderId: string, reason: string): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const next = await lockNextOrder(trx, batchId);
    if (next?.orderId === orderId) await advanceOrderBatch(trx, batchId, orderId, reason);
  });
}

/** A booking that is stored, and that the courier is asked for next. */
type ToBook = { bookingId: string; provider: CourierProvider };
type Next = NonNullable<Awaited<ReturnType<typeof lockNextOrder>>>;

/**
 * Does what a batch does with one order. Returns why it was left as it is, empty if it was changed; or the booking that
 * is to be made next.
 */
async function handleOrder(deps: Deps, trx: Trx, next: Next): Promise<string | ToBook> {
  const order = await lockOrder(trx, next.orderId);
  if (!order || order.deletedAt || order.isArchived) return 'The order was deleted.';
  if (order.status === 'cancelled' || order.status === 'failed') return `The order is ${order.status}.`;
  if (order.refundState === 'refunded') return 'The order was refunded.';
  if (next.action === 'deliver') return deliver(deps, trx, order, next);
  if (next.action === 'confirm') return confirmNext(trx, order, next);
  if (order.status === 'pending' && !orders.isCodToPack(order))
    return order.codState ? 'The order is not confirmed.' : 'The order is not paid.';
  const shipments = await listShipments(trx, order.id);
  const units = (await listUnitsToPack(trx, order.id)).flatMap(({ id, unitsToPack }) =>
    unitsToPack > 0 ? [{ orderItemId: id, quantity: unitsToPack }] : [],
  );
  if (next.action === 'pack') {
    if (units.length === 0) return 'Nothing is left to pack.';
    const packed = await shipUnits(deps, trx, order.id, authorOf(next), {
      units,
      state: 'packed',
      details: {},
    });
    await updateShippedOrder(deps, trx, authorOf(next), order, packed);
    return '';
  }
  const [packed, another] = shipments.filter(({ state }) => state === 'packed');
  if (another) return 'It has several packed shipments. Ship them on the page of the order.';
  if (!packed && units.length === 0) return 'Nothing is left to ship.';
  // Otherwise a repeated batch would ship what an admin left for later.
  if (!packed && shipments.some(({ state }) => state !== 'cancelled'))
    return 'A part of it was shipped before. Pack the rest first.';
  if (order.pickup) return 'The buyer picks it up.';
  if (next.action === 'courier-file') return order.shipping ? '' : 'The order has no delivery address.';
  if (next.action === 'book') return book(deps, trx, order, next, packed ?? units);
  return ship(deps, trx, order, next, packed ?? units);
}

async function confirmNext(trx: Trx, order: LockedOrder, { userId, author }: Next): Promise<string> {
  if (!order.codState) return 'The order is not paid on delivery.';
  if (order.codState === 'confirmed') return 'The order is confirmed already.';
  await confirm(trx, order, { by: author, byUser: userId });
  return '';
}

const authorOf = ({ userId, author }: Next) => ({ userId, name: author });

/** Stores that the packed shipment, or these units in a new one, are to be booked. */
async function book(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  next: Next,
  what: Shipment | { orderItemId: string; quantity: number }[],
): Promise<ToBook | ''> {
  const provider = courierProvider.parse(next.provider);
  const { weightGrams, lengthCm, widthCm, heightCm } = await readParcelSize(deps, trx, provider);
  const by = authorOf(next);
  let packed: Shipment;
  if (Array.isArray(what)) {
    packed = await shipUnits(deps, trx, order.id, by, { units: what, state: 'packed', details: {} });
    await updateShippedOrder(deps, trx, by, order, packed);
  } else packed = what;
  const earlier = await findCurrentBooking(trx, order.id, packed.id);
  // By this batch, which was interrupted before it counted the order.
  const isDone =
    earlier?.state === 'booked' &&
    earlier.provider === provider &&
    earlier.byUser === next.userId &&
    earlier.createdAt >= next.startedAt;
  if (isDone) return '';
  const size = {
    weightGrams: packed.weightGrams ?? weightGrams,
    lengthCm: packed.lengthCm ?? lengthCm,
    widthCm: packed.widthCm ?? widthCm,
    heightCm: packed.heightCm ?? heightCm,
  };
  await updateShipment(trx, packed.id, size);
  const bookingId = await addBooking(deps, trx, by, order, packed, { provider, pickup: next.pickup });
  return { bookingId, provider };
}

/** Ships the packed shipment, or these units in a new one. What is booked keeps courier and number of its booking. */
async function ship(
  deps: Deps,
  trx: Trx,
  order: LockedOrder,
  next: Next,
  what: Shipment | { orderItemId: string; quantity: number }[],
): Promise<string> {
  const { courier, trackingNumber } = next;
  const booking = Array.isArray(what) ? undefined : await findCurrentBooking(trx, order.id, what.id);
  const booked = booking?.state === 'booked' ? booking.trackingNumber : '';
  if (booked && trackingNumber && trackingNumber !== booked)
    return `It is booked under the number ${booked}. Cancel the booking first.`;
  // A booking has both.
  const details = booked ? {} : { ...(courier && { courier }), ...(trackingNumber && { trackingNumber }) };
  const by = authorOf(next);
  let sent: Shipment;
  if (Array.isArray(what))
    sent = await shipUnits(deps, trx, order.id, by, { units: what, state: 'shipped', details });
  else {
    sent = { ...(await updateShipment(trx, what.id, details)), state: 'shipped' };
    await moveShipment(deps, trx, by, what, 'shipped');
  }
  await updateShippedOrder(deps, trx, by, order, sent);
  await mailOrderStatus(deps, trx, order.id, 'shipped', { numbers: [sent.number] });
  return '';
}

async function deliver(deps: Deps, trx: Trx, order: LockedOrder, next: Next): Promise<string> {
  const shipments = await listShipments(trx, order.id);
  const sent = shipments.filter(({ state }) => state === 'shipped');
  if (sent.length === 0) return 'No shipment of it is in transit.';
  const by = authorOf(next);
  for (const shipment of sent) {
    await moveShipment(deps, trx, by, shipment, 'delivered');
    await updateShippedOrder(deps, trx, by, order, { ...shipment, state: 'delivered' }, shipment);
  }
  const numbers = sent.map(({ number }) => number);
  await mailOrderStatus(deps, trx, order.id, 'delivered', { numbers });
  return '';
}
