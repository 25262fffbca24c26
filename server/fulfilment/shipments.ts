import type { OrderStatus } from '../../shared/contract/orders/orders.ts';
import type { NewShipment, ShipmentChange } from '../../shared/contract/orders/shipments.ts';
import { reservationMinutes } from '../../shared/orders/order-state.ts';
import { followShipments } from '../cash-on-delivery/cash-on-delivery.ts';
import { recordAudit } from '../db/audit-log.ts';
import { type Trx, transaction } from '../db/database.ts';
import type { Deps, NamedAdmin } from '../deps.ts';
import { badField, conflict, notFound } from '../errors.ts';
import { mailOrderStatus, mailOrderTracking } from '../order-mails/order-mails.ts';
import * as orders from '../orders/orders.ts';
import type { LockedOrder } from '../orders/queries/order-queries.ts';
import { extendReservation } from '../orders/queries/placement-queries.ts';
import {
  listShipments,
  listUnitsToPack,
  type Shipment,
  type ShipmentState,
  updateShipment,
} from '../orders/queries/shipment-queries.ts';
import { can } from '../permissions.ts';
import { crashPoint } from '../runtime/crash-point.ts';
import { type Author, moveShipment, restockUnits, shipUnits } from './move-shipment.ts';

/**
 * Packs units of an order in a shipment, or ships them at once (contract §7). Errors: 404, 400 for a line of another
 * order, 409 `order_changed`, `order_ended`, `nothing_to_pack`, `too_many_units`, those of requireWholeCod.
 */
export async function createShipment(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  { lines, state, updatedAt, ...details }: NewShipment,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockVisible(trx, admin, orderId, updatedAt);
    if (hasEnded(order.status)) throw ended();
    const left = (await listUnitsToPack(trx, order.id)).filter(({ unitsToPack }) => unitsToPack > 0);
    if (left.length === 0)
      throw conflict('nothing_to_pack', 'All units of this order are packed, shipped or refunded.');
    const units = lines
      ? unitsOf(lines, left)
      : left.map(({ id, unitsToPack }) => ({ orderItemId: id, quantity: unitsToPack }));
    const made = await shipUnits(deps, trx, order.id, admin, { units, state, details });
    crashPoint(deps, 'shipping');
    await recordShipment(deps, trx, admin, order, made);
    if (state === 'shipped')
      await mailOrderStatus(deps, trx, order.id, 'shipped', { numbers: [made.number] });
  });
  crashPoint(deps, 'shipped');
}

/**
 * Changes courier, number, weight, size or state of a shipment, and mails the buyer what is new: once that it was
 * shipped or delivered, and each tracking number once. Errors: 404, 409 `order_changed`, `order_ended`, `out_of_stock`.
 */
export async function changeShipment(
  deps: Deps,
  admin: NamedAdmin,
  orderId: string,
  shipmentId: string,
  { state, restock, updatedAt, ...details }: ShipmentChange,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockVisible(trx, admin, orderId, updatedAt);
    const before = (await listShipments(trx, order.id)).find(({ id }) => id === shipmentId);
    if (!before) throw notFound('Shipment not found.');
    if (before.state === 'cancelled')
      throw conflict('order_changed', 'This shipment was cancelled meanwhile.');
    if (hasEnded(order.status) && (state === 'packed' || state === 'cancelled')) throw ended();
    const after = await updateShipment(trx, before.id, details);
    const moves = state !== undefined && state !== before.state;
    if (moves) await moveShipment(deps, trx, admin, after, state, { restock });
    else if (restock && before.state === 'returned' && (await restockUnits(trx, admin, after))) {
      const note = `Shipment ${after.number}: units returned to stock`;
      await orders.addEvent(trx, order, { by: admin.name, byUser: admin.userId, note, internal: true });
    }
    crashPoint(deps, 'shipping');
    await recordShipment(deps, trx, admin, order, { ...after, state: state ?? before.state }, before);
    const isNew = after.courier !== before.courier || after.trackingNumber !== before.trackingNumber;
    const notified =
      moves &&
      (state === 'shipped' || state === 'delivered') &&
      (await mailOrderStatus(deps, trx, order.id, state, { numbers: [after.number] }));
    if (!notified && isNew && (state ?? before.state) === 'shipped')
      await mailOrderTracking(deps, trx, order.id, after);
  });
  crashPoint(deps, 'shipped');
}

export const hasEnded = (status: OrderStatus) => status === 'cancelled' || status === 'failed';
export const ended = () =>
  conflict('order_ended', 'This order is cancelled or was never paid. Set another status first.');

/** The order, locked. 404 if this admin can't see it; 409 if it has changed since they saw it. */
export async function lockVisible(trx: Trx, admin: NamedAdmin, id: string, seen: string | undefined) {
  const order = await orders.lockExisting(trx, id);
  if (!orders.isToPack(order) && !can(admin, 'orders.viewAll')) throw notFound('Order not found.');
  if (seen) orders.requireSeen(order, seen);
  return order;
}

/** The units of a request, if they are left. */
function unitsOf(
  lines: NonNullable<NewShipment['lines']>,
  left: { id: string; name: string; unitsToPack: number }[],
) {
  const wanted = new Map<string, number>();
  for (const { line_id, quantity } of lines) wanted.set(line_id, (wanted.get(line_id) ?? 0) + quantity);
  return [...wanted].map(([orderItemId, quantity]) => {
    const line = left.find(({ id }) => id === orderItemId);
    if (!line) throw badField('lines', 'Nothing of this line is left to pack.');
    if (quantity > line.unitsToPack) {
      const most = `Only ${line.unitsToPack} of “${line.name}” can still be packed.`;
      throw conflict('too_many_units', most, { errors: { lines: most } });
    }
    return { orderItemId, quantity };
  });
}

const words: Record<ShipmentState, string> = {
  packed: 'packed',
  shipped: 'shipped',
  delivered: 'delivered',
  returned: 'returned to origin',
  cancelled: 'cancelled',
};

/** Records a new or changed shipment in the audit log and in the timeline, and updates the status of its order. */
async function recordShipment(
  deps: Deps,
  trx: Trx,
  admin: NamedAdmin,
  order: LockedOrder,
  after: Shipment,
  before?: Shipment,
): Promise<void> {
  const { number, state, courier, trackingNumber } = after;
  await recordAudit(trx, admin, {
    action: 'order.ship',
    subject: order.id,
    detail: { number, state, courier, trackingNumber },
  });
  await updateShippedOrder(deps, trx, admin, order, after, before);
}

/**
 * Records a new or changed shipment in the timeline of its locked order, and updates the status of the order, and what
 * else follows from its shipments.
 */
export async function updateShippedOrder(
  deps: Deps,
  trx: Trx,
  by: Author,
  order: LockedOrder,
  after: Shipment,
  before?: Shipment,
): Promise<void> {
  const { number, state, courier, trackingNumber } = after;
  await orders.touchOrder(trx, order.id);
  const isNew = courier !== before?.courier || trackingNumber !== before.trackingNumber;
  const told = [
    ...(state === before?.state ? [] : [words[state]]),
    ...(isNew && (courier || trackingNumber || before)
      ? [[courier, trackingNumber].filter(Boolean).join(', ') || 'courier and tracking number removed']
      : []),
  ];
  const note = told.length > 0 ? `Shipment ${number}: ${told.join(', ')}` : '';
  const status = await orders.updateStatus(trx, order, {
    by: by.name,
    ...(by.userId && { byUser: by.userId }),
    note,
  });
  // An unpaid order whose shipment was unpacked waits for its payment again.
  if (status === 'pending' && order.status !== 'pending' && !order.codState)
    await extendReservation(trx, order.id, {
      minutes: reservationMinutes,
      nextCheckAt: deps.clock.now(),
    });
  await followShipments(deps, trx, { ...order, status }, by);
}
