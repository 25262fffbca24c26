import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Trx } from '../../db/database.ts';
import type { OrderStates, ShipmentEvents, ShipmentLines, Shipments } from '../../db/schema.ts';
import type { Tables } from '../../db/tables.ts';
import { eventTime } from './change-queries.ts';

export type Shipment = Awaited<ReturnType<typeof listShipments>>[number];
export type ShipmentState = Shipment['state'];

/** The shipments of an order, in the order of their numbers. */
export async function listShipments(trx: Trx, orderId: string) {
  return trx.selectFrom('shipments').selectAll().where('orderId', '=', orderId).orderBy('number').execute();
}

/** The lines of an order, without gift cards, with the units that are neither refunded nor in a shipment. */
export async function listUnitsToPack(trx: Trx, orderId: string) {
  return trx
    .selectFrom('orderItems')
    .select(['id', 'name', 'quantity', unitsToPack])
    .where('orderId', '=', orderId)
    .where('recipient', 'is', null)
    .orderBy('position')
    .execute();
}

/** Column for a query of `order_items`: the units that are neither refunded nor in a shipment. */
export const unitsToPack =
  sql<number>`case when order_items.recipient is null then greatest(0, order_items.quantity
  - (select coalesce(sum(l.quantity), 0)::int from refund_lines l join refunds r on r.id = l.refund_id
      where l.order_item_id = order_items.id and r.status <> 'failed')
  - (select coalesce(sum(l.quantity), 0)::int from shipment_lines l join shipments s on s.id = l.shipment_id
      where l.order_item_id = order_items.id and s.state <> 'cancelled')) else 0 end`.as('unitsToPack');

/** Stores a shipment under the next number of its order, with its lines. Without a weight, it has that of its units. */
export async function insertShipment(
  trx: Trx,
  shipment: Omit<Insertable<Shipments>, 'number'>,
  lines: Omit<Insertable<ShipmentLines>, 'shipmentId'>[],
) {
  const row = await trx
    .insertInto('shipments')
    .values((eb) => ({
      ...shipment,
      weightGrams: shipment.weightGrams ?? weightOf(lines),
      number: eb
        .selectFrom('shipments')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('orderId', '=', shipment.orderId),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('shipmentLines')
    .values(lines.map((line) => ({ ...line, shipmentId: row.id })))
    .execute();
  return row;
}

/** What units weigh in grams; null if that is not known of all, or more than a shipment can weigh. */
const weightOf = (lines: Omit<Insertable<ShipmentLines>, 'shipmentId'>[]) =>
  sql<
    number | null
  >`(select case when bool_and(v.weight_grams is not null) and sum(v.weight_grams * u.quantity) <= 500000
      then sum(v.weight_grams * u.quantity)::int end
    from unnest(${lines.map(({ orderItemId }) => orderItemId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      as u (order_item_id, quantity)
    join order_items i on i.id = u.order_item_id left join variants v on v.id = i.variant_id)`;

/** Changes columns of a shipment, or none, and returns it. */
export async function updateShipment(trx: Trx, id: string, change: Updateable<Shipments>) {
  return trx
    .updateTable('shipments')
    .set((eb) => ({ number: eb.ref('number'), ...change }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertShipmentEvent(
  trx: Trx,
  event: Omit<Insertable<ShipmentEvents>, 'at'>,
): Promise<void> {
  await trx
    .insertInto('shipmentEvents')
    .values({ ...event, at: eventTime })
    .execute();
}

/**
 * Records that the units of a returned shipment went back into stock, as far as they are not there and no refund returned
 * them before. Returns the change of stock by variant.
 */
export async function restockLines(trx: Trx, shipmentId: string) {
  const { rows } = await sql<{ variantId: string; delta: number }>`
    update shipment_lines l set restocked = least(l.quantity, i.quantity
        - (select coalesce(sum(restocked), 0) from refund_lines where order_item_id = i.id)
        - (select coalesce(sum(o.restocked), 0) from shipment_lines o where o.order_item_id = i.id and o.shipment_id <> l.shipment_id))
    from order_items i where i.id = l.order_item_id and l.shipment_id = ${shipmentId} and l.restocked = 0
    returning i.variant_id, l.restocked as delta`.execute(trx);
  return rows.filter(({ delta }) => delta > 0);
}

/** The reverse: nothing of the shipment is back in stock any more. Returns the change of stock by variant. */
export async function unstockLines(trx: Trx, shipmentId: string) {
  const { rows } = await sql<{ variantId: string; delta: number }>`
    with before as (select order_item_id, restocked from shipment_lines where shipment_id = ${shipmentId} and restocked > 0)
    update shipment_lines l set restocked = 0 from before b join order_items i on i.id = b.order_item_id
    where l.shipment_id = ${shipmentId} and l.order_item_id = b.order_item_id
    returning i.variant_id, -b.restocked as delta`.execute(trx);
  return rows;
}

/** The units of each line of an order that returned shipments brought back into stock. */
export async function listRestockedUnits(trx: Trx, orderId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('shipmentLines')
    .innerJoin('shipments', 'shipments.id', 'shipmentId')
    .select(['orderItemId', (eb) => eb.fn.sum<number>('restocked').as('units')])
    .where('orderId', '=', orderId)
    .groupBy('orderItemId')
    .execute();
  return new Map(rows.map(({ orderItemId, units }) => [orderItemId, Number(units)]));
}

/** What decides the status of an order besides its own column (contract §7). */
export async function readStates(trx: Trx, orderId: string) {
  return trx
    .selectFrom('orderStates')
    .select(['fulfilmentState', 'toShip'])
    .select(
      sql<boolean>`exists (select from payments p join orders o on o.id = p.order_id
        where p.order_id = order_states.order_id and p.is_primary and due_on_delivery(o) = 0)`.as('isPaid'),
    )
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
}

/** Column for a query of `orders`: one of the states of the order. */
export const stateOfOrder = <Name extends 'paymentState' | 'fulfilmentState'>(name: Name) =>
  sql<OrderStates[Name]>`(select ${sql.ref(name)} from order_states where order_id = orders.id)`.as(name);

/** Column for a query of `orders`: its shipments with their lines and events. */
export const shipmentsOfOrder = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipments')
      .selectAll('shipments')
      .select((shipment) => [
        bookingOfShipment(shipment),
        jsonArrayFrom(
          shipment
            .selectFrom('shipmentLines')
            .innerJoin('orderItems', 'orderItems.id', 'orderItemId')
            .select(['orderItemId', 'shipmentLines.quantity', 'restocked'])
            .whereRef('shipmentId', '=', 'shipments.id')
            .orderBy('position'),
        ).as('lines'),
        jsonArrayFrom(
          shipment
            .selectFrom('shipmentEvents')
            .select(['state', 'at', 'byLabel', 'note'])
            .whereRef('shipmentId', '=', 'shipments.id')
            .orderBy('id'),
        ).as('events'),
      ])
      .whereRef('shipments.orderId', '=', 'orders.id')
      .orderBy('number'),
  ).as('shipments');

/** Column for a query of `shipments`: the latest booking. */
const bookingOfShipment = (eb: ExpressionBuilder<Tables, 'shipments'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('courierBookings')
      .select([
        'provider',
        'courierBookings.state',
        'service',
        'courierBookings.trackingNumber',
        'status',
        'statusAt',
        'pickup',
        'problem',
      ])
      .whereRef('shipmentId', '=', 'shipments.id')
      .orderBy('courierBookings.createdAt', 'desc')
      .limit(1),
  ).as('booking');

/** Whether a shipment of an order is booked, or is being booked. */
export async function hasBooking(trx: Trx, orderId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('courierBookings')
    .innerJoin('shipments', 'shipments.id', 'shipmentId')
    .select('courierBookings.id')
    .where('orderId', '=', orderId)
    .where('courierBookings.state', 'in', ['open', 'booked', 'cancelling'])
    .executeTakeFirst();
  return row !== undefined;
}
