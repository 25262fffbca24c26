import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OrderSearch } from '../search.ts';

/** The ids of the orders that match a search, as queries of which each has its own index. */
export function foundOrders(db: Database, search: OrderSearch) {
  const { idRange, orderNumber, pattern = '', documentNumber } = search;
  if (search.orderId) return [db.selectFrom('orders').select('id').where('id', '=', search.orderId)];
  if (search.providerPaymentId) {
    return [
      db
        .selectFrom('payments')
        .select('orderId as id')
        .where('providerPaymentId', '=', search.providerPaymentId),
    ];
  }
  if (search.providerRefundId) {
    return [
      db
        .selectFrom('refunds')
        .select('orderId as id')
        .where('providerRefundId', '=', search.providerRefundId),
    ];
  }
  if (search.providerOrderId) {
    return [db.selectFrom('orders').select('id').where('providerOrderId', '=', search.providerOrderId)];
  }
  if (documentNumber) {
    return [
      db
        .selectFrom('invoices')
        .select('orderId as id')
        .where('series', '=', documentNumber.series)
        .where('year', '=', documentNumber.year)
        .where('number', '=', documentNumber.number),
    ];
  }
  const found = db
    .selectFrom('orders')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(orderWords, 'like', pattern),
        ...(orderNumber ? [eb(sql`right(id::text, 6)`, '=', orderNumber)] : []),
        ...(idRange ? [eb.and([eb('id', '>=', idRange[0]), eb('id', '<=', idRange[1])])] : []),
      ]),
    );
  const bought = db.selectFrom('orderItems').select('orderId as id').where(itemWords, 'like', pattern);
  const shipped = db
    .selectFrom('shipments')
    .select('orderId as id')
    .where(sql`lower(tracking_number)`, 'like', pattern)
    // The index leaves out the others.
    .where('trackingNumber', '<>', '');
  return search.inItems ? [found, bought, shipped] : [found];
}

/** Must equal the expression of the index orders_search. */
const orderWords = sql<string>`' ' || lower(name) || ' ' || email || ' ' || mobile || ' ' || alt_mobile || ' ' ||
  lower(tracking_number) || ' ' || coalesce(lower(shipping->>'city') || ' ' || (shipping->>'postalCode'), '')`;

/** The same for order_items_search. */
const itemWords = sql<string>`' ' || lower(name || ' ' || variant_label || ' ' || sku)`;
