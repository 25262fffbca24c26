import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../db/database.ts';
import { collectedPaise } from '../../orders/queries/charged-queries.ts';

/** Orders with their parcels, without cancelled and returned ones, in the order of `ids`. */
export async function listOrdersToPrint(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('orders')
    .select([
      'id',
      'createdAt',
      'updatedAt',
      'status',
      'refundState',
      'isTest',
      'codState',
      'codNeedsConfirmation',
    ])
    .select(['name', 'email', 'mobile', 'shipping', 'buyerNote', 'giftMessage'])
    .select((eb) => [
      collectedPaise.as('duePaise'),
      jsonArrayFrom(
        eb
          .selectFrom('orderItems')
          .innerJoin('variants', 'variants.id', 'orderItems.variantId')
          .select(['orderItems.id', 'variantId', 'orderItems.name', 'variantLabel', 'orderItems.sku'])
          .select(['orderItems.image', 'variants.shelfCode'])
          .select([
            sql<boolean>`order_items.quantity > left_over.unrefunded`.as('isShort'),
            sql<number>`greatest(0, left_over.unrefunded - left_over.packed)`.as('toPack'),
          ])
          .innerJoinLateral(
            sql<{ unrefunded: number; packed: number }>`(select
              order_items.quantity - (select coalesce(sum(l.quantity), 0)::int from refund_lines l
                join refunds r on r.id = l.refund_id
                where l.order_item_id = order_items.id and r.status <> 'failed') as unrefunded,
              (select coalesce(sum(l.quantity), 0)::int from shipment_lines l
                join shipments s on s.id = l.shipment_id
                where l.order_item_id = order_items.id and s.state <> 'cancelled') as packed)`.as(
              'left_over',
            ),
            (join) => join.onTrue(),
          )
          .whereRef('orderItems.orderId', '=', 'orders.id')
          .where('orderItems.recipient', 'is', null)
          .orderBy('orderItems.position'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('shipments')
          .select(['number', 'courier', 'trackingNumber', 'weightGrams'])
          .select((shipment) =>
            jsonArrayFrom(
              shipment
                .selectFrom('shipmentLines')
                .select(['orderItemId', 'quantity'])
                .whereRef('shipmentId', '=', 'shipments.id'),
            ).as('lines'),
          )
          .whereRef('shipments.orderId', '=', 'orders.id')
          .where('state', 'not in', ['cancelled', 'returned'])
          .orderBy('number'),
      ).as('parcels'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export type OrderToPrint = Awaited<ReturnType<typeof listOrdersToPrint>>[number];
